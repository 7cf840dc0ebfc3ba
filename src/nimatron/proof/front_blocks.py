"""Follows values below 64 by a front as `front_part` does, in a tenth of the time: sets in words, in blocks of heaps.

The options of heap n that are tried are G(n - away) xor g, with away = t + a and g = G(a) for a split t and a heap a of
the front, or away = t and g = 0 for a take. All that make common values are among them, so the least common value that
none of them has is the value of the heap, if the rare values below it are options too. Those that no option tried has
are looked for among all splits with the front, for a block at a time.

A set of values is a word, in which a value is a bit; if all values are below 32, half a word is enough, and a vector
has twice as many. For an option at least a block away, the values of a whole block of heaps are known: one loop adds it
to all their words, and the compiler makes vectors of it. Nearer options are added to each heap by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

WIDTH = 64
"""The values are below this: a set of them is a word."""

NARROW = 32
"""If they are below this, half a word."""

BLOCK = 64
"""Options at least this far away are added to that many heaps at a time."""

CHUNK = 256
"""How many pairs are compared together when one value is looked for."""

SAMPLE = 1024
"""So many heaps, at most, say which common heaps to try; and that many options are compared for that."""

CHOSEN, LEAST = 48, 2
"""At most so many are chosen, each of which shows at least LEAST values of the sample that no other one does."""

# Each six neighbouring bits of this number are different: a power of two times it has the exponent's six on top.
DE_BRUIJN = 0x03F79D71B4CB0A89

Compile = Callable[[Callable[..., Any]], Callable[..., Any]]


class BlockPlan(NamedTuple):
    """All that `follower` needs besides the values."""

    away: Any
    g: Any
    """The options to try that are at least BLOCK away."""

    near: Any
    """The others, as pairs, at least one: the compiler knows how many there are, and keeps them in registers."""

    splits: Any
    turned: Any
    """The front from its end to its beginning: partners of its heaps then lie side by side in the same order."""

    unsure: Any
    """For each parity of a heap, the word of the values that are rare there."""

    words: Any
    """A set for each heap of a block."""

    missing: Any
    """For each heap of a block the rare values below its value that are still to be shown."""

    exponents: Any
    """The exponent of a power of two, by the top bits of its product with DE_BRUIJN."""


def plan(
    front: Any, window: Any, heap: int, takes: Any, splits: Any, rares: Sequence[Any], unsure: Any
) -> BlockPlan | None:
    """How to follow the values behind a window that ends before `heap`; `rares` are the rare heaps of each class.

    None if there is no option that all heaps have.
    """
    import numpy as np

    word = np.uint32 if width_of(front, window) == NARROW else np.uint64
    options = [(int(t), 0) for t in takes]
    options += [(int(t + a), int(front[a])) for t in splits for a in rares[t & 1]]
    words = (unsure[:, :WIDTH].astype("u8") << np.arange(WIDTH, dtype="u8")).sum(axis=1, dtype="u8")
    options += _helpful(front, window, heap, options, splits, unsure)
    if not options:
        return None
    options.sort()
    few = max(1, sum(away < BLOCK for away, _ in options))  # a far option may count as near: it is slower so
    near, far = tuple((np.uint64(away), np.uint64(g)) for away, g in options[:few]), options[few:]
    exponents = np.zeros(64, "u1")
    for k in range(64):
        exponents[(DE_BRUIJN << k) % (1 << 64) >> 58] = k
    return BlockPlan(
        away=np.array([away for away, _ in far], "i8"),
        g=np.array([g for _, g in far], "u1"),
        near=near,
        splits=splits,
        turned=front[::-1].astype("u1"),
        unsure=words.astype(word),
        words=np.zeros(BLOCK, word),
        missing=np.zeros(BLOCK, word),
        exponents=exponents,
    )


def width_of(front: Any, window: Any) -> int:
    """How many bits a set of such values has; 0 if a word cannot hold it."""
    largest = max(int(front.max()), int(window.max()))
    return NARROW if largest < NARROW else WIDTH if largest < WIDTH else 0


def _helpful(
    front: Any, window: Any, heap: int, options: list[tuple[int, int]], splits: Any, unsure: Any
) -> list[tuple[int, int]]:
    """More options, which show most of the rare values below the last values of the window: a choice for speed only."""
    import numpy as np

    size = min(SAMPLE, len(front) // 2)
    heaps = range(BLOCK, min(BLOCK + size // len(splits), len(front)))
    candidates = [(int(t + a), int(front[a])) for t in splits for a in heaps]
    candidates = [(away, g) for away, g in candidates if away <= len(window) - size]
    if not candidates:
        return []
    places = np.arange(len(window) - size, len(window))
    seen = np.zeros((size, WIDTH), bool)
    for away, g in options:
        there = places[places >= away]
        seen[there - places[0], window[there - away] ^ g] = True
    parity = (heap - len(window) + places) & 1
    below = np.arange(WIDTH) < window[places, None]
    rows, wanted = np.nonzero(below & ~seen & (unsure[parity, :WIDTH] == 1))
    shows = np.array([(window[places[rows] - away] ^ g) == wanted for away, g in candidates])
    chosen: list[tuple[int, int]] = []
    while len(chosen) < CHOSEN and shows.size:
        counts = shows.sum(axis=1)
        best = int(counts.argmax())
        if counts[best] < LEAST:
            break
        chosen.append(candidates[best])
        # A greedy cover: what the best option shows need not be shown again.
        shows = shows[:, ~shows[best]]
    return chosen


def follower(compiled: Compile) -> Callable[..., int]:
    """The loop over all heaps, and what it calls, each of them compiled."""
    import numpy as np

    # Unsigned numbers for places: otherwise each one might count from the end of an array, and no loop gets vectors.
    place = long = np.uint64
    signed: Any = np.int64
    magic, top = long(DE_BRUIJN), long(58)
    add_far = _adder(compiled)

    @compiled
    def is_shown(G: Any, i: int, splits: Any, turned: Any, value: int) -> bool:
        """Does a split with a heap of the front give place i this value? Tries the smallest heaps first."""
        for t in splits:
            shift = i - t - len(turned) + 1  # the partner of place k of the turned front is at place k + shift
            stop = len(turned) - 1  # without heap 0
            while stop > 0:
                start = max(stop - CHUNK, 0)
                heaps, partners = turned[start:stop], G[start + shift : stop + shift]
                found = False
                # No early exit within a chunk, so that the compiler makes vectors of the loop.
                for k in range(place(stop - start)):
                    found |= heaps[k] ^ partners[k] == value
                if found:
                    return True
                stop = start
        return False

    @compiled
    def follow(G: Any, size: int, count: int, heap: int, plan: BlockPlan) -> Any:
        """Fill G[size : size + count], the values from `heap` on; stops before one that is not decided here.

        All values have a bit in a word, and behind those to fill there are BLOCK more, of which nothing is expected.
        """
        words, missing, exponents = plan.words, plan.missing, plan.exponents
        word = words.dtype.type
        one, odd = long(1), place((heap - size) & 1)
        for block in range(size, size + count, BLOCK):
            words[:] = 0
            add_far(G, block, plan.away, plan.g, words)
            start, stop = place(block), place(min(block + BLOCK, size + count))
            for i in range(start, stop):
                seen = long(words[i - start])
                for away, g in plan.near:
                    seen |= one << (long(G[i - away]) ^ g)
                unsure = long(plan.unsure[(i ^ odd) & place(1)])
                free = ~(seen | unsure) & ((seen | unsure) + one)  # the least common value that is no option
                if not word(free):
                    stop = place(i)  # it is too large for a word
                    break
                missing[i - start] = unsure & ~seen & (free - one)
                G[i] = exponents[free * magic >> top]
            for i in range(start, stop):
                left = long(missing[i - start])
                while left:
                    # The lowest bit that is set; unsigned words have no minus.
                    bit = left & (~left + one)
                    if not is_shown(G, signed(i), plan.splits, plan.turned, exponents[bit * magic >> top]):
                        return signed(i) - size
                    left ^= bit
            if stop < place(min(block + BLOCK, size + count)):
                return signed(stop) - size
        return count

    return follow


def _adder(compiled: Compile) -> Callable[..., None]:
    import numpy as np

    place = np.uint64

    @compiled
    def add_far(G: Any, i: int, away: Any, g: Any, words: Any) -> None:
        """Add the options that are far away to the words of the heaps from place i on."""
        word = words.dtype.type
        one, k = word(1), 0
        while k + 3 < len(away):  # four at a time, so that a word is read and written once for all of them
            a, b, c, d = word(g[k]), word(g[k + 1]), word(g[k + 2]), word(g[k + 3])
            A, B, C, D = G[i - away[k] :], G[i - away[k + 1] :], G[i - away[k + 2] :], G[i - away[k + 3] :]
            for j in range(place(BLOCK)):
                pair = one << (word(A[j]) ^ a) | one << (word(B[j]) ^ b)
                words[j] |= pair | one << (word(C[j]) ^ c) | one << (word(D[j]) ^ d)
            k += 4
        while k < len(away):
            a, A = word(g[k]), G[i - away[k] :]
            for j in range(place(BLOCK)):
                words[j] |= one << (word(A[j]) ^ a)
            k += 1

    return add_far
