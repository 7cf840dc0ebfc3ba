"""A user's script that knows every public name: mypy --strict reads it, nobody runs it."""

from collections.abc import Iterator
from typing import Any, Literal, assert_type

import numpy as np

import nimatron as nt

# -- an own game, with types and without -----------------------------------------------------------


class Chocolate(nt.Game[tuple[int, int]]):
    start = (4, 6)

    def options(self, bar: tuple[int, int]) -> Iterator[tuple[int, int]]:
        rows, cols = bar
        yield from ((r, cols) for r in range(1, rows))
        yield from ((rows, c) for c in range(1, cols))

    def describe(self, before: tuple[int, int], after: tuple[int, int]) -> nt.Message | str:
        return nt.Message("break off {n}", params={"n": after[0]})


class Countdown(nt.Game):
    def options(self, n: int) -> list[int]:
        return [n - k for k in (1, 2) if k <= n]


class Halving(nt.HeapGame):
    def heap_options(self, n: int) -> Iterator[int]:
        if n:
            yield n // 2


class Neighbours(nt.CoinGame):
    def turns(self, n: int) -> list[tuple[int]]:
        return [(n - 1,)] if n else []


bar = Chocolate()(4, 6)
assert_type(bar, nt.Position[tuple[int, int]])
assert_type(bar.state, tuple[int, int])
assert_type([option.state for option in bar.options()], list[tuple[int, int]])
assert_type(Countdown()(3), nt.Position[Any])
total: nt.Position = bar + Halving()(9) + Neighbours()(2, 3)

# -- the games of the catalog ----------------------------------------------------------------------

ready: list[nt.Position] = [
    nt.Nim(3, 4, 5), nt.Nimble(0, 3), nt.Kayles(1, 11), nt.DawsonKayles(11), nt.DawsonChess(11), nt.DoubleKayles(11),
    nt.Grundy(12), nt.Guiles(11), nt.Kenyon(11), nt.Lasker(2, 5), nt.Officers(11), nt.Treblecross(11),
    nt.Turtles(2, 4), nt.Twins(0, 3), nt.MockTurtles(1, 6), nt.Ruler(4), nt.Corners((3, 1)), nt.Rugs((4, 2)),
    nt.Chomp(4, 2, 2), nt.Chop(4, 6), nt.Cram(3, 3), nt.Rook(2, 16), nt.Wythoff(4, 7), nt.Nim2D((0, 2), (1, 2)),
    nt.Welter(1, 4, 9), nt.SilverDollar(2, 5, 9), nt.Staircase(3, 1, 2), nt.EndNim(3, 1, 2), nt.Euclid(50, 7),
    nt.Fibonacci(13), nt.Fibonacci(13, 4), nt.Hackenbush("0-a a-b"), nt.Hackenbush(("0", "a"), ("a", "b")),
    nt.Notakto(".../.../... X../.../..."), nt.Triplets(2, 5), nt.Turnips(6), nt.Sym(4), nt.Moidores(9),
    nt.CircularKayles("(12)"), nt.CircularDawsonKayles(-12), nt.Nimstring("2x1"),
    nt.BrusselsSprouts("2x4"), nt.Set("{{}}"), nt.Sprouts(3), nt.Mark(20), nt.Antonim(3, 5), nt.NimWithPass("3 4 pass"),
    nt.SylverCoinage(5, 8), nt.PegDuotaire("oo.o/o..o"), nt.PokerNim("3 4 / 1 0"),
]  # fmt: skip
made: list[nt.Game] = [
    nt.Subtraction({1, 2, 3}), nt.AllBut("2,4"), nt.Moore(2), nt.Octal("0.77"), nt.SubtractionCoins({1, 2}),
    nt.Tartan(nt.Ruler, nt.Twins), nt.Graph("a>b"), nt.ArcKayles("a-b"), nt.NodeKayles("a-b"), nt.Poset("a>b"),
    nt.Turning("1-3"), nt.SlowNim(2), nt.Circular("0.77"), nt.Geography("a-b"), nt.EdgeGeography("a-b b>c"),
    nt.MaximumNim(2), nt.JuniperGreen(20), nt.Divisors(60), nt.Northcott(8), nt.HypergraphNim("1-2 2-3"),
    nt.KotzigNim({1, 2}, 12),
    nt.Chomp3D(2, 2, 2), nt.ExactSlowNim(2), nt.Subtraction("squares"),
    nt.Table(4, 4, 2), nt.Placing("5x5", "queen"), nt.Sum(nt.Nim, nt.Kayles),
    nt.Conjunctive(nt.Nim, nt.Kayles), nt.Selective(nt.Nim),
    nt.ContinuedConjunctive(nt.Nim), nt.ShortenedSelective(nt.Nim), nt.OrdinalSum(nt.Nim),
    nt.Rules("x", ["x' < x"]),
]  # fmt: skip
classes: list[type[nt.Game]] = [
    nt.NimGame, nt.NimbleGame, nt.ChompGame, nt.ChopGame, nt.CramGame, nt.RookGame, nt.WythoffGame, nt.Nim2DGame,
    nt.TurtlesGame, nt.TwinsGame, nt.MockTurtlesGame, nt.RulerGame, nt.SetGame,
    nt.WelterGame, nt.SilverDollarGame, nt.StaircaseGame, nt.EndNimGame, nt.EuclidGame, nt.FibonacciGame,
    nt.HackenbushGame, nt.NotaktoGame, nt.NimstringGame, nt.BrusselsSproutsGame, nt.SproutsGame,
    nt.MarkGame, nt.AntonimGame, nt.NimWithPassGame, nt.SylverCoinageGame, nt.PegDuotaireGame, nt.PokerNimGame,
]  # fmt: skip
registered: type[Chocolate] = nt.register(Chocolate)
loaded: nt.Game = nt.load("chocolate.py:Chocolate")
read: nt.Position = nt.parse("nim: 3 4 5")
svg: str = read.picture()
playing = nt.widget("nim: 3 4 5", opponent="fair").current()
typed_table: str = nt.formatted(nt.value_table("wythoff", 8, 8, seconds=5.0), "latex")

