"""Every message and every command speaks each language to its end: no English is left over."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from extraction import script
from leftover import OTHERS, english_only, left_over
from typer.testing import CliRunner

from nimatron.cli.program import app
from nimatron.families.catalog import CATALOG, Entry
from nimatron.show.words import use_language

every_language = pytest.mark.parametrize("language", OTHERS)

SAME = {
    "Chomp", "Chop", "Cram", "Guiles", "Kayles", "Mex", "Moidores", "Nim", "Nimble", "Notakto", "Podium", "Program",
    "Quiz", "Saltus", "Sym", "Treblecross", "Turnips", "maximum", "mex", "genus", "saltus",
    "saltus {saltus}", " (index {place})",
    "{indent}  mex {{{values}}} = {mex}", "{question} [Enter: {answer}]",
}  # fmt: skip
"""Names and words that a language may share with English."""

LETTERS = re.compile(r"[^\W\d_]{2,}")
FILLED_IN = re.compile(r"\{[^}]*\}")

COMMANDS = [
    ["list"],
    ["solve", "nim: 3 4 5 + chomp: 2x2"],
    ["solve", "--misere", "kayles: 5"],
    ["explain", "--misere", "nim: 1 1"],
    ["moves", "--misere", "wythoff: 3 4"],
    ["explain", "--steps", "subtraction{1,2,3}: 5"],
    ["explain", "moore{2}: 3 4 5"],
    ["period", "0.77"],
    ["period", "allbut{2,4}"],
    ["seq", "kayles", "-n", "30"],
    ["table", "wythoff", "--size", "5x5"],
    ["nimber", "24*17", "--steps"],
    ["misere", "0.77", "--heap", "9"],
    ["check", "--positions", "50", "cram: 2x3"],
]


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


def said(language: str, *arguments: str, stdin: str = "", code: int = 0) -> str:
    result = CliRunner().invoke(app, ["--lang", language, *arguments], input=stdin)
    assert result.exit_code == code, result.output
    return result.output


@every_language
def test_no_message_is_left_as_it_was(language: str) -> None:
    same = {message.id for message in script().read(language) if message.id and message.string == message.id}
    assert {text for text in same if LETTERS.search(FILLED_IN.sub("", text))} <= SAME


@every_language
def test_english_is_seen(language: str) -> None:
    assert len(english_only(language)) > 500
    assert len(left_over(said("en", "explain", "nim: 3 4 5"), language)) >= 5


@every_language
@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda arguments: arguments[0])
def test_commands(language: str, arguments: list[str]) -> None:
    assert left_over(said(language, *arguments), language) == []


@every_language
def test_a_match(language: str) -> None:
    told = said(language, "play", "subtraction{1,2,3}: 13", stdin="2\nhint\nwhy\nmoves\nhelp\nnonsense\nquit\n")
    for typed in ("hint", "why", "moves", "help", "nonsense", "quit"):
        told = told.replace(f": {typed}\n", ":\n")
    assert left_over(told.replace("nonsense", ""), language) == []


@every_language
def test_complaints(language: str) -> None:
    for arguments, code in ((["solve", "nim: 3 x"], 4), (["solve", "nimm: 3"], 3), (["check"], 2)):
        assert left_over(said(language, *arguments, code=code), language) == []


@pytest.mark.parametrize("entry", CATALOG.entries, ids=lambda entry: entry.id)
def test_every_game(entry: Entry) -> None:
    """Each game in one of the languages, in turn: other tests find what a language lacks."""
    language = OTHERS[list(CATALOG.entries).index(entry) % len(OTHERS)]
    for command in (["solve"], ["explain"], ["moves", "--most", "20"], ["check", "--positions", "50"]):
        assert left_over(said(language, *command, entry.sample), language) == [], command
