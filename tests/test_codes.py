"""Codes as the literature writes them: their text, their moves, their values and periods beside the definition."""

from __future__ import annotations

import json
from functools import reduce
from itertools import combinations_with_replacement
from operator import xor
from typing import Any

import pytest
from any_codes import CODES, FINITE
from by_hand import moves
from every_row import every_row
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from reference import Reference
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.program import app
from nimatron.families.octal.digits import DIGITS, Code, Digit, splits
from nimatron.families.octal.uniform import declared_code
from nimatron.nimbers.finite import mex
from nimatron.proof.checkers import verify
from nimatron.proof.heap_rules import rules_of
from nimatron.proof.seal import seal
from nimatron.proof.write_period import period_certificate
from nimatron.solve.sequences.periodicity import bound_of, octal_period

# What CGSuite 2 prints: its test TBCodeTest. It also keeps "4.0" and block ends that we shorten, and 2! beside 4?.
SPELLINGS = {
    "04.30": "4.3",
    "0.{1,2!}": "0.6!",
    "0.{0!,2!,3!}": "0.D!",
    "0.{0!,2!,3}": "0.{0,2!,3}",
    "0.{0!,2!,3!+}": "0.{0,2+}!",
    "0.{0!,2,3!+}": "0.{0,2,3!+}",
    "0.{0!,3+}": "0.{0,3+}",
    "0.{0,2!,4!+}": "0.{0,2,4+}!",
    "0.{0!,2!,4+}": "0.{0,2!,4+}",
    "0.{0!,2?,4?+}": "0.{0,2,4+}?",
    "0.{0!,2=,4?+}": "0.{0,2=,4?+}",
    "0.{0!,2=,3?,4?+}": "0.{0,2=,3?+}",
    "0.{0!,2?,3?,4?+}": "0.{0,2+}?",
    "0.{0,1!,2,3,4+}": "0.*",
    "0.{0,1,2!,3!,4!+}": "0.*!",
    "4!.0": "4!",
    "04.00[00]": "4",
    "04.00[30]": "4.0[03]",
}

# From the same test: the options of a heap, in order.
OPTIONS = {
    ("0.3", 9): "8",
    ("0.7", 9): "8  1,7  2,6  3,5  4,4",
    ("0.77", 9): "8  1,7  2,6  3,5  4,4  7  1,6  2,5  3,4",
    ("4.0", 8): "1,7  2,6  3,5  4,4",
    ("4!.0", 8): "1,7  2,6  3,5",
    ("0.3F", 9): "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3",
    ("0.3F?", 9): "8  7  1,6  2,5  3,4  1,1,5  1,2,4  1,3,3  2,2,3",
    ("0.3F!", 9): "8  7  1,6  2,5  3,4  1,2,4",
    ("0.3f", 11): "10  9  1,8  2,7  3,6  4,5  1,1,7  1,2,6  1,3,5  1,4,4  2,2,5  2,3,4  3,3,3",
    ("0.3f?", 11): "10  9  1,8  2,7  3,6  4,5  1,1,7  1,2,6  1,3,5  1,4,4  2,2,5  2,3,4",
    ("0.3f!", 11): "10  9  1,8  2,7  3,6  4,5  1,2,6  1,3,5  2,3,4",
    ("0.*3", 7): "6  1,5  2,4  3,3  1,1,4  1,2,3  2,2,2  1,1,1,3  1,1,2,2  1,1,1,1,2  1,1,1,1,1,1  5",
    ("0.*?3", 7): "6  1,5  2,4  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2  5",
    ("0.*!3", 7): "6  1,5  2,4  1,2,3  5",
    ("0.[3]", 7): "6  5  4  3  2  1  -",
    ("0.[2]", 7): "6  5  4  3  2  1",
    ("0.3[1]", 7): "6  -",
    ("0.7[03]", 7): "6  1,5  2,4  3,3  4  2  -",
    ("80.0", 7): "1,1,6  1,2,5  1,3,4  2,2,4  2,3,3",
    ("0.*=", 11): "10  5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1",
    ("{2+}=.0", 10): "5,5  2,2,2,2,2  1,1,1,1,1,1,1,1,1,1",
    ("0.{0,1,3+}", 1): "-",
    ("0.{0,1,3+}", 2): "1",
    ("0.{0,1,3+}", 7): "6  1,1,4  1,2,3  2,2,2  1,1,1,3  1,1,2,2  1,1,1,1,2  1,1,1,1,1,1",
    ("0.{1,3+}", 1): "",
    ("0.{2,3?+}", 7): "1,5  2,4  3,3  1,1,4  1,2,3  1,1,1,3  1,1,2,2  1,1,1,1,2",
}


