"""One explicit table of the named games. Users register their own games next to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

from ..errors import BadText, UnknownGame, UsageError
from ..game import NOTHING, Game, Sum
from . import (
    circles,
    coins,
    cram,
    endnim,
    euclid,
    fibonacci,
    geography,
    graphs,
    grids,
    hackenbush,
    heaps,
    kayles,
    lattice,
    nimstring,
    notakto,
    octal,
    poset,
    sprouts,
    strips,
    table,
)

FileReader = Callable[[str, type[Game]], Game]
"""Makes a game with the given rules on the graph in a file. Only the command line has one."""

ON_GRAPHS: tuple[type[Game], ...] = (
    graphs.Graph,
    kayles.ArcKayles,
    kayles.NodeKayles,
    poset.Poset,
    geography.Geography,
    geography.EdgeGeography,
)
"""The rules whose parameters may come from a file."""


@dataclass(frozen=True)
class Entry:
    """A named game. `game` is the game itself, or the class that makes it from parameters."""

    id: str
    title: str
    game: Game | type[Game]
    sample: str
    """A position to begin with, in the notation."""
    source: str
    aliases: tuple[str, ...] = ()
    easy: tuple[str, ...] = ()
    """Small positions that the player who begins can win, the smallest first."""

    @property
    def rules(self) -> str:
        """The rules in a sentence or two."""
        return (self.game.__doc__ or "").strip().split("\n\n")[0].replace("\n    ", " ")


class Catalog:
    """The named games. Users may `add` their own, or make a copy `with_games` of theirs."""

    def __init__(self, entries: tuple[Entry, ...], files: FileReader | None = None) -> None:
        self.files = files
        self._list(entries)

    def _list(self, entries: tuple[Entry, ...]) -> None:
        self.entries = entries
        # Backwards, so that the first of two entries with the same name is found.
        named = [(name, entry) for entry in reversed(entries) for name in (entry.id, *entry.aliases)]
        self._by_name = {_normal(name): entry for name, entry in named}

    def __iter__(self) -> Iterator[Entry]:
        # A user's game hides one of ours that has the same name: nobody could ask for that one.
        return (entry for entry in self.entries if self._by_name[_normal(entry.id)] is entry)

    def with_games(self, *games: Game, files: FileReader | None = None) -> Catalog:
        """A copy of this catalog with the user's `games` before the others, and a reader for `graph{@file}`."""
        return Catalog((*map(_own, games), *self.entries), files or self.files)

    def add(self, game: Game) -> None:
        """Let the user's `game` be found from now on. It is an error if another game has its name.

        Adding the same rules again changes nothing. A class defined again, as in a notebook, replaces the old one.
        """
        old = self._by_name.get(_normal(game.name))
        if old is None or _is_defined_anew(type(old.game), type(game)):
            self._list((_own(game), *(entry for entry in self.entries if entry is not old)))
        elif old.game != game:
            raise UsageError(
                "the name {name!r} is taken by {title}: give your game another `name`", name=game.name, title=old.title
            )

    def find(self, name: str) -> Entry:
        """The entry called `name`; UnknownGame suggests similar names."""
        entry = self._by_name.get(_normal(name)) or self._by_name.get(_normal(name).removesuffix("-game"))
        if entry is None:
            # Cut short: comparing a whole pasted page with every name would take long.
            near = get_close_matches(_normal(name[:60]), self._by_name, n=3, cutoff=0.5)
            raise UnknownGame("no game is called {name!r}.", near, name=name[:60])
        return entry

    def game(self, text: str) -> Game:
        """The rules that `name{parameters}` means."""
        name, brace, rest = text.partition("{")
        entry = self.find(name)
        if not isinstance(entry.game, type):
            if brace and rest.rstrip() not in ("}", f"{entry.game.parameters}}}"):
                raise BadText("{name} takes no parameters", text, len(name), name=entry.id)
            return entry.game
        if not brace and "{" not in entry.sample:
            return entry.game.from_parameters("")  # its parameters have a default
        if not rest.rstrip().endswith("}"):
            raise BadText("expected parameters in braces, such as {sample}", text, len(name), sample=entry.sample)
        return self._made(entry.game, rest.rstrip()[:-1], text, len(name) + 1)

    def _made(self, rules: type[Game], parameters: str, text: str, place: int) -> Game:
        try:
            if rules is coins.Tartan:  # its parameters are names of games, which only a catalog can read
                return self._tartan(parameters)
            if rules in ON_GRAPHS and parameters.strip().startswith("@"):
                return self._graph_file(rules, parameters)
            return rules.from_parameters(parameters)
        except BadText as fault:
            raise fault.within(text, place) from None
        except UsageError as fault:
            # In the notation, a wrong parameter is a fault of the text, and has a place in it.
            raise BadText(fault.message, text, place) from None

    def _tartan(self, parameters: str) -> Game:
        cut = top_level(parameters, ",")
        if len(cut) != 1:
            raise BadText("expected two coin games, such as tartan{ruler,twins}", parameters, 0)
        names = parameters[: cut[0]], parameters[cut[0] + 1 :]
        games = []
        for name, place in zip(names, (0, cut[0] + 1), strict=True):
            try:
                games.append(self.game(name.strip()))
            except BadText as fault:
                raise fault.within(parameters, place + len(name) - len(name.lstrip())) from None
        return coins.Tartan(*games)  # type: ignore[arg-type]  # it refuses other games itself

    def _graph_file(self, rules: type[Game], parameters: str) -> Game:
        if self.files is None:
            raise BadText("graph files are read on the command line only", parameters, 0)
        return self.files(parameters.strip()[1:], rules)


