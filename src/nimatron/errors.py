"""Everything Nimatron raises on purpose.

    NimatronError                exit code 1
      ├── UserCodeError          1   an exception inside a user's own game
      ├── UsageError             2   wrong options or arguments
      ├── UnknownGame            3   no game of that name, no such FILE:NAME
      ├── BadText                4   text that means no position: says where
      ├── IllegalPosition        4   a position that the rules do not know
      ├── IllegalMove            4   a move that the rules do not allow
      ├── Cycle                  4   a position that comes back in a line of play
      ├── Limit                  5   a limit of positions or seconds was reached
      ├── OutOfReach             5   arithmetic that would take too long
      │     └── UnknownAlpha     5   arithmetic that needs a constant nobody has listed
      └── Refuted                6   a certificate whose claim does not hold

Each class carries the exit code that the command line ends with.
"""

from __future__ import annotations

from collections.abc import Sequence


class NimatronError(Exception):
    """The root of the tree."""

    exit_code = 1


class UserCodeError(NimatronError):
    """An exception inside a user's file; `place` is its file and line."""

    def __init__(self, message: str, place: str) -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place = place


class UsageError(NimatronError, ValueError):
    """A wrong argument: says what was expected."""

    exit_code = 2


class UnknownGame(NimatronError, LookupError):
    """No such game; `near` are names that look alike."""

    exit_code = 3

    def __init__(self, message: str, near: Sequence[str] = ()) -> None:
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        super().__init__(message + hint)
        self.near = tuple(near)


class BadText(NimatronError, ValueError):
    """Text that cannot be read; `place` is the offset of the fault in `text`."""

    exit_code = 4

    def __init__(self, message: str, text: str, place: int) -> None:
        super().__init__(message)
        self.message, self.text, self.place = message, text, place

    def within(self, text: str, offset: int) -> BadText:
        """The same fault, seen from a longer text in which this one begins at `offset`."""
        return BadText(self.message, text, self.place + offset)

    def __str__(self) -> str:
        # A window around the fault keeps the pointer in sight when the text is long.
        left = max(0, self.place - 60)
        shown = self.text[left : self.place + 20]
        return f"{self.message}\n  {shown}\n  {' ' * (self.place - left)}^"


class IllegalPosition(NimatronError, ValueError):
    """A position outside the rules: says what was expected and what came; `at` is the entry at fault."""

    exit_code = 4

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at


class IllegalMove(NimatronError, ValueError):
    """A move that the rules do not allow."""

    exit_code = 4


class Cycle(NimatronError):
    """A position that comes back: `path` begins and ends with it."""

    exit_code = 4

    def __init__(self, path: Sequence[str]) -> None:
        # A long cycle is named by its ends; the middle helps nobody.
        shown = list(path) if len(path) <= 8 else [*path[:4], "...", *path[-3:]]
        super().__init__("the game can go round in a circle: " + " -> ".join(shown))
        self.path = tuple(path)


class Limit(NimatronError):
    """A limit was reached: `what` says which; `positions` and `seconds` say how far the work came."""

    exit_code = 5

    def __init__(self, what: object, positions: int, seconds: float) -> None:
        super().__init__(f"{what} (after {positions:,} positions, {seconds:.1f} s)")
        self.what, self.positions, self.seconds = what, positions, seconds


class OutOfReach(NimatronError):
    """Arithmetic that would take too long: says what was asked."""

    exit_code = 5


class UnknownAlpha(OutOfReach):
    """A product of transfinite nimbers that needs α_p, the p-th power of ω^ω^k, for a prime p beyond the table."""

    def __init__(self, p: int, largest: int) -> None:
        super().__init__(f"expected no carry at the prime {p}: α_{p} is not in the table, which ends with α_{largest}")
        self.p = p


class Refuted(NimatronError):
    """A certificate whose claim does not hold: says the first thing that is wrong."""

    exit_code = 6
