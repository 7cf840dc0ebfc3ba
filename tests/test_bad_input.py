"""Texts and states that mean no position, games that break their promises, questions too large to answer.

Each is refused with the right exception, at the right place, quickly, and leaves nothing behind.
"""

from __future__ import annotations

import pickle
import re
import threading
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from every_row import every_row
from hypothesis import example, given, settings
from hypothesis import strategies as st
from positions import ANY
from reference import Reference
from work import Clock, calls

import nimatron as nt
from nimatron.families.catalog import CATALOG
from nimatron.solve.search.memo import Tables
from nimatron.solve.solver import Solver

# -- arguments in Python ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: nt.parse(3), "expected the text of a position, such as 'nim: 3 4 5', not 3"),
        (lambda: nt.sequence("kayles", "5"), "n is the number of values, a whole number from 0 on, not '5'"),
        (lambda: nt.outcome("nim: 3", mis=True), "there is no argument 'mis': expected misere, limit"),
        (lambda: nt.parse("hackenbush: a-b"), "no edge is joined to the ground"),
    ],
)
def test_wrong_arguments_are_named(ask: Any, said: str) -> None:
    with pytest.raises(nt.NimatronError, match=re.escape(said)):
        ask()


# -- texts ---------------------------------------------------------------------------------------

# In each text ^ stands before the fault and is taken out.
BAD = """
^
nim: 3 4 5 ^+
nim: 3 4 5^+
^+ nim: 3
nim: 3 + ^+ nim: 4
nim: ^-3
nim: 3 ^x
nim: 3 ^1.5
nim: 3^}
nim: ^٣
nim: w^+w
nim: 3 w*^0
nim^{2}: 3
kayles: ^w
kayles: 4 ^1_0
moore: 3^
moore{^0}: 3
moore{^x}: 3
subtraction^: 3
subtraction{^0}: 3
subtraction{1,^0-3}: 3
subtraction{1,^,2}: 3
subtraction{^3-1}: 3
subtraction{^-2}: 3
subtraction^{1: 3
allbut{^x}: 3
allbut{2}: ^-1
octal{^}: 3
octal{^1.7}: 3
octal{^7}: 3
octal{0.7^w}: 3
octal{0.^-1}: 3
octal{0.7^.7}: 3
octal{0.^[7}: 3
octal^{0.7]}: 3
octal{0.^[]}: 3
octal{0.^[7]7}: 3
turtles: 2 ^0
turtles: 2 4 ^2
twins: ^-1
corners: ^1
corners: 1,1 ^1,1
corners: 1,^1,1
rugs: 1,1 ^0,1
tartan{^ruler}: 1,1
tartan{^nim,twins}: 1,1
tartan{ruler,subtraction-coins{^0}}: 1,1
rook: ^1
rook: 1 2 ^3
wythoff:^
wythoff: 1 ^a
nim2d{^0}:
nim2d{3}: 0,0 ^3,0
nim2d: ^1
chomp:^
chomp: ^0
chomp: 1 ^2
chomp: 3 2 0 ^1
chomp: ^0x3
chomp: ^3x
chomp: ^5x99999999999
cram:^
cram: ^3x0
cram: ..^a
cram: ../^...
cram: ..^
cram: ^99999999x99999999
cram: ^101x100
chop: ^4
chop: ^0x3
graph{^a>}: a
graph{a>b ^@}: a
graph{a>b}: a ^c
graph{^@file.json}: a
table{^4,4}:
table{^0,4,2}:
table{4,4,2}: ^3,3
table{4,4,2}: 0,0 ^1,1
nim: 3 + chomp: 1 ^2
chomp: 2x2 + subtraction{1,^0}: 4 + nim: 3
"""
CASES = [
    line for line in BAD.split("\n")[1:-1] if line not in ("moore: 3^", "cram: ..^", "nim: w^+w", "corners: 1,^1,1")
]


@every_row("marked", [*CASES, "moore^: 3", "nim: w+^w", "corners: ^1,1,1", "nim: 3 ^+ "])
def test_the_place_of_a_fault(marked: str) -> None:
    text, place = marked.replace("^", ""), marked.index("^")
    with pytest.raises(nt.BadText) as caught:
        nt.parse(text)
    fault = caught.value
    assert (fault.text, fault.place) == (text, place)
    message, shown, pointer = str(fault).rsplit("\n", 2)
    assert message
    assert shown[pointer.index("^") :] == text[place : place + 20]


