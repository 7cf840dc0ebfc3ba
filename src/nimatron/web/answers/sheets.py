"""Answers for teachers: sheets to print."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from ...teach.sheets import sheets
from ...teach.sheets.blocks import document
from ...teach.sheets.data import document_data
from ...teach.sheets.pdf import is_possible, pdf
from .asked import Asked


def sheet(asked: Asked, game: str, exercises: int = 8, seed: int = 0, count: int = 1) -> Any:
    """Different sheets of one game from one seed, each with its key."""
    drawn = [document_data(document(one)) for one in sheets(game, exercises, seed, count, asked.catalog)]
    return {"schema": "nimatron.sheet/1", "sheets": drawn, "pdf": is_possible()}


def sheet_pdf(asked: Asked, game: str, exercises: int = 8, seed: int = 0, count: int = 1, paper: str = "a4") -> Any:
    """The same as a file, in base64: it goes to the page inside JSON like every other answer."""
    made = pdf([document(one) for one in sheets(game, exercises, seed, count, asked.catalog)], paper)
    return {"schema": "nimatron.sheet-pdf/1", "pdf": b64encode(made).decode()}
