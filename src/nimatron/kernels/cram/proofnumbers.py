"""Cram by proof numbers: is the value of this piece n?

The answer is no as soon as one option has value n. It is yes if no option has value n and the value is none of
0 ... n - 1, which are questions of the same kind. Each open question has two numbers: how hard yes looks and how hard
no looks. No is as hard as the easiest yes among the options. Yes is as hard as the hardest no among the options, plus a
little for each other option. The search goes down to the most promising option until that option looks harder than the
next best (df-pn with weak proof numbers: Nagai; Ueda and others). The table holds the numbers of a question, so the
search can leave a question and resume it later. An option that *surely* has the value makes the answer no; if all
options are *denied* the value, the answer is yes. So yes and no swap roles at each step down.

The first numbers of an option come from its rank, which prefers small parts and dominoes near the middle.

The open questions, from the first to the one that is examined now, are a stack of *frames*. So the search can stop
anywhere, after enough positions or when its table should grow, and resume from there. A frame holds all that the search
needs to continue: the table saves work, but may forget any entry except the last one.

Indices that change are turned into words: for signed ones numba also tests whether they count from the end.
"""

from __future__ import annotations

import numpy as np

from ..compile.bitops import popcount, trailing_zeros
from ..compile.jit import inline_jit, jit, short_loops
from . import cramshapes
from .cramentries import (
    ASKED,
    DEPTH,
    ELSEWHERE,
    ENTRIES,
    EXCLUDED,
    HARDEST,
    HIGHEST,
    IN_HALF,
    MOST_ENTRIES,
    MOST_NODES,
    NO,
    NODES,
    SOLVED,
    SPREAD,
    VALUE,
    YES,
    CramWork,
    info_of,
    record,
    rules_out,
)
from .crampieces import LOWER, PART_FIELDS, SPAN, part, same_parts, sort_parts, swap_parts
from .cramshapes import NONE, ONE, Shape, Word, whole
from .optionlists import HEAD, LENGTH, begin_list, fetch_list, find_list, read_option, write_option
from .optionlists import SEEN as OTHERS
from .placements import SPLIT as SPLIT
from .placements import after_move, has_room, move_range, parts_after
from .widewords import high_half, join_halves, low_half, word_of

# How a search ends: the question is answered; out of positions or entries; a value asked for is too high.
DONE, STOPPED, TOO_HIGH = -1, -2, -3

OPEN = -1
"""Stands for the unknown value of an option."""

# The fields of an option: the nim-sum of its known parts, the number of the others, where these are, their hash, its
# rank, how hard it looks to show that it has the value asked for, how hard that it has not, and the rank of its move
# alone. PARTS is -1 for the question whether the position itself has the smaller value KNOWN.
KNOWN, PARTS, AT, HASH, RANK, SURE, DENIED, ORDER = range(8)
FIELDS = 8

# The fields of a frame. The question: a piece, its stride, the value asked for, and how hard yes and no may look. Where
# its parts and its options begin, and how many positions had been searched. Then where the search stands: whether the
# options are listed, how many are left, the values that the piece does not have, the end of the parts, and the option
# that is being examined.
LOW, HIGH, ACROSS, TARGET, MOST_YES, MOST_NO, FIRST_PART, FIRST, BEGUN, LISTED, COUNT, SEEN, FREE, BEST = range(14)
FRAME = 14

SCALE = 20
"""How much rank equals one step of effort."""

LIKELIER = 30
"""How much an excluded value lowers the rank of a piece, because the other values become likelier."""

EASIER = 16
"""The search leaves a question when it looks harder than the next best by a sixteenth: else the two would alternate."""


