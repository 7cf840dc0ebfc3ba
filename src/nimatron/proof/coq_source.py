"""Writes the claim of a certificate as a Coq file. `coqc` accepts it only if the claim follows from the rules of play.

Nothing in such a file is trusted: a wrong hint makes Coq slow, and a wrong claim makes it refuse the file.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from ..core.errors import Refuted, UsageError
from ..core.game import State
from ..core.message import Number
from ..families.catalog import KNOWN, Catalog
from ..notation.reader import parse
from .heap_rules import HeapRules, rules_of
from .outcome_check import Check, DrawCheck, read_state, write_state
from .seal import Unreadable, integer, items, printable, text, unpack_values
from .verdict import CheckBudget

FAST = 5000
"""From this many values on, Coq computes with machine integers."""

MOST_VALUES, MOST_POSITIONS, MOST_WORK = 4_000_000, 20_000, 10_000_000

LIBRARY = (
    "Play Values Codes Periods Claims Checker FastChecker AnyHeaps AllBut MisereQuotients Automata Rules Strategies"
)

Writer = Callable[[Mapping[str, Any], Path | None, Catalog, CheckBudget], str]


def coq_source(
    data: Mapping[str, Any], folder: Path | None = None, catalog: Catalog = KNOWN, work: CheckBudget | None = None
) -> str:
    """The Coq file of a certificate that lies in `folder`; UsageError if there is no formal proof of its kind."""
    work = work or CheckBudget()
    kind = data.get("kind") if data.get("claim") == "period" else data.get("claim")
    if kind not in WRITERS:
        raise UsageError(
            "no formal proof can be written for a certificate of the kind {kind}, only for {known}",
            kind=repr(kind),
            known=", ".join(map(repr, WRITERS)),
        )
    head = (
        "From Coq Require Import NArith ZArith List.",
        "Import ListNotations.",
        f"From Nimatron Require Import {LIBRARY}.",
        "Open Scope N_scope.",
    )
    return "\n".join([*head, "", WRITERS[kind](data, folder, catalog, work), ""])


def check_name(path: Path) -> None:
    """Coq compiles only files whose name is an identifier."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*\.v", path.name):
        raise UsageError(
            "Coq cannot compile a file named {name}: use letters, digits and _, as in Kayles.v", name=path.name
        )


def _comment(words: str) -> str:
    """A comment; names from a file must not end it, nor open a string in it."""
    plain = printable(words).replace('"', "'").replace("(*", "( *").replace("*)", "* )")
    return f"(** {plain} *)"


def _list(things: Iterable[object]) -> str:
    return f"[{'; '.join(map(str, things))}]"


def _theorem(name: str, statement: str, proof: str) -> str:
    return f"Theorem {name} : {statement}.\nProof. {proof} Qed.\n"


# -- periods ---------------------------------------------------------------------------------------


def _period(data: Mapping[str, Any], folder: Path | None, catalog: Catalog, work: CheckBudget) -> str:
    game, start, period = text(data, "game"), integer(data, "preperiod"), integer(data, "period", 1)
    rules, count = rules_of(game), integer(data, "computed")
    if count > MOST_VALUES:
        raise UsageError("a formal proof takes at most {most} values", most=Number(MOST_VALUES))
    values = [int(value) for value in unpack_values(data, count, folder, work)]
    given = _list(values[: start + period]) if count < FAST else "[]"
    if rules.family == "allbut":
        return _growth(data, rules, start, period, given)
    digits = _digits(rules)
    if any(digit >> 3 for digit in digits):
        proof = "apply check_any_sound. vm_cast_no_check (eq_refl true)."
    else:
        hints = _list(_hint(t, digit, values) for t, digit in enumerate(digits))
        fast = f"fcheck_sound rules {hints} {max(values, default=0).bit_length() or 1}"
        sound = fast if count > FAST else f"check_sound rules {hints}"
        proof = f"apply ({sound}). vm_cast_no_check (eq_refl true)."
    return "\n".join([
        _comment(game), f"Definition rules : code := {_list(digits)}.\n",
        f"(** G(n + {period}) = G(n) for all n >= {start}; no smaller beginning and no smaller period will do. *)",
        _theorem("period", f"claim rules {start} {period} {given}", proof),
        "(** In play, a heap of n coins may be exchanged for one of n + period coins in every position. *)",
        _theorem("in_play", f"forall n s, {start} <= n -> (lost (move rules) (n + {period} :: s) <-> "
                 "lost (move rules) (n :: s))", "exact (claim_in_play _ _ _ _ period)."),
        "Print Assumptions in_play.",
    ])  # fmt: skip


