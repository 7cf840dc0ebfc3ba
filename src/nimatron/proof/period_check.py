"""Checks the claim of a period.

There are enough values for a theorem to apply, they follow from the rules, they show the period, and nothing smaller
would do. Then the theorem carries the period on for ever, and the whole infinite claim is proved by finitely many
values. The theorems, with proofs, are in docs/certificates.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import Refuted
from ..core.message import Message, Number
from .derive import derive, largest_of
from .growth_check import GrowthClaim, check_growth
from .heap_rules import HeapRules, rules_of
from .seal import Unreadable, brief, integer, printable, text, unpack_values
from .verdict import CheckBudget, CheckLimit, Verdict

if TYPE_CHECKING:
    from ..core.array_types import Values

LARGEST_VALUE = 1 << 26
"""The largest value that is checked: the loops keep a table of all values up to it."""

GROWTH = "growth"
"""The kind of a proof that the values of a code grow."""

PIECE = 1 << 20
"""How many values are compared at a time."""


def check_period(data: Mapping[str, Any], folder: Path | None, work: CheckBudget) -> Verdict:
    """Does the period hold, and are preperiod, period and saltus the least possible?"""
    game = text(data, "game")
    preperiod, period, saltus = integer(data, "preperiod"), integer(data, "period", 1), integer(data, "saltus")
    computed = integer(data, "computed", 1)
    statement = "{game}: G(n + {period}) = G(n) + {saltus} from n = {preperiod} on"
    claim = Message(statement, game=printable(game), period=period, saltus=saltus, preperiod=preperiod)
    needed = 0
    try:
        rules = rules_of(game)
        _check_kind(rules, data)
        grows = data["kind"] == GROWTH
        # Growing values are not counted: they are all looked at.
        needed = computed if grows else _check_bound(rules, preperiod, period, computed)
        # Whatever comes after them proves nothing, and is not looked at.
        values = unpack_values(data, computed, folder, work)[:needed]
        check_values(rules, values, preperiod, period, saltus, work)
        if grows:
            depth = integer(data, "depth")
            check_growth(GrowthClaim(rules.every_move, values.tolist(), preperiod, period, saltus, depth), work)
    except Refuted as fault:
        return Verdict(claim, False, fault.message, work.done)
    except CheckLimit as fault:
        counts = {"limit": fault.limit, "done": Number(work.done), "all": Number(needed)}
        return Verdict(claim, None, Message("{limit}: {done} of {all} values derived", params=counts), work.done)
    return Verdict(claim, True, Message("all {size} values derived from the rules", size=Number(needed)), needed)


def check_values(
    rules: HeapRules, values: Values | list[int], preperiod: int, period: int, saltus: int, work: CheckBudget
) -> None:
    """Do the values follow from the rules and show the period, and nothing smaller? Refuted if not."""
    # The cheap comparisons come first: a false claim is refuted before the long derivation.
    _check_largest(rules, values)
    _check_repeats(values, preperiod, period, saltus, work)
    _check_least(values, preperiod, period, saltus, work)
    derive(rules, values, work)


def _check_kind(rules: HeapRules, data: Mapping[str, Any]) -> None:
    if data.get("kind") == GROWTH and rules.family == "octal":
        if not data["saltus"]:
            raise Refuted("values that grow have a saltus")
        return
    if data.get("kind") != rules.kind:
        raise Refuted(
            "periods of this game are proved by a {kind}, not by {found}",
            kind=rules.kind,
            found=brief(data.get("kind")),
        )
    if data["saltus"] and rules.family != "allbut":
        # A window and the theorem are about equal values: SUBTRACTION(1,2,3) begins 0, 1, 2, 3 and then stops growing.
        raise Refuted("a {kind} proves that values come again, not that they grow with a saltus", kind=rules.kind)


def _check_bound(rules: HeapRules, preperiod: int, period: int, computed: int) -> int:
    """How many values the theorem needs; Refuted if there are fewer."""
    needed = rules.values_to_prove(preperiod, period)
    if computed < needed:
        raise Refuted(
            "a proof needs {needed} values, but there are only {computed}",
            needed=Number(needed),
            computed=Number(computed),
        )
    return needed


def _check_largest(rules: HeapRules, values: Values | list[int]) -> None:
    """A value is at most the number of options. A false one would cost memory later."""
    size, largest = len(values), largest_of(values)
    most = {"subtraction": rules.amount_count, "allbut": size - 1, "octal": rules.amount_count * (size // 2 + 2)}
    if rules.triples:
        most["octal"] *= size
    if rules.moves:
        most["octal"] = len(rules.moves) * size ** max(move.heaps for move in rules.moves)
    if largest > most[rules.family]:
        raise Refuted(
            "no heap below {size} has as many options as the value {largest} needs",
            size=Number(size),
            largest=Number(largest),
        )
    if largest > LARGEST_VALUE:
        raise Unreadable("values beyond {largest} are too large to check", largest=Number(LARGEST_VALUE))


def _check_repeats(values: Values | list[int], preperiod: int, period: int, saltus: int, work: CheckBudget) -> None:
    start = values[preperiod:]
    for i in _differences(start[period:], start[: len(start) - period], saltus, work):
        n = preperiod + i
        raise Refuted("G({later}) is not G({heap}) + {saltus}", later=n + period, heap=n, saltus=saltus)


def _differences(
    later: Values | list[int], earlier: Values | list[int], added: int, work: CheckBudget
) -> Iterator[int]:
    """The places where `later` is not `earlier` with `added` to it; in an array only the first in each piece."""
    if isinstance(later, list) or isinstance(earlier, list):
        yield from (i for i, (new, old) in enumerate(zip(later, earlier, strict=False)) if new != old + added)
        return
    for low in range(0, len(later), PIECE):
        work.look()
        piece = slice(low, low + PIECE)
        wrong = later[piece].astype("i8") != earlier[piece].astype("i8") + added
        if wrong.any():
            yield low + int(wrong.argmax())


def _check_least(values: Values | list[int], preperiod: int, period: int, saltus: int, work: CheckBudget) -> None:
    """Would a smaller preperiod or period do? Call it once the period is known to be one."""
    # All periods are multiples of the least one. So it is enough to try the period divided by each of its primes.
    n = preperiod - 1
    if n >= 0 and int(values[n + period]) == int(values[n]) + saltus:
        raise Refuted("the preperiod is not the smallest possible: {heap} is enough", heap=n)
    for prime in primes_of(period):
        part, rest = divmod(saltus, prime)
        block = values[preperiod : preperiod + period]
        if rest == 0 and _has_period(block, period // prime, part, saltus, work):
            raise Refuted("the period is not the smallest possible: {period} is enough", period=period // prime)


def _has_period(block: Values | list[int], shift: int, added: int, saltus: int, work: CheckBudget) -> bool:
    """Does `block`, which comes again with `saltus` added, consist of smaller blocks of length `shift`?"""
    end = len(block) - shift
    inside = _differences(block[shift:], block[:end], added, work)
    # The next block is this block with the saltus added, so the saltus is subtracted here.
    wrapped = _differences(block[:shift], block[end:], added - saltus, work)
    return next(inside, None) is None and next(wrapped, None) is None


def primes_of(n: int) -> Iterator[int]:
    """The primes that divide n."""
    prime = 2
    while prime * prime <= n:
        if n % prime == 0:
            yield prime
            while n % prime == 0:
                n //= prime
        prime += 1
    if n > 1:
        yield n
