"""The translations are well formed and compiled, and the program speaks them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as BabelMessage
from every_row import every_row
from extraction import script
from typer.testing import CliRunner

from nimatron import parse
from nimatron.cli.program import app
from nimatron.core.message import Message, Number
from nimatron.families.catalog import CATALOG, joined_tables
from nimatron.show import words
from nimatron.show.hungarian import inflect, is_form
from nimatron.show.pictures import draw
from nimatron.show.talk import COMMANDS, find_command, help_lines
from nimatron.show.words import LANGUAGES as ROWS
from nimatron.show.words import Language, languages, speaking, tr, trn, use_language, word

ROOT = Path(__file__).parent.parent


messages = script()
LANGUAGES = sorted(folder.parent.name for folder in messages.LOCALE.glob("*/LC_MESSAGES"))
every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


def say(*arguments: str, lang: str = "pl", stdin: str = "", code: int = 0) -> str:
    """What the command line answers in a language."""
    result = CliRunner().invoke(app, ["--lang", lang, *arguments], input=stdin)
    assert result.exit_code == code, result.output
    return result.stdout


# -- catalogs ------------------------------------------------------------------------------------


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def ids(catalog: Catalog) -> set[tuple[str, ...]]:
    return {forms(message.id) for message in catalog if message.id}


@cache
def collected() -> set[tuple[str, ...]]:
    """The messages of the source."""
    return ids(messages.template())


def names(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.slow
def test_sentences_in_the_past_tense_are_of_moves_that_exist() -> None:
    known = {message[0] for message in collected()}
    faces = joined_tables("face", "FACES").values()
    assert [form.move for face in faces for form in face.past if form.move not in known] == []


@every_row(
    ("arguments", "polish"),
    [
        (["solve"], "Brak argumentu 'POSITION'."),
        (["explode"], "Nie ma polecenia 'explode'."),
        (["solve", "nim: 1", "--nonsense"], "Nie ma opcji --nonsense"),
        (["solve", "nim: 1", "--sec", "1"], "(możliwe opcje: "),
        (["solve", "nim: 1", "--seconds"], "Opcja '--seconds' wymaga wartości."),
        (["solve", "nim: 1", "--json=1"], "Opcja '--json' nie przyjmuje wartości."),
        (["quiz", "a", "b"], "Za dużo argumentów (a b)"),
        (["play", "nim: 1", "--level", "x"], "'x' nie jest żadną z wartości 'first-steps', "),
        (["serve", "--port", "70000"], "'--port' przyjmuje liczbę od 0 do 65535, a nie 70000."),
        (["serve", "--port", "x"], "'--port' przyjmuje liczbę całkowitą, a nie 'x'."),
        (["solve", "nim: 1", "--seconds", "x"], "'--seconds' przyjmuje liczbę, a nie 'x'."),
    ],
)
def test_a_wrong_command_line_is_told_in_the_language(arguments: list[str], polish: str) -> None:
    result = CliRunner().invoke(app, ["--lang", "pl", *arguments])
    assert (result.exit_code, result.stdout) == (2, "")
    said = result.stderr
    assert said.startswith("nimatron: ")
    assert polish in said.splitlines()[0]
    assert said.rstrip().endswith(" -h")


def test_a_file_that_is_not_there_is_told_in_the_language() -> None:
    assert say("verify", "nowhere.json", code=1).rstrip().endswith("nowhere.json: nie ma takiego pliku ani katalogu")


def test_the_languages_of_the_sources_are_there() -> None:
    assert {"cs", "pl"} <= set(LANGUAGES)


def test_every_catalog_has_its_row() -> None:
    assert languages() == [code for code in ROWS if code in {"en", *LANGUAGES}]
    assert set(LANGUAGES) <= set(ROWS)


@pytest.mark.parametrize(
    "message",
    [
        "take {n} from heap {heap}",  # a Message with params and no plural
        "eat from column {x}, row {y}",  # the params follow at once
        "{move} in part {part} ({game})",
        "step {n}",  # inside of an f-string
        "the values repeat: period {period} from heap {preperiod} on",  # in a variable
        "part {number}",
        "a heap of n has value n",
        "Take any number from one heap.",  # a docstring
        "Rook to the corner",
    ],
)
def test_the_script_finds(message: str) -> None:
    assert (message,) in collected()


def test_the_script_takes_no_key_for_a_plural() -> None:
    plurals = {found for found in collected() if len(found) > 1}
    assert ("turn coin {coins}", "turn coins {coins}") in plurals
    assert all(" " in plural for _, plural in plurals)


def translated(language: str) -> list[BabelMessage]:
    """The messages with a translation: a new sentence is English at first, and only a release needs all of them."""
    return [message for message in messages.read(language) if message.id and all(forms(message.string))]


@every_language
def test_a_translation_has_every_plural_form(language: str) -> None:
    catalog = messages.read(language)
    assert not catalog.obsolete
    assert len(translated(language)) > 2000
    for message in translated(language):
        count = catalog.num_plurals if len(forms(message.id)) > 1 else 1
        assert len(forms(message.string)) == count, message.id


@every_language
def test_what_is_filled_in_stays(language: str) -> None:
    for message in translated(language):
        # A form for one thing only may leave the number out, as the English one may.
        allowed = [names(text) for text in forms(message.id)]
        first, *others = forms(message.string)
        assert names(first) in allowed, message.id
        assert all(names(text) == allowed[-1] for text in others), message.id


@every_language
def test_forms_are_those_of_the_language(language: str) -> None:
    """A format after a colon is a form that the grammar knows, {heap:az}, or a noun in every plural form."""
    count = messages.read(language).num_plurals
    for message in translated(language):
        for text in (text for text in forms(message.string) if names(text)):
            for form in (form for _, _, form, _ in Formatter().parse(text) if form):
                assert form.count("|") == count - 1 if "|" in form else language == "hu" and is_form(form), message.id


@every_row(
    ("language", "nouns", "numbers"),
    [
        (
            "pl",
            "element|elementy|elementów",
            "1 element, 2 elementy, 5 elementów, 12 elementów, 22 elementy, 1002 elementy",
        ),
        ("cs", "prvek|prvky|prvků", "1 prvek, 2 prvky, 4 prvky, 5 prvků, 22 prvků, 0 prvků"),
    ],
)
def test_counted_nouns(language: str, nouns: str, numbers: str) -> None:
    with speaking(language):
        counts = [int(text.split()[0]) for text in numbers.split(", ")]
        assert [tr(f"{{n:{nouns}}}", n=n) for n in counts] == numbers.split(", ")
        assert tr(f"{{n:{nouns}}}", n=Number(12345)).endswith(f"345 {nouns.split('|')[2]}")


@every_row(("form", "expected"), json.loads((ROOT / "tests" / "data" / "hungarian.json").read_text("utf-8")))
def test_hungarian_forms(form: str, expected: str) -> None:
    """The node tests of the page read the same table."""
    assert is_form(form)
    for text in expected.split(", "):
        bare = re.sub(r"^[aA]z? (?=.)|(?<=[\w}])-[^\W\d]+$", "", text)
        assert inflect(bare, form) == text


def test_forms_are_filled_in_only_where_they_are_known() -> None:
    with speaking("hu"):
        assert tr("{n:az ból} {name!r}", n=Number(1000), name="x") == "az 1000-ből 'x'"
    assert [is_form(form) for form in ("az", "Az tól", "ból", "ből", "", ",", "az az")] == [
        *[True] * 3,
        False,
        True,
        *[False] * 2,
    ]


@every_language
def test_spaces_at_the_edges_stay(language: str) -> None:
    def edges(text: str) -> tuple[str, str]:
        return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]

    for message in translated(language):
        assert {edges(text) for text in forms(message.id)} == {edges(text) for text in forms(message.string)}


@every_language
def test_the_help_of_play_names_words_that_it_takes(language: str) -> None:
    use_language("en")
    lines = {name: line for line in help_lines() for name in COMMANDS if line.startswith(f"{name} ")}
    use_language(language)
    assert len(lines) >= 9
    for name, line in lines.items():
        assert find_command(tr(line).split()[0]) == name


@every_language
def test_the_compiled_catalog_is_current(language: str) -> None:
    file = messages.po_file(language)
    assert file.with_suffix(".mo").read_bytes() == messages.mo_bytes(file.read_bytes(), language)
    assert (messages.WORDS / f"{language}.json").read_text("utf-8") == messages.page_words(language)


@every_language
@pytest.mark.one_in(3)
def test_the_script_adds_what_is_missing(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every translation stays, and a message without one is added, counted, and spoken in English."""
    text, before = messages.po_file(language).read_bytes(), strings(language)
    known = collected()  # before the template changes, because it is kept for other tests
    monkeypatch.setattr(messages, "LOCALE", tmp_path)
    monkeypatch.setattr(messages, "WORDS", tmp_path)
    messages.po_file(language).parent.mkdir(parents=True)
    messages.po_file(language).write_bytes(text)
    source, added = messages.template(), "A sentence that nobody has translated."
    monkeypatch.setattr(messages, "template", lambda: with_message(source, added))
    lacking = messages.missing(language)
    assert added in lacking
    assert messages.update(language) == len(lacking)
    assert ids(messages.read(language)) == ids(source)
    assert strings(language) == {id: string for id, string in before.items() if id in known}
    again = messages.po_file(language).read_bytes()
    assert messages.update(language) == len(lacking)
    assert messages.po_file(language).read_bytes() == again