def top_level(text: str, mark: str) -> list[int]:
    """The places of `mark` outside all braces and brackets."""
    depth, places = 0, []
    for found in re.finditer(r"[{\[(]|[}\])]|" + re.escape(mark), text):
        letter = found[0]
        if letter == mark:
            if depth == 0:
                places.append(found.start())
        else:
            depth += 1 if letter in "{[(" else -1
    return places


def _normal(name: str) -> str:
    """A name without what people write in different ways: Wythoff's game, wythoff game, WYTHOFF_GAME."""
    return re.sub(r"[\s_]+", "-", re.sub(r"['’]s?(?!\w)", "", name.strip().lower()))


OWN_GAME = "own game"
"""The source given for an entry that a user has added."""


def _own(game: Game) -> Entry:
    sample = game.write(game.accept(game.start)) if game.start is not NOTHING else ""
    return Entry(game.name, type(game).__name__, game, sample, OWN_GAME)


def _is_defined_anew(old: type, new: type) -> bool:
    """Is `new` a later definition of the class `old`: another class with the same name in the same place?"""
    return old is not new and (old.__module__, old.__qualname__) == (new.__module__, new.__qualname__)


# -- the table ----------------------------------------------------------------------------------

BELING = "P. Beling, The theorems of Bouton and Sprague-Grundy (2019/2021)"
SUMS = "Nim-addition, sums of games (Hungarian slides)"
BULANT = "M. Bulant, Combinatorial games (2008)"
SUBTRACTIONS = "Sobociński, Tłaczała, Szewczak, Sprague-Grundy values in Subtraction and All-But games (2025)"
LESSONS = "B. Kulbabiński, How to win in games (lesson plan)"
SCHAEFER = "T. J. Schaefer, On the complexity of some two-person perfect-information games (1978)"
GALE = "D. Gale, A curious Nim-type game (1974)"
WINNING_WAYS = "Berlekamp, Conway, Guy, Winning Ways (2nd ed. 2001-04)"
WELTER = "C. P. Welter, The theory of a class of games on a sequence of squares (1954)"
SPRAGUE = "R. Sprague, Über zwei Abarten von Nim (1937)"
END_NIM = "M. H. Albert, R. J. Nowakowski, The game of End-Nim (2001)"
EUCLID = "A. J. Cole, A. J. T. Davie, A game based on the Euclidean algorithm (1969); J. W. Grossman (1997)"
GEOGRAPHY = "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography (1993)"
NOTAKTO = "T. E. Plambeck, G. Whitehead, The secrets of Notakto (2013)"
GARDNER = "M. Gardner, Of sprouts and Brussels sprouts (1967)"
WHINIHAN = "M. J. Whinihan, Fibonacci Nim (1963)"

