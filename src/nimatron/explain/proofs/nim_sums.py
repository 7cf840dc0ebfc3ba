"""Proofs about nim-sums: column by column, and as the value of a sum of games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice
from operator import xor

from ...core.errors import Limit
from ...core.game import Game, Position, State
from ...core.message import Message
from ...families.sources import BELING, SUMS
from ...nimbers.finite import mex
from ...notation.reader import position_of
from ...solve.solver import Solver
from .proof import Proof, ProofStep, claim, numbers

LARGEST_SUM = 2000
"""The most positions of a sum whose values are computed without the theorem."""


def _bits(n: int, *others: int) -> str:
    """`n` in binary, as wide as the widest of all."""
    return f"{n:0{max(map(int.bit_length, (n, *others, 1)))}b}"


def _associative(a: int, b: int, c: int) -> Iterator[ProofStep]:
    rows = [_bits(n, a, b, c) for n in (a, b, c)]
    yield claim(
        "In binary: {a}, {b}, {c}. A nim-sum writes 1 in a column with an odd number of ones.",
        True, a=rows[0], b=rows[1], c=rows[2],
    )  # fmt: skip
    for column, (one, two, three) in enumerate(zip(*(map(int, row) for row in rows), strict=True)):
        total = one + two + three
        yield claim(
            "Column {bit}: ({one} + {two}) + {three} = {one} + ({two} + {three}) = {total}, with remainder {rest}.",
            (one ^ two) ^ three == one ^ (two ^ three) == total % 2,
            bit=len(rows[0]) - 1 - column, one=one, two=two, three=three, total=total, rest=total % 2,
        )  # fmt: skip
    left, right = (a ^ b) ^ c, a ^ (b ^ c)
    yield claim(
        "So ({a} ⊕ {b}) ⊕ {c} = {ab} ⊕ {c} = {left}, and {a} ⊕ ({b} ⊕ {c}) = {a} ⊕ {bc} = {right}.",
        left == right, a=a, b=b, c=c, ab=a ^ b, bc=b ^ c, left=left, right=right,
    )  # fmt: skip


def _cancelling(a: int, other: int, b: int) -> Iterator[ProofStep]:
    yield claim("{b} ⊕ {b} = 0: each column has two equal digits.", b ^ b == 0, b=b)
    for n in (a, other):
        yield claim(
            "({a} ⊕ {b}) ⊕ {b} = {a} ⊕ ({b} ⊕ {b}) = {a} ⊕ 0 = {a}; in numbers, {sum} ⊕ {b} = {back}.",
            n ^ b ^ b == n, a=n, b=b, sum=n ^ b, back=n ^ b ^ b,
        )  # fmt: skip
    yield claim(
        "If {a} ⊕ {b} = {other} ⊕ {b}, add {b} to both sides: then {a} = {other}.",
        (a ^ b == other ^ b) == (a == other), a=a, other=other, b=b,
    )  # fmt: skip
    if a != other:
        yield claim(
            "{a} and {other} differ, so {a} ⊕ {b} = {one} and {other} ⊕ {b} = {two} differ too.",
            a ^ b != other ^ b, a=a, other=other, b=b, one=a ^ b, two=other ^ b,
        )  # fmt: skip


def _monotone(a: int, b: int, c: int) -> Iterator[ProofStep]:
    s = a ^ b
    yield claim(
        "{a} ⊕ {b} = {s}, in binary {bits}; {c} is {less}, which is smaller.",
        c < s, a=a, b=b, s=s, c=c, bits=_bits(s, a, b), less=_bits(c, a, b),
    )  # fmt: skip
    k = (s ^ c).bit_length() - 1
    yield claim(
        "From the left they first differ in column {k}: there {s} has 1 and {c} has 0.",
        bool(s >> k & 1) and not c >> k & 1, k=k, s=s, c=c,
    )  # fmt: skip
    high, low = (a, b) if a >> k & 1 else (b, a)
    yield claim(
        "So exactly one of {a} and {b} has a 1 in column {k}: it is {high}, in binary {bits}.",
        (a >> k & 1) != (b >> k & 1), a=a, b=b, k=k, high=high, bits=_bits(high, a, b),
    )  # fmt: skip
    new = c ^ low
    yield claim(
        "Replace {high} by {c} ⊕ {low} = {new}, in binary {bits}.",
        new == c ^ low, c=c, low=low, new=new, high=high, bits=_bits(new, a, b),
    )  # fmt: skip
    yield claim(
        "Left of column {k} it has the digits of {high}, and in column {k} it has 0: so {new} < {high}.",
        new >> k + 1 == high >> k + 1 and new < high, k=k, high=high, new=new,
    )  # fmt: skip
    yield claim("And {new} ⊕ {low} = {c}, as wanted.", new ^ low == c, new=new, low=low, c=c)


def _sum(position: Position) -> Iterator[ProofStep]:
    plain = _plain_values(position)
    values = _part_values(position)
    total = reduce(xor, values)
    named = ", ".join(f"g({p.write(s)}) = {v}" for (p, s), v in zip(position.summands(), values, strict=True))
    yield claim("The parts have the values {values}. Their nim-sum is {total}.", True, values=named, total=total)
    reached = [plain[option.state] for option in position]
    yield claim(
        "Induction: a move shortens the longest play. So the theorem holds for each of the {n} options.",
        all(reduce(xor, _part_values(option)) == plain[option.state] for option in position), n=len(reached),
    )  # fmt: skip
    yield claim(
        "A move changes the value of one part, so by cancellation no option has the value {total}: they have {values}.",
        total not in reached, total=total, values=_set_text(reached) or "∅",
    )  # fmt: skip
    for t in range(total):
        d = t ^ total
        k = next(i for i, value in enumerate(values) if value >> d.bit_length() - 1 & 1)
        yield claim(
            "Value {t}: {t} ⊕ {total} = {d} has its top bit in column {bit}, where the value {value} of part {part}"
            " has 1 too. {value} ⊕ {d} = {wanted} is smaller, so this part has a move to it.",
            values[k] ^ d < values[k] and t in reached,
            t=t, total=total, d=d, bit=d.bit_length() - 1, value=values[k], part=k + 1, wanted=values[k] ^ d,
        )  # fmt: skip
    yield claim(
        "So the value of the sum is mex {{{values}}} = {total}.",
        mex(reached) == total == plain[position.state], values=_set_text(reached), total=total,
    )  # fmt: skip


def _part_values(position: Position) -> list[int]:
    with Solver() as solver:
        return [solver.value(game, state) for game, state in position.summands()]  # type: ignore[misc]


def _plain_values(position: Position) -> dict[State, int]:
    """The values of all positions below, by mex of whole positions: the theorem is not used."""
    game: Game = position.game
    values: dict[State, int] = {}
    todo = [position.state]
    while todo:
        state = todo[-1]
        options = list(islice(game.options(state), LARGEST_SUM + 1))  # below ω there are infinitely many
        if missing := [option for option in options if option not in values]:
            todo += missing
        else:
            values[todo.pop()] = mex(values[option] for option in options)
        if len(options) > LARGEST_SUM or len(values) > LARGEST_SUM or len(todo) > 50 * LARGEST_SUM:
            raise Limit("expected a sum of at most {most} positions", LARGEST_SUM, 0.0, most=LARGEST_SUM)
    return values


def _set_text(values: list[int]) -> str:
    return ", ".join(map(str, sorted(set(values))))


def _read_sum(text: str) -> tuple[Position]:
    position = position_of(text)
    if any(game.loopy for game, _ in position.summands()):
        raise ValueError(text)
    return (position,)


NIM_SUMS = (
    Proof(
        "associativity",
        Message("The nim-sum is associative: (a ⊕ b) ⊕ c = a ⊕ (b ⊕ c)."),
        BELING, "3 4 5", Message("three numbers"), numbers(3), _associative,
    ),
    Proof(
        "cancellation",
        Message("The nim-sum is cancellative: if a ⊕ b = a' ⊕ b, then a = a'."),
        SUMS, "5 3 6", Message("three numbers a, a' and b"), numbers(3), _cancelling,
    ),
    Proof(
        "monotonicity",
        Message("The nim-sum is nim-monotone: each c < a ⊕ b is a' ⊕ b for some a' < a, or a ⊕ b' for some b' < b."),
        SUMS, "13 42 30", Message("three numbers a, b and c, c smaller than a ⊕ b"),
        numbers(3, fits=lambda a, b, c: c < a ^ b), _monotone,
    ),
    Proof(
        "sum",
        Message("The value of a sum is the nim-sum of the values of its parts."),
        BELING, "nim: 5 + kayles: 4", Message("a position"), _read_sum, _sum,
    ),
)  # fmt: skip
