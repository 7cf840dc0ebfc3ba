"""The shapes of all answers, for the OpenAPI document and the help; `show/` makes the answers, tests compare the two.

A `Plain` shape is the document that a command prints with `--json`; the API adds fields that its page draws.
"""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

Number = int | str
"""An integer; as text if it is an ordinal or beyond 2^53."""

Value = Number | list[Number]
"""The value of a position; a list for one that can continue for ever: the set K of ∞(K), in order."""

Outcome = Literal["N", "P", "D"]
"""The next player wins, the previous one, or nobody: a draw."""

Commands = list[str]
"""Commands that give the same answer without the page: for the command line, then for Python."""


class Model(BaseModel):
    """What all shapes share: there are no other fields than those listed."""

    model_config = ConfigDict(extra="forbid", defer_build=True)


Name = TypeVar("Name")


class JsonDocument(Model, Generic[Name]):
    """A whole document: it begins with its name and the version of its shape."""

    schema_: Name = Field(alias="schema")


class LineData(Model):
    """A line of text and its style."""

    text: str
    style: Literal["", "title", "good", "bad", "dim"]


class DialData(Model):
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


class GameData(Model):
    """A game of the catalog: `brief` has the rules of the sample, `how` what to click for a move.

    The player who begins can win the positions in `easy`; those of your own game have not been tried.
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
    dials: list[DialData]


class NamedData(Model):
    """Something to choose."""

    id: str
    title: str


class LevelData(NamedData):
    """How well the computer plays."""

    about: str


class OpponentData(LevelData):
    """An opponent with one idea: the `next` idea beats it, and `games` are the games that it plays."""

    next: str
    start: str
    games: list[str]


class JoinData(Model):
    """A way to play several games together, by its sign in the notation."""

    sign: str
    about: str


class GamesData(JsonDocument[Literal["nimatron.games/1"]]):
    """All games, their groups, and the levels from weak to strong."""

    groups: list[LevelData]
    levels: list[LevelData]
    opponents: list[OpponentData]
    joins: list[JoinData]
    games: list[GameData]


class ShapeData(Model):
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


class WordsData(Model):
    """Text beside a board."""

    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"]


class RowData(Model):
    """Shapes that stand side by side and may be broken as text is; `length` is the room to keep for it."""

    length: int
    name: str


class CurveData(Model):
    """A line drawn from a shape to another."""

    start: str
    end: str
    points: list[Annotated[list[float], Field(min_length=2, max_length=2)]]


class PictureData(Model):
    """A board; if it has lines, the row of a shape is its line."""

    name: str
    width: float
    height: float
    shapes: list[ShapeData]
    words: list[WordsData]
    arrows: list[Annotated[list[str], Field(min_length=2, max_length=2)]]
    directed: bool
    lines: list[RowData]
    together: bool
    curves: list[CurveData]


class GalleryData(JsonDocument[Literal["nimatron.gallery/1"]]):
    """The board of each game's sample; its shapes have no labels. `moves` has the shapes that one move changes."""

    pictures: dict[str, list[PictureData | None]]
    moves: dict[str, list[str]]


class SummandData(Model):
    """One game of a sum."""

    position: str
    state: str
    game: str
    name: str


class ChoiceData(Model):
    """A legal move: the position after it, the move in words, and the shapes that it changes."""

    after: str
    text: str
    changes: list[str]


class WinningRuleData(Model):
    """Who wins, in one sentence."""

    normal: str
    misere: str


class BoardData(JsonDocument[Literal["nimatron.position/1"]]):
    """A position, its pictures and its moves; `misere` if whoever makes the last move usually loses."""

    position: str
    title: str
    rules: list[str]
    how: list[str]
    misere: bool
    winning_rule: WinningRuleData
    summands: list[SummandData]
    pictures: list[PictureData | None]
    options: list[ChoiceData]
    more: bool
    ended: bool


class EditData(JsonDocument[Literal["nimatron.edit/1"]]):
    """A position that is being set up, and its boards with the places where something can be added."""

    position: str
    summands: list[SummandData]
    pictures: list[PictureData | None]
    editable: list[bool]


class PaperLineData(Model):
    """A line on paper: its region, the boundary and the place of each end, and the boundaries on its left."""

    region: int
    boundary: int
    place: int
    boundary2: int
    place2: int
    left: list[int]
    ends: list[int]
    said: list[Annotated[list[str], Field(min_length=2, max_length=2)]]


class DrawingData(JsonDocument[Literal["nimatron.drawing/1"]]):
    """The position after a line; the lines that lead to others; what each region is worth, if that was asked."""

    position: str
    lines: list[PaperLineData | None]
    values: list[str | None]


