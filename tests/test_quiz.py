"""Exercises: the right answer is right by plain search, any other is wrong, and the same seed gives the same one."""

import json
from functools import reduce
from hashlib import sha256
from operator import xor

import pytest
from every_row import every_row
from reference import mex, reference
from typer.testing import CliRunner

from nimatron.cli.program import app
from nimatron.core.errors import BadText, IllegalMove, UsageError
from nimatron.core.game import Position
from nimatron.show.words import languages, speaking, word
from nimatron.teach.questions.number_questions import MexOf, NimberOf, NimSumOf
from nimatron.teach.questions.position_questions import AllWinningMoves, ValueOf, WhoWins
from nimatron.teach.questions.table_questions import NextValues, PeriodOf
from nimatron.teach.quiz.exercise import (
    DIFFICULTIES,
    KINDS,
    Exercise,
    exercise,
    exercise_data,
    exercise_lines,
    exercises,
    verdict_data,
)

SEEDS = range(20)
FEW = pytest.param(SEEDS[:3], id="few")
ALL = pytest.param(SEEDS[3:], id="all", marks=pytest.mark.slow)


def answers(exercise: Exercise) -> tuple[str, str]:
    """A right and a wrong answer, from the definitions alone."""
    question = exercise.question
    if isinstance(question, WhoWins):
        return ("P", "N") if is_p(question.position, question.misere) else ("N", "P")
    if isinstance(question, AllWinningMoves):
        return moves(question)
    right = numbers(exercise)
    return " ".join(map(str, right)), " ".join(str(n + 1) for n in right)


def is_p(position: Position, misere: bool) -> bool:
    """By plain search: of the whole in misere play, else of each part: three rows of pins are too many at once."""
    if misere:
        return bool(reference(position).is_p(position.state, misere))
    parts = [part for game, state in position.summands() for part in game.components(state)]
    return not reduce(xor, [reference(Position(game, state)).value(state) for game, state in parts], 0)


def moves(question: AllWinningMoves) -> tuple[str, str]:
    options = [
        Position(question.position.game, state)
        for state in reference(question.position).options(question.position.state)
    ]
    winning = [str(option) for option in options if is_p(option, question.misere)]
    others = [str(option) for option in options if str(option) not in winning]
    if not winning:
        return "none", others[0]
    return "\n".join(winning), "\n".join((*winning, others[0])) if others else "none"


def numbers(exercise: Exercise) -> list[int]:
    question = exercise.question
    if isinstance(question, NimSumOf):
        return [reduce(xor, question.given["numbers"])]
    if isinstance(question, MexOf):
        return [mex(question.given["set"])]
    if isinstance(question, NimberOf):
        return [product(*map(int, question.given["expression"].split("*")))]
    if isinstance(question, ValueOf):
        return [reference(question.position).value(question.position.state)]
    if isinstance(question, NextValues):
        known = reference(Position(question.game, (0,)))
        return [known.value((n,)) for n in range(question.shown_count, question.shown_count + question.given["wanted"])]
    assert isinstance(question, PeriodOf)
    return seen_period(question)


def seen_period(question: PeriodOf) -> list[int]:
    """The least period of 120 values: far more than a window that proves the periods which are asked for."""
    known = reference(Position(question.game, (0,)))
    values = [known.value((n,)) for n in range(120)]
    period, start = min(
        (p, start) for p in range(1, 30) for start in range(30) if values[start:-p] == values[start + p :]
    )
    return [start, period] if question.given["whole"] else [period]


def product(a: int, b: int, known: dict[tuple[int, int], int] = {}) -> int:  # noqa: B006 - remembers between calls
    """By the definition, for numbers below 64: the least that is no a⊗y ⊕ x⊗b ⊕ x⊗y. All smaller pairs come first."""
    if (a, b) not in known:
        for x in range(a + 1):
            for y in range(b + 1):
                if (x, y) not in known:
                    below = (known[x, j] ^ known[i, y] ^ known[i, j] for i in range(x) for j in range(y))
                    known[x, y] = mex(below)
    return known[a, b]


@pytest.mark.parametrize("seeds", [FEW, ALL])
@every_row("difficulty", DIFFICULTIES)
@every_row("kind", KINDS)
def test_right_is_right_and_wrong_is_wrong(kind: str, difficulty: str, seeds: range) -> None:
    for seed in seeds:
        drawn = exercise(kind, difficulty, seed)
        right, wrong = answers(drawn)
        assert drawn.judge(right).right, (seed, right)
        verdict = drawn.judge(wrong)
        assert not verdict.right, (seed, wrong)
        assert str(verdict.remark).endswith("?"), "a hint is a question"
        assert drawn.judge(word(drawn.question.answer())).right, "the answer in words can be typed"


