"""Errors are sentences as data: nothing is raised with words that no reader's language can have, and all is translated.

The source is read, not run, as in `test_layers.py`.
"""

import ast
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from every_row import every_row
from extraction import script
from typer.testing import CliRunner

from nimatron.cli.program import app
from nimatron.core import errors
from nimatron.core.errors import (
    BadText,
    Cycle,
    IllegalMove,
    IllegalPosition,
    Limit,
    NimatronError,
    UnknownGame,
    UserCodeError,
)
from nimatron.core.message import Message, either, plain, row
from nimatron.play.typed_moves import Misread
from nimatron.proof.seal import read, seal
from nimatron.show.words import speaking, use_language, word, word_error
from nimatron.solve.search.memo import Tables

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "nimatron"

MADE = {
    "core/message.py",
    "core/errors.py",  # of what an error is raised with
    "show/talk.py",  # of another Message, with other values
    "web/problems.py",  # likewise
    "cli/exit_codes.py",  # likewise, with the values that typer has put in
    "solve/theorem.py",  # of the name of a theorem, which is collected where it stands
    "teach/programs/tasks.py",  # of the file of tasks, from which they are collected
}
"""Where a Message is made of what is only known when the program runs."""

HANDED_ON = {
    "survey/workers.py",  # what the user's own family raised in a worker
    "notation/own_file.py",  # what Python says of the syntax of a user's file
}
"""Where an error is raised with words of others."""


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@cache
def files() -> dict[str, list[ast.AST]]:
    """Every node of every file."""
    return {file.relative_to(PACKAGE).as_posix(): script().parsed(file) for file in sorted(PACKAGE.rglob("*.py"))}


@cache
def error_names() -> frozenset[str]:
    """All classes of errors but those that know themselves what to say."""
    return frozenset(script().error_names(files().values())) - {"Cycle", "UnknownAlpha"}


def calls(nodes: Iterable[ast.AST], names: frozenset[str]) -> Iterator[ast.Call]:
    """The calls of functions and classes of these names that have an argument."""
    for node in nodes:
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in names:
                yield node


def is_sentence(node: ast.expr, names: frozenset[str]) -> bool:
    """English as it is written, a Message, or a name for one of them; not what is put together at run time."""
    match node:
        case ast.Constant(str()) | ast.Name() | ast.Starred():
            return True
        case ast.Attribute(attr=attr):
            return attr == "message"
        case ast.IfExp(_, body, orelse):
            return is_sentence(body, names) and is_sentence(orelse, names)
        case ast.Call(func=ast.Name("Message" | "plain")):
            return True
        case ast.Call(func=ast.Attribute(ast.Name("self"), name)) | ast.Call(func=ast.Name(name)):
            return name.startswith("_")  # a function of the module that makes one
    return False


def unworded(file: str, nodes: Iterable[ast.AST], names: frozenset[str]) -> Iterator[str]:
    """Errors that are raised with something else than a sentence."""
    for call in calls(nodes, names):
        if not is_sentence(call.args[0], names) and file not in HANDED_ON:
            yield f"{file}:{call.lineno}: {ast.unparse(call)[:80]}"


