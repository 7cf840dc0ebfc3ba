"""Collects the sentences of the program for translators, and compiles what they have written.

    .venv/bin/python scripts/messages.py            update and compile all languages
    .venv/bin/python scripts/messages.py --new pl   begin a language
    .venv/bin/python scripts/messages.py --count    print how many messages each language lacks, and change nothing
    .venv/bin/python scripts/messages.py --release  the same, and fail if there are any

A language lives in src/nimatron/locale/LANGUAGE/LC_MESSAGES/nimatron.po, and has a row in
src/nimatron/show/words.py.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from typer.main import get_command

from nimatron.cli.program import COMMANDS, app
from nimatron.cli.worded_help import help_texts
from nimatron.families.catalog import CATALOG
from nimatron.show.face import SUBJECTS
from nimatron.show.words import LANGUAGES
from nimatron.teach.course.library import course
from nimatron.teach.programs.tasks import TASKS

SOURCE = Path(__file__).parent.parent / "src" / "nimatron"
LOCALE = SOURCE / "locale"
PAGE = SOURCE / "web" / "static"
WORDS = PAGE / "words"

KEYWORDS = {"tr": (0,), "trn": (0, 1), "Message": (0, 1), "Theorem": (0,), "Entry": (1,), "claim": (0,)}
"""The calls whose strings are worded, and which of their arguments those are: a second one is the plural."""

LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')

CALLS = re.compile(rf"\bt\(\s*({LITERAL.pattern}(?:\s*\+\s*{LITERAL.pattern})*)")
"""t("..." + "...") in a script. Babel's extractor does not see those inside of `${...}`."""

IDLE = ("POT-Creation-Date", "PO-Revision-Date", "Last-Translator", "Language-Team", "Generated-By", "Report-")
"""Dates, people and tools in the header would change without any change of words."""


FAULTS = ("fault", "_fault")
"""Functions that make an error of a sentence."""


def template() -> Catalog:
    """All messages of the source, in the order of their places."""
    catalog = Catalog(project="nimatron", charset="utf-8")
    files = {file: parsed(file) for file in sorted(SOURCE.rglob("*.py"))}
    errors = {*error_names(files.values()), *FAULTS}
    for file, nodes in files.items():
        for message in _messages(nodes, errors):
            catalog.add(message, locations=[(file.name, 0)])
    for message in page_messages():
        catalog.add(message, locations=[("page", 0)])
    for entry in CATALOG:  # rules are docstrings, which no extractor looks at
        catalog.add(entry.rules, locations=[("catalog", 0)])
    for text in _help():
        catalog.add(text, locations=[("help", 0)])
    for lesson in course().lessons:
        for text in lesson.texts():
            catalog.add(text, locations=[("lessons", 0)])
    for task in TASKS:
        for message in (task.title, task.text, task.function, *task.hints):
            catalog.add(message.msgid, locations=[("tasks", 0)])
    return catalog


def _help() -> Iterator[str]:
    """The help of all commands, which is in docstrings and options."""
    program = get_command(app)
    yield from help_texts(program)
    for name in COMMANDS:
        yield from help_texts(program.get_command(None, name))


def parsed(file: Path) -> list[ast.AST]:
    """Every node of a file."""
    return list(ast.walk(ast.parse(file.read_text("utf-8"))))


def page_messages() -> Iterator[str]:
    """The texts of the page: t("...") in its scripts."""
    for file in sorted(PAGE.rglob("*.js")):
        for text in CALLS.findall(file.read_text("utf-8")):
            yield "".join(map(json.loads, LITERAL.findall(text)))


