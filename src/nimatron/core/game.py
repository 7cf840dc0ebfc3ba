"""Game, Position, Sum and the other compounds: the whole vocabulary.

A `Game` is a set of rules and never changes; a *state* is a plain hashable value; a `Position` is a pair of both. A
move is identified with the option it leads to.
"""

from __future__ import annotations

import ast
import operator
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, zip_longest
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple

from .brackets import cut, unwrap
from .errors import BadText, IllegalPosition, UsageError, UserCodeError
from .message import Message

if TYPE_CHECKING:
    # Its TypeVar has a default, so that `Game` alone means `Game[Any]`. Type checkers come with it; running needs none.
    from typing_extensions import TypeVar

    S = TypeVar("S", default=Any)
else:
    from typing import TypeVar

    S = TypeVar("S")

State = Any
"""What the player sees: an int, a tuple, a string. It is hashable, and no game ever changes it."""

Part = tuple["Game", State]
"""A component of a position: its game and its state."""

Outcome = Literal["N", "P", "D"]
"""N if the next player wins, P if the previous one does, D if neither can force a win: play can continue for ever."""

MOST_PASSED = 1000
"""How many moves are looked at for one that changes nothing: a heap may have any number of them."""

MOST_MOVES = 10_000
"""How many moves are made to find the end of a game that a move elsewhere ends."""

NOTHING: Any = object()
"""Stands for "no state". Not None, which may be a state."""


def _hyphenate(name: str) -> str:
    """MyGame -> my-game."""
    out = ""
    for before, letter in zip(" " + name, name, strict=False):
        if letter.isupper() and (before.islower() or before.isdigit()):
            out += "-"
        out += letter.lower()
    return out.strip("_").replace("_", "-")


Role = Literal["", "heap", "part", "left", "other"]
"""What a value in a typed move means: which heap or part, or what is left there; `other` if some other word is near."""


def missing_method(game: Game, method: str) -> UserCodeError:
    """The error for a game that lacks the one method that it must have."""
    return UserCodeError("{game} needs a method {method}", "", game=type(game).__name__, method=method)


class Spoken(NamedTuple):
    """A value in a typed move and its meaning, without the words themselves, which may be of any language."""

    text: str
    role: Role = ""