CATALOG = Catalog(
    (
        Entry("nim", "Nim", heaps.Nim, "nim: 3 4 5", BELING, easy=("nim: 1 3", "nim: 2 3 4", "nim: 1 2 4")),
        Entry("moore", "Moore's Nim_k", heaps.Moore, "moore{2}: 3 4 5", BULANT, ("moore-nim",),
              easy=("moore{2}: 1 2", "moore{2}: 2 2 3")),
        Entry("subtraction", "Take-away, subtraction game", heaps.Subtraction, "subtraction{1,2,3}: 13", SUBTRACTIONS,
              ("take-away", "takeaway", "bachet"), easy=("subtraction{1,2,3}: 6", "subtraction{1,2,3}: 10")),
        Entry("allbut", "All-but game", heaps.AllBut, "allbut{2,4}: 12", SUBTRACTIONS, ("all-but",),
              easy=("allbut{2,4}: 3", "allbut{2,4}: 7")),
        Entry("lasker", "Lasker's Nim", octal.Lasker, "lasker: 2 5 7", BULANT, ("lasker-nim",),
              easy=("lasker: 3", "lasker: 1 2")),
        Entry("kayles", "Kayles", octal.Kayles, "kayles: 1 11", BULANT, easy=("kayles: 3", "kayles: 5")),
        Entry("dawson-kayles", "Dawson's Kayles", octal.DawsonKayles, "dawson-kayles: 11", WINNING_WAYS,
              easy=("dawson-kayles: 4", "dawson-kayles: 6")),
        Entry("dawson-chess", "Dawson's Chess", octal.DawsonChess, "dawson-chess: 11", WINNING_WAYS,
              easy=("dawson-chess: 3", "dawson-chess: 5")),
        Entry("circular-kayles", "Kayles in a circle", circles.CircularKayles, "circular-kayles: (11)", WINNING_WAYS,
              ("kayles-in-a-circle",), easy=("circular-kayles: (2)", "circular-kayles: 5")),
        Entry("circular-dawson-kayles", "Dawson's Kayles in a circle", circles.CircularDawsonKayles,
              "circular-dawson-kayles: (11)", WINNING_WAYS, ("dawson-kayles-in-a-circle",),
              easy=("circular-dawson-kayles: (3)", "circular-dawson-kayles: (7)")),
        Entry("circular", "Pins in a circle by code", circles.Circular, "circular{0.137}: (11)", WINNING_WAYS,
              easy=("circular{0.137}: (2)", "circular{0.137}: (3)")),
        Entry("guiles", "Guiles", octal.Guiles, "guiles: 11", WINNING_WAYS, easy=("guiles: 4", "guiles: 6")),
        Entry("double-kayles", "Double Kayles", octal.DoubleKayles, "double-kayles: 11", WINNING_WAYS,
              easy=("double-kayles: 4", "double-kayles: 6")),
        Entry("treblecross", "Treblecross", octal.Treblecross, "treblecross: 11", WINNING_WAYS,
              easy=("treblecross: 5", "treblecross: 7")),
        Entry("kenyon", "Kenyon's game", octal.Kenyon, "kenyon: 11", WINNING_WAYS, easy=("kenyon: 4", "kenyon: 5")),
        Entry("officers", "Officers", octal.Officers, "officers: 11", WINNING_WAYS,
              easy=("officers: 3", "officers: 5")),
        Entry("grundy", "Grundy's game", octal.Grundy, "grundy: 12", WINNING_WAYS, easy=("grundy: 5", "grundy: 6")),
        Entry("octal", "Take-and-break game by code", octal.Octal, "octal{0.77}: 1 11", WINNING_WAYS,
              easy=("octal{0.77}: 3", "octal{0.77}: 1 2")),
        Entry("nimble", "Nimble", heaps.Nimble, "nimble: 0 3 3 7", BULANT, easy=("nimble: 1 4", "nimble: 2 3 5")),
        Entry("turtles", "Turning Turtles", coins.Turtles, "turtles: 2 4 6", BULANT, ("turning-turtles",),
              easy=("turtles: 1 3", "turtles: 2 4")),
        Entry("twins", "Twins", coins.Twins, "twins: 1 3 6", BULANT, easy=("twins: 1 3", "twins: 1 2 4")),
        Entry("mock-turtles", "Mock Turtles", coins.MockTurtles, "mock-turtles: 1 4 6", BULANT,
              easy=("mock-turtles: 0 2", "mock-turtles: 1 3")),
        Entry("ruler", "Ruler", coins.Ruler, "ruler: 3 6 8", BULANT, easy=("ruler: 1 2", "ruler: 2 4")),
        Entry("subtraction-coins", "Subtraction as coin turning", coins.SubtractionCoins,
              "subtraction-coins{1,2,3}: 2 5 7", BULANT,
              easy=("subtraction-coins{1,2,3}: 1 3", "subtraction-coins{1,2,3}: 2 5")),
        Entry("triplets", "Triplets", coins.Triplets, "triplets: 2 5 7", WINNING_WAYS,
              easy=("triplets: 2 3", "triplets: 4")),
        Entry("turnips", "Turnips", coins.Turnips, "turnips: 2 6 8", WINNING_WAYS, ("ternups",),
              easy=("turnips: 2", "turnips: 2 6")),
        Entry("sym", "Sym", coins.Sym, "sym: 2 5 7", WINNING_WAYS, easy=("sym: 0 1", "sym: 1 3")),
        Entry("moidores", "Moidores", coins.Moidores, "moidores: 2 5 7", WINNING_WAYS,
              easy=("moidores: 0 1", "moidores: 1 3")),
        Entry("turning", "Coin turning by code", coins.Turning, "turning{1-3}: 2 5 7", WINNING_WAYS,
              easy=("turning{1-3}: 0 1", "turning{1-3}: 1 3")),
        Entry("corners", "Turning Corners", coins.Corners, "corners: 3,1 2,3 4,4", BULANT, ("turning-corners",),
              easy=("corners: 2,1", "corners: 1,1 2,2")),
        Entry("rugs", "Rugs", coins.Rugs, "rugs: 4,2 3,4 5,5", BULANT, easy=("rugs: 2,1", "rugs: 1,1 2,2")),
        Entry("tartan", "Product of two coin games", coins.Tartan, "tartan{ruler,twins}: 1,0 4,2", BULANT,
              easy=("tartan{ruler,twins}: 1,1", "tartan{ruler,twins}: 2,1")),
        Entry("rook", "Rook to the corner", lattice.Rook, "rook: 5 7", SUMS, easy=("rook: 1 3", "rook: 4 2")),
        Entry("wythoff", "Wythoff's game", lattice.WythoffGame, "wythoff: 5 7", LESSONS,
              easy=("wythoff: 2 3", "wythoff: 3 4")),
        Entry("nim2d", "Two-dimensional Nim", lattice.Nim2DGame, "nim2d: 1,2 0,1", BULANT,
              easy=("nim2d: 2,0", "nim2d: 1,0 3,0")),
        Entry("welter", "Welter's game", strips.Welter, "welter: 1 4 9", WELTER, easy=("welter: 0 2", "welter: 1 4")),
        Entry("silver-dollar", "Silver Dollar without the dollar", strips.SilverDollar, "silver-dollar: 2 5 9",
              WINNING_WAYS, easy=("silver-dollar: 1 3", "silver-dollar: 2 5")),
        Entry("staircase", "Staircase Nim", strips.Staircase, "staircase: 3 1 2", SPRAGUE, ("staircase-nim",),
              easy=("staircase: 2 1", "staircase: 2 1 1")),
        Entry("end-nim", "End-Nim", endnim.EndNim, "end-nim: 3 1 2", END_NIM,
              easy=("end-nim: 3", "end-nim: 1 2", "end-nim: 2 1 3")),
        Entry("euclid", "Euclid", euclid.EuclidGame, "euclid: 33 7", EUCLID, easy=("euclid: 5 2", "euclid: 9 4")),
        Entry("fibonacci", "Fibonacci Nim", fibonacci.Fibonacci, "fibonacci: 20", WHINIHAN, ("fibonacci-nim",),
              easy=("fibonacci: 4", "fibonacci: 7")),
        Entry("chomp", "Chomp", grids.Chomp, "chomp: 4x3", BELING, easy=("chomp: 2x2", "chomp: 3x2", "chomp: 3x3")),
        Entry("cram", "Cram", cram.Cram, "cram: 4x4", BELING, easy=("cram: 3x1", "cram: 3x2")),
        Entry("chop", "Chop", grids.Chop, "chop: 4x6", BELING, easy=("chop: 2x3", "chop: 3x4")),
        Entry("graph", "Tokens on a directed graph", graphs.Graph, "graph{a>b a>c b>c b>d c>d}: a b", LESSONS,
              easy=("graph{a>b a>c b>c b>d c>d}: b", "graph{a>b a>c b>c b>d c>d}: a b")),
        Entry("arc-kayles", "Arc Kayles: Cram on any graph", kayles.ArcKayles,
              "arc-kayles{a-b a-d b-c c-d d-e}: a b c d e", SCHAEFER,
              easy=("arc-kayles{a-b b-c}: a b c", "arc-kayles{a-b b-c c-d}: a b c d")),
        Entry("node-kayles", "Node Kayles", kayles.NodeKayles, "node-kayles{a-b a-d b-c c-d d-e}: a b c d e", SCHAEFER,
              easy=("node-kayles{a-b b-c}: a b c", "node-kayles{a-b a-d b-c c-d d-e}: a b c d e")),
        Entry("poset", "Chomp on any partial order", poset.Poset, "poset{b>a d>b d>c}: a b c d", GALE,
              easy=("poset{b>a c>a}: a b c", "poset{b>a d>b d>c}: a b c d")),
        Entry("hackenbush", "Green Hackenbush", hackenbush.Hackenbush, "hackenbush: 0-a 0-d a-b a-c b-c d-e",
              WINNING_WAYS, ("green-hackenbush",),
              easy=("hackenbush: 0-a a-b 0-c", "hackenbush: 0-a 0-b a-b", "hackenbush: 0-a 0-d a-b a-c b-c")),
        Entry("geography", "Geography: each vertex once", geography.Geography, "geography{a-b b-c b-e c-d d-e e-f}: a",
              GEOGRAPHY, ("vertex-geography",),
              easy=("geography{a-b b-c}: b", "geography{a-b b-c c-d}: a", "geography{a-b a-d b-c c-d d-e e-f}: f")),
        Entry("edge-geography", "Edge Geography: each edge once", geography.EdgeGeography,
              "edge-geography{a-b a-d a-f b-c c-d d-e e-f}: a", GEOGRAPHY,
              easy=("edge-geography{a-b b-c}: b", "edge-geography{a-b a-c b-d c-d d-e}: e")),
        Entry("notakto", "Notakto", notakto.Notakto, "notakto: .../.../... .../.../...", NOTAKTO,
              easy=("notakto: XX./.../.X.", "notakto: X../.../...", "notakto: .../.../...")),
        Entry("nimstring", "Nimstring, Strings and Coins", nimstring.Nimstring, "nimstring: 2x1", WINNING_WAYS,
              ("strings-and-coins",),
              easy=("nimstring: 0-a 0-a", "nimstring: 0-a 0-b a-b", "nimstring: 0-a 0-a 0-b 0-b a-b")),
        Entry("brussels-sprouts", "Brussels Sprouts", sprouts.BrusselsSprouts, "brussels-sprouts: 4,4", GARDNER,
              easy=("brussels-sprouts: 4", "brussels-sprouts: 2,3")),
        Entry("table", "Coins on a table", table.Table, "table{4,4,2}:", LESSONS, ("coins-on-a-table",),
              easy=("table{3,3,2}:", "table{3,3,1}:", "table{4,4,2}:")),
    )
)  # fmt: skip

