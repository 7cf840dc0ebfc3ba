"""The public names, as a Python user expects them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from doctest import DocTestParser, DocTestRunner
from html import escape
from pathlib import Path
from typing import Any, Literal, get_origin

import pytest
from every_row import every_row
from typer.testing import CliRunner

import nimatron as nt
from nimatron.cli.program import app
from nimatron.families.catalog import CATALOG, Entry
from nimatron.show.words import languages, speaking
from nimatron.solve.sequence import period

READY = {name: thing for name in nt.__all__ if isinstance(thing := getattr(nt, name), nt.Game)}

# -- games -----------------------------------------------------------------------------------------


def has_parameters(entry: Entry) -> bool:
    return entry.sample.find("{") > 0


@every_row("entry", [e for e in CATALOG if not has_parameters(e)])
def test_a_game_without_parameters_is_a_ready_instance(entry: Entry) -> None:
    (game,) = [game for game in READY.values() if game.name == entry.id]
    sample = nt.parse(entry.sample)
    assert (game(sample.state) if isinstance(sample.state, str) else game(*sample.state)) == sample


def test_a_position_may_be_given_by_its_size() -> None:
    assert nt.Cram(4, 4) == nt.parse("cram: 4x4")


@every_row("entry", [e for e in CATALOG if has_parameters(e)])
def test_rules_with_parameters_are_a_class(entry: Entry) -> None:
    assert isinstance(entry.game, type)
    assert getattr(nt, entry.game.__name__) is entry.game


@every_row("name", READY)
def test_the_class_of_a_ready_game_can_be_subclassed(name: str) -> None:
    kind = type(READY[name])
    assert getattr(nt, kind.__name__) is kind
    assert kind.__name__ in (f"{name}Game", "Octal", "Tartan", "Turning", "Circular")


# -- text for a position ---------------------------------------------------------------------------

QUESTIONS: list[Callable[[Any], object]] = [
    nt.grundy, nt.outcome, nt.birthday, nt.classes, nt.misere_form, nt.genus, lambda p: nt.has_value(p, 2),
    lambda p: list(nt.winning_moves(p)),
    lambda p: list(nt.reach(p, 1)),
    lambda p: nt.analyse(p).value, lambda p: nt.explain(p).steps,
]  # fmt: skip


@every_row("ask", QUESTIONS)
def test_text_is_taken_for_a_position(ask: Callable[[Any], object]) -> None:
    assert ask("nim: 3 4 5") == ask(nt.Nim(3, 4, 5))


@every_row("ask", QUESTIONS)
def test_what_is_no_position_is_refused(ask: Callable[[Any], object]) -> None:
    with pytest.raises(nt.UsageError, match="expected a position or its text"):
        ask(nt.Nim)
    with pytest.raises(nt.UnknownGame):
        ask("nym 3 4 5")


def test_values_of_a_list() -> None:
    assert nt.grundy([nt.Nim(3), "kayles: 5", "nim: w"]) == [3, 4, nt.Ordinal("w")]
    assert nt.grundy(nt.Kayles(n) for n in range(4)) == [0, 1, 2, 3]
    assert nt.grundy([]) == []


def test_one_limit_holds_for_a_whole_list() -> None:
    class Steps(nt.Game):
        def options(self, n: int) -> range:
            return range(max(0, n - 3), n)

    with pytest.raises(nt.Limit):
        nt.grundy([Steps()(n) for n in range(60)], limit=50)
    assert len(nt.grundy([Steps()(n) for n in range(60)], limit=100)) == 60


# -- text for a game -------------------------------------------------------------------------------

ABOUT_GAMES: list[Callable[[Any], object]] = [
    nt.period, lambda game: nt.sequence(game, 8).tolist(), lambda game: nt.check(game, [(5,)], limit=60).positions,
]  # fmt: skip


@pytest.mark.parametrize("ask", ABOUT_GAMES)
def test_text_is_taken_for_a_game(ask: Callable[[Any], object]) -> None:
    assert ask("kayles") == ask(nt.Kayles)
    assert ask(".77") == ask(nt.Octal("0.77"))
    assert ask("subtraction{1,2}") == ask(nt.Subtraction({1, 2}))


@pytest.mark.parametrize("ask", ABOUT_GAMES)
def test_what_is_no_game_is_refused(ask: Callable[[Any], object]) -> None:
    with pytest.raises(nt.UsageError, match="expected a game or its name"):
        ask(nt.Kayles(5))
    with pytest.raises(nt.UnknownGame):
        ask("kaylse")


@every_row("ask", ABOUT_GAMES[:2])
@every_row("game", ["chomp", "moore{2}"])
def test_a_game_without_a_nim_sequence(ask: Callable[[Any], object], game: str) -> None:
    with pytest.raises(nt.UsageError, match="is not a sum of single heaps or coins in a row"):
        ask(game)


def test_limits_of_a_period() -> None:
    words = nt.period("0.007", limit=300, seconds=60)
    assert isinstance(words, nt.Unresolved)
    for same in (
        nt.period("0.007", 300, 60),
        nt.period("0.007", nt.Limits(positions=300, seconds=60)),
        nt.period("0.007", nt.Limits(seconds=60), limit=300),
    ):
        assert isinstance(same, nt.Unresolved)
        assert same.computed == words.computed
    assert isinstance(nt.period("0.007", seconds=0), nt.Unresolved)


def test_limits_of_a_sequence() -> None:
    with pytest.raises(nt.Limit, match="the limit of 3 heaps is reached"):
        nt.sequence("kayles", 5, limit=3)
    assert nt.sequence("kayles", 5, nt.Limits(positions=5)).tolist() == [0, 1, 2, 3, 1]
    with pytest.raises(nt.Limit, match="the time limit of 0 s is reached"):
        nt.sequence("kayles", 5, seconds=0)


# -- periods ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_period_is_true_where_it_is_proved() -> None:
    assert period(nt.Kayles)
    observed = period(nt.Octal("0.8?"), limit=2_000_000)
    assert isinstance(observed, nt.Period)
    assert not observed
    unresolved = period(nt.Officers, limit=1000)
    assert isinstance(unresolved, nt.Unresolved)
    assert not unresolved


# -- answers in words ------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("text", ["nim: 3 4 5", "kayles: 1 11 + chomp: 3x2", "cram: 3x3", "nim: 1 1"])
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.one_in(5)
def test_an_answer_is_worded_as_on_the_command_line(text: str, language: str, misere: bool) -> None:
    play = ["--misere"] if misere else []
    for command, ask in (("solve", nt.analyse), ("explain", nt.explain)):
        with speaking("en"):  # the command line speaks on in the language it was told
            shown = CliRunner().invoke(app, ["--lang", language, command, text, *play]).stdout
        with speaking(language):
            assert f"{ask(text, misere)}\n" == shown  # type: ignore[operator]
        assert f"{ask(text, misere).text(language)}\n" == shown  # type: ignore[operator]


@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_report_is_worded_as_on_the_command_line(language: str) -> None:
    with speaking("en"):
        shown = CliRunner().invoke(app, ["--lang", language, "check", "nim"]).stdout
    with speaking(language):
        assert f"{nt.check('nim')}\n" == shown
    assert f"{nt.check('nim').text(language)}\n" == shown


@pytest.mark.parametrize("ask", [nt.analyse, nt.explain])
def test_a_notebook_shows_an_answer_in_words(ask: Callable[[str], Any]) -> None:
    shown = ask("nim: 3")._repr_html_()
    assert nt.Nim(3).picture() in shown
    assert "-&gt;" in shown
    for line in str(ask("nim: 3")).splitlines():
        assert escape(line) in shown


def test_a_language_that_nobody_speaks() -> None:
    with pytest.raises(nt.UsageError, match=f"there is no language 'xx': expected one of {', '.join(languages())}"):
        nt.explain("nim: 3").text("xx")


def test_what_never_was_a_name() -> None:
    with pytest.raises(AttributeError, match="module 'nimatron' has no attribute 'grunty'"):
        getattr(nt, "grunty")  # noqa: B009
    assert not hasattr(nt, "grunty")


# -- documentation ---------------------------------------------------------------------------------


def documented() -> Iterator[tuple[str, object]]:
    """Every public name, and every method that a user's own game may override."""
    yield from ((name, getattr(nt, name)) for name in nt.__all__)
    for kind in (nt.Game, nt.HeapGame, nt.CoinGame):
        own = {name: thing for name, thing in vars(kind).items() if not name.startswith("_")}
        yield from ((f"{kind.__name__}.{name}", thing) for name, thing in own.items() if is_method(thing, kind, name))