def test_a_fault_far_into_a_long_text() -> None:
    text = "nim: " + "1 " * 5000 + "x"
    with pytest.raises(nt.BadText) as caught:
        nt.parse(text)
    assert text[caught.value.place] == "x"
    assert len(str(caught.value)) < 300


@every_row(
    ("text", "near"),
    [
        ("kayls: 3", "kayles"),
        ("nym 3 4 5", "nim"),
        ("nim: 3 + kaylez 4", "kayles"),
        ("wythof: 1 2", "wythoff"),
        ("Chmp: 2x2", "chomp"),
        ("tartan{rulr,twins}: 1,0", "ruler"),
    ],
)
def test_an_unknown_game_has_near_names(text: str, near: str) -> None:
    with pytest.raises(nt.UnknownGame) as caught:
        nt.parse(text)
    assert near in caught.value.near
    assert near in str(caught.value)


def test_an_unknown_game_with_no_near_name() -> None:
    with pytest.raises(nt.UnknownGame) as caught:
        nt.parse("x" * 1000 + ": 3")
    assert caught.value.near == ()
    assert len(str(caught.value)) < 200


def test_names_are_read_kindly() -> None:
    for text in ("NIM: 3", "mock_turtles: 1", "  nim :3", "take-away{1-3}: 3", "chomp:2x2", "nim{}: 1"):
        nt.parse(text)


HUGE = "9" * 3000


@pytest.mark.parametrize(
    "text",
    [
        "cram: 99999999x99999999",
        "chomp: 5x99999999999",
        f"nim: {HUGE}",
        "nim: 10^2000",
        f"nim: 3^{HUGE[:2000]}",
        f"nim: {HUGE[:2000]}^{HUGE[:2000]}",
        f"nim: w*{HUGE}{HUGE}",
        f"cram: {HUGE}x1",
        f"chop: {HUGE}x1",
        f"moore{{{HUGE}}}: 1",
        f"subtraction{{1-{HUGE}}}: 1",
        f"octal{{0.{'[' * 10000}}}: 1",
        f"nim: {'w^' * 10000}w",
        f"nim: w^{'(' * 10000}",
        "nim: 1" + " + nim: 1" * 2000 + " + x",
        pytest.param("nim: 1" + " + nim: 1" * 20_000 + " + x", marks=pytest.mark.slow),
        pytest.param("nim: 1" + " + nim: 1" * 200_000 + " + x", marks=pytest.mark.long),
        f"tartan{{{'tartan{' * 3000}",
        "graph{" + "a>b " * 5_000 + ">}: a",
        pytest.param("graph{" + "a>b " * 100_000 + ">}: a", marks=pytest.mark.slow),
        "chomp: " + "1 " * 200_000 + "x",
    ],
    ids=lambda text: text[:24],
)
def test_what_would_not_fit_is_refused_quickly(text: str) -> None:
    def refuse() -> None:
        with pytest.raises(nt.NimatronError):
            nt.parse(text)

    assert calls(refuse) < 1000 + 20 * len(text)


@pytest.mark.parametrize(
    "text",
    [
        "octal{0." + "7" + "0" * 30_000 + "}: 5",
        pytest.param("octal{0." + "7" + "0" * 300_000 + "}: 5", marks=pytest.mark.slow),
        "octal{0.[" + "7" * 10_000 + "]}: 5",
        pytest.param("octal{0.[" + "7" * 100_000 + "]}: 5", marks=pytest.mark.slow),
        " + ".join(["nim: 1"] * 2000),
        pytest.param(" + ".join(["nim: 1"] * 20_000), marks=pytest.mark.slow),
        "subtraction{1-99999999999,200000000000}: 5",
        "allbut{7-99999999999}: 5",
        "chomp: 99999999999x5",
        "table{99999999999,99999999999,1}:",
        "nim2d{99999999999}: 5,7",
    ],
    ids=lambda text: text[:24],
)
def test_long_but_sound_texts_are_read_quickly(text: str) -> None:
    def read() -> None:
        position = nt.parse(text)
        nt.outcome(position)
        str(position)

    assert calls(read) < 10_000 + 20 * len(text)


