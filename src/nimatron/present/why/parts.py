"""The parts of a position by the names that players give them, with their shapes on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ...analysis import Analysis
from ...game import Game, State
from ...games.catalog import name_of
from ...nimbers import Value
from ..families import face_of
from ..words import tr, word


@dataclass(frozen=True)
class Seen:
    """A part as players see it; `ids` are its shapes on the boards, and nothing can be done in an `ended` one."""

    name: str
    value: Value | None
    ids: list[str]
    ended: bool


def parts_of(analysis: Analysis) -> list[Seen]:
    """The parts of an analysis, in their order; none where values decide nothing, as in most misere play."""
    if not analysis.parts:
        return []
    summands = analysis.position.summands()
    titles = _titles([game for game, _ in summands])
    named = [
        piece
        for k, ((game, state), title) in enumerate(zip(summands, titles, strict=True))
        for piece in _pieces(k, game, state, title, len(summands) > 1)
    ]
    pairs = zip(analysis.parts, named, strict=True)
    return [Seen(name, part.value, ids, part.position.ended) for part, (name, ids) in pairs]


def _titles(games: list[Game]) -> list[str]:
    """The names of the games side by side; those of the same name have their numbers."""
    titles = [tr(name_of(game)) for game in games]
    seen = Counter(titles)
    parts = [tr("part {number}", number=k) for k in range(1, len(games) + 1)]
    pairs = zip(titles, parts, strict=True)
    return [tr("{game}, {part}", game=title, part=part) if seen[title] > 1 else title for title, part in pairs]


def _pieces(k: int, game: Game, state: State, title: str, one_of_many: bool) -> Iterator[tuple[str, list[str]]]:
    """The name and the shapes of each component of summand k."""
    face, count = face_of(game), len(game.components(state))
    pieces = face.parts(game, state) if face.parts else []
    if len(pieces) != count:
        picture = face.picture(game, state, state)
        ids = [f"{k}:{shape.id}" for shape in picture.shapes] if picture and count == 1 else []
        yield from ((title if count == 1 else tr("part {number}", number=i + 1), ids) for i in range(count))
        return
    for piece in pieces:
        name = word(piece.name)
        if one_of_many:
            name = tr("{game}, {part}", game=title, part=name) if count > 1 else title
        yield name, [f"{k}:{id}" for id in piece.shapes]