class DialledData(Model):
    """One game of a position with its dials; none if numbers do not determine its state."""

    position: str
    game: str
    title: str
    rules: str
    dials: list[DialData]


class BuiltData(JsonDocument[Literal["nimatron.built/1"]]):
    """A position that was put together, its board, and what can be set."""

    position: str
    summands: list[DialledData]
    board: BoardData


class StartData(JsonDocument[Literal["nimatron.start/1"]]):
    """A position to begin with."""

    position: str


class BecauseData(Model):
    """What a value or an outcome rests on."""

    kind: Literal["theorem", "period", "kernel", "search"]
    name: str
    source: str
    status: Literal["proved", "observed"]
    formal: str = ""


class MoveData(Model):
    """A move in words, the position after it, and the part that it changes."""

    text: str
    after: str
    part: int | None


class PartData(Model):
    """A part of a position and its value."""

    position: str
    value: Value | None
    summand: int
    because: BecauseData


class PlainAnalysisData(JsonDocument[Literal["nimatron.analysis/1"]]):
    """Who wins, the value, and the winning moves."""

    position: str
    misere: bool
    value: Value | None
    outcome: Outcome | None
    solution: Literal["strong", "weak", "unresolved"]
    because: BecauseData
    winning_count: Number | None
    winning_moves: list[MoveData] | None
    parts: list[PartData]
    drawing_count: Number | None = None
    drawing_moves: list[MoveData] | None = None
    known_move: MoveData | None = None
    value_not: list[Number] | None = None
    value_at_least: Number | None = None
    trouble: str | None = None


class AnalysisData(PlainAnalysisData):
    """The analysis as data and in words."""

    lines: list[LineData]


class TermData(Model):
    """A term of the glossary, and its place on that page."""

    term: str
    meaning: str
    anchor: str


class PlainExplanationData(JsonDocument[Literal["nimatron.explanation/1"]]):
    """The analysis and the steps that lead to it; the keys of a step depend on its kind."""

    analysis: PlainAnalysisData
    steps: list[dict[str, Any]]


class ExplanationData(PlainExplanationData):
    """The analysis and the steps that lead to it, as data and in words."""

    nim_sum: str | None
    lines: list[LineData]
    picture: dict[str, Any] | None
    """Columns of bits, a line, a map, or the moves by value: what the page draws."""
    sentence: str
    reason: str
    moves: list[dict[str, Any]]
    """The first winning moves, with the shapes that each changes."""
    replies: list[dict[str, Any]]
    """In a lost position: moves, and the answer to each."""
    terms: list[TermData]
    """Terms of the glossary that the explanation uses."""


class RoundData(Model):
    """The states that are marked in one round."""

    mark: Outcome
    states: list[str]


class PlacedData(Model):
    """A state, where it is drawn, and what is known about it.

    `length` is that of the longest play; it is null, as value and outcome may be, where play can go round in a circle.
    `options` are numbers of other states; they are null if there are too many states to draw a graph.
    `pictures` are the boards of the state, if you ask for them and there are few states.
    """

    text: str
    x: int
    y: int
    position: str
    outcome: Outcome | None
    value: Number | None
    length: int | None
    options: list[int] | None
    pictures: list[PictureData | None]


class PlainInductionData(JsonDocument[Literal["nimatron.induction/1"]]):
    """Backward induction, round by round; boundary patterns for an all-but game."""

    position: str
    misere: bool
    rounds: list[RoundData]
    patterns: list[dict[str, Any]]


class InductionData(PlainInductionData):
    """Backward induction, round by round; `states` lists all states in the order in which they are drawn."""

    layout: Literal["row", "board", "graph", "list"]
    start: int
    states: list[PlacedData]
    lines: list[LineData]


class ToldData(Model):
    """A move as a full sentence, made by the computer, by you, or by a {player} with a name."""

    computer: str
    you: str
    player: str


class MadeData(MoveData):
    """A move that was made, told, and the shapes that it changed."""

    told: ToldData
    left: str
    changes: list[str]


class MovedData(MadeData):
    """A move that was made, and the board after it."""

    schema_: Literal["nimatron.move/1"] = Field(alias="schema")
    board: BoardData


class YoursData(MadeData):
    """The move of the person who asks; `pictures` are the boards between this move and the reply, if there is one."""

    pictures: list[PictureData | None] | None


class ReplyData(MadeData):
    """The computer's move, and how it was found.

    perfect: it is proved to win, or no move does; best: the best that was found in time; level: as weak as the level
    is; any: a legal move, for there was no time to think. The `remark` says so for best and any.
    """

    how: Literal["perfect", "best", "level", "any"]
    remark: str