NAMES = [entry.id for entry in CATALOG] + ["kayls", "", "nim "]
STATES = st.text("0123456789 ,x.#/w^*()+-{}[]>:ab", max_size=20) | st.text(max_size=10)


@pytest.mark.slow
@given(st.text(max_size=60) | st.builds("{}{}: {}".format, st.sampled_from(NAMES), STATES, STATES))
@example("octal{0.[!]}: 1")
@example("octal{!}: 1")
@example("graph{a>a}: a")
@example("nim: w^(w")
@settings(max_examples=150)
def test_only_errors_of_our_own_come_out_of_any_text(text: str) -> None:
    try:
        position = nt.parse(text)
    except nt.NimatronError as fault:
        points = not isinstance(fault, nt.BadText) or (fault.text == text and 0 <= fault.place <= len(text))
    else:
        points = nt.parse(str(position)) == position
    assert points


@given(st.sampled_from([entry for entry in CATALOG if entry.sample.find("{") > 0]), STATES)
@settings(max_examples=75)
def test_parameters_of_any_kind(entry: Any, parameters: str) -> None:
    try:
        game = CATALOG.game(f"{entry.id}{{{parameters}}}")
    except nt.NimatronError:
        return
    assert CATALOG.game(str(game)) == game


@given(ANY, st.integers(0, 60), st.sampled_from("x-#0w}{ +:,"))
@settings(max_examples=50)
def test_one_wrong_letter(position: nt.Position, place: int, letter: str) -> None:
    text = str(position)
    with suppress(nt.NimatronError):
        nt.parse(text[:place] + letter + text[place + 1 :])


# -- states --------------------------------------------------------------------------------------


@every_row(
    ("game", "state"),
    [
        (nt.Nim, -1),
        (nt.Nim, (1, -1)),
        (nt.Nim, 1.5),
        (nt.Nim, None),
        (nt.Nim, True),
        (nt.Nim, {1, 2}),
        (nt.Kayles, nt.Ordinal("w")),
        (nt.Turtles, (0,)),
        (nt.Twins, (1, 1)),
        (nt.Corners, (1, 2, 3)),
        (nt.Corners, ((1, 2), (1, 2))),
        (nt.Chomp, ()),
        (nt.Chomp, (1, 2)),
        (nt.Chomp, (0,)),
        (nt.Chomp, (1,) * 20_000),
        (nt.Cram, (2, 2, 16)),
        (nt.Cram, (0, 2, 0)),
        (nt.Cram, (200, 200, 0)),
        (nt.Cram, 7),
        (nt.Chop, (0, 1)),
        (nt.Rook, (1,)),
        (nt.Wythoff, (1, 2, 3)),
        (nt.Nim2DGame(3), (3, 0)),
        (nt.Nim2D, 5),
        (nt.Graph("a>b"), ("c",)),
        (nt.Table(4, 4, 2), ((0, 0), (1, 1))),
        (nt.Table(4, 4, 2), (3, 3)),
        (nt.Sum(nt.Nim, nt.Chomp), (1,)),
        (nt.Sum(nt.Nim, nt.Chomp), 5),
    ],
)
def test_states_outside_the_rules(game: nt.Game, state: Any) -> None:
    with pytest.raises(nt.IllegalPosition):
        game(state)


def test_games_outside_the_rules() -> None:
    for make in (
        lambda: nt.Moore(0), lambda: nt.Moore(True), lambda: nt.Moore("2"), lambda: nt.Subtraction({0}),
        lambda: nt.Subtraction({-1}), lambda: nt.Subtraction({1.5}), lambda: nt.Subtraction(5), lambda: nt.AllBut([0]),
        lambda: nt.Nim2DGame(0), lambda: nt.Table(0, 1, 1), lambda: nt.Tartan(nt.Twins, nt.Nim),
        lambda: nt.Tartan(nt.Corners, nt.Twins), lambda: nt.Graph([("", "c")]), lambda: nt.Octal("0.8", rows=True),
        lambda: nt.sequence(nt.Chomp, 5), lambda: nt.sequence(nt.Nim, -1), lambda: nt.period(nt.Chomp),
    ):  # fmt: skip
        with pytest.raises(nt.UsageError):
            make()  # type: ignore[no-untyped-call]
    with pytest.raises(nt.BadText):
        nt.Octal("0.7x")
    with pytest.raises(nt.IllegalPosition, match="no usual start"):
        nt.Graph()()


