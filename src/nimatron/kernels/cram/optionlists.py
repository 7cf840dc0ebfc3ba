"""The options of Cram pieces, stored for the next question about the same piece.

Splitting the options of a piece takes far longer than reading a list of them. So a ring of words stores the lists; new
lists overwrite the oldest lists. The search makes a lost list again.
"""

from __future__ import annotations

from ..compile.jit import inline_jit
from .cramentries import MIX, SPREAD, WRITTEN, CramWork
from .crampieces import PART_FIELDS, fetch
from .cramshapes import Shape, Word, whole
from .widewords import high_half, join_halves, low_half

# The fields of a list: the two halves of the piece, its stride, how many options follow, and the values of all others.
# Each option is one word, followed by its parts.
LOWER, UPPER, SPAN, LENGTH, SEEN = range(5)
HEAD = 5

# The word of an option: the nim-sum of its known parts, the number of the others, and the rank of the move, which may
# be negative.
PARTS, TURN = 8, 16
BYTE = 255


@inline_jit
def place_of(t: CramWork, p: Shape, stride: int) -> int:
    """The index in `places` of the list of a piece."""
    mixed = (low_half(p) ^ ((high_half(p) ^ Word(stride)) * MIX)) * SPREAD
    place: int = whole(mixed >> Word(40)) & (len(t.places) - 1)
    return place


@inline_jit
def find_list(t: CramWork, p: Shape, stride: int) -> int:
    """Where the list of a piece begins; -1 if there is none."""
    begun = t.places[place_of(t, p, stride)]
    at: int = begun & (len(t.lists) - 1)
    if t.counts[WRITTEN] - begun > len(t.lists):  # it was overwritten
        return -1
    is_its = t.lists[Word(at)] == low_half(p) and t.lists[Word(at + UPPER)] == high_half(p)
    return at if is_its and t.lists[Word(at + SPAN)] == Word(stride) else -1


@inline_jit
def fetch_list(t: CramWork, like: Shape, place: int, length: int) -> None:
    """Prefetch the entries of all parts of so many options: the memory loads them at the same time."""
    for _ in range(length):
        end = place + 1 + PART_FIELDS * ((whole(t.lists[Word(place)]) >> PARTS) & BYTE)
        for i in range(place + 1, end, PART_FIELDS):
            span = whole(t.lists[Word(i + SPAN)])
            fetch(t, join_halves(like, t.lists[Word(i + LOWER)], t.lists[Word(i + UPPER)]), span)
        place = end


@inline_jit
def begin_list(t: CramWork, p: Shape, stride: int, size: int, length: int, seen: Word) -> int:
    """Begin a list of so many words and options: where the first option goes."""
    begun, room = t.counts[WRITTEN], len(t.lists)
    if (begun & (room - 1)) + size > room:  # no list goes round the end
        begun = (begun | (room - 1)) + 1
    at: int = begun & (room - 1)
    t.places[place_of(t, p, stride)], t.counts[WRITTEN] = begun, begun + size
    t.lists[Word(at + LOWER)], t.lists[Word(at + UPPER)] = low_half(p), high_half(p)
    t.lists[Word(at + SPAN)], t.lists[Word(at + LENGTH)], t.lists[Word(at + SEEN)] = Word(stride), Word(length), seen
    return at + HEAD


@inline_jit
def write_option(t: CramWork, place: int, total: int, parts: int, at: int, turn: int) -> int:
    """Write an option with its parts from `at` on; returns the next place."""
    t.lists[Word(place)] = Word(total | (parts << PARTS) | (turn << TURN))
    place += 1
    for i in range(at, at + parts):
        for k in range(PART_FIELDS):
            t.lists[Word(place + k)] = t.parts[Word(i), k]
        place += PART_FIELDS
    return place


@inline_jit
def read_option(t: CramWork, place: int, at: int) -> tuple[int, int, int, int]:
    """Read an option, with its parts from `at` on: nim-sum, number of parts, rank of the move, and the next place."""
    word = whole(t.lists[Word(place)])
    place += 1
    parts = (word >> PARTS) & BYTE
    for i in range(at, at + parts):
        for k in range(PART_FIELDS):
            t.parts[Word(i), k] = t.lists[Word(place + k)]
        place += PART_FIELDS
    return word & BYTE, parts, word >> TURN, place
