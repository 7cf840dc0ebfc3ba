"""Writes the claim of a certificate as a Coq file. `coqc` accepts it only if the claim follows from the rules of play.

Nothing in such a file is trusted: a wrong hint makes Coq slow, and a wrong claim makes it refuse the file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.errors import Refuted, UsageError
from ..core.game import State
from ..core.message import Number
from ..families.catalog import KNOWN, Catalog
from ..notation.reader import parse
from .front_check import forms_of
from .front_part import RareForm
from .heap_rules import HeapRules, rules_of
from .lands_check import LandsCheck
from .outcome_check import Check, DrawCheck, read_state, write_state
from .plane_drawing import Drawing, read_drawing
from .quick import MaskForm, count_values, form
from .rule_check import AFTER, Form, Formula
from .seal import Unreadable, brief, integer, items, printable, text, unpack_values
from .value_check import ValueCheck
from .verdict import CheckBudget

if TYPE_CHECKING:
    from ..core.array_types import Values

FAST = 5000
"""From this many values on, Coq computes with machine integers."""

WIDE = 1000
"""Machine integers are for codes with fewer digits."""

MOST_VALUES, MOST_POSITIONS, MOST_WORK = 4_000_000, 20_000, 10_000_000

LIBRARY = (
    "Play Values Nim Codes Periods Claims Checker FastChecker AnyHeaps AllBut Growth MisereQuotients Automata Rules"
    " Parts Strategies"
)

COMPUTED = "Theorem computed : verdict = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n"
"""All that Coq computes is the verdict of a checker; the other theorems follow from this one."""

Writer = Callable[[Mapping[str, Any], Path | None, Catalog, CheckBudget], str]


def coq_source(
    data: Mapping[str, Any], folder: Path | None = None, catalog: Catalog = KNOWN, work: CheckBudget | None = None
) -> str:
    """The Coq file of a certificate that lies in `folder`; UsageError if there is no formal proof of its kind."""
    kind = data.get("kind") if data.get("claim") == "period" else data.get("claim")
    if not isinstance(kind, str) or kind not in WRITERS:
        raise UsageError(
            "no formal proof can be written for a certificate of the kind {kind}, only for {known}",
            kind=repr(kind),
            known=", ".join(map(repr, WRITERS)),
        )
    head = (
        "From Coq Require Import NArith ZArith List Bool.",
        "Import ListNotations.",
        f"From Nimatron Require Import {LIBRARY}.",
        "Open Scope N_scope.",
    )
    return "\n".join([*head, "", WRITERS[kind](data, folder, catalog, work or CheckBudget()), ""])


def check_name(path: Path) -> None:
    """Coq compiles only files whose name is an identifier."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*\.v", path.name):
        raise UsageError(
            "Coq cannot compile a file named {name}: use letters, digits and _, as in Kayles.v", name=path.name
        )


def _limit(size: int, most: int) -> None:
    """Refuse what is too large before anything is computed."""
    if size > most:
        raise UsageError("a formal proof takes numbers up to {most}, not {size}", most=Number(most), size=Number(size))


def _comment(words: str) -> str:
    """A comment; names from a file must not end it, nor open a string in it."""
    plain = printable(words).replace('"', "'").replace("(*", "( *").replace("*)", "* )")
    return f"(** {plain} *)"


def _list(things: Iterable[object]) -> str:
    return f"[{'; '.join(map(str, things))}]"


def _numbers(data: Mapping[str, Any], key: str) -> list[int]:
    """The field `key`, a list of numbers: no other text of a certificate may get into a Coq file."""
    return [integer({key: number}, key) for number in items(data, key)]


def _rows(data: Mapping[str, Any], key: str) -> list[list[int]]:
    return [_numbers({key: row}, key) for row in items(data, key)]


def _computed(verdict: str) -> str:
    return f"\nNotation verdict := (\n  {verdict}).\n{COMPUTED}"


def _theorem(name: str, statement: str, proof: str) -> str:
    return f"Theorem {name} : {statement}.\nProof. {proof} Qed.\nPrint Assumptions {name}.\n"


