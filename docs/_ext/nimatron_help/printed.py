"""The shapes of the documents that commands print with `--json`; shared ones are in `web/schema`.

`tests/test_help.py` runs every command and holds what it prints against these.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from nimatron.web import schema as api
from nimatron.web.schema import JsonDocument, Model, Number, Outcome, Value

Name = Field(alias="schema")


class Entry(Model):
    """A game of the catalog: `sample` is a position in the notation."""

    id: str
    title: str
    sample: str
    rules: str
    source: str
    aliases: list[str]


class Analysis(api.PlainAnalysisData):
    """Who wins, the value, and the winning moves.

    `value` and `winning_moves` are null if they are not known. At most 1000 moves are listed; `winning_count` is exact.
    """

    birthday: Number | None = None
    """With `--birthday`: the length of the longest play."""


class JudgedMove(api.MoveData):
    """A legal move, what the position after it is, and whether it wins."""

    outcome: Outcome | None
    wins: bool | None
    value: Value | None


class Moves(JsonDocument[Literal["nimatron.moves/1"]]):
    """All legal moves; `more` says that some were left out."""

    position: str
    misere: bool
    moves: list[JudgedMove]
    more: bool


class ValueClass(Model):
    """The positions of one value: how many, and the first of them."""

    value: Value | None
    count: int
    positions: list[str]


class Classes(JsonDocument[Literal["nimatron.classes/1"]]):
    """All positions that play can reach, by value."""

    position: str
    count: int
    classes: list[ValueClass]


class Rare(Model):
    """Rare values among splits that take an even (0) or an odd (1) amount."""

    split_parity: int
    mask: int
    complement: int
    heap_parity: bool
    count: int
    last: int | None
    heaps: list[int]


class Sparse(JsonDocument[Literal["nimatron.sparse/1"]]):
    """Rare values; the first rare heaps are listed, `count` is exact."""

    game: str
    wanted: int
    computed: int
    largest: Number
    largest_first_at: int
    classes: list[Rare]
    trouble: str | None


class SeenPeriod(Model):
    """A period that the last values have."""

    period: int
    since: int
    since_is_least: bool
    status: Literal["proved", "observed"]


class LastValues(Model):
    """The last values of a long run, from heap `start` on."""

    start: int
    values: list[int]


class Front(Sparse):
    """A run beyond memory: rare values, the last values, and the period seen in them, if any."""

    schema_: Literal["nimatron.front/1"] = Name  # type: ignore[assignment]
    front: int
    end: LastValues
    period: SeenPeriod | None


class Code(JsonDocument[Literal["nimatron.code/1"]]):
    """A take-and-break code.

    `longest_move` is null if digits repeat for ever, `most_heaps` if their number has no bound. A code with conditions
    has no first cousin and no standard form; a code in which a heap of 1 has a move has no first cousin.
    """

    game: str
    code: str
    longest_move: int | None
    most_heaps: int | None
    first_cousin: str | None
    standard_form: str | None
    smaller_by: int | None


class Discovery(api.PlainDiscoveryData):
    """The lost positions of a game from formulas, with the certificate of the proof."""

    seconds: float
    certificate: dict[str, Any] | None


class Misere(JsonDocument[Literal["nimatron.misere/1"]]):
    """The misere quotient of games and positions.

    An element is a list of generators: heaps of the one game that it is about, else texts of positions.
    """

    game: str
    order: int
    proved: bool
    preperiod: int | None
    period: int | None
    heaps: int
    generators: list[int | str]
    p_elements: list[list[int | str]]
    elements: list[list[int]] | None
    """The element of each heap, from 0 on, if it is about one game of heaps."""
    growth: list[list[int | str]]
    tried: list[list[float]]
    """The candidates for the next heap if a limit came first: after how many seconds, and of what order."""
    reason: str | None
    table: list[list[int]] | None = None
    """With `--table`: products of elements, by number."""


class Bite(Model):
    """A bite, by column and row from 1."""

    column: int
    row: int


class Chomp(JsonDocument[Literal["nimatron.chomp/1"]]):
    """A board of Chomp. `after` has the value after each bite, rows from the bottom up; null for the poison."""

    columns: int
    rows: int
    positions: int
    value: int | None
    outcome: Outcome
    winning_moves: list[Bite]
    after: list[list[int | str | None]]
    file: str | None
    sha256: str | None


class CramMove(Model):
    """A domino, by the two squares that it covers."""

    text: str
    cells: Annotated[list[int], Field(min_length=2, max_length=2)]
    value: int | None
    wins: bool | None


class Cram(JsonDocument[Literal["nimatron.cram/1"]]):
    """A region of Cram, and what the search cost; `excluded` are values that it cannot have."""

    position: str
    value: int | None
    outcome: Outcome | None
    excluded: list[int]
    positions: int
    entries: int
    bytes: int
    seconds: float
    moves: list[CramMove] | None
    trouble: str | None


class Verdict(JsonDocument[Literal["nimatron.verdict/1"]]):
    """What was found about a certificate. `claim` and `reason` are missing if it is unreadable."""

    file: str
    status: Literal["holds", "does not hold", "not verified", "unreadable"]
    holds: bool | None
    claim: str | None = None
    reason: str | None = None
    checked: int | None = None
    """How many values or positions were derived again."""
    error: str | None = None


class Survey(JsonDocument[Literal["nimatron.survey/1"]]):
    """A finished survey; `content` is a checksum that depends on no worker."""

    folder: str
    families: list[Any]
    members: int
    unresolved: int
    longest: int | None
    content: str


class SurveyReport(JsonDocument[Literal["nimatron.survey-report/1"]]):
    """A row for each size and maximum of the members."""

    rows: list[dict[str, Any]]


class Exercise(api.QuizData):
    """An exercise; with `--key` the answer and its reason."""

    key: api.QuizAnswerData | None = None


class Exercises(JsonDocument[Literal["nimatron.exercises/1"]]):
    """Exercises that a seed has drawn."""

    seed: int
    exercises: list[Exercise]


class Mistake(Model):
    """A win that was given away."""

    position: str
    move: str
    better: str


class Player(Model):
    """A program and its results."""

    name: str
    won: int
    drawn: int
    lost: int
    stopped: int
    faults: dict[str, int]
    wins_given_away: int
    first_fault: str | None
    first_mistake: Mistake | None


class Match(Model):
    """One match."""

    players: list[str]
    start: str
    won_start: bool | None
    winner: str | None
    drawn: bool
    moves: int
    fault: str | None
    reason: str | None
    mistakes: list[Mistake | None]
    """The first one of each player."""


class Referee(JsonDocument[Literal["nimatron.referee/1"]]):
    """What the programs did against each other."""

    game: str
    misere: bool
    starts: list[str]
    players: list[Player]
    matches: list[Match]


class CounterexampleData(Model):
    """The smallest position where a program is wrong: what it `did`, and what is `right`; `line` is in its file."""

    position: str
    call: str
    fault: str
    did: str
    right: str | None
    after: str | None
    better: str | None
    line: int | None
    printed: str


class ProgramJudged(JsonDocument[Literal["nimatron.program/1"]]):
    """The verdict on a pupil's program; `model` is a solution, after success only."""

    task: str
    passed: bool
    judged: int
    said: str
    model: str | None
    counterexample: CounterexampleData | None


