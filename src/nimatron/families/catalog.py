"""The catalog: one table of the named games, beside which users register their own.

A row names the rules of its game and loads them when the game is first asked for: solving Nim loads no other family.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar
from unicodedata import combining, normalize

from ..core.brackets import closing, top_level
from ..core.errors import BadText, UnknownGame, UsageError
from ..core.game import NOTHING, Compound, Game
from ..core.message import Message
from .sources import (
    BELING,
    BULANT,
    END_NIM,
    EUCLID,
    GALE,
    GARDNER,
    GEOGRAPHY,
    LESSONS,
    NOTAKTO,
    SCHAEFER,
    SPRAGUE_1937,
    SUBTRACTIONS,
    SUMS,
    WELTER,
    WHINIHAN,
    WINNING_WAYS,
    Source,
)

CODE = re.compile(r"[a-v]?\.\S*|(?:(?:[0-9A-V*]|\{[0-9,+!?=]*\})[!?=]?)*\.\S*|[0-9A-Fa-f][!?=]?|\{[0-9,+!?=]*\}[!?=]")
"""The code of a take-and-break game, even a faulty one. No name of a game has a point."""

TAKING = re.compile(r"\s*G\((\d+)\)\s*")
"""G(3), as the lecture writes the game of taking 1 to 3."""

PRODUCT = re.compile(r"\s*([^\W\d][^\d×:]*?)(?:\s*×\s*|\s+x\s+)([^\W\d][^\d×:]*?)\s*")
"""G × H, as the lecture writes the tartan product of two coin games."""

PAIRS = ("{}", "[]", "()")
"""Brackets around parameters: the notation has braces, and articles have others."""

FileReader = Callable[[str, type[Game]], Game]
"""Makes a game with the given rules on the graph in a file. Only the command line has one."""


@dataclass(frozen=True)
class Entry:
    """A row of the catalog: a named game, and where its rules are."""

    id: str
    title: str
    rules_at: str | Game
    """`folder:Name`, a name in the `rules.py` of a family's folder, so that a row loads no rules; or a user's game."""
    sample: str
    """A position to begin with, in the notation."""
    publication: Source | str
    aliases: tuple[str, ...] = ()
    easy: tuple[str, ...] = ()
    """Small positions that the player who begins can win, the smallest first."""

    @cached_property
    def game(self) -> Game | type[Game]:
        """The game itself, or the class that makes it from parameters; its rules are loaded here."""
        if isinstance(self.rules_at, Game):
            return self.rules_at
        game: Game | type[Game] = getattr(import_module(self.module), self.name)
        return game

    @property
    def module(self) -> str:
        """The module of the rules."""
        if isinstance(self.rules_at, Game):
            return type(self.rules_at).__module__
        return f"{__package__}.{self.rules_at.partition(':')[0]}.rules"

    @property
    def name(self) -> str:
        """What the game or its class is called in its module: a public name of the package."""
        return self.title if isinstance(self.rules_at, Game) else self.rules_at.partition(":")[2]

    @property
    def source(self) -> str:
        """Where the game is published, in full."""
        return self.publication.full if isinstance(self.publication, Source) else self.publication

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
        self.__dict__.pop("_by_title", None)  # it is made when it is asked for

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
        """The entry called `name`, or titled so in any language; UnknownGame suggests similar names."""
        entry = self._row(name)[0]
        if entry is None:
            near = self._similar_names(name)
            text = "no game is called {name!r}." if near else "no game is called {name!r}: `nimatron list` shows all"
            raise UnknownGame(Message(text, name=name[:60]), near)
        return entry

    def _row(self, name: str) -> tuple[Entry | None, str]:
        """The entry called `name`, and the number in it: Nim_2 is Nim_k with the parameter 2."""
        normal = _normal(name)
        if entry := self._by_name.get(normal) or self._by_name.get(normal.removesuffix("-game")):
            return entry, ""  # `kayles-game` means kayles
        numbers = re.findall(r"\d+", normal)
        if len(numbers) == 1 and not re.search(r"\s\d", name):  # in `nim 3` the number is a heap
            return self._by_name.get(re.sub(r"-?\d+", "-k", normal)), numbers[0]
        return (None if numbers else self._by_title.get(normal)), ""

    @cached_property
    def _by_title(self) -> dict[str, Entry]:
        """Entries by their titles in all languages, whole or a part."""
        return {_normal(name): entry for name, entry in self._titles()}

    def _titles(self) -> Iterator[tuple[str, Entry]]:
        """Each title in any language, whole and its parts: `Take-away, subtraction game` has two."""
        from ..core.message import in_all_languages  # loaded here: most names are those of the catalog

        for entry in reversed(self.entries):
            for title in in_all_languages(entry.title):
                yield from ((name.strip(), entry) for name in (title, *re.split("[,:(]", title)))

    def _similar_names(self, name: str) -> list[str]:
        """Similar names of games; of each game the most similar one, be it a title."""
        titles = {_normal(title): title for title, _ in self._titles()}
        names = self._by_title | self._by_name
        # Cut short: comparing a whole pasted page with every name would take long.
        near = get_close_matches(_normal(name[:60]), names, n=3, cutoff=0.6)
        found: dict[str, str] = {}
        for one in near:
            found.setdefault(names[one].id, names[one].id if one in self._by_name else titles[one])
        return list(found.values())

    def entry_by_name(self, text: str) -> Entry | None:
        """The entry, if `text` is a name without parameters."""
        name = _cut(text)[0]
        entry, number = self._row(name)
        return entry if name == text and not number else None

    def knows(self, text: str) -> bool:
        """Is `text` the name of a game, perhaps with parameters, a set of amounts or a code with a point?"""
        if "." in text and CODE.fullmatch(text):
            return True
        name, _, closed = _cut(text)
        return closed and (bool(self._row(name)[0]) if name.strip() else text.startswith("{"))

    def game(self, text: str) -> Game:
        """The rules that `name{parameters}`, a set of amounts or a take-and-break code means.

        >>> print(*map(CATALOG.game, ["SUBTRACTION({1,2,3})", "{1,2,...,6}", "allbut[2,4]", "Nim_2", ".77"]))
        subtraction{1,2,3} subtraction{1-6} allbut{2,4} moore{2} octal{0.77}
        >>> print(*map(CATALOG.game, ["G(5)", "SUBTRACTION(N)", "pravítko × dvojčata"]))
        subtraction{1-5} subtraction{1-} tartan{ruler,twins}
        """
        text = text.strip().rstrip(":").rstrip()
        name, parameters, closed = _cut(text)
        entry, number = self._row(name)
        if entry is None and CODE.fullmatch(text):
            return self.game(f"octal{{{text}}}")
        if not name and text.startswith("{") and closed:
            return self._make(self.find("subtraction").game, text, text, 0)
        if closed and not name.strip() and parameters:
            raise BadText("expected a game before the bracket, such as {sample}", text, 0, sample=f"allbut{text}")
        if not closed:
            raise BadText("the bracket {bracket} has no partner", text, len(name), bracket=text[len(name)])
        entry = entry or self.find(name)
        if not isinstance(entry.game, type):
            if name != text and parameters.strip() not in ("", entry.game.parameters):
                raise BadText("{name} does not take parameters", text, len(name), name=entry.id)
            return entry.game
        if number:
            return self._make(entry.game, number, text, 0)
        if name == text and "{" not in entry.sample:
            return entry.game.from_parameters("")  # its parameters have a default
        if name == text:
            raise BadText("expected parameters in braces, such as {sample}", text, len(name), sample=entry.sample)
        return self._make(entry.game, parameters, text, len(name) + 1)

    def _make(self, rules: Game | type[Game], parameters: str, text: str, place: int) -> Game:
        assert isinstance(rules, type)
        try:
            if getattr(rules, "made_of_games", False):  # only a catalog can read their names
                return rules(*self._two_games(parameters))
            if getattr(rules, "on_graph", False) and parameters.strip().startswith("@"):
                return self._graph_file(rules, parameters)
            return rules.from_parameters(parameters)
        except BadText as fault:
            raise fault.within(text, place) from None
        except UsageError as fault:
            # In the notation, a wrong parameter is a fault of the text, and has a place in it.
            raise BadText(fault.message, text, place) from None

    def _two_games(self, parameters: str) -> list[Game]:
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
        return games

    def _graph_file(self, rules: type[Game], parameters: str) -> Game:
        if self.files is None:
            raise BadText("graph files are read on the command line only", parameters, 0)
        return self.files(parameters.strip()[1:], rules)


def _cut(text: str) -> tuple[str, str, bool]:
    """The name before the first bracket, the parameters inside it, and whether it closes at the very end."""
    if taking := TAKING.fullmatch(text):
        return "subtraction", f"1-{taking[1]}", True
    if product := PRODUCT.fullmatch(text):
        return "tartan", f"{product[1]},{product[2]}", True
    bracket = re.search(r"(?<!_)[{\[(]", text)  # Nim_{2} has none
    if bracket is None:
        return text, "", True
    opened, whole = bracket.start(), text.rstrip()
    pair = whole[opened] + whole[-1]
    return text[:opened], whole[opened + 1 : -1], pair in PAIRS and closing(whole, opened) == len(whole) - 1


def _normal(name: str) -> str:
    """A name without what people write in different ways: Wythoff's game, wythoff game, WYTHOFF_GAME, Dvojcata."""
    plain = name.strip().casefold()
    if not plain.isascii():  # letters lose their accents, and a small 2, as in Nim₂, becomes a 2
        plain = "".join(letter for letter in normalize("NFKD", plain.replace("ł", "l")) if not combining(letter))
    return re.sub(r"[\s_]+", "-", re.sub(r"['’]s?(?!\w)|[„“”\"!){}]", "", plain))


