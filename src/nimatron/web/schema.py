"""The shapes of all answers, for the OpenAPI document. `present/` makes the answers; tests check that both agree."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Number = int | str
"""An integer; as text if it is an ordinal or beyond 2^53."""

Value = Number | list[Number]
"""The value of a position; a list for one that can go on for ever: the set K of ∞(K), in order."""

Outcome = Literal["N", "P", "D"]
"""The next player wins, the previous one, or nobody: a draw."""

Commands = list[str]
"""Commands that give the same answer without the page: for the command line, then for Python."""


class Model(BaseModel):
    """What all shapes share: there are no other fields than those listed."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


class Line(Model):
    """A line of text and its style."""

    text: str
    style: Literal["", "title", "good", "bad", "dim"]


class Dial(Model):
    """Something to set: a number, a list of `least` to `most` numbers, a set of them, or a text.

    It belongs to the rules or to the state.
    """

    name: str
    label: str
    kind: Literal["number", "list", "set", "text"]
    of: Literal["rules", "state"]
    min: int
    max: int
    least: int
    most: int
    values: list[int | str]


class Game(Model):
    """A game of the catalog: `brief` has the rules of the sample, `how` what to click for a move.

    The player who begins can win the positions in `easy`; those of a game of one's own have not been tried.
    """

    id: str
    title: str
    sample: str
    rules: str
    source: str
    aliases: list[str]
    group: Literal["heaps", "rows", "coins", "boards", "graphs", "own"]
    brief: str
    how: str
    easy: list[str]
    dials: list[Dial]


class Named(Model):
    """Something to choose."""

    id: str
    title: str


class Level(Named):
    """How well the computer plays."""

    about: str


class Games(Model):
    """All games, their groups, and the levels from weak to strong."""

    schema_: Literal["nimatron.games/1"] = Field(alias="schema")
    groups: list[Named]
    levels: list[Level]
    games: list[Game]


class Shape(Model):
    """Something on a board; its id stays the same as long as it is there."""

    id: str
    kind: str
    x: float
    y: float
    row: int
    column: int
    label: str
    look: str
    text: str
    chips: list[str]
    caption: str
    mark: str


class Words(Model):
    """Text beside a board."""

    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"]


class Row(Model):
    """Shapes that stand side by side and may be broken as text is; `length` is the room to keep for it."""

    length: int
    name: str


class Picture(Model):
    """A board; if it has lines, the row of a shape is its line."""

    name: str
    width: float
    height: float
    shapes: list[Shape]
    words: list[Words]
    arrows: list[Annotated[list[str], Field(min_length=2, max_length=2)]]
    directed: bool
    lines: list[Row]
    together: bool


class Gallery(Model):
    """The board of each game's sample; its shapes have no labels."""

    schema_: Literal["nimatron.gallery/1"] = Field(alias="schema")
    pictures: dict[str, list[Picture | None]]


class Summand(Model):
    """One game of a sum."""

    position: str
    state: str
    game: str
    name: str


class Choice(Model):
    """A legal move: the position after it, the move in words, and the shapes that it changes."""

    after: str
    text: str
    changes: list[str]


class WinningRule(Model):
    """Who wins, in one sentence."""

    normal: str
    misere: str


class Board(Model):
    """A position, its pictures and its moves; `misere` if whoever makes the last move usually loses."""

    schema_: Literal["nimatron.position/1"] = Field(alias="schema")
    position: str
    rules: list[str]
    how: list[str]
    misere: bool
    winning_rule: WinningRule
    summands: list[Summand]
    pictures: list[Picture | None]
    options: list[Choice]
    more: bool
    ended: bool


class Edit(Model):
    """A position that is being set up, and its boards with the places where something can be added."""

    schema_: Literal["nimatron.edit/1"] = Field(alias="schema")
    position: str
    summands: list[Summand]
    pictures: list[Picture | None]
    editable: list[bool]


class Dialled(Model):
    """One game of a position with its dials; none if numbers do not determine its state."""

    position: str
    game: str
    title: str
    rules: str
    dials: list[Dial]


