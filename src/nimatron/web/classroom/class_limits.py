"""The limits of a class, and the errors for requests beyond them."""

from __future__ import annotations

from ...core.errors import NimatronError


class ClassRefusal(NimatronError):
    """An action that the class refuses, now or at all."""

    status = 409


class Stranger(ClassRefusal):
    """A device that the class does not know, or knows no longer."""

    status = 401


class NotTheTeacher(ClassRefusal):
    """An action that only the teacher may take."""

    status = 403


class TooFast(ClassRefusal):
    """A device that sends more requests than a person could mean."""

    status = 429


# -- sizes ----------------------------------------------------------------------------------------

LIFE = 24 * 3600.0
"""Seconds after which a class ends by itself, and all of it is removed."""

MOST_PUPILS, MOST_EACH = 100, 60
"""The most pupils, and the most pupils from one address: a device that joins again and again cannot take all seats."""

MOST_GONE = 400
"""The most digests of pupils who left during an activity: a bot may join and leave without end."""

AWAY = 60.0
"""Seconds after which a pupil whom the teacher removed may join again."""

LONGEST_NAME = 20
"""Characters of a nickname."""

LONGEST_POSITION = 400
"""Characters of a position that a class begins with."""

LONGEST_TEXT = 4000
"""Characters of a move, or of an answer to a question."""

MOST_MOVES = 300
"""A game that has not ended by then is a draw."""

RETURNS = 5
"""A position that repeats that many times to the same player ends the game as a draw."""

MOST_QUESTIONS = 30
"""The longest quiz."""

SENDING, SENT_AT_ONCE = 5.0, 30
"""The requests that one device may send in a second for long, and at once."""

JOINING, JOINED_AT_ONCE = 5.0, 60
"""The requests that strangers at one address may send in a second for long, and at once: a whole class may join."""

STREAMS_EACH, STREAMS_OF_ADDRESS, STREAMS = 3, 200, 500
"""Open streams of one device (then its oldest one ends), from one address, and in all."""

HEARTBEAT = 10.0
"""Seconds between two signs of life of a stream; a device that gets none for longer connects again."""