def strings(language: str) -> dict[tuple[str, ...], Any]:
    return {forms(message.id): message.string for message in translated(language)}


def with_message(catalog: Catalog, text: str) -> Catalog:
    catalog.add(text)
    return catalog


# -- Polish --------------------------------------------------------------------------------------

TAKEN = ("I took {n} coin.", "I took {n} coins.")
LEFT = ("{n} coin is left.", "{n} coins are left.")


def test_polish_has_three_forms() -> None:
    assert messages.read("pl").num_plurals == 3


@every_row(
    ("n", "taken", "left"),
    [
        (0, "Zabieram 0 monet.", "Zostało 0 monet."),
        (1, "Zabieram 1 monetę.", "Została 1 moneta."),
        (2, "Zabieram 2 monety.", "Zostały 2 monety."),
        (5, "Zabieram 5 monet.", "Zostało 5 monet."),
        (12, "Zabieram 12 monet.", "Zostało 12 monet."),
        (21, "Zabieram 21 monet.", "Zostało 21 monet."),
        (22, "Zabieram 22 monety.", "Zostały 22 monety."),
        (25, "Zabieram 25 monet.", "Zostało 25 monet."),
        (112, "Zabieram 112 monet.", "Zostało 112 monet."),
        (10**4 + 2, "Zabieram 10\xa0002 monety.", "Zostały 10\xa0002 monety."),
    ],
)
def test_three_plural_forms(n: int, taken: str, left: str) -> None:
    use_language("pl")
    assert (trn(*TAKEN, n), trn(*LEFT, n)) == (taken, left)
    assert word(Message(*TAKEN, n, {"n": Number(n)})) == taken


