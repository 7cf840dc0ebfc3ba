"""Own games: from a file, by a name that `parse` knows, and with any state."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

import nimatron as nt
from nimatron.families.catalog import KNOWN, name_of
from nimatron.notation.own_file import load

COUNTDOWN = """
from nimatron import Game, Kayles, Nim, Nim2D
{extra}

class Countdown(Game):
    start = 10

    def options(self, n):
        return [n - k for k in {amounts} if k <= n]
"""


def written(folder: Path, extra: str = "", amounts: str = "(1, 2)") -> str:
    folder.mkdir(exist_ok=True)
    file = folder / "countdown.py"
    file.write_text(COUNTDOWN.format(extra=extra, amounts=amounts))
    return str(file)


@pytest.fixture
def registering() -> Iterator[None]:
    """What a test registers is forgotten after it."""
    before = KNOWN.entries
    yield
    KNOWN._list(before)


def countdowns(folder: Path) -> tuple[nt.Game, nt.Game]:
    """The games of two files of the same name, in different folders."""
    first = load(written(folder / "a", amounts="(1, 2)"))
    return first, load(written(folder / "b", amounts="(1, 2, 3)"))


# -- a file ----------------------------------------------------------------------------------------


def test_what_a_file_imports_is_not_its_own(tmp_path: Path) -> None:
    assert nt.grundy(load(written(tmp_path))(5)) == 2


def test_a_file_may_import_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "amounts_of_mine.py").write_text("AMOUNTS = (1, 2, 3)")
    place = written(tmp_path, "from amounts_of_mine import AMOUNTS", "AMOUNTS")
    assert [nt.grundy(load(place)(n)) for n in range(6)] == [0, 1, 2, 3, 0, 1]


def test_files_of_the_same_name_do_not_take_each_others_place(tmp_path: Path) -> None:
    games = countdowns(tmp_path)
    again = [pickle.loads(pickle.dumps(game)) for game in games]
    assert [nt.grundy(game(3)) for game in again] == [0, 3]
    assert again == [*games]
    assert games[0] != games[1]


def test_each_file_has_its_own_neighbours(tmp_path: Path) -> None:
    values = []
    for name, amounts in (("a", "(1,)"), ("b", "(1, 2)"), ("a", "(1, 2, 3)")):  # the last is written anew
        place = written(tmp_path / name, "import theirs_or_mine", "theirs_or_mine.AMOUNTS")
        (tmp_path / name / "theirs_or_mine.py").write_text(f"AMOUNTS = {amounts}\n" + "#" * len(values))
        values.append([nt.grundy(load(place)(n)) for n in range(4)])
    assert values == [[0, 1, 0, 1], [0, 1, 2, 0], [0, 1, 2, 3]]


def test_a_neighbour_does_not_hide_a_module_of_python(tmp_path: Path) -> None:
    (tmp_path / "this.py").write_text("raise RuntimeError")
    (tmp_path / "colorsys.py").write_text("raise RuntimeError")
    assert load(written(tmp_path, "import colorsys")).name == "countdown"


def test_the_path_of_python_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    before = list(sys.path)
    load(written(tmp_path))
    with pytest.raises(nt.UserCodeError):
        load(written(tmp_path, "1 / 0"))
    assert sys.path == before


# -- a name ----------------------------------------------------------------------------------------


class Bar(nt.Game):
    start = (2, 3)

    def options(self, bar: tuple[int, int]) -> Iterator[tuple[int, int]]:
        rows, cols = bar
        yield from ((r, cols) for r in range(1, rows))
        yield from ((rows, c) for c in range(1, cols))


@pytest.mark.usefixtures("registering")
def test_the_repr_of_a_registered_game_is_its_position() -> None:
    with pytest.raises(nt.UnknownGame):
        nt.parse("bar: (2, 3)")
    assert nt.register(Bar) is Bar
    position = Bar()(4, 6) + nt.Nim(3)
    assert eval(repr(position), {"parse": nt.parse}) == position


@pytest.mark.usefixtures("registering")
def test_a_game_is_registered_twice() -> None:
    nt.register(Bar())
    nt.register(Bar())
    nt.register(nt.Nim)
    assert len(KNOWN.entries) == len({entry.id for entry in KNOWN})


@pytest.mark.usefixtures("registering")
def test_a_class_defined_anew_replaces_the_old_one() -> None:
    for amount in (1, 2):

        class Steps(nt.Game):
            k = amount

            def options(self, n: int) -> list[int]:
                return list(range(max(0, n - self.k), n))

        nt.register(Steps)
    assert nt.grundy(nt.parse("steps: 2")) == 2


@pytest.mark.usefixtures("registering")
@pytest.mark.parametrize("name", ["nim", "Nim", "take-away", "bar"])
def test_a_name_that_is_taken(name: str) -> None:
    class Other(nt.Game):
        def options(self, n: int) -> range:
            return range(n)

    nt.register(Bar)
    game = Other()
    game.name = name
    with pytest.raises(nt.UsageError, match=r"is taken by (Nim|Take-away, subtraction game|Bar): give your game"):
        nt.register(game)


@pytest.mark.usefixtures("registering")
def test_other_rules_of_the_same_class_do_not_take_the_name() -> None:
    nt.register(nt.Octal("0.3", name="mine"))
    with pytest.raises(nt.UsageError, match="'mine' is taken by Octal"):
        nt.register(nt.Octal("0.7", name="mine"))


@pytest.mark.usefixtures("registering")
def test_a_registered_game_may_have_parameters() -> None:
    class Steps(nt.Game):
        def __init__(self, k: int) -> None:
            self.k = k

        @property
        def parameters(self) -> str:
            return str(self.k)

        def options(self, n: int) -> range:
            return range(max(0, n - self.k), n)

    position = nt.register(Steps(3))(7)
    assert nt.parse(str(position)) == position
    assert nt.parse("steps: 7") == position
    with pytest.raises(nt.BadText):
        nt.parse("steps{4}: 7")


def test_an_own_game_called_like_ours_has_its_own_title() -> None:
    class Subtraction(nt.Game):
        pass

    class Chomp(nt.ChompGame):
        pass

    assert name_of(Subtraction()) == "Subtraction"
    assert name_of(Chomp()) == "Chomp"
    assert name_of(nt.Subtraction({1})) == "Take-away, subtraction game"
    assert name_of(nt.Wythoff) == "Wythoff's game"
    assert name_of(nt.Octal("0.77", rows=True)) == "Take-and-break game by code"
    assert name_of(nt.Nim2D) == name_of(nt.Nim2DGame(4)) == "Two-dimensional Nim"


# -- any state -------------------------------------------------------------------------------------


class Ending(nt.Game):
    """A state may be None: here it is the end."""

    start = 4

    def options(self, n: int | None) -> list[int | None]:
        return [] if n is None else [*range(n), None]


class Begun(nt.Game):
    """And here the start."""

    start = None

    def options(self, n: int | None) -> list[int]:
        return [3] if n is None else list(range(n))


def test_none_is_a_state() -> None:
    assert nt.grundy(Ending()(4)) == 5
    assert [str(move) for move in nt.winning_moves(Ending()(2))] == ["ending: None"]
    assert next(iter(nt.winning_moves(Ending()(2) + nt.Nim(0)))).state == (None, (0,))
    assert nt.check(Ending()).passed


def test_none_is_a_start() -> None:
    assert nt.outcome(Begun()()) == "P"
    assert nt.check(Begun()).passed


def test_an_option_makes_its_state_once() -> None:
    class Counted(Ending):
        def put(self, state: int | None, i: int, option: int | None) -> int | None:
            made.append(option)
            return option

    made: list[int | None] = []
    move = nt.winning_moves(Counted()(2))[0]
    made.clear()
    assert move.state is move.state is None
    assert made == [None]