def _digits(rules: HeapRules) -> list[int]:
    """A code; an amount that may be taken is the digit 3."""
    if rules.family == "subtraction":
        if rules.longest > MOST_POSITIONS:
            raise UsageError("a formal proof takes amounts up to {most}", most=Number(MOST_POSITIONS))
        amounts = {t for low, high in rules.runs for t in range(low, high + 1)}
        return [3 if t in amounts else 0 for t in range(rules.longest + 1)]
    if rules.moves or rules.unequal:
        raise UsageError("no formal proof can be written for codes with signs")
    return list(rules.digits)


def _hint(t: int, digit: int, values: list[int]) -> str:
    """The mask by which the fewest heaps are rare, if that saves time; the last two entries are about parity."""
    if digit & 4 and len(values) > 2000:
        counts = Counter((value, n & 1) for n, value in enumerate(values) if n)
        masks = ((mask, parity) for mask in range(1, 1 << min(max(values).bit_length(), 10)) for parity in (0, 1))

        def rare(choice: tuple[int, int]) -> int:
            mask, parity = choice
            return sum(c for (v, odd), c in counts.items()
                       if (v & mask).bit_count() % 2 ^ (parity & odd) == (parity & t & 1))  # fmt: skip

        best = min(masks, key=rare)
        if rare(best) * 20 < len(values):
            return f"({best[0]}, {_bool(best[1])}, {_bool(best[1] & t & 1)})"
    return "no_hint"


def _bool(bit: int) -> str:
    return "true" if bit else "false"


def _growth(data: Mapping[str, Any], rules: HeapRules, start: int, period: int, given: str) -> str:
    amounts = [t for low, high in rules.runs for t in range(low, high + 1)]
    saltus, top = integer(data, "saltus"), rules.longest
    # From here on, the values that occur before a heap and a period later differ by the saltus alone.
    settled = start + period + top + 1
    claim = f"growth_claim {_list(amounts)} {start} {period} {saltus} {given}"
    return "\n".join([
        _comment(text(data, "game")),
        f"(** You take anything but these amounts. G(n + {period}) = G(n) + {saltus} for all n >= {start}. *)",
        _theorem("period", claim, f"apply (check_growth_sound _ _ {settled}). vm_cast_no_check (eq_refl true)."),
        "Print Assumptions period.",
    ])  # fmt: skip


# -- misere quotients ------------------------------------------------------------------------------


