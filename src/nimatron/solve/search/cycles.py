"""Games whose positions can repeat: all positions below a question are explored, then labelled.

The results go to the tables that all searches share. A position with a finite value is stored there like any other; an
infinite one is marked OPEN for ever, as if it were on the path of every search. So a search that meets it ends with a
Cycle, and then the labels answer instead.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from ...core.errors import Cycle, UserCodeError
from ...core.game import NOTHING, Game, Outcome, Part, State
from ...core.limits import Budget
from ...nimbers.loopy import Loopy, Value, outcome_of
from ...nimbers.ordinals import Ordinal
from .frames import OPEN, Known, Moves, is_plain, is_whole, options_of, sound_options
from .labels import INFINITE, NO_KNOT, UNKNOWN, Labels, label_graph
from .memo import Tables

LARGE = 1 << 40
"""Known values from this on are all alike to a labelling: no mex comes near."""

Node = tuple[Game, Hashable]
"""A position as the key of a table."""


class Place(NamedTuple):
    """Where a position stands from which play need not end."""

    value: Value
    """In misere play 0 if it is P, 1 if it is N, and ∞() if it is drawn."""
    rank: int
    knot: object
    """Positions with the same knot can be reached from each other."""
    bases: Sequence[int]
    """The rank of the positions outside of the knots, by their value."""


class Loops:
    """Answers about games whose positions can repeat; `known_value` may shortcut single parts."""

    def __init__(self, tables: Tables, budget: Budget, known_value: Known) -> None:
        self.tables, self.budget, self.known_value = tables, budget, known_value

    # -- answers ------------------------------------------------------------------------------

    def value(self, game: Game, state: State) -> Value:
        """The value of a position: each part is labelled with all that it can lead to."""
        total: Value = 0
        for part in whole_parts(game, state):
            total ^= self._settle(*part)
        return total

    def misere(self, game: Game, state: State) -> Outcome:
        """The outcome in misere play, by retrograde analysis of all that the position can lead to."""
        table, key = self.tables.of("misere", game), game.canonical(state)
        if key not in table:
            self._keep(_Explorer(self, game, state, misere=True))
        return "D" if table[key] is OPEN else "P" if table[key] else "N"

    def place(self, game: Game, part: State, misere: bool = False) -> Place | None:
        """Where a part stands, if it was labelled and play from it need not end."""
        found: Place | None = self.tables.of("misere place" if misere else "place", game).get(game.canonical(part))
        return found

    def stored_value(self, game: Game, part: State) -> Value | None:
        """The value of a part, if it is known."""
        key = game.canonical(part)
        value: Value | None = self.tables.of("value", game).get(key)
        return self.tables.of("place", game)[key].value if value is OPEN else value

    # -- labelling ----------------------------------------------------------------------------

    def _settle(self, game: Game, part: State) -> Value:
        waiting: dict[Node, Part] = {(game, game.canonical(part)): (game, part)}
        while waiting:
            # The dict is a stack whose parts can be found by key: the part that came last is explored first.
            node, top = next(reversed(waiting.items()))
            if self.lookup(*top) is None:
                explored = _Explorer(self, *top)
                if explored.needed:
                    for other in waiting.keys() & explored.needed.keys():
                        raise _growing(*waiting[other], explored.sums[other])
                    waiting |= explored.needed
                    continue
                self._keep(explored)
            del waiting[node]
        value = self.lookup(game, part)
        assert value is not None
        return value

    def lookup(self, game: Game, part: State) -> Value | None:
        """The value of a part without exploring."""
        value = self.stored_value(game, part)
        return self.known_value(game, part) if value is None else value

    def _keep(self, explored: _Explorer) -> None:
        """Label what was explored, and put it into the tables."""
        misere = explored.misere
        found = label_graph(explored.followers, explored.given, 1 if misere else None)
        self.budget.look()
        names: dict[int, object] = {}  # of knots: numbers would be the same in another graph
        value_of = explored.misere_value if misere else explored.value
        for game, index in explored.index.items():
            places = self.tables.of("misere place" if misere else "place", game)
            outcomes = self.tables.of("misere" if misere else "outcome", game)
            values = self.tables.of("value", game)
            for key, i in index.items():
                value = value_of(i, found)
                outcome = outcome_of(value)
                outcomes[key] = OPEN if outcome == "D" else outcome == "P"
                if not misere:
                    values[key] = OPEN if isinstance(value, Loopy) else value
                if found.knots[i] != NO_KNOT:
                    knot = names.setdefault(found.knots[i], object())
                    places[key] = Place(value, found.ranks[i], knot, found.bases)
                    self.tables.loopy = True


def _growing(game: Game, part: State, later: Part) -> Cycle:
    """A part that waits for a sum in which it occurs itself returns with more beside it, again and again."""
    return Cycle([game.show(part), "...", later[0].show(later[1])])


def whole_parts(game: Game, state: State, inside: tuple[Part, ...] = ()) -> Iterator[Part]:
    """The parts of a position that split no further; it is `inside` others that do."""
    if (game, state) in inside:
        raise UserCodeError("components({state!r}) leads back to itself", type(game).__name__, state=state)
    for part_game, part in game.components(state):
        if is_whole(part_game, part):
            yield part_game, part
        else:
            yield from whole_parts(part_game, part, (*inside, (game, state)))


class _Explorer:
    """All that a part can lead to, as a graph; what is known already is not explored again.

    In `misere` play positions are not cut into parts, and the end is won: it has an arrow to a position that is lost.
    """

    def __init__(self, loops: Loops, game: Game, part: State, misere: bool = False) -> None:
        self.loops, self.misere = loops, misere
        self.followers: list[list[int]] = []
        self.given: list[int] = []
        self.needed: dict[Node, Part] = {}
        """Parts whose values must be known first: they occur in sums."""
        self.sums: dict[Node, Part] = {}
        """The sum in which each of them occurs."""
        self.index: dict[Game, dict[Hashable, int]] = {}
        """The vertex of each position, by game and key."""
        self._infinite: dict[frozenset[Value], Loopy] = {}
        self._last: Game | None = None
        self._keys: dict[Hashable, int] = {}
        self._leaves: dict[Value, int] = {}
        self._values: dict[int, Value] = {}
        self._todo: list[tuple[int, Game, State]] = []
        self._vertex(game, part, game.canonical(part))
        while self._todo:
            i, game, part = self._todo.pop()
            loops.budget.spend()
            options = loops.budget.meter(sound_options(game, part))
            found = dict.fromkeys(self._target(game, option) for option in options)
            self.followers[i] = [w for w in found if w >= 0]
            if misere and not found:
                self.followers[i] = [self._leaf(0)]

    def value(self, i: int, found: Labels) -> Value:
        """The value that a label means."""
        if found.labels[i] != INFINITE:
            return found.labels[i]
        labels, known = found.labels, self._values
        # A leaf has its true value in `known`; its label is at most LARGE.
        finite = frozenset([known.get(w, labels[w]) for w in self.followers[i] if labels[w] >= 0])
        if finite not in self._infinite:  # few are different
            self._infinite[finite] = Loopy(finite)  # type: ignore[arg-type]
        return self._infinite[finite]

    def misere_value(self, i: int, found: Labels) -> Value:
        if found.labels[i] == 0:
            return 0
        return 1 if any(found.labels[w] == 0 for w in self.followers[i]) else Loopy()

    # -- the graph ----------------------------------------------------------------------------

    def _target(self, game: Game, option: State) -> int:
        """The vertex that an option is; -1 if it is a sum whose parts must be known first."""
        if self.misere or is_plain(game):
            return self._vertex_of(game, option)
        if game is self._last and (met := self._keys.get(game.canonical(option))) is not None:
            return met
        split = game.components(option)
        if len(split) == 1 and split[0][0] is game and split[0][1] == option:
            return self._vertex_of(game, option)
        parts = list(whole_parts(game, option))
        if len(parts) > 1:  # heaps that have ended change nothing
            parts = [part for part in parts if next(options_of(*part), NOTHING) is not NOTHING] or parts[:1]
        if len(parts) == 1:
            return self._vertex_of(*parts[0])
        known = [self.loops.lookup(*part) for part in parts]
        unknown = [part for part, value in zip(parts, known, strict=True) if value is None]
        if not unknown:
            total: Value = 0
            for value in known:
                # No value is None here, but the type checker cannot know that.
                total ^= 0 if value is None else value
            return self._leaf(total)
        for part in unknown:
            node = part[0], part[0].canonical(part[1])
            self.needed[node], self.sums[node] = part, (game, option)
        return -1

    def _vertex_of(self, game: Game, part: State) -> int:
        key = game.canonical(part)
        if game is not self._last:  # most positions are of the same game as the one before
            self._last, self._keys = game, self.index.setdefault(game, {})
        i = self._keys.get(key)
        if i is not None:
            return i
        value = None if self.misere else self.loops.lookup(game, part)
        return self._vertex(game, part, key) if value is None else self._leaf(value)

    def _vertex(self, game: Game, part: State, key: Hashable) -> int:
        i = self._add(UNKNOWN)
        self.index.setdefault(game, {})[key] = i
        self._todo.append((i, game, part))
        return i

    def _add(self, given: int) -> int:
        self.followers.append([])
        self.given.append(given)
        return len(self.given) - 1

    def _leaf(self, value: Value) -> int:
        """A vertex for what is known: ∞(K) has arrows to itself and to all of K."""
        if value not in self._leaves:
            if isinstance(value, Loopy):
                i = self._add(UNKNOWN)
                self.followers[i] = [i, *map(self._leaf, value)]
            else:
                i = self._add(LARGE if isinstance(value, Ordinal) else min(value, LARGE))
                self._values[i] = value
            self._leaves[value] = i
        return self._leaves[value]


# -- winning moves that make progress ------------------------------------------------------------


def progress_moves(loops: Loops, parts: Sequence[Part], moves: Moves, misere: bool = False) -> Moves:
    """The winning moves that make progress: whoever follows them, whatever the other player does, comes to an end.

    A move that leaves its knot for good is progress. So is one to the least rank, if it makes the value smaller: when
    the other player has moved to a larger value, the answer has a smaller rank than the position before had.
    """
    if not loops.tables.loopy:
        return moves
    knotted = [(i, options, loops.place(*parts[i or 0], misere)) for i, options in moves]
    ranked = [
        (i, options, place and [_rank(loops, parts[i or 0], place, option, misere) for option in options])
        for i, options, place in knotted
    ]
    least = min((rank for _, _, ranks in ranked if ranks for rank, _ in ranks if rank is not None), default=None)
    return [
        (
            i,
            options
            if ranks is None
            else [o for o, rank in zip(options, ranks, strict=True) if _is_progress(rank, least)],
        )
        for i, options, ranks in ranked
    ]


Ranked = tuple[int | None, bool]
"""By how much a move changes the sum of the ranks, None if it does not make the value smaller; and is it for good?"""


def _rank(loops: Loops, part: Part, place: Place, option: State, misere: bool) -> Ranked:
    after = loops.place(part[0], option, misere)
    leaves = after is None or after.knot is not place.knot
    value = after.value if after else 0 if misere else loops.value(part[0], option)
    if isinstance(value, Loopy) or not value < place.value:
        return None, leaves
    if after is not None and after.bases is place.bases:
        return after.rank - place.rank, leaves
    # Ordinary positions come before all rounds of their stage.
    return place.bases[min(value, len(place.bases) - 1) if isinstance(value, int) else -1] - place.rank, leaves


def _is_progress(ranked: Ranked, least: int | None) -> bool:
    rank, leaves = ranked
    return leaves or (rank is not None and rank == least)
