"""What every screen is held against."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus

SIZES = ((375, 667), (768, 1024), (1280, 800), (1920, 1080))
PICTURES = os.environ.get("NIMATRON_PICTURES", "")


def keep(page: Any, name: str) -> None:
    """Keep a picture of a screen, at each size and in both themes, if somebody wants to look at them."""
    if not PICTURES:
        return
    folder = Path(PICTURES)
    folder.mkdir(parents=True, exist_ok=True)
    before = page.viewport_size
    short = re.sub(r"[^a-z0-9]+", "-", unquote_plus(name).lower()).strip("-")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for wide, high in SIZES:
            page.set_viewport_size({"width": wide, "height": high})
            page.wait_for_timeout(200)  # boards are laid out anew when they are measured
            page.screenshot(path=folder / f"{short}-{wide}-{theme}.png")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(before)


def complaints(page: Any, **options: Any) -> str:
    from axe_playwright_python.sync_playwright import Axe

    there = page.evaluate("'axe' in window")  # the script is long: it goes to a page once
    axe = Axe("") if there else Axe()
    found = axe.run(page, options={"resultTypes": ["violations"], **options})
    return str(found.generate_report()[:3000]) if found.violations_count else ""
