"""One-heap games by hand: options, values and checks without any idea that the program has, for small heaps only."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from hypothesis import strategies as st

from nimatron import AllBut, Octal, Subtraction, sequence
from nimatron.core.game import Game
from nimatron.proof.heap_rules import HeapRules


def by_definition(rules: HeapRules, values: list[int]) -> int | None:
    """Without any table or generator: a set of values for every heap."""
    for n, value in enumerate(values):
        options = {nim_sum(values, option) for option in moves(rules, n)}
        if value in options or not options >= set(range(value)):
            return n
    return None


def nim_sum(values: list[int], heaps: tuple[int, ...]) -> int:
    found = 0
    for heap in heaps:
        found ^= values[heap]
    return found


def moves(rules: HeapRules, n: int) -> Iterator[tuple[int, ...]]:
    named = {amount for low, high in rules.runs for amount in range(low, high + 1)}
    if rules.family != "octal":
        yield from ((n - t,) for t in range(1, n + 1) if (t in named) == (rules.family == "subtraction"))
        return
    for t, heaps, sign in rules.moves:
        for left in combinations_with_replacement(range(1, n), heaps):
            kinds = len(set(left))
            fits = heaps < 2 or {"": True, "!": kinds == heaps, "?": kinds > 1, "=": kinds == 1}[sign]
            if sum(left) == n - t and fits and (t or heaps):
                yield left
    for t, digit in enumerate(rules.digits[: n + 1]):
        if digit & 1 and t == n > 0:
            yield ()
        if digit & 2 and 0 < t < n:
            yield (n - t,)
        if digit & 4:
            yield from ((a, n - t - a) for a in range(1, n - t) if not (rules.unequal and 2 * a == n - t))
        if digit & 8:
            yield from ((a, b, n - t - a - b) for a in range(1, n - t) for b in range(1, n - t - a))


codes = st.builds(
    lambda first, digits, mark: f"octal{{{first}{mark}.{''.join(digit + mark for digit in digits)}}}",
    st.sampled_from("04"), st.text("01234567", max_size=4), st.sampled_from(["", "!"]),
)  # fmt: skip
sets = st.builds(
    lambda family, amounts: f"{family}{{{','.join(map(str, sorted(amounts)))}}}",
    st.sampled_from(["subtraction", "allbut"]), st.sets(st.integers(1, 9)),
)  # fmt: skip


def true_values(text: str, size: int) -> list[int]:
    family, _, given = text.rstrip("}").partition("{")
    game: Game = {"octal": Octal, "subtraction": Subtraction, "allbut": AllBut}[family](given)
    return [int(value) for value in sequence(game, size)]