class TaskData(Model):
    """A task for a program; `match` is a position to play against the program, if it plays."""

    id: str
    title: str
    text: str
    signature: str
    starter: str
    hints: list[str]
    command: str
    match: str


class OneTask(TaskData):
    """A task alone."""

    schema_: Literal["nimatron.task/1"] = Name


class Tasks(JsonDocument[Literal["nimatron.tasks/1"]]):
    """All tasks."""

    tasks: list[TaskData]


class CallCountData(Model):
    """The calls of a recursion for one position, without and with a memory."""

    position: str
    plain: int
    memo: int


class Calls(JsonDocument[Literal["nimatron.calls/1"]]):
    """The calls for growing positions; `own` has those of a pupil's program."""

    calls: list[CallCountData]
    own: list[int] | None = None


class Failure(Model):
    """The first state at which a promise is broken; `place` is the line in your file."""

    state: str
    expected: str
    came: str
    place: str | None


class Condition(Model):
    """A promise; `lesson` if it is one of the five conditions of the lesson plan."""

    id: str
    title: str
    lesson: bool
    verdict: Literal["passed", "failed", "partial", "unused", "loopy"]
    checked: int
    note: str | None
    failure: Failure | None


class Check(JsonDocument[Literal["nimatron.check/1"]]):
    """What a game promises, and whether it keeps it."""

    game: str
    starts: list[str]
    passed: bool
    complete: bool
    positions: int
    longest_line: int | None
    stopped: str | None
    conditions: list[Condition]
    warnings: list[Failure]