# -- questions and answers -------------------------------------------------------------------------

limits = nt.Limits(positions=1000, seconds=2.5)
value: int | nt.Ordinal | nt.Loopy = nt.grundy(bar, limits)
values: list[int | nt.Ordinal | nt.Loopy] = nt.grundy([nt.Nim(3), nt.Kayles(5)], seconds=1.0)
texts: list[int | nt.Ordinal | nt.Loopy] = nt.grundy(["nim: 3"])
assert_type(nt.outcome("nim: 3 4 5", misere=True), Literal["N", "P", "D"])
is_three: bool = nt.has_value("nim: 3", 3)
lost: bool = nt.is_losing("nim: 1 2 3")
move: nt.Position | None = nt.winning_move("nim: 3 4 5")
moves: nt.WinningMoves = nt.winning_moves("nim: 3 4 5")
leading: nt.MoveList = nt.reach("nim: 3 4 5", 1)
analysis: nt.Analysis = nt.analyse(bar)
draws: nt.DrawingMoves | None = analysis.drawing_moves
added_up: nt.Loopy = nt.Loopy({0, 2}) ^ 3
explanation: nt.Explanation = nt.explain(bar)
words: str = explanation.text("pl") + analysis.text() + str(explanation)
longest: int = nt.birthday(bar)
form: nt.MisereForm = nt.misere_form(bar) + nt.misere_form("kayles: 5")
assert_type(nt.genus("kayles: 5"), nt.Genus)
assert_type(nt.genus("kayles: 5").misere, tuple[int, ...])
quotient: nt.MisereQuotient = nt.misere_quotient([nt.Kayles, "nim: 3"], seconds=1)
assert_type(quotient.order, int)
assert_type(quotient.period, int | None)
by_value: tuple[nt.ValueClass, ...] = nt.classes("nim: 3", limits)
rule: nt.Discovery = nt.discover(nt.Rules("x", ["x' < x"]), 1.0)
report: nt.Report = nt.check(Chocolate(), [(2, 3)])
passed: bool = report.passed
winner: nt.Outcome = nt.outcome("nim: 3 4 5")
option: nt.Option = moves[0]
place: int = nt.chomp_rank((2, 2), 3, 2)
store: nt.Store | None = None
first: list[int] = nt.sequence(nt.Kayles, 12).tolist() + nt.sequence("0.77", 12, limits, seconds=1.0).tolist()
found: nt.Period | nt.Unresolved = nt.period(nt.Kayles, limit=1000)
cousin: nt.Octal | None = nt.first_cousin("0.07")
standard, smaller = nt.standard_form(nt.Octal("0.07"))
assert_type(smaller, int)
length: int = found.period if found else 0
proved: bool = bool(found) and all([nt.period("0.77", limits), nt.period("0.77", 1000, 5), nt.check("nim").passed])

# -- nimbers ---------------------------------------------------------------------------------------

array = np.arange(1, 6)
product: int = nt.nim_mul(nt.nim_sum(3, 5), nt.nim_div(6, 5))
powers: int = nt.nim_pow(nt.nim_inv(2), 3) ^ nt.nim_square(4) ^ nt.nim_sqrt(5)
roots: tuple[int, int] = nt.nim_solve(2)
every: tuple[int, ...] = nt.nim_quadratic(1, 1, 2)
facts: list[int] = [nt.nim_log(5), nt.nim_order(5), nt.nim_degree(5), nt.nim_primitive(8), nt.mex([0, 1, 3])]
arrays = [
    nt.nim_mul(array, 3),
    nt.nim_mul(array, array[0]),
    nt.nim_sum(array, array[0]),
    nt.nim_sum(array, [1, 2, 3, 4, 5]),
    nt.nim_inv([1, 2, 3]),
    nt.nim_log(array),
]
square: list[list[int]] = nt.nim_matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]])
solved: list[int] = nt.nim_solve_linear(square, nt.nim_matmul(square, [1, 2]))
numbers: list[int] = [nt.nim_det(square), nt.nim_rank(square)]
systems = [nt.nim_matmul(array, array)]
infinite_det: int | nt.Ordinal = nt.nim_det([[nt.Ordinal("w"), 1], [2, 3]])
infinite: int | nt.Ordinal = nt.nim_mul(nt.Ordinal("w"), 2)
nimber: nt.Nimber = nt.Nimber(3) * nt.Nimber(5)

# -- errors ----------------------------------------------------------------------------------------

faults: list[type[nt.NimatronError]] = [
    nt.BadText, nt.Cycle, nt.IllegalMove, nt.IllegalPosition, nt.Limit, nt.OutOfReach, nt.UnknownAlpha, nt.UnknownGame,
    nt.UsageError, nt.UserCodeError,
]  # fmt: skip
