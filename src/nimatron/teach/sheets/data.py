"""Sheets as data, for a page that shows and prints them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ...present.drawing.marks import Drawing, Mark
from .blocks import Block, Document, Figure, Items


def document_data(document: Document) -> dict[str, Any]:
    """A sheet and its key: lists of blocks, each with its kind."""
    return {
        "title": document.title,
        "running": document.running,
        "front": [_block(block) for block in document.front],
        "key": [_block(block) for block in document.key],
    }


def _block(block: Block) -> dict[str, Any]:
    kind = {"kind": type(block).__name__.lower()}
    if isinstance(block, Figure):
        return kind | _figure(block)
    if isinstance(block, Items):
        return kind | {"items": [asdict(item) | {"figure": _figure(item.figure)} for item in block.items]}
    return kind | asdict(block)


def _figure(figure: Figure) -> dict[str, Any]:
    return {"text": figure.text, "drawing": drawing_data(figure.drawing) if figure.drawing is not None else None}


def drawing_data(drawing: Drawing) -> dict[str, Any]:
    """The frame and the marks of a drawing."""
    frame = {"left": drawing.left, "top": drawing.top, "wide": drawing.wide, "high": drawing.high}
    return {name: _short(n) for name, n in frame.items()} | {"marks": _marks(drawing.marks)}


def _marks(marks: Sequence[Mark]) -> list[dict[str, Any]]:
    return [
        {"mark": type(mark).__name__.lower()} | {name: _short(value) for name, value in asdict(mark).items()}
        for mark in marks
    ]


def _short(value: Any) -> Any:
    """Numbers of a drawing need no more digits than a printer has dots."""
    if isinstance(value, float):
        return round(value, 3)
    return [_short(entry) for entry in value] if isinstance(value, tuple) else value
