"""The results of `cram` and `chomp`: in words, with a map of the first moves, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..core.game import Position
from ..core.message import Number
from .text import Line, limit_line, verdict_line
from .words import tr, trn, word, word_error

if TYPE_CHECKING:
    from ..families.chomp.bars import Bites
    from ..families.cram.regions import CramReport, Judgement

WON, LOST, OPEN = "*", "-", "?"


def cram_lines(position: Position, report: CramReport) -> Iterator[Line]:
    """The value, then the map of the first moves if they were asked for."""
    yield Line(str(position), "title")
    if report.value is not None:
        yield verdict_line("N" if report.value else "P", tr("value {value}", value=report.value))
    elif report.excluded:
        values = ", ".join(map(str, report.excluded))
        yield Line(tr("The value is not known yet; it is not one of {values}.", values=values), "bad")
    else:
        yield Line(tr("The value is not known yet."), "bad")
    if report.moves is not None:
        yield from _map_lines(position, report.moves)
    yield Line(_effort(report), "dim")
    if report.trouble:
        yield limit_line(report.trouble)


def _effort(report: CramReport) -> str:
    return trn(
        "{count} position searched, {entries} stored in {size} MB, {seconds} s",
        "{count} positions searched, {entries} stored in {size} MB, {seconds} s",
        report.positions,
        count=Number(report.positions),
        entries=Number(report.entries),
        size=Number(report.bytes / 1e6, ",.0f"),
        seconds=Number(report.seconds, ".1f"),
    )


def _map_lines(position: Position, moves: list[Judgement]) -> Iterator[Line]:
    """The board; the mark between two squares is the result of a domino on them."""
    wins = sum(move.wins is True for move in moves)
    # An open judgement may still turn out to be a win.
    none = tr("No move wins:") if all(move.wins is False for move in moves) else tr("No winning move is known yet:")
    yield Line(trn("{n} winning move:", "{n} winning moves:", wins) if wins else none)
    width, height, empty = position.state
    marks = {move.cells: _mark(move) for move in moves}
    for y in range(height):
        squares = [y * width + x for x in range(width)]
        row = ["o" if empty >> i & 1 else "#" for i in squares]
        # The last square of a row has no neighbour to its right.
        between = [marks.get((i, i + 1), " ") for i in squares[:-1]] + [""]
        yield Line("  " + "".join(f"{cell} {mark} " for cell, mark in zip(row, between, strict=True)).rstrip())
        if y + 1 < height:
            below = "".join(f"{marks.get((i, i + width), ' ')}   " for i in squares)
            yield Line("  " + below.rstrip())
    yield Line(tr("Between squares: * wins, a number is the value after it, - loses, ? is not known."), "dim")


def _mark(move: Judgement) -> str:
    if move.wins is None:
        return OPEN
    if move.wins:
        return WON
    return LOST if move.value is None or move.value > 9 else str(move.value)  # the map has one character per move


def cram_data(position: Position, report: CramReport) -> dict[str, Any]:
    """The shape `nimatron.cram/1`."""
    return {
        "schema": "nimatron.cram/1",
        "position": str(position),
        "outcome": None if report.value is None else "N" if report.value else "P",
        **vars(report),
        "seconds": round(report.seconds, 3),
        "moves": None if report.moves is None else [_move_data(position, move) for move in report.moves],
        "trouble": word_error(report.trouble) if report.trouble else None,
    }


def _move_data(position: Position, move: Judgement) -> dict[str, Any]:
    width, height, empty = position.state
    after = width, height, empty & ~(1 << move.cells[0] | 1 << move.cells[1])
    text = word(position.game.describe(position.state, after))
    return {"text": text, "cells": list(move.cells), "value": move.value, "wins": move.wins}


def fill_text(positions: int, rate: float, fill: float, size: int) -> str:
    """The progress of a search."""
    return trn(
        "{count} position, {rate} a second, table of {size} MB {fill} full",
        "{count} positions, {rate} a second, table of {size} MB {fill} full",
        positions,
        count=Number(positions),
        rate=Number(rate, ",.0f"),
        size=Number(size / 1e6, ",.0f"),
        fill=f"{fill:.0%}",
    )


def damaged_line(folder: str, names: Sequence[str]) -> str:
    """A note that tables kept from an earlier run cannot be used."""
    return trn(
        "{folder}: {names} is damaged and set aside; the search starts again",
        "{folder}: {names} are damaged and set aside; the search starts again",
        len(names),
        folder=folder,
        names=", ".join(names),
    )


# -- chomp -------------------------------------------------------------------------------------------


def chomp_lines(bites: Bites) -> Iterator[Line]:
    """The answer of `nimatron chomp`."""
    yield Line(f"chomp: {bites.columns}x{bites.rows}", "title")
    yield verdict_line(bites.outcome, "" if bites.value is None else tr("value {value}", value=bites.value))
    if wins := list(bites.winning()):
        yield Line(trn("{n} winning move:", "{n} winning moves:", len(wins)))
    for x, y in wins:
        yield Line("  " + tr("eat from column {x}, row {y}", x=x + 1, y=y + 1), "good")
    if bites.positions > 1:
        yield Line(tr("After each first bite; winning ones in brackets, X is the poisoned square:"), "dim")
        yield from _chomp_map(bites)
    text = "{count} position searched", "{count} positions searched"
    yield Line(trn(*text, bites.positions, count=Number(bites.positions)), "dim")


def _chomp_map(bites: Bites) -> Iterator[Line]:
    """The rows from the top down, with their numbers."""
    from .table_text import cell_text

    cells = [["X " if entry is None else cell_text(entry) for entry in row] for row in bites.after]
    wide = max(len(str(bites.columns)) + 1, *(len(text) for row in cells for text in row)) + 1
    side = len(str(bites.rows))
    for y in reversed(range(bites.rows)):
        yield Line(f"{y + 1:>{side}} " + "".join(f"{text:>{wide}}" for text in cells[y]).rstrip())
    columns = "".join(f"{f'{x + 1} ':>{wide}}" for x in range(bites.columns))
    yield Line(f"{'':{side}} {columns}".rstrip(), "dim")


def chomp_data(bites: Bites, file: str | None, sha256: str | None) -> dict[str, Any]:
    """The shape `nimatron.chomp/1`: `after` has the rows of the board from the bottom up, null for the poison."""
    return {
        "schema": "nimatron.chomp/1",
        **vars(bites),
        "outcome": bites.outcome,
        "winning_moves": [{"column": x + 1, "row": y + 1} for x, y in bites.winning()],
        "file": file,
        "sha256": sha256,
    }
