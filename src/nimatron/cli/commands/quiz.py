"""nimatron quiz"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Annotated

import typer

from ...errors import BadText, IllegalMove
from ...present.talk import sentence
from ...present.text import Line
from ...present.words import tr, word, word_error
from ...teach.quiz import DIFFICULTIES, KINDS, Exercise, Verdict, exercises, judge
from ...teach.quiz.kinds import LARGEST_SEED
from ...teach.quiz.telling import asked_lines, exercise_data, verdict_data
from ..asking import ask
from ..common import INTERRUPTED, Json, show_json
from ..screen import drawable, show

MOST = 100
"""The most exercises at a time."""

TRIES = 2
"""After so many wrong answers the right one is told."""


def quiz(
    kind: Annotated[str, typer.Option(help=f"One of {', '.join(KINDS)}. [default: all in turn]")] = "",
    difficulty: Annotated[str, typer.Option(help=f"One of {', '.join(DIFFICULTIES)}.")] = "easy",
    seed: Annotated[
        int | None, typer.Option(min=0, max=LARGEST_SEED, help="With the same seed the exercises are the same.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=MOST, help="How many exercises.")] = 5,
    key: Annotated[bool, typer.Option("--key", help="With --json: the answers and their reasons as well.")] = False,
    json: Json = False,
) -> None:
    """Exercises to practise with: who wins, winning moves, nim-sums, values, periods.

    A wrong answer is met with a question that leads further, a second one with the reason. An empty line skips.

    Example: nimatron quiz --kind nim-sum --difficulty medium

    Example: nimatron quiz --seed 3 --count 8 --json --key
    """
    begin = random.randrange(1_000_000) if seed is None else seed
    drawn = exercises(kind, difficulty, begin, count)
    if json:
        show_json({"schema": "nimatron.exercises/1", "seed": begin, "exercises": [_data(one, key) for one in drawn]})
        return
    try:
        _sit(drawn, begin, count)
    except EOFError:
        print()
    except KeyboardInterrupt:
        print()
        raise typer.Exit(INTERRUPTED) from None


def _data(one: Exercise, key: bool) -> dict[str, object]:
    return exercise_data(one) | ({"key": verdict_data(one, None, reveal=True)} if key else {})


def _sit(drawn: Iterable[Exercise], seed: int, count: int) -> None:
    """Ask one after the other, and count what was right."""
    right = 0
    for i, one in enumerate(drawn, 1):
        show([Line(""), Line(tr("Exercise {number} of {count}", number=i, count=count), "dim")])
        show(asked_lines(one, ascii=not drawable()))
        right += _answered(one)
    show([Line(""), Line(tr("{right} of {count} right. The seed was {seed}.", right=right, count=count, seed=seed))])


def _answered(one: Exercise) -> bool:
    """Was it right, at the first try or after a hint?"""
    for left in reversed(range(TRIES)):
        verdict = _verdict(one)
        if verdict is None:
            break
        if verdict.right:
            show([Line(tr("Right!"), "good"), *one.task.reason()])
            return True
        if left and verdict.hint is not None:
            show([Line(word(verdict.hint), "bad")])
    show([Line(tr("The answer: {answer}", answer=word(one.task.answer())), "bad"), *one.task.reason()])
    return False


def _verdict(one: Exercise) -> Verdict | None:
    """What is said about the next answer that can be read; None if there is none."""
    while text := _typed(one):
        try:
            return judge(one, text)
        except (BadText, IllegalMove) as fault:
            show([Line(sentence(word_error(fault)), "bad")])
    return None


def _typed(one: Exercise) -> str:
    """A line; for moves, all lines up to an empty one."""
    prompt = tr("Your answer:")
    if one.task.form != "moves":
        return ask(prompt)
    lines = []
    while line := ask(prompt):
        lines.append(line)
        if line.casefold() == tr("none").casefold():
            break
    return "\n".join(lines)