class Game(Generic[S]):
    """The rules of an impartial game: write `options`; everything else has a safe default.

    >>> class Countdown(Game):
    ...     start = 10
    ...     def options(self, n):
    ...         return [n - k for k in (1, 2) if k <= n]
    >>> print(Countdown()(4))
    countdown: 4

    A type checker may be told what a state is, as in `class Countdown(Game[int])`.
    """

    name: str = ""
    """The name of the game in the notation; by default the class name in lower-case-with-hyphens."""

    start: State = NOTHING
    """A position to begin with, if the game has a usual one."""

    loopy: bool = False
    """Can positions repeat in play? This spares a search that would only find that out; it changes no answer."""

    misere: bool = False
    """Does whoever makes the last move usually lose? Questions that do not say how it is played are answered so."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        # A subclass does not inherit its parent's name: two different games must not share one.
        if "name" not in cls.__dict__:
            cls.name = _hyphenate(cls.__name__)

    # -- rules ------------------------------------------------------------------------------

    def options(self, state: S) -> Iterable[S]:
        """The states that one move leads to: possibly very many, so best made lazily.

        >>> from nimatron import Wythoff
        >>> list(Wythoff.options((1, 2)))
        [(0, 2), (1, 1), (1, 0), (0, 1)]
        """
        raise missing_method(self, "options(self, state)")

    def components(self, state: S) -> Sequence[Part]:
        """The parts whose sum `state` is in normal play, each with the game it belongs to.

        >>> from nimatron import Kayles
        >>> Kayles.components((3, 5))
        [(<kayles>, (3,)), (<kayles>, (5,))]
        """
        return ((self, state),)

    def put(self, state: S, i: int, option: State) -> S:
        """`state` after part `i` of its components has moved to `option`.

        >>> from nimatron import Kayles
        >>> Kayles.put((3, 5), 1, (2, 2))
        (3, 2, 2)
        """
        return option  # type: ignore[no-any-return]

    def canonical(self, state: S) -> Hashable:
        """A key for searches, shared only by states whose game trees are the same up to isomorphism.

        >>> from nimatron import Nim
        >>> Nim.canonical((5, 0, 3)) == Nim.canonical((3, 5))
        True
        """
        return state

    def tidy(self, state: S) -> S:
        """The state that stands for `state` where the order of its heaps does not matter, as in a table.

        >>> from nimatron import Kayles
        >>> Kayles.tidy((2, 0, 1))
        (1, 2)
        """
        return state

    def size(self, state: S) -> int:
        """Roughly how many positions a search from `state` meets; 0 if that is not known.

        It keeps the solver from beginning a hopeless search.

        >>> from nimatron import Kayles
        >>> Kayles.size((3, 5))
        24
        """
        return 0

    def accept(self, state: State) -> S:
        """`state` in the form that this game uses, or IllegalPosition.

        >>> from nimatron import Nim
        >>> Nim.accept([3, 4]), Nim.accept("3 4"), Nim.accept(3)
        ((3, 4), (3, 4), (3,))
        """
        try:
            hash(state)
        except TypeError as fault:
            raise IllegalPosition(
                "a state must be hashable, such as a tuple, not a list: {fault}", fault=fault
            ) from None
        return state  # type: ignore[no-any-return]

    def end(self, state: S) -> S:
        """A position without moves that stands for `state` where a move elsewhere has ended the game.

        >>> from nimatron import Kayles, Nim
        >>> Nim.end((3, 10**18)), Kayles.end((4,))
        ((0, 0), (0,))
        """
        todo, seen = [iter([state])], set[S]()
        while todo and len(seen) < MOST_MOVES:
            here = next((option for option in todo[-1] if option not in seen), NOTHING)
            if here is NOTHING:
                todo.pop()
                continue
            options = iter(self.options(here))
            first = next(options, NOTHING)
            if first is NOTHING:
                return here
            seen.add(here)
            todo.append(chain([first], options))
        raise IllegalPosition("{game} has no end that can be found here: it cannot be ended by a move elsewhere",
                              game=self)  # fmt: skip

    # -- notation ---------------------------------------------------------------------------

    @property
    def parameters(self) -> str:
        """The text between the braces in the notation.

        >>> from nimatron import Subtraction
        >>> Subtraction({1, 2, 5}).parameters
        '1,2,5'
        """
        return ""

    @classmethod
    def from_parameters(cls, text: str) -> Game[S]:
        """The game that `text` between the braces means.

        >>> from nimatron import Moore
        >>> Moore.from_parameters("2") == Moore(2)
        True
        """
        if text.strip():
            raise BadText("{name} does not take parameters", text, 0, name=cls.name)
        return cls()

    def show(self, state: S) -> str:
        """`state` in the notation.

        >>> from nimatron import Cram
        >>> Cram.show((2, 2, 0b0111))
        '../.#'
        """
        return repr(state)

    def parse(self, text: str) -> S:
        """The state that `text` means; BadText points at the fault.

        >>> from nimatron import Cram
        >>> Cram.parse("../.#")
        (2, 2, 7)
        """
        try:
            state = ast.literal_eval(text.strip())
            hash(state)
        # literal_eval raises any of these, depending on the text; very deep nesting exhausts memory or the stack.
        except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError) as fault:
            indent = len(text) - len(text.lstrip())
            # A SyntaxError counts columns from 1, and it has seen the stripped text.
            place = indent + max(0, (getattr(fault, "offset", None) or 1) - 1)
            raise BadText(self._expectation(), text, min(place, len(text))) from None
        return self.accept_from(state, text)

    def _expectation(self) -> Message:
        if self.start is NOTHING:
            return Message("expected a state of {name}", name=self.name)
        return Message("expected a state of {name} such as {state}", name=self.name, state=self.show(self.start))

    def accept_from(self, state: State, text: str, places: Sequence[int] = (0,)) -> S:
        """`accept`, but a fault is pointed out in the text that the state was read from.

        >>> from nimatron import Chop
        >>> Chop.accept_from((0, 3), "0x3")
        Traceback (most recent call last):
        nimatron.core.errors.BadText: a rectangle has at least 1 column and 1 row, not 0x3
          0x3
          ^
        """
        try:
            return self.accept(state)
        except IllegalPosition as fault:
            raise BadText(fault.message, text, places[fault.at] if fault.at < len(places) else 0) from None

    def write(self, state: S) -> str:
        """The full text of a position: game, parameters, state.

        >>> from nimatron import Subtraction
        >>> Subtraction({1, 2}).write((7, 9))
        'subtraction{1,2}: 7 9'
        """
        return f"{self}: {self.show(state)}".rstrip()

    def describe(self, before: S, after: S) -> Message | str:
        """The move from `before` to `after` in words.

        >>> from nimatron import Nim
        >>> print(Nim.describe((3, 4, 5), (1, 4, 5)))
        take 2 from heap 1
        """
        return Message("move to {position}", params={"position": self.show(after)})

    def move(self, state: S, said: Sequence[Spoken]) -> S | None:
        """The option that a player means by what is `said`, found without a list of options.

        For games that may have too many options to look through. None means that the options are to be looked through.

        >>> from nimatron import Nim
        >>> Nim.move((10**18, 7), [Spoken("5"), Spoken("1", "heap")])
        (999999999999999995, 7)
        """
        return None

    def picture(self, state: S) -> str | None:
        """The board as rows of characters, joined by `/` or line ends; None if the notation is all there is to see.

        A space is not a square, a point is an empty square, and any other character lies on a square. The terminal and
        notebooks draw the board; on the page a move is made by clicking the squares that it changes.

        >>> class Sticks(Game):
        ...     def options(self, rows):
        ...         return [(*rows[:i], k, *rows[i + 1 :]) for i, n in enumerate(rows) for k in range(n)]
        ...     def picture(self, rows):
        ...         return "/".join("I" * n for n in rows)
        >>> Sticks().picture((1, 3))
        'I/III'
        """
        return None

    # -- identity ---------------------------------------------------------------------------

    def _rules(self) -> dict[str, Any]:
        # The name is not part of the rules; any other attribute may be, even a private one.
        # `__orig_class__` is set by calls such as Game[int]().
        aside = ("name", "_hash", "__doc__", "__orig_class__")
        return {key: value for key, value in vars(self).items() if key not in aside}

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return False
        try:
            return vars(self) == vars(other) or rules_of(self) == rules_of(other)
        except ValueError:  # arrays have no plain ==, so a game that holds one is equal only to itself
            return False

    def __hash__(self) -> int:
        try:
            # Kept, because tables of positions ask for it again and again, and rules may be large.
            return self.__dict__["_hash"]  # type: ignore[no-any-return]
        except KeyError:
            pass
        try:
            value = hash((type(self), *sorted(rules_of(self).items())))
        except TypeError:  # rules may hold a list or a dict; the class alone is a valid hash too
            value = hash(type(self))
        self.__dict__["_hash"] = value
        return value

    def __call__(self, *state: State) -> Position[S]:
        if type(self).__hash__ is None:  # a dataclass takes it away
            raise UsageError("{kind} cannot be hashed: a dataclass needs frozen=True", kind=type(self).__name__)
        if not state:
            if self.start is NOTHING:
                raise IllegalPosition("{name} has no usual start: give a position", name=self.name)
            return Position(self, self.accept(self.start))
        return Position(self, self.accept(state[0] if len(state) == 1 else state))

    def __str__(self) -> str:
        return f"{self.name}{{{self.parameters}}}" if self.parameters else self.name

    def __repr__(self) -> str:
        return f"<{self}>"


def rules_of(game: Game) -> dict[str, Any]:
    """The attributes that set a game apart from others of its class.

    >>> from nimatron import Subtraction
    >>> rules_of(Subtraction({1, 2}))
    {'amounts': Amounts('1,2')}
    """
    return game._rules()


def is_misere(game: Game, misere: bool | None) -> bool:
    """Does whoever makes the last move lose? None asks how the game is usually played.

    >>> from nimatron import Nim, Notakto
    >>> is_misere(Nim, None), is_misere(Notakto, None), is_misere(Notakto, False)
    (False, True, False)
    """
    if misere not in (None, True, False):  # a word such as "normal" would count as true
        raise UsageError("misere is True, False or None, not {wished!r}", wished=misere)
    return game.misere if misere is None else bool(misere)


class Position(Generic[S]):
    """A game together with one of its states; it never changes. This is what users work with.

    >>> from nimatron import Nim
    >>> p = Nim(1, 2)
    >>> print(*p, sep=", ")
    nim: 0 2, nim: 1 1, nim: 1 0
    >>> print(p + Nim(3))
    nim: 1 2 + nim: 3
    """

    __slots__ = ("_state", "game")
    game: Game[S]
    _state: S

    def __init__(self, game: Game[S], state: S) -> None:
        # Through `object`, because __setattr__ refuses everything.
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "_state", state)

    @property
    def state(self) -> S:
        """The state in this game: a plain value."""
        return self._state

    def options(self) -> Iterator[Position[S]]:
        """The positions that one move leads to."""
        return (Position(self.game, option) for option in self.game.options(self.state))

    def __iter__(self) -> Iterator[Position[S]]:
        """The options: a game is the set of them."""
        return self.options()

    @property
    def ended(self) -> bool:
        """Is there no move left?"""
        # One option is enough to look at: there may be infinitely many.
        return next(iter(self.game.options(self.state)), NOTHING) is NOTHING

    def __add__(self, other: Position[Any]) -> Position[Any]:
        if not isinstance(other, Position):
            return NotImplemented
        return Sum.of(self, other)

    def __and__(self, other: object) -> Position[Any]:
        return Conjunctive.of(self, other) if isinstance(other, Position) else NotImplemented

    def __or__(self, other: object) -> Position[Any]:
        return Selective.of(self, other) if isinstance(other, Position) else NotImplemented

    def __radd__(self, other: int) -> Position[S]:
        """So that `sum` adds positions up: it begins with 0."""
        return self if other == 0 else NotImplemented

    def summands(self) -> Sequence[Part]:
        """The positions that are joined by plus signs; just one if this is not a sum."""
        return self.game.parts(self.state) if isinstance(self.game, Sum) else ((self.game, self.state),)

    def boards(self) -> Sequence[Part]:
        """The positions side by side, in whatever way they are joined, also within brackets.

        >>> from nimatron import parse
        >>> parse("(nim: 2 & kayles: 3) + chomp: 2x2").boards()
        [(<nim>, (2,)), (<kayles>, (3,)), (<chomp>, (2, 2))]
        """
        return _boards(self.game, self.state)

    def rejoin(self, parts: Iterable[Position[Any]]) -> Position[Any]:
        """Other positions, joined in the same way."""
        return _joined_like(self.game, iter(parts))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position never changes (setting {name})")

    def __reduce__(self) -> tuple[Any, ...]:
        # An Option is pickled as a plain position: how it was reached does not travel with it.
        return Position, (self.game, self.state)

    def __eq__(self, other: object) -> bool:
        # An Option equals the plain position, however it was reached.
        return isinstance(other, Position) and self.game == other.game and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.game, self.state))

    def __str__(self) -> str:
        return self.game.write(self.state)

    def __repr__(self) -> str:
        return f"parse({str(self)!r})"

    def picture(self) -> str:
        """The board as the page draws it, as the text of an SVG file that stands alone. Notebooks show it.

        >>> from nimatron import Nim
        >>> Nim(3, 4, 5).picture()[:40]
        '<svg xmlns="http://www.w3.org/2000/svg" '
        """
        from ..show.drawing.svg import picture_svg

        return picture_svg(self)

    def _repr_svg_(self) -> str:
        return self.picture()


class Option(Position[S]):
    """A position that remembers the move that led to it: `part` of `before` (None: the whole) moved to `move`.

    The state is put together only when it is first asked for: with 100,000 heaps, a list of whole states would not fit
    into memory.

    >>> from nimatron import winning_moves
    >>> option = winning_moves("nim: 3 4 5")[0]
    >>> str(option), str(option.before), option.part, str(option.describe())
    ('nim: 1 4 5', 'nim: 3 4 5', 0, 'take 2 from heap 1')
    """

    __slots__ = ("before", "move", "part")
    before: Position[S]
    part: int | None
    move: State

    def __init__(self, before: Position[S], part: int | None, move: State) -> None:
        super().__init__(before.game, NOTHING)
        object.__setattr__(self, "before", before)
        object.__setattr__(self, "part", part)
        object.__setattr__(self, "move", move)

    @property
    def state(self) -> S:
        if self._state is NOTHING:
            # Without a part, the move is already the whole state.
            state = self.move if self.part is None else self.game.put(self.before.state, self.part, self.move)
            object.__setattr__(self, "_state", state)
        return self._state

    def describe(self) -> Message | str:
        """The move in words."""
        return self.game.describe(self.before.state, self.state)


class Compound(Game[tuple[Any, ...]]):
    """Several games side by side: `turns` is the rule by which they are joined.

    The state is the tuple of their states in written order; equal ones are not merged. A game may be a compound of
    another kind, which is written in brackets.
    """

    sign: ClassVar[str]
    """What joins the games in the notation."""
    signs: ClassVar[dict[str, type[Compound]]] = {}
    """Every kind of compound by its sign."""
    joining: ClassVar[Message] = Message("")
    """The rule in words."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "sign" in vars(cls):
            cls.signs[cls.sign] = cls

    def __init__(self, *games: Game) -> None:
        # Flat: a sum of sums is the sum of all their games, and so for each kind.
        self.games: tuple[Game, ...] = tuple(
            g for game in games for g in (game.games if type(game) is type(self) else (game,))
        )

    @classmethod
    def of(cls, *positions: Position[Any]) -> Position[Any]:
        """Positions joined in this way; one position alone is itself."""
        if len(positions) == 1:
            return positions[0]
        states = (state for p in positions for state in (p.state if type(p.game) is cls else (p.state,)))
        return Position(cls(*(p.game for p in positions)), tuple(states))

    @property
    def misere(self) -> bool:  # type: ignore[override]
        """A compound is usually played in the way in which all its games are."""
        return bool(self.games) and all(game.misere for game in self.games)

    @property
    def loopy(self) -> bool:  # type: ignore[override]
        """Positions may repeat if they can in one of the games."""
        return any(game.loopy for game in self.games)

    def parts(self, state: State) -> list[Part]:
        """Each game with its state."""
        return list(zip(self.games, state, strict=True))

    def turns(self, state: State) -> Iterable[tuple[int, ...]]:
        """The sets of games in all of which a move may be made at once."""
        raise NotImplementedError

    def open_games(self, state: State) -> list[int]:
        """The games in which there is a move."""
        pairs = enumerate(self.parts(state))
        return [i for i, (game, part) in pairs if next(iter(game.options(part)), NOTHING) is not NOTHING]

    def options(self, state: State) -> Iterator[State]:
        for chosen in self.turns(state):
            yield from self._options_in(state, chosen)

    def _options_in(self, state: State, chosen: tuple[int, ...]) -> Iterator[State]:
        # Not itertools.product: it would first make a list of all options of each game.
        after, open_options = list(state), [iter(self.games[chosen[0]].options(state[chosen[0]]))]
        while open_options:
            option = next(open_options[-1], NOTHING)
            if option is NOTHING:
                open_options.pop()
                continue
            after[chosen[len(open_options) - 1]] = option
            if len(open_options) == len(chosen):
                yield tuple(after)
            else:
                i = chosen[len(open_options)]
                open_options.append(iter(self.games[i].options(state[i])))

    def end(self, state: State) -> State:
        return tuple(game.end(part) for game, part in self.parts(state))

    def canonical(self, state: State) -> Hashable:
        # Order does not matter, but how often each occurs does: equal pairs cancel only in sums in normal play.
        keys = Counter((game, game.canonical(part)) for game, part in self.parts(state))
        return frozenset(keys.items())

    def tidy(self, state: State) -> State:
        return tuple(game.tidy(part) for game, part in self.parts(state))

    def size(self, state: State) -> int:
        return prod(game.size(part) or 1 for game, part in self.parts(state))

    def accept(self, state: State) -> State:
        if not isinstance(state, Sequence) or len(state) != len(self.games):
            raise IllegalPosition("expected {count} states, one for each joined game", count=len(self.games))
        return tuple(game.accept(part) for game, part in self.parts(state))

    def write(self, state: State) -> str:
        return self._in_brackets(game.write(part) for game, part in self.parts(state))

    def show(self, state: State) -> str:
        return self.write(state)

    def pieces(self, text: str) -> list[str]:
        """The text of each game, without the brackets of a compound."""
        pieces = cut(text, self.sign)
        if len(pieces) != len(self.games):
            count = len(self.games)
            raise BadText("expected {count} positions, joined by {sign}", text, 0, count=count, sign=self.sign)
        pairs = zip(self.games, pieces, strict=True)
        return [unwrap(piece) or piece if isinstance(game, Compound) else piece for game, piece in pairs]

    def parse(self, text: str) -> State:
        pairs = zip(self.games, self.pieces(text), strict=True)
        return tuple(game.parse(piece.strip().removeprefix(f"{game}:")) for game, piece in pairs)

    def describe(self, before: State, after: State) -> Message | str:
        old, new = _boards(self, before), _boards(self, after)
        sentences = [
            Message("{move} in part {part} ({game})", move=game.describe(state, new[k][1]), part=k + 1, game=str(game))
            for k, (game, state) in ((k, old[k]) for k in self.boards_of_move(before, after))
        ]
        while len(sentences) > 1:  # by twos, because sentences deep within each other cannot be read
            pairs = zip_longest(sentences[::2], sentences[1::2])
            sentences = [Message("{one}; {other}", one=a, other=b) if b else a for a, b in pairs]
        return sentences[0]

    def boards_of_move(self, before: State, after: State) -> list[int]:
        """The boards on which a move was made, counted through all brackets; those that it ended are left out."""
        found, first, changed = list[int](), 0, self._games_of_move(before, after)
        for k, (game, part) in enumerate(self.parts(before)):
            inside = game.boards_of_move(part, after[k]) if isinstance(game, Compound) and k in changed else [0]
            found += [first + i for i in inside] if k in changed else []
            first += len(_boards(game, part))
        return found

    def _games_of_move(self, before: State, after: State) -> list[int]:
        """The games in which a move was made; one that changes nothing was made where such a move is legal."""
        if before == after:
            parts = enumerate(self.parts(before))
            return [next((k for k, (game, a) in parts if a in islice(game.options(a), MOST_PASSED)), 0)]
        return [k for k, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]

    def __str__(self) -> str:
        return self._in_brackets(map(str, self.games))

    def _in_brackets(self, texts: Iterable[str]) -> str:
        pairs = zip(self.games, texts, strict=True)
        return self.sign.join(f"({text})" if isinstance(game, Compound) else text for game, text in pairs)