class Built(Model):
    """A position that was put together, its board, and what can be set."""

    schema_: Literal["nimatron.built/1"] = Field(alias="schema")
    position: str
    summands: list[Dialled]
    board: Board


class Start(Model):
    """A position to begin with."""

    schema_: Literal["nimatron.start/1"] = Field(alias="schema")
    position: str


class Because(Model):
    """What a value or an outcome rests on."""

    kind: Literal["theorem", "period", "kernel", "search"]
    name: str
    source: str
    status: Literal["proved", "observed"]


class Move(Model):
    """A move in words, the position after it, and the part that it changes."""

    text: str
    after: str
    part: int | None


class Part(Model):
    """A part of a position and its value."""

    position: str
    value: Value | None
    summand: int
    because: Because


class PlainAnalysis(Model):
    """Who wins, the value, and the winning moves."""

    schema_: Literal["nimatron.analysis/1"] = Field(alias="schema")
    position: str
    misere: bool
    value: Value | None
    outcome: Outcome | None
    solution: Literal["strong", "weak", "unresolved"]
    because: Because
    winning_count: Number | None
    winning_moves: list[Move] | None
    parts: list[Part]
    drawing_count: Number | None = None
    drawing_moves: list[Move] | None = None
    known_move: Move | None = None
    value_not: list[Number] | None = None
    value_at_least: Number | None = None
    trouble: str | None = None


class Analysis(PlainAnalysis):
    """The analysis as data and in words."""

    lines: list[Line]


class Explanation(Model):
    """The analysis and the steps that lead to it, as data and in words."""

    schema_: Literal["nimatron.explanation/1"] = Field(alias="schema")
    analysis: PlainAnalysis
    steps: list[dict[str, Any]]
    nim_sum: str | None
    lines: list[Line]
    picture: dict[str, Any] | None
    """Columns of bits, a line, a map, or the moves by value: what the page draws."""
    sentence: str
    reason: str
    moves: list[dict[str, Any]]
    """The first winning moves, with the shapes that each changes."""
    replies: list[dict[str, Any]]
    """In a lost position: moves, and the answer to each."""


class Round(Model):
    """The states that are marked in one round."""

    mark: Outcome
    states: list[str]


class Placed(Model):
    """A state, where it is drawn, and what is known about it.

    `length` is that of the longest play; it is null, as value and outcome may be, where play can go round in a circle.
    `options` are numbers of other states; they are null if there are too many states to draw a graph.
    """

    text: str
    x: int
    y: int
    position: str
    outcome: Outcome | None
    value: Number | None
    length: int | None
    options: list[int] | None


class Induction(Model):
    """Backward induction, round by round; `states` lists all states in the order in which they are drawn."""

    schema_: Literal["nimatron.induction/1"] = Field(alias="schema")
    position: str
    misere: bool
    rounds: list[Round]
    patterns: list[dict[str, Any]]
    layout: Literal["row", "board", "graph", "list"]
    start: int
    states: list[Placed]
    lines: list[Line]


class Told(Model):
    """A move as a full sentence, made by the computer, by you, or by a {player} with a name."""

    computer: str
    you: str
    player: str


class Made(Move):
    """A move that was made, told, and the shapes that it changed."""

    told: Told
    left: str
    changes: list[str]


class Moved(Made):
    """A move that was made, and the board after it."""

    schema_: Literal["nimatron.move/1"] = Field(alias="schema")
    board: Board


class Yours(Made):
    """The move of the person who asks; `pictures` are the boards between this move and the reply, if there is one."""

    pictures: list[Picture | None] | None


class Reply(Made):
    """The computer's move, and how it was found.

    perfect: it is proved to win, or no move does; best: the best that was found in time; level: as weak as the level
    is; any: a legal move, for there was no time to think. The `remark` says so for best and any.
    """

    how: Literal["perfect", "best", "level", "any"]
    remark: str


class Turn(Model):
    """A move, the reply, and the board after both. The winner `you` is the one who made the first of these moves."""

    schema_: Literal["nimatron.turn/1"] = Field(alias="schema")
    you: Yours | None
    computer: Reply | None
    board: Board
    winner: Literal["you", "computer"] | None


