"""Makes the pictures of the README from the running page and program: python scripts/pictures.py [NAME ...]

Names: play, why, map, course, own, terminal, speed; all of them by default. The pictures go to docs/pictures, each for
light and for dark screens. The page is drawn by Chromium, the terminal by rich. `speed` measures Nimatron beside
ogsolve, igsolve and galois (benchmarks/README.md), so these have to be installed; it also writes speed.json.
"""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pexpect
from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
SCHEMES = ("light", "dark")
SIZE, SMALL = {"width": 1280, "height": 800}, (960, 600)
"""The window of the browser, and the size of the pictures: beside the text of a README nobody needs more."""

WIDTH = 72
"""The columns of the terminal."""

FRAMES, PAUSE = 80, 100
"""The animated picture: so many frames, each for so many milliseconds."""


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server that runs meanwhile, with the game of the README."""
    own = str(ROOT / "examples" / "chocolate.py:Chocolate")
    command = [sys.executable, "-m", "nimatron", "--lang", "en", "serve", "--port", "0", "--pyodide", "off", own]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = next(line for line in process.stdout if "http://" in line)
        try:
            yield next(word for word in line.split() if word.startswith("http://"))
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(30)


def address(path: str = "", **settings: Any) -> str:
    """A page and its settings, in English."""
    return f"{path}?{urlencode({'lang': 'en', **settings})}"


def board(page: Page, position: str) -> None:
    """Open a position, and wait for its board."""
    page.goto(address(p=position))
    page.locator("figure.summand [data-id]").first.wait_for()
    page.wait_for_timeout(800)


def frame(page: Page) -> Image.Image:
    """What the page shows now."""
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(SMALL, Image.Resampling.LANCZOS)


def save(name: str, scheme: str, *frames: Image.Image) -> None:
    """Write one picture, animated if it has several frames."""
    more: dict[str, Any] = {"save_all": True, "append_images": frames[1:], "duration": PAUSE, "loop": 0}
    quality = {"quality": 80, "method": 6} if len(frames) > 1 else {"quality": 88, "method": 6}
    frames[0].save(PICTURES / f"{name}-{scheme}.webp", **quality, **(more if len(frames) > 1 else {}))


# -- the page --------------------------------------------------------------------------------------


def play(page: Page) -> list[Image.Image]:
    """A move, the reply, and *Why?*: eight seconds."""
    board(page, "nim: 3 4 5")
    acts: dict[int, Callable[[], object]] = {
        10: lambda: page.locator("figure.summand [data-id]").nth(1).click(),
        45: lambda: page.keyboard.press("w"),
    }
    frames = []
    for number in range(FRAMES):
        if number in acts:
            acts[number]()
        frames.append(frame(page))
    return frames


def why(page: Page) -> list[Image.Image]:
    """*Why?* of a sum."""
    board(page, "nim: 3 5 + kayles: 7 + chomp: 4 4 2")
    page.keyboard.press("w")
    page.wait_for_timeout(2000)
    return [frame(page)]


def map_(page: Page) -> list[Image.Image]:
    """The map of Wythoff's game."""
    page.goto(address("explore.html", tab="map", game="wythoff", columns=30, rows=30))
    page.wait_for_timeout(3000)
    return [frame(page)]


def course(page: Page) -> list[Image.Image]:
    """A step of a lesson."""
    page.goto(address("learn.html", lesson="bouton", step=2))
    page.wait_for_timeout(1500)
    return [frame(page)]


def own(page: Page) -> list[Image.Image]:
    """The game of the README on the page."""
    board(page, "chocolate: (4, 6)")
    return [frame(page)]


SCREENS: dict[str, Callable[[Page], list[Image.Image]]] = {
    "play": play,
    "why": why,
    "map": map_,
    "course": course,
    "own": own,
}


def draw_screens(names: list[str]) -> None:
    """Pictures of the page."""
    with serving() as server, sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for scheme in SCHEMES:
            for name in names:
                context = browser.new_context(base_url=server, viewport=SIZE, color_scheme=scheme)  # type: ignore[arg-type]
                save(name, scheme, *SCREENS[name](context.new_page()))
                context.close()
        browser.close()


def chromium() -> str:
    """The browser of the system."""
    from shutil import which

    found = which("chromium") or which("chromium-browser") or which("google-chrome")
    if not found:
        sys.exit("pictures.py needs Chromium (Debian: apt-get install chromium)")
    return found


# -- the terminal ----------------------------------------------------------------------------------


