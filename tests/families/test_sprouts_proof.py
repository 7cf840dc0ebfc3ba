"""Certificates of Sprouts, the table that comes with the program, and the drawings that check both."""

from __future__ import annotations

import random
from typing import Any

import pytest
from every_row import every_row
from half_edges import spots
from hypothesis import given, settings
from positions import POSITIONS

import nimatron as nt
from nimatron.core.errors import NimatronError
from nimatron.core.limits import Budget, Limits
from nimatron.families.sprouts import land_table
from nimatron.families.sprouts.land_search import LandSearch
from nimatron.families.sprouts.land_table import known_values, pack, proof_values, unpack
from nimatron.families.sprouts.lands import weight
from nimatron.families.sprouts.lines import children
from nimatron.proof.checkers import verify
from nimatron.proof.lands_check import LandsCheck
from nimatron.proof.plane_drawing import read_drawing
from nimatron.proof.seal import Unreadable, seal
from nimatron.proof.verdict import CheckBudget
from nimatron.proof.write_outcome import outcome_certificate
from nimatron.solve.search.proof_numbers import ProofTables


def lands_of(text: str) -> list[str]:
    """What a drawing that a move leaves is in the notation, land by land."""
    return [
        nt.Sprouts.show(nt.Sprouts.canonical(nt.Sprouts.parse(option)))
        for option in {_written(drawing) for drawing in read_drawing(text).moves()}
    ]


def _written(drawing: Any) -> str:
    """A drawing of the checker in the notation."""
    names: dict[int, str] = {}
    words = [[drawing.live(first) for first in region] for region in drawing.regions]
    met = [spot for region in words for word in region for spot in word]

    def sign(spot: int) -> str:
        if drawing.lives[spot] > 1 or met.count(spot) == 1:
            return str(3 - drawing.lives[spot])
        return names.setdefault(spot, chr(ord("A") + len(names)))

    regions = [",".join("".join(map(sign, word)) for word in region if word) for region in words]
    return "".join(f"({region})" for region in regions if region) or "0"


@settings(max_examples=15)
@given(POSITIONS["sprouts"])
def test_the_drawings_of_the_checker(position: nt.Position) -> None:
    """They have the options that the texts of the solver have."""
    options = {nt.Sprouts.show(nt.Sprouts.canonical(option.state)) for option in position.options()}
    assert set(lands_of(str(position).removeprefix("sprouts: "))) == options


@settings(max_examples=25)
@given(POSITIONS["sprouts"], POSITIONS["sprouts"])
def test_equal_lands(one: nt.Position, two: nt.Position) -> None:
    """The checker takes two lands for equal if they have one text."""
    for a in {*one.state, *two.state}:
        for b in {*one.state, *two.state}:
            (first,), (second,) = (read_drawing(nt.Sprouts.show((land,))).lands() for land in (a, b))
            assert first.equals(second) == (a == b)


@pytest.mark.parametrize(
    "n", [1, 2, 3, 4, 5, pytest.param(8, marks=pytest.mark.long), pytest.param(11, marks=pytest.mark.slow)]
)
def test_certificate(n: int) -> None:
    certificate = outcome_certificate(nt.Sprouts(n))
    assert certificate["outcome"] == ("P" if n % 6 < 3 else "N")
    assert verify(certificate)
    assert len(certificate["values"]) < 200


@settings(max_examples=10)
@given(POSITIONS["sprouts"])
def test_certificate_of_any_position(position: nt.Position) -> None:
    certificate = outcome_certificate(position)
    assert verify(certificate)
    assert certificate["outcome"] == nt.outcome(position)
    other = {"P": "N", "N": "P"}[certificate["outcome"]]
    assert verify(seal({**certificate, "outcome": other})).holds is False