class Hint(Model):
    """A hint of one of three strengths."""

    schema_: Literal["nimatron.hint/1"] = Field(alias="schema")
    step: int
    outcome: Outcome | None
    text: str
    after: str | None
    changes: list[str]


class Quizzes(Model):
    """What exercises there are."""

    schema_: Literal["nimatron.quizzes/1"] = Field(alias="schema")
    kinds: list[Named]
    difficulties: list[Named]


class QuizChoice(Model):
    """An answer to choose: `id` is what to send."""

    id: str
    text: str


class Quiz(Model):
    """An exercise without its answer. `form` says how it is answered: moves stand one in each line."""

    schema_: Literal["nimatron.quiz/1"] = Field(alias="schema")
    kind: str
    title: str
    difficulty: Literal["easy", "medium", "hard"]
    seed: int
    rules: list[str]
    about: str | None
    question: str
    position: str | None
    game: str | None
    misere: bool
    form: Literal["choice", "number", "numbers", "moves"]
    choices: list[QuizChoice]


class QuizAnswer(Model):
    """What is said about an answer: a hint if it is wrong; the right one and the reason once they may be known.

    The solution has numbers, the letter of a choice, or the positions after the winning moves.
    """

    schema_: Literal["nimatron.quiz-answer/1"] = Field(alias="schema")
    right: bool
    hint: str | None
    answer: str | None
    solution: list[Number] | None
    reason: list[Line] | None


class SheetDocument(Model):
    """A sheet for pupils and its key: blocks with a `kind` (heading, paragraph, figure, grid, room, items)."""

    title: str
    running: str
    front: list[dict[str, Any]]
    key: list[dict[str, Any]]


class Sheets(Model):
    """Sheets to print; `pdf` says whether the server can make a PDF of them."""

    schema_: Literal["nimatron.sheet/1"] = Field(alias="schema")
    sheets: list[SheetDocument]
    pdf: bool


class SheetPdf(Model):
    """A PDF in base64."""

    schema_: Literal["nimatron.sheet-pdf/1"] = Field(alias="schema")
    pdf: str


class Sequence(Model):
    """The values of heaps 0, 1, 2, ...; in a coin game, those of a single coin on the first place, the second, ..."""

    schema_: Literal["nimatron.sequence/1"] = Field(alias="schema")
    game: str
    wanted: int
    computed: int
    largest: Number | None
    values: list[Number]
    trouble: str | None
    counts: Literal["heap", "coin"]
    first: int
    commands: Commands


class Table(Model):
    """The values of a family, row by row; outcomes in misere play; null where a limit was reached.

    `first` has the numbers of the first column and the first row; a cell is asked for by such numbers.
    """

    schema_: Literal["nimatron.table/1"] = Field(alias="schema")
    game: str
    misere: bool
    columns: list[str]
    rows: list[str]
    first: Annotated[list[int], Field(min_length=2, max_length=2)]
    cells: list[list[Value | None]]
    trouble: str | None
    size: Annotated[list[int], Field(min_length=2, max_length=2)]
    """How many columns and rows the whole table has, of which this may be a piece."""
    row: int
    """The first row of the piece, counted from 0."""
    commands: Commands


class Explorable(Model):
    """A game of the catalog, and which of its values can be looked at."""

    id: str
    title: str
    rules: str
    """The game with its usual parameters."""
    table: bool
    flat: bool
    """Has the table only one row?"""
    names: bool
    """Do the columns have names instead of numbers, so that their number is fixed?"""
    usual: Annotated[list[int], Field(min_length=2, max_length=2)]
    sequence: Literal["heap", "coin"] | None


class Explorables(Model):
    """What can be explored, game by game."""

    schema_: Literal["nimatron.explorable/1"] = Field(alias="schema")
    games: list[Explorable]


class Graph(Model):
    """A graph and the value of every vertex; `position` has a token on a vertex that no arrow leads to."""

    schema_: Literal["nimatron.graph/1"] = Field(alias="schema")
    text: str
    vertices: list[str]
    edges: list[Annotated[list[str], Field(min_length=2, max_length=2)]]
    values: list[Value | None]
    position: str | None
    trouble: str | None
    commands: Commands