# -- periods ---------------------------------------------------------------------------------------


def _period(data: Mapping[str, Any], folder: Path | None, catalog: Catalog, work: CheckBudget) -> str:
    game, start, period = text(data, "game"), integer(data, "preperiod"), integer(data, "period", 1)
    rules, known = rules_of(game), integer(data, "computed")
    _limit(rules.longest, MOST_POSITIONS)
    _limit(max(known, rules.values_to_prove(start, period)), MOST_VALUES)
    values = unpack_values(data, known, folder, work)
    is_front = data["kind"] == "front"  # which has windows of the values
    given = _list(values[: start + period]) if known < FAST and not is_front else "[]"
    if rules.family == "allbut":
        return _growth(data, rules, start, period, given)
    digits = _digits(rules)
    check, hints = "check_any", ""
    if max(digits) < 8:
        check, hints = "check", _list(_hints(digits, values, forms_of(data) if is_front else None, work))
        if known > FAST and len(digits) < WIDE:
            check, hints = "fcheck", f"{hints} {int(values.max()).bit_length() + 2 * is_front}"
    return "\n".join([
        _comment(game), f"Definition rules : code := {_list(digits)}.",
        _computed(f"{check} rules {hints} {start} {period} {given}"),
        f"(** G(n + {period}) = G(n) for all n >= {start}; no smaller beginning and no smaller period will do. *)",
        _theorem("period", f"claim rules {start} {period} {given}", f"eapply {check}_sound. exact computed."),
        "(** In play, a heap of n coins may be exchanged for one of n + period coins in every position. *)",
        _theorem("in_play", f"forall n s, {start} <= n -> (lost (move rules) (n + {period} :: s) <-> "
                 "lost (move rules) (n :: s))", "exact (claim_in_play _ _ _ _ period)."),
    ])  # fmt: skip


def _digits(rules: HeapRules) -> list[int]:
    """A code; an amount that may be taken is the digit 3."""
    if rules.family == "subtraction":
        amounts = _amounts(rules)
        return [3 if t in amounts else 0 for t in range(rules.longest + 1)]
    if rules.moves or rules.unequal:
        raise UsageError("no formal proof can be written for codes with signs")
    return list(rules.digits)


def _amounts(rules: HeapRules) -> list[int]:
    return [t for low, high in rules.runs for t in range(low, high + 1)]


def _hints(digits: list[int], values: Values, forms: tuple[RareForm, RareForm] | None, work: CheckBudget) -> list[str]:
    """The mask by which the fewest heaps are rare, if that saves time; the last two entries are about parity."""
    counts = count_values(values, work)

    def hint(t: int) -> str:
        best = forms[t % 2] if forms else form(values, counts, t % 2 == 1, work)
        if isinstance(best, MaskForm) and len(best.rares) * 20 > len(values):
            return "no_hint"
        return f"({best.mask}, {_bool(best.turns)}, {_bool(best.turns & t)})"

    return [hint(t) if digit & 4 else "no_hint" for t, digit in enumerate(digits)]


def _bool(bit: int) -> str:
    return "true" if bit & 1 else "false"


def _growth(data: Mapping[str, Any], rules: HeapRules, start: int, period: int, given: str) -> str:
    saltus, amounts = integer(data, "saltus"), _list(_amounts(rules))
    _limit(saltus, MOST_VALUES)
    # From here on, the values that occur before a heap and a period later differ by the saltus alone.
    settled = start + period + rules.longest + 1
    return "\n".join([
        _comment(text(data, "game")),
        _computed(f"check_growth {amounts} {start} {settled} {period} {saltus} {given}"),
        f"(** You take anything but these amounts. G(n + {period}) = G(n) + {saltus} for all n >= {start}. *)",
        _theorem("period", f"growth_claim {amounts} {start} {period} {saltus} {given}",
                 "eapply check_growth_sound. exact computed."),
    ])  # fmt: skip


