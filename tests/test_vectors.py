"""The 4,581 positions of `data/games.json`, through the public names.

Source of the data: an independent brute-force oracle; the file describes its own formats. Moves are
compared as sets of the positions they lead to.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import nimatron as nt

GAMES: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "games.json").read_text())["games"]
Case = dict[str, Any]

COIN_NAMES = {
    "turtles": "turtles",
    "twins": "twins",
    "mock": "mock-turtles",
    "ruler": "ruler",
    "sub123": "subtraction-coins{1,2,3}",
}


def joined(entries: list[Any]) -> str:
    return " ".join(map(str, entries))


def pairs(entries: list[list[int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in entries)


def amounts(case: Case) -> str:
    return ",".join(map(str, case["params"]["S"]))


def edges(case: Case) -> str:
    arrows = [f"{a}>{b}" for a, b in case["params"]["edges"]]
    return " ".join(arrows + [str(v) for v in range(case["params"]["vertices"])])


def board(cells: list[list[int]]) -> str:
    width, height = (max((cell[i] for cell in cells), default=0) + 1 for i in (0, 1))
    empty = {tuple(cell) for cell in cells}
    return "/".join("".join(".#"[(x, y) not in empty] for x in range(width)) for y in range(height))


TEXT: dict[str, Callable[[Case], str]] = {
    "subtraction": lambda c: f"subtraction{{{amounts(c)}}}: {joined(c['position'])}",
    "subtraction_misere": lambda c: f"subtraction{{{amounts(c)}}}: {joined(c['position'])}",
    "allbut": lambda c: f"allbut{{{amounts(c)}}}: {joined(c['position'])}",
    "nim": lambda c: f"nim: {joined(c['position'])}",
    "moore_nim": lambda c: f"moore{{{c['params']['k']}}}: {joined(c['position'])}",
    "nimble": lambda c: f"nimble: {joined(c['position'])}",
    "turning_turtles": lambda c: f"turtles: {joined(c['position'])}",
    "twins": lambda c: f"twins: {joined(c['position'])}",
    "mock_turtles": lambda c: f"mock-turtles: {joined(c['position'])}",
    "ruler": lambda c: f"ruler: {joined(c['position'])}",
    "subtraction_coins": lambda c: f"subtraction-coins{{{amounts(c)}}}: {joined(c['position'])}",
    "turning_corners": lambda c: f"corners: {pairs(c['position'])}",
    "rugs": lambda c: f"rugs: {pairs(c['position'])}",
    "tartan": lambda c: (
        f"tartan{{{COIN_NAMES[c['params']['G']]},{COIN_NAMES[c['params']['H']]}}}: {pairs(c['position'])}"
    ),
    "wythoff": lambda c: f"wythoff: {joined(c['position'])}",
    "rook": lambda c: f"rook: {joined(c['position'])}",
    "nim2d_bounded": lambda c: f"nim2d{{{c['params']['width']}}}: {pairs(c['position'])}",
    "nim2d_infinite": lambda c: f"nim2d: {pairs(c['position'])}",
    "lasker_nim": lambda c: f"lasker: {joined(c['position'])}",
    "kayles": lambda c: f"kayles: {joined(c['position'])}",
    "chomp": lambda c: f"chomp: {joined(c['position'])}",
    "cram": lambda c: f"cram: {board(c['position'])}",
    "chop": lambda c: f"chop: {c['position'][0]}x{c['position'][1]}",
    "dag_tokens": lambda c: f"graph{{{edges(c)}}}: {joined(c['position'])}",
    "coins_on_table_discrete": lambda c: f"table{{{','.join(map(str, c['position']))}}}:",
    "sum": lambda c: " + ".join(TEXT[part["game"]](part) for part in c["position"]),
}


def replaced(state: tuple[Any, ...], i: int, *entries: Any) -> tuple[Any, ...]:
    return (*state[:i], *entries, *state[i + 1 :])


def turned(game: nt.CoinGame, state: tuple[Any, ...], coins: list[Any]) -> tuple[Any, ...]:
    return game.turn(state, [tuple(c) if isinstance(c, list) else c for c in coins])


def after_lasker(state: tuple[int, ...], move: list[Any]) -> tuple[int, ...]:
    kind, i, *rest = move
    return replaced(state, i, *([state[i] - rest[0]] if kind == "take" else rest))


def after_kayles(state: tuple[int, ...], move: list[Any]) -> tuple[int, ...]:
    _, i, left, knocked = move
    return replaced(state, i, left, state[i] - left - knocked)


def after_chomp(state: tuple[int, ...], move: list[int]) -> tuple[int, ...]:
    column, row = move
    return tuple(r for r in (*state[:row], *(min(r, column) for r in state[row:])) if r)


def after_cram(state: tuple[int, int, int], move: list[list[int]]) -> tuple[int, int, int]:
    width, height, empty = state
    return width, height, empty - sum(1 << y * width + x for x, y in move)


def after(name: str, position: nt.Position, move: Any) -> Any:
    """The state that `move`, in the format of the data, leads to."""
    state, game = position.state, position.game
    if name in ("subtraction", "subtraction_misere", "allbut", "nim"):
        return replaced(state, move[0], state[move[0]] - move[1])
    if name == "moore_nim":
        return tuple(heap - taken for heap, taken in zip(state, move, strict=True))
    if name == "dag_tokens":
        return replaced(state, move[0], str(move[1]))
    if name in ("nimble", "nim2d_bounded"):
        return replaced(state, move[0], tuple(move[1]) if isinstance(move[1], list) else move[1])
    if name in ("wythoff", "rook", "chop"):
        return tuple(move)
    if isinstance(game, nt.CoinGame):
        return turned(game, state, move)
    if name == "coins_on_table_discrete":
        return (tuple(move),)
    functions: dict[str, Any] = {
        "lasker_nim": after_lasker, "kayles": after_kayles, "chomp": after_chomp, "cram": after_cram,
    }  # fmt: skip
    return functions[name](state, move)


def expected_moves(name: str, case: Case, position: nt.Position, key: str) -> set[Any]:
    if name != "sum":
        return {after(name, position, move) for move in case[key]}
    found = set()
    for i, move in case[key]:
        part = nt.parse(TEXT[case["position"][i]["game"]](case["position"][i]))
        found.add(replaced(position.state, i, after(case["position"][i]["game"], part, move)))
    return found


def check_case(name: str, case: Case) -> None:
    position = nt.parse(TEXT[name](case))
    assert nt.parse(str(position)) == position
    for misere in (False, True):
        prefix = "misere_" if misere else ""
        if f"{prefix}outcome" in case:
            assert nt.outcome(position, misere=misere) == case[f"{prefix}outcome"]
        if case.get(f"{prefix}winning_moves") is not None:
            moves = nt.winning_moves(position, misere=misere)
            found = {move.state for move in moves}
            assert found == expected_moves(name, case, position, f"{prefix}winning_moves")
            assert len(moves) == len(found)
    if "grundy" in case:
        assert nt.grundy(position) == case["grundy"]
    if "winning_move_count" in case:
        assert len(nt.winning_moves(position)) == case["winning_move_count"]
    if ordinal := case.get("grundy_ordinal"):
        expected = nt.Ordinal(f"w*{ordinal['omega_coeff']}") if ordinal["omega_coeff"] else 0
        assert nt.grundy(position) == expected ^ ordinal["finite"]
        assert all(nt.grundy(move) == 0 for move in nt.winning_moves(position))


def batches() -> Iterator[Any]:
    for name, game in GAMES.items():
        if name in TEXT:
            cases = game["cases"]
            for start in range(0, len(cases), 50):
                yield pytest.param(name, cases[start : start + 50], id=f"{name}-{start}")


@pytest.mark.parametrize(("name", "cases"), list(batches()))
@pytest.mark.one_in(3)
def test_positions(name: str, cases: list[Case]) -> None:
    for case in cases:
        check_case(name, case)


@pytest.mark.parametrize(("name", "make"), [("subtraction_period", nt.Subtraction), ("allbut_period", nt.AllBut)])
def test_periods(name: str, make: Callable[[list[int]], nt.Game]) -> None:
    for case in GAMES[name]["cases"]:
        found = nt.period(make(case["params"]["S"]))
        assert found.proved
        assert (found.preperiod, found.period) == (case["preperiod"], case["period"]), case
        assert found.saltus == case.get("saltus", 0)


def test_nim_arithmetic() -> None:
    operations: dict[str, Callable[..., int]] = {"mul": nt.nim_mul, "div": nt.nim_div, "inverse": nt.nim_inv}
    for case in GAMES["nim_arithmetic"]["cases"]:
        assert operations[case["op"]](*case["position"]) == case["result"]


def test_mex() -> None:
    for case in GAMES["mex"]["cases"]:
        assert nt.mex(case["position"]) == case["mex"]


def test_nothing_is_left_out() -> None:
    elsewhere = {"subtraction_period", "allbut_period", "nim_arithmetic", "mex"}
    assert set(GAMES) == set(TEXT) | elsewhere
    assert sum(len(game["cases"]) for game in GAMES.values()) == 4581
