"""The shapes of what devices send to a class, with their bounds."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from .bounds import LONGEST_POSITION, LONGEST_TEXT, MOST_MOVES, MOST_QUESTIONS

Id = Annotated[str, Field(max_length=12, pattern=r"^[bp][0-9]{1,8}$")]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Position = Annotated[str, Field(min_length=1, max_length=LONGEST_POSITION)]
Word = Annotated[str, Field(min_length=1, max_length=40)]


class Sent(BaseModel):
    """What a device sends."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Nothing(Sent):
    """Nothing but the wish."""


class Joins(Sent):
    """Somebody wants to join."""

    name: Name


class Moves(Sent):
    """A move in a game, after so many others (`ply`)."""

    bout: Id
    ply: Annotated[int, Field(ge=0, le=MOST_MOVES)]
    move: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class Tries(Sent):
    """A move that may win; an empty one says that none does."""

    position: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    move: Annotated[str, Field(max_length=LONGEST_TEXT)]


class Answers(Sent):
    """The answer to a question of the quiz."""

    number: Annotated[int, Field(ge=0, le=MOST_QUESTIONS)]
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class OfBout(Sent):
    """Something about a game."""

    bout: Id


class Riddles(Sent):
    """The same position for all."""

    position: Position
    misere: bool | None = None


class Contests(Riddles):
    """Pupils play each other."""

    form: Literal["pairs", "robin", "ladder"]


class Quizzes(Sent):
    """A quiz of so many questions."""

    subject: Word
    difficulty: Word
    count: Annotated[int, Field(ge=1, le=MOST_QUESTIONS)] = 10


class PlaysPrograms(Riddles):
    """Programs play each other."""

    starts: Annotated[int, Field(ge=1, le=20)] = 2
    pace: Annotated[float, Field(ge=0, le=5, strict=False)] = 0.5


class Switches(Sent):
    """The class is paused, values are hidden, the door is closed; or not."""

    what: Literal["paused", "hidden", "closed"]
    on: bool


class Renames(Sent):
    """A pupil gets another nickname."""

    id: Id
    name: Name


class OfPupil(Sent):
    """Something about a pupil."""

    id: Id


class Settles(Sent):
    """The teacher ends a game."""

    bout: Id
    winner: Id | Literal[""] = ""
