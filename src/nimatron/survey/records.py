"""The longest periods of a data set, by size and maximum, with a certificate for each."""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import NamedTuple

from ..certificate import write
from ..certificate.write_period import period_certificate, values_needed
from ..errors import UsageError
from ..games.heaps import AllBut, Subtraction
from ..message import either
from ..values.questions import period, sequence
from ..values.sequences.periods import Period
from .dataset import load, read_manifest
from .sets import KINDS
from .summary import summary


class Record(NamedTuple):
    """The longest period of its size and maximum; `file` is its certificate."""

    game: Subtraction | AllBut
    size: int
    largest: int
    period: Period
    among: str
    """Which sets of this size and maximum were solved: `all`, all `symmetric` ones, or `some`."""
    file: str = ""


def records(folder: Path | str, every: int = 1, most: int | None = None) -> list[Record]:
    """The records of a data set, each proved again: only maxima divisible by `every` and periods up to `most`."""
    folder = Path(folder)
    texts = [family["text"] for family in read_manifest(folder)["families"]]
    kinds = {text.split()[0] for text in texts}
    if not kinds <= {*KINDS} or len(kinds) > 1:
        raise UsageError(
            "records are those of {kinds}, not of {others}", kinds=either(KINDS), others=", ".join(sorted(kinds))
        )
    symmetric = all(text.endswith("--symmetric") for text in texts)
    game = Subtraction if kinds == {"subtraction"} else AllBut
    found = []
    for row in summary(load(folder)).iter_rows(named=True):
        if row["longest"] is None or row["largest"] % every or (most and row["longest"] > most):
            continue
        rules = game(row["longest_of"])
        proved = period(rules)
        assert isinstance(proved, Period)
        assert proved.period == row["longest"]
        all_sets = row["members"] == comb(row["largest"] - 1, row["size"] - 1) and not row["unresolved"]
        among = "all" if all_sets else "symmetric" if symmetric and not row["unresolved"] else "some"
        found.append(Record(rules, row["size"], row["largest"], proved, among))
    return found


def certify(record: Record, folder: Path) -> Record:
    """Write the certificate of a record, named by its game."""
    name = "-".join([record.game.name, *map(str, record.game.given)]) + ".json"
    values = sequence(record.game, values_needed(record.game, record.period))
    write(period_certificate(record.game, record.period, values), folder / name)
    return record._replace(file=name)