def page_words(language: str) -> str:
    """The translated texts of the page, as its scripts read them."""
    known = {message.id: message.string for message in read(language) if isinstance(message.id, str)}
    words = {id: known[id] for id in page_messages() if _translated(known.get(id))}
    return json.dumps(words, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


def error_names(files: Iterable[Iterable[ast.AST]]) -> set[str]:
    """The classes of all errors: what they are raised with is worded too."""
    classes = [node for nodes in files for node in nodes if isinstance(node, ast.ClassDef)]
    names, before = {"NimatronError"}, 0
    while len(names) > before:
        before = len(names)
        names |= {node.name for node in classes if names & {ast.unparse(base) for base in node.bases}}
    return names


def _messages(nodes: Collection[ast.AST], errors: Container[str] = ()) -> Iterator[str | tuple[str, ...]]:
    """The literals in the calls of KEYWORDS and of `errors`, inside of f-strings too, or in variables handed over.

    Babel's extractor takes a key of `params` for the plural, and leaves calls without a plural out.
    """
    held: dict[str, list[str]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            held.setdefault(node.targets[0].id, []).extend(_literal(node.value))
    for call in nodes:
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name in errors:
            yield from _raised(call, held)
            continue
        if name == "PastTense":
            yield from _by_everyone(call)
            continue
        arguments = [call.args[i] for i in KEYWORDS.get(name, ()) if i < len(call.args)]
        if len(arguments) == 1 and isinstance(arguments[0], ast.Name):
            yield from held.get(arguments[0].id, [])
        elif len(arguments) == 1:
            yield from _literal(arguments[0])
        elif texts := [text for argument in arguments for text in _literal(argument)]:
            yield tuple(texts) if len(texts) > 1 else texts[0]


def _raised(call: ast.Call, held: Mapping[str, list[str]]) -> Iterator[str]:
    """What an error is raised with: a sentence without values has its braces doubled, as Message wants them."""
    first = call.args[0] if call.args else None
    texts = held.get(first.id, []) if isinstance(first, ast.Name) else _literal(first) if first else []
    yield from texts if call.keywords else (text.replace("{", "{{").replace("}", "}}") for text in texts)


def _by_everyone(call: ast.Call) -> Iterator[str | tuple[str, ...]]:
    """The sentences that a move in the past tense makes, one for each person."""
    for who in SUBJECTS:
        texts = tuple(f"{who} {text}." for argument in call.args[1:] for text in _literal(argument))
        yield texts if len(texts) > 1 else texts[0]


def _literal(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return _literal(node.body) + _literal(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value else []


def read(language: str) -> Catalog:
    """What translators have written so far."""
    with po_file(language).open("rb") as file:
        return read_po(file, locale=language)


def po_file(language: str) -> Path:
    """Where a language lives."""
    return LOCALE / language / "LC_MESSAGES" / "nimatron.po"


def po_text(catalog: Catalog) -> bytes:
    """The catalog as the file holds it."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, no_location=True, sort_output=True)
    lines = out.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(tuple(f'"{name}' for name in IDLE))).encode()


class Messages(list[Message]):
    """What is compiled: to the compiler a catalog is a list with a charset."""

    charset = "utf-8"


def mo_bytes(po: bytes, language: str) -> bytes:
    """The compiled form that gettext reads; what is not yet translated is left out, so that English is spoken."""
    header, *messages = read_po(io.BytesIO(po), locale=language)
    header.string = "".join(line for line in header.string.splitlines(keepends=True) if not line.startswith(IDLE))
    out = io.BytesIO()
    write_mo(out, Messages([header, *(message for message in messages if _translated(message.string))]))
    return out.getvalue()


def update(language: str) -> int:
    """Bring a language up to date; how many messages it still lacks."""
    messages = template()
    catalog = read(language)
    catalog.update(messages, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.header_comment = f"# The words of Nimatron, {language}."
    catalog.fuzzy = False
    po = po_text(catalog)
    po_file(language).write_bytes(po)
    po_file(language).with_suffix(".mo").write_bytes(mo_bytes(po, language))
    (WORDS / f"{language}.json").write_text(page_words(language), "utf-8")
    return sum(message.fuzzy or not _translated(message.string) for message in catalog if message.id)


def missing(language: str, source: Catalog | None = None) -> list[str | tuple[str, ...]]:
    """The messages of the source that a language does not translate yet: it prints them in English."""
    translated = {message.id for message in read(language) if _translated(message.string) and not message.fuzzy}
    return [message.id for message in source or template() if message.id and message.id not in translated]


def _translated(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(string) and all(string or "")


def begin(language: str) -> None:
    """An empty catalog for a new language."""
    po_file(language).parent.mkdir(parents=True)
    catalog = Catalog(locale=language, project="nimatron", charset="utf-8")
    po_file(language).write_bytes(po_text(catalog))


def main() -> None:
    """Read the arguments and do it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--new", metavar="LANGUAGE", help="begin a language")
    parser.add_argument("--count", action="store_true", help="print how many messages each language lacks")
    parser.add_argument("--release", action="store_true", help="fail if a language lacks messages")
    arguments = parser.parse_args()
    found = sorted(folder.parent.name for folder in LOCALE.glob("*/LC_MESSAGES"))
    if arguments.count or arguments.release:
        source = template()
        lacking = {language: len(missing(language, source)) for language in found}
        print("messages to translate:", ", ".join(f"{language} {count}" for language, count in lacking.items()))
        raise SystemExit(arguments.release and any(lacking.values()))
    if arguments.new:
        begin(arguments.new)
        found.append(arguments.new)
    for language in found:
        row = "" if language in LANGUAGES else ", and no row in show/words.py: nobody can choose it"
        print(f"{language}: {update(language)} messages to translate{row}")
    for language in sorted(LANGUAGES.keys() - {"en"}):
        if not po_file(language).exists():
            print(f"{language}: no catalog yet; --new {language} begins it")


if __name__ == "__main__":
    main()
