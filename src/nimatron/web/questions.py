"""What may be asked, with which arguments and within which bounds: one table.

The routes of the server (`routes`) and the engine in a browser (`site/engine`) are both made from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..message import Message, either
from ..present.words import languages
from .arguments import Argument, Choice, Flag, Number, Text, Texts, Unfit
from .limits import LONGEST_TEXT, MOST_NIMBERS, MOST_VALUES, MOVING

STRENGTHS = ("first-steps", "fair", "hard", "perfect", "random", "one-ahead", "half")

LANG = Text(most=10, pattern=r"^[a-z]{2}$", default="en", about=f"Language of the words: {either(languages())}.")
POSITION = Text(least=1, most=LONGEST_TEXT, about="In the notation.", examples=["nim: 3 4 5 + chomp: 2x2"])
FRAME = Text(most=LONGEST_TEXT, default="", about="Draw boards as large as those of this position.")
MISERE = Flag(
    default=None,
    about="Misere play: whoever makes the last move loses; without it, as the game is usually played.",
)
CODE = Text(least=1, most=1000, about="A code, a name or a set.", examples=["0.77", "{1,2,6}"])
RULES = Text(least=1, most=LONGEST_TEXT, about="A game.", examples=["wythoff"])
SEED = Number(least=0, most=2**53, default=0, about="The same seed gives the same answer.")
KIND = Text(least=1, most=40, about="One of those that `quizzes` lists.", examples=["who-wins", "nim-sum"])
DIFFICULTY = Choice(of=("easy", "medium", "hard"), default="easy")

LESSON = Text(least=1, most=60, about="The id of a lesson.", examples=["take-away"])

SHEET: dict[str, Argument] = {
    "game": Text(least=1, most=LONGEST_TEXT, about="A game.", examples=["kayles"]),
    "exercises": Number(least=0, most=20, default=8, about="How many exercises each sheet has."),
    "seed": SEED,
    "count": Number(least=1, most=40, default=1, about="How many different sheets."),
}

JSON = "application/json"
SVG = "image/svg+xml"


class WrongArgument(Exception):
    """An argument that a question refuses: its name, and a sentence about it."""

    def __init__(self, argument: str, reason: Message) -> None:
        super().__init__(argument)
        self.data = {
            "detail": Message("{argument}: {reason}", argument=argument, reason=reason),
            "argument": argument,
        }


@dataclass(frozen=True)
class Question:
    """Something that may be asked: what about, under which heading, and the name of the shape of its answer.

    The player waits for the answer if it is to come `soon`, after so many seconds at most.
    """

    about: str
    tag: str
    shape: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    media: str = JSON
    soon: float | None = None

    def read(self, given: Iterable[tuple[str, str]]) -> tuple[str, dict[str, Any]]:
        """The language and the arguments of the answer, from the pairs in an address. Other pairs are ignored."""
        values: dict[str, list[str]] = {}
        for name, value in given:
            values.setdefault(name, []).append(value)
        found = {}
        for name, argument in {**self.arguments, "lang": LANG}.items():
            try:
                found[argument.called or name] = argument.read(values.get(name, ()))
            except Unfit as fault:
                raise WrongArgument(name, fault.reason) from None
        lang = found.pop("lang")
        # What says nothing is left out, so that the same question looks the same however it is written.
        return lang, {name: value for name, value in found.items() if value not in ("", None)}

    def parameters(self) -> list[dict[str, Any]]:
        """Its arguments in an OpenAPI document."""
        return [argument.described(name) for name, argument in {**self.arguments, "lang": LANG}.items()]


QUESTIONS: dict[str, Question] = {
    # -- positions --
    "games": Question("All games, with their rules and a position to begin with.", "positions", "Games"),
    "gallery": Question("The board of each game's sample, to look at.", "positions", "Gallery"),
    "position": Question(
        "The board of a position, and its legal moves with what to click for each.",
        "positions",
        "Board",
        {"position": POSITION, "frame": FRAME},
    ),
    "analysis": Question(
        "Who wins, the value, and all winning moves.",
        "positions",
        "Analysis",
        {"position": POSITION, "misere": MISERE},
    ),
    "explanation": Question(
        "Why a position is won or lost, step by step.",
        "positions",
        "Explanation",
        {
            "position": POSITION,
            "misere": MISERE,
            "mex": Number(least=0, most=20, default=0, about="Derive values from the moves, so many moves deep."),
        },
    ),
    "induction": Question(
        "Backward induction: all positions below this one, marked round by round.",
        "positions",
        "Induction",
        {"position": POSITION, "misere": MISERE},
    ),
    # -- play --
    "start": Question(
        "A random starting position of the same games.",
        "play",
        "Start",
        {
            "game": Text(
                least=1,
                most=LONGEST_TEXT,
                about="A game, or a position: the start is of the same games.",
                examples=["nim", "subtraction{2,3}: 10 + cram: 4x4"],
            ),
            "seed": SEED,
        },
    ),
    "sum": Question(
        "Several positions played together.",
        "play",
        "Start",
        {"summand": Texts(each=POSITION, few=1, many=20, called="summands", examples=[["nim: 3 5", "kayles: 6"]])},
    ),
    "edit": Question(
        "The position after a click of somebody who sets it up, with the places where something can be added.",
        "play",
        "Edit",
        {
            "position": POSITION,
            "shape": Texts(
                each=Text(most=200),
                many=2,
                default=(),
                called="shapes",
                about="What is clicked: board:shape, or two to join.",
                examples=[["0:1.4"]],
            ),
        },
    ),
    "text": Question(
        "A position in the notation, from its pieces.",
        "play",
        "Start",
        {
            "game": Text(least=1, most=60, examples=["subtraction"]),
            "state": Text(most=LONGEST_TEXT, default="", examples=["19"]),
            "parameters": Text(most=LONGEST_TEXT, default="", examples=["2,3,7,8"]),
        },
    ),
    "build": Question(
        "A position from a game and numbers, or the numbers of a position, as dials to be shown.",
        "play",
        "Built",
        {
            "game": Text(most=60, default="", examples=["subtraction"]),
            "position": Text(most=LONGEST_TEXT, default="", about="Instead of a game."),
            "dial": Texts(
                each=Text(most=400),
                many=8,
                default=(),
                called="dials",
                about="name:values; others stay.",
                examples=[["set:1,2,4", "heaps:13,7"]],
            ),
        },
    ),
    "turn": Question(
        "A move and the computer's reply, which comes within two seconds: it says whether it is the best one.",
        "play",
        "Turn",
        {
            "position": POSITION,
            "move": Text(
                most=LONGEST_TEXT,
                default="",
                about="In words, by number or as the position after it; empty: the computer begins.",
                examples=["nim: 3 4 4", "2 from heap 1"],
            ),
            "level": Choice(of=(*STRENGTHS, "none"), default="perfect", about="none: nobody replies."),
            "seed": SEED,
            "misere": MISERE,
            "frame": FRAME,
        },
        soon=MOVING,
    ),
    "move": Question(
        "The move that a player typed, in words, by number or as the position after it; and the board after it.",
        "play",
        "Moved",
        {
            "position": POSITION,
            "text": Text(least=1, most=LONGEST_TEXT, examples=["2 from heap 1"]),
            "frame": FRAME,
        },
    ),
    "hint": Question(
        "A hint of one of three strengths.",
        "play",
        "Hint",
        {
            "position": POSITION,
            "step": Number(least=1, most=3, default=1, about="1: can I win; 2: where; 3: how."),
            "misere": MISERE,
        },
    ),
    # -- practice --
    "quizzes": Question("The kinds of exercises, and how hard they may be.", "practice", "Quizzes"),
    "quiz": Question(
        "The exercise with this seed, without its answer.",
        "practice",
        "Quiz",
        {"kind": KIND, "difficulty": DIFFICULTY, "seed": SEED},
    ),
    "quiz-answer": Question(
        "Is an answer right? A wrong one is met with a hint, a right one with the reason.",
        "practice",
        "QuizAnswer",
        {
            "kind": KIND,
            "difficulty": DIFFICULTY,
            "seed": SEED,
            "text": Text(
                most=LONGEST_TEXT, default="", about="The answer; moves in lines of their own.", examples=["5"]
            ),
            "reveal": Flag(default=False, about="Tell the right answer, whatever was answered."),
        },
    ),
    "sheet": Question(
        "Different sheets of one game for pupils, as blocks to show and print, each with its key.",
        "practice",
        "Sheets",
        SHEET,
    ),
    "sheet-pdf": Question(
        "The same sheets as a PDF in base64, where the server can make one.",
        "practice",
        "SheetPdf",
        {**SHEET, "paper": Choice(of=("a4", "letter"), default="a4")},
    ),
    # -- values --
    "sequence": Question(
        "The first values of a one-heap game.",
        "values",
        "Sequence",
        {"game": CODE, "n": Number(least=1, most=MOST_VALUES, default=100, about="How many values.")},
    ),
    "period": Question(
        "The period of a one-heap game with its proof, or how far the search came.", "values", "Period", {"game": CODE}
    ),
    "explorable": Question(
        "For each game, what can be looked at: a table of its values, a sequence.", "values", "Explorables"
    ),
    "table": Question(
        "The values of a family of positions: a row of heaps, a grid of squares, the vertices of a graph.",
        "values",
        "Table",
        {
            "game": RULES,
            "columns": Number(least=1, most=200, default=16),
            "rows": Number(least=1, most=200, default=16),
            "misere": MISERE,
            "row": Number(least=0, most=199, default=0, about="The first row of a piece, counted from 0."),
            "height": Number(least=1, most=200, default=None, about="How many rows; without it, all."),
            "pace": Number(
                least=1, most=10_000, default=None, about="Milliseconds of work after which no further row is begun."
            ),
        },
    ),
    "graph": Question(
        "A graph as text and as data, with the value of every vertex; for other games, a position on it.",
        "values",
        "Graph",
        {
            "text": Text(most=LONGEST_TEXT, default="", about="In the notation; or:", examples=["a>b b>c"]),
            "arrows": Text(most=LONGEST_TEXT, default="", about="Names in pairs: from, to, from, to."),
            "vertices": Text(most=LONGEST_TEXT, default="", about="Names, including vertices without arrows."),
            "game": Choice(of=("graph", "arc-kayles", "node-kayles", "poset"), default="graph"),
        },
    ),
    "cell": Question(
        "The position behind one cell of a table, analysed.",
        "values",
        "Analysis",
        {
            "game": RULES,
            "column": Number(least=0, most=10_000),
            "row": Number(least=0, most=10_000, default=0),
            "misere": MISERE,
        },
    ),
    "comparison": Question(
        "The first heap at which the values of two one-heap games differ.",
        "values",
        "Comparison",
        {"one": CODE, "two": CODE, "n": Number(least=1, most=MOST_VALUES, default=10_000)},
    ),
    # -- nimbers --
    "nimber": Question(
        "The value of an expression of nimbers, with all steps.",
        "nimbers",
        "Nimber",
        {"expression": Text(least=1, most=1000, examples=["24*17 + 8/5"])},
    ),
    "nimbers": Question(
        "The table of nim-sums or nim-products.",
        "nimbers",
        "NimberTable",
        {
            "operation": Choice(of=("product", "sum"), default="product"),
            "size": Number(least=1, most=MOST_NIMBERS, default=16, about="All pairs of numbers below this one."),
        },
    ),
    # -- lessons --
    "lessons": Question("The paths of the course and their lessons.", "lessons", "Lessons"),
    "lesson": Question(
        "One lesson with its steps; the answers to its questions are not in it.", "lessons", "Lesson", {"id": LESSON}
    ),
    "judge": Question(
        "Is an answer to a question of a lesson right? The reason if it is, else the next hint.",
        "lessons",
        "Judged",
        {
            "lesson": LESSON,
            "step": Text(most=5, pattern=r"^[0-9]{1,2}(\.[0-9]{1,2})?$", about="3, or 3.2 in a proof.", examples=["7"]),
            "answer": Text(most=LONGEST_TEXT, default="", about="As a reader gives it.", examples=["take 1"]),
            "tries": Number(least=0, most=1000, default=0, about="How often it was tried before: hints grow."),
            "give_up": Flag(default=False, about="Tell the answer instead."),
        },
    ),
    # -- the server --
    "qr": Question(
        "A QR code, for example of a link to open on a phone.",
        "server",
        "",
        {"text": Text(least=1, most=1500)},
        media=SVG,
    ),
}
"""All questions, by their names in `answers.ANSWERS` and in addresses."""
