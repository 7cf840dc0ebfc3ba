"""Tables of examples that are one test each: a test of its own for each row would cost more than most rows do."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Check = Callable[..., None]


def every_row(names: str | tuple[str, ...], rows: Iterable[Any], one_in: int = 1) -> Callable[[Check], Check]:
    """Run a test with all rows of a table, whichever of them fail; those that do are named.

    The arguments are those of `pytest.mark.parametrize`. Of a long table `one_in` so many rows are a quick test, and
    the others are a slow one.
    """
    columns = (names,) if isinstance(names, str) else names
    table = [dict(zip(columns, (row,) if isinstance(names, str) else row, strict=True)) for row in rows]
    sample = table[::one_in]

    def over_all(test: Check) -> Check:
        @wraps(test)
        def run(*arguments: Any, rows: list[dict[str, Any]] = table, **fixtures: Any) -> None:
            failures = []
            for row in rows:
                try:
                    test(*arguments, **row, **fixtures)
                except Exception as failure:
                    failure.add_note(f"in the row {row}")
                    failures.append(failure)
            if len(failures) == 1:
                raise failures[0]
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(rows)} rows", failures)

        # The columns are no fixtures.
        signature = inspect.signature(test)
        others = [value for name, value in signature.parameters.items() if name not in columns]
        if one_in > 1:
            others.append(inspect.Parameter("rows", inspect.Parameter.KEYWORD_ONLY))
        run.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        if one_in == 1:
            return run
        rest = [row for place, row in enumerate(table) if place % one_in]
        slow = pytest.param(rest, id="others", marks=pytest.mark.slow)
        return pytest.mark.parametrize("rows", [pytest.param(sample, id="some"), slow])(run)

    return over_all
