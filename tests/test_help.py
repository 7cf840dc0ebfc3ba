"""What the help tells comes from the program: names, commands, routes, JSON, sources. Its links lead somewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
import yaml
from every_row import every_row
from nimatron_help import commands, lands, names, records, routes, shapes
from nimatron_help.printed import PRINTED
from pydantic import TypeAdapter
from typer.testing import CliRunner

import nimatron as nt
from nimatron import survey
from nimatron.cli.program import COMMANDS, app
from nimatron.families.catalog import CATALOG, joined_tables
from nimatron.families.sources import Source
from nimatron.solve import theorem
from nimatron.solve.misere import misere_play as play
from nimatron.version import __version__

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md"))

# -- what is in it ---------------------------------------------------------------------------------


def test_every_public_name_is_on_one_page() -> None:
    listed = [
        name for group, (module, _) in names.GROUPS.items() if module == "nimatron" for name in names.names_of(group)
    ]
    assert sorted(listed) == sorted(nt.__all__)
    assert sorted(names.names_of("survey")) == sorted(survey.__all__)


def test_every_command_and_option_is_told() -> None:
    text = commands.commands()
    for name in COMMANDS:
        assert f"# `nimatron {name}`\n" in text
        shown = CliRunner().invoke(app, [name, "--help"]).stdout
        options = set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", shown, re.MULTILINE)) - {"--help"}
        section = text.split(f"# `nimatron {name}`\n")[1].split("\n## ")[0]
        assert {option for option in options if option not in section} == set()


def test_every_route_is_told() -> None:
    text = routes.routes()
    paths = routes.document()["paths"]
    assert any(path.startswith("/api/v1/class/") for path in paths)
    for path, methods in paths.items():
        for method in methods:
            assert f"### `{method.upper()} {path}`\n" in text


def test_every_game_and_theorem_is_told() -> None:
    games, theorems = records.games(), records.theorems()
    for entry in CATALOG:
        assert f"`{entry.sample}`" in games
    known = joined_tables("theorems", "THEOREMS").values()
    assert theorems.count("\n") - 2 == len({id(theorem) for found in known for theorem in found})


@every_row("group", names.GROUPS)
def test_every_group_of_names_has_a_page(group: str) -> None:
    assert sum(f"<!-- generated: names {group} -->" in page.read_text("utf-8") for page in PAGES) == 1


# -- JSON ------------------------------------------------------------------------------------------


def test_schemas_are_files() -> None:
    """Each shape has a name that a file can have; bases and their variants are no shapes."""
    assert [name for name in shapes.schemas() if not re.fullmatch(r"(?:api|cli)-[a-z]+", name)] == []


def test_the_shape_of_every_json_is_told() -> None:
    program: Any = __import__("typer").main.get_command(app)
    context = program.make_context("nimatron", [], resilient_parsing=True)
    printing = set()
    for name in COMMANDS:
        command = program.get_command(context, name)
        for one in (command, *getattr(command, "commands", {}).values()):
            if any("--json" in option.opts or "--format" in option.opts for option in one.params):
                printing.add(name)
    assert printing == set(PRINTED)


CALLS: list[Any] = [
    ["list"],
    ["oeis", "A002186"],
    ["solve", "nim: 3 4 5"],
    ["solve", "--birthday", "nim: 2"],
    ["solve", "chomp: 100x100"],
    ["solve", "graph{a>b b>a b>c c>d}: b"],
    ["solve", "nim: w 3"],
    ["solve", "--positions", "5", "cram: ####..../........"],
    ["explain", "kayles: 1 11"],
    ["explain", "--misere", "nim: 5 1 1"],
    ["explain", "--steps", "allbut{2,4}: 12"],
    ["moves", "nim: 1 2"],
    ["moves", "graph{a>b b>a b>c c>d}: b"],
    ["classes", "nim: 1 1"],
    ["table", "nim", "-n", "3x3"],
    ["table", "nim", "-n", "3x3", "--misere"],
    ["table", "nim", "-n", "3x3", "--genus"],
    ["seq", "nim", "-n", "5", "--json"],
    ["period", "{1,2,6}"],
    ["period", "allbut{2,4}", "--pattern"],
    ["period", "0.007", "--seconds", "0"],
    ["period", "0.3F"],
    ["code", "0.07"],
    ["code", "0.3[{2+}!]"],
    ["misere", "0.3", "--seconds", "20", "--table"],
    ["discover", "x; x' < x <= 2x'"],
    ["compare", "{1,2}", "{1,3}"],
    ["compare", "{1,2}", "{1,2}"],
    ["nimber", "24*17"],
    ["nimber", "--table", "3"],
    ["quiz", "--count", "2", "--seed", "1"],
    ["quiz", "--count", "2", "--seed", "1", "--key"],
    ["sheet", "nim"],
    ["judge"],
    ["judge", "kayles"],
    ["judge", "--calls"],
    ["check", "nim"],
    ["check", "--positions", "3", "nim"],
    pytest.param(["check", "--all", "--positions", "20"], marks=pytest.mark.slow),
    pytest.param(["sparse", "kayles", "-n", "1000"], marks=pytest.mark.slow),
    pytest.param(["seq", "kayles", "-n", "3000", "--front", "1000", "--json"], marks=pytest.mark.slow),
    pytest.param(["chomp", "3x3"], marks=pytest.mark.slow),
    pytest.param(["cram", "3x3", "--moves"], marks=pytest.mark.slow),
    pytest.param(["doctor"], marks=pytest.mark.slow),
    pytest.param(["referee", "examples/student_random.py", "nim: 1 2"], marks=pytest.mark.slow),
]


def test_every_command_with_json_is_called() -> None:
    called = {(call if isinstance(call, list) else call.values[0])[0] for call in CALLS}
    assert called | {"store", "survey", "verify"} == set(PRINTED)


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
@pytest.mark.one_in(4)
def test_commands_print_what_is_told(call: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    fits(call[0], shown(*call))


def test_a_store_prints_what_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIMATRON_STORE", str(tmp_path / "store.sqlite3"))
    for call in ("list", "path", "clear"):
        fits("store", shown("store", call))


def test_verdicts_print_what_is_told(tmp_path: Path) -> None:
    file = tmp_path / "nim.json"
    assert CliRunner().invoke(app, ["prove", "nim: 1 1", "-o", str(file)]).exit_code == 0
    assert [verdict["status"] for verdict in shown("verify", str(file), "nowhere.json")] == ["holds", "unreadable"]
    fits("verify", shown("verify", str(file), "nowhere.json"))


@pytest.mark.slow
def test_a_survey_prints_what_is_told(tmp_path: Path) -> None:
    folder = str(tmp_path / "two")
    fits("survey", shown("survey", "subtraction", "--size", "2", "--max", "5", "--out", folder, "--jobs", "1"))
    fits("survey", shown("survey", "report", folder))


def shown(*call: str) -> Any:
    told = () if "--format" in call else ("--json",)
    result = CliRunner().invoke(app, [*call, *told])
    assert result.stdout, result.output
    return json.loads(result.stdout)


def fits(command: str, data: Any) -> None:
    """It has one of the shapes of the command: the one that it names, if it names one."""
    named = [shape for shape in PRINTED[command] if _names(shape) == _schema(data)]
    assert named, f"{command} prints {_schema(data)}"
    faults = []
    for shape in named:
        try:
            TypeAdapter(shape).validate_python(data, strict=True)
            return
        except ValueError as fault:
            faults.append(str(fault))
    raise AssertionError("\n".join(faults))


def _schema(data: Any) -> tuple[bool, str | None]:
    first = data[0] if isinstance(data, list) else data
    return isinstance(data, list), first.get("schema")


def _names(shape: Any) -> tuple[bool, str | None]:
    model = shapes.model_of(shape)
    title = shapes._title(model)
    return shape is not model, title if title != model.__name__ else None


# -- sources ---------------------------------------------------------------------------------------

KEYS = set(re.findall(r"^@\w+\{(\w+),$", (DOCS / "references.bib").read_text("utf-8"), re.MULTILINE))


def all_sources() -> set[Any]:
    """The sources of games, theorems and other reasons; a Message is not a publication."""
    kinds = joined_tables("theorems", "EXPERTS").values()
    reasons = [thing for place in (theorem, play, *kinds) for thing in vars(place).values()]
    found: set[Any] = {thing.source for thing in reasons if isinstance(thing, theorem.Because)}
    found |= {theorem.source for theorems in joined_tables("theorems", "THEOREMS").values() for theorem in theorems}
    return {source for source in found if isinstance(source, str)} | {entry.publication for entry in CATALOG} - {""}


def test_the_keys_of_sources_are_in_the_literature() -> None:
    keys = {key for source in all_sources() if isinstance(source, Source) for key in source.keys}
    assert len(keys) > 25
    assert keys - KEYS == set()


@pytest.mark.long
def test_a_release_has_every_source_in_the_literature() -> None:
    """A new game may name its source before the literature has it; a release may not."""
    assert [source for source in all_sources() if not getattr(source, "keys", ())] == []


def test_pages_cite_what_is_in_the_literature() -> None:
    cited = {
        key
        for page in PAGES
        for keys in re.findall(r"\{cite\}`([^`]+)`", page.read_text("utf-8"))
        for key in keys.split(",")
    }
    assert cited - KEYS == set()


def test_the_citation_file() -> None:
    """The fields that the schema of version 1.2.0 demands, and those that we promise."""
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(told)
    assert told["cff-version"] == "1.2.0"
    assert told["type"] == "software"
    assert all({"name"} <= set(author) or {"family-names"} <= set(author) for author in told["authors"])
    assert told["version"] == __version__
    assert told["license"] == "MIT"
    newest = re.search(r"^## \[(?!Unreleased)(.*)\] - (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest
    assert newest.groups() == (__version__, told["date-released"].isoformat())
    assert f"date    = {{{told['date-released']}}}" in (DOCS / "citing.md").read_text("utf-8")


# -- links -----------------------------------------------------------------------------------------


@every_row("page", PAGES)
def test_links_between_files(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\((?!https?:|#|help:)(?:path:)?([^)#\s]+)", text):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("spots", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_a_proof_to_follow_by_hand(spots: int) -> None:
    """The links open positions; each move leads to its sum, or an answer back to the value of the land."""
    for land in lands.writer(spots)().split("<details>")[1:]:
        (first, *found), value = re.findall(r'\?(p=[^"]*)"', land), int(re.findall(r"has value (\d+)", land)[0])
        assert nt.grundy(parse_qs(first)["p"][0]) == value
        rows = [line.split("|")[1:-1] for line in land.splitlines() if line.startswith("| <a")]
        assert len(rows) == len([*nt.parse(parse_qs(first)["p"][0]).options()])
        for option, total, reply, last in rows:
            link = re.findall(r'\?(p=[^"]*)"', option + reply)[-1]
            assert str(nt.grundy(parse_qs(link)["p"][0])) == (total + last).strip()
            assert (last.strip() or str(value)) == str(value) != total.strip()
        assert len(found) == sum(1 + bool(reply.strip()) for _, _, reply, _ in rows)
