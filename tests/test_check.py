"""Games that break one promise each: the check names the promise and the first state that breaks it."""

import random
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from every_row import every_row
from typer.testing import CliRunner
from work import Clock

from nimatron import Game, Message, Nim, NimGame, parse
from nimatron.check import Report, check
from nimatron.cli.program import app
from nimatron.core.errors import UsageError
from nimatron.families.catalog import CATALOG
from nimatron.notation.own_file import load
from nimatron.show.check_report import check_lines, report_data

EXAMPLES = Path(__file__).parents[1] / "examples"


class TakeAway(Game):
    """A sound game, for others to break."""

    start = 6

    def options(self, state: Any) -> Any:
        return [state - k for k in (1, 2, 3) if k <= state]


def broken(report: Report) -> list[str]:
    return [condition.id for condition in report.conditions if condition.verdict == "failed"]


def state(report: Report, id: str) -> str:
    """The state that breaks a promise."""
    failure = report[id].failure
    return failure.state if failure else ""


# -- sound games -----------------------------------------------------------------------------------


def test_a_sound_game_keeps_every_promise() -> None:
    report = check(TakeAway())
    assert report.passed
    assert report.complete
    assert (report.positions, report.longest) == (7, 6)
    verdicts = {condition.id: condition.verdict for condition in report.conditions}
    assert {id for id, verdict in verdicts.items() if verdict == "unused"} == {"parts", "canonical", "picture", "code"}
    assert set(verdicts.values()) == {"passed", "unused"}
    assert [condition.id for condition in report.conditions if condition.lesson] == [
        "turns", "finite", "information", "common", "draws",
    ]  # fmt: skip


@pytest.mark.parametrize("limit", [30, pytest.param(150, marks=pytest.mark.slow)])
@pytest.mark.parametrize("entry", list(CATALOG), ids=lambda entry: entry.id)
def test_the_catalog_keeps_every_promise(entry: Any, limit: int) -> None:
    position = parse(entry.sample)
    report = check(position.game, [position], limit=limit, seconds=5)
    assert report.passed, report.failures
    # The colours of Northcott's game alternate, and `check` tells everybody whose state says whose turn it is.
    assert bool(report.warnings) == (entry.id == "northcott")
    assert report["common"].note is None or report.warnings


