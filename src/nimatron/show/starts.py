"""Random starting positions."""

from __future__ import annotations

from itertools import islice
from random import Random

from ..core.game import NOTHING, Compound, Game, Position, State
from ..core.limits import Limits
from ..explain.move_outcomes import distinct
from ..families.catalog import Catalog
from ..notation.reader import beginning, parse
from ..play.findings import MANY, Allowance, find_wins, sample_options
from ..play.levels import LADDER, Level
from .faces import face_of

WALK = 3
"""The most random moves made from the usual start, for a game that draws no starts of its own."""

TRIES = 20
"""The most starts to draw before one without a move is accepted: a small heap may have no move."""


def start_like(text: str, catalog: Catalog, seed: int) -> Position:
    """A random start of the same game, or of each part of the same sum; `text` is a position, or a game alone.

    >>> from nimatron.families.catalog import CATALOG
    >>> print(start_like("subtraction{2,3,7,8}: 10", CATALOG, 1))
    subtraction{2,3,7,8}: 11
    """
    here = beginning(text, catalog)
    usual = [_usual(game, state, catalog) for game, state in here.boards()]
    # Another seed for each part, so that equal parts differ.
    return here.rejoin(random_start(part, seed + k) for k, part in enumerate(usual))


CANDIDATES = 12
"""The random starts among which the start of a level is chosen."""

CHECKED = Limits(positions=3000)
"""The effort for the question whether a start leaves a choice; a start that stays unknown counts as one."""


def level_start(text: str, catalog: Catalog, level: str, seed: int) -> Position:
    """A start for a level: it leaves a choice, can be won, and is larger for a stronger opponent.

    >>> from nimatron.families.catalog import CATALOG
    >>> print(level_start("nim", CATALOG, "first-steps", 1), level_start("nim", CATALOG, "perfect", 1), sep=", ")
    nim: 1 2 4, nim: 8 6 5
    """
    here = beginning(text, catalog)
    if isinstance(here.game, Compound):
        return start_like(text, catalog, seed)
    usual = _usual(here.game, here.state, catalog)
    entry = next((one for one in catalog if one.sample and parse(one.sample, catalog) == usual), None)
    easy_starts = (parse(easy, catalog) for easy in entry.easy) if entry else ()
    random_starts = (random_start(usual, seed + k) for k in range(CANDIDATES))
    starts = dict.fromkeys((*easy_starts, usual, *random_starts))
    # In Brussels Sprouts no start leaves a choice, because every play is equally long.
    sizes = {start: size for start in starts if (size := _choices(start))} or {start: _moves(start) for start in starts}
    # From small to large, in as many parts as there are levels.
    ordered: list[Position] = sorted(sizes, key=lambda start: (sizes[start], _extent(start), str(start)))
    rank, of = LADDER.index(Level(level)) if level in LADDER else 0, len(LADDER)
    part = ordered[rank * len(ordered) // of : (rank + 1) * len(ordered) // of] or [ordered[-1 if rank else 0]]
    return part[seed % len(part)]


def _extent(start: Position) -> tuple[int, int]:
    """How large a start is beside another with as many moves."""
    return start.game.size(start.state), len(str(start))


def _choices(start: Position) -> int:
    """The number of moves, counted up to a limit; 0 if they all win or all lose, so that nothing is to be decided."""
    moves = _moves(start)
    wins = find_wins(start, start.game.misere, Allowance(CHECKED))
    if moves < 2 or wins.outcome == "P" or (wins.count is not None and wins.count >= moves):
        return 0
    return moves


def _moves(start: Position) -> int:
    return len(list(islice(distinct(start), MANY)))


def _usual(game: Game, state: State, catalog: Catalog) -> Position:
    """The sample in the catalog if its rules are the same; else the start of the game, or `state` if it has none."""
    # The sample may have other parameters: then its size says nothing about this game.
    samples = (parse(entry.sample, catalog) for entry in catalog if entry.id == game.name and entry.sample)
    start = state if game.start is NOTHING else game.accept(game.start)
    return next((sample for sample in samples if sample.game == game), Position(game, start))


def random_start(usual: Position, seed: int) -> Position:
    """A start about as large as the usual one; the same for the same seed.

    >>> from nimatron import parse
    >>> print(random_start(parse("nim: 3 4 5"), 1))
    nim: 4 3 8
    """
    # The position is part of the seed, so that equal seeds do not give different games the same numbers.
    rng = Random(f"{usual}\n{seed}")
    # A start without a move would end the match before it begins.
    for _ in range(TRIES):
        start = _draw(usual, rng)
        if not start.ended:
            break
    return start


def _draw(usual: Position, rng: Random) -> Position:
    game, draw = usual.game, face_of(usual.game).start
    return _walk(usual, rng) if draw is None else Position(game, game.accept(draw(game, usual.state, rng)))


def _walk(start: Position, rng: Random) -> Position:
    """A few random moves away from the start, but never at the end of the game."""
    position = start
    for _ in range(rng.randint(0, WALK)):
        options = [option for option in sample_options(position, rng, MANY) if not option.ended]
        if not options:
            break
        position = rng.choice(options)
    # An `Option` knows where it came from; a start should not.
    return Position(position.game, position.state)
