"""Hypothesis strategies: small random positions of every game of the catalog, and of sums of them."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import nimatron as nt
from nimatron.families.catalog import CATALOG, Entry

Positions = SearchStrategy[nt.Position]

AMOUNTS = st.sets(st.integers(1, 7), max_size=4)


def heaps(game: nt.Game, largest: int, most: int = 3) -> Positions:
    return st.lists(st.integers(0, largest), max_size=most).map(game)


def circles(game: nt.Game) -> Positions:
    return st.integers(-8, -1).map(lambda n: game((n,))) | heaps(game, 6, 2)


def heads(game: nt.CoinGame, coins: int = 5) -> Positions:
    return st.sets(st.integers(game.first, game.first + coins - 1), max_size=4).map(lambda s: game(tuple(s)))


def board_heads(game: nt.Tartan, side: int = 3) -> Positions:
    xs, ys = (st.integers(g.first, g.first + side - 1) for g in (game.columns, game.rows))
    return st.sets(st.tuples(xs, ys), max_size=3).map(lambda s: game(tuple(s)))


def pairs(game: nt.Game, low: int, high: int) -> Positions:
    return st.tuples(st.integers(low, high), st.integers(low, high)).map(game)


def stones(game: nt.Game, width: int) -> Positions:
    return st.lists(st.tuples(st.integers(0, width - 1), st.integers(0, 2)), max_size=2).map(lambda s: game(tuple(s)))


def squares(game: nt.Game, last: int = 8) -> Positions:
    return st.sets(st.integers(0, last), max_size=3).map(lambda s: game(tuple(s)))


@st.composite
def bars(draw: st.DrawFn) -> nt.Position:
    rows = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    return nt.Chomp(tuple(sorted(rows, reverse=True)))


@st.composite
def boards(draw: st.DrawFn) -> nt.Position:
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    return nt.Cram((width, height, draw(st.integers(0, 2 ** (width * height) - 1))))


@st.composite
def graphs(draw: st.DrawFn) -> nt.Position:
    names = "abcdef"[: draw(st.integers(1, 6))]
    arrows = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    edges = draw(st.lists(st.sampled_from(arrows), unique=True)) if arrows else []
    tokens = draw(st.lists(st.sampled_from(names), max_size=3))
    return nt.Graph(edges, [*names])(tuple(tokens))


@st.composite
def vertex_games(draw: st.DrawFn, rules: type[nt.Game], most: int = 6) -> nt.Position:
    names = "abcdef"[: draw(st.integers(1, most))]
    pairs = [(b, a) for i, a in enumerate(names) for b in names[i + 1 :]]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    game = rules(edges, [*names])
    return game(tuple(draw(st.sets(st.sampled_from(names)))))


@st.composite
def hackenbushes(draw: st.DrawFn, most: int = 6) -> nt.Position:
    names = "0abcd"[: draw(st.integers(1, 5))]
    edges = draw(st.lists(st.tuples(*[st.sampled_from(names)] * 2), max_size=most))
    if edges and not any("0" in edge for edge in edges):  # all of them hang in the air, which is refused
        edges.append(("0", edges[0][0]))
    return nt.Hackenbush(edges)


@st.composite
def nimstrings(draw: st.DrawFn) -> nt.Position:
    pairs = st.tuples(*[st.sampled_from("0abc")] * 2).filter(lambda pair: pair[0] != pair[1])
    return nt.Nimstring(draw(st.lists(pairs, max_size=6)))


@st.composite
def walks(draw: st.DrawFn, rules: type[nt.Game]) -> nt.Position:
    names = "abcde"[: draw(st.integers(1, 5))]
    pairs = [f"{a}-{b}" for i, a in enumerate(names) for b in names[i + 1 :]]
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=7)) if pairs else []
    if edges and draw(st.booleans()):
        edges = [edge.replace("-", draw(st.sampled_from("->"))) for edge in edges]
    position = rules(" ".join([*edges, *names]))(draw(st.sampled_from(names)))
    for _ in range(draw(st.integers(0, 2))):
        position = next(iter(position.options()), position)
    return position


@st.composite
def notaktos(draw: st.DrawFn) -> nt.Position:
    """Boards with few empty squares: the definition alone has to solve them."""
    texts = st.lists(st.sampled_from("X."), min_size=9, max_size=9).filter(lambda marks: marks.count(".") < 6)
    boards = draw(st.lists(texts, max_size=2))
    position = nt.Notakto(["/".join("".join(marks[k : k + 3]) for k in (0, 3, 6)) for marks in boards])
    return position if reachable(position, 2000) < 2000 else nt.Notakto(())


@st.composite
def tables(draw: st.DrawFn) -> nt.Position:
    game = nt.Table(draw(st.integers(1, 4)), draw(st.integers(1, 3)), draw(st.integers(1, 2)))
    position = game(())
    for _ in range(draw(st.integers(0, 3))):
        options = list(position.options())
        if options:
            position = draw(st.sampled_from(options))
    return nt.Position(position.game, position.state)


COINS = [nt.Turtles, nt.Twins, nt.MockTurtles, nt.Ruler, nt.SubtractionCoins({1, 2, 3})]

POSITIONS: dict[str, Positions] = {
    "nim": heaps(nt.Nim, 5),
    "moore": st.integers(1, 3).flatmap(lambda k: heaps(nt.Moore(k), 3)),
    "subtraction": AMOUNTS.flatmap(lambda s: heaps(nt.Subtraction(s), 9)),
    "allbut": AMOUNTS.flatmap(lambda s: heaps(nt.AllBut(s), 9)),
    "lasker": heaps(nt.Lasker, 4, 2),
    "kayles": heaps(nt.Kayles, 6, 2),
    "dawson-kayles": heaps(nt.DawsonKayles, 7, 2),
    "circular-kayles": circles(nt.CircularKayles),
    "circular-dawson-kayles": circles(nt.CircularDawsonKayles),
    "circular": st.sampled_from(["0.137", "0.17", "0.3"]).flatmap(lambda c: circles(nt.Circular(c))),
    "guiles": heaps(nt.Guiles, 7, 2),
    "double-kayles": heaps(nt.DoubleKayles, 7, 2),
    "dawson-chess": heaps(nt.DawsonChess, 7, 2),
    "treblecross": heaps(nt.Treblecross, 9, 2),
    "kenyon": heaps(nt.Kenyon, 7, 2),
    "officers": heaps(nt.Officers, 7, 2),
    "grundy": heaps(nt.Grundy, 8, 2),
    "octal": st.sampled_from(["0.37", "4.12", "0.3F", "0.[7!]", "8.1", "0"]).flatmap(
        lambda c: heaps(nt.Octal(c), 5, 2)
    ),
    "nimble": heaps(nt.Nimble, 5),
    "turtles": heads(nt.Turtles),
    "twins": heads(nt.Twins),
    "mock-turtles": heads(nt.MockTurtles),
    "ruler": heads(nt.Ruler),
    "subtraction-coins": AMOUNTS.flatmap(lambda s: heads(nt.SubtractionCoins(s))),
    "triplets": heads(nt.Triplets),
    "turnips": heads(nt.Turnips),
    "sym": heads(nt.Sym),
    "moidores": heads(nt.Moidores),
    "turning": st.sampled_from(["1-2", "2E", "4FS", "1-3C(3)", "1-2C"]).flatmap(lambda c: heads(nt.Turning(c))),
    "corners": board_heads(nt.Corners),
    "rugs": board_heads(nt.Rugs),
    "tartan": st.tuples(st.sampled_from(COINS), st.sampled_from(COINS)).flatmap(
        lambda pair: board_heads(nt.Tartan(*pair), 2)
    ),
    "rook": pairs(nt.Rook, 0, 6),
    "wythoff": st.integers(1, 3).flatmap(lambda r: pairs(nt.WythoffGame(r), 0, 6)),
    "nim2d": st.integers(1, 3).flatmap(lambda width: stones(nt.Nim2DGame(width), width)),
    "welter": squares(nt.Welter),
    "silver-dollar": squares(nt.SilverDollar),
    "staircase": heaps(nt.Staircase, 3),
    "end-nim": heaps(nt.EndNim, 4, 4),
    "euclid": st.sampled_from([0, 1]).flatmap(lambda least: pairs(nt.EuclidGame(least), least, 20)),
    "fibonacci": pairs(nt.Fibonacci, 0, 14),
    "chomp": bars(),
    "cram": boards(),
    "chop": pairs(nt.Chop, 1, 6),
    "graph": graphs(),
    "arc-kayles": vertex_games(nt.ArcKayles),
    "node-kayles": vertex_games(nt.NodeKayles),
    "poset": vertex_games(nt.Poset, 5),
    "hackenbush": hackenbushes(),
    "geography": walks(nt.Geography),
    "edge-geography": walks(nt.EdgeGeography),
    "nimstring": nimstrings(),
    "brussels-sprouts": st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=2).map(tuple), max_size=2).map(
        nt.BrusselsSprouts
    ),
    "notakto": notaktos(),
    "table": tables(),
}
"""Positions of games whose samples are too large, or whose positions are more varied than play from the samples."""


@st.composite
def played(draw: st.DrawFn, entry: Entry) -> nt.Position:
    """A position that play can reach from an example of the catalog."""
    position = nt.parse(draw(st.sampled_from([entry.sample, *entry.easy])))
    for _ in range(draw(st.integers(0, 5))):
        if options := list(position.options()):
            position = draw(st.sampled_from(options))
    return position


POSITIONS |= {entry.id: played(entry) for entry in CATALOG if entry.id not in POSITIONS}
"""One strategy for each entry of the catalog, with positions small enough to be solved by the definition."""

ENDLESS = ("northcott", "poker-nim")
"""Games in which play can go on for ever: the definition does not solve them, and their own tests label positions."""

ANY: Positions = st.one_of(*(positions for name, positions in POSITIONS.items() if name not in ENDLESS))


def sums(most: int = 3) -> Positions:
    def joined(parts: list[nt.Position]) -> nt.Position:
        total = parts[0]
        for part in parts[1:]:
            total += part
        return total

    return st.lists(ANY, min_size=2, max_size=most).map(joined)


def reachable(position: nt.Position, most: int) -> int:
    """How many states play can meet from here, at most `most`."""
    todo, seen = [position.state], {position.state}
    while todo and len(seen) < most:
        new = set(position.game.options(todo.pop())) - seen
        seen |= new
        todo += new
    return len(seen)


def small_sums(most: int = 3000) -> Positions:
    """Sums of two that the definition alone can solve."""
    small = ANY.filter(lambda position: reachable(position, 300) < 300)
    pairs = st.tuples(small, small).filter(lambda pair: reachable(pair[0], 300) * reachable(pair[1], 300) < most)
    return pairs.map(lambda pair: pair[0] + pair[1])