@every_row("difficulty", DIFFICULTIES)
@every_row("kind", KINDS)
def test_no_question_contains_its_answer(kind: str, difficulty: str) -> None:
    """What is sent first has no field for the answer, and what is sent after a wrong one has none in it."""
    for seed in (0, 1):
        drawn = exercise(kind, difficulty, seed)
        right, wrong = answers(drawn)
        asked = exercise_data(drawn)
        assert not {"answer", "solution", "reason", "right", "outcome", "value"} & set(asked)
        assert (
            asked["choices"] == exercise_data(exercise(kind, difficulty, seed + 7))["choices"] or not asked["choices"]
        )
        told = verdict_data(drawn, drawn.judge(wrong))
        assert (told["answer"], told["solution"], told["reason"]) == (None, None, None)
        shown = verdict_data(drawn, drawn.judge(right))
        assert shown["right"]
        assert shown["reason"]
        assert shown["solution"] or right == "none"


def test_outcomes_are_balanced() -> None:
    """Nobody does well by always naming the same player."""
    found = [answers(exercise("who-wins", level, seed))[0] for level in DIFFICULTIES for seed in SEEDS]
    assert 20 <= found.count("N") <= 40


def test_the_same_seed_gives_the_same_exercise() -> None:
    """Also on another version of Python."""
    drawn = [one for level in DIFFICULTIES for one in exercises("", level, 0, 80)]
    seen = [(one.kind, str(one.question.board), str(one.question.game), str(one.question.text.params)) for one in drawn]
    assert sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:16] == "2a268a843ef7c7ac"
    assert len(set(map(str, seen))) > 200, "different seeds give different exercises"


@every_row("language", languages())
def test_every_language(language: str) -> None:
    with speaking(language):
        for kind in KINDS:
            for difficulty in DIFFICULTIES:
                drawn = exercise(kind, difficulty, 3)
                assert [line.text for line in exercise_lines(drawn)]
                assert drawn.judge(word(drawn.question.answer())).right


@every_row(
    ("kind", "difficulty", "seed", "said"),
    [
        ("nimsum", "easy", 0, "expected a kind of exercise, who-wins, winning-moves"),
        ("nim-sum", "simple", 0, "expected a difficulty, easy, medium or hard, not 'simple'"),
        ("nim-sum", "easy", -1, "expected a seed from 0 to "),
        ("nim-sum", "easy", 2**60, "expected a seed from 0 to "),
    ],
)
def test_what_cannot_be_drawn(kind: str, difficulty: str, seed: int, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        exercise(kind, difficulty, seed)


@every_row(
    ("kind", "text", "said"),
    [
        ("nim-sum", "five", "expected a number from 0 on, not 'five'"),
        ("nim-sum", "", "expected 1 number, got 0"),
        ("nim-sum", "9" * 5000, "expected a number from 0 on"),
        ("sequence", "1 2", "expected 3 numbers, got 2"),
        ("who-wins", "me", "expected 1 \\(the player to move\\) or 2 \\(the other player\\)"),
        ("winning-moves", " ", "expected a move, or the word none"),
    ],
)
def test_what_cannot_be_read(kind: str, text: str, said: str) -> None:
    with pytest.raises(BadText, match=said):
        exercise(kind, "easy", 0).judge(text)


def moves_of(position: str) -> AllWinningMoves:
    return AllWinningMoves({"position": position, "none": True})


def test_hints_for_moves() -> None:
    question = moves_of("nim: 1 1 1")
    assert "another" in str(question.judge("nim: 0 1 1").remark)
    assert question.judge("#1; #2; #3").right
    assert "Is there a move" in str(question.judge("none").remark)
    assert "“take 1 from heap 1”" in str(moves_of("nim: 1 1").judge("#1").remark)
    assert moves_of("nim: 1 1").judge("none").right
    with speaking("cs"):  # also without the marks on its letters
        assert all(moves_of("nim: 1 1").judge(word).right for word in ("žádné", "Zadne", "none"))
    with pytest.raises(IllegalMove):
        question.judge("take 9 from heap 1")


# -- in the terminal -----------------------------------------------------------------------------


def sat(*arguments: str, typed: str = "") -> str:
    result = CliRunner().invoke(app, ["quiz", *arguments], input=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_sitting() -> None:
    said = sat("--kind", "nim-sum", "--seed", "1", "--count", "3", typed="what\n5\n4\n1\n1\n\n")
    for words in ("Exercise 3 of 3", "not 'what'", "written in binary", "Right!", "The answer: 4", "1 of 3 right"):
        assert words in said
    assert "0 of 8 right" in sat("--seed", "1", "--count", "8", typed="\n" * 8)


def test_moves_stand_one_in_each_line() -> None:
    drawn = exercise("winning-moves", "easy", 3)
    right, _ = answers(drawn)
    assert "Right!" in sat("--kind", "winning-moves", "--seed", "3", "--count", "1", typed=f"{right}\n\n")


def test_exercises_as_data() -> None:
    data = json.loads(sat("--json", "--seed", "5", "--count", "9"))
    assert [one["kind"] for one in data["exercises"]] == [*KINDS, "who-wins"]
    assert "key" not in data["exercises"][0]
    keyed = json.loads(sat("--json", "--key", "--seed", "5", "--count", "9"))["exercises"]
    assert all(one["key"]["reason"] for one in keyed)


def test_a_kind_that_is_unknown() -> None:
    result = CliRunner().invoke(app, ["quiz", "--kind", "sums"])
    assert (result.exit_code, "expected a kind of exercise" in result.stderr) == (2, True)