OWN_GAME = "own game"
"""The source given for an entry that a user has added."""


def _own(game: Game) -> Entry:
    sample = game.write(game.accept(game.start)) if game.start is not NOTHING else ""
    return Entry(game.name, own_title(game), game, sample, OWN_GAME)


def _is_defined_anew(old: type, new: type) -> bool:
    """Is `new` a later definition of the class `old`: another class with the same name in the same place?"""
    return old is not new and (old.__module__, old.__qualname__) == (new.__module__, new.__qualname__)


# -- the table -------------------------------------------------------------------------------------

CATALOG = Catalog(
    (
        Entry("nim", "Nim", "nim:Nim", "nim: 3 4 5", BELING, easy=("nim: 1 3", "nim: 2 3 4", "nim: 1 2 4")),
        Entry("moore", "Moore's Nim_k", "moore:Moore", "moore{2}: 1 3 4 6", BULANT,
              ("moore-nim", "moore-nim-k", "nim-k"), easy=("moore{2}: 1 2", "moore{2}: 2 2 3")),
        Entry("slow-nim", "Slow Nim", "slow_nim:SlowNim", "slow-nim{2}: 2 5 6",
              Source("Gurvich, Ho 2015", "GurvichHo2015", full="V. Gurvich, N. B. Ho, Slow k-Nim (2015)"),
              ("slow-k-nim",),
              easy=("slow-nim{2}: 1 2", "slow-nim{2}: 2 3 4")),
        Entry("exact-slow-nim", "Exact Slow Nim", "slow_nim:ExactSlowNim", "exact-slow-nim{2}: 3 5 6",
              Source("Gurvich, Ho 2015", "GurvichHo2015", full="V. Gurvich, N. B. Ho, Slow k-Nim (2015)"),
              easy=("exact-slow-nim{2}: 1 1 2", "exact-slow-nim{2}: 1 1 2 2")),
        Entry("hypergraph", "Hypergraph Nim", "hypergraph_nim:HypergraphNim", "hypergraph{1-2 2-3 3-4}: 3 4 5 2",
              Source("Boros, Gurvich, Ho, Makino, Mursic 2018", "BorosGurvichHoMakinoMursic2018",
                     full="E. Boros, V. Gurvich, N. B. Ho, K. Makino, P. Mursic, On the Sprague-Grundy function of "
                     "exact k-Nim (2018)"),
              ("hypergraph-nim",),
              easy=("hypergraph{1-2 2-3}: 1 2 2", "hypergraph{1-2 3}: 1 2 2", "hypergraph{1-2 2-3 3-4}: 1 2 2 1")),
        Entry("nim-with-pass", "Nim with a pass", "pass_nim:NimWithPass", "nim-with-pass: 3 4 5 pass", WINNING_WAYS,
              easy=("nim-with-pass: 2 pass", "nim-with-pass: 2 3 pass")),
        Entry("poker-nim", "Poker Nim", "poker_nim:PokerNim", "poker-nim: 3 4 6 / 2 2", WINNING_WAYS,
              easy=("poker-nim: 3 / 1 0", "poker-nim: 1 3 / 1 1", "poker-nim: 2 3 / 2 1")),
        Entry("antonim", "Antonim: no two heaps equal", "antonim:Antonim", "antonim: 3 5 8", WINNING_WAYS,
              easy=("antonim: 1 3", "antonim: 2 4")),
        Entry("mark", "Mark: take one or halve", "mark:Mark", "mark: 18",
              Source("Fraenkel 2011", "Fraenkel2011", full="A. S. Fraenkel, Aperiodic subtraction games (2011)"),
              easy=("mark: 4", "mark: 5")),
        Entry("maximum-nim", "Maximum Nim", "maximum_nim:MaximumNim", "maximum-nim{2}: 12 9",
              Source("Levine 2006", "Levine2006", full="L. Levine, Fractal sequences and restricted Nim (2006)"),
              ("restricted-nim",), easy=("maximum-nim{2}: 4", "maximum-nim{2}: 2 4")),
        Entry("subtraction", "Take-away, subtraction game", "taking:Subtraction", "subtraction{1,2,3}: 13",
              SUBTRACTIONS, ("take-away", "takeaway", "bachet"),
              easy=("subtraction{1,2,3}: 6", "subtraction{1,2,3}: 10")),
        Entry("rules", "Rules as formulas", "formula:Rules", "rules{x y; x' < x; y' < y; x - x' = y - y' > 0}: 4 7",
              "", ("formula",), easy=("rules{x y; x' < x; y' < y; x - x' = y - y' > 0}: 2 2",)),
        Entry("allbut", "All-but game", "taking:AllBut", "allbut{2,4}: 12", SUBTRACTIONS, ("all-but",),
              easy=("allbut{2,4}: 7", "allbut{2,4}: 8")),
        Entry("lasker", "Lasker's Nim", "octal:Lasker", "lasker: 2 5 7", BULANT, ("lasker-nim",),
              easy=("lasker: 3", "lasker: 1 2")),
        Entry("kayles", "Kayles", "octal:Kayles", "kayles: 1 11", BULANT, easy=("kayles: 3", "kayles: 5")),
        Entry("dawson-kayles", "Dawson's Kayles", "octal:DawsonKayles", "dawson-kayles: 11", WINNING_WAYS,
              easy=("dawson-kayles: 4", "dawson-kayles: 6")),
        Entry("dawson-chess", "Dawson's Chess", "octal:DawsonChess", "dawson-chess: 5 6", WINNING_WAYS,
              easy=("dawson-chess: 3", "dawson-chess: 5")),
        Entry("circular-kayles", "Kayles in a circle", "circles:CircularKayles", "circular-kayles: (11)", WINNING_WAYS,
              ("kayles-in-a-circle",),
              easy=tuple(f"circular-kayles: {pins}" for pins in ("(2)", "5", "6", "3 4", "8"))),
        Entry("circular-dawson-kayles", "Dawson's Kayles in a circle", "circles:CircularDawsonKayles",
              "circular-dawson-kayles: (8)", WINNING_WAYS, ("dawson-kayles-in-a-circle",),
              easy=tuple(f"circular-dawson-kayles: {pins}" for pins in ("4", "3 4", "6 3", "8 4"))),
        Entry("circular", "Pins in a circle by code", "circles:Circular", "circular{0.137}: (5)", WINNING_WAYS,
              easy=("circular{0.137}: (3)", "circular{0.137}: (7)")),
        Entry("guiles", "Guiles", "octal:Guiles", "guiles: 2 9", WINNING_WAYS, easy=("guiles: 6", "guiles: 7")),
        Entry("double-kayles", "Double Kayles", "octal:DoubleKayles", "double-kayles: 6 4 5", WINNING_WAYS,
              easy=("double-kayles: 4", "double-kayles: 6")),
        Entry("treblecross", "Treblecross", "octal:Treblecross", "treblecross: 8 5", WINNING_WAYS,
              easy=("treblecross: 6", "treblecross: 7")),
        Entry("kenyon", "Kenyon's game", "octal:Kenyon", "kenyon: 3 8", WINNING_WAYS, easy=("kenyon: 4", "kenyon: 5")),
        Entry("officers", "Officers", "octal:Officers", "officers: 6 2 4", WINNING_WAYS,
              easy=("officers: 3", "officers: 5")),
        Entry("grundy", "Grundy's game", "octal:Grundy", "grundy: 12", WINNING_WAYS, easy=("grundy: 5", "grundy: 6")),
        Entry("octal", "Take-and-break game by code", "octal:Octal", "octal{0.77}: 1 11", WINNING_WAYS,
              easy=("octal{0.77}: 3", "octal{0.77}: 1 2")),
        Entry("nimble", "Nimble", "strips:Nimble", "nimble: 0 3 3 7", BULANT, easy=("nimble: 1 4", "nimble: 2 3 5")),
        Entry("turtles", "Turning Turtles", "coins:Turtles", "turtles: 2 4 6", BULANT, ("turning-turtles",),
              easy=("turtles: 1 3", "turtles: 2 4")),
        Entry("twins", "Twins", "coins:Twins", "twins: 1 3 6", BULANT, easy=("twins: 1 3", "twins: 1 2 4")),
        Entry("mock-turtles", "Mock Turtles", "coins:MockTurtles", "mock-turtles: 0 3 5", BULANT,
              easy=("mock-turtles: 0 2", "mock-turtles: 1 3")),
        Entry("ruler", "Ruler", "coins:Ruler", "ruler: 3 6 8", BULANT, easy=("ruler: 1 2", "ruler: 2 4")),
        Entry("subtraction-coins", "Subtraction as coin turning", "coins:SubtractionCoins",
              "subtraction-coins{1,2,3}: 2 5 7", BULANT,
              easy=("subtraction-coins{1,2,3}: 1 3", "subtraction-coins{1,2,3}: 2 5")),
        Entry("triplets", "Triplets", "coins:Triplets", "triplets: 2 5 7", WINNING_WAYS,
              easy=("triplets: 2 3", "triplets: 4")),
        Entry("turnips", "Turnips", "coins:Turnips", "turnips: 2 6 8", WINNING_WAYS, ("ternups",),
              easy=("turnips: 2 6",)),
        Entry("sym", "Sym", "coins:Sym", "sym: 0 3 6", WINNING_WAYS, easy=("sym: 0 1", "sym: 1 3")),
        Entry("moidores", "Moidores", "coins:Moidores", "moidores: 1 4 5 8", WINNING_WAYS,
              easy=("moidores: 0 1", "moidores: 1 3")),
        Entry("turning", "Coin turning by code", "coins:Turning", "turning{1-3}: 3 5 8", WINNING_WAYS,
              easy=("turning{1-3}: 0 1", "turning{1-3}: 1 3")),
        Entry("corners", "Turning Corners", "tartan:Corners", "corners: 3,1 2,3 4,4", BULANT, ("turning-corners",),
              easy=("corners: 2,1", "corners: 1,1 2,2")),
        Entry("rugs", "Rugs", "tartan:Rugs", "rugs: 5,2 3,3 4,5", BULANT, easy=("rugs: 2,1", "rugs: 1,1 2,2")),
        Entry("tartan", "Product of two coin games", "tartan:Tartan", "tartan{ruler,twins}: 1,0 4,2", BULANT,
              easy=("tartan{ruler,twins}: 2,1",)),
        Entry("rook", "Rook to the corner", "corner:Rook", "rook: 5 7", SUMS, easy=("rook: 1 3", "rook: 4 2")),
        Entry("wythoff", "Wythoff's game", "corner:WythoffGame", "wythoff: 5 7", LESSONS,
              easy=("wythoff: 2 3", "wythoff: 3 4")),
        Entry("nim2d", "Two-dimensional Nim", "nim2d:Nim2DGame", "nim2d: 1,2 0,1", BULANT,
              easy=("nim2d: 2,0", "nim2d: 1,0 3,0")),
        Entry("welter", "Welter's game", "strips:Welter", "welter: 1 4 9", WELTER, easy=("welter: 1 4",)),
        Entry("silver-dollar", "Silver Dollar without the dollar", "strips:SilverDollar", "silver-dollar: 2 5 9",
              WINNING_WAYS, easy=("silver-dollar: 1 3", "silver-dollar: 2 5")),
        Entry("northcott", "Northcott's game", "northcott:Northcott", "northcott{8}: 0,7 1,5 2,6", WINNING_WAYS,
              easy=("northcott{4}: 0,3", "northcott{5}: 0,3 1,3", "northcott{6}: 0,4 1,3")),
        Entry("staircase", "Staircase Nim", "staircase:Staircase", "staircase: 3 1 2", SPRAGUE_1937, ("staircase-nim",),
              easy=("staircase: 2 1", "staircase: 2 1 1")),
        Entry("end-nim", "End-Nim", "end_nim:EndNim", "end-nim: 3 1 2", END_NIM,
              easy=("end-nim: 3", "end-nim: 1 2", "end-nim: 2 1 3")),
        Entry("euclid", "Euclid", "euclid:EuclidGame", "euclid: 33 7", EUCLID, easy=("euclid: 5 2", "euclid: 9 4")),
        Entry("fibonacci", "Fibonacci Nim", "fibonacci:Fibonacci", "fibonacci: 20", WHINIHAN, ("fibonacci-nim",),
              easy=("fibonacci: 4", "fibonacci: 7")),
        Entry("chomp", "Chomp", "chomp:Chomp", "chomp: 4x3", BELING, easy=("chomp: 2x2", "chomp: 3x2", "chomp: 3x3")),
        Entry("cram", "Cram", "cram:Cram", "cram: 4x4", BELING, easy=("cram: 3x2", "cram: 2x3")),
        Entry("placing", "Placing: pieces that block squares", "placing:Placing", "placing{queen}: 5x5",
              Source("Noon, Van Brummelen 2006", "NoonVanBrummelen2006",
                     full="H. Noon, G. Van Brummelen, The non-attacking queens game (2006)"),
              easy=("placing{## turns}: 3x2", "placing{king}: 3x3", "placing{queen}: 4x4")),
        Entry("peg-duotaire", "Peg Duotaire", "peg_duotaire:PegDuotaireGame", "peg-duotaire: .o..o/ooo.o/ooo..",
              Source("Moore, Eppstein 2002", "MooreEppstein2002",
                     full="C. Moore, D. Eppstein, One-dimensional peg solitaire, and duotaire (2002)"),
              easy=("peg-duotaire: .oo.o..", "peg-duotaire: oo./oo./.oo", "peg-duotaire: oo../oooo/o.oo")),
        Entry("chop", "Chop", "chop:Chop", "chop: 4x6", BELING, easy=("chop: 2x3", "chop: 3x4")),
        Entry("graph", "Tokens on a directed graph", "graph:Graph", "graph{a>b a>c b>c b>d c>d}: a b", LESSONS,
              easy=("graph{a>b a>c b>c b>d c>d}: b", "graph{a>b a>c b>c b>d c>d}: a b")),
        Entry("set", "A game as the set of its options", "sets:Set", "{{},{{}}}", BELING,
              easy=("{{},{{}}}", "{{},{{}},{{{}}}}", "{{{}},{{{}}},{{},{{}}},{{{{}}}}}",
                    "{{{}},{{{{}}}},{{},{{}}},{{{}},{{},{{}}}},{{},{{}},{{},{{}}}}}")),
        Entry("arc-kayles", "Arc Kayles: Cram on any graph", "vertices:ArcKayles",
              "arc-kayles{a-b a-d b-c c-d d-e}: a b c d e", SCHAEFER,
              easy=("arc-kayles{a-b b-c c-d}: a b c d", "arc-kayles{a-b a-c a-d d-e}: a b c d e",
                    "arc-kayles{a-b b-c c-d d-e e-f}: a b c d e f",
                    "arc-kayles{a-b b-c d-e e-f a-d b-e c-f}: a b c d e f")),
        Entry("node-kayles", "Node Kayles", "vertices:NodeKayles", "node-kayles{a-b a-d b-c c-d d-e d-f}: a b c d e f",
              SCHAEFER,
              easy=("node-kayles{a-b b-c}: a b c", "node-kayles{a-b a-d b-c c-d d-e}: a b c d e",
                    "node-kayles{a-b b-c c-d d-e e-f}: a b c d e f",
                    "node-kayles{a-b b-c d-e e-f g-h h-i a-d b-e c-f d-g e-h f-i}: a b c d e f g h i")),
        Entry("poset", "Chomp on any partial order", "vertices:Poset", "poset{b>a d>b d>c}: a b c d", GALE,
              easy=("poset{b>a c>a}: a b c", "poset{b>a d>b d>c}: a b c d",
                    "poset{b>a c>a d>b d>c e>d}: a b c d e", "poset{b>a c>a d>b e>b f>c}: a b c d e f")),
        Entry("divisors", "Schuh's game of divisors", "divisors:Divisors", "divisors{360}:",
              Source("Schuh 1952", full="F. Schuh, Spel van delers (1952)"), ("schuh",),
              easy=("divisors{8}:", "divisors{12}:")),
        Entry("box-chomp", "Chomp in three dimensions", "divisors:Chomp3D", "box-chomp{3x2x2}:", GALE,
              easy=("box-chomp{2x2x1}:", "box-chomp{2x2x2}:")),
        Entry("hackenbush", "Green Hackenbush", "hackenbush:Hackenbush", "hackenbush: 0-a 0-d a-b a-c b-c d-e",
              WINNING_WAYS, ("green-hackenbush",),
              easy=("hackenbush: 0-a a-b 0-c", "hackenbush: 0-a 0-b a-b", "hackenbush: 0-a 0-d a-b a-c b-c")),
        Entry("geography", "Geography: each vertex once", "geography:Geography",
              "geography{a-b b-c b-e c-d d-e e-f}: a", GEOGRAPHY, ("vertex-geography",),
              easy=("geography{a-b b-c b-e c-d d-e e-f}: c", "geography{a-b b-c b-e c-d d-e e-f}: d")),
        Entry("edge-geography", "Edge Geography: each edge once", "geography:EdgeGeography",
              "edge-geography{a-b a-d a-f b-c c-d d-e e-f}: a", GEOGRAPHY,
              easy=("edge-geography{a-b a-d a-f b-c c-d d-e e-f}: b",)),
        Entry("juniper-green", "Juniper Green: factors and multiples", "juniper_green:JuniperGreen",
              "juniper-green{20}: 0",
              Source("Porteous; Stewart 1997", full="R. Porteous; I. Stewart, Juniper Green (1997)"),
              easy=("juniper-green{10}: 2", "juniper-green{12}: 0")),
        Entry("sylver-coinage", "Sylver Coinage", "sylver_coinage:SylverCoinage", "sylver-coinage: 5 8", WINNING_WAYS,
              ("sylver",), easy=("sylver-coinage: 3 4", "sylver-coinage: 4 5", "sylver-coinage: 4 7")),
        Entry("kotzig", "Kotzig's Nim", "kotzig:KotzigNim", "kotzig{1,2;13}: 0", WINNING_WAYS,
              ("kotzig-nim", "modular-nim"),
              easy=("kotzig{1,2;5}: 0", "kotzig{1,2;6}: 0", "kotzig{1,2;8}: 0")),
        Entry("notakto", "Notakto", "notakto:Notakto", "notakto: .../.../... .../.../...", NOTAKTO,
              easy=("notakto: XX./.../.X.", "notakto: X../.../...", "notakto: .../.../...")),
        Entry("nimstring", "Nimstring, Strings and Coins", "nimstring:Nimstring", "nimstring: 2x1", WINNING_WAYS,
              ("strings-and-coins",),
              easy=("nimstring: 0-a 0-b a-b", "nimstring: 0-a 0-a a-b b-c 0-c", "nimstring: 0-a 0-a 0-b a-b b-c 0-c",
                    "nimstring: 0-a 0-b 0-c a-b b-c 0-d c-d")),
        Entry("brussels-sprouts", "Brussels Sprouts", "brussels_sprouts:BrusselsSprouts", "brussels-sprouts: 4,4",
              GARDNER,
              easy=("brussels-sprouts: 4", "brussels-sprouts: 2,3")),
        Entry("sprouts", "Sprouts", "sprouts:Sprouts", "sprouts: 3", GARDNER,
              easy=("sprouts: (0,2)", "sprouts: (0,1,2)", "sprouts: 3")),
        Entry("table", "Coins on a table", "table:Table", "table{5,4,2}:", LESSONS, ("coins-on-a-table",),
              easy=("table{4,4,2}:",)),
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
    if isinstance(game, Compound):
        return str(game)
    ours = _ours(game)
    return ours.title if ours else own_title(game)


def own_title(game: Game) -> str:
    """What a user calls a game: its `title`, else the name of its class."""
    return getattr(game, "title", "") or type(game).__name__


def is_ours(game: Game) -> bool:
    """Is it a game of the catalog? A user's own game is not, even if it is derived from one or has its name.

    >>> from nimatron import Game, Kayles
    >>> both = (Kayles(3) + Kayles(4)).game
    >>> is_ours(Kayles), is_ours(both), is_ours(type("Kayles", (Game,), {"options": lambda self, n: ()})())
    (True, True, False)
    """
    return all(map(is_ours, game.games)) if isinstance(game, Compound) else _ours(game) is not None


def _ours(game: Game) -> Entry | None:
    """The row of a game. The rules of the other rows are not loaded: their module is not the module of the game."""
    mine = (entry for entry in CATALOG.entries if entry.id == game.name and entry.module == type(game).__module__)
    return next((entry for entry in mine if entry.game in (game, type(game))), None)


# -- the folder of a family: `theorems.py` and `face.py` stand beside `rules.py` -------------------


@cache
def beside(module: str, file: str) -> ModuleType | None:
    """The module called `file` in the folder of the family whose rules are in `module`.

    A user's own game has no such folder, and not every family has every file.

    >>> from nimatron import NimGame
    >>> beside(NimGame.__module__, "face").__name__
    'nimatron.families.nim.face'
    >>> beside("takeaway", "face") is None
    True
    """
    if module == Compound.__module__:  # compounds belong to the vocabulary, what is known about them to a folder here
        module = f"{__package__}.compounds.rules"
    folder, _, rules = module.rpartition(".")
    if rules != "rules" or not folder.startswith(f"{__package__}."):
        return None
    name = f"{folder}.{file}"
    return import_module(name) if find_spec(name) else None


def joined_tables(file: str, table: str) -> dict[Any, Any]:
    """One table of all families, such as all theorems, for the help and the tests: it loads every family.

    >>> len(joined_tables("theorems", "THEOREMS")) > 30
    True
    """
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob(f"*/{file}.py"))
    modules = (import_module(f"{__package__}.{folder}.{file}") for folder in folders)
    return {key: value for module in modules for key, value in getattr(module, table, {}).items()}
