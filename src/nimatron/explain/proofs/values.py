"""Proofs about values: subtraction games, Lasker's Nim, Mock Turtles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ...core.errors import UsageError
from ...core.message import Message
from ...families.sources import BULANT, SUBTRACTIONS
from ...families.taking.amounts import Amounts
from ...nimbers.finite import mex
from .proof import Proof, ProofStep, claim, numbers

WINDOWS = 20_000
"""The most values among which two equal windows are looked for."""

WIDEST = 40
"""The largest amount of a set whose windows are shown."""


def values_by_definition(amounts: Sequence[int]) -> Iterator[int]:
    """G(0), G(1), ... by mex: no theorem is used."""
    values: list[int] = []
    while True:
        n = len(values)
        values.append(mex(values[n - s] for s in amounts if s <= n))
        yield values[-1]


def _row(values: Sequence[object]) -> str:
    return " ".join(map(str, values))


# -- two amounts ---------------------------------------------------------------------------------


def _pairing(x: int, y: int, n: int) -> Iterator[ProofStep]:
    g = list(islice(values_by_definition((x, y)), n + 1))
    yield claim("The values G(0), ..., G({n}) are {values}.", True, n=n, values=_row(g))
    yield claim(
        "Pairing: G(m) = 1 exactly if G(m - {x}) = 0. The heaps {pairs} are the pairs up to {n}.",
        all((g[m] == 1) == (g[m - x] == 0) for m in range(x, n + 1)) and 1 not in g[:x],
        x=x, n=n, pairs=", ".join(f"{m - x}-{m}" for m in range(x, n + 1) if g[m] == 1) or "∅",
    )  # fmt: skip
    yield claim(
        "Suppose G(m - {x}) = 0 and G(m) is not 1. Then taking {y} from m leaves value 1, and the partner m - {y} - {x}"
        " has value 0. But m - {x} moves there from value 0: no m does this.",
        not any(g[m - x] == 0 and m >= y and g[m - y] == 1 for m in range(x, n + 1)), x=x, y=y,
    )  # fmt: skip
    yield claim(
        "Suppose G(m) = 1 and G(m - {x}) is not 0. Then m - {x} moves to a heap of value 0, whose partner has value 1."
        " But m moves to the partner from value 1: no m does this.",
        not any(g[m] == 1 and g[m - x] for m in range(x, n + 1)), x=x,
    )  # fmt: skip
    yield from {0: _nought, 1: _one, 2: _two}[g[n - y]](g, x, y, n)
    yield claim(
        "So G({n}) = {value} and G({n} - {y}) = {other}, as the lemma says.",
        (g[n] == 0) == (g[n - y] == 1), n=n, y=y, value=g[n], other=g[n - y],
    )  # fmt: skip


def _nought(g: Sequence[int], x: int, y: int, n: int) -> Iterator[ProofStep]:
    yield claim(
        "G({n} - {y}) = G({m}) = 0, so {n} has a move to value 0: G({n}) is not 0.", g[n] != 0, n=n, y=y, m=n - y
    )


def _one(g: Sequence[int], x: int, y: int, n: int) -> Iterator[ProofStep]:
    yield claim(
        "G({n} - {y}) = G({m}) = 1, so its partner {p} has value 0.", g[n - y - x] == 0, n=n, y=y, m=n - y, p=n - y - x
    )
    yield claim(
        "{h} moves to {p} by {y}, so G({h}) = {value} is not 0.",
        g[n - x] != 0,
        h=n - x,
        p=n - y - x,
        y=y,
        value=g[n - x],
    )
    yield claim(
        "Both moves of {n} lead to values that are not 0: G({n}) = mex {{{a}, {b}}} = 0.",
        g[n] == mex((g[n - x], g[n - y])) == 0, n=n, a=g[n - x], b=g[n - y],
    )  # fmt: skip


def _two(g: Sequence[int], x: int, y: int, n: int) -> Iterator[ProofStep]:
    m = n - y
    yield claim(
        "G({n} - {y}) = G({m}) = 2, so {m} moves to the values 0 and 1. By pairing {m} - {x} does not have value 0,"
        " so it has 1.",
        g[m - x] == 1 and g[m - y] == 0, n=n, y=y, m=m, x=x,
    )  # fmt: skip
    yield claim(
        "Suppose G({n}) = 0. Then {h}, which moves to {p} of value 1, has neither 0 nor 1. For the value 2 its move by"
        " {y} must lead to value 0, but {p} has 1. So G({n}) = {value} is not 0.",
        g[n] != 0 and g[n - x - y] == 1, n=n, h=n - x, p=n - x - y, y=y, value=g[n],
    )  # fmt: skip


# -- a finite set --------------------------------------------------------------------------------


def _pigeons(amounts: Amounts) -> Iterator[ProofStep]:
    numbers, width = list(amounts), amounts.largest or 0
    g, seen = list[int](), dict[tuple[int, ...], int]()
    for value in islice(values_by_definition(numbers), WINDOWS):
        g.append(value)
        window = tuple(g[-width:])
        if len(window) == width and seen.setdefault(window, len(g)) != len(g):
            break
    else:
        raise UsageError("no window repeats among the first {count} values: choose a smaller set", count=WINDOWS)
    first, second = seen[window] - width, len(g) - width
    period = second - first
    yield claim(
        "A position has at most {n} moves, so its value is at most {n}: the largest here is {largest}.",
        max(g) <= len(numbers), n=len(numbers), largest=max(g),
    )  # fmt: skip
    yield claim(
        "The value of n is the mex of the values of {moves}. So a window of {width} consecutive values determines the"
        " next value, and all that follow.",
        all(g[n] == mex(g[n - s] for s in numbers if s <= n) for n in range(len(g))),
        moves=", ".join(f"n - {s}" for s in numbers), width=width,
    )  # fmt: skip
    yield claim(
        "There are at most {base}^{width} windows, so two of the first {base}^{width} + 1 are equal.",
        len(seen) <= (len(numbers) + 1) ** width, base=len(numbers) + 1, width=width,
    )  # fmt: skip
    yield claim(
        "Here the window from {first} on and the window from {second} on are equal: {window}.",
        g[first : first + width] == g[second : second + width], first=first, second=second, window=_row(window),
    )  # fmt: skip
    more = list(islice(values_by_definition(numbers), len(g) + 3 * period))
    yield claim(
        "So from {first} on the values repeat with period {second} - {first} = {period}: {values}.",
        all(more[n] == more[n + period] for n in range(first, len(more) - period)),
        first=first, second=second, period=period, values=_row(g[first:second]),
    )  # fmt: skip


def _read_set(text: str) -> tuple[Amounts]:
    amounts = Amounts(text)
    if not amounts.finite or not amounts or (amounts.largest or 0) > WIDEST:
        raise ValueError(text)
    return (amounts,)


# -- Lasker's Nim --------------------------------------------------------------------------------


def _lasker_formula(n: int) -> int:
    return n + 1 if n % 4 == 3 else n - 1 if n and n % 4 == 0 else n


def _lasker(n: int) -> Iterator[ProofStep]:
    g, value = [_lasker_formula(m) for m in range(n)], _lasker_formula(n)
    yield claim(
        "Induction: the formula holds below {n}, where it gives {values}.",
        all(_lasker_mex(g, m) == g[m] for m in range(n)), n=n, values=_row(g[-12:] if n <= 12 else ["...", *g[-12:]]),
    )  # fmt: skip
    taken = set(g)
    yield claim(
        "Taking leaves any smaller heap: every value below {value} is reached so{but}.",
        set(range(value)) - taken <= ({n} if n % 4 == 3 else set()), value=value,
        but=Message(", except {heap}", heap=n) if n % 4 == 3 else "",
    )  # fmt: skip
    splits = {g[a] ^ g[n - a] for a in range(1, n // 2 + 1)}
    if n % 4 == 3:
        yield claim(
            "Splitting {n} into 1 and {rest} has the value 1 ⊕ {other} = {n}.",
            g[1] ^ g[n - 1] == n, n=n, rest=n - 1, other=g[n - 1],
        )  # fmt: skip
    yield claim("No taking reaches {value}.", value not in taken, value=value)
    yield claim(
        "No split reaches {value} either: modulo 4 the two parts give {rests}, and {value} leaves {rest}.",
        value not in splits, value=value, rest=value % 4,
        rests=", ".join(map(str, sorted({s % 4 for s in splits}))) or "∅",
    )  # fmt: skip
    yield claim("So G({n}) = {value}.", _lasker_mex([*g, value], n) == value, n=n, value=value)


def _lasker_mex(g: Sequence[int], n: int) -> int:
    """The value of a heap of `n` by the definition, from the values of smaller heaps."""
    return mex({*g[:n], *(g[a] ^ g[n - a] for a in range(1, n // 2 + 1))})


# -- Mock Turtles --------------------------------------------------------------------------------


def _odious(n: int) -> bool:
    return n.bit_count() % 2 == 1


def _mock(x: int) -> Iterator[ProofStep]:
    g = [next(v for v in (2 * y, 2 * y + 1) if _odious(v)) for y in range(x + 1)]
    value, below = g[x], g[:x]
    yield claim(
        "Induction: the places 0 to {last} have the values {values}, all odious.",
        all(map(_odious, below)), last=x - 1, values=_row(below),
    ) if x else claim("There is no place below 0.")  # fmt: skip
    two = {a ^ b for i, a in enumerate(below) for b in below[:i]}
    yield claim(
        "Turning {x} alone leaves 0. Turning {x} and y leaves g(y), which is odious. Turning {x}, y and z leaves"
        " g(y) ⊕ g(z), which is evil: two odd numbers of ones have an even sum.",
        not any(map(_odious, two)), x=x,
    )  # fmt: skip
    yield claim(
        "{value} is odious ({bits} has {ones} ones), and no g(y) is {value}: so no move reaches it.",
        _odious(value) and value not in {0, *below, *two}, value=value, bits=f"{value:b}", ones=value.bit_count(),
    )  # fmt: skip
    odious = [n for n in range(value) if _odious(n)]
    yield claim(
        "Every odious number below {value} is one of these values: there are {n} of them.",
        odious == below, value=value, n=len(odious),
    )  # fmt: skip
    evil = [n for n in range(1, value) if not _odious(n)]
    yield claim(
        "Every evil number below {value} is 0 or the nim-sum of two of them: {evil}.",
        set(evil) <= two, value=value,
        evil=", ".join(f"{n} = {_pair(n, below)}" for n in evil[:6]) + (", ..." if len(evil) > 6 else "") or "0",
    )  # fmt: skip
    reached = {0, *below, *two}
    yield claim(
        "So g({x}) = {value}, the odious one of {one} and {two}.",
        mex(reached) == value, x=x, value=value, one=2 * x, two=2 * x + 1,
    )  # fmt: skip


def _pair(n: int, values: Sequence[int]) -> str:
    there = set(values)
    return next(f"{a} ⊕ {a ^ n}" for a in values if a ^ n in there)


VALUES = (
    Proof(
        "lemma-1",
        Message("Two amounts x < y: for n >= y, G(n) = 0 exactly if G(n - y) = 1."),
        SUBTRACTIONS, "2 5 12", Message("x, y and n, with x < y <= n <= 400"),
        numbers(3, 400, lambda x, y, n: 0 < x < y <= n), _pairing,
    ),
    Proof(
        "theorem-1",
        Message("For a finite set of amounts the values repeat from some heap on."),
        SUBTRACTIONS, "{1,2,6,11}", Message("a set of amounts up to {most}", most=WIDEST), _read_set, _pigeons,
    ),
    Proof(
        "lasker",
        Message("Lasker's Nim: G(4k+1) = 4k+1, G(4k+2) = 4k+2, G(4k+3) = 4k+4, G(4k+4) = 4k+3."),
        BULANT, "7", Message("a heap of 1 to 200"), numbers(1, 200, lambda n: n > 0), _lasker,
    ),
    Proof(
        "mock-turtles",
        Message("Mock Turtles: place x has the value 2x or 2x + 1, whichever is odious."),
        BULANT, "5", Message("a place up to 100"), numbers(1, 100), _mock,
    ),
)  # fmt: skip