def draw_terminal() -> None:
    """What `nimatron explain "nim: 3 4 5"` prints, as rich draws a terminal."""
    from rich.console import Console
    from rich.terminal_theme import DEFAULT_TERMINAL_THEME, DIMMED_MONOKAI
    from rich.text import Text

    # The real program in a real terminal, so that the picture shows what a reader will see.
    command = [sys.executable, "-m", "nimatron", "--lang", "en", "explain", "nim: 3 4 5"]
    printed = pexpect.spawn(command[0], command[1:], dimensions=(60, WIDTH), encoding="utf-8").read()
    for scheme, theme in zip(SCHEMES, (DEFAULT_TERMINAL_THEME, DIMMED_MONOKAI), strict=True):
        console = Console(record=True, width=WIDTH, file=io.StringIO(), highlight=False, force_terminal=True)
        console.print(Text('$ nimatron explain "nim: 3 4 5"', style="dim"))
        console.print(Text.from_ansi(printed.replace("\r\n", "\n").rstrip()))
        picture = console.export_svg(title="Nimatron", theme=theme, unique_id="nimatron")
        # rich names a font on another host; every system has one of its own.
        picture = re.sub(r"@font-face \{.*?\}\s*|<!--.*?-->\s*", "", picture, flags=re.DOTALL)
        (PICTURES / f"terminal-{scheme}.svg").write_text(picture, "utf-8")


# -- the speed -------------------------------------------------------------------------------------


def measure() -> dict[str, float]:
    """How many times as long as Nimatron each of three other programs takes, in CPU time of this run."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    import boards
    import nimbers
    import sequences

    ogsolve, igsolve = sequences.other_program(), boards.other_program()
    galois = nimbers.galois_times(64, 300)
    if not (ogsolve and igsolve and galois):
        sys.exit("pictures.py speed needs ogsolve, igsolve and galois (benchmarks/README.md)")
    boards.own_time("6x5")  # compiled before it is timed
    sequences.own_time(".16", 1000)
    theirs, board = sequences.other_time(ogsolve, ".16", 10**6), boards.other_time(igsolve, "7x5")
    assert theirs
    assert board
    product = nimbers.in_a_process({}, True)["table"]["uint64"]["mul"]
    return {
        "a million values of 0.16, beside ogsolve": theirs / sequences.own_time(".16", 10**6),
        "Cram 7x5, beside igsolve": board[0] / boards.own_time("7x5")[0],
        "products of 64-bit nimbers, beside galois": galois[0] / product,
    }


def draw_speed() -> None:
    """Bars on a scale of powers of ten, and the figures beside them as JSON."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "nimatron"
    ratios = measure()
    (PICTURES / "speed.json").write_text(json.dumps(ratios, indent=1) + "\n", "utf-8")
    for scheme, ink, bar in ("light", "#1f2430", "#0b6e69"), ("dark", "#eceff4", "#4fd1c5"):
        figure, axes = pyplot.subplots(figsize=(7.2, 1.9))
        axes.barh(list(ratios)[::-1], list(ratios.values())[::-1], color=bar, height=0.6)
        for row, ratio in enumerate(list(ratios.values())[::-1]):
            axes.text(ratio * 1.1, row, f"{rounded(ratio)} times as fast", color=ink, va="center", fontsize=9)
        axes.set_xscale("log")
        axes.set_xlim(1, max(ratios.values()) * 30)
        axes.tick_params(which="both", colors=ink, bottom=False, labelbottom=False, left=False)
        for side in axes.spines.values():
            side.set_visible(False)
        figure.savefig(PICTURES / f"speed-{scheme}.svg", transparent=True, bbox_inches="tight", metadata={"Date": None})
        pyplot.close(figure)


def rounded(ratio: float) -> str:
    """A ratio as the README writes it: two digits that count, because machines are noisy.

    >>> rounded(8.14), rounded(1634.2)
    ('8.1', '1,600')
    """
    return f"{float(f'{ratio:.2g}'):,.0f}" if ratio >= 10 else f"{ratio:.1f}"


def main(names: list[str]) -> None:
    """Make the pictures with these names, or all of them."""
    known = [*SCREENS, "terminal", "speed"]
    if unknown := [name for name in names if name not in known]:
        sys.exit(f"there is no picture {unknown[0]!r}: expected {', '.join(known)}")
    PICTURES.mkdir(exist_ok=True)
    names = names or known
    if screens := [name for name in names if name in SCREENS]:
        draw_screens(screens)
    if "terminal" in names:
        draw_terminal()
    if "speed" in names:
        draw_speed()
    total = sum(path.stat().st_size for path in PICTURES.iterdir())
    print(f"docs/pictures has {total / 1e6:.2f} MB.")


if __name__ == "__main__":
    main(sys.argv[1:])
