"""What is known without search: one record for each theorem, with its source.

Every record is checked against plain search in the tests. `value` is the Grundy value of a
part, `outcome` its class in normal play, `reach(game, part, v)` the options of value v.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import comb, isqrt
from operator import or_

from ...game import Game, Outcome, State
from ...games.coins import MockTurtlesGame, RulerGame, SubtractionCoins, Tartan, TurtlesGame, TwinsGame
from ...games.cram import CramGame, cropped, dominoes, regions
from ...games.grids import ChompGame, ChopGame
from ...games.heaps import AllBut, Moore, NimbleGame, NimGame, Subtraction, TakeAway
from ...games.kayles import ArcKayles, NodeKayles, UndirectedGame
from ...games.lattice import Nim2DGame, RookGame, WythoffGame
from ...games.octal import DawsonChess, DawsonKayles, Lasker, Octal
from ...games.poset import Poset
from ...games.table import Table
from ...games.vertices import numbers
from ...message import Message
from ...nimbers import Value, mex, nim_mul, omega_times_plus
from ..moves.moore import MooreReplies
from ..moves.turning import TURNINGS, is_odious, is_row

MOST_SETS = 20_000

Solve = Callable[[Game, State], Value]
"""Values of other positions, for theorems that lead back to them."""


@dataclass(frozen=True)
class Theorem:
    """A statement about the parts of one kind of game; None from a function: it says nothing here."""

    name: str
    source: str | Message
    value: Callable[[Game, State, Solve], Value | None] | None = None
    outcome: Callable[[Game, State], Outcome | None] | None = None
    reach: Callable[[Game, State, Value], Iterable[State] | None] | None = None
    whole: bool = False
    """It speaks of positions of several parts too."""


BOUTON = "Bouton 1901"
BULANT = "Bulant 2008"
SUBTRACTIONS = "Sobociński, Tłaczała, Szewczak 2025"
SUMS = "Nim-addition, Hungarian slides"
WINNING_WAYS = "Berlekamp, Conway, Guy, Winning Ways"

WIDEST_COIN = 1000
"""Side of the largest coin whose symmetry is looked at square by square."""


# -- heaps ---------------------------------------------------------------------------------------


def _heap_value(game: Game, state: State, solve: Solve) -> Value:
    return state[0]  # type: ignore[no-any-return]


def _heap_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    return [(v,)] if v < state[0] else []


def _initial_segment(game: Game) -> int | None:
    """m where exactly the amounts 1..m may be taken."""
    assert isinstance(game, TakeAway)
    runs = game.amounts.runs
    return runs[0][1] if len(runs) == 1 and runs[0][0] == 1 else None


def _remainder_value(game: Game, state: State, solve: Solve) -> Value | None:
    m = _initial_segment(game)
    return None if m is None else state[0] % (m + 1)


def _remainder_reach(game: Game, state: State, v: Value) -> Iterable[State] | None:
    m = _initial_segment(game)
    if m is None:
        return None
    if v > m:
        return []
    heap = state[0] - 1 - (state[0] - 1 - v) % (m + 1)
    return [(heap,)] if heap >= max(0, state[0] - m) else []


def _one_amount_value(game: Game, state: State, solve: Solve) -> Value | None:
    assert isinstance(game, TakeAway)
    runs = game.amounts.runs
    if len(runs) != 1 or runs[0][0] != runs[0][1]:
        return None
    n: int = state[0]
    return n // runs[0][0] % 2


def _two_amounts(game: Game) -> tuple[int, int] | None:
    assert isinstance(game, TakeAway)
    if game.amounts.count != 2:
        return None
    x, y = game.amounts
    return x, y


def _two_amounts_value(game: Game, state: State, solve: Solve) -> Value | None:
    """One period is (0^x 1^x)^m, then 0^r 2^(x-r) 1^r for y = 2xm + r, r >= 0, or 2^(x+r) for r < 0."""
    amounts = _two_amounts(game)
    if amounts is None:
        return None
    x, y = amounts
    n: int = state[0]
    rest = y % (2 * x)
    if rest == x:  # y is an odd multiple of x: taking y changes nothing
        return n // x % 2
    r = rest if rest < x else rest - 2 * x
    n = n % (x + y) - (y - r)
    if n < 0:
        return (n + y - r) // x % 2
    if r < 0:
        return 2
    return 0 if n < r else 2 if n < x else 1


def _all_amounts(game: Game) -> bool:
    assert isinstance(game, TakeAway)
    return game.amounts.runs == ((1, None),)


def _all_amounts_value(game: Game, state: State, solve: Solve) -> Value | None:
    return state[0] if _all_amounts(game) else None


def _all_amounts_reach(game: Game, state: State, v: Value) -> Iterable[State] | None:
    return _heap_reach(game, state, v) if _all_amounts(game) else None


def _alternating_value(game: Game, state: State, solve: Solve) -> Value | None:
    """1 and no two neighbours excluded: 0, 0, 1, 1, 2, 2, ..."""
    assert isinstance(game, AllBut)
    runs = game.excluded.runs
    return state[0] // 2 if runs and runs[0][0] == 1 and all(low == high for low, high in runs) else None


def _one_excluded_value(game: Game, state: State, solve: Solve) -> Value | None:
    """0..s-1 twice, then the same s higher."""
    assert isinstance(game, AllBut)
    if game.excluded.count != 1:
        return None
    (s,) = game.excluded
    n: int = state[0]
    return n // (2 * s) * s + n % s


def _segment_excluded_value(game: Game, state: State, solve: Solve) -> Value | None:
    """1..k excluded: every value k+1 times."""
    assert isinstance(game, AllBut)
    runs = game.excluded.runs
    if len(runs) != 1 or runs[0][0] != 1 or runs[0][1] is None:
        return None
    n: int = state[0]
    return n // (runs[0][1] + 1)


def _lasker_value(game: Game, state: State, solve: Solve) -> Value | None:
    assert isinstance(game, Octal)
    if game.code != Lasker.code:
        return None
    n: int = state[0]
    return n + 1 if n % 4 == 3 else n - 1 if n and n % 4 == 0 else n


def _moore_outcome(game: Game, state: State) -> Outcome:
    assert isinstance(game, Moore)
    return "P" if all(ones % (game.k + 1) == 0 for ones in _columns(state)) else "N"


def _columns(heaps: Sequence[int]) -> list[int]:
    """How many heaps have a one in each binary column, from the right."""
    width = max(heaps, default=0).bit_length()
    return [sum(heap >> bit & 1 for heap in heaps) for bit in range(width)]


def _moore_few_heaps(game: Game, state: State, solve: Solve) -> Value | None:
    """At most k heaps left: any smaller total can be reached, so the value is the total."""
    assert isinstance(game, Moore)
    return sum(state) if sum(map(bool, state)) <= game.k else None


def _moore_reach(game: Game, state: State, v: Value) -> Iterable[State] | None:
    assert isinstance(game, Moore)
    # Sets of up to k heaps are counted one by one: with very many heaps that is no shortcut.
    if v != 0 or comb(sum(map(bool, state)), game.k) > MOST_SETS:
        return None
    return MooreReplies(state, game.k)


# -- coins ---------------------------------------------------------------------------------------


def _turning_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    return TURNINGS[type(game)](state[0]).to(v) if isinstance(v, int) else []


def _odious(game: Game, state: State, solve: Solve) -> Value:
    twice: int = 2 * state[0]
    return twice if is_odious(twice) else twice + 1


def _ruler_value(game: Game, state: State, solve: Solve) -> Value:
    n: int = state[0]
    return n & -n


def _coins_as_heap(game: Game, state: State, solve: Solve) -> Value | None:
    """A head on coin x is a heap of x."""
    assert isinstance(game, SubtractionCoins)
    return solve(Subtraction(game.amounts), state)


def _tartan_value(game: Game, state: State, solve: Solve) -> Value | None:
    assert isinstance(game, Tartan)
    if not (is_row(game.columns) and is_row(game.rows)):
        return None
    ((x, y),) = state
    a, b = solve(game.columns, (x,)), solve(game.rows, (y,))
    assert isinstance(a, int)
    assert isinstance(b, int)
    return nim_mul(a, b)


# -- pieces on a board ---------------------------------------------------------------------------


def _rook_value(game: Game, state: State, solve: Solve) -> Value:
    x, y = state
    return x ^ y  # type: ignore[no-any-return]


def _rook_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    x, y = state
    options = [(v ^ y, y)] if v ^ y < x else []
    return options + ([(x, v ^ x)] if v ^ x < y else [])


def _chop_value(game: Game, state: State, solve: Solve) -> Value:
    columns, rows = state
    return (columns - 1) ^ (rows - 1)  # type: ignore[no-any-return]


def _chop_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    rook = state[0] - 1, state[1] - 1
    return [(x + 1, y + 1) for x, y in _rook_reach(game, rook, v)]


def _golden(d: int) -> int:
    """floor(d * phi), exactly: phi = (1 + sqrt 5) / 2."""
    return (d + isqrt(5 * d * d)) // 2


def _wythoff_outcome(game: Game, state: State) -> Outcome:
    low, high = sorted(state)
    return "P" if low == _golden(high - low) else "N"


def _wythoff_reach(game: Game, state: State, v: Value) -> Iterable[State] | None:
    """At most three P-positions stand in the queen's way: in the row, the column, the diagonal."""
    if v != 0:
        return None
    x, y = state
    found = [(_wythoff_partner(y), y), (x, _wythoff_partner(x))]
    low = _golden(abs(x - y))
    found.append((low, low + y - x) if y >= x else (low + x - y, low))
    return [(a, b) for a, b in dict.fromkeys(found) if (a, b) != (x, y) and a <= x and b <= y]


