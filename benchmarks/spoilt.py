"""Spoilt inputs for `trust.py`: positions, codes, command lines, requests and documents, each with what reads it.

Each kind is a generator of pairs: an input, and an attempt to use it. The attempt returns whether the input was
refused; an error of ours refuses it as well, and anything else is a fault.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shlex
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import chdir
from functools import partial
from pathlib import Path
from typing import Any

import nimatron as nt
from nimatron.families.catalog import CATALOG

Attempts = Iterator[tuple[object, Callable[[], bool]]]

LETTERS = "0123456789 ,;:.+-x/{}[]()<>#@!'\"wωHTLRabcP\0é" + chr(0x202E)


class Broken(Exception):
    """A traceback, a fault of the server, or a page that should not be there."""


def spoilt(text: str, chance: random.Random) -> str:
    """A text with some letters changed, left out, put in or doubled."""
    letters = list(text)
    for _ in range(chance.randint(1, 3)):
        i = chance.randrange(len(letters) + 1)
        among = chance.choice((LETTERS, "0123456789 "))  # numbers in place of numbers can often be read
        letters[i : i + chance.randint(0, 1)] = chance.choices(among, k=chance.randint(0, 2))
    return "".join(letters)


def changed(thing: Any, chance: random.Random) -> Any:
    """A copy with one number, text, list or field changed."""
    if isinstance(thing, dict) and thing:
        key = chance.choice([key for key in thing if key not in ("schema", "sha256")] or list(thing))
        if chance.random() < 0.1:
            return {name: value for name, value in thing.items() if name != key}
        return {**thing, key: changed(thing[key], chance)}
    if isinstance(thing, list) and thing:
        i = chance.randrange(len(thing))
        other = [] if chance.random() < 0.2 else [changed(thing[i], chance)]
        return [*thing[:i], *other, *thing[i + 1 :]]
    if isinstance(thing, int):
        return chance.choice([thing + 1, thing - 1, 2 * thing, -thing, thing ^ 8, 10**30, None])
    if isinstance(thing, str) and thing:
        return spoilt(thing, chance)
    return chance.choice([0, 1, "", [], {}, None, True])


# -- positions, codes and expressions ------------------------------------------------------------


def positions(chance: random.Random, place: Path) -> Attempts:
    """Positions of the catalog: who wins?"""

    def ask(text: str, misere: bool) -> bool:
        nt.analyse(text, misere=misere, limit=300, seconds=0.2, store=None).text()
        return False

    while True:
        text = spoilt(chance.choice(list(CATALOG)).sample, chance)
        yield text, partial(ask, text, chance.random() < 0.2)


CODES = (
    "0.77", "0.137", "4.[3]", "0.777!", "C.8F", "kayles", "{1,2,6}", "{1-3,7}", "allbut{1,2,7}", "subtraction{2,3-}",
    "grundy", "turtles", "lasker", "tartan{ruler,twins}", "moore{2}", "wythoff{2}",
)  # fmt: skip

EXPRESSIONS = ("24*17 + 8/5", "[w^2+1] + [w+3]", "sqrt(77) + 3^5", "(2+3)*4", "w*2+1", "1/7")


def codes(chance: random.Random, place: Path) -> Attempts:
    """Codes, sets and expressions: their first values, their period, their result."""
    from nimatron.web.answer import answer_question
    from nimatron.web.answers.request import AnswerContext

    def values(text: str) -> bool:
        nt.sequence(text, 30)
        nt.period(text, limit=200, seconds=0.2)
        return False

    def calculate(text: str) -> bool:
        return _is_refused(*answer_question("nimber", {"expression": text}, AnswerContext(CATALOG, 0.2, "en")))

    while True:
        text, ask = chance.choice([*((code, values) for code in CODES), *((one, calculate) for one in EXPRESSIONS)])
        other = spoilt(text, chance)
        yield other, partial(ask, other)


def _is_refused(fault: str, body: bytes) -> bool:
    if fault == "UserCodeError":  # there is no game of a user: it is ours
        raise Broken(body.decode(errors="replace"))
    return bool(fault)


# -- command lines -------------------------------------------------------------------------------

UNSAFE = ("serve", "site", "referee", "doctor", "survey", "store", "--cluster")
"""Commands that stay, run programs, or take long each time; `survey` is among the documents."""

MORE = (
    "solve --json 'chomp: 3x3'", "--lang pl explain 'kayles: 7'", "solve -", "period 0.07 --json --trust",
    "table nim -n 8x8 --misere", "moves --json 'cram: 2x3'", "solve 'graph{@graph.json}: a'", "check own.py",
    "verify it.json", "seq 0.77 -n 30 --format oeis", "solve own.py:Own 4", "chomp 4x3 --json", "cram 3x3 --moves",
    "--load own.py:Own solve 'own: 3 + nim: 2'", "misere 0.123 --json", "classes 'nim: 2 2'", "quiz --json --key",
)  # fmt: skip

OPTIONS = ("--json", "-n", "--seconds", "0", "-1", "--limit", "--misere", "--lang", "hu", "-o", "x.txt", "--", "-h", "")

OWN = """
from nimatron import Game