def f_strings(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names to which an f-string is given."""
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.JoinedStr):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


# -- the source ----------------------------------------------------------------------------------

WITH_SENTENCE = frozenset({"NimatronError", "UsageError", "BadText"})


@every_row(
    "source",
    [
        'raise UsageError(f"no file {path}")',
        'raise UsageError("no file " + path)',
        'raise UsageError("no file {}".format(path))',
        "raise BadText(str(fault), text, 0)",
        'raise errors.UsageError("no file %s" % path)',
        'raise UsageError("a" if x else f"{x}")',
    ],
)
def test_what_cannot_be_translated_is_found(source: str) -> None:
    assert len(list(unworded("x.py", ast.walk(ast.parse(source)), WITH_SENTENCE))) == 1


@every_row(
    "source",
    [
        'raise UsageError("there is no file {path}", path=path)',
        'raise UsageError(Message("{n} file", "{n} files", n))',
        "raise BadText(fault.message, text, 0)",
        "raise BadText(message, text, 0)",
        "raise ValueError(f'{x}')",
    ],
)
def test_what_can_be_translated_passes(source: str) -> None:
    assert list(unworded("x.py", ast.walk(ast.parse(source)), WITH_SENTENCE)) == []


@pytest.mark.slow
def test_every_error_is_raised_with_a_sentence() -> None:
    assert [fault for file, nodes in files().items() for fault in unworded(file, nodes, error_names())] == []


@pytest.mark.slow
def test_no_error_is_raised_with_a_name_for_an_f_string() -> None:
    found = []
    for file, nodes in files().items():
        built = set(f_strings(nodes))
        for call in calls(nodes, error_names()):
            if isinstance(call.args[0], ast.Name) and call.args[0].id in built:
                found.append(f"{file}:{call.lineno}: {ast.unparse(call)[:80]}")
    assert found == []


@pytest.mark.slow
def test_every_sentence_is_collected() -> None:
    collected = {text for m in script().template() if m.id for text in ([m.id] if isinstance(m.id, str) else m.id)}
    missing = []
    for file, nodes in files().items():
        for call in calls(nodes, error_names() | {"Message"}):
            first = call.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value:
                is_error = getattr(call.func, "id", "") != "Message" and not call.keywords
                text = plain(first.value).msgid if is_error else first.value
                missing += [f"{file}:{call.lineno}: {text}"] * (text not in collected)
    assert missing == []


def test_messages_are_written_out() -> None:
    """What a Message says is written where it is made, or a few lines above; else nobody collects it."""
    found = []
    for file, nodes in files().items():
        for call in calls(nodes, frozenset({"Message"})):
            if not isinstance(call.args[0], ast.Constant | ast.Name) and file not in MADE:
                found.append(f"{file}:{call.lineno}: {ast.unparse(call)[:80]}")
    assert found == []


def test_numbers_are_left_to_the_language() -> None:
    """A format such as {n:,} would write English numbers in all languages: a Number knows better."""
    assert [m.id for m in script().template() if m.id and re.search(r"\{\w+:", str(m.id))] == []


def test_names_of_a_sentence_are_filled_in() -> None:
    """A {name} of an error has its value, so that none fails while it says what is wrong."""
    for file, nodes in files().items():
        for call in calls(nodes, error_names()):
            first = call.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and call.keywords:
                given = {keyword.arg for keyword in call.keywords}
                used = set(re.findall(r"(?<!\{)\{([a-z_]+)", first.value))
                assert None in given or used <= given, f"{file}:{call.lineno}"


def test_the_tree_of_errors_is_complete() -> None:
    """Every exception of the package that leaves its module is drawn in errors.py, under its parent."""
    drawn = re.findall(r"^ +(?:[├└│─ ]*)([A-Z]\w+)  ", errors.__doc__ or "", re.MULTILINE)
    classes = {
        node.name
        for nodes in files().values()
        for node in nodes
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and is_exception(node)
    }
    assert set(drawn) == classes
    assert len(drawn) == len(set(drawn))


def is_exception(node: ast.ClassDef) -> bool:
    bases = {ast.unparse(base) for base in node.bases}
    roots = {"NimatronError", "BaseException", "Exception", "ProgramFault", "TypeError", "ValueError"}
    return bool(bases & (error_names() | roots))


# -- messages ------------------------------------------------------------------------------------


def test_values_by_name_are_those_of_params() -> None:
    assert Message("no file {path}", path="a") == Message("no file {path}", params={"path": "a"})
    assert str(Message("{n} file of {game}", "{n} files of {game}", 2, game="nim")) == "2 files of nim"


def test_lists_of_names() -> None:
    assert str(either(["a"])) == "a"
    assert str(either(["a", "b", "c"])) == "a, b or c"
    assert str(row([Message("take {amount}", amount=1), "all"])) == "take 1; all"


def test_text_of_own_games_is_taken_as_it_is() -> None:
    fault = IllegalPosition("expected {1, 2}, not {x}", 3)
    assert (str(fault), fault.at) == ("expected {1, 2}, not {x}", 3)
    with speaking("pl"):
        assert word_error(fault) == "expected {1, 2}, not {x}"
        assert word_error(NimatronError()) == ""


@every_row(
    ("fault", "polish"),
    [
        (BadText("expected {entry}, not {word!r}", "nim: x", 5, entry=Message("a heap size from 0 on"), word="x"),
         "powinno być: wielkość stosu od 0 wzwyż, a nie 'x'\n  nim: x\n       ^"),
        (UnknownGame("no game is called {name!r}.", ["nim", "nimble"], name="nom"),
         "nie ma gry o nazwie 'nom'. Czy chodziło o nim lub nimble?"),
        (Cycle(["a", "b", "a"]), "pozycje mogą się powtarzać: a -> b -> a"),
        (Limit("no period is proved", 1, 0.04), "nie udowodniono okresu (po 1 pozycji, 0,0 s)"),
        (Limit("no period is proved", 2500, 1.25), "nie udowodniono okresu (po 2500 pozycjach, 1,2 s)"),
        (UserCodeError("{name}() fails: {fault}", "bar.py:3", name="Bar", fault=IllegalMove("it is missing")),
         "bar.py:3: Bar() zawodzi: brakuje wartości"),
        (Misread(Message("a move takes something away"), [Message("take {n}", params={"n": 1}), "all"]),
         "ruch musi coś zabierać: weź 1; all"),
    ],
)  # fmt: skip
def test_errors_are_worded_whole(fault: NimatronError, polish: str) -> None:
    english = str(fault)
    with speaking("pl"):
        assert word_error(fault) == polish
    assert str(fault) == english


def test_a_fault_seen_from_a_longer_text_stays_a_message() -> None:
    fault = BadText("expected {entry}, not {word!r}", "x", 0, entry="a", word="x").within("nim: x", 5)
    with speaking("pl"):
        assert word_error(fault) == "powinno być: a, a nie 'x'\n  nim: x\n       ^"
        assert word(fault.message) == "powinno być: a, a nie 'x'"


def test_what_the_system_says_is_worded_too() -> None:
    fault = NimatronError("cannot write {path}: {reason}", path="nim.json", reason="Permission denied")
    with speaking("pl"):
        assert word_error(fault) == "nie można zapisać nim.json: brak uprawnień"


# -- at the command line -------------------------------------------------------------------------


def complaint(*arguments: str, code: int, env: dict[str, str] | None = None) -> str:
    """What is said on stderr in Polish."""
    result = CliRunner().invoke(app, ["--lang", "pl", *arguments], env=env)
    assert result.exit_code == code, result.output
    return result.stderr


def test_a_bad_position() -> None:
    assert complaint("solve", "nim: 3 x", code=4) == (
        "nimatron: powinno być: wielkość stosu od 0 wzwyż albo liczba porządkowa taka jak w*2+1, a nie 'x'\n"
        "  nim: 3 x\n"
        "         ^\n"
    )


def test_an_unknown_game() -> None:
    assert (
        complaint("solve", "nimm: 3", code=3)
        == "nimatron: nie ma gry o nazwie 'nimm'. Czy chodziło o nim, nim2d lub moore?\n"
    )


def test_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.solve.solver._shared.tables", Tables())  # no other test has solved it already
    result = CliRunner().invoke(app, ["--lang", "pl", "solve", "chomp: 5 4 3 2", "--positions", "3"])
    assert result.exit_code == 5
    assert "limit" in result.output
    assert "Przerwano przed końcem: " in result.output


def test_a_certificate_that_does_not_hold(tmp_path: Path) -> None:
    file = tmp_path / "nim.json"
    runner = CliRunner()
    assert runner.invoke(app, ["--lang", "pl", "prove", "nim: 1 1", "-o", str(file)]).stdout.startswith(
        f"{file}: nim: 1 1 to P ("
    )
    assert f"{file}: zachodzi: nim: 1 1 to pozycja P (" in runner.invoke(
        app, ["--lang", "pl", "verify", str(file)]
    ).stdout  # fmt: skip
    file.write_text(json.dumps(seal({**read(file), "members": ["1 1"], "replies": []})))
    result = runner.invoke(app, ["--lang", "pl", "verify", str(file)])
    assert result.exit_code == 6
    assert result.stdout.startswith(f"{file}: nie zachodzi: nim: 1 1 to pozycja P: ruch z 1 1 do 0 1 nie ma odpowiedzi")


def test_trouble_with_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.solve.store.results.AFTER", (0, 0.0))  # any question is worth keeping
    file = tmp_path / "store"
    file.write_bytes(b"not a database, but long enough to be looked at" * 100)
    said = complaint("solve", "--misere", "wythoff: 9 14", code=0, env={"NIMATRON_STORE": str(file)})
    aside = "plik nie jest bazą danych; plik odłożono jako"
    assert said == f"nimatron: magazyn {file}: {aside} {file}.damaged; dalej bez niego\n"


def test_wrong_arguments() -> None:
    assert complaint("check", code=2) == "nimatron: powinna być podana gra do sprawdzenia albo --all\n"
    assert complaint("nimber", "1/0", code=4).startswith("nimatron: dzielenie nim liczby 1 przez 0\n  1/0\n")