@every_row("text", SPELLINGS)
def test_a_code_has_one_spelling(text: str) -> None:
    assert str(Code(text)) == SPELLINGS[text]
    assert Code(SPELLINGS[text]) == Code(text)


@every_row(("code", "heap"), OPTIONS)
def test_options_are_those_of_cgsuite(code: str, heap: int) -> None:
    found = nt.Octal(code).heap_options(heap)
    shown = "  ".join("-" if left == (0,) else ",".join(map(str, left)) for left in found)
    assert shown == OPTIONS[code, heap]


# CGSuite 2, GameHeapTest: nim-values, misere values of genus 0 and the number of options of a heap of 20.
@every_row(
    ("code", "options", "values"),
    [
        ("4!.0", 9, [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]),
        ("0.77", 20, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]),
        ("0.07", 10, [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
        ("0.3003330[3]", 17, [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10]),
        ("0.3F", 38, [0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10, 11]),
    ],
)
def test_values_are_those_of_cgsuite(code: str, options: int, values: list[int]) -> None:
    game = nt.Octal(code)
    assert nt.sequence(game, 21).tolist() == values
    assert len(list(game.heap_options(20))) == options


# -- random codes --------------------------------------------------------------------------------


@given(CODES)
def test_text_goes_there_and_back(text: str) -> None:
    game = nt.Octal(text)
    assert Code(str(game.code)) == game.code
    assert str(Code(str(game.code))) == str(game.code)
    position = game(3, 4)
    assert nt.parse(str(position)) == position
    assert nt.parse(f"{text}: 3 4") == position


def by_meaning(text: str, heap: int) -> set[tuple[int, ...]]:
    """The options by what signs and numbers mean, without the order in which the program makes them."""
    code, found = Code(text), set()
    for t in range(-2, heap + 1):
        rest, digit = heap - t, code.place(t)
        for heaps in range(rest + 1):
            condition = digit.condition(heaps)
            for left in combinations_with_replacement(range(1, rest + 1), heaps) if condition is not None else ():
                kinds = len(set(left))
                fits = {"": True, "!": kinds == heaps, "?": kinds != 1, "=": kinds == 1}[condition or ""]
                if sum(left) == rest and fits and (heaps or t):
                    found.add(left or (0,))
    return found


@given(CODES)
@settings(max_examples=7, deadline=None)
def test_moves_are_what_the_signs_mean(text: str) -> None:
    game = nt.Octal(text)
    for heap in range(6):
        listed = list(game.heap_options(heap))
        assert len(set(listed)) == len(listed)
        assert set(listed) == by_meaning(text, heap)
        assert all(max(left) < heap for left in listed)


@given(CODES)
@settings(max_examples=12, deadline=None)
def test_values_follow_the_definition(text: str) -> None:
    game, values = nt.Octal(text), list[int]()
    for n in range(10):
        values.append(mex({reduce(xor, (values[heap] for heap in left)) for left in game.heap_options(n)}))
    assert nt.sequence(game, 10).tolist() == values
    assert [nt.grundy(game(n)) for n in range(10)] == values


@given(CODES, st.lists(st.integers(0, 2), min_size=1, max_size=2))
@settings(max_examples=7, deadline=None)
def test_outcomes_and_winning_moves(text: str, heaps: list[int]) -> None:
    game = nt.Octal(text)
    position, plain = game(*heaps), Reference(game)
    for misere in (False, True):
        assert (nt.outcome(position, misere=misere) == "P") == plain.is_p(position.state, misere)
    assert {move.state for move in nt.winning_moves(position)} == set(plain.winning(position.state))


# -- periods -------------------------------------------------------------------------------------


def values_of(text: str, size: int) -> list[int]:
    return [int(value) for value in nt.sequence(nt.Octal(text), size)]


@given(FINITE)
@settings(max_examples=10, deadline=None)
def test_what_the_theorem_proves_goes_on(text: str) -> None:
    code = Code(text)
    assume(bound_of(code) is not None)
    values = values_of(text, 50)
    for size in (12, 20, 30, 36):
        if found := octal_period(values[:size], code):
            preperiod, period = found
            assert all(values[n] == values[n + period] for n in range(preperiod, 50 - period)), (size, found)


@given(FINITE)
@settings(max_examples=6, deadline=None)
def test_the_checker_reads_codes_as_the_program_does(text: str) -> None:
    game = nt.Octal(text)
    assume(bound_of(game.code) is not None)
    rules = rules_of(str(game))
    for heap in range(8):
        ours = {tuple(sorted(part for part in left if part)) for left in game.heap_options(heap)}
        assert {tuple(sorted(left)) for left in moves(rules, heap)} == ours


@every_row(
    ("code", "preperiod", "period"), [("0.6=7", 2, 4), ("0.V1", 3, 2), ("80", 1, 2), ("K.3", 2, 2), ("0.B?", 0, 2)]
)
def test_periods_of_conditions_have_certificates(code: str, preperiod: int, period: int) -> None:
    game = nt.Octal(code)
    found = nt.period(game, limit=5000)
    assert found
    assert (found.preperiod, found.period) == (preperiod, period)
    certificate = json.loads(json.dumps(period_certificate(game, found, nt.sequence(game, 100))))
    assert verify(certificate)
    with pytest.raises(nt.NimatronError):
        verify({**certificate, "game": "octal{0.8!}"})  # sealed, so the change is seen
    other = seal({**certificate, "game": "octal{0.8!}"})
    assert verify(other).holds is False


def test_equal_heaps_have_no_theorem() -> None:
    assert bound_of(Code("0.{3=}")) is None
    assert bound_of(Code("0.*")) is None
    found = nt.period("0.*3", limit=2000)
    assert isinstance(found, nt.Period)
    assert not found


# -- faults --------------------------------------------------------------------------------------


@every_row(
    ("text", "place", "says"),
    [
        ("40.0", 0, "not smaller"),
        ("C0.0", 0, "not smaller"),
        ("3.0", 0, "must split"),
        ("*.0", 0, "must split"),
        ("0.7{2", 3, "no partner"),
        ("0.7X", 3, "A-V"),
        ("0.{a}", 3, "numbers of heaps"),
        ("0.{2,x}", 5, "numbers of heaps"),
        ("0.{2!}!", 3, "numbers of heaps"),
        ("0.{99}", 3, "numbers of heaps"),
        ("0.{}", 3, "numbers of heaps"),
        ("0.!", 2, "A-V"),
        ("0.7]", 4, "brackets"),
        ("0.[]", 2, "brackets"),
        ("", 0, "expected a code"),
    ],
)
def test_faults_have_a_place(text: str, place: int, says: str) -> None:
    with pytest.raises(nt.BadText, match=says) as fault:
        Code(text)
    assert fault.value.place == place


def test_splits_and_digits_by_hand() -> None:
    assert list(splits(5, 2, "!")) == [(1, 4), (2, 3)]
    assert list(splits(4, 4, "!")) == []
    assert Digit.of({}) == Digit()
    assert Digit.of({2: "?"}) == Digit.of({2: "!"})
    assert Digit.of({1: "!", 0: "="}) == Digit.of({0: "", 1: ""})


# -- cousins, declared codes ---------------------------------------------------------------------

PLAIN = st.builds(
    lambda first, digits, again: f"{first}.{digits}{f'[{again}]' if again else ''}",
    st.sampled_from("048CG"),
    st.text(DIGITS, max_size=3),
    st.just("") | st.text("01234567", min_size=1, max_size=2),
)


@given(PLAIN)
@settings(max_examples=10, deadline=None)
def test_cousins_have_the_same_moves(text: str) -> None:
    """Heap n + s of a code is heap n of its standard form, move by move."""
    game = nt.Octal(text)
    form, smaller = nt.standard_form(game)
    for n in range(smaller, smaller + 7):
        moved = {tuple(sorted(heap - smaller for heap in left if heap > smaller)) for left in game.heap_options(n)}
        assert moved == {tuple(heap for heap in left if heap) for left in form.heap_options(n - smaller)}
    assert nt.first_cousin(form) is None or not any(form.code.digits + form.code.repeat)


@every_row(
    ("code", "form", "smaller"),
    [("0.07", "0.137", 1), ("0.4", "0.137", 2), ("0.6", "0.37", 1), ("0.007", "0.11337", 2), ("4.4", "0.77", 1)],
)
def test_cousins_of_the_literature(code: str, form: str, smaller: int) -> None:
    """Dawson's Kayles is Dawson's Chess with one coin more (Guy and Smith 1956; Winning Ways, chapter 4)."""
    assert nt.standard_form(code) == (nt.Octal(form), smaller)


def test_the_command_code() -> None:
    def told(*words: str) -> Any:
        result = CliRunner().invoke(app, ["code", *words])
        assert result.exit_code == 0, result.output
        return result.stdout

    assert told("0.07").splitlines() == [
        "octal{0.07}",
        "standard form: 0.137, whose heaps are smaller by 1",
    ]
    assert json.loads(told("0.07", "--json")) == {
        "schema": "nimatron.code/1", "game": "octal{0.07}", "code": "0.07", "longest_move": 2, "most_heaps": 2,
        "first_cousin": "0.137", "standard_form": "0.137", "smaller_by": 1,
    }  # fmt: skip
    assert json.loads(told("0.07", "--json")) == json.loads(told(".070", "--json"))
    endless = json.loads(told("0.3[{2+}!]", "--json"))
    assert [endless[key] for key in ("longest_move", "most_heaps", "first_cousin", "standard_form")] == [None] * 4
    assert CliRunner().invoke(app, ["code", "0.7x", "--json"]).exit_code == nt.BadText.exit_code


def test_codes_with_conditions_have_no_cousin() -> None:
    with pytest.raises(nt.UsageError):
        nt.first_cousin("4!")
    assert nt.standard_form("4!") == (nt.Octal("4!"), 0)


class Own(nt.HeapGame):
    """A code, told by its moves."""

    def __init__(self, text: str, longest: int | None, heaps: int | None) -> None:
        self.twin, self.longest_move, self.most_heaps = nt.Octal(text), longest, heaps
        self.start = (5,)

    def heap_options(self, n: int):  # type: ignore[no-untyped-def]
        return self.twin.heap_options(n)


@given(FINITE.filter(lambda text: len(Code(text).added) == 0 and Code(text).parts <= 4))
@settings(max_examples=7, deadline=None)
def test_a_declared_game_has_its_code(text: str) -> None:
    code = Code(text)
    assert code.longest is not None
    assert declared_code(Own(text, code.longest, max(code.parts, 2))) == code


def test_periods_of_declared_games_are_proved() -> None:
    own = Own("0.77", 2, 2)
    found = nt.period(own)
    assert found
    assert (found.preperiod, found.period) == (71, 12)
    certificate = period_certificate(own, found, nt.sequence(own, 200))
    assert certificate["game"] == "octal{0.77}"
    assert verify(certificate)
    seen = nt.period(Own("0.77", None, None))
    assert isinstance(seen, nt.Period)
    assert (seen.preperiod, seen.period, bool(seen)) == (71, 12, False)


@given(FINITE.filter(lambda text: len(Code(text).added) == 0 and Code(text).parts <= 3), st.integers(0, 14))
@settings(max_examples=5, deadline=None)
def test_positions_of_declared_games_are_solved_by_their_code(text: str, heap: int) -> None:
    code = Code(text)
    assert code.longest is not None
    own, plain = Own(text, code.longest, max(code.parts, 2)), Own(text, None, None)
    for misere in (False, True):
        assert nt.outcome(own(heap, 3), misere=misere) == nt.outcome(plain(heap, 3), misere=misere)
    assert nt.grundy(own(heap)) == nt.grundy(plain(heap))
    moves = ({position.state for position in nt.winning_moves(game(heap, 3))} for game in (own, plain))
    assert next(moves) == next(moves)


def test_huge_heaps_of_declared_games() -> None:
    assert nt.grundy(Own("0.77", 2, 2)(10**15), limit=1000) == nt.grundy(nt.Kayles(10**15))
    taking = nt.winning_moves(Own("0.3003", 4, 2)(10**15 + 1), limit=1000)
    assert [move.state for move in taking] == [move.state for move in nt.winning_moves(nt.Octal("0.3003")(10**15 + 1))]
    # What is said is false: then the options decide, as they always do.
    assert nt.grundy(Own("0.77", 1, 2)(9)) == nt.grundy(nt.Kayles(9))


def test_false_declarations_are_found() -> None:
    for longest, heaps in ((1, 2), (2, 1), (0, 0)):
        with pytest.raises(nt.UsageError, match="not follow one code"):
            nt.sequence(Own("0.77", longest, heaps), 5)
    with pytest.raises(nt.UsageError, match="most_heaps"):
        nt.sequence(Own("0.77", 2, 99), 5)
    kept = {condition.id: condition.verdict for condition in nt.check(Own("0.77", 2, 2), limit=50).conditions}
    assert kept["code"] == "passed"
    kept = {condition.id: condition.verdict for condition in nt.check(Own("0.77", 1, 2), limit=50).conditions}
    assert kept["code"] == "failed"


def test_own_heaps_are_solved_by_the_definition() -> None:
    class Odd(nt.HeapGame):
        """Sometimes a number, sometimes a list; a move from 5 goes up, so it is searched."""

        def heap_options(self, n: int):  # type: ignore[no-untyped-def]
            return [n - 1, (n // 2, n - n // 2 - 1), ()] if n else []

    assert nt.sequence(Odd(), 8).tolist() == [nt.grundy(Odd()(n)) for n in range(8)]