@pytest.mark.parametrize("limit", [15, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("text", ["nim: 2 3 + kayles: 3", "nim: w 2", "nim2d: 0,1"])
def test_sums_and_infinite_lists_are_checked_too(text: str, limit: int) -> None:
    position = parse(text)
    report = check(position.game, [position], limit=limit)
    assert report.passed, report.failures


def test_the_limit_says_how_far_the_check_came() -> None:
    report = check(Nim, [(30, 30, 30)], limit=50)
    assert report.passed
    assert not report.complete
    assert report.longest is None
    assert report["finite"].verdict == "partial"
    assert str(report.positions) in str(report.stopped)
    # Single lines are played to their end, whatever the limit.
    assert 50 <= report.positions <= 150


def test_time_is_a_limit_too(clock: Clock) -> None:
    clock.step = 0.01
    report = check(Nim, [(60, 60, 60)], limit=10**6, seconds=2)
    assert not report.complete
    assert "time" in str(report.stopped)
    assert 10 < report.positions < 200, "it looks at the clock before each of them"
    assert report.seconds < 3


def test_what_is_checked_must_be_a_game_and_its_positions() -> None:
    with pytest.raises(UsageError, match="expected a game"):
        check(NimGame)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="is not a position of"):
        check(Nim, [parse("kayles: 3")])


# -- turns -----------------------------------------------------------------------------------------


class Domineering(Game):
    """A partizan game on 2x2 squares: A places upright dominoes, B lying ones."""

    start: Any = ((0, 1, 2, 3), "A")

    def options(self, state: Any) -> Any:
        free, turn = state
        pairs = [(0, 2), (1, 3)] if turn == "A" else [(0, 1), (2, 3)]
        for pair in pairs:
            if set(pair) <= set(free):
                yield tuple(square for square in free if square not in pair), "B" if turn == "A" else "A"


class Marked(Game):
    """Take 1 to 3, with a mark that nobody needs."""

    start: Any = (9, True)

    def options(self, state: Any) -> Any:
        return [(state[0] - k, not state[1]) for k in (1, 2, 3) if k <= state[0]]


@dataclass(frozen=True)
class Turn:
    heap: int
    player: int


class Fields(Game):
    """The first player takes 1, the second 1 or 2."""

    start: Any = Turn(7, 0)

    def options(self, state: Any) -> Any:
        return [Turn(state.heap - k, 1 - state.player) for k in range(1, 2 + state.player) if k <= state.heap]


class Letters(Game):
    """The same as a text, which only knows the states that play leads to."""

    start: Any = "xxxxxxA"

    def options(self, state: Any) -> Any:
        row, player = state[:-1], state[-1]
        assert row.count("x") % 2 == (player == "B"), state
        return [row.replace("x", ".", 1) + "BA"["AB".index(player)]] if "x" in row else []


def test_different_moves_of_the_players_are_warned_about() -> None:
    report = check(Domineering())
    assert report.passed
    (warning,) = report.warnings
    assert warning.state == "((0, 1, 2, 3), 'A')"
    assert "the same moves as at ((0, 1, 2, 3), 'B'), if state[1] only marks whose turn it is: " in str(
        warning.expected
    )
    assert "((2, 3), 'A'), ((0, 1), 'A')" in str(warning.expected)
    assert "((1, 3), 'B'), ((0, 2), 'B')" in str(warning.came)
    assert "state.player" in str(check(Fields()).warnings[0].expected)


def test_a_mark_that_is_not_needed_is_mentioned() -> None:
    report = check(Marked())
    assert not report.warnings
    assert str(report["common"].note) == "state[1] seems to mark whose turn it is; the moves are the same without it"
    assert not check(Letters()).warnings  # every other state breaks its rules: that is no fault of the game


@pytest.mark.parametrize("text", ["nim: 1 0", "nim: 2 2", "turtles: 1 2", "wythoff: 1 1", "rook: 0 1", "cram: 2x2"])
def test_small_positions_have_no_turn(text: str) -> None:
    position = parse(text)
    report = check(position.game, [position])
    assert not report.warnings
    assert report["common"].note is None


def test_nothing_is_said_about_games_without_a_turn() -> None:
    for game in (TakeAway(), *(load(str(path)) for path in EXAMPLES.glob("[cn]*.py"))):
        report = check(game, limit=300)
        assert not report.warnings
        assert report["common"].note is None


# -- the five conditions ---------------------------------------------------------------------------


def test_a_move_that_changes_nothing() -> None:
    class Pass(TakeAway):
        def options(self, state: int) -> list[int]:
            return [state] if state == 4 else super().options(state)

    report = check(Pass())
    assert not broken(report)
    assert [(warning.state, str(warning.came)) for warning in report.warnings] == [("4", "a move from 4 to itself")]


def test_a_circle() -> None:
    class Circle(TakeAway):
        def options(self, state: int) -> list[int]:
            return [5] if state == 3 else super().options(state)

    report = check(Circle())
    assert not broken(report)
    assert [c.id for c in report.conditions if c.verdict == "loopy"] == ["finite", "draws"]
    assert str(report["finite"].note) == "positions can repeat: 5 -> 4 -> 3 -> 5"
    assert str(report["draws"].note) == "positions can repeat: draws are possible"


def test_a_line_without_end() -> None:
    class Endless(Game):
        start = 0

        def options(self, state: int) -> list[int]:
            return [state + 1]

    report = check(Endless(), limit=100)
    assert broken(report) == ["finite", "draws"]
    failure = report["finite"].failure
    assert failure
    assert failure.state == "0"
    assert "still grow" in str(failure.came)


def test_a_long_line_is_not_called_endless() -> None:
    class Long(Game):
        start = 50_000

        def options(self, state: int) -> list[int]:
            return [state - 1] if state else []

    report = check(Long(), limit=100)
    assert report.passed
    assert report["finite"].verdict == "partial"


def test_chance() -> None:
    class Dice(TakeAway):
        def options(self, state: int) -> list[int]:
            return [state - 1 - random.randrange(state)] if state > 3 else []

    random.seed(5)
    report = check(Dice(), [40])
    assert broken(report)[0] in ("information", "common")
    assert report.failures[0].state in map(str, range(4, 41))


def test_moves_that_depend_on_whose_turn_it_is() -> None:
    class Partizan(TakeAway):
        def __init__(self) -> None:
            self._turn = 0

        def options(self, state: int) -> list[int]:
            self._turn = 1 - self._turn
            return [state - 1 - self._turn] if state > 1 else []

    report = check(Partizan())
    assert "common" in broken(report)
    failure = report["common"].failure
    assert failure
    assert failure.state == "6"
    assert "whose turn" in str(failure.came)


def test_a_hidden_counter() -> None:
    calls = count()

    class Counter(TakeAway):
        def options(self, state: int) -> list[int]:
            return [state - 1] if state and next(calls) < 10 else []

    report = check(Counter())
    assert {"information", "common"} & set(broken(report))


def test_moves_that_depend_on_what_was_asked_before() -> None:
    seen: set[int] = set()

    class History(TakeAway):
        def options(self, state: int) -> list[int]:
            seen.add(state)
            return [state - 1] if state and not (state == 5 and 0 in seen) else []

    report = check(History())
    assert broken(report) == ["common"]
    assert state(report, "common") == "5"


def test_rules_that_change() -> None:
    class Shifting(TakeAway):
        def __init__(self) -> None:
            self.calls = 0

        def options(self, state: int) -> list[int]:
            self.calls += 1
            return super().options(state)  # type: ignore[no-any-return]

    report = check(Shifting())
    assert broken(report) == ["information"]
    assert str(report["information"].failure.came) == "options changed self.calls from 0 to 1"  # type: ignore[union-attr]


# -- options and states ----------------------------------------------------------------------------


def test_an_exception_inside() -> None:
    class Divides(TakeAway):
        def options(self, state: int) -> Iterator[int]:
            yield from (state - k for k in (1, 2) if k <= state and 12 // (state - 4))

    report = check(Divides())
    assert broken(report) == ["options"]
    failure = report["options"].failure
    assert failure
    assert failure.state == "4"
    assert "ZeroDivisionError" in str(failure.came)
    name, line = failure.place.rsplit(":", 1)
    assert Path(name).name == "test_check.py"
    assert "12 // (state - 4)" in Path(__file__).read_text("utf-8").splitlines()[int(line) - 1]
    assert not report.complete


def test_no_list_of_moves() -> None:
    class Forgets(TakeAway):
        def options(self, state: int) -> None:  # type: ignore[override]
            [state - 1]

    report = check(Forgets())
    assert broken(report) == ["options"]
    assert state(report, "options") == "6"
    assert "None" in str(report["options"].failure.came)  # type: ignore[union-attr]


def test_options_that_are_not_written() -> None:
    class Empty(Game):
        start = 1

    assert broken(check(Empty())) == ["options"]


@pytest.mark.parametrize("bad", [[1], {2: 3}])
def test_states_that_cannot_be_kept(bad: object) -> None:
    class Lists(TakeAway):
        def options(self, state: int) -> list[object]:
            return [bad] if state == 3 else super().options(state)

    report = check(Lists())
    assert broken(report) == ["states"]
    assert state(report, "states") == "3"


class Heap:
    """A state that can be changed."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heap) and self.size == other.size

    def __hash__(self) -> int:
        return 7

    def __repr__(self) -> str:
        return f"Heap({self.size})"


def test_options_that_change_the_state() -> None:
    class Eats(Game):
        start = Heap(3)

        def options(self, state: Heap) -> list[Heap]:
            if state.size:
                state.size -= 1
                return [Heap(state.size)]
            return []

    report = check(Eats())
    assert "states" in broken(report)
    failure = report["states"].failure
    assert failure
    assert (failure.state, str(failure.came)) == ("Heap(3)", "it was changed to Heap(2)")


def test_states_equal_only_to_themselves() -> None:
    class Thing:
        pass

    class Things(Game):
        start = Thing()

        def options(self, state: Thing) -> list[Thing]:
            return []

    assert "states" in broken(check(Things()))


# -- optional methods ------------------------------------------------------------------------------


def test_the_start_must_be_accepted() -> None:
    class Wrong(TakeAway):
        def accept(self, state: int) -> int:
            if state > 5:
                raise ValueError("at most 5")
            return state

    report = check(Wrong(), [4])
    assert broken(report) == ["start"]
    assert state(report, "start") == "6"


def test_a_list_as_start() -> None:
    class Lists(TakeAway):
        start = [1, 2]  # type: ignore[assignment]  # noqa: RUF012

    assert broken(check(Lists())) == ["start"]


def test_a_game_without_a_start_asks_for_one() -> None:
    class Startless(Game):
        options = TakeAway.options

    with pytest.raises(UsageError, match="give a position"):
        check(Startless())
    report = check(Startless(), [3])
    assert report.passed
    assert report["start"].note


def test_accept_refuses_an_option() -> None:
    class Wrong(TakeAway):
        def accept(self, state: int) -> int:
            if state == 2:
                raise ValueError("not 2")
            return state

    report = check(Wrong())
    assert broken(report) == ["accept", "notation"]
    assert state(report, "accept") == "5"  # the first from which 2 is an option


class Rows(Game):
    """Two heaps, take 1 or 2 from one of them."""

    start = (3, 2)

    def options(self, state: Any) -> Iterator[Any]:
        a, b = state
        yield from ((a - k, b) for k in (1, 2) if k <= a)
        yield from ((a, b - k) for k in (1, 2) if k <= b)

    def components(self, state: Any) -> Any:
        return [(TakeTwo(), heap) for heap in state]

    def put(self, state: Any, i: int, option: Any) -> Any:
        return (option, state[1]) if i == 0 else (state[0], option)


class TakeTwo(Game):
    def options(self, state: int) -> list[int]:
        return [state - k for k in (1, 2) if k <= state]


def test_parts_of_another_game() -> None:
    report = check(Rows())
    assert report.passed, report.failures
    assert report["parts"].verdict == "passed"


def test_put_that_is_wrong() -> None:
    class Swapped(Rows):
        def put(self, state: Any, i: int, option: Any) -> Any:
            return (option, state[1]) if i else (state[0], option)

    report = check(Swapped())
    assert broken(report) == ["parts"]
    assert state(report, "parts") == "(3, 2)"
    assert "put gave" in str(report["parts"].failure.came)  # type: ignore[union-attr]


def test_parts_that_miss_moves() -> None:
    class Half(Rows):
        def components(self, state: Any) -> Any:
            return [(TakeTwo(), state[0])]

    report = check(Half())
    assert broken(report) == ["parts"]
    assert "no move in a part" in str(report["parts"].failure.came)  # type: ignore[union-attr]


def test_parts_of_another_value() -> None:
    class Together(Game):
        """The options of the parts are those of the whole, but taking from both is no sum."""

        start = (2, 2)

        def options(self, state: Any) -> Any:
            a, b = state
            return [(a - 1, b - 1)] if a and b else []

        def components(self, state: Any) -> Any:
            return [(self, state), (self, state)]

    report = check(Together())
    assert broken(report) == ["parts"]
    failure = report["parts"].failure
    assert failure
    assert failure.state == "(1, 1)"  # the smallest
    assert "1 xor 1 = 0" in str(failure.came)


def test_components_that_are_no_parts() -> None:
    class Wrong(TakeAway):
        def components(self, state: Any) -> Any:
            return [state]

    report = check(Wrong())
    assert broken(report) == ["parts"]


def test_canonical_that_joins_different_values() -> None:
    class Merges(TakeAway):
        def canonical(self, state: int) -> int:
            return state % 3

    report = check(Merges())
    assert broken(report) == ["canonical"]
    failure = report["canonical"].failure
    assert failure
    assert failure.state == "3"
    assert str(failure.came) == "the same key 0 as 0, but value 3, not 0"


def test_canonical_that_is_wrong_in_misere_play_only() -> None:
    class Pairs(Rows):
        def canonical(self, state: Any) -> Any:
            return () if state[0] == state[1] else state

    report = check(Pairs())
    assert broken(report) == ["canonical"]
    assert "misere" in str(report["canonical"].failure.came)  # type: ignore[union-attr]


def test_a_key_that_cannot_be_kept() -> None:
    class Lists(TakeAway):
        def canonical(self, state: int) -> Any:
            return [state]

    assert broken(check(Lists())) == ["canonical"]


def test_show_and_parse_that_do_not_fit() -> None:
    class Roman(TakeAway):
        def show(self, state: int) -> str:
            return "I" * state

        def parse(self, text: str) -> int:
            return min(len(text.strip()), 4)

    report = check(Roman())
    assert broken(report) == ["notation"]
    failure = report["notation"].failure
    assert failure
    assert (failure.state, failure.came) == ("IIIIII", "4")


def test_text_that_the_notation_would_cut() -> None:
    class Plus(TakeAway):
        def show(self, state: int) -> str:
            return f"{state} + 0"

        def parse(self, text: str) -> int:
            return int(text.split("+")[0])

    assert broken(check(Plus())) == ["notation"]


class Row(TakeAway):
    """A row of sticks, which it draws."""

    def picture(self, state: Any) -> Any:
        return "I" * state


def test_a_picture_is_tested() -> None:
    report = check(Row())
    assert report.passed
    assert not report.warnings
    assert (report["picture"].verdict, report["picture"].checked) == ("passed", 7)


@pytest.mark.parametrize("wrong", [7, ["I"], "I\tI"], ids=repr)
def test_a_picture_is_text(wrong: Any) -> None:
    class Wrong(Row):
        def picture(self, state: Any) -> Any:
            return wrong if state == 4 else None

    report = check(Wrong())
    assert broken(report) == ["picture"]
    assert state(report, "picture") == "4"


def test_a_picture_that_fails_is_told_with_its_place() -> None:
    class Fails(Row):
        def picture(self, state: Any) -> Any:
            return "I" * (6 // state)

    failure = check(Fails())["picture"].failure
    assert failure is not None
    assert failure.state == "0"
    assert "ZeroDivisionError" in str(failure.came)
    assert failure.place.startswith("tests/test_check.py:")


def test_a_move_that_cannot_be_seen_is_a_warning_only() -> None:
    class Hidden(Row):
        def picture(self, state: Any) -> Any:
            return "I" * (state // 2 + 1)

    report = check(Hidden())
    assert report.passed
    assert str(report.warnings[0].came) == "the move to 4 does not change the picture"


def test_moves_told_alike_are_a_warning_only() -> None:
    class Terse(TakeAway):
        def describe(self, before: int, after: int) -> str:
            return "take some"

    report = check(Terse())
    assert report.passed
    assert report.warnings[0].state == "6"


@every_row("words", [None, "", 5, Message("take {missing}")])
def test_moves_that_are_not_told(words: Any) -> None:
    class Silent(TakeAway):
        def describe(self, before: int, after: int) -> Any:
            return words

    report = check(Silent())
    assert broken(report) == ["describe"]
    assert state(report, "describe") == "6"


def test_instances_that_are_not_equal() -> None:
    class Odd(TakeAway):
        def __eq__(self, other: object) -> bool:
            return self is other

        __hash__ = object.__hash__

    assert "identity" in broken(check(Odd()))


# -- on the command line ---------------------------------------------------------------------------

GAME = """
    from nimatron import Game

    class Loop(Game):
        start = 2
        def options(self, n):
            return [(n + 1) % 3]

    class Fine(Game):
        start = 2
        def options(self, n):
            return range(n)

    class Bad(Game):
        start = [2]
        def options(self, n):
            return range(n)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "games.py"
    file.write_text(textwrap.dedent(GAME), "utf-8")
    return file


def test_the_command_ends_with_1_when_a_promise_is_broken(file: Path) -> None:
    result = CliRunner().invoke(app, ["check", f"{file}:Bad"])
    assert result.exit_code == 1
    assert "broken." in result.stdout


def test_the_command_tells_that_positions_can_repeat(file: Path) -> None:
    result = CliRunner().invoke(app, ["check", f"{file}:Loop"])
    assert result.exit_code == 0
    assert "positions can repeat: 2 -> 0 -> 1 -> 2" in result.stdout
    assert "positions can repeat: draws are possible" in result.stdout


def test_the_command_ends_with_0_when_all_is_well(file: Path) -> None:
    result = CliRunner().invoke(app, ["check", f"{file}:Fine", "3", "4"])
    assert result.exit_code == 0
    assert "from 2, 3, 4" in result.stdout
    assert "Every promise is kept." in result.stdout


def test_the_command_in_json(file: Path) -> None:
    import json

    data = json.loads(CliRunner().invoke(app, ["check", "--json", f"{file}:Loop"]).stdout)
    assert data["schema"] == "nimatron.check/1"
    assert data["passed"] is True
    assert [c["id"] for c in data["conditions"] if c["verdict"] == "loopy"] == ["finite", "draws"]
    assert data == report_data(check(load(f"{file}:Loop")))


@every_row("words", [["wythoff"], ["subtraction{2,3}"], ["chop: 3x4"], ["graph"], ["nim", "chomp"]])
def test_games_of_the_catalog(words: list[str]) -> None:
    result = CliRunner().invoke(app, ["check", *words])
    assert result.exit_code == 0, result.output


@pytest.mark.slow
def test_the_whole_catalog() -> None:
    result = CliRunner().invoke(app, ["check", "--all", "--positions", "10"])
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == len(list(CATALOG))


@pytest.mark.parametrize("words", [[], ["--all", "nim"]])
def test_something_must_be_asked_for(words: list[str]) -> None:
    assert CliRunner().invoke(app, ["check", *words]).exit_code == 2


def test_every_failure_is_worded() -> None:
    class Terse(TakeAway):
        def options(self, state: int) -> list[int]:
            return [state]

        def describe(self, before: int, after: int) -> str:
            return ""

    text = "\n".join(line.text for line in check_lines(check(Terse())))
    assert text.count("BROKEN") == 1
    assert text.count("repeats") == 2
    assert "{" not in text


class Quits(Game):
    start = 5

    def options(self, n: int) -> Any:
        if n == 3:
            sys.exit(7)
        return [n - 1]


class Sleeps(Game):
    start = 5

    def options(self, n: int) -> Any:
        time.sleep(1000 if n == 3 else 0)
        return [n - 1]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "came"), [(Quits(), "SystemExit: 7"), (Sleeps(), "no answer within the time limit")])
def test_rules_that_end_the_program_or_sleep_are_named(game: Game, came: str) -> None:
    failure = check(game, seconds=0.2)["options"].failure
    assert failure is not None
    assert (failure.state, str(failure.came)) == ("3", came)
    assert failure.place.startswith("tests/test_check.py:")