@inline_jit
def effort(rank: int) -> int:
    """How hard an option looks before its first examination."""
    return min(1 + max(0, rank) // SCALE, HARDEST - 1)


@inline_jit
def proof_numbers(info: Word, n: int, rank: int) -> tuple[int, int]:
    """How hard yes and no look to the question whether a piece has value n."""
    if whole((info >> ASKED) & Word(31)) == n + 1:
        return whole((info >> YES) & Word(2047)), whole((info >> NO) & Word(2047))
    return effort(rank - LIKELIER * popcount(info >> EXCLUDED)), 1


@inline_jit
def effort_of_others(count: int) -> int:
    """How much harder yes looks with `count` options than with one. One for each option would be too little."""
    return (5 * (count - 1)) >> 2


@inline_jit
def judge_option(t: CramWork, like: Shape, i: int, n: int) -> tuple[int, int, int, int, bool]:
    """How hard yes and no look for "option i has value n"; the part to ask about, and for which value.

    If all parts are known, the part is -1 and the value is that of the option. The last item tells whether the
    exact value of that part is wanted.
    """
    o = Word(i)
    at, unknown, seen = t.options[o, AT], 0, NONE
    for j in range(at, at + t.options[o, PARTS]):
        info = info_of(t, part(t, like, j), whole(t.parts[Word(j), SPAN]))
        if info & SOLVED:  # from now on the option knows it, whatever the table forgets
            t.options[o, KNOWN] ^= whole(info >> VALUE)
        else:
            if j > at + unknown:
                swap_parts(t, at + unknown, j)
            if unknown == 0:
                seen = info
            unknown += 1
    t.options[o, PARTS] = unknown
    total, which = t.options[o, KNOWN], at
    if unknown == 0:
        return (0, HARDEST, -1, total, False) if total == n else (HARDEST, 0, -1, total, False)
    if unknown > 1:  # all parts but one must be known exactly: ask whether this one has its least possible value
        return effort(t.options[o, RANK]), unknown, which, trailing_zeros(~(seen >> EXCLUDED)), True
    n ^= total
    if rules_out(t, seen, popcount(part(t, like, which)), n):
        return HARDEST, 0, which, n, False
    yes, no = proof_numbers(seen, n, t.options[o, RANK])
    return yes, no, which, n, False


# -- options -------------------------------------------------------------------------------------


@inline_jit
def drop_settled_parts(t: CramWork, like: Shape, at: int, parts: int) -> tuple[int, int, Word]:
    """Drop the parts of known value. Returns their nim-sum, the number of other parts, and the info of the last one."""
    total, left, last = 0, 0, NONE
    for i in range(at, at + parts):
        info = info_of(t, part(t, like, i), whole(t.parts[Word(i), SPAN]))
        if info & SOLVED:
            total ^= whole(info >> VALUE)
        else:
            if at + left < i:
                swap_parts(t, at + left, i)
            left += 1
            last = info
    return total, left, last


@inline_jit
def is_duplicate(t: CramWork, c: int, i: int) -> bool:
    """Is option i equal to one of the options from c on?"""
    one = Word(i)
    for j in range(c, i):
        other = Word(j)
        if t.options[other, HASH] == t.options[one, HASH] and t.options[other, KNOWN] == t.options[one, KNOWN]:
            same = t.options[other, PARTS] == t.options[one, PARTS]
            for k in range(t.options[one, PARTS] if same else 0):
                same &= same_parts(t, t.options[one, AT] + k, t.options[other, AT] + k)
            if same:
                return True
    return False


@inline_jit
def mark_of(t: CramWork, i: int) -> Word:
    """One bit of a word, by the hash of option i."""
    return ONE << ((Word(t.options[Word(i), HASH]) * SPREAD) >> Word(58))


@inline_jit
def size_and_hash(t: CramWork, like: Shape, at: int, parts: int) -> tuple[int, int]:
    """The sum of the squared sizes of the parts, and a hash of them."""
    total, hashed = 0, 0
    for i in range(at, at + parts):
        total += popcount(part(t, like, i)) ** 2
        hashed = hashed * 31 + whole(t.parts[Word(i), LOWER])
    return total, hashed


@inline_jit
def add_option(t: CramWork, like: Shape, i: int, n: int, total: int, parts: int, at: int, turn: int) -> int:
    """Turn a split position into option i for the question n; returns its value or OPEN."""
    o = Word(i)
    value, parts, info = drop_settled_parts(t, like, at, parts)
    total ^= value
    if parts == 0:
        return total
    sort_parts(t, like, at, parts)
    size, hashed = size_and_hash(t, like, at, parts)
    t.options[o, KNOWN], t.options[o, PARTS], t.options[o, AT] = total, parts, at
    t.options[o, HASH], t.options[o, RANK], t.options[o, ORDER] = hashed, turn + size, turn
    t.options[o, SURE], t.options[o, DENIED] = effort(turn + size), parts
    if parts == 1:
        t.options[o, SURE], t.options[o, DENIED] = proof_numbers(info, n ^ total, turn + size)
        if rules_out(t, info, popcount(part(t, like, at)), n ^ total):
            t.options[o, DENIED] = 0
    return OPEN


@jit
def list_options(t: CramWork, p: Shape, stride: int, n: int, at: int, c: int, again: bool) -> tuple[int, Word, int]:
    """List the distinct options of unknown value from c on, with their parts from `at` on.

    Returns their number, the set of the known values, and the end of the parts. It ends early at value n.
    Each option is looked up only after the next one is split: by then its entry has come from memory.

    If n is SPLIT, it returns the nim-sum of the parts of p that need no table, nothing, and the end of the others.
    """
    g = cramshapes.grid_of(p, t.columns, stride)
    move, end = move_range(t, t.rules, p, g, stride)
    count, seen, kept = 0, NONE, find_list(t, p, stride) if again else -1
    if kept >= 0:
        move, end, seen, kept = 0, whole(t.lists[kept + LENGTH]), t.lists[kept + OTHERS], kept + HEAD
        fetch_list(t, p, kept, end)
    new = kept < 0
    total, parts, turn, waits, marks = 0, 0, 0, False, NONE
    asked_for = ONE << Word(n & 63)  # SPLIT asks for no value, and ends sooner
    while seen & asked_for == NONE and (move < end or waits):
        next_total, next_parts, next_at, next_turn = 0, 0, at + parts, 0
        more = move < end  # else only the option that waits is looked up, and none waits after it
        if more:
            if new:
                fits, left, gone, next_turn = after_move(t, t.rules, p, g, move)
                move += 1
                if n == SPLIT:
                    left, gone = p, p ^ p
                elif not fits:
                    continue
                next_total, next_parts = parts_after(t, t.rules, left, gone, g, stride, next_at)
                if n == SPLIT:
                    return next_total, NONE, next_at + next_parts
                if next_parts == 0:  # nothing to look up: if this is the value asked for, no other option is split
                    seen |= ONE << Word(next_total)
                    more = False
            else:
                next_total, next_parts, next_turn, kept = read_option(t, kept, next_at)
                move += 1
        if waits:
            value = add_option(t, p, c + count, n, total, parts, at, turn)
            if value >= 0:
                seen |= ONE << Word(value)
            else:
                # Most options differ from all others, and so do their marks.
                mark = mark_of(t, c + count)
                if marks & mark == NONE or not is_duplicate(t, c, c + count):
                    count += 1
                marks |= mark
        total, parts, at, turn, waits = next_total, next_parts, next_at, next_turn, more
    if new and move == end and not waits:
        store_list(t, p, stride, c, count, seen)
    return count, seen, at


@inline_jit
def store_list(t: CramWork, p: Shape, stride: int, c: int, count: int, seen: Word) -> None:
    """Store the options of a piece; `seen` is the set of values of the options that are not listed."""
    size = HEAD + count
    for i in range(c, c + count):
        size += PART_FIELDS * t.options[Word(i), PARTS]
    place = begin_list(t, p, stride, size, count, seen)
    for i in range(c, c + count):
        o = Word(i)
        total, parts, at, turn = t.options[o, KNOWN], t.options[o, PARTS], t.options[o, AT], t.options[o, ORDER]
        place = write_option(t, place, total, parts, at, turn)


@inline_jit
def add_smaller(t: CramWork, p: Shape, info: Word, n: int, c: int, count: int, seen: Word) -> int:
    """Add the questions whether the position has a smaller value that was not seen; returns the new count."""
    for m in range(n):
        if (seen >> Word(m)) & ONE == NONE:
            o = Word(c + count)
            t.options[o, KNOWN], t.options[o, PARTS], t.options[o, RANK] = m, -1, popcount(p) ** 2
            t.options[o, SURE], t.options[o, DENIED] = proof_numbers(info, m, popcount(p) ** 2)
            count += 1
    return count


@inline_jit
def best_option(t: CramWork, c: int, count: int) -> tuple[int, int, int, int]:
    """(count, best, second, hardest), after dropping the options that are denied.

    `best` is the option that most likely has the value asked for, `second` how hard the next best looks to show,
    and `hardest` how hard the hardest looks to deny.
    """
    hardest, best, second = 0, -1, HARDEST
    i = c
    while i < c + count:
        o = Word(i)
        if t.options[o, DENIED] == 0:
            count -= 1
            for k in range(FIELDS):
                t.options[o, k] = t.options[Word(c + count), k]
            continue
        hardest = max(hardest, t.options[o, DENIED])
        if best < 0:
            best = i
        elif t.options[o, SURE] < t.options[Word(best), SURE]:
            second, best = t.options[Word(best), SURE], i
        else:
            second = min(second, t.options[o, SURE])
        i += 1
    return count, best, second, hardest


# -- the search ----------------------------------------------------------------------------------


@inline_jit
def examine_option(t: CramWork, p: Shape, stride: int, i: int, n: int) -> tuple[int, int, int, bool]:
    """The value of option i, or -1 if it is unknown; which part to ask about, and for which value.

    Part -1 is p itself. The last item tells whether the exact value of that part is wanted.
    """
    o = Word(i)
    if t.options[o, PARTS] >= 0:
        yes, no, which, target, exactly = judge_option(t, p, i, n)
        t.options[o, SURE], t.options[o, DENIED] = yes, no
        return target if which < 0 else -1, which, target, exactly
    target, info = t.options[o, KNOWN], info_of(t, p, stride)
    t.options[o, SURE], t.options[o, DENIED] = proof_numbers(info, target, t.options[o, RANK])
    if info & SOLVED or rules_out(t, info, popcount(p), n):
        t.options[o, SURE] = 0
    elif rules_out(t, info, popcount(p), target):
        t.options[o, DENIED] = 0
    return -1, -1, target, False


@inline_jit
def piece_of(t: CramWork, like: Shape, depth: int) -> Shape:
    """The piece that a frame asks about."""
    here = Word(depth)
    return join_halves(like, Word(t.frames[here, LOW]), Word(t.frames[here, HIGH]))


@inline_jit
def list_question(t: CramWork, like: Shape, depth: int) -> None:
    """List the options of a question that was not examined before."""
    here = Word(depth)
    p, stride, n = piece_of(t, like, depth), t.frames[here, ACROSS], t.frames[here, TARGET]
    c = t.frames[here, FIRST]
    # Only a piece in the table may have a list. Most have neither: looking for a list would wait for the memory.
    info = info_of(t, p, stride)
    again = n != SPLIT and info != NONE
    count, seen, free = list_options(t, p, stride & 255, n, t.frames[here, FIRST_PART], c, again)
    if not info & SOLVED:
        # What is excluded already stays so, even if the table forgets it meanwhile.
        seen |= info >> EXCLUDED
    count = add_smaller(t, p, info, n, c, count, seen)
    t.frames[here, BEGUN], t.frames[here, LISTED] = t.counts[NODES] + t.counts[ELSEWHERE], 1
    t.frames[here, COUNT], t.frames[here, SEEN], t.frames[here, FREE] = count, whole(seen), free
    t.frames[here, BEST] = -1


@inline_jit
def examine_and_note(t: CramWork, p: Shape, stride: int, i: int, n: int, seen: Word) -> tuple[Word, int, int, bool]:
    """`examine_option`, with the value of the option added to those seen."""
    value, which, target, exactly = examine_option(t, p, stride, i, n)
    return seen | (ONE << Word(value)) if value >= 0 else seen, which, target, exactly


@inline_jit
def advance_question(t: CramWork, like: Shape, depth: int) -> int:
    """Continue with a question: 1 if it pushes another question on the stack; -1 if it is done.

    Done means that the question is answered, or that yes or no looks too hard; the table holds the result.
    """
    here = Word(depth)
    p, stride, n = piece_of(t, like, depth), t.frames[here, ACROSS], t.frames[here, TARGET]
    most_yes, most_no = t.frames[here, MOST_YES], t.frames[here, MOST_NO]
    c, count, seen = t.frames[here, FIRST], t.frames[here, COUNT], Word(t.frames[here, SEEN])
    nodes = t.counts[NODES] + t.counts[ELSEWHERE] - t.frames[here, BEGUN]
    if t.frames[here, BEST] >= 0:  # what was asked about this option is known by now
        seen, _, _, _ = examine_and_note(t, p, stride, t.frames[here, BEST], n, seen)
    while not (seen >> Word(n)) & ONE:
        count, best, second, hardest = best_option(t, c, count)
        if best < 0:
            record(t, p, stride, SOLVED | (Word(n) << VALUE), nodes)
            return -1
        # Weak proof numbers: the hardest plus a little for each other, not the sum. Options of Cram share positions,
        # which a sum would count many times.
        yes, no = min(hardest + effort_of_others(count), HARDEST - 1), t.options[Word(best), SURE]
        if no == 0:
            break
        if yes >= most_yes or no >= most_no:
            looks = (Word(n + 1) << ASKED) | (Word(yes) << YES) | (Word(no) << NO)
            record(t, p, stride, (seen << EXCLUDED) | looks, nodes)
            return -1
        seen, which, target, exactly = examine_and_note(t, p, stride, best, n, seen)
        if 0 < t.options[Word(best), SURE] <= second and t.options[Word(best), DENIED] > 0:
            # Stay with the best option until it looks clearly harder than the next, or this question harder than
            # allowed. Unlimited stays unlimited, or an option could be left as soon as it is entered.
            sure, denied = min(most_no, second + 1 + second // EASIER), most_yes - effort_of_others(count)
            if exactly or most_yes == HARDEST:
                denied = HARDEST
            t.frames[here, COUNT], t.frames[here, SEEN], t.frames[here, BEST] = count, whole(seen), best
            push_question(t, p, stride, depth, which, target, HARDEST if exactly else sure, denied)
            return 1
    record(t, p, stride, (seen | (ONE << Word(n))) << EXCLUDED, nodes)
    return -1


@inline_jit
def push_question(
    t: CramWork, p: Shape, stride: int, depth: int, which: int, n: int, most_yes: int, most_no: int
) -> None:
    """Push the question whether a part has value n on the stack; part -1 is p itself."""
    piece, its_stride = (p, stride) if which < 0 else (part(t, p, which), whole(t.parts[Word(which), SPAN]))
    here, new = Word(depth), Word(depth + 1)
    t.frames[new, LOW], t.frames[new, HIGH] = whole(low_half(piece)), whole(high_half(piece))
    t.frames[new, ACROSS] = its_stride
    t.frames[new, TARGET], t.frames[new, MOST_YES], t.frames[new, MOST_NO] = n, most_yes, most_no
    t.frames[new, FIRST_PART] = t.frames[here, FREE]
    t.frames[new, FIRST] = t.frames[here, FIRST] + t.frames[here, COUNT]
    t.frames[new, LISTED] = 0


@inline_jit
def step(t: CramWork, like: Shape, depth: int) -> int:
    """Continue with the last question on the stack. Returns how deep the stack is then, or how the search ends."""
    here = Word(depth)
    if not t.frames[here, LISTED]:
        if t.frames[here, TARGET] != SPLIT:
            if t.counts[NODES] >= t.counts[MOST_NODES] or t.counts[ENTRIES] >= t.counts[MOST_ENTRIES]:
                return STOPPED
            room = has_room(t, t.rules, depth, t.frames[here, FIRST], t.frames[here, FIRST_PART])
            if t.frames[here, TARGET] > HIGHEST or not room:
                return TOO_HIGH
            t.counts[NODES] += 1
        list_question(t, like, depth)
        if t.frames[here, TARGET] == SPLIT:
            return DONE
    return depth + advance_question(t, like, depth)


@short_loops
def search(t: CramWork) -> int:
    """Continue with the questions on the stack until the first question is answered, or the search must stop."""
    like = word_of(t.halves, NONE, NONE)
    depth: int = t.counts[DEPTH]
    while depth >= 0:
        t.counts[DEPTH] = depth
        depth = step(t, like, depth)
    return depth


@short_loops
def search_wide(t: CramWork) -> int:
    """`search` in wide words. A piece that fits half a word is searched in such words, with a stack of its own."""
    like = word_of(t.halves, NONE, NONE)
    depth: int = t.counts[DEPTH]
    while depth >= 0:
        t.counts[DEPTH] = depth
        depth = step_in_half(t, depth) if t.frames[Word(depth), ACROSS] & IN_HALF else step(t, like, depth)
    return depth


@inline_jit
def step_in_half(t: CramWork, depth: int) -> int:
    """`step` for a piece that fits half a word."""
    here = Word(depth)
    half: CramWork = t.half
    if not t.frames[here, LISTED]:
        for k in range(FRAME):
            half.frames[0, k] = t.frames[here, k]
        half.frames[0, ACROSS] ^= IN_HALF
        half.frames[0, FIRST_PART], half.frames[0, FIRST], half.counts[DEPTH] = 0, 0, 0
        t.frames[here, LISTED] = 1
    before = half.counts[NODES]
    ended = search(half)
    t.counts[ELSEWHERE] += half.counts[NODES] - before
    return depth - 1 if ended == DONE else ended


def ask(t: CramWork, lower: Word, upper: Word, stride: int, n: int) -> None:
    """Put the first question on the stack: has this piece value n? Or, if that is SPLIT, what are its parts?"""
    t.frames[0] = 0
    t.frames[0, [LOW, HIGH]] = lower.astype(np.int64), upper.astype(np.int64)
    t.frames[0, [ACROSS, TARGET, MOST_YES, MOST_NO]] = stride, n, HARDEST, HARDEST
    t.counts[DEPTH] = 0


def parts_of(t: CramWork) -> tuple[int, list[tuple[int, int, int]]]:
    """The answer to SPLIT: the nim-sum of the parts that need no table, and the halves and the stride of the others."""
    first, end = int(t.frames[0, FIRST_PART]), int(t.frames[0, FREE])
    parts = [tuple(map(int, part)) for part in t.parts[first:end]]
    return int(t.frames[0, COUNT]), [(lower, upper, stride) for lower, upper, stride in parts]