@every_row(
    ("language", "many", "few"),
    [("en", "12,345.5", "2,500"), ("pl", "12_345,5", "2500"), ("cs", "12_345,5", "2_500"), ("hu", "12_345,5", "2500")],
)
def test_numbers_are_written_as_readers_do(language: str, many: str, few: str) -> None:
    written = ROWS[language].number
    assert [written(text).replace("\N{NO-BREAK SPACE}", "_") for text in ("12,345.5", "2,500", "10^30")] == [
        many,
        few,
        "10^30",
    ]


@every_row(
    ("n", "taken", "left"),
    [
        (0, "Beru 0 mincí.", "Zbývá 0 mincí."),
        (1, "Beru 1 minci.", "Zbývá 1 mince."),
        (2, "Beru 2 mince.", "Zbývají 2 mince."),
        (4, "Beru 4 mince.", "Zbývají 4 mince."),
        (5, "Beru 5 mincí.", "Zbývá 5 mincí."),
        (22, "Beru 22 mincí.", "Zbývá 22 mincí."),
        (102, "Beru 102 mincí.", "Zbývá 102 mincí."),
    ],
)
def test_three_plural_forms_of_czech(n: int, taken: str, left: str) -> None:
    use_language("cs")
    assert (trn(*TAKEN, n), trn(*LEFT, n)) == (taken, left)