class Problem(BaseModel):
    """An error (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str


class Pattern(Model):
    """The boundary of H_k, from the first heap with a value of k or more on: @ where there is one, * elsewhere."""

    level: int
    first: int
    boundary: str


class Patterns(Model):
    """The boundary patterns of an all-but game until the last level agrees with level `returns`; null if none does."""

    game: str
    width: int
    levels: list[Pattern]
    returns: int | None
    period: int | None
    saltus: int | None
    text: str


class Period(Model):
    """The period of a one-heap game; `status` says what is known about it."""

    schema_: Literal["nimatron.period/1"] = Field(alias="schema")
    game: str
    status: Literal["proved", "observed", "unresolved"]
    preperiod: Number | None
    period: Number | None
    saltus: Number | None
    certificate: dict[str, Any] | None
    exceptions: list[int] | None
    last_exception: Number | None
    reason: str | None
    computed: Number | None
    seconds: float | None
    patterns: Patterns | None
    lines: list[Line]
    commands: Commands


class Comparison(Model):
    """The first heap at which two games differ, or that they do not."""

    schema_: Literal["nimatron.compare/1"] = Field(alias="schema")
    games: list[str]
    result: Literal["different", "equal", "equal-so-far"]
    computed: int
    first_difference: Number | None
    values: list[Number] | None
    trouble: str | None
    lines: list[Line]
    commands: Commands


class Operation(Model):
    """One operation of a calculation; `derivation` has the steps that lead to a product."""

    name: str
    arguments: list[Number]
    results: list[Number]
    derivation: list[dict[str, Any]]


class Nimber(Model):
    """The value of an expression, as data and in words: a nimber, an ordinary integer, or roots."""

    schema_: Literal["nimatron.nimber/1"] = Field(alias="schema")
    expression: str
    kind: Literal["nimber", "integer", "roots"]
    values: list[Number]
    operations: list[Operation]
    text: str
    steps: list[str]
    commands: Commands


class NimberTable(Model):
    """The table of an operation on the numbers below the size: row a and column b hold the result for a and b."""

    schema_: Literal["nimatron.nimber-table/1"] = Field(alias="schema")
    operation: Literal["product", "sum"]
    cells: list[list[int]]
    commands: Commands


class LessonCard(Model):
    """What a lesson is about; `sample` is a position for its picture, `steps` how many it has."""

    id: str
    title: str
    aim: str
    sample: str
    steps: int


class LessonPath(Model):
    """A path through the course."""

    id: str
    title: str
    about: str
    lessons: list[LessonCard]


class Lessons(Model):
    """All paths."""

    schema_: Literal["nimatron.lessons/1"] = Field(alias="schema")
    paths: list[LessonPath]


class Lesson(Model):
    """A lesson; the keys of a step depend on its kind, see docs/lessons.md."""

    schema_: Literal["nimatron.lesson/1"] = Field(alias="schema")
    id: str
    path: str
    title: str
    aim: str
    sample: str
    steps: list[dict[str, Any]]


class Judged(Model):
    """What is said to an answer; `wrong` has the cells or moves to look at again, `more` says that hints are left."""

    schema_: Literal["nimatron.judged/1"] = Field(alias="schema")
    lesson: str
    step: str
    right: bool
    said: str
    reason: str
    wrong: list[str]
    hint: str
    more: bool
    solution: str | None = None


class Lane(Model):
    """Workers of one kind."""

    workers: int
    free: int
    compiling: int
    waiting: int


class Lanes(Model):
    """All workers."""

    light: Lane
    heavy: Lane


class Health(Model):
    """The state of the server."""

    status: Literal["ok"]
    version: str
    workers: Lanes


class Address(Model):
    """Where other devices find the server; none if it is not `open` to them, or if the machine is in no network."""

    schema_: Literal["nimatron.address/1"] = Field(alias="schema")
    addresses: list[str]
    open: bool
    text: str
