"""What Explore offers to copy runs in Python, and by public names alone."""

from __future__ import annotations

from every_row import every_row

import nimatron as nt
from nimatron.show import commands
from nimatron.show.faces import numbering_of
from nimatron.solve.value_table import family

OFFERED = [
    commands.sequence_commands(nt.Kayles, 5),
    commands.period_commands(nt.Subtraction({1, 2, 3})),
    commands.comparison_commands(nt.Kayles, nt.Octal("0.770003"), 50),
    commands.family_commands(family(nt.Wythoff, numbering_of(nt.Wythoff), 3, 3)),
    commands.nimber_table_commands("product", 3),
]


@every_row("lines", [python for _, python in OFFERED])
def test_they_run(lines: str) -> None:
    names: dict[str, object] = {}
    exec(lines, names)
    assert names["nt"] is nt
    assert "from nimatron" not in lines
