"""The table of all questions, with their arguments and the bounds of each.

The routes of the server (`app`) and the engine in a browser (`site/engine`) are both made from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..core.game import Compound
from ..core.message import Message, either
from ..play.levels import LADDER, LEVELS
from ..play.opponents import OPPONENTS
from ..show.words import languages
from .answers.request import LONGEST_TEXT, MOST_NIMBERS, MOST_VALUES, MOVING
from .arguments import Argument, ChoiceArgument, FlagArgument, NumberArgument, TextArgument, TextsArgument, Unfit

LANG = TextArgument(
    most=10, pattern=r"^[a-z]{2}$", default="en", about=f"Language of the words: {either(languages())}."
)
POSITION = TextArgument(least=1, most=LONGEST_TEXT, about="In the notation.", examples=["nim: 3 4 5 + chomp: 2x2"])
FRAME = TextArgument(most=LONGEST_TEXT, default="", about="Draw boards as large as those of this position.")
MISERE = FlagArgument(
    default=None,
    about="Misere play: whoever makes the last move loses; without it, as the game is usually played.",
)
CODE = TextArgument(least=1, most=1000, about="A code, a name or a set.", examples=["0.77", "{1,2,6}"])
RULES = TextArgument(least=1, most=LONGEST_TEXT, about="A game.", examples=["wythoff"])
SEED = NumberArgument(least=0, most=2**53, default=0, about="The same seed gives the same answer.")
KIND = TextArgument(least=1, most=40, about="One of those that `quizzes` lists.", examples=["who-wins", "nim-sum"])
DIFFICULTY = ChoiceArgument(of=("easy", "medium", "hard"), default="easy")
POSED = TextArgument(most=400, default="", about="Ask about this position instead of a random one.")

LESSON = TextArgument(least=1, most=60, about="The id of a lesson.", examples=["take-away"])

SHEET: dict[str, Argument] = {
    "game": TextArgument(least=1, most=LONGEST_TEXT, about="A game.", examples=["kayles"]),
    "exercises": NumberArgument(least=0, most=20, default=8, about="How many exercises each sheet has."),
    "seed": SEED,
    "count": NumberArgument(least=1, most=40, default=1, about="How many different sheets."),
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
class QuestionRoute:
    """A question: what it is about, its heading in the documentation, and the name of the shape of its answer.

    If a player waits for the answer, it has to come `soon`: within this many seconds.
    """

    about: str
    tag: str
    shape: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)
    media: str = JSON
    soon: float | None = None

    def read(self, pairs: Iterable[tuple[str, str]]) -> tuple[str, dict[str, Any]]:
        """The language and the arguments, from the pairs in an address. Unknown names are ignored."""
        # An argument may be repeated; a kind that takes one value takes the last.
        values: dict[str, list[str]] = {}
        for name, value in pairs:
            values.setdefault(name, []).append(value)
        arguments = {}
        for name, argument in {**self.arguments, "lang": LANG}.items():
            try:
                arguments[argument.answer_name or name] = argument.read(values.get(name, ()))
            except Unfit as fault:
                raise WrongArgument(name, fault.reason) from None
        lang = arguments.pop("lang")
        # Empty arguments are left out, so that the same question looks the same however it is written.
        return lang, {name: value for name, value in arguments.items() if value not in ("", None)}

    def parameters(self) -> list[dict[str, Any]]:
        """Its arguments in an OpenAPI document."""
        return [argument.parameter(name) for name, argument in {**self.arguments, "lang": LANG}.items()]


QUESTIONS: dict[str, QuestionRoute] = {
    # -- positions --
    "games": QuestionRoute("All games, with their rules and a position to begin with.", "positions", "Games"),
    "gallery": QuestionRoute("The board of each game's sample, to look at.", "positions", "Gallery"),
    "position": QuestionRoute(
        "The board of a position, and its legal moves with what to click for each.",
        "positions",
        "Board",
        {"position": POSITION, "frame": FRAME},
    ),
    "analysis": QuestionRoute(
        "Who wins, the value, and all winning moves.",
        "positions",
        "Analysis",
        {"position": POSITION, "misere": MISERE},
    ),
    "explanation": QuestionRoute(
        "Why a position is won or lost, step by step.",
        "positions",
        "Explanation",
        {
            "position": POSITION,
            "misere": MISERE,
            "mex": NumberArgument(
                least=0, most=20, default=0, about="Derive values from the moves, so many moves deep."
            ),
        },
    ),
    "induction": QuestionRoute(
        "Backward induction: all positions below this one, marked round by round.",
        "positions",
        "Induction",
        {
            "position": POSITION,
            "misere": MISERE,
            "boards": FlagArgument(default=False, about="Draw the states of a small game."),
        },
    ),
    # -- play --
    "start": QuestionRoute(
        "A random starting position of the same games.",
        "play",
        "Start",
        {
            "game": TextArgument(
                least=1,
                most=LONGEST_TEXT,
                about="A game, or a position: the start is of the same games.",
                examples=["nim", "subtraction{2,3}: 10 + cram: 4x4"],
            ),
            "seed": SEED,
            "level": ChoiceArgument(of=(*map(str, LADDER), "none"), default="none", about="none: as large as usual."),
        },
    ),
    "sum": QuestionRoute(
        "Several positions played together.",
        "play",
        "Start",
        {
            "summand": TextsArgument(
                each=POSITION, few=1, many=20, answer_name="summands", examples=[["nim: 3 5", "kayles: 6"]]
            ),
            "sign": ChoiceArgument(
                of=tuple(map(str.strip, Compound.signs)), default="+", about="How they are joined, as in the notation."
            ),
        },
    ),
    "edit": QuestionRoute(
        "The position after a click of somebody who sets it up, with the places where something can be added.",
        "play",
        "Edit",
        {
            "position": POSITION,
            "shape": TextsArgument(
                each=TextArgument(most=200),
                many=2,
                default=(),
                answer_name="shapes",
                about="What is clicked: board:shape, or two to join.",
                examples=[["0:1.4"]],
            ),
        },
    ),
    "drawing": QuestionRoute(
        "Sprouts on paper: the move that was drawn, or the line that draws a move.",
        "play",
        "Drawing",
        {
            "position": POSITION,
            "drawn": TextArgument(
                most=8000,
                about="The spots along the boundaries of each region after the move; before it if `after` is given.",
                examples=["0-3,1;0-3,2"],
            ),
            "part": NumberArgument(default=0, least=0, most=1000, about="The part of a sum that is drawn, from 0 on."),
            "after": TextsArgument(
                each=TextArgument(most=LONGEST_TEXT),
                many=4,
                default=(),
                about="The positions that lines are to lead to, one after the other.",
            ),
            "values": FlagArgument(default=False, about="What is each region of the drawing worth?"),
        },
    ),
    "text": QuestionRoute(
        "A position in the notation, from its pieces.",
        "play",
        "Start",
        {
            "game": TextArgument(least=1, most=60, examples=["subtraction"]),
            "state": TextArgument(most=LONGEST_TEXT, default="", examples=["19"]),
            "parameters": TextArgument(most=LONGEST_TEXT, default="", examples=["2,3,7,8"]),
        },
    ),
    "build": QuestionRoute(
        "A position from a game and numbers, or the numbers of a position, as dials to be shown.",
        "play",
        "Built",
        {
            "game": TextArgument(most=60, default="", examples=["subtraction"]),
            "position": TextArgument(most=LONGEST_TEXT, default="", about="Instead of a game."),
            "dial": TextsArgument(
                each=TextArgument(most=400),
                many=8,
                default=(),
                answer_name="dials",
                about="name:values; others stay.",
                examples=[["set:1,2,4", "heaps:13,7"]],
            ),
            "part": NumberArgument(least=0, most=1000, default=0, about="The part whose dials they are, from 0."),
        },
    ),
    "turn": QuestionRoute(
        "A move and the computer's reply, which comes within two seconds: it says whether it is the best one.",
        "play",
        "Turn",
        {
            "position": POSITION,
            "move": TextArgument(
                most=LONGEST_TEXT,
                default="",
                about="In words, by number or as the position after it; empty: the computer begins.",
                examples=["nim: 3 4 4", "2 from heap 1"],
            ),
            "level": ChoiceArgument(of=(*LEVELS, *OPPONENTS, "none"), default="perfect", about="none: nobody replies."),
            "seed": SEED,
            "misere": MISERE,
            "frame": FRAME,
        },
        soon=MOVING,
    ),
    "move": QuestionRoute(
        "The move that a player typed, in words, by number or as the position after it; and the board after it.",
        "play",
        "Moved",
        {
            "position": POSITION,
            # The same name as in `turn`: this text does not affect how hard the position is.
            "text": TextArgument(least=1, most=LONGEST_TEXT, answer_name="move", examples=["2 from heap 1"]),
            "frame": FRAME,
        },
    ),
    "hint": QuestionRoute(
        "A hint of one of three strengths.",
        "play",
        "Hint",
        {
            "position": POSITION,
            "step": NumberArgument(least=1, most=3, default=1, about="1: can I win; 2: where; 3: how."),
            "misere": MISERE,
        },
    ),
    # -- practice --
    "quizzes": QuestionRoute("The kinds of exercises, and how hard they may be.", "practice", "Quizzes"),
    "quiz": QuestionRoute(
        "The exercise with this seed, without its answer.",
        "practice",
        "Quiz",
        {"kind": KIND, "difficulty": DIFFICULTY, "seed": SEED, "position": POSED},
    ),
    "quiz-answer": QuestionRoute(
        "Is an answer right? A wrong one is met with a hint, a right one with the reason.",
        "practice",
        "QuizAnswer",
        {
            "kind": KIND,
            "difficulty": DIFFICULTY,
            "seed": SEED,
            "position": POSED,
            "text": TextArgument(
                most=LONGEST_TEXT, default="", about="The answer; moves in lines of their own.", examples=["5"]
            ),
            "reveal": FlagArgument(default=False, about="Tell the right answer, whatever was answered."),
        },
    ),
    "sheet": QuestionRoute(
        "Different sheets of one game for pupils, as blocks to show and print, each with its key.",
        "practice",
        "Sheets",
        SHEET,
    ),
    "sheet-pdf": QuestionRoute(
        "The same sheets as a PDF in base64, where the server can make one.",
        "practice",
        "SheetPdf",
        {**SHEET, "paper": ChoiceArgument(of=("a4", "letter"), default="a4")},
    ),
    # -- values --
    "sequence": QuestionRoute(
        "The first values of a one-heap game.",
        "values",
        "Sequence",
        {"game": CODE, "n": NumberArgument(least=1, most=MOST_VALUES, default=100, about="How many values.")},
    ),
    "period": QuestionRoute(
        "The period of a one-heap game with its proof, or how far the search came.", "values", "Period", {"game": CODE}
    ),
    "explorable": QuestionRoute(
        "For each game, what can be looked at: a table of its values, a sequence.", "values", "Explorables"
    ),
    "table": QuestionRoute(
        "The values of a family of positions: a row of heaps, a grid of squares, the vertices of a graph.",
        "values",
        "Table",
        {
            "game": RULES,
            "columns": NumberArgument(least=1, most=200, default=16),
            "rows": NumberArgument(least=1, most=200, default=16),
            "misere": MISERE,
            "row": NumberArgument(least=0, most=199, default=0, about="The first row of a piece, counted from 0."),
            "height": NumberArgument(least=1, most=200, default=None, about="How many rows; without it, all."),
            "pace": NumberArgument(
                least=1, most=10_000, default=None, about="Milliseconds of work after which no further row is begun."
            ),
        },
    ),
    "graph": QuestionRoute(
        "A graph as text and as data, with the value of every vertex; for other games, a position on it.",
        "values",
        "Graph",
        {
            "text": TextArgument(most=LONGEST_TEXT, default="", about="In the notation; or:", examples=["a>b b>c"]),
            "arrows": TextArgument(most=LONGEST_TEXT, default="", about="Names in pairs: from, to, from, to."),
            "vertices": TextArgument(most=LONGEST_TEXT, default="", about="Names, including vertices without arrows."),
            "game": ChoiceArgument(of=("graph", "arc-kayles", "node-kayles", "poset"), default="graph"),
        },
    ),
    "cell": QuestionRoute(
        "The position behind one cell of a table, analysed.",
        "values",
        "Analysis",
        {
            "game": RULES,
            "column": NumberArgument(least=0, most=10_000),
            "row": NumberArgument(least=0, most=10_000, default=0),
            "misere": MISERE,
        },
    ),
    "comparison": QuestionRoute(
        "The first heap at which the values of two one-heap games differ.",
        "values",
        "Comparison",
        {"one": CODE, "two": CODE, "n": NumberArgument(least=1, most=MOST_VALUES, default=10_000)},
    ),
    "discovery": QuestionRoute(
        "Who loses a game from formulas: a rule for all positions, proved if possible, and its automaton.",
        "values",
        "Discovery",
        {
            "rules": TextArgument(
                least=1,
                most=LONGEST_TEXT,
                about="The numbers and the rules, with semicolons between them.",
                examples=["x y; x' < x; y' < y"],
            )
        },
    ),
    # -- nimbers --
    "nimber": QuestionRoute(
        "The value of an expression of nimbers, with all steps.",
        "nimbers",
        "Nimber",
        {"expression": TextArgument(least=1, most=1000, examples=["24*17 + 8/5"])},
    ),
    "nimbers": QuestionRoute(
        "The table of nim-sums or nim-products.",
        "nimbers",
        "NimberTable",
        {
            "operation": ChoiceArgument(of=("product", "sum"), default="product"),
            "size": NumberArgument(
                least=1, most=MOST_NIMBERS, default=16, about="All pairs of numbers below this one."
            ),
        },
    ),
    # -- lessons --
    "lessons": QuestionRoute("The paths of the course and their lessons.", "lessons", "Lessons"),
    "lesson": QuestionRoute(
        "One lesson with its steps; the answers to its questions are not in it.", "lessons", "Lesson", {"id": LESSON}
    ),
    "proof": QuestionRoute(
        "The steps of a proof, computed for an instance.",
        "lessons",
        "Proof",
        {
            "name": TextArgument(least=1, most=60, examples=["lasker"]),
            "instance": TextArgument(most=1000, default="", about="By default its own.", examples=["7"]),
        },
    ),
    "judge": QuestionRoute(
        "Is an answer to a question of a lesson right? The reason if it is, else the next hint.",
        "lessons",
        "Judged",
        {
            "lesson": LESSON,
            "step": TextArgument(
                most=5, pattern=r"^[0-9]{1,2}(\.[0-9]{1,2})?$", about="3, or 3.2 in a proof.", examples=["7"]
            ),
            "answer": TextArgument(most=LONGEST_TEXT, default="", about="As a reader gives it.", examples=["take 1"]),
            "tries": NumberArgument(least=0, most=1000, default=0, about="How often it was tried before: hints grow."),
            "give_up": FlagArgument(default=False, about="Tell the answer instead."),
        },
    ),
    # -- the server --
    "qr": QuestionRoute(
        "A QR code, for example of a link to open on a phone.",
        "server",
        "",
        {"text": TextArgument(least=1, most=1500)},
        media=SVG,
    ),
}
"""All questions, by their names in `answers.ANSWERS` and in addresses."""
