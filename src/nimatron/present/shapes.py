"""Pictures as JSON."""

from __future__ import annotations

from typing import Any

from .families.picture import Line, Picture, Shape, Words
from .words import word


def picture_data(picture: Picture | None) -> dict[str, Any] | None:
    """The board of one game; None if it cannot be drawn."""
    if picture is None:
        return None
    return {
        "name": picture.name,
        "width": picture.width,
        "height": picture.height,
        "shapes": [_shape(shape) for shape in picture.shapes],
        "words": [_words(words) for words in picture.words],
        "arrows": [list(pair) for pair in picture.arrows],
        "directed": picture.directed,
        "lines": [_line(line) for line in picture.lines],
        "together": picture.together,
    }


def _shape(shape: Shape) -> dict[str, Any]:
    return {
        "id": shape.id,
        "kind": shape.kind,
        "x": shape.x,
        "y": shape.y,
        "row": shape.row,
        "column": shape.column,
        "label": word(shape.label),
        "look": shape.look,
        "text": shape.text,
        "chips": list(shape.chips),
        "caption": shape.caption,
        "mark": shape.mark,
    }


def _words(words: Words) -> dict[str, Any]:
    return {"x": words.x, "y": words.y, "text": word(words.text), "anchor": words.anchor}


def _line(line: Line) -> dict[str, Any]:
    return {"length": line.length, "name": word(line.name)}
