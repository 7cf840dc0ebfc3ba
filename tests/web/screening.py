"""What every screen is held against."""

from __future__ import annotations

from typing import Any


def complaints(page: Any, **options: Any) -> str:
    from axe_playwright_python.sync_playwright import Axe

    there = page.evaluate("'axe' in window")  # the script is long: it goes to a page once
    axe = Axe("") if there else Axe()
    found = axe.run(page, options={"resultTypes": ["violations"], **options})
    return str(found.generate_report()[:3000]) if found.violations_count else ""