class TurnData(JsonDocument[Literal["nimatron.turn/1"]]):
    """A move, the reply, and the board after both. The winner `you` is the one who made the first of these moves."""

    you: YoursData | None
    computer: ReplyData | None
    board: BoardData
    idea: str | None
    winner: Literal["you", "computer"] | None


class HintData(JsonDocument[Literal["nimatron.hint/1"]]):
    """A hint of one of three strengths."""

    step: int
    outcome: Outcome | None
    text: str
    after: str | None
    changes: list[str]


class QuizzesData(JsonDocument[Literal["nimatron.quizzes/1"]]):
    """What exercises there are."""

    kinds: list[NamedData]
    difficulties: list[NamedData]


class QuizChoiceData(Model):
    """An answer to choose: `id` is what to send."""

    id: str
    text: str


class QuizData(JsonDocument[Literal["nimatron.quiz/1"]]):
    """An exercise without its answer. `form` says how it is answered: moves stand one in each line."""

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
    choices: list[QuizChoiceData]


class QuizAnswerData(JsonDocument[Literal["nimatron.quiz-answer/1"]]):
    """What is said about an answer: a hint if it is wrong; the right one and the reason once they may be known.

    The solution has numbers, the letter of a choice, or the positions after the winning moves. `wrong` has the
    positions after moves that were given as winning and are not.
    """

    right: bool
    hint: str | None
    wrong: list[str]
    answer: str | None
    solution: list[Number] | None
    reason: list[LineData] | None


class SheetDocumentData(Model):
    """A sheet for pupils and its key: blocks with a `kind` (heading, paragraph, figure, grid, room, items)."""

    title: str
    running: str
    front: list[dict[str, Any]]
    key: list[dict[str, Any]]


class PlainSheetsData(JsonDocument[Literal["nimatron.sheet/1"]]):
    """Sheets to print, with their keys."""

    sheets: list[SheetDocumentData]


class SheetsData(PlainSheetsData):
    """Sheets to print; `pdf` says whether the server can make a PDF of them."""

    pdf: bool


class SheetPdfData(JsonDocument[Literal["nimatron.sheet-pdf/1"]]):
    """A PDF in base64."""

    pdf: str


class PlainSequenceData(JsonDocument[Literal["nimatron.sequence/1"]]):
    """The values G(0), G(1), ...; `computed` is their number, and less than `wanted` if a limit came first."""

    game: str
    wanted: int
    computed: int
    largest: Number | None
    values: list[Number]
    trouble: str | None


class SequenceData(PlainSequenceData):
    """The values of heaps 0, 1, 2, ...; in a coin game, those of a single coin on the first place, the second, ..."""

    counts: Literal["heap", "coin"]
    first: int
    commands: Commands


class PlainTableData(JsonDocument[Literal["nimatron.table/1"]]):
    """The values of a family, row by row; in misere play outcomes, with `--genus` genera; null beyond a limit."""

    game: str
    misere: bool
    columns: list[str]
    rows: list[str]
    first: Annotated[list[int], Field(min_length=2, max_length=2)]
    cells: list[list[Value | None]]
    trouble: str | None


class TableData(PlainTableData):
    """The values of a family, row by row; outcomes in misere play; null where a limit was reached.

    `first` has the numbers of the first column and the first row; a cell is asked for by such numbers.
    """

    size: Annotated[list[int], Field(min_length=2, max_length=2)]
    """How many columns and rows the whole table has, of which this may be a piece."""
    row: int
    """The first row of the piece, counted from 0."""
    commands: Commands


class ExplorableData(Model):
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


class ExplorablesData(JsonDocument[Literal["nimatron.explorable/1"]]):
    """What can be explored, game by game."""

    games: list[ExplorableData]


class GraphData(JsonDocument[Literal["nimatron.graph/1"]]):
    """A graph and the value of every vertex; `position` has a token on a vertex that no arrow leads to."""

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


class PatternData(Model):
    """The boundary of H_k, from the first heap with a value of k or more on: @ where there is one, * elsewhere."""

    level: int
    first: int
    boundary: str


class PatternsData(Model):
    """The boundary patterns of an all-but game until the last level agrees with level `returns`; null if none does."""

    game: str
    width: int
    levels: list[PatternData]
    returns: int | None
    period: int | None
    saltus: int | None
    text: str


class PlainPeriodData(JsonDocument[Literal["nimatron.period/1"]]):
    """The period of a one-heap game. Unresolved: `reason` and `computed` say how far the search came."""

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
    checked: int | None
    unchecked: str | None
    seconds: float | None
    patterns: PatternsData | None


class PeriodData(PlainPeriodData):
    """The period of a one-heap game; `status` says what is known about it."""

    lines: list[LineData]
    commands: Commands


