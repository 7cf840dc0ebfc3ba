"""Everything Nimatron raises on purpose.

    NimatronError                exit code 1
      ├── UserCodeError          1   an exception inside a user's own game
      ├── Unreadable             1   a file that holds no certificate, or only part of one
      ├── NoCoq                  1   the proof assistant Coq is missing or too old
      ├── DivisionByZero         1   division by the nimber 0; also a ZeroDivisionError
      ├── Busy                   1   another process is writing there
      ├── Full                   1   too many questions at once
      │     └── TooMany          1   too many of them from one client
      ├── Overdue                1   a question that took too long
      │     └── Overworked       1   a question that takes more work than a light worker may do
      ├── WorkerLost             1   a question whose worker is gone
      ├── WrongValue             1   a value or a period that was computed twice, with different results
      ├── ClassRefusal           1   what a class does not allow now
      │     ├── Stranger         1   a device that the class does not know
      │     ├── NotTheTeacher    1   what only the teacher may do
      │     └── TooFast          1   a device that sends too much
      ├── UsageError             2   wrong options or arguments
      │     └── WrongType        2   an argument of a wrong type; also a TypeError
      ├── UnknownGame            3   no game with that name, no such FILE:NAME
      ├── BadText                4   text that means no position: says where
      ├── IllegalPosition        4   a position that the rules do not know
      ├── IllegalMove            4   a move that the rules do not allow
      │     └── Misread          4   typed text that is not a move, with similar moves
      ├── Cycle                  4   a position that returns in a line of play
      ├── Limit                  5   a limit of positions or seconds was reached
      ├── OutOfReach             5   arithmetic that would take too long
      │     └── UnknownAlpha     5   arithmetic that needs a constant nobody has listed
      ├── Refuted                6   a certificate whose claim does not hold
      └── NotKept                8   an answer that was given, but could not be written

Each class has the exit code of the command line, and a `message` that `show/` words in the reader's language; `str`
gives it in English. An error is raised with a Message, or with an English sentence and the values of its {names}, from
which the message is made. A class that only one room raises is defined in that room.

Signals between two modules are not errors, and no caller of the package sees them:

    Recalled                     a search starts again with what the store holds
    Undecided                    a front of heaps is too short to continue
    TooLarge                     a candidate for a misere quotient has too many elements
    CheckFailure                 a candidate for a misere quotient is wrong for some sum
    NotPlain                     a state that cannot be stored as text
    CheckLimit                   a limit ends the check of a certificate, which is then not verified
    Unusable                     a store that cannot be used: the search continues without it
    Broken                       a promise that `check` found broken: that test ends
    TimeUp                       the alarm: what looks at no clock ends; the command line says so
    Unfit                        a text that cannot be the argument of a question
    WrongArgument                the same, with the name of the argument: the asker gets the name
    Unanswered                   a worker's fault on its way to whoever asked
    Unlimited                    nothing limits a number that a rule of a game lets a player choose
    TooManyCases                 a rule of a game has too many cases to be looked at one by one
    NotAutomatic                 a condition is not an automaton in a numeration: another one is tried
    WrongClaim                   a claim about all lost positions is false
    Unknown                      a part of a compound is too large to be measured, or can go on for ever
    Crossing                     regions of Sprouts that cannot be drawn without lines that cross
    ProgramFault                 a program lost its match by a fault
      └── ProgramEnd             a program ended without an answer
"""

from __future__ import annotations

from collections.abc import Sequence

from .message import Message, Number, either, plain


def did_you_mean(message: Message, near: Sequence[str]) -> Message:
    """The message, and the names that may have been meant."""
    return Message("{message} Did you mean {names}?", message=message, names=either(near))


class NimatronError(Exception):
    """The root of the tree; `message` says what was expected and what was found.

    >>> from nimatron import NimatronError, parse
    >>> try:
    ...     parse("wytof: 3 4")
    ... except NimatronError as error:
    ...     print(error)
    no game is called 'wytof'. Did you mean wythoff?
    """

    exit_code = 1

    def __init__(self, message: Message | str = "", /, **named: object) -> None:
        if not isinstance(message, Message):
            message = Message(message, params=named) if named else plain(message)
        self.message = message
        super().__init__(self.message)
        self.pointer = ""
        """Lines below the message, the same in every language: they show the place of the fault, or what to type."""

    def __str__(self) -> str:
        return f"{self.message}{self.pointer}"

    def __reduce__(self) -> tuple[object, ...]:
        # As it is, and not made anew: each class is made in its own way. A pool of processes would wait for ever for an
        # error that it cannot read.
        return _copy, (type(self), self.args), vars(self)


def _copy(kind: type[NimatronError], args: tuple[object, ...]) -> NimatronError:
    return kind.__new__(kind, *args)


def reason_of(fault: BaseException) -> str:
    """What went wrong, without the number and the path that the system adds: our sentences name the path themselves.

    >>> reason_of(FileNotFoundError(2, "No such file or directory", "game.json"))
    'No such file or directory'
    """
    return getattr(fault, "strerror", None) or str(fault)


class UserCodeError(NimatronError):
    """An exception inside a user's file; `place` is its file and line.

    >>> print(UserCodeError("ZeroDivisionError: division by zero", "chocolate.py:8"))
    chocolate.py:8: ZeroDivisionError: division by zero
    """

    def __init__(self, message: Message | str, place: str, /, **named: object) -> None:
        super().__init__(message, **named)
        if place:
            self.message = Message("{place}: {message}", place=place, message=self.message)
        self.place = place


class WrongValue(NimatronError):
    """A result that was computed twice, by different code, with different results. Nothing of it is stored."""


class DivisionByZero(NimatronError, ZeroDivisionError):
    """Division by the nimber 0, which has no inverse."""


