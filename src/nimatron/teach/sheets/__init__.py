"""Sheets to print: rules, a board, a table to fill in, questions and exercises, and a key on pages of its own."""

from __future__ import annotations

from .making import MOST_EXERCISES, MOST_SHEETS, Sheet, sheet, sheets

__all__ = ["MOST_EXERCISES", "MOST_SHEETS", "Sheet", "sheet", "sheets"]