def _quotient(data: Mapping[str, Any], folder: Path | None, catalog: Catalog, work: CheckBudget) -> str:
    game, order = text(data, "game"), integer(data, "order", 1)
    if data.get("period") is None:
        raise UsageError("a formal proof of a misere quotient needs its period: prove it without --heap")
    start, period = integer(data, "preperiod", 1), integer(data, "period", 1)
    digits = _digits(rules_of(game))
    raw = unpack_values(data, order * order, folder, work)
    table = [[int(x) for x in raw[i * order : (i + 1) * order]] for i in range(order)]
    elements, lost = [int(x) for x in items(data, "elements")], [int(x) for x in items(data, "lost")]
    if len(elements) < start + period or not all(0 <= x < order for x in [*elements, *lost, *chain(*table)]):
        raise Unreadable("the elements of {game} do not fit its table", game=printable(game))
    pairs = _pairs(digits, table, set(lost), elements, start, period, work)
    most, positions = max(max(digits).bit_length() - 1, 1), dict[int, list[int]]({0: []})
    for x in (found := [0]):  # a position for each element
        new = {table[x][y]: [*positions[x], heap] for heap, y in enumerate(elements[: start + period])}
        found += [y for y in new if y not in positions]
        positions = new | positions
    examples = _list(_list(positions.get(x, [])) for x in range(order))
    return "\n".join([
        _comment(game), f"Definition rules : code := {_list(digits)}.",
        f"Definition monoid : quotient := Quotient {order}\n  {_list(map(_list, table))}\n  {_list(lost)}\n"
        f"  {_list(elements[: start + period])}\n  {start} {period}\n  {_list(f'({m}, {r})' for m, r in pairs)}.\n",
        _theorem("checked", f"mcheck rules {most} monoid = true", "vm_cast_no_check (eq_refl true)."),
        "(** A position is lost in misere play exactly if the product of its elements is a lost one. *)",
        _theorem("decides", "forall s, misere_lost (move rules) s <-> "
                 "lostq monoid (product (mulq monoid) (map (phiq monoid) s)) = true",
                 f"exact (mcheck_sound rules {most} monoid checked)."),
        "(** Elements are equal exactly if positions are equal in every sum: no smaller monoid decides misere play. *)",
        _theorem("quotient", "(forall s t, equal_in_misere rules s t <->\n"
                 "  product (mulq monoid) (map (phiq monoid) s) = product (mulq monoid) (map (phiq monoid) t)) /\\\n"
                 "  (forall x, x < order monoid <-> exists s, product (mulq monoid) (map (phiq monoid) s) = x)",
                 f"apply (smallest_sound rules {most} monoid checked {examples}). vm_cast_no_check (eq_refl true)."),
        "Print Assumptions decides.",
        "Print Assumptions quotient.",
    ])  # fmt: skip


def _pairs(
    digits: list[int], table: list[list[int]], lost: set[int], elements: list[int], start: int, period: int,
    work: CheckBudget,
) -> list[tuple[int, int]]:  # fmt: skip
    """Pairs of an element and a set, as bits, beside which a move wins: they decide all sums (docs/certificates.md)."""
    order = len(table)
    beside = [sum(1 << z for z in range(order) if row[z] in lost) for row in table]

    def element(heap: int) -> int:
        return elements[heap if heap < start + period else start + (heap - start) % period]

    most = max(digits).bit_length()
    last = max(most - 1, 1) * (max(start, 1) + period) + len(digits)
    products = [{0: {0}}, *({} for _ in range(1, most))]  # the elements of j heaps with n coins in all
    for fewer, longer in pairwise(products):
        for n in range(1, last):
            work.spend(n)
            longer[n] = {table[element(a)][x] for a in range(1, n + 1) for x in fewer.get(n - a, ())}

    def wins(heap: int) -> int:
        won = 0
        for t, digit in enumerate(digits):
            for j in range(0 if t else 2, digit.bit_length()):
                for x in products[j].get(heap - t, ()) if digit >> j & 1 else ():
                    won |= beside[x]
        return won

    kinds = sorted({(element(heap), wins(heap)) for heap in range(1, last)} - {(0, 0)})  # without heaps without moves
    least: dict[int, list[int]] = {}
    todo = [(0, 0)]
    while todo:
        m, won = todo.pop()
        for x, more in kinds:
            work.spend()
            after = sum(1 << z for z in range(order) if won >> table[x][z] & 1)
            after |= sum(1 << z for z in range(order) if more >> table[m][z] & 1)
            known = least.setdefault(table[m][x], [])
            if not any(old & after == old for old in known):
                known[:] = [old for old in known if old & after != after] + [after]
                todo.append((table[m][x], after))
    return [(m, won) for m, sets in least.items() for won in sets]


# -- positions -------------------------------------------------------------------------------------


