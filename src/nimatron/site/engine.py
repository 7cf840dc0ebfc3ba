"""The engine behind a page without a server: it answers addresses as the server would, in the Python of a browser.

The page's worker makes one `Engine` and asks it. Nothing here knows HTTP or needs more than the standard library. If an
answer needs something that a browser lacks (compiled code, arrays, processes), that counts as a limit.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from shlex import quote
from types import ModuleType
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from .. import kernels
from ..core.game import Position
from ..core.message import Message
from ..families.catalog import CATALOG, Catalog
from ..show.words import spoken_or_english, tr
from ..web.answer import answer_question, as_json
from ..web.answers.request import HEAVY_SECONDS, HELPLESS, AnswerContext, Lessons
from ..web.problems import PROBLEM, STATUS, TITLES, WRONG, problem
from ..web.questions import QUESTIONS, WrongArgument

COMPILED = ("numba", "numpy")
"""The libraries of kernels and arrays."""

COMMANDS = {
    "analysis": ("solve", "position"),
    "explanation": ("explain", "position"),
    "sequence": ("seq", "game"),
    "period": ("period", "game"),
    "table": ("table", "game"),
    "comparison": ("compare", "one", "two"),
}
"""The command of the installed program for each question, and its arguments."""

LIMITED = {"trouble", "reason", "detail"}
"""The keys of an answer that report a limit."""

FURTHER = Message("{limit}; with Nimatron installed on a computer, `{command}` can continue")

NOWHERE = "there is nothing at {path}: this page has no server behind it"


class Absent(MetaPathFinder):
    """Turns the import of a missing library into a limit, so that an answer can report how far it came."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in COMPILED:
            raise kernels.missing()
        return None


class EngineReply(NamedTuple):
    """The reply to the page: as from the server, and whether the page may store it."""

    status: int
    media: str
    storable: bool
    body: str

    def text(self) -> str:
        """The reply as one text, the body after the first line: one text crosses from Python to JavaScript at once."""
        return f"{self.status} {self.media} {self.storable:d}\n{self.body}"


class Engine:
    """Answers questions one after the other."""

    def __init__(self, catalog: Catalog = CATALOG, lessons: Lessons = (), seconds: float = HEAVY_SECONDS) -> None:
        self.catalog, self.lessons, self.seconds = catalog, lessons, seconds
        self.opponent: Callable[[Position], Position] | None = None
        if any(PathFinder.find_spec(name) is None for name in COMPILED):
            kernels.leave_out()
            sys.meta_path.append(Absent())  # the last finder: only for libraries that no other finder has

    def answer(self, address: str, hurry: bool = False) -> EngineReply:
        """The answer to api/v1/NAME?ARGUMENTS; in a `hurry` an answer that takes hardly any work, if there is one."""
        parts = urlsplit(address)
        name, pairs = parts.path.rpartition("/")[2], parse_qsl(parts.query, keep_blank_values=True)
        lang = spoken_or_english(dict(pairs).get("lang", "en"))
        if name not in QUESTIONS:
            return _problem(404, Message("Not Found"), {"detail": Message(NOWHERE, path=parts.path[:100])}, lang)
        try:
            _, arguments = QUESTIONS[name].read(pairs)
        except WrongArgument as wrong:
            return _problem(422, WRONG, wrong.data, lang)
        if QUESTIONS[name].soon is None:
            return self._answer(name, arguments, lang)[1]
        helpless, reply = (True, None) if hurry else self._answer(name, arguments, lang)
        # If thinking ahead fails, the computer can still make a move.
        return reply if reply and not helpless else self._answer(name, {**arguments, "hurry": True}, lang)[1]

    def _answer(self, name: str, arguments: dict[str, Any], lang: str) -> tuple[bool, EngineReply]:
        """Whether thinking ahead has failed, and the answer."""
        context = AnswerContext(self.catalog, self.seconds, lang, lessons=self.lessons, opponent=self.opponent)
        fault, body = answer_question(name, arguments, context)
        if context.limited and not kernels.available():
            body = _advise(body, name, arguments)
        if fault:
            status, title = STATUS.get(fault, 422), TITLES.get(fault, WRONG)
            return fault in HELPLESS, _problem(status, title, json.loads(body), lang)
        return False, EngineReply(200, QUESTIONS[name].media, not context.limited, body.decode())


def _advise(body: bytes, name: str, arguments: Mapping[str, Any]) -> bytes:
    """An answer that a limit has cut short, with the command that continues."""
    command = COMMANDS.get(name)
    if command is None:
        return body
    data = json.loads(body)
    # The command can be pasted into a shell, whatever the position contains.
    options = " ".join(quote(str(arguments[argument])) for argument in command[1:])
    options += " --misere" if arguments.get("misere") else ""
    for place in LIMITED & data.keys():
        if isinstance(data[place], str):
            data[place] = tr(FURTHER.msgid, limit=data[place], command=f"nimatron {command[0]} {options}")
    return as_json(data)


def _problem(status: int, title: Message, data: dict[str, object], lang: str) -> EngineReply:
    return EngineReply(status, PROBLEM, False, as_json(problem(status, title, data, lang)).decode())