def test_numbers_of_sentences_have_the_separators_of_the_language() -> None:
    found = Message("{path} has {size} MB: raise --memory above that", path="a.b", size=Number(12345))
    with speaking("pl"):
        assert word(found).startswith("a.b ma 12\N{NO-BREAK SPACE}345 MB")
        assert tr("{done} of {total}", done=Number(0.5, ".1f"), total=1000) == "0,5 of 1000"


def test_solve() -> None:
    assert say("solve", "nim: 3 4 5") == (
        "nim: 3 4 5\n"
        "Gracz na ruchu wygrywa (pozycja W, wartość 2).\n"
        "1 ruch wygrywający:\n"
        "  weź 2 ze stosu 1  ->  nim: 1 4 5\n"
        "Dlaczego: wartość sumy gier to nim-suma ich wartości [Sprague 1935, Grundy 1939]\n"
    )
    assert "3 ruchy wygrywające:" in say("solve", "nim: 1 1 1")
    assert "przegrywa przy najlepszej grze przeciwnika (pozycja P, wartość 0)" in say("solve", "nim: 1 2 3")
    assert "Gra odwrotna (misère): kto wykona ostatni ruch, przegrywa." in say("solve", "--misere", "nim: 1 2 3")


def test_a_move_in_a_sum_is_one_sentence() -> None:
    assert "weź 3 ze stosu 1 w części 1 (nim)" in say("solve", "nim: 3 4 5 + chomp: 2x1")


def test_explain() -> None:
    told = say("explain", "nim: 3 4 5")
    assert "Składa się z 3 części:" in told
    assert "Nim-suma wartości (dwójkowo, bez przeniesień):" in told
    assert "nim: 3: 3 ⊕ 2 = 1: robi to 1 ruch" in told
    assert "robią to 4 ruchy" in say("explain", "kayles: 5 3")
    steps = say("explain", "--steps", "subtraction{1,2,3}: 5")
    assert "krok 2 P W W W . .   jakiś ruch prowadzi do P: W" in steps


def test_moves() -> None:
    told = say("moves", "turtles: 1 3")
    assert told.startswith("turtles: 1 3\nRuchy wygrywające: 1 z 4.\nruchy wygrywające, wartość 0\n")
    assert "   #3  odwróć monety 1, 3  ->  turtles:\n" in told
    assert "ruchy przegrywające, wartość 1\n   #2  odwróć monetę 3  ->  turtles: 1\n" in told


def test_check() -> None:
    told = say("check", "chomp: 4x3")
    assert "spełnione  bez remisów: kto nie ma ruchu, przegrywa" in told
    assert "Obejrzano wszystkie 34 pozycje. Najdłuższy przebieg gry ma 11 ruchów." in told
    assert told.endswith("Wszystkie warunki spełnione.\n")


def test_check_tells_that_positions_can_repeat(tmp_path: Path) -> None:
    rules = (
        "from nimatron import Game\nclass Round(Game):\n    start = 1\n    def options(self, n):\n        return [n]\n"
    )
    file = tmp_path / "round_game.py"
    file.write_text(rules)
    told = say("check", str(file))
    assert "pozycje mogą się powtarzać: możliwe są remisy" in told
    assert "powinno być: ruch, który zmienia pozycję" in told
    assert "jest: ruch z 1 do tej samej pozycji" in told


def test_play_as_in_the_lesson() -> None:
    told = say("play", "--level", "perfect", "subtraction{1,2,3}: 13", stdin="2\nweź 1\nquit\n")
    assert "Zabierasz 2 monety. Zostało 11 monet." in told
    assert "Zabieram 3 monety. Zostało 8 monet." in told
    assert "Podaj swój ruch:" in told
    assert "Zabierasz 1 monetę. Zostało 7 monet." in told  # a move in Polish words is understood
    assert told.endswith("Do widzenia.\n")


def test_the_board() -> None:
    use_language("pl")
    assert draw(parse("nim: 3 1"), ascii=True) == "stos 1  | | |  3\nstos 2  |  1"