# -- limits --------------------------------------------------------------------------------------


def unsized(game: nt.Game) -> nt.Game:
    """The same rules with no theorem and no guess of the size, so that a search begins."""
    kind = type(game)
    copy = type(kind.__name__, (kind,), {"name": game.name, "size": lambda self, state: 0})
    made = copy.__new__(copy)
    made.__dict__.update(vars(game))
    made.__dict__.pop("_hash", None)
    return made  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        pytest.param("chomp: 30x30", 2000, marks=pytest.mark.slow),
        ("chomp: 30x30", 200),
        pytest.param("wythoff: 900 901", 2000, marks=pytest.mark.slow),
        ("wythoff: 900 901", 200),
        pytest.param("cram: ...........#/............", 500, marks=pytest.mark.slow),
        ("cram: ...........#/............", 50),
        ("moore{2}: 90 91 92 93", 500),
        ("table{50,50,1}: 0,0", 50),
        pytest.param("table{50,50,1}: 0,0", 300, marks=pytest.mark.slow),
        pytest.param("table{50,50,2}: 0,0", 300, marks=pytest.mark.slow),
        ("table{50,50,2}: 0,0", 50),
    ],
)
def test_a_limit_of_positions(text: str, limit: int) -> None:
    position = nt.parse(text)
    hard = nt.Position(unsized(position.game), position.state)
    tracemalloc.start()
    with pytest.raises(nt.Limit) as caught:
        nt.grundy(hard, limit=limit)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert caught.value.positions == limit
    assert caught.value.seconds > 0
    assert peak < 300_000_000


@pytest.mark.parametrize("text", ["chomp: 30x30", "wythoff: 900 901", "table{50,50,2}: 0,0"])
def test_a_hopeless_search_is_not_begun(text: str) -> None:
    with pytest.raises(nt.Limit) as caught:
        nt.grundy(nt.parse(text), limit=10**4)
    assert caught.value.positions == 0


def test_long_coefficients_can_be_written() -> None:
    heaps = [f"w*{digit * 2000}" for digit in "96"]
    assert str(nt.grundy(nt.parse(f"nim: {' '.join(heaps)}")))
    with pytest.raises(nt.BadText, match="at most 2000 digits"):
        nt.parse(f"nim: w*{'9' * 2001}")


class Endless(nt.Game):
    """A game that never ends and never comes back."""

    def options(self, n: int) -> list[int]:
        return [n + 1]


