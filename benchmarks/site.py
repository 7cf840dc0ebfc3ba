"""The page without a server: what a visitor downloads, and the time from opening it to the computer's answers.

    .venv/bin/python benchmarks/site.py PYODIDE

PYODIDE is the npm package `pyodide`, unpacked. Times are of the wall clock, in Chromium.
"""

from __future__ import annotations

import functools
import gzip
import http.server
import shutil
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nimatron.site.build import write_site
from nimatron.site.runtime import from_folder

WARM, MOVES = 5, 20

TURN = """
async ([from, to, seed]) => {
  const { get } = await import("./js/api.js");
  const began = performance.now();
  await get("turn", { position: from, move: to, level: "perfect", seed });
  return performance.now() - began;
}
"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def weigh(folder: Path) -> None:
    """What a visitor of one language needs, as gzip sends it."""
    skipped = ("licences", "nimatron-site.json", "help/")  # the help is fetched when it is read
    sizes: dict[str, int] = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if (
            path.is_file()
            and not name.startswith(skipped)
            and (path.suffix != ".json" or path.stem not in ("pl", "cs", "hu"))
        ):
            data = path.read_bytes()
            room = name.partition("/")[0] if "/" in name else "page"
            sizes[room] = sizes.get(room, 0) + min(len(data), len(gzip.compress(data, 9)))
    for room, size in sorted(sizes.items(), key=lambda pair: -pair[1]):
        print(f"{room:10} {size / 1e6:6.2f} MB")
    print(f"{'in all':10} {sum(sizes.values()) / 1e6:6.2f} MB")


def first_answer(page: Any, address: str, seed: int) -> float:
    """Seconds from opening the page to the computer's first answer, asked as soon as the board is there."""
    began = time.monotonic()
    page.goto(f"{address}?lang=en")
    page.locator("figure.summand svg").first.wait_for()
    board = time.monotonic() - began
    page.evaluate(TURN, ["nim: 3 4 5", "nim: 3 4 4", seed])
    print(f"  board {board:.2f} s, answer {time.monotonic() - began:.2f} s")
    return time.monotonic() - began


def main(release: Path) -> None:
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as place, sync_playwright() as playwright:
        site = write_site(Path(place) / "site", [], (), from_folder(release))
        weigh(site.folder)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with served(site.folder) as address:
            page = browser.new_context().new_page()
            print("first visit")
            first_answer(page, address, 0)
            page.wait_for_timeout(5000)  # until the memory of the start is kept
            print("later visits")
            warm = [first_answer(page, address, n) for n in range(1, WARM + 1)]
            moves = [page.evaluate(TURN, ["nim: 5 6 7", "nim: 5 6 6", n]) for n in range(MOVES)]
            print(f"answer: median {statistics.median(warm):.2f} s; a move: median {statistics.median(moves):.0f} ms")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