def _boards(game: Game, state: State) -> list[Part]:
    """The games that lie side by side in a position, and their states."""
    if not isinstance(game, Compound):
        return [(game, state)]
    return [board for part in game.parts(state) for board in _boards(*part)]


def _joined_like(game: Game, positions: Iterator[Position[Any]]) -> Position[Any]:
    if not isinstance(game, Compound):
        return next(positions)
    return type(game).of(*(_joined_like(part, positions) for part in game.games))


class Sum(Compound):
    """Several games side by side: a move is a move in one of them.

    >>> from nimatron import Kayles, Nim
    >>> print(*Sum(Nim, Kayles)((1,), (2,)).options(), sep="; ")
    nim: 0 + kayles: 2; nim: 1 + kayles: 0 1; nim: 1 + kayles: 1 0; nim: 1 + kayles: 0 0
    """

    sign = " + "
    joining = Message("In each turn you move in one of the parts.")

    def turns(self, state: State) -> Iterable[tuple[int, ...]]:
        return ((i,) for i in range(len(self.games)))

    def components(self, state: State) -> Sequence[Part]:
        return [part for game, summand in self.parts(state) for part in game.components(summand)]

    def put(self, state: State, i: int, option: State) -> State:
        k, j = self.summand_of(state, i)
        return (*state[:k], self.games[k].put(state[k], j, option), *state[k + 1 :])

    def summand_of(self, state: State, i: int) -> tuple[int, int]:
        """The summand that part `i` belongs to, and the number of the part within it."""
        for k, (game, summand) in enumerate(self.parts(state)):
            count = len(game.components(summand))
            if i < count:
                return k, i
            i -= count
        raise IndexError(i)

    def move(self, state: State, said: Sequence[Spoken]) -> State | None:
        # The part is either named, or the last of several bare numbers.
        bare = all(not role and text.isdecimal() for text, role in said)
        place = next((i for i, spoken in enumerate(said) if spoken.role == "part"), len(said) - 1 if bare else -1)
        if any(isinstance(game, Compound) for game in self.games):
            return None  # parts are counted through brackets
        numbers = {str(k + 1): k for k in range(len(self.games))}
        k = numbers.get(said[place].text) if place >= 0 else None
        if k is None:
            return None
        option = self.games[k].move(state[k], [*said[:place], *said[place + 1 :]])
        return None if option is None else (*state[:k], option, *state[k + 1 :])