def _outcome(data: Mapping[str, Any], folder: Path | None, catalog: Catalog, work: CheckBudget) -> str:
    """The strategy of a certificate as a list: a position stands behind those on which its label rests."""
    written, outcome, misere = text(data, "position"), text(data, "outcome"), data.get("misere") is True
    position = parse(written, catalog)
    game, start = position.game, position.state
    check = (DrawCheck if outcome == "D" else Check)(position, data, misere, work)
    check.read()
    drawn = getattr(check, "drawn", [])
    moves = {state: [*game.options(state)] for state in chain(check.members, drawn)}
    try:
        order = TopologicalSorter({o: [r] for o, r in check.replies.items()} | {m: moves[m] for m in check.members})
        away = (option for state in drawn for option in moves[state] if option not in moves)
        states = dict.fromkeys(chain(order.static_order(), away, drawn, [start]))
    except CycleError as circle:
        raise Refuted("play can return to {position}", position=check.show(circle.args[1][0])) from None
    work.spend(sum(map(len, moves.values())))
    if len(states) > MOST_POSITIONS or work.done > MOST_WORK:
        raise UsageError("a formal proof lists at most {most} positions", most=Number(MOST_POSITIONS))
    numbers = {state: i for i, state in enumerate(states)}
    replies = dict(check.replies)
    if outcome == "N" and data.get("first") is not None:
        replies[start] = read_state(game, data["first"])

    def entry(state: State) -> str:
        if state not in moves and state in replies:
            return f"One {numbers.get(replies[state], len(states))}"
        options = moves.get(state, [] if check.is_end(state) else [state])
        return f"All {_list(sorted({numbers.get(option, len(states)) for option in options}))}"

    words = {state: _comment(f"{i}: {write_state(game, state)}") for state, i in numbers.items()}
    rows = ";\n  ".join(f"{entry(state)} {its}" for state, its in words.items())
    claim = {"N": "wins", "P": "loses", "D": "draws"}[outcome] + ("_in_misere" if misere else "")
    verb = ("misere_" if misere else "") + {"N": "won", "P": "lost", "D": "drawn"}[outcome]
    proof = f"{claim}_sound positions {numbers[start]} position move name H"
    return "\n".join([
        _comment(written), "(** Of each position it has all moves, or one move that is enough. *)",
        f"Definition positions : strategy := [\n  {rows}].\n",
        "(** In every game with these moves, whoever is to move has this result. *)",
        _theorem("outcome", "forall (position : Type) (move : position -> position -> Prop) (name : N -> position),\n"
                 f"  lists positions move name -> {verb} move (name {numbers[start]})",
                 f"intros position move name H. apply ({proof}). vm_cast_no_check (eq_refl true)."),
        "Print Assumptions outcome.",
    ])  # fmt: skip


# -- rules of games from formulas ------------------------------------------------------------------

ZEROS = 8
"""Digits by which numbers after a move may be longer."""

FUEL = 100_000
"""The most states that Coq looks at."""

AFTER = "__after"


def _rule(data: Mapping[str, Any], folder: Path | None, catalog: Catalog, work: CheckBudget) -> str:
    if data.get("s") != 0 or data.get("misere") or data.get("won") or data.get("block"):
        raise UsageError(
            "a formal proof of a rule needs digits to a base, normal play, no blocking and no other winner at the end"
        )
    heaps = text(data, "numbers").split()
    made = [Translator(heaps, str(source)) for source in items(data, "moves")]
    chosen = max((len(each.chosen) for each in made), default=0)
    allowed = Translator(heaps, text(data, "positions") or "0 <= 0")
    moves = _nested("Either", [each.formula for each in made])
    table = _list(_list(f"{to}%N" for to in row) for row in items(data, "step"))
    accept = _list(f"{state}%N" for state in items(data, "accept"))
    weights, heap_count = _list(map(_list, items(data, "measure"))), len(heaps)
    call = f"rule_sound (N.to_nat {FUEL}) {ZEROS} {data['c']} _ {weights} _ {chosen}"
    return "\n".join([
        "Open Scope Z_scope.",
        *map(_comment, map(str, data["moves"])),
        f"Definition allowed : formula := {allowed.formula}.",
        f"Definition moves : formula := {moves}.",
        f"Definition machine : automaton := Automaton\n  {table}\n  {accept}.\n",
        "(** The player to move loses exactly if the automaton accepts the digits of the position. *)",
        _theorem("rule", f"forall p, position {heap_count} allowed p ->\n"
                 f"  (lost (by_formula {heap_count} {chosen} allowed moves) p"
                 f" <-> accepts {data['c']} machine p = true)",
                 f"intros p H. apply ({call}); [vm_cast_no_check (eq_refl true)|exact H]."),
        "Print Assumptions rule.",
    ])  # fmt: skip


def _nested(sign: str, formulas: list[str]) -> str:
    """Formulas joined two by two."""
    first, *rest = formulas
    return f"({sign} {first} {_nested(sign, rest)})" if rest else first