def _saltus(data: Mapping[str, Any], folder: Path | None, catalog: Catalog, work: CheckBudget) -> str:
    game, start, period = text(data, "game"), integer(data, "preperiod"), integer(data, "period", 1)
    rules, known = rules_of(game), integer(data, "computed", 1)
    saltus, depth = integer(data, "saltus"), integer(data, "depth")
    _limit(max(rules.longest, known, start + period, saltus), MOST_POSITIONS)
    digits = _digits(rules)
    # Coq looks at all options of all heaps, and at all choices of small heaps.
    _limit(known ** max(max(digits).bit_length() - 1, 1), MOST_WORK)
    given = _list(unpack_values(data, known, folder, work))
    # The saltus is a multiple of this power of two.
    power = (saltus & -saltus or 1).bit_length() - 1
    return "\n".join([
        _comment(game), f"Definition rules : code := {_list(digits)}.",
        _computed(f"check_saltus rules {start} {period} {saltus} {power} {depth} {known} {given}"),
        f"(** G(n + {period}) = G(n) + {saltus} for all n >= {start}; no smaller beginning and no smaller period will do. *)",
        _theorem("period", f"saltus_claim rules {start} {period} {saltus} {given}",
                 "eapply check_saltus_sound. exact computed."),
        "(** In play, these coins more in a heap are worth as much as the saltus in a heap of Nim beside it. *)",
        _theorem("in_play", f"forall n x, {start} <= n ->\n  (lost (sum_move (move rules) nim) ([n + {period}], "
                 f"[x + {saltus}]) <-> lost (sum_move (move rules) nim) ([n], [x]))",
                 "exact (saltus_in_play _ _ _ _ _ period)."),
    ])  # fmt: skip


# -- misere quotients ------------------------------------------------------------------------------