KNOWN = Catalog(CATALOG.entries)
"""What `parse` uses if no other catalog is given: the table above and the games that users have registered."""

AnyGame = TypeVar("AnyGame", bound=Game | type[Game])


def register(game: AnyGame) -> AnyGame:
    """Let `parse` find your own game by its name. A class stands for the game that it makes without arguments.

    The text of its positions can then be read, alone and in sums. Also works as a class decorator.

    >>> from nimatron import Game, parse
    >>> @register
    ... class Halving(Game):
    ...     start = 20
    ...     def options(self, n):
    ...         return {n - 1, n // 2} if n else ()
    >>> parse("halving: 20 + nim: 3")
    parse('halving: 20 + nim: 3')
    """
    KNOWN.add(game if isinstance(game, Game) else game())
    return game


def name_of(game: Game) -> str:
    """The title of `game` for people."""
    if isinstance(game, Sum):
        return str(game)
    ours = _ours(game)
    return ours.title if ours else type(game).__name__


def is_ours(game: Game) -> bool:
    """Is it a game of the catalog? A user's own game is not, even if it is derived from one or has its name.

    >>> from nimatron import Game, Kayles
    >>> both = (Kayles(3) + Kayles(4)).game
    >>> is_ours(Kayles), is_ours(both), is_ours(type("Kayles", (Game,), {"options": lambda self, n: ()})())
    (True, True, False)
    """
    return all(map(is_ours, game.games)) if isinstance(game, Sum) else _ours(game) is not None


def _ours(game: Game) -> Entry | None:
    return next((entry for entry in CATALOG if entry.id == game.name and entry.game in (game, type(game))), None)