class Conjunctive(Compound):
    """Several games side by side: move in all of them; play ends as soon as one of them has ended.

    >>> from nimatron import Nim
    >>> print(*(Nim(1) & Nim(2)), sep="; ")
    nim: 0 & nim: 1; nim: 0 & nim: 0
    """

    sign = " & "
    joining = Message("In each turn you move in every part; play ends when the first part ends.")

    def turns(self, state: State) -> Iterable[tuple[int, ...]]:
        open_games = self.open_games(state)
        return [tuple(open_games)] if open_games and len(open_games) == len(self.games) else ()


class ContinuedConjunctive(Compound):
    """Several games side by side: move in all that have not ended.

    >>> from nimatron import Nim
    >>> print(*ContinuedConjunctive.of(Nim(0), Nim(2)), sep="; ")
    nim: 0 && nim: 1; nim: 0 && nim: 0
    """

    sign = " && "
    joining = Message("In each turn you move in every part that has not ended.")

    def turns(self, state: State) -> Iterable[tuple[int, ...]]:
        open_games = self.open_games(state)
        return [tuple(open_games)] if open_games else ()


class Selective(Compound):
    """Several games side by side: move in at least one of them, and in as many as you like.

    >>> from nimatron import Nim
    >>> print(*(Nim(1) | Nim(1)), sep="; ")
    nim: 0 | nim: 1; nim: 1 | nim: 0; nim: 0 | nim: 0
    """

    sign = " | "
    joining = Message("In each turn you move in at least one part, and in as many as you like.")

    def turns(self, state: State) -> Iterable[tuple[int, ...]]:
        open_games = self.open_games(state)
        return (chosen for n in range(1, len(open_games) + 1) for chosen in combinations(open_games, n))


