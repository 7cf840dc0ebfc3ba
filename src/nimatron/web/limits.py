"""How much work goes into one answer of the server, and how much it may hold."""

from __future__ import annotations

POSITIONS = 1_000_000
"""The most positions searched for one answer."""

HEAVY_SECONDS = 6.0
"""How long a question may be thought about, if nobody says otherwise. Only time of work counts."""

HELPLESS = {"Limit", "UserCodeError", "Cycle"}
"""Faults that come from thinking ahead: whoever does not think can still answer."""

THINKING = 0.9
"""How many seconds the computer works at a move."""

MOVING = 2.0
"""After so many seconds, counted by the clock on the wall, a player has the computer's move."""

HURRIED = 200
"""The most positions searched for a move that is late."""

LONGEST_TEXT = 4000
"""The longest position that is read, in characters."""

MOST_OPTIONS = 1000
"""The most options listed with what to click for each."""

MOST_TEXT = 500_000
"""The most characters in the texts of these options: each may have thousands of coins."""

MOST_VALUES = 100_000
"""The longest sequence in one answer."""

MOST_COINS = 200
"""The most single coins whose values are computed for one answer: each of them is a position to search."""

MOST_NIMBERS = 64
"""The longest side of a table of nimbers."""
