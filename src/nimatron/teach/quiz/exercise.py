"""Exercises: a kind, a difficulty and a seed give a question, the same everywhere; in words and as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, get_args
from zlib import crc32

from ...core.errors import UsageError
from ...core.game import Outcome
from ...core.message import Message, either
from ...families.taking import rules as heaps
from ...show.json_data import number
from ...show.pictures import draw
from ...show.talk import rule_lines, rules_of
from ...show.text import Line
from ...show.words import tr, word
from ..questions.number_questions import MexOf, NimberOf, NimSumOf
from ..questions.position_questions import AllWinningMoves, BoardQuestion, ValueOf, WhoWins
from ..questions.question import AnswerVerdict, PracticeQuestion, Teacher
from ..questions.table_questions import NextValues, PeriodOf, period_of
from .random_positions import (
    BREAKING,
    LAST_LOSES,
    VALUED,
    WON_OR_LOST,
    Difficulty,
    random_position,
    random_subset,
    random_taking_game,
)

DIFFICULTIES: dict[Difficulty, Message] = {
    "easy": Message("easy"),
    "medium": Message("medium"),
    "hard": Message("hard"),
}

MOST_MOVES = {"easy": 14, "medium": 24, "hard": 40}
"""The most moves of a position if the exercise asks for all winning moves."""

LARGEST_SEED = 2**53
"""Seeds are whole numbers that every program can hold."""


@dataclass(frozen=True)
class Kind:
    """A kind of exercise: its title, and the function that draws a question at random."""

    id: str
    title: Message
    draw: Callable[[Random, Difficulty], PracticeQuestion]


@dataclass(frozen=True)
class Exercise:
    """An exercise. Kind, difficulty and seed determine it: with them anybody can draw it again."""

    kind: str
    difficulty: Difficulty
    seed: int
    question: PracticeQuestion

    def judge(self, text: str) -> AnswerVerdict:
        """The verdict on an answer, always with a remark if it is wrong; BadText if it cannot be an answer."""
        verdict = self.question.judge(text)
        if verdict.right or verdict.remark:
            return verdict
        # A pupil without a lesson sees no list of hints, so the first hint replaces a missing remark.
        return replace(verdict, remark=self.question.hints[0])


def exercise(kind: str, difficulty: str, seed: int) -> Exercise:
    """The exercise with this seed, the same everywhere.

    >>> drawn = exercise("nim-sum", "easy", 1)
    >>> print(drawn.question.text)
    What is the nim-sum 6 ⊕ 2?
    >>> drawn.judge("4").right, drawn.judge("8").right
    (True, False)
    """
    level = _difficulty(difficulty)
    check_seed(seed)
    # The kind is part of the seed, so that equal seeds give different kinds different numbers.
    rng = Random(crc32(f"{kind} {difficulty}".encode()) << 64 | seed)
    return Exercise(kind, level, seed, _kind(kind).draw(rng, level))


def pose(kind: str, position: str, teacher: Teacher) -> Exercise:
    """An exercise about a position of your own, which must be within reach of the solver.

    >>> drawn = pose("who-wins", "nim: 1 2 3", Teacher())
    >>> drawn.judge("P").right
    True
    """
    if kind not in ABOUT_POSITIONS:
        raise UsageError("{kind}: expected {kinds} for a position", kind=kind[:40], kinds=either(ABOUT_POSITIONS))
    draw, misere = ABOUT_POSITIONS[kind]
    question = draw({"position": position, "misere": misere, "none": True}, teacher)
    if question.position.ended:
        raise UsageError("there is no move in {position}: give another start", position=question.position)
    question.facts()  # a question that cannot be judged is refused here, not when a pupil answers
    return Exercise(kind, "easy", 0, question)


def check_seed(seed: int) -> None:
    """UsageError for a number that cannot be a seed."""
    if not 0 <= seed <= LARGEST_SEED:
        raise UsageError("expected a seed from 0 to {largest}, not {seed}", largest=LARGEST_SEED, seed=str(seed)[:40])


def exercises(kind: str, difficulty: str, seed: int, count: int) -> Iterator[Exercise]:
    """`count` exercises of one kind, or of all kinds in turn if `kind` is empty."""
    kinds = [kind] if kind else list(KINDS)
    for i in range(count):
        # Seeds go round, so that the largest one has successors too.
        yield exercise(kinds[i % len(kinds)], difficulty, (seed + i // len(kinds)) % (LARGEST_SEED + 1))


def _kind(name: str) -> Kind:
    if name not in KINDS:
        raise UsageError("expected a kind of exercise, {kinds}, not {name!r}", kinds=either(KINDS), name=name[:40])
    return KINDS[name]


def _difficulty(name: str) -> Difficulty:
    for level in get_args(Difficulty):
        if level == name:
            return level  # type: ignore[no-any-return]
    raise UsageError("expected a difficulty, {levels}, not {name!r}", levels=either(DIFFICULTIES), name=name[:40])


# -- a random question of each kind --------------------------------------------------------------


def _who(rng: Random, difficulty: Difficulty) -> PracticeQuestion:
    return WhoWins({"position": str(random_position(rng, WON_OR_LOST[difficulty], _either(rng))), "misere": False})


def _either(rng: Random) -> Outcome:
    return "N" if rng.randrange(2) else "P"


def _moves(rng: Random, difficulty: Difficulty, misere: bool = False) -> PracticeQuestion:
    # Now and then no move wins, lest readers search for one that must be there.
    wanted: Outcome = "N" if rng.randrange(6) else "P"
    positions = (LAST_LOSES if misere else WON_OR_LOST)[difficulty]
    position = random_position(rng, positions, wanted, misere, MOST_MOVES[difficulty])
    return AllWinningMoves({"position": str(position), "misere": misere, "none": True})


def _nim_sum(rng: Random, difficulty: Difficulty) -> PracticeQuestion:
    count, largest = {"easy": (2, 7), "medium": (3, 15), "hard": (4, 63)}[difficulty]
    # All different, so that no number cancels another.
    numbers = random_subset(rng, range(1, largest + 1), count)
    return NimSumOf({"numbers": sorted(numbers, key=lambda n: rng.randrange(1000))})


def _mex(rng: Random, difficulty: Difficulty) -> PracticeQuestion:
    if difficulty == "easy":
        return MexOf({"set": _set_with_gap(rng)})
    if difficulty == "medium":
        amounts = random_subset(rng, range(1, 7), rng.randrange(2, 4))
        return ValueOf({"position": str(heaps.Subtraction(amounts)(rng.randrange(4, 13)))})
    return ValueOf({"position": str(rng.choice(VALUED)(rng))})


def _set_with_gap(rng: Random) -> list[int]:
    """Numbers from 0 on up to a gap, and a few beyond it."""
    value = rng.randrange(6)
    beyond = random_subset(rng, range(value + 1, value + 6), rng.randrange(1, 4))
    return [*range(value), *beyond]


def _sequence(rng: Random, difficulty: Difficulty) -> PracticeQuestion:
    if difficulty == "hard":
        return NextValues({"game": str(rng.choice(BREAKING)), "shown": rng.randrange(6, 11), "wanted": 2})
    return NextValues({"game": str(random_taking_game(rng, difficulty)), "shown": rng.randrange(6, 14), "wanted": 3})


LONGEST_PERIOD: dict[Difficulty, int] = {"easy": 10, "medium": 14, "hard": 16}
LONGEST_PREPERIOD = 12


def _period(rng: Random, difficulty: Difficulty) -> PracticeQuestion:
    while True:
        game = random_taking_game(rng, difficulty)
        period = period_of(game)
        # Rejected draws use up the same random numbers everywhere, so the seed still determines the exercise.
        if period is None or period.period > LONGEST_PERIOD[difficulty] or period.preperiod > LONGEST_PREPERIOD:
            continue
        if difficulty == "hard" and not period.preperiod and rng.randrange(4):  # a preperiod makes it worth asking
            continue
        # Two periods and two values more let a reader see the repetition; a medium reader computes the values.
        length = 0 if difficulty == "medium" else period.preperiod + 2 * period.period + 2
        return PeriodOf({"game": str(game), "shown": length, "whole": difficulty == "hard"})


def _product(rng: Random, difficulty: Difficulty) -> PracticeQuestion:
    low, high = {"easy": ((2, 4), (2, 8)), "medium": ((4, 16), (2, 16)), "hard": ((16, 64), (4, 32))}[difficulty]
    return NimberOf({"expression": f"{rng.randrange(*low)}*{rng.randrange(*high)}"})


def _misere(rng: Random, difficulty: Difficulty) -> PracticeQuestion:
    if difficulty == "medium":
        return _moves(rng, difficulty, misere=True)
    position = random_position(rng, LAST_LOSES[difficulty], _either(rng), True)
    return WhoWins({"position": str(position), "misere": True})


KINDS: dict[str, Kind] = {
    kind.id: kind
    for kind in (
        Kind("who-wins", Message("Who wins?"), _who),
        Kind("winning-moves", Message("All winning moves"), _moves),
        Kind("nim-sum", Message("Nim-sum"), _nim_sum),
        Kind("mex", Message("Value by mex"), _mex),
        Kind("sequence", Message("Continue the sequence"), _sequence),
        Kind("period", Message("Period"), _period),
        Kind("nim-product", Message("Nim-product"), _product),
        Kind("misere", Message("The last one loses"), _misere),
    )
}


ABOUT_POSITIONS: dict[str, tuple[type[BoardQuestion], bool]] = {
    "winning-moves": (AllWinningMoves, False),
    "who-wins": (WhoWins, False),
    "misere": (AllWinningMoves, True),
}
"""The kinds of questions about a position of your own, and whether the last move loses."""


# -- in words and as data --------------------------------------------------------------------------


def rules_text(question: PracticeQuestion) -> list[str]:
    """The rules that the question needs; nothing for one about numbers alone."""
    if question.board is not None:
        return list(rule_lines(question.board))
    return [rules_of(question.game)] if question.game is not None else []


def exercise_lines(exercise: Exercise, ascii: bool = False) -> Iterator[Line]:
    """An exercise in a terminal: its rules, its board, its question and the possible answers."""
    question = exercise.question
    yield Line(word(KINDS[exercise.kind].title), "title")
    yield from (Line(text) for text in rules_text(question))
    if question.board is not None:
        yield Line("")
        yield from (Line(f"  {line}") for line in draw(question.board, ascii).splitlines())
        yield Line("")
    if question.about is not None:
        yield Line(word(question.about))
    yield Line(word(question.text))
    for i, choice in enumerate(question.choices.values(), 1):
        yield Line(f"  {i}  {word(choice)}")
    if question.form == "moves":
        yield Line(tr("One move in each line, an empty line at the end; “none” if no move wins."), "dim")


def exercise_data(exercise: Exercise) -> dict[str, Any]:
    """The shape `nimatron.quiz/1`: the exercise without its answer."""
    question = exercise.question
    return {
        "schema": "nimatron.quiz/1",
        "kind": exercise.kind,
        "title": word(KINDS[exercise.kind].title),
        "difficulty": exercise.difficulty,
        "seed": exercise.seed,
        "rules": rules_text(question),
        "about": word(question.about) if question.about is not None else None,
        "question": word(question.text),
        "position": str(question.board) if question.board is not None else None,
        "game": str(question.game) if question.game is not None else None,
        "misere": question.misere,
        "form": question.form,
        "choices": [{"id": id, "text": word(choice)} for id, choice in question.choices.items()],
    }


def verdict_data(exercise: Exercise, verdict: AnswerVerdict | None, reveal: bool = False) -> dict[str, Any]:
    """The shape `nimatron.quiz-answer/1`; the answer and its reason only if it was found, or is to be revealed."""
    question, right = exercise.question, verdict is not None and verdict.right
    # Nothing that is sent before may contain the answer: a curious pupil reads the answers of the API.
    known = right or reveal
    return {
        "schema": "nimatron.quiz-answer/1",
        "right": right,
        "hint": word(verdict.remark) if verdict is not None and not right else None,
        "wrong": list(verdict.wrong) if verdict is not None else [],
        "answer": word(question.answer()) if known else None,
        "solution": solution_data(question) if known else None,
        "reason": [{"text": line.text, "style": line.style} for line in question.explanation()] if known else None,
    }


def solution_data(question: PracticeQuestion) -> list[Any]:
    """The right answer for programs: numbers, the letter of a choice, or the positions after the winning moves."""
    return [number(entry) if isinstance(entry, int) else str(entry) for entry in question.facts()]


def kinds_data() -> dict[str, Any]:
    """The shape `nimatron.quizzes/1`: the kinds of exercises and the difficulties."""
    return {
        "schema": "nimatron.quizzes/1",
        "kinds": [{"id": kind.id, "title": word(kind.title)} for kind in KINDS.values()],
        "difficulties": [{"id": name, "title": word(title)} for name, title in DIFFICULTIES.items()],
    }