class ShortenedSelective(Selective):
    """Several games side by side: move in at least one of them; play ends as soon as one of them has ended.

    >>> from nimatron import Nim
    >>> print(*ShortenedSelective.of(Nim(1), Nim(0)), sep="; ")
    <BLANKLINE>
    """

    sign = " || "
    joining = Message("In each turn you move in at least one part; play ends when the first part ends.")

    def turns(self, state: State) -> Iterable[tuple[int, ...]]:
        return super().turns(state) if len(self.open_games(state)) == len(self.games) else ()


class OrdinalSum(Compound):
    """Several games on top of each other, the lowest first: a move in one of them ends all that are above it.

    >>> from nimatron import Nim
    >>> print(*OrdinalSum.of(Nim(1), Nim(2)), sep="; ")
    nim: 0 :: nim: 0; nim: 1 :: nim: 1; nim: 1 :: nim: 0
    """

    sign = " :: "
    joining = Message("In each turn you move in one of the parts; this ends all parts after it, which lie above it.")

    def options(self, state: State) -> Iterator[State]:
        ends = [NOTHING, *(game.end(part) for game, part in self.parts(state)[1:])]  # nothing ends the lowest
        for i, (game, part) in enumerate(self.parts(state)):
            yield from ((*state[:i], option, *ends[i + 1 :]) for option in game.options(part))

    def canonical(self, state: State) -> Hashable:
        return tuple((game, game.canonical(part)) for game, part in self.parts(state))

    def _games_of_move(self, before: State, after: State) -> list[int]:
        return super()._games_of_move(before, after)[:1]


# -- whole numbers as people and libraries bring them ----------------------------------------------


def whole(value: Any) -> Any:
    """A whole number of numpy, sympy or Sage as an int; whatever else it is, as it is.

    >>> import numpy as np
    >>> whole(np.uint8(3)), whole("3")
    (3, '3')
    """
    try:
        return value if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return value


def is_count(value: object) -> bool:
    """Is it an int from 1 on? True does not count as one."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