def _wythoff_partner(n: int) -> int:
    """The m for which (n, m) is a P-position: each n has exactly one."""
    d = _index_of_golden(n)
    if _golden(d) == n:
        return n + d
    # n is the larger of its pair: n = floor(d * phi^2) = floor(d * phi) + d.
    d = (3 * n - isqrt(5 * n * n)) // 2
    return next(_golden(e) for e in range(max(0, d - 2), d + 3) if _golden(e) + e == n)


def _index_of_golden(n: int) -> int:
    """The least d with floor(d * phi) >= n."""
    d = max(0, (isqrt(5 * n * n) - n) // 2 - 2)
    while _golden(d) < n:
        d += 1
    return d


def _nim2d_value(game: Game, state: State, solve: Solve) -> Value:
    assert isinstance(game, Nim2DGame)
    ((x, y),) = state
    return omega_times_plus(y, x) if game.width is None else game.width * y + x


def _nim2d_reach(game: Game, state: State, v: Value) -> Iterable[State]:
    assert isinstance(game, Nim2DGame)
    ((x, y),) = state
    if v >= (omega_times_plus(y, x) if game.width is None else game.width * y + x):
        return []
    if game.width is not None:
        assert isinstance(v, int)
        return [((v % game.width, v // game.width),)]
    if isinstance(v, int):
        return [((v, 0),)]
    rows = v.terms[0][1]
    return [((v.finite_part, rows),)]


# -- boards --------------------------------------------------------------------------------------


def _chomp_rectangle(game: Game, state: State) -> Outcome | None:
    if state[0] != state[-1]:
        return None
    return "P" if state == (1,) else "N"


def _chomp_hook(game: Game, state: State, solve: Solve) -> Value | None:
    """One row, one column, or an L of both: two heaps of Nim that share the poisoned square."""
    if len(state) > 1 and state[1] != 1:
        return None
    row: int = state[0]
    return (row - 1) ^ (len(state) - 1)


def _chomp_hook_reach(game: Game, state: State, v: Value) -> Iterable[State] | None:
    if len(state) > 1 and state[1] != 1:
        return None
    return [(x + 1, *(1,) * y) for x, y in _rook_reach(game, (state[0] - 1, len(state) - 1), v)]


def _turned_round(width: int, height: int, cells: int) -> int:
    """The board turned by half a turn: the bits in reverse order."""
    size = width * height
    return int(f"{cells:0{size}b}"[::-1], 2) if size else 0


def _cram_symmetry(game: Game, state: State) -> Outcome | None:
    """On a board that half a turn maps to itself the second player copies every move.

    He can, unless a domino and its copy overlap. On an even x odd board only the two middle
    squares can, as one domino that is its own copy: the first player takes it and copies then.
    """
    width, height, empty = _live_board(*state)
    if empty != _turned_round(width, height, empty):
        return None
    if width % 2 == height % 2:
        # In an odd x odd board a domino over the middle square would have no copy.
        return None if width % 2 and empty >> width * height // 2 & 1 else "P"
    first = (height - 1) // 2 * width + (width - 1) // 2
    domino = 1 << first | 1 << first + (1 if width % 2 == 0 else width)
    return "N" if empty & domino == domino else "P"


def _live_board(width: int, height: int, empty: int) -> tuple[int, int, int]:
    """The squares that a domino can still cover, cut to the rows and columns they touch."""
    return cropped(width, height, reduce(or_, regions(width, height, empty), 0))


def _cram_one_domino(game: Game, state: State, solve: Solve) -> Value | None:
    """No domino fits."""
    return None if next(dominoes(*state), None) else 0


def _table_symmetry(game: Game, state: State) -> Outcome | None:
    """The lesson's strategy: take the middle, then copy every coin through it."""
    assert isinstance(game, Table)
    if {game.mirrored(square) for square in state} != set(state):
        return None
    across, up = game.width - game.side, game.height - game.side
    if min(across, up) >= 0 and across % 2 == up % 2 == 0 and game.fits(state, (across // 2, up // 2)):
        return "N"
    if game.side > WIDEST_COIN:
        return None  # too many places to look at
    middle = product(_near_middle(up, game.side), _near_middle(across, game.side))
    stuck = any(game.fits(state, (x, y)) for y, x in middle)
    return None if stuck else "P"


def _near_middle(last: int, side: int) -> range:
    """The places from 0 to `last` that are less than `side` from their mirror image."""
    return range(max(0, (last - side) // 2 + 1), min(last, (last + side - 1) // 2) + 1)


def _table_parity(game: Game, state: State, solve: Solve) -> Value | None:
    """Coins of side 1 never get in each other's way: every move takes one of the free squares."""
    assert isinstance(game, Table)
    return (game.width * game.height - len(state)) % 2 if game.side == 1 else None


# -- graphs and orders ---------------------------------------------------------------------------


def _degrees(game: Game, part: int) -> list[int]:
    assert isinstance(game, UndirectedGame)
    return [(game.near[i] & part).bit_count() for i in numbers(part)]


def _as_row(game: Game, part: State) -> tuple[int, bool] | None:
    """How many vertices a path or a circle has, and whether it is a circle; None for other parts."""
    degrees = _degrees(game, part)
    assert isinstance(game, UndirectedGame)
    if not degrees or max(degrees) > 2 or game.parts(part) != [part]:
        return None
    ends = sum(2 - degree for degree in degrees)
    return len(degrees), ends == 0


def _sides(game: Game, part: State) -> tuple[int, int] | None:
    """How many vertices the two sides have, when each vertex is joined to all of the other side and no more."""
    assert isinstance(game, UndirectedGame)
    first = part & -part
    one = game.near[first.bit_length() - 1] & part
    other = part & ~one
    complete = all(game.near[i] & part == one for i in numbers(other)) and all(
        game.near[i] & part == other for i in numbers(one)
    )
    return (one.bit_count(), other.bit_count()) if one and complete else None


def _is_complete(game: Game, part: State) -> bool:
    degrees = _degrees(game, part)
    return bool(degrees) and min(degrees) == len(degrees) - 1


def _arc_row(game: Game, part: State, solve: Solve) -> Value | None:
    """Two neighbours are taken from a row; from a circle they leave a row, whichever they are."""
    row = _as_row(game, part)
    if row is None:
        return None
    n, circle = row
    return int(solve(DawsonKayles, (n - 2,)) == 0) if circle else solve(DawsonKayles, (n,))


def _node_row(game: Game, part: State, solve: Solve) -> Value | None:
    row = _as_row(game, part)
    if row is None:
        return None
    n, circle = row
    return int(solve(DawsonChess, (n - 3,)) == 0) if circle else solve(DawsonChess, (n,))


def _arc_even(game: Game, part: State, solve: Solve) -> Value | None:
    """Every move leaves such a graph again, so only the number of moves counts."""
    if _is_complete(game, part):
        return int(part.bit_count()) // 2 % 2
    sides = _sides(game, part)
    return None if sides is None else min(sides) % 2


def _node_even(game: Game, part: State, solve: Solve) -> Value | None:
    """A move takes everything, or one side and a vertex of the other: single vertices are left."""
    if _is_complete(game, part):
        return 1
    sides = _sides(game, part)
    return None if sides is None else mex((side - 1) % 2 for side in sides)


def _forest(game: Game, part: State, solve: Solve) -> Value | None:
    """What grows on an element is a sum of trees; the element itself adds 1 to its nim-sum."""
    assert isinstance(game, Poset)
    below = {i: game.below[i] & part for i in numbers(part)}
    closed = {under | 1 << i: i for i, under in below.items()}
    grown, value = dict.fromkeys(below, 0), 0
    for i in sorted(below, key=lambda i: -below[i].bit_count()):  # from the highest down
        if not below[i]:
            value ^= grown[i] + 1
        elif below[i] in closed:
            grown[closed[below[i]]] ^= grown[i] + 1
        else:
            return None  # it stands on several others
    return value


def _bounded(game: Game, part: State) -> Outcome | None:
    """One element is below all others, and taking it ends the game; or above all, and its loss costs nothing."""
    assert isinstance(game, Poset)
    for i in numbers(part):
        others = part & ~(1 << i)
        if game.above[i] & part == others or game.below[i] & part == others:
            return "N"
    return None


# -- the table -----------------------------------------------------------------------------------

THEOREMS: dict[type[Game], tuple[Theorem, ...]] = {
    NimGame: (Theorem("a heap of n has value n", BOUTON, _heap_value, reach=_heap_reach),),
    NimbleGame: (Theorem("a coin on square n is a Nim heap of n", BULANT, _heap_value, reach=_heap_reach),),
    Subtraction: (
        Theorem("taking 1 to m: the remainder modulo m+1", BULANT, _remainder_value, reach=_remainder_reach),
        Theorem("one amount s: 0 s times, then 1 s times", SUBTRACTIONS, _one_amount_value),
        Theorem("two amounts x < y: period 2x or x+y", SUBTRACTIONS, _two_amounts_value),
        Theorem("all amounts: a heap of n has value n", BOUTON, _all_amounts_value, reach=_all_amounts_reach),
    ),
    AllBut: (
        Theorem("all amounts: a heap of n has value n", BOUTON, _all_amounts_value, reach=_all_amounts_reach),
        Theorem("1 but no two neighbours excluded: half the heap", SUBTRACTIONS, _alternating_value),
        Theorem("one amount s excluded: period 2s, each time s more", SUBTRACTIONS, _one_excluded_value),
        Theorem("1 to k excluded: the heap divided by k+1", SUBTRACTIONS, _segment_excluded_value),
    ),
    Octal: (Theorem("Lasker's Nim: 4k+3 and 4k+4 change places", BULANT, _lasker_value),),
    Moore: (
        Theorem("at most k heaps: the total", "Moore 1910", _moore_few_heaps, reach=_moore_reach),
        Theorem("Moore: every binary column divisible by k+1", "Moore 1910", None, _moore_outcome, _moore_reach),
    ),
    TurtlesGame: (Theorem("a head at x is a Nim heap of x", BULANT, _heap_value, reach=_turning_reach),),
    TwinsGame: (Theorem("a head at x is a Nim heap of x", BULANT, _heap_value, reach=_turning_reach),),
    MockTurtlesGame: (Theorem("Mock Turtles: 2x or 2x+1, the odious one", BULANT, _odious, reach=_turning_reach),),
    RulerGame: (
        Theorem("Ruler: the largest power of 2 that divides x", BULANT, _ruler_value, reach=_turning_reach),
    ),
    SubtractionCoins: (Theorem("a head at x is a subtraction heap of x", BULANT, _coins_as_heap),),
    Tartan: (Theorem("tartan theorem: the nim-product of the two values", BULANT, _tartan_value),),
    RookGame: (
        Theorem("rook to the corner is Nim with two heaps", SUMS, _rook_value, reach=_rook_reach),
    ),
    ChopGame: (Theorem("Chop c x r is Nim with heaps c-1 and r-1", "Beling 2021", _chop_value, reach=_chop_reach),),
    WythoffGame: (Theorem("Wythoff: the golden ratio", "Wythoff 1907", None, _wythoff_outcome, _wythoff_reach),),
    Nim2DGame: (Theorem("two-dimensional Nim: all lower rows come first", BULANT, _nim2d_value, reach=_nim2d_reach),),
    ChompGame: (
        Theorem("one row and one column: Nim with two heaps", "Beling 2021", _chomp_hook, reach=_chomp_hook_reach),
        Theorem("a rectangle is won by strategy stealing", "Beling 2021", None, _chomp_rectangle),
    ),
    CramGame: (
        Theorem("no domino fits", Message("the rules"), _cram_one_domino),
        Theorem("symmetry by half a turn", WINNING_WAYS, None, _cram_symmetry, whole=True),
    ),
    ArcKayles: (
        Theorem("a path is a row of Dawson's Kayles, a circle leaves one", WINNING_WAYS, _arc_row),
        Theorem("all pairs are joined, or all between two sides: parity", Message("the rules"), _arc_even),
    ),
    NodeKayles: (
        Theorem("a path is a row of Dawson's Chess, a circle leaves one", WINNING_WAYS, _node_row),
        Theorem("all pairs are joined, or all between two sides: parity", Message("the rules"), _node_even),
    ),
    Poset: (
        Theorem("a forest is Green Hackenbush: 1 more than what grows on it", WINNING_WAYS, _forest),
        Theorem("a least or a greatest element: strategy stealing", "Gale 1974", None, _bounded),
    ),
    Table: (
        Theorem("coins of side 1: the parity of the free squares", Message("the rules"), _table_parity),
        Theorem("symmetry through the middle of the table", Message("Kulbabiński, lesson plan"), None, _table_symmetry),
    ),
}  # fmt: skip
"""By exact class: rules that a user has changed in a subclass are not covered."""


def theorems_of(game: Game) -> tuple[Theorem, ...]:
    """What is known of a game without search."""
    return THEOREMS.get(type(game), ())
