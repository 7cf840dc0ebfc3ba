"""Makes the table of Sprouts that comes with the program. It takes half a minute.

    .venv/bin/python scripts/sprouts_table.py

The tests check every entry by its definition.
"""

from __future__ import annotations

from nimatron import mex
from nimatron.core.limits import Budget
from nimatron.families.sprouts.land_search import LandSearch
from nimatron.families.sprouts.land_table import TABLE, pack
from nimatron.families.sprouts.lines import children
from nimatron.proof.write_lands import least_table
from nimatron.solve.search.proof_numbers import ProofTables

ALL, PROVED = 5, 11
"""So many spots: all lands, and a proof of who wins."""


def spots(n: int) -> str:
    """A land of n spots without lines."""
    return ",".join("0" * n)


def all_values(n: int) -> dict[str, int]:
    """The values of all lands below n spots, by the definition."""
    values: dict[str, int] = {}
    todo = [spots(n)]
    while todo:
        options = children(todo[-1])
        if missing := [land for option in options for land in option if land not in values]:
            todo += missing
            continue
        land, sums = todo.pop(), set()
        for option in options:
            total = 0
            for part in option:
                total ^= values[part]
            sums.add(total)
        values[land] = mex(sums)
    return values


def proved_values(n: int) -> dict[str, int]:
    """What shows who wins with 1 to n spots."""
    search, values = LandSearch(ProofTables(), Budget()), dict[str, int]()
    for k in range(1, n + 1):
        values |= least_table(search, [spots(k)], search.is_sum([spots(k)], 0))
    return values


if __name__ == "__main__":
    proofs, others = proved_values(PROVED), all_values(ALL)
    TABLE.write_bytes(pack(proofs, {land: others[land] for land in others if land not in proofs}))
    print(f"{len(proofs | others):,} lands, {TABLE.stat().st_size:,} bytes: {TABLE}")