class UsageError(NimatronError, ValueError):
    """A wrong argument. The message says what was expected.

    >>> from nimatron import Moore
    >>> Moore(0)
    Traceback (most recent call last):
    nimatron.core.errors.UsageError: expected the largest number of heaps in one move from 1 on, not 0
    """

    exit_code = 2


class WrongType(UsageError, TypeError):
    """An argument of a type that a function does not take.

    >>> from nimatron import nim_mul
    >>> nim_mul("3", 5)
    Traceback (most recent call last):
    nimatron.core.errors.WrongType: expected a non-negative integer, got '3'
    """


class UnknownGame(NimatronError, LookupError):
    """There is no such game; `near` lists similar names.

    >>> from nimatron import parse
    >>> parse("dawson: 3")
    Traceback (most recent call last):
    nimatron.core.errors.UnknownGame: no game is called 'dawson'. Did you mean ...?
    """

    exit_code = 3

    def __init__(self, message: Message | str, near: Sequence[str] = (), /, **named: object) -> None:
        super().__init__(message, **named)
        if near:
            self.message = did_you_mean(self.message, near)
        self.near = tuple(near)


class BadText(NimatronError, ValueError):
    """Text that cannot be read; `place` is the offset of the fault in `text`.

    >>> from nimatron import parse
    >>> parse("nim: 3 x 5")
    Traceback (most recent call last):
    nimatron.core.errors.BadText: expected a heap size from 0 on, or an ordinal such as w*2+1, not 'x'
      nim: 3 x 5
             ^
    """

    exit_code = 4

    def __init__(self, message: Message | str, text: str, place: int, /, **named: object) -> None:
        super().__init__(message, **named)
        self.text, self.place = text, place
        # A window around the fault keeps the pointer in sight when the text is long.
        left = max(0, place - 60)
        self.pointer = f"\n  {text[left : place + 20]}\n  {' ' * (place - left)}^"

    def within(self, text: str, offset: int) -> BadText:
        """The same fault, seen from a longer text in which this one begins at `offset`."""
        return BadText(self.message, text, self.place + offset)


class IllegalPosition(NimatronError, ValueError):
    """A position outside the rules. The message says what was expected and what was found; `at` is the entry at fault.

    >>> from nimatron import Nim
    >>> Nim(3, -4)
    Traceback (most recent call last):
    nimatron.core.errors.IllegalPosition: expected a heap size from 0 on, or an ordinal such as w*2+1, not -4
    """

    exit_code = 4

    def __init__(self, message: Message | str, at: int = 0, /, **named: object) -> None:
        super().__init__(message, **named)
        self.at = at


class IllegalMove(NimatronError, ValueError):
    """A move that the rules do not allow.

    >>> issubclass(IllegalMove, ValueError), IllegalMove.exit_code
    (True, 4)
    """

    exit_code = 4


class Cycle(NimatronError):
    """A position that returns: `path` begins and ends with it.

    >>> from nimatron import Graph, birthday
    >>> birthday(Graph("a>b b>a")("a"))
    Traceback (most recent call last):
    nimatron.core.errors.Cycle: positions can repeat: a -> b -> a
    """

    exit_code = 4

    def __init__(self, path: Sequence[str]) -> None:
        # A long cycle is shown by its two ends; the middle would help nobody.
        shown = list(path) if len(path) <= 8 else [*path[:4], "...", *path[-3:]]
        super().__init__(Message("positions can repeat: {path}", path=" -> ".join(shown)))
        self.path = tuple(path)


class Limit(NimatronError):
    """A limit was reached: `what` says which; `positions` and `seconds` say how far the work got.

    `heaps` counts those that were computed besides the positions. The message tells whichever is more.

    >>> from nimatron import grundy
    >>> grundy("chomp: 100x100", limit=10)
    Traceback (most recent call last):
    nimatron.core.errors.Limit: ... (after ... s)
    """

    exit_code = 5

    def __init__(self, what: Message | str, positions: int, seconds: float, /, heaps: int = 0, **named: object) -> None:
        super().__init__(what, **named)
        self.what, self.positions, self.heaps, self.seconds = self.message, positions, heaps, seconds
        done = {"what": self.what, "count": Number(max(positions, heaps)), "seconds": Number(seconds, ".1f")}
        if heaps > positions:
            self.message = Message(
                "{what} (after {count} heap, {seconds} s)", "{what} (after {count} heaps, {seconds} s)", heaps, done
            )
        else:
            self.message = Message(
                "{what} (after {count} position, {seconds} s)",
                "{what} (after {count} positions, {seconds} s)",
                positions,
                done,
            )


class OutOfReach(NimatronError):
    """Arithmetic that would take too long. The message says what was asked.

    >>> from nimatron import birthday
    >>> birthday("nim: w")
    Traceback (most recent call last):
    nimatron.core.errors.OutOfReach: nim: w has no longest play: it can last as long as you like
    """

    exit_code = 5


class UnknownAlpha(OutOfReach):
    """A product of transfinite nimbers that needs α_p, the p-th power of ω^ω^k, for a prime p beyond the table.

    >>> UnknownAlpha(1000003, 997).p
    1000003
    """

    def __init__(self, p: int, largest: int) -> None:
        text = "expected no carry at the prime {p}: α_{p} is not in the table, which ends with α_{largest}"
        super().__init__(Message(text, p=p, largest=largest))
        self.p = p


class Refuted(NimatronError):
    """A certificate whose claim does not hold. The message names the first thing that is wrong."""

    exit_code = 6


class NotKept(NimatronError):
    """What was found could not be written, although the user asked for it; the answer itself has been given.

    >>> NotKept.exit_code
    8
    """

    exit_code = 8