class KeptGame(Model):
    """What the store has of one game; `rules` says whether they are still the same."""

    game: str
    fingerprint: str
    rules: str
    positions: int
    bytes: int


class Kept(JsonDocument[Literal["nimatron.kept/1"]]):
    """What long searches have kept."""

    path: str
    games: list[KeptGame]


class StorePath(Model):
    """Where the store is."""

    path: str


class StoreCleared(Model):
    """How many positions were forgotten."""

    forgotten: int


class ArrayPath(Model):
    """Which code multiplies arrays of nimbers."""

    path: str
    vector_bytes: int
    because: str
    features: list[str]
    works: bool


class KernelCache(Model):
    """The folder of compiled kernels."""

    folder: str | None
    files: int
    bytes: int
    fault: str | None
    repaired: int
    works: bool


class CatalogHealth(Model):
    """The games that work, and why others do not."""

    games: int
    broken: dict[str, str]


class Doctor(JsonDocument[Literal["nimatron.doctor/1"]]):
    """Versions, caches, and what works on this machine."""

    good: bool
    version: str
    python: str
    libraries: dict[str, str | None]
    processor: str
    cores: int
    nimbers: ArrayPath
    cache: KernelCache | None
    catalog: CatalogHealth
    unkept: list[str]
    """The limits that this system does not have, in words; empty on Linux."""
    coq: str | None
    """The version of Coq, which `verify --formal` needs."""
    ocaml: str | None
    """The version of OCaml, which `verify --extracted` needs too."""


class OeisSequence(Model):
    """A sequence of the OEIS with the terms that Nimatron computed."""

    number: str
    game: str
    what: Literal["values", "lost", "won"]
    """The values of the heaps, or the heaps that are lost or won."""
    first: int
    terms: list[int]
    agrees: bool
    """Are the first terms those that the encyclopedia prints?"""
    command: str


class Oeis(JsonDocument[Literal["nimatron.oeis/1"]]):
    """Sequences of the OEIS."""

    sequences: list[OeisSequence]


PRINTED: dict[str, tuple[Any, ...]] = {
    "list": (list[Entry],),
    "solve": (Analysis,),
    "explain": (api.PlainExplanationData, api.PlainInductionData),
    "moves": (Moves,),
    "classes": (Classes,),
    "table": (api.PlainTableData,),
    "seq": (api.PlainSequenceData, Front),
    "period": (api.PlainPeriodData,),
    "code": (Code,),
    "misere": (Misere,),
    "discover": (Discovery,),
    "oeis": (Oeis,),
    "compare": (api.PlainComparisonData,),
    "sparse": (Sparse,),
    "nimber": (api.PlainNimberData, api.PlainNimberTableData),
    "chomp": (Chomp,),
    "cram": (Cram,),
    "verify": (list[Verdict],),
    "survey": (Survey, SurveyReport),
    "quiz": (Exercises,),
    "sheet": (api.PlainSheetsData,),
    "referee": (Referee,),
    "judge": (ProgramJudged, Tasks, OneTask, Calls),
    "check": (Check, list[Check]),
    "store": (Kept, StorePath, StoreCleared),
    "doctor": (Doctor,),
}
"""What each command prints with `--json`."""
