"""One wish for a question, however it is said; and a question that keeps to it."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from itertools import count, islice
from typing import Any

import pytest
from every_row import every_row
from work import Clock, calls

import nimatron as nt
from nimatron.core.game import Position
from nimatron.core.limits import make_limits
from nimatron.explain import explanations as explaining
from nimatron.explain import move_outcomes as listing
from nimatron.explain.move_outcomes import move_outcomes
from nimatron.explain.reachable import induction
from nimatron.solve import solver as solving
from nimatron.solve.search.choice import Chooser
from nimatron.solve.search.memo import Tables
from nimatron.solve.solver import Solver
from nimatron.solve.theorem import Theorem

BAR = nt.parse("chomp: 6 5 4 3 2")
QUESTIONS = (nt.grundy, nt.outcome, nt.winning_moves, nt.analyse, nt.explain)


@every_row(
    ("words", "limits"),
    [
        ({}, nt.Limits()),
        ({"limit": 5}, nt.Limits(positions=5)),
        ({"positions": 5}, nt.Limits(positions=5)),
        ({"seconds": 2.5, "memory": 1 << 20}, nt.Limits(seconds=2.5, memory=1 << 20)),
    ],
)
def test_single_words_say_the_same(words: dict[str, Any], limits: nt.Limits) -> None:
    assert make_limits(None, **words) == limits


def test_words_change_what_the_limits_say() -> None:
    assert make_limits(nt.Limits(positions=9, seconds=2.5), limit=5) == nt.Limits(positions=5, seconds=2.5)
    assert make_limits(nt.Limits(positions=9), limit=None) == nt.Limits()


@pytest.mark.parametrize("ask", [nt.grundy, nt.winning_moves])
def test_every_question_takes_limits(ask: Any) -> None:
    board = nt.parse("cram: 7x7")
    for words in ({"limit": 20}, {"limits": nt.Limits(positions=20)}):
        with pytest.raises(nt.Limit):
            ask(board, **words)


@every_row("ask", QUESTIONS)
def test_a_number_is_no_limits(ask: Any) -> None:
    with pytest.raises(TypeError, match=r"expected Limits\(positions=20\) or limit=20"):
        ask(BAR, limits=20)
    with pytest.raises(nt.UsageError, match="limt"):
        ask(BAR, limt=20)


WRONG: list[dict[str, Any]] = [
    {"positions": -1}, {"positions": 2.5}, {"positions": True}, {"memory": "1 GB"}, {"seconds": "x"}, {"seconds": -0.1},
    {"seconds": float("nan")},
]  # fmt: skip


@every_row("words", WRONG)
def test_what_is_no_limit_is_refused(words: dict[str, Any]) -> None:
    (name,) = words
    with pytest.raises(nt.UsageError, match=f"the limit `{name}` is a .*number from 0 on, not"):
        nt.Limits(**words)
    with pytest.raises(nt.UsageError):
        nt.grundy(BAR, **words)


def test_two_words_for_one_limit() -> None:
    with pytest.raises(nt.UsageError, match="not both"):
        nt.grundy(BAR, limit=5, positions=6)


# -- asked once ------------------------------------------------------------------------------------

SEVERAL = [
    "nim: 3 4 5 + kayles: 4 + chomp: 2x2",
    "kayles: 5 3 + cram: 3x2 + cram: 2x2",
    "cram: 4x3",
    "chomp: 6 5 4 3 2",
    "graph{a>b a>c b>c d>c d>a}: a a d",
    "arc-kayles{a-b b-c c-d d-e a-e a-c}:",
]
"""A sum, splitting games, a bar, graphs."""


class Tower(nt.HeapGame):
    """Take 1 to 4; a theorem of its own counts how often it is asked."""

    def heap_options(self, n: int) -> Iterator[tuple[int, ...]]:
        yield from ((n - taken,) for taken in range(1, min(n, 4) + 1))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[Any]:
    """How often a theorem was asked for each heap of a tower."""
    times: Counter[Any] = Counter()

    def value(game: nt.Game, state: Any, solve: Any) -> int:
        times[state] += 1
        return int(state[0]) % 5

    towers, known = (Theorem("towers", "a test", value),), solving.theorems_of
    shortcut = solving.has_shortcut
    monkeypatch.setattr(solving, "theorems_of", lambda game: towers if type(game) is Tower else known(game))
    monkeypatch.setattr(solving, "has_shortcut", lambda rules: rules is Tower or shortcut(rules))
    return times


@pytest.mark.parametrize("ask", [nt.analyse, nt.explain])
def test_each_value_is_asked_once(ask: Any, asked: Counter[Any]) -> None:
    ask(Tower()(7, 9, 13) + nt.Nim(3))
    assert asked.keys() >= {(7,), (9,), (13,)}
    assert set(asked.values()) == {1}


@pytest.mark.parametrize("text", SEVERAL)
@pytest.mark.parametrize("ask", [nt.analyse, nt.explain])
def test_each_search_for_a_value_is_made_once(ask: Any, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    times: Counter[Any] = Counter()
    search = Chooser.value

    def counted(self: Chooser, game: nt.Game, state: Any) -> Any:
        times[game, state] += 1
        return search(self, game, state)

    monkeypatch.setattr(Chooser, "value", counted)
    ask(nt.parse(text))
    assert max(times.values(), default=1) == 1


# -- one budget ------------------------------------------------------------------------------------


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Solver]:
    """The solvers of an explanation, each beginning with nothing known."""
    solvers: list[Solver] = []

    class Fresh(Solver):
        def __init__(self, limits: nt.Limits) -> None:
            super().__init__(limits, tables=Tables())
            solvers.append(self)

    monkeypatch.setattr(explaining, "Solver", Fresh)
    return solvers


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("text", [*SEVERAL, "cram: 4x4"])
@pytest.mark.one_in(5)
def test_an_explanation_has_one_budget(text: str, misere: bool, made: list[Solver]) -> None:
    position = nt.parse(text)
    nt.explain(position, misere)
    enough = made[0].budget.spent
    for limit in (0, 1, enough // 3, enough // 2, max(0, enough - 1), enough):
        nt.explain(position, misere, limit=limit)
        assert made[-1].budget.spent <= limit
    assert len(made) == 7  # one for each


class Counted(nt.Game):
    """Break a bar along a line and eat a piece; counts the positions that are looked at."""

    looks = 0

    def options(self, bar: Any) -> Iterator[Any]:
        Counted.looks += 1
        rows, columns = bar
        yield from ((r, columns) for r in range(1, rows))
        yield from ((rows, c) for c in range(1, columns))


@every_row("positions", [0, 1, 7, 50])
@every_row("text", ["grundy: 60", "lasker: 12 13", "treblecross: 30", "kenyon: 9 9", "cram: 4x4"])
@every_row("ask", [nt.analyse, nt.explain])
def test_a_limit_is_no_error_of_an_analysis_in_misere_play(ask: Any, text: str, positions: int) -> None:
    answer = ask(text, misere=True, positions=positions)
    found = answer if ask is nt.analyse else answer.analysis
    assert found.outcome in ("N", "P") or found.trouble.positions <= positions
    assert found.because


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("bar", [(9, 9), (9, 12), (20, 20)])
def test_an_explanation_looks_at_no_more_positions(bar: Any, misere: bool, made: list[Solver]) -> None:
    for limit in (5, 40, 100, 1000):
        Counted.looks = 0
        nt.explain(Counted()(bar), misere, limit=limit)
        assert Counted.looks <= limit + 3  # its own options are listed too


# -- lists without end -----------------------------------------------------------------------------


class Endless(nt.Game):
    """Every move leaves one less, and there are moves without end."""

    looks = 0

    def options(self, n: int) -> Iterator[int]:
        while n:
            Endless.looks += 1
            yield n - 1


class EndlessHeaps(Endless):
    """The same in several heaps."""

    def options(self, heaps: Any) -> Iterator[Any]:
        for i, heap in enumerate(heaps):
            for less in super().options(heap):
                yield (*heaps[:i], less, *heaps[i + 1 :])

    def components(self, heaps: Any) -> list[Any]:
        return [(self, (heap,)) for heap in heaps if heap]

    def put(self, heaps: Any, i: int, option: Any) -> Any:
        full = [k for k, heap in enumerate(heaps) if heap]
        return (*heaps[: full[i]], *option, *heaps[full[i] + 1 :])


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("position", [Endless()(3), EndlessHeaps()((3, 2))])
@pytest.mark.parametrize("ask", [nt.winning_moves, nt.analyse, nt.explain])
@pytest.mark.one_in(5)
def test_limits_end_a_list_without_end(
    ask: Any, position: nt.Position, misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()
    monkeypatch.setattr("nimatron.core.limits.now", lambda: next(ticks) / 10)  # as if a look at the clock took so long
    for limits in (nt.Limits(seconds=8), nt.Limits(positions=50)):
        Endless.looks = 0
        with suppress(nt.Limit):
            ask(position, misere, limits)
        assert Endless.looks <= 200_000


def test_a_list_that_only_repeats_itself_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST_REPEATS", 5000)
    monkeypatch.setattr(Endless, "looks", 0)
    with pytest.raises(nt.Limit, match=r"the options of endless: 1 lead back to it \(after 1 position,"):
        move_outcomes(Endless()(1))
    assert Endless.looks == 5001


def test_a_list_that_only_repeats_itself_keeps_to_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Endless, "looks", 0)
    with pytest.raises(nt.Limit, match="the time limit of 0 s is reached"):
        move_outcomes(Endless()(1), seconds=0)
    assert Endless.looks == 2


def test_backward_induction_keeps_to_limits() -> None:
    heap = nt.parse("subtraction{1,2,3}: 400")
    rounds = len(induction(heap).rounds)
    with pytest.raises(nt.Limit, match="limit of 400 positions"):
        induction(heap, limit=400)
    with pytest.raises(nt.Limit, match="limit of 450 positions"):
        induction(heap, limit=450)  # the states are found, but not all rounds
    assert len(induction(heap, limit=401 + rounds).rounds) == rounds


# -- options that take long ------------------------------------------------------------------------

SLOW = [
    ("wythoff: 95 20417", True),  # thousands of options at once after many positions with few
    ("tartan{ruler,twins}: 166274,0 4,2", True),  # each option is a list of up to 166,274 coins
    ("corners: 495684859614594169,1 2,3 4,4", True),  # 10^17 columns and no row to turn
    ("moore{2}: 1000000000000000000 1000000000000000000 7", True),
]
"""Positions with so many options, or such long ones, that even listing them takes for ever."""


@pytest.mark.parametrize(("text", "misere"), SLOW)
def test_the_clock_is_looked_at_between_options(text: str, misere: bool, clock: Clock) -> None:
    position = nt.parse(text)

    class FrontPeriod(type(position.game)):  # type: ignore[misc]
        """The same rules; every option takes a millisecond."""

        def options(self, state: Any) -> Iterator[Any]:
            for option in super().options(state):
                clock.wait(0.001)
                yield option

    game = copy(position.game)
    game.__class__ = FrontPeriod
    nt.analyse(Position(game, position.state), misere, seconds=2)
    assert clock.time < 2.5


HUGE = [
    "moore{2}: 1000000000000000000 7",
    "corners: 495684859614594169,0",
    "kayles: 9999999999999",
    "octal{0.[01]}: 1000000000000000001",
    "octal{0.33 rows}: 1000000000000000000",
]


@every_row("text", HUGE)
def test_the_first_options_come_at_once(text: str) -> None:
    list(islice(nt.parse(text).options(), 1))  # loads the family
    assert calls(lambda: list(islice(nt.parse(text).options(), 5))) < 300


@pytest.mark.parametrize("text", ["kayles: 1000000000000000000", "nim: 100000", "moore{2}: 10000000000 10000000000"])
def test_backward_induction_refuses_at_once_what_nobody_would_follow(text: str) -> None:
    with pytest.raises(nt.Limit, match="too many positions to mark: the limit is 5,000"):
        induction(nt.parse(text))


def test_backward_induction_keeps_to_the_time(clock: Clock) -> None:
    clock.step = 0.01
    with pytest.raises(nt.Limit, match="the time limit of 2 s is reached"):
        induction(nt.parse("nim: 4000"), seconds=2)


def test_a_search_beyond_all_numbers_that_have_a_text_is_refused() -> None:
    class Whole(nt.Octal):
        """Options of its own: nobody knows that the heaps never meet."""

        def options(self, state: Any) -> Iterator[Any]:
            return super().options(state)

    with pytest.raises(nt.Limit, match=r"about 10\^18059 positions, limit"):
        nt.outcome(Whole("0.77")(*[7] * 20_000), misere=True)


@pytest.mark.parametrize("n", [1 << 63, 10**40])
def test_amounts_beyond_a_machine_word(n: int) -> None:
    assert nt.grundy(f"subtraction{{1,2,{n}}}: 100001", seconds=60) == 100001 % 3
    with pytest.raises(nt.Limit, match="Nimatron looks for a period only if the largest amount is at most"):
        nt.grundy(f"subtraction{{1,2,{n}}}: {3 * n}", seconds=60)


@every_row("code", ["0.[01]", "0.[1]", "0.7[010]", "0.12[1]", "0.[02]", "0.33 rows", "0.313 rows"])
def test_codes_that_skip_amounts_have_the_same_moves(code: str) -> None:
    game = nt.Octal.from_parameters(code)
    for n in range(12):
        bits = [(t, game.code.place(t)) for t in range(n + 1)]
        left = game._row_remainders if game.rows else game._remainders
        assert list(game.heap_options(n)) == [option for t, digit in bits for option in left(n - t, digit, t)]