def test_lies_are_found() -> None:
    certificate = outcome_certificate(nt.Sprouts(4))
    values = certificate["values"]
    for i, (land, value) in enumerate(values):
        for wrong in {value ^ 1, value + 2}:
            lie = seal({**certificate, "values": [*values[:i], [land, wrong], *values[i + 1 :]]})
            assert verify(lie).holds is False, land
    for some in ([], values[::2], values[1::2]):
        assert verify(seal({**certificate, "values": some})).holds is False
    assert verify(certificate, limit=100).holds is None


@every_row(
    "change",
    [
        {"values": [["(0,1", 0]]}, {"values": [["(AAA)", 0]]}, {"values": [["(0,0)", "0"]]},
        {"values": [["(0,0)", -1]]}, {"values": [["(0,0)"]]}, {"values": [["99", 0]]}, {"values": [["", 0]]},
        {"position": "nim: 3"},
        {"misere": True}, {"outcome": "D"}, {"values": [[["(0)"], 0]]}, {"values": "x"}, {"position": "sprouts: (é1)"},
    ],
)  # fmt: skip
def test_unreadable(change: dict[str, Any]) -> None:
    certificate = outcome_certificate(nt.Sprouts(2))
    with pytest.raises(Unreadable):
        verify(seal({**certificate, **change}))


# -- the table -------------------------------------------------------------------------------------


def by_the_definition(land: str, values: dict[str, int]) -> int:
    sums = set()
    for option in children(land):
        total = 0
        for part in option:
            total ^= values[part]
        sums.add(total)
    return nt.mex(sums)


def test_some_of_the_table() -> None:
    values = known_values()
    small = sorted(land for land in values if weight(land) <= 15 and land not in proof_values())
    for land in random.Random(5).sample(small, 150):
        assert by_the_definition(land, values) == values[land], land


@pytest.mark.slow
def test_all_of_the_table() -> None:
    """Every land that play from five spots meets is there, with the value that it has."""
    values, todo, seen = known_values(), ["0,0,0,0,0"], set[str]()
    while todo:
        land = todo.pop()
        if land not in seen:
            seen.add(land)
            assert by_the_definition(land, values) == values[land], land
            todo += [part for option in children(land) for part in option]
    assert len(seen) > 13_000


@pytest.mark.slow
def test_the_proofs_in_the_table() -> None:
    """The lands of the proofs show each other's values, and who wins up to eleven spots."""
    values = [["".join(f"({region})" for region in land.split(" ")), n] for land, n in proof_values().items()]
    for n in range(1, 12):
        check = LandsCheck(CheckBudget())
        for entry in values:
            check.read(entry)
        check.outcome(read_drawing(str(n)), n % 6 < 3)
    check.entries_hold()


def test_without_the_table() -> None:
    """The search finds the same from nothing."""
    search = LandSearch(ProofTables(), Budget())
    for n in range(1, 5):
        land = ",".join("0" * n)
        assert search.value(land) == known_values()[land]
    assert not search.tables.open.keys() & {((land,), n) for land, n in search.tables.values.items()}


def test_no_work_without_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks only for what is known, as the computer does first, does not wait for lists of options."""
    monkeypatch.setattr(LandSearch, "options", None)
    with pytest.raises(nt.Limit):
        LandSearch(ProofTables(), Budget(Limits(positions=0))).is_sum(["0,0,0"], 0)


def test_a_damaged_table() -> None:
    data = land_table.TABLE.read_bytes()
    proofs, others = unpack(data)
    assert unpack(pack(proofs, others)) == (proofs, others)
    assert len(data) < 100_000
    for damaged in (b"", data[:-9], data[:500] + b"x" + data[501:]):
        with pytest.raises(NimatronError, match="damaged"):
            unpack(damaged)


def test_random_drawings() -> None:
    """The two models of drawings agree on how many spots are left at the end: 2n to 3n - 1 moves."""
    rng = random.Random(8)
    for _ in range(5):
        whole, moves = spots(4), 0
        while options := [*whole.moves()]:
            whole, moves = rng.choice(options), moves + 1
        assert 8 <= moves <= 11