class PlainComparisonData(JsonDocument[Literal["nimatron.compare/1"]]):
    """The first heap at which two games differ, or that they do not."""

    games: list[str]
    result: Literal["different", "equal", "equal-so-far"]
    computed: int
    first_difference: Number | None
    values: list[Number] | None
    trouble: str | None


class ComparisonData(PlainComparisonData):
    """The first heap at which two games differ, or that they do not."""

    lines: list[LineData]
    commands: Commands


class AutomatonData(Model):
    """An automaton that reads the digits of several numbers; `step[state][letter]` is the next state.

    The letter is the sum of digit i times (how many digits there are)^i. Units obey u(n) = c u(n-1) + s u(n-2).
    """

    c: int
    s: int
    title: str
    step: list[list[int]]
    accept: list[int]


class PlainDiscoveryData(JsonDocument[Literal["nimatron.discovery/1"]]):
    """The lost positions of a game from formulas."""

    game: str
    status: Literal["proved", "observed", "unresolved"]
    rule: str | None
    """The lost positions in words, or how to follow the automaton."""
    sentence: bool
    """Is the rule a sentence, and not an automaton to follow?"""
    numeration: str | None
    states: int | None
    values: Literal["all"] | int | None
    side: int
    """All positions with numbers below it were looked at."""
    refuted: int
    """How many guesses the proof refuted."""
    reason: str
    checked: bool | None
    """Whether the independent checker agrees; null if it met a limit, or if nothing is proved."""
    automaton: AutomatonData | None
    """The automaton that accepts the lost positions, if it has at most 500 states."""


class DiscoveryData(PlainDiscoveryData):
    """The lost positions of a game from formulas, and a position to play."""

    position: str
    start: list[int]
    """The numbers of that position."""
    numbers: list[str]
    lines: list[LineData]
    commands: Commands


class OperationData(Model):
    """One operation of a calculation; `derivation` has the steps that lead to a product."""

    name: str
    arguments: list[Number]
    results: list[Number]
    derivation: list[dict[str, Any]]


class PlainNimberData(JsonDocument[Literal["nimatron.nimber/1"]]):
    """The value of an expression, and the operations that lead to it."""

    expression: str
    kind: Literal["nimber", "integer", "roots"]
    values: list[Number]
    operations: list[OperationData]
    notes: list[str]


class NimberData(PlainNimberData):
    """The value of an expression, as data and in words: a nimber, an ordinary integer, or roots."""

    text: str
    steps: list[str]
    commands: Commands


class PlainNimberTableData(JsonDocument[Literal["nimatron.nimber-table/1"]]):
    """Row a and column b hold the result for a and b."""

    operation: Literal["product", "sum"]
    cells: list[list[int]]


class NimberTableData(PlainNimberTableData):
    """The table of an operation on the numbers below the size: row a and column b hold the result for a and b."""

    commands: Commands


class LessonCardData(Model):
    """What a lesson is about; `sample` is a position for its picture, `steps` how many it has."""

    id: str
    title: str
    aim: str
    sample: str
    steps: int


class LessonPathData(Model):
    """A path through the course."""

    id: str
    title: str
    about: str
    lessons: list[LessonCardData]


class LessonsData(JsonDocument[Literal["nimatron.lessons/1"]]):
    """All paths."""

    paths: list[LessonPathData]


class ProofStepData(Model):
    """A claim with the numbers of the instance, and whether they bear it out."""

    text: str
    holds: bool


class ProofData(JsonDocument[Literal["nimatron.proof/1"]]):
    """A proof carried out for one instance; `expected` says what an instance is."""

    name: str
    statement: str
    source: str
    instance: str
    expected: str
    steps: list[ProofStepData]
    holds: bool


class LessonData(JsonDocument[Literal["nimatron.lesson/1"]]):
    """A lesson; the keys of a step depend on its kind, see docs/reference/lessons.md."""

    id: str
    path: str
    title: str
    aim: str
    sample: str
    steps: list[dict[str, Any]]


class JudgedData(JsonDocument[Literal["nimatron.judged/1"]]):
    """What is said to an answer; `wrong` has the cells or moves to look at again, `more` says that hints are left."""

    lesson: str
    step: str
    right: bool
    said: str
    reason: str
    wrong: list[str]
    hint: str
    more: bool
    solution: str | None = None


class WorkersData(Model):
    """Workers of one kind."""

    workers: int
    free: int
    compiling: int
    waiting: int


class AllWorkersData(Model):
    """All workers."""

    light: WorkersData
    heavy: WorkersData


class HealthData(Model):
    """The state of the server."""

    status: Literal["ok"]
    version: str
    workers: AllWorkersData


class AddressData(JsonDocument[Literal["nimatron.address/1"]]):
    """Where other devices find the server; none if it is not `open` to them, or if the machine is in no network."""

    addresses: list[str]
    open: bool
    text: str