def is_method(thing: object, kind: type, name: str) -> bool:
    """Is it introduced here, to be called or overridden?"""
    inherited = any(hasattr(base, name) for base in kind.__mro__[1:])
    return not inherited and (callable(thing) or isinstance(thing, (property, classmethod)))


def has_example(thing: object) -> bool:
    """Is there one in its own docstring? A type alias has none."""
    if isinstance(thing, nt.Game) and not ("__doc__" in vars(thing) or "__doc__" in vars(type(thing))):
        return False
    return get_origin(thing) is Literal or ">>> " in (thing.__doc__ or "")


def test_every_public_name_has_an_example() -> None:
    names = list(documented())
    assert len(names) > 150
    assert [name for name, thing in names if not has_example(thing)] == []


def test_all_is_in_order() -> None:
    assert nt.__all__ == sorted(nt.__all__)
    assert len(set(nt.__all__)) == len(nt.__all__)


@every_row("name", [name for name, game in READY.items() if "__doc__" in vars(game)])
def test_the_examples_of_a_ready_game(name: str) -> None:
    """Nobody else runs them: the examples of instances are not looked for."""
    example = DocTestParser().get_doctest(READY[name].__doc__ or "", {}, name, None, None)
    assert DocTestRunner().run(example).failed == 0


# -- types -----------------------------------------------------------------------------------------

LIST = Path(nt.__file__).with_name("public.py")

USER = Path(__file__).with_name("typing_user.py")
"""A script that the type checker reads as strictly as the package."""


def test_a_typed_script_has_every_listed_name() -> None:
    """A game of the catalog is public by its row, and type checkers know those that `public.py` lists as well."""
    listed = re.findall(r" as (\w+)$", LIST.read_text("utf-8"), re.MULTILINE)
    assert len(listed) > 150
    assert set(listed) <= set(nt.__all__)
    assert set(listed) - set(re.findall(r"\bnt\.(\w+)", USER.read_text())) == set()


def test_the_typed_script_is_checked(pytestconfig: pytest.Config) -> None:
    settings = tomllib.loads((pytestconfig.rootpath / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    assert settings["strict"]
    assert USER.relative_to(pytestconfig.rootpath).as_posix() in settings["files"]
