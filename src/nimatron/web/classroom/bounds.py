"""How much a class may be, and how much each of its devices may send."""

from __future__ import annotations

LIFE = 24 * 3600.0
"""Seconds after which a class ends by itself, and all of it is removed."""

MOST_PUPILS, MOST_EACH = 100, 60
"""The most pupils, and the most of them from one address: whoever joins again and again cannot take all seats."""

LONGEST_NAME = 20
"""Characters of a nickname."""

LONGEST_POSITION = 400
"""Characters of a position that a class begins with."""

LONGEST_TEXT = 4000
"""Characters of a move, or of an answer to a question."""

MOST_MOVES = 300
"""A game that has not ended by then is a draw."""

RETURNS = 5
"""A position that comes back so many times to the same player ends the game as a draw."""

MOST_QUESTIONS = 30
"""The longest quiz."""

SENDING, SENT_AT_ONCE = 5.0, 30
"""What one device may send in a second for long, and at once."""

JOINING, JOINED_AT_ONCE = 5.0, 60
"""What strangers at one address may send in a second for long, and at once: a whole class may join at once."""

STREAMS_EACH, STREAMS_OF_ADDRESS, STREAMS = 3, 200, 500
"""Open streams of one device (then its oldest one ends), from one address, and in all."""

HEARTBEAT = 10.0
"""Seconds after which a stream says that it is alive; a device that hears nothing for longer connects again."""
