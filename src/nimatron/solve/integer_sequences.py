"""Sequences of the On-Line Encyclopedia of Integer Sequences that are answers about games, each recomputed here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, islice
from typing import Literal

from ..core.errors import BadText, Limit, UsageError
from ..core.limits import Limits
from ..core.message import Message
from ..notation.reader import game_of, parse
from .sequence import sequence
from .solver import Solver


@dataclass(frozen=True)
class IntegerSequence:
    """A sequence: of which game, what of it, and the terms that the encyclopedia prints first."""

    number: str
    game: str
    what: Literal["values", "lost", "won", "boards"]
    """The values of the heaps, the heaps from which the player to move loses or wins, or the values of boards."""
    first: int
    """The first heap, or the least n of a board of n x 3 or n x n."""
    printed: tuple[int, ...]
    all: bool = False
    """Are these all the terms that the encyclopedia has?"""

    @property
    def about(self) -> Message:
        """What its terms are."""
        if self.what == "values":
            return Message("values of {game} from heap {first} on", game=self.game, first=self.first)
        if self.what == "boards":
            return Message("values of {game} from n = {first} on", game=self.game, first=self.first)
        if self.what == "lost":
            return Message("lost heaps of {game} from heap {first} on", game=self.game, first=self.first)
        return Message("won heaps of {game} from heap {first} on", game=self.game, first=self.first)

    @property
    def command(self) -> str:
        """What prints its terms."""
        if self.what == "values":
            game = f'"{self.game}"' if "{" in self.game else self.game
            return f"nimatron seq {game} -n {self.first + len(self.printed)}"
        return f"nimatron oeis {self.number}"

    def terms(self, n: int, limits: Limits | None = None) -> list[int]:
        """The first `n` terms, computed; fewer if a limit is reached or a board would be too large."""
        if self.what == "values":
            values: list[int] = sequence(self.game, self.first + n, limits).tolist()
            return values[self.first :]
        found: list[int] = []
        with Solver(limits) as solver, suppress(Limit, BadText):  # or a board is too large
            found += islice(self._boards(solver) if self.what == "boards" else self._heaps(solver), n)
        return found

    def _boards(self, solver: Solver) -> Iterator[int]:
        for n in count(self.first):
            rules, _, size = self.game.partition(": ")
            board = parse(f"{rules}: {size.replace('n', str(n))}")
            yield solver.value(board.game, board.state)  # type: ignore[misc]

    def _heaps(self, solver: Solver) -> Iterator[int]:
        game, wanted = game_of(self.game), "P" if self.what == "lost" else "N"
        return (heap for heap in count(self.first) if solver.outcome(game, (heap,)) == wanted)


def _row(number: str, game: str, what: Literal["values", "lost", "won", "boards"], first: int, printed: str,
         all: bool = False) -> IntegerSequence:  # fmt: skip
    return IntegerSequence(number, game, what, first, tuple(map(int, printed.split())), all)


SEQUENCES = tuple(
    _row(*row)  # type: ignore[arg-type]
    for row in [
        ("A002186", "kayles", "values", 0, "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4"),
        ("A002187", "0.137", "values", 0, "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4"),
        ("A002188", "grundy", "values", 0, "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2"),
        ("A014586", "subtraction{squares}", "values", 0, "0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 0 1 0 1 2 3 2 3 4 5"),
        ("A014588", "subtraction{fibonacci}", "values", 0, "0 1 2 3 0 1 2 3 4 5 0 1 2 3 0 1 2 3 4 5 0 1 2 3 0 1 2 3"),
        ("A014589", "subtraction{primes}", "values", 0, "0 0 1 1 2 2 3 3 4 0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7 0 4 1"),
        ("A025043", "subtraction{primes}", "lost", 0, "0 1 9 10 25 34 35 49 55 85 91 100 115 121 125 133 145 155"),
        ("A030193", "subtraction{squares}", "lost", 0, "0 2 5 7 10 12 15 17 20 22 34 39 44 52 57 62 65 67 72 85"),
        ("A046695", "0.6", "values", 0, "0 0 1 2 0 1 2 3 1 2 3 4 0 3 4 2 1 3 2 1 0 2 1 4 5 1 4 5 1 2"),
        ("A071430", "0.16", "values", 1, "1 0 0 1 2 2 1 4 0 1 4 2 1 4 0 1 4 2 1 4 2 1 0 2 1 4 2 1 4 5"),
        ("A071434", "0.1377", "values", 1, "1 1 2 2 3 3 1 1 4 4 3 3 2 2 1 1 4 4 2 2 6 6 4 4 1 1 2 2 7 7"),
        ("A071435", "0.177", "values", 1, "1 1 2 2 3 1 1 4 4 3 2 2 1 1 4 2 2 6 4 4 1 1 2 2 7 1 1 4 4 3"),
        ("A071436", "0.56", "values", 1, "1 0 2 2 4 1 1 3 2 4 4 6 6 2 1 1 7 6 8 4 1 1 6 5 4 8 1 1 12 4"),
        ("A071451", "0.113377", "values", 1, "1 1 1 2 2 2 3 3 3 1 1 1 4 4 4 3 3 3 2 2 2 1 1 1 4 4 4 2 2 2"),
        ("A071452", "0.11377", "values", 1, "1 1 1 2 2 2 3 3 1 1 1 4 4 4 3 3 2 2 2 1 1 1 4 4 2 2 2 6 6 4"),
        ("A071453", "0.117", "values", 1, "1 1 1 0 2 2 1 3 4 0 1 1 1 3 2 2 2 3 4 0 1 5 4 3 2 2 2 3 1 0"),
        ("A071464", "0.127", "values", 1, "1 0 2 2 1 0 4 4 1 2 2 0 1 4 4 6 1 7 7 0 1 2 2 6 1 4 4 8 1 2"),
        ("A071509", "0.1777", "values", 1, "1 1 2 2 3 4 1 1 6 6 3 2 2 1 1 6 6 8 4 4 5 10 1 1 8 3 3 4 4 7"),
        ("A125920", "0.176", "values", 1, "1 1 0 2 2 3 4 4 1 1 6 2 2 3 4 4 1 1 6 6 3 3 2 4 1 1 6 6 3 3"),
        ("A227691", "subtraction{primes}", "won", 0, "2 3 4 5 6 7 8 11 12 13 14 15 16 17 18 19 20 21 22 23 24 26"),
        ("A229764", "mark", "values", 0, "0 1 0 2 1 2 0 1 0 2 0 1 2 1 0 2 1 2 0 1 2 1 0 2 0 1 0 2 1 2"),
        ("A316632", "placing{.x./x#x/.x.}: nx3", "boards", 1, "2 1 1 0 3 3 2 2 2 3 3 5 2 4 1 3", True),
        ("A344227", "placing{queen}: nxn", "boards", 1, "1 1 2 1 3 1 2 3 1 0 1"),
    ]
)  # fmt: skip
"""In the order of their numbers."""


def integer_sequence(number: str) -> IntegerSequence:
    """The sequence with a number such as A002186.

    >>> integer_sequence("a030193").terms(8)
    [0, 2, 5, 7, 10, 12, 15, 17]
    """
    wanted = number.strip().upper()
    found = next((one for one in SEQUENCES if one.number == wanted), None)
    if found is None:
        raise UsageError("Nimatron does not compute {number}; it knows {known}", number=wanted[:20],
                         known=", ".join(one.number for one in SEQUENCES))  # fmt: skip
    return found