@every_row("entry", CATALOG.entries, one_in=5)
def test_numbers_stay(entry: Any) -> None:
    for command in ("solve", "explain", "moves"):
        in_english, in_polish = (
            Counter(re.findall(r"[0-9]+", say(command, entry.sample, lang=lang))) for lang in ("en", "pl")
        )
        assert in_polish == in_english


def test_titles_and_rules() -> None:
    told = say("list")
    assert "Wieża do rogu" in told
    assert "Odwracanie żółwi" in told
    use_language("pl")
    new = messages.missing("pl")
    assert not [entry.id for entry in CATALOG if tr(entry.rules) == entry.rules and entry.rules not in new]


# -- the environment -----------------------------------------------------------------------------


def spoken(**environment: str) -> str:
    """What a new process answers; variables of the language that are not given are unset."""
    unset = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    env = {name: value for name, value in os.environ.items() if name not in unset}
    env |= {"PYTHONUTF8": "1", **environment}
    command = [sys.executable, "-m", "nimatron", "solve", "nim: 3 4 5"]
    done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=True)
    return done.stdout


@pytest.mark.parametrize(
    "environment", [{"LANGUAGE": "pl"}, {"LANGUAGE": "xx:pl"}, {"LANG": "pl_PL.UTF-8"}], ids=lambda e: str(*e.values())
)
@pytest.mark.one_in(3)
def test_the_environment_chooses(environment: dict[str, str]) -> None:
    assert "Gracz na ruchu wygrywa (pozycja W, wartość 2)." in spoken(**environment)


@pytest.mark.parametrize("environment", [{}, {"LANGUAGE": "xx"}, {"LANG": "C.UTF-8"}], ids=str)
@pytest.mark.one_in(3)
def test_english_is_spoken_otherwise(environment: dict[str, str]) -> None:
    assert "The player to move wins (N-position, value 2)." in spoken(**environment)


def test_a_language_nobody_knows_is_refused() -> None:
    result = CliRunner().invoke(app, ["--lang", "xx", "solve", "nim: 3 4 5"])
    assert result.exit_code == 2
    assert f"there is no language 'xx': expected one of {', '.join(languages())}" in result.stderr


# -- a new language ------------------------------------------------------------------------------


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of languages."""
    monkeypatch.setattr(messages, "LOCALE", tmp_path)
    monkeypatch.setattr(messages, "WORDS", tmp_path)
    monkeypatch.setattr(words, "LOCALE", tmp_path)
    zug = Language("xx", "Zug", {"N": "Z", "P": "P", "D": "D"})
    monkeypatch.setattr(words, "LANGUAGES", {"en": ROWS["en"], "xx": zug})
    return tmp_path


def translate(language: str, **sentences: str) -> None:
    """Write into a catalog what a translator would."""
    catalog = messages.read(language)
    for msgid, text in sentences.items():
        catalog[msgid].string = text
    messages.po_file(language).write_bytes(messages.po_text(catalog))


def test_a_language_needs_a_catalog_and_a_row(elsewhere: Path) -> None:
    assert languages() == ["en"]
    messages.begin("xx")
    missing = messages.update("xx")
    assert missing == len(collected())
    translate("xx", **{"The player to move wins ({facts}).": "Zug zug ({facts})!", "{outcome}-position": "{outcome}!"})
    assert messages.update("xx") == missing - 2
    assert languages() == ["en", "xx"]
    told = say("solve", "nim: 3 4 5", lang="xx")
    assert "Zug zug (Z!, value 2)!" in told
    # What is not translated yet is said in English, plurals too.
    assert "1 winning move:\n  take 2 from heap 1" in told


def test_a_message_that_changed_its_shape_is_translated_again(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def made(*found: Any) -> Catalog:
        catalog = Catalog()
        for message in found:
            catalog.add(message)
        return catalog

    messages.begin("xx")
    monkeypatch.setattr(messages, "template", lambda: made("{n} moves"))
    assert messages.update("xx") == 1
    translate("xx", **{"{n} moves": "{n} zug"})
    assert messages.update("xx") == 0
    monkeypatch.setattr(messages, "template", lambda: made(("{n} moves", "{n} move")))
    assert messages.update("xx") == 1
    use_language("xx")
    assert trn("{n} moves", "{n} move", 3) == "3 move"