def _quotient(data: Mapping[str, Any], folder: Path | None, catalog: Catalog, work: CheckBudget) -> str:
    game, order = text(data, "game"), integer(data, "order", 1)
    if data.get("period") is None:
        raise UsageError("a formal proof of a misere quotient needs its period: prove it without --heap")
    start, period, rules = integer(data, "preperiod", 1), integer(data, "period", 1), rules_of(game)
    _limit(rules.longest, MOST_POSITIONS)
    digits = _digits(rules)
    raw = unpack_values(data, order * order, folder, work).tolist()
    table = [raw[i * order : (i + 1) * order] for i in range(order)]
    elements, lost = _numbers(data, "elements"), _numbers(data, "lost")
    if len(elements) < start + period or not all(0 <= x < order for x in [*elements, *lost, *raw]):
        raise Unreadable("the elements of {game} do not fit its table", game=printable(game))
    pairs = _pairs(digits, table, set(lost), elements, start, period, work)
    most, positions = max(max(digits).bit_length() - 1, 1), dict[int, list[int]]({0: []})
    for x in (found := [0]):  # a position for each element
        new = {table[x][y]: [*positions[x], heap] for heap, y in enumerate(elements[: start + period])}
        found += [y for y in new if y not in positions]
        positions = new | positions
    examples = _list(_list(positions.get(x, [])) for x in range(order))
    element = "product (mulq monoid) (map (phiq monoid) {})".format
    return "\n".join([
        _comment(game), f"Definition rules : code := {_list(digits)}.",
        f"Definition monoid : quotient := Quotient {order}\n  {_list(map(_list, table))}\n  {_list(lost)}\n"
        f"  {_list(elements[: start + period])}\n  {start} {period}\n  {_list(f'({m}, {r})' for m, r in pairs)}.",
        f"Definition examples : list (list N) := {examples}.",
        _computed(f"mcheck rules {most} monoid && smallest monoid examples"),
        "(** A position is lost in misere play exactly if the product of its elements is a lost one. *)",
        _theorem("decides", f"forall s, misere_lost (move rules) s <-> lostq monoid ({element('s')}) = true",
                 f"exact (mcheck_sound rules {most} monoid (proj1 (andb_prop _ _ computed)))."),
        "(** Elements are equal exactly if positions are equal in every sum: no smaller monoid decides misere play. *)",
        _theorem("quotient", f"(forall s t, equal_in_misere rules s t <-> {element('s')} = {element('t')}) /\\\n"
                 f"  (forall x, x < order monoid <-> exists s, {element('s')} = x)",
                 f"exact (smallest_sound rules {most} monoid (proj1 (andb_prop _ _ computed)) examples\n"
                 "  (proj2 (andb_prop _ _ computed)))."),
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
    written, outcome, misere = text(data, "position"), *_result(data)
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
            check.check_move(state, replies[state])
            return f"One {numbers.get(replies[state], len(states))}"
        options = moves.get(state, [] if check.is_end(state) else [state])
        return f"All {_list(sorted({numbers.get(option, len(states)) for option in options}))}"

    words = {state: _comment(f"{i}: {write_state(game, state)}") for state, i in numbers.items()}
    rows = ";\n  ".join(f"{entry(state)} {its}" for state, its in words.items())
    claim = {"N": "wins", "P": "loses", "D": "draws"}[outcome]
    verb, way = {"N": "won", "P": "lost", "D": "drawn"}[outcome], "_in_misere" if misere else ""
    return "\n".join([
        _comment(written), "(** Of each position it has all moves, or one move that is enough. *)",
        f"Definition positions : strategy := [\n  {rows}].",
        _computed(f"{claim} {_bool(misere)} positions {numbers[start]}"),
        "(** In every game with these moves, whoever is to move has this result. *)",
        _theorem("outcome", "forall (position : Type) (move : position -> position -> Prop) (name : N -> position),\n"
                 f"  lists positions move name -> {'misere_' if misere else ''}{verb} move (name {numbers[start]})",
                 f"intros position move name H. apply ({claim}{way}_sound positions {numbers[start]} position move"
                 " name H computed)."),
    ])  # fmt: skip


def _result(data: Mapping[str, Any]) -> tuple[str, bool]:
    """The outcome, and whether it is that of misere play."""
    outcome, misere = data.get("outcome"), data.get("misere")
    if outcome not in ("N", "P", "D") or not isinstance(misere, bool):
        raise Unreadable("expected an outcome N or P, and true or false for misere")
    return str(outcome), misere


# -- values of parts -------------------------------------------------------------------------------

Parts = tuple[int, ...]
"""What a move leaves: the numbers of its parts."""


def _value(data: Mapping[str, Any], folder: Path | None, catalog: Catalog, work: CheckBudget) -> str:
    position, value = parse(text(data, "position"), catalog), integer(data, "value")
    game, check = position.game, ValueCheck(position, work)
    numbers, lines = dict[Hashable, int](), list[str]()

    def parts(state: State) -> Parts:
        work.spend()
        keys = (game.canonical(part) for _, part in game.components(state))
        return tuple([numbers.setdefault(key, len(numbers)) for key in keys])

    for line in items(data, "lines"):
        check.read(line)
        state = read_state(game, line[0])
        options = map(parts, game.options(state)) if len(line) == 2 else parts(read_state(game, line[2]))
        lines.append(_line(numbers.setdefault(game.canonical(state), len(numbers)), line[1], options, game.show(state)))
    start = _list(parts(position.state))
    claim = f"forall n, lost (sum_move (split_move opens) nim) (map name {start}, [n]) <-> n = {value}"
    return _by_parts(data, lines, f"shows lines {value} {start}", claim, "value")


def _lands(data: Mapping[str, Any], folder: Path | None, catalog: Catalog, work: CheckBudget) -> str:
    check, verb = LandsCheck(work), {("P", False): "lost", ("N", False): "won"}.get(_result(data))
    if verb is None or not text(data, "position").startswith("sprouts: "):
        raise Unreadable("expected a position of Sprouts in normal play, and its outcome N or P")
    for entry in items(data, "values"):
        check.read(entry)
    lines = dict[tuple[int, ...], str]()

    def parts(drawing: Drawing) -> Parts:
        work.spend()
        return tuple([check.number(land) for land in drawing.lands()])

    def write(land: int, value: int, options: Iterable[Parts] | Parts) -> None:
        lives = sum(check.lands[land].lives[spot] for spot in check.lands[land].colors)
        lines[lives, land, value] = _line(land, value, options, check.written.get(land, ""))

    def deny(left: Parts, value: int) -> None:
        """If the value of one part is not in the table, a line that some move from it leads to the value."""
        odd = [land for land in {*left} if left.count(land) % 2]
        missing = [land for land in odd if land not in check.values]
        if len(missing) == 1:
            rest = value ^ (check.value(land for land in odd if land in check.values) or 0)
            options = map(parts, check.lands[missing[0]].drawing().moves())
            for option in options:
                if check.value(option) == rest:
                    return write(missing[0], rest, option)

    for land, value in check.values.items():
        options = {*map(parts, check.lands[land].drawing().moves())}
        write(land, value, options)
        for option in options:
            deny(option, value)
    start = parts(read_drawing(printable(text(data, "position")).partition(": ")[2]))
    deny(start, 0)
    verdict = f"{'shows' if verb == 'lost' else 'excludes'} lines 0 {_list(start)}"
    claim = f"{verb} (split_move opens) (map name {_list(start)})"
    return _by_parts(data, [lines[key] for key in sorted(lines)], verdict, claim, verb)


def _line(part: int, value: int, options: Parts | Iterable[Parts], words: str) -> str:
    """That a part has a value, with all its options; or that it does not have it, because this one has it."""
    its = ("Lacks", _list(options)) if isinstance(options, tuple) else ("Value", _list(map(_list, sorted({*options}))))
    return f"{its[0]} {part} {value} {its[1]} {_comment(f'{part}: {words}')}"


def _by_parts(data: Mapping[str, Any], lines: list[str], verdict: str, claim: str, name: str) -> str:
    if len(lines) > MOST_POSITIONS:
        raise UsageError("a formal proof lists at most {most} positions", most=Number(MOST_POSITIONS))
    rows = ";\n  ".join(lines)
    return "\n".join([
        _comment(text(data, "position")),
        "(** Of each part it has all that a move may make of it, or one option that is enough. *)",
        f"Definition lines : list line := [\n  {rows}].",
        _computed(verdict),
        "(** In every game that ends, in which parts have values and these moves. *)",
        _theorem("outcome", "forall (part : Type) (opens : part -> list part -> Prop) (name : N -> part)"
                 " (g : part -> N),\n  part_values opens g -> lists_parts lines opens name ->"
                 f" play_ends (split_move opens) ->\n  {claim}",
                 f"intros part opens name g Hg HL ends. exact (parts_{name} part opens name lines g Hg HL ends"
                 f" {'_ ' * (1 + (name == 'value'))}computed)."),
    ])  # fmt: skip


# -- rules of games from formulas ------------------------------------------------------------------

ZEROS = 8
"""Digits by which numbers after a move may be longer."""

FUEL = 100_000
"""The most states that Coq looks at."""


def _rule(data: Mapping[str, Any], folder: Path | None, catalog: Catalog, work: CheckBudget) -> str:
    if data.get("s") != 0 or data.get("misere") or data.get("won") or data.get("block"):
        raise UsageError(
            "a formal proof of a rule needs digits to a base, normal play, no blocking and no other winner at the end"
        )
    heaps, base, moves = text(data, "numbers").split(), integer(data, "c", 2), items(data, "moves")
    allowed, count = ClauseFormula(base, heaps), len(heaps)
    condition: Any = allowed.read(text(data, "positions") or "0 <= 0")
    rules = [(rule := ClauseFormula(base, heaps), rule.move(str(source))) for source in moves]
    if len(allowed.make.order) > 2 * count or not rules:
        raise UsageError("no formal proof can be written for the formula {text}", text=brief(data["positions"]))
    chosen = max(len(rule.make.order) for rule, _ in rules) - 2 * count
    table = _list(_list(f"{to}%N" for to in row) for row in _rows(data, "step"))
    accept = _list(f"{state}%N" for state in _numbers(data, "accept"))
    sums = _list(map(_list, _rows(data, "measure")))
    return "\n".join([
        "Open Scope Z_scope.",
        *map(_comment, map(str, moves)),
        f"Definition allowed : formula := {condition.yes}.",
        f"Definition moves : formula := {_nested('Either', [its for _, its in rules])}.",
        f"Definition machine : automaton := Automaton\n  {table}\n  {accept}.",
        _computed(f"rule_holds (N.to_nat {FUEL}) {ZEROS} {base} machine {sums} {count} {chosen} allowed moves"),
        "(** The player to move loses exactly if the automaton accepts the digits of the position. *)",
        _theorem("rule", f"forall p, position {count} allowed p ->\n"
                 f"  (lost (by_formula {count} {chosen} allowed moves) p <-> accepts {base} machine p = true)",
                 "intros p H. eapply rule_sound; [exact computed|exact H]."),
    ])  # fmt: skip


def _nested(sign: str, formulas: Sequence[str]) -> str:
    """Formulas joined two by two."""
    first, *rest = formulas
    return f"({sign} {first} {_nested(sign, rest)})" if rest else first


class Clause(NamedTuple):
    """A formula in Coq, and its opposite."""

    yes: str
    no: str
    names: tuple[str, ...] = ()
    """Nothing asks a clause for its numbers."""


class Clauses:
    """Makes formulas in Coq where the checker makes automata.

    Numbers before the move come first, then numbers after it, then the numbers that a player chooses.
    """

    def __init__(self, base: int, heaps: list[str]) -> None:
        self.c, self.s, self.used = base, 0, set[str]()
        self.order = [*heaps, *(heap + AFTER for heap in heaps)]

    def numbers(self, names: object) -> Clause:
        return Clause("", "")

    def minus(self, everything: Clause, clause: Clause) -> Clause:
        return Clause(clause.no, clause.yes)

    def all(self, parts: Sequence[Clause], gone: object = ()) -> Clause:
        return Clause(_nested("Both", [part.yes for part in parts]), _nested("Either", [part.no for part in parts]))

    def either(self, *parts: Clause) -> Clause:
        return Clause(_nested("Either", [part.yes for part in parts]), _nested("Both", [part.no for part in parts]))

    def at_most(self, form: Form, kind: str = "Least") -> Clause:
        self.used |= form.keys()
        self.order += [name for name in form if name and name not in self.order]
        counts = [form.get(name, 0) for name in self.order]
        while counts and not counts[-1]:
            counts.pop()
        formula = f"({kind} (Linear {_list(counts)} ({form.get('', 0)})))"
        return Clause(formula, f"(Not {formula})")

    def zero(self, form: Form) -> Clause:
        return self.at_most(form, "Zero")

    def explore(self, *states: object) -> Clause:
        raise UsageError("no formal proof can be written for powers and Fibonacci numbers")


class ClauseFormula(Formula):
    """Reads a formula as the checker does, for Coq."""

    make: Any

    def __init__(self, base: int, heaps: list[str]) -> None:
        make: Any = Clauses(base, heaps)
        super().__init__(make, heaps)

    def move(self, source: str) -> str:
        """A move; numbers that it does not mention stay."""
        formula = self.read(source)
        stay = [{heap + AFTER: 1, heap: -1} for heap in self.heaps if heap + AFTER not in self.make.used]
        return str(self.make.all([formula, *map(self.make.zero, stay)]).yes)

    def _statement(self, number: ast.expr, say: Callable[[Form], Any]) -> Any:
        """Quotients are numbers that a player chooses; what makes them quotients holds for the opposite as well."""
        # Those of earlier statements are other numbers.
        self.make.order = [name.replace("#", "-") for name in self.make.order]
        cases = [*self._cases(number, say)]

        def either(i: int) -> str:
            parts = ([said[i], *(guard.yes for guard in guards)] for said, guards, _ in cases)
            return _nested("Either", [_nested("Both", part) for part in parts])

        return Clause(either(0), either(1))


WRITERS: dict[str, Writer] = {
    "window": _period,
    "theorem": _period,
    "pattern": _period,
    "front": _period,
    "growth": _saltus,
    "misere": _quotient,
    "kernel": _outcome,
    "draw": _outcome,
    "value": _value,
    "lands": _lands,
    "lost": _rule,
}
"""The kinds of certificates that have a formal proof."""