class Own(Game):
    start = 5

    def options(self, n):
        return [n - k for k in (1, 2, 3) if n >= k]
"""

GRAPH = '{"edges": [["a", "b"], ["b", "c"], ["a", "d"]], "vertices": ["e"]}'


def commands(chance: random.Random, place: Path) -> Attempts:
    """Command lines: the examples of the help with words changed, left out, put in or in another order."""
    from nimatron.cli import session

    session.SECONDS = 0.5  # before the commands are imported
    os.environ["NIMATRON_STORE"] = "off"
    (place / "own.py").write_text(OWN)
    (place / "graph.json").write_text(GRAPH)
    with chdir(place):
        _run(["prove", "nim: 1 2", "-o", "it.json"])
        lines = [shlex.split(line) for line in (*_examples(), *MORE)]
        while True:
            words = _shuffled(chance.choice(lines), lines, chance)
            # Nothing outside the folder is written.
            if not any(word.startswith(("/", "~")) or ".." in word or word in UNSAFE for word in words):
                yield words, partial(_run, words)


def _shuffled(line: list[str], lines: list[list[str]], chance: random.Random) -> list[str]:
    words = list(line)
    for _ in range(chance.randint(1, 2)):
        i = chance.randrange(len(words) or 1)
        word = "".join(words[i : i + 1])
        ways = [[spoilt(word, chance)], [word, chance.choice(OPTIONS)], [word, *chance.choice(lines)], []]
        words[i : i + 1] = chance.choice(ways)
    return chance.sample(words, len(words)) if chance.random() < 0.1 else words


def _examples() -> list[str]:
    from importlib import import_module

    from nimatron.cli.program import COMMANDS

    found = []
    for name, (where, _) in COMMANDS.items():
        module, _, function = where.partition(".")
        said = getattr(import_module(f"nimatron.cli.commands.{module}"), function).__doc__ or ""
        found += re.findall("Example: nimatron (.*)", said) if name not in UNSAFE else []
    return found


LONGEST = 5.0
"""Seconds after which a command is interrupted, as a user would do it."""


def _run(words: list[str]) -> bool:
    """Run a command in this process, and interrupt it if it takes long."""
    from typer.testing import CliRunner

    from nimatron.cli import send_again
    from nimatron.cli.program import app

    sys.unraisablehook = send_again
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(LONGEST, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        done = CliRunner().invoke(app, words, input="")
        timer.cancel()
        timer.join()
    except KeyboardInterrupt:  # it came a moment after the end
        return False
    finally:
        signal.signal(signal.SIGINT, handler)
    said = done.output[-2000:]
    if "Traceback" in said or "internal error" in said or not isinstance(done.exception, SystemExit | None):
        raise Broken(f"{done.exception!r} {said}")
    if done.exit_code not in (*range(9), 130):
        raise Broken(f"exit code {done.exit_code}")
    return done.exit_code != 0


# -- requests ------------------------------------------------------------------------------------

BODIES: dict[str, dict[str, Any]] = {
    "join": {"name": "Ann"}, "leave": {}, "question": {}, "move": {"bout": "b1", "ply": 0, "move": "1"},
    "try": {"position": "nim: 3 4", "move": "1"}, "answer": {"number": 0, "text": "5"}, "resign": {"bout": "b1"},
    "again": {"bout": "b1"}, "switch": {"what": "paused", "on": False}, "rename": {"id": "p1", "name": "Bob"},
    "remove": {"id": ["p1", "p2"]}, "settle": {"bout": "b1", "winner": ""}, "round": {}, "podium": {}, "show": {},
    "next": {}, "stop": {}, "end": {}, "begin/idle": {}, "begin/riddle": {"position": "nim: 3 4"},
    "begin/contest": {"form": "pairs", "position": "nim: 3 4", "misere": False},
    "begin/quiz": {"subject": "nim-sum", "difficulty": "easy", "count": 3}, "begin/programs": {"position": "nim: 3"},
}  # fmt: skip
"""What is posted to a class."""


def requests(chance: random.Random, place: Path) -> Attempts:
    """Requests to the application with a class; this process does the work of the workers."""
    import httpx

    app = _application()
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=("10.0.0.9", 1))
    client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
    tokens = [""]

    async def send(request: httpx.Request) -> bool:
        answer = await client.send(request)
        if answer.status_code >= 500 or b"Traceback" in answer.content:
            raise Broken(f"{answer.status_code}: {answer.text[:300]}")
        if request.url.path.endswith("/join") and answer.is_success:
            tokens.append(answer.json()["token"])
        return not answer.is_success

    with asyncio.Runner() as runner:
        while True:
            kind = _posted if chance.random() < 0.4 else _asked
            request = kind(client, chance, tokens)
            text = f"{request.method} {request.url} {request.content!r} {dict(request.headers)}"
            yield text, lambda request=request: runner.run(send(request))  # type: ignore[misc]


def _application() -> Any:
    from nimatron.web.app import create_app
    from nimatron.web.classroom import director
    from nimatron.web.classroom.journal import ClassStore
    from nimatron.web.hosts import Reach
    from nimatron.web.pool import WorkerPool

    async def answered(pool: Any, question: dict[str, Any], client: str = "", soon: float = 0) -> Any:
        return _answered(dict(question))

    WorkerPool.ask = WorkerPool.ask_soon = answered  # type: ignore[method-assign, assignment]
    director.SENDING = director.JOINING = 10**6  # type: ignore[assignment]
    return create_app(open_class=lambda responder: director.Classroom(responder, ClassStore(None), Reach(), key="key"))


def _answered(question: dict[str, Any]) -> Any:
    from nimatron.web.answer import answer_question
    from nimatron.web.answers.request import AnswerContext
    from nimatron.web.worker_process import WorkerAnswer

    asked = AnswerContext(CATALOG, 0.05, question.pop("lang"))
    fault, body = answer_question(question.pop("ask"), question, asked)
    _is_refused(fault, body)
    return WorkerAnswer(fault, asked.limited, False, body)


def _asked(client: Any, chance: random.Random, tokens: list[str]) -> Any:
    """A question of the API, with one argument or the path spoilt."""
    from nimatron.web.questions import QUESTIONS, TextsArgument

    name, question = chance.choice(list(QUESTIONS.items()))
    values: dict[str, Any] = {}
    for argument, kind in question.arguments.items():
        examples = [*(kind.examples or ()), *getattr(kind, "of", ()), "3", "true", "nim: 3 4 5"]
        example = chance.choice(examples[: chance.choice((1, len(examples)))])
        if argument == "position":
            example = chance.choice(list(CATALOG)).sample
        if isinstance(kind, TextsArgument) and isinstance(example, str):
            example = [example]
        if chance.random() < 0.8:
            values[argument] = example
    values = changed(values, chance) if values and chance.random() < 0.7 else values
    path = spoilt(name, chance) if chance.random() < 0.05 else name
    return client.build_request(
        "GET", f"/api/v1/{_quoted(path)}", params=_texts(values), headers=_headers(chance, tokens)
    )


def _posted(client: Any, chance: random.Random, tokens: list[str]) -> Any:
    """Something for the class, with a field or the text spoilt."""
    name, body = chance.choice(list(BODIES.items()))
    text = json.dumps(changed(body, chance) if chance.random() < 0.7 else body)
    if chance.random() < 0.2:
        text = spoilt(text, chance)
    headers = {**_headers(chance, tokens), "content-type": "application/json"}
    return client.build_request("POST", f"/api/v1/class/{name}", content=text.encode(errors="replace"), headers=headers)


def _headers(chance: random.Random, tokens: list[str]) -> dict[str, str]:
    found = {"nimatron-class": chance.choice(tokens[-20:])}
    if chance.random() < 0.5:
        found["nimatron-teacher"] = chance.choice(("key", "key", "yek"))
    if chance.random() < 0.1:
        found[chance.choice(("if-none-match", "accept-language", "origin", "range"))] = "*"
    return found


def _quoted(path: str) -> str:
    from urllib.parse import quote

    return quote(path, safe="")


def _texts(values: Any) -> list[tuple[str, str]]:
    """The pairs of an address."""
    pairs = values.items() if isinstance(values, dict) else ()
    return [(name, str(one)) for name, value in pairs for one in (value if isinstance(value, list) else [value])]


# -- documents -----------------------------------------------------------------------------------


def documents(chance: random.Random, place: Path) -> Attempts:
    """Certificates, surveys, classes, lessons, graphs and games, changed as data or as text."""
    readers = [*_certificate_readers(place), *_other_readers(place)]
    while True:
        text, read = chance.choice(readers)
        if text.startswith("{") and chance.random() < 0.7:
            text = json.dumps(changed(json.loads(text), chance))
        else:
            text = spoilt(text, chance)
        yield text, partial(read, text)


Reader = tuple[str, Callable[[str], bool]]

PROVED = (["{1,2,6}"], ["allbut{1,2}"], ["--misere", "0.123"], ["nim: 1 2 3"], ["graph{a>b b>a b>c c>d}: a"])


def _certificate_readers(place: Path) -> list[Reader]:
    from nimatron.proof.checkers import verify
    from nimatron.proof.seal import seal

    path = place / "certificate.json"

    def by_file(text: str) -> bool:
        path.write_text(text, errors="replace")
        return not verify(path, seconds=2).holds

    def by_data(text: str) -> bool:
        """With a new checksum, so that more than the checksum is looked at."""
        try:
            data = json.loads(text)
        except ValueError:
            return by_file(text)
        return not verify(seal(data) if isinstance(data, dict) else data, seconds=2).holds

    found = []
    for words in PROVED:
        _run(["prove", *words, "-o", str(path), "--force"])
        found += [(path.read_text(), by_file), (path.read_text(), by_data)]
    return found


def _other_readers(place: Path) -> list[Reader]:
    from nimatron import survey
    from nimatron.cli.graph_file import read_graph
    from nimatron.survey.dataset import read_manifest
    from nimatron.teach.course.library import LESSONS, read_course
    from nimatron.web.classroom.room import ClassState

    survey.run(survey.Sets("subtraction", 2, 6), place / "survey", jobs=1)
    room = ClassState("key", 0.0)
    room.join("Ann", "token", "10.0.0.1")

    def file_reader(name: str, read: Callable[[Path], object]) -> Callable[[str], bool]:
        def attempt(text: str) -> bool:
            (place / name).write_text(text, errors="replace")
            return read(place / name) is True

        return attempt

    def read_class(text: str) -> bool:
        try:
            ClassState.restored(json.loads(text)).parts()
            return False
        except (ValueError, KeyError, TypeError):  # which `Classroom` foresees
            return True

    lesson = next(iter(sorted(LESSONS.glob("*.toml"))))
    return [
        (OWN, file_reader("own_game.py", lambda path: _run(["solve", f"{path}:Own", "4"]))),
        (GRAPH, file_reader("graph.json", lambda path: read_graph(str(path)))),
        ("digraph g { a -> b; b -> c [label=x]; }", file_reader("graph.dot", lambda path: read_graph(str(path)))),
        (GRAPHML, file_reader("graph.graphml", lambda path: read_graph(str(path)))),
        ((place / "survey/manifest.json").read_text(), file_reader("manifest.json", lambda path: read_manifest(place))),
        (json.dumps(room.parts()), read_class),
        (lesson.read_text(), lambda text: bool(read_course({"lesson.toml": text})[1])),
    ]


GRAPHML = (
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed"><node id="a"/><node id="b"/>'
    '<edge source="a" target="b"/></graph></graphml>'
)

KINDS: dict[str, Callable[[random.Random, Path], Attempts]] = {
    "positions": positions, "codes": codes, "commands": commands, "requests": requests, "documents": documents,
}  # fmt: skip
"""What reads spoilt inputs of each kind."""