class Slow(nt.Game):
    """Each position takes its time."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def options(self, n: int) -> Iterator[int]:
        self.clock.wait(0.02)
        yield n + 1


def test_a_limit_of_seconds(clock: Clock) -> None:
    for game, step in ((Endless(), 0.01), (Slow(clock), 0.0)):
        clock.step = step
        for ask in (nt.grundy, nt.outcome, nt.winning_moves):
            with pytest.raises(nt.Limit) as caught:
                ask(game(0), seconds=0.2)
            assert 0.2 <= caught.value.seconds < 0.4
            assert caught.value.positions > 0


def test_the_figures_of_a_limit() -> None:
    with pytest.raises(nt.Limit) as caught:
        nt.grundy(Endless()(0), limit=1000)
    assert caught.value.positions == 1000
    assert "1,000" in str(caught.value)
    answer = nt.analyse(Endless()(0), limit=100)
    assert (answer.solution, answer.outcome, answer.value, answer.winning_moves) == ("unresolved", None, None, None)
    assert "100" in str(answer.trouble)


def test_what_is_known_survives_a_limit() -> None:
    answer = nt.analyse(nt.parse("chomp: 20x20"), limit=100)
    assert (answer.solution, answer.outcome, answer.value) == ("weak", "N", None)
    answer = nt.analyse(nt.parse("chomp: 9 8 7 6 5 4 3 + chomp: 9 8 7 6 5 4 3"), limit=10)
    assert (answer.outcome, answer.value) == ("P", 0)
    assert nt.grundy(nt.parse("chomp: 9 8 7 6 5 4 3 + chomp: 9 8 7 6 5 4 3"), limit=10) == 0


FAR = 10**18


@every_row(
    "text",
    [
        f"kayles: {FAR}", f"lasker: {FAR}", f"mock-turtles: {FAR}", f"ruler: {FAR}", f"turtles: {FAR}", f"twins: {FAR}",
        f"nim: {FAR} 5", f"nimble: {FAR}", f"subtraction{{2,3,7}}: {FAR}", f"allbut{{2,3,7}}: {FAR}",
        f"corners: {FAR},{FAR}", f"rugs: {FAR},{FAR + 2}", f"rook: {FAR} 7", f"chop: {FAR}x7", f"dawson-kayles: {FAR}",
        f"subtraction-coins{{1,2,3}}: {FAR}", f"subtraction-coins{{1-}}: {FAR}", f"nim2d{{5}}: 3,{FAR}",
        f"tartan{{ruler,mock-turtles}}: {FAR},{FAR}", f"mock-turtles: 5 {FAR} {FAR + 6}", f"ruler: 3 {FAR} {FAR + 6}",
        f"kayles: 3 {FAR} {FAR + 6}", f"chomp: {FAR}", f"lasker: {FAR} 3 {FAR}",
    ],
)  # fmt: skip
def test_a_far_heap(text: str) -> None:
    """Its value at once; all its winning moves, or a limit: never a wait."""
    position = nt.parse(text)
    value = nt.grundy(position, limit=10**5)
    assert nt.outcome(position, limit=10**5) == ("N" if value else "P")
    with suppress(nt.Limit):
        moves = nt.winning_moves(position, limit=10**4)
        assert bool(moves) == bool(value)
        for move in moves[:3]:
            assert nt.outcome(move) == "P"


@pytest.mark.slow
def test_a_heap_that_no_theorem_reaches() -> None:
    for text in (
        f"officers: {FAR}",
        f"grundy: {FAR}",
        f"octal{{0.[7]}}: {FAR}",
        f"octal{{0.9}}: {FAR}",
        f"wythoff: {FAR} 1",
    ):
        with pytest.raises(nt.Limit):
            nt.grundy(nt.parse(text), limit=10**4, seconds=1)


@pytest.mark.parametrize("count", [10_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_many_heaps(count: int) -> None:
    heaps = [k * 7919 % 1_000_003 for k in range(1, count + 1)]
    position = nt.parse("nim: " + " ".join(map(str, heaps)))
    assert nt.parse(str(position)) == position
    value = nt.nim_sum(*heaps)
    assert nt.grundy(position) == value
    top = value.bit_length() - 1
    moves = nt.winning_moves(position)
    assert len(moves) == sum(heap >> top & 1 for heap in heaps)
    assert sum(1 for _ in moves) == len(moves)
    assert nt.outcome(moves[-1]) == "P"


# -- games that break their promises -------------------------------------------------------------


def test_a_cycle_is_named() -> None:
    class Circle(nt.Game):
        def options(self, n: int) -> list[int]:
            return [(n + 1) % 5]

    with pytest.raises(nt.Cycle) as caught:
        nt.birthday(nt.parse("graph{s>a a>b b>a}: s"))
    assert caught.value.path in (("a", "b", "a"), ("b", "a", "b"))
    with pytest.raises(nt.Cycle) as caught:
        nt.birthday(Circle()(3))
    assert caught.value.path[0] == caught.value.path[-1]
    assert len(caught.value.path) == 6


def test_a_part_that_comes_back_with_more_beside_it() -> None:
    class Splitting(nt.HeapGame):
        def heap_options(self, n: int) -> list[Any]:
            return [(n, 2)] if n > 2 else [n - 1] if n else []

    with pytest.raises(nt.Cycle, match=r"3 -> ... -> 3 2"):
        nt.grundy(Splitting()(3))
    assert nt.grundy(Splitting()(2)) == 0


@pytest.mark.parametrize(
    "length", [5_000, pytest.param(30_000, marks=pytest.mark.slow), pytest.param(100_000, marks=pytest.mark.slow)]
)
def test_a_very_long_path(length: int) -> None:
    game = nt.Graph([(k, k + 1) for k in range(length)])
    position = game("0")
    assert nt.grundy(position) == 0
    assert nt.outcome(position) == "P"
    assert nt.outcome(position, misere=True) == "N"
    assert [move.state for move in nt.winning_moves(game("1"))] == [("2",)]
    assert [move.state for move in nt.winning_moves(position, misere=True)] == [("1",)]
    assert nt.grundy(game("0", "1")) == 1


class Fussy(nt.Game):
    """Does what it is told to at 3."""

    def __init__(self, at_three: Any) -> None:
        self._at_three = [at_three]

    def options(self, n: Any) -> Any:
        if n == 3 and self._at_three:
            fault = self._at_three[0]
            if isinstance(fault, Exception):
                raise fault
            return fault
        return list(range(n - 1, -1, -1))


@every_row(
    ("at_three", "error", "words"),
    [
        (None, nt.UserCodeError, "options.3. gave None"),
        (7, nt.UserCodeError, "options.3. gave 7"),
        ([[1], [2]], nt.UserCodeError, "use tuples, not lists"),
        ([{}], nt.UserCodeError, "options.3."),
        (KeyError("oops"), KeyError, "oops"),
        (TypeError("mine"), TypeError, "mine"),
        (ZeroDivisionError("x"), ZeroDivisionError, "x"),
    ],
)
@every_row("ask", [nt.grundy, nt.outcome, nt.winning_moves, lambda p: nt.winning_moves(p, misere=True)])
def test_faulty_options(ask: Any, at_three: Any, error: type[Exception], words: str) -> None:
    game = Fussy(at_three)
    for n in (3, 5, 3):
        with pytest.raises(error, match=words):
            ask(game(n))
    game._at_three.clear()  # the fault is mended: nothing wrong was remembered
    assert [nt.grundy(game(n)) for n in range(7)] == list(range(7))
    assert [nt.outcome(game(n), misere=True) for n in range(4)] == ["N", "P", "N", "N"]


def test_a_state_must_be_hashable() -> None:
    with pytest.raises(nt.IllegalPosition, match="tuple"):
        Endless()([1, 2])
    with pytest.raises(nt.BadText):
        nt.parse("endless: [1, 2]", CATALOG.with_games(Endless()))


def test_none_is_a_state_like_any_other() -> None:
    class Ending(nt.Game):
        def options(self, n: int | None) -> list[int | None]:
            return [] if n is None else [None, *range(n)]

    assert [nt.grundy(Ending()(n)) for n in (None, 0, 1, 2)] == [0, 1, 2, 3]
    assert nt.outcome(Ending()(2)) == "N"
    assert [nt.outcome(Ending()(n), misere=True) for n in (None, 0, 1)] == ["N", "P", "N"]
    assert [move.state for move in nt.winning_moves(Ending()(2))] == [None]


def test_a_dataclass_as_a_game() -> None:
    @dataclass(frozen=True)
    class Frozen(nt.Game):
        most: int

        def options(self, n: int) -> range:
            return range(max(0, n - self.most), n)

    @dataclass
    class Thawed(nt.Game):
        most: int

        def options(self, n: int) -> range:
            return range(n)

    assert nt.grundy(Frozen(3)(7)) == 3
    assert nt.grundy(Frozen(4)(7)) == 2
    with pytest.raises(nt.UsageError, match="frozen"):
        Thawed(3)(7)
    with pytest.raises(nt.UserCodeError, match="frozen"):
        nt.outcome(nt.Position(Thawed(3), 7), misere=True)


def test_components_that_lead_back() -> None:
    class Swapping(nt.Game):
        def options(self, state: Any) -> list[Any]:
            return []

        def components(self, state: Any) -> list[Any]:
            return [(self, state[::-1])]

    with pytest.raises(nt.UserCodeError, match="components"):
        nt.grundy(Swapping()((1, 2)))


def test_components_in_a_form_of_their_own() -> None:
    class Piles(nt.Game):
        """Parts are sorted pairs; the state is not."""

        def options(self, state: Any) -> Iterator[Any]:
            a, b = state
            yield from ((k, b) for k in range(a))
            yield from ((a, k) for k in range(b))

        def components(self, state: Any) -> list[Any]:
            return [(self, tuple(sorted(state)))]

        def canonical(self, state: Any) -> Any:
            return tuple(sorted(state))

    assert [nt.grundy(Piles()((a, b))) for a in range(4) for b in range(4)] == [
        a ^ b for a in range(4) for b in range(4)
    ]


# -- nothing stays behind ------------------------------------------------------------------------


@given(ANY, st.integers(0, 30), st.booleans())
@settings(max_examples=20)
def test_a_limit_leaves_no_trace(position: nt.Position, limit: int, misere: bool) -> None:
    """Cut off anywhere, then asked again with the same tables: the right answer."""
    tables = Tables()
    for most in (limit, limit // 2, limit + 3):
        for ask in ("value", "outcome", "winning_moves"):
            with suppress(nt.Limit):
                getattr(Solver(nt.Limits(positions=most), tables=tables), ask)(position.game, position.state)
    plain = Reference(position.game)
    solver = Solver(tables=tables)
    assert solver.value(position.game, position.state) == plain.value(position.state)
    assert (solver.outcome(position.game, position.state, misere) == "P") == plain.is_p(position.state, misere)


def test_a_cycle_leaves_no_trace() -> None:
    game = nt.Graph("s>a a>b b>a b>c s>c d>c e>d")
    for _ in range(2):
        assert nt.grundy(game("s")) == 1
        assert [nt.grundy(game(v)) for v in "cde"] == [0, 1, 0]


def test_threads_do_not_disturb_each_other() -> None:
    class Wide(nt.Game):
        def options(self, n: int) -> Iterator[int]:
            for k in range(n):
                time.sleep(0)
                yield k

    found: list[Any] = []

    def ask() -> None:
        try:
            found.append(nt.grundy(Wide()(60)))
        except Exception as fault:
            found.append(fault)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [60] * 6


@pytest.mark.slow
def test_the_memory_is_bounded() -> None:
    tables = Tables()
    for k in range(1, 4000):
        Solver(tables=tables).value(nt.Subtraction({k, k + 1, k + 3}), (5,))
    assert len(tables._tables) <= 3001


@every_row(
    "raising",
    [
        lambda: nt.parse("nim: 3 x 5"), lambda: nt.parse("wytof: 3"), lambda: nt.Nim(-1), lambda: nt.Moore(0),
        lambda: nt.nim_inv(0), lambda: nt.grundy("chomp: 100x100", limit=10), lambda: nt.load("nofile.py:X"),
    ],
)  # fmt: skip
def test_errors_can_be_sent_to_another_process(raising: Any) -> None:
    with pytest.raises(nt.NimatronError) as caught:
        raising()
    error = pickle.loads(pickle.dumps(caught.value))
    assert type(error) is type(caught.value)
    assert str(error) == str(caught.value)
    assert vars(error) == vars(caught.value) | {"message": error.message}


@every_row("answer", ["normal", "misere", 2, 0.5])
def test_a_word_is_no_answer_to_whether_it_is_misere(answer: Any) -> None:
    for asked in (nt.outcome, nt.winning_moves, nt.analyse, nt.explain):
        with pytest.raises(nt.UsageError, match="misere is True, False or None"):
            asked("nim: 1", answer)


def test_codes_are_text() -> None:
    with pytest.raises(nt.UsageError, match="as text"):
        nt.Octal(0.77)  # type: ignore[arg-type]
    with pytest.raises(nt.BadText):
        nt.standard_form("nonsense")
    with pytest.raises(nt.UsageError, match="take-and-break code"):
        nt.standard_form("cram")
    assert nt.first_cousin("dawson-kayles") == nt.first_cousin("0.07")


def test_sums_and_texts_of_positions() -> None:
    assert sum([nt.Nim(3), nt.Kayles(4)]) == nt.Nim(3) + nt.Kayles(4)
    with pytest.raises(TypeError):
        _ = 1 + nt.Nim(3)
    assert "nim: 1 4 5" in nt.winning_moves("nim: 3 4 5")
    assert "nim: 3 4 4" not in nt.winning_moves("nim: 3 4 5")