class Translator:
    """A formula for Coq: numbers before the move, numbers after it, then the numbers that a player chooses."""

    def __init__(self, heaps: list[str], source: str) -> None:
        self.heaps, self.chosen = heaps, list[str]()
        plain = re.sub(r"([A-Za-z]\w*)['’′]", rf"\1{AFTER}", source)
        plain = re.sub(r"(?<![<>=!])=(?!=)", "==", plain)
        plain = re.sub(r"(?<!\w)(\d+)\s*(?=(?!and\b|or\b|not\b|in\b)[A-Za-z])", r"\1*", plain)
        try:
            body = ast.parse(f"({plain})", mode="eval").body
            parts = [self._truth(part) for part in (body.elts if isinstance(body, ast.Tuple) else [body])]
        except (SyntaxError, ValueError, RecursionError, KeyError):
            raise UsageError("no formal proof can be written for the formula {text}", text=printable(source)) from None
        changed = [heap for heap in heaps if heap + AFTER in plain]
        stay = [self._linear("Zero", {heap: -1, heap + AFTER: 1}) for heap in heaps if changed and heap not in changed]
        self.formula = _nested("Both", parts + stay)

    def _truth(self, node: ast.expr) -> str:
        match node:
            case ast.BoolOp(op, parts):
                sign = "Both" if isinstance(op, ast.And) else "Either"
                return _nested(sign, [self._truth(part) for part in parts])
            case ast.UnaryOp(ast.Not(), inner):
                return f"(Not {self._truth(inner)})"
            case ast.Compare(left, ops, rights):
                pairs = zip([left, *rights], ops, rights, strict=False)
                return _nested("Both", [self._pair(*pair) for pair in pairs])
        raise ValueError(node)

    def _pair(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Set):
            found = _nested("Either", [self._pair(left, ast.Eq(), each) for each in right.elts])
            return f"(Not {found})" if isinstance(op, ast.NotIn) else found
        if isinstance(op, ast.Gt | ast.GtE):
            left, op, right = right, ast.Lt() if isinstance(op, ast.Gt) else ast.LtE(), left
        form = Counter(self._number(left))
        form.subtract(self._number(right))
        if isinstance(op, ast.Eq | ast.NotEq):
            found = self._linear("Zero", form)
            return found if isinstance(op, ast.Eq) else f"(Not {found})"
        if not isinstance(op, ast.Lt | ast.LtE):
            raise ValueError(op)
        form[""] += isinstance(op, ast.Lt)
        return self._linear("Least", form)

    def _number(self, node: ast.expr) -> dict[str, int]:
        match node:
            case ast.Constant(value) if type(value) is int:
                return {"": value}
            case ast.Name(name):
                if name.removesuffix(AFTER) not in self.heaps and name not in self.chosen:
                    self.chosen.append(name)
                return {name: 1}
            case ast.UnaryOp(ast.USub(), inner):
                return {name: -count for name, count in self._number(inner).items()}
            case ast.BinOp(left, ast.Add() | ast.Sub() as op, right):
                total = Counter(self._number(left))
                total.update(self._number(right)) if isinstance(op, ast.Add) else total.subtract(self._number(right))
                return total
            case ast.BinOp(ast.Constant(int(times)), ast.Mult(), inner) | ast.BinOp(
                inner, ast.Mult(), ast.Constant(int(times))
            ):
                return {name: times * count for name, count in self._number(inner).items()}
        raise ValueError(node)

    def _linear(self, kind: str, form: Mapping[str, int]) -> str:
        order = [*self.heaps, *(heap + AFTER for heap in self.heaps), *self.chosen]
        counts = [form.get(name, 0) for name in order]
        while counts and not counts[-1]:
            counts.pop()
        return f"({kind} (Linear {_list(counts)} {_signed(form.get('', 0))}))"


def _signed(number: int) -> str:
    return f"({number})" if number < 0 else str(number)


WRITERS: dict[Any, Writer] = {
    "window": _period,
    "theorem": _period,
    "pattern": _period,
    "misere": _quotient,
    "kernel": _outcome,
    "draw": _outcome,
    "lost": _rule,
}
"""The kinds of certificates that have a formal proof."""
