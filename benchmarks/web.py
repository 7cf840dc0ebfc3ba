"""The page: start-up, weight, first paint, time of an answer for each catalog start, a crowd of clients, memory.

    .venv/bin/python benchmarks/web.py [crowd | page | map | click]

With `crowd` it measures only the crowd, with `page` all but the crowd, with `map` only large maps of values, with
`click` only the answer to a click. Times are of the wall clock, on loopback; the load is made on the same machine.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

import nimatron
from nimatron.families.catalog import CATALOG

STATIC = Path(nimatron.__file__).parent / "web" / "static"
ROUNDS = 15
LIGHT, HEAVY, CLIENTS = 10, 30, 200
SECONDS = 20

SCREENS = {"play": "", "explore": "explore.html", "learn": "learn.html?lesson=take-away"}

LARGE = ["chomp: 20x20", "corners: 20,20", "cram: 8x8", "wythoff: 30 29", "nim:" + " 39" * 20, "nim:" + " 50" * 20]

OBSERVE = """
new MutationObserver(() => {
  if (document.querySelector("main svg, main table")) window.drawn ??= performance.now();
}).observe(document, {childList: true, subtree: true});
"""


def start() -> tuple[subprocess.Popen[str], str]:
    began = time.perf_counter()
    command = [sys.executable, "-m", "nimatron", "serve", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    url = process.stdout.readline().split()[3]
    httpx.get(f"{url}api/v1/games", timeout=60)
    print(f"start-up to the first answer: {time.perf_counter() - began:.2f} s")
    return process, url


def weight(url: str) -> None:
    """All files of the page, as they are and as they are sent, and what the gallery asks for."""
    files = [file for file in STATIC.rglob("*") if file.is_file()]
    print(f"page weight, all screens and languages: {sum(file.stat().st_size for file in files) / 1000:.0f} kB")
    paths = [str(file.relative_to(STATIC)) for file in files]
    print(f"  as sent: {sum(_sent(url, path) for path in paths) / 1000:.0f} kB")
    for path in ("api/v1/games", "api/v1/gallery"):
        print(f"  {path}: {_sent(url, path) / 1000:.0f} kB as sent")


def _sent(url: str, path: str) -> int:
    with httpx.stream("GET", f"{url}{path}", headers={"Accept-Encoding": "gzip"}, timeout=60) as answer:
        return sum(len(piece) for piece in answer.iter_raw())


def paint(url: str) -> None:
    """Each screen in a browser that has nothing of it yet."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("no chromium is here: first paint is not measured")
        return
    from playwright.sync_api import sync_playwright

    print(f"\n{'best of 3, ms':28} first paint  board or table")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, path in SCREENS.items():
            times = [_painted(browser, f"{url}{path}") for _ in range(3)]
            print(f"  {name:26} {min(t[0] for t in times):11.0f} {min(t[1] for t in times):15.0f}")


def _painted(browser: Any, address: str) -> tuple[float, float]:
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(OBSERVE)
    page.goto(address)
    script = "[performance.getEntriesByName('first-contentful-paint')[0]?.startTime, window.drawn]"
    while None in (found := page.evaluate(script)):  # its own way to wait needs eval, which the page forbids
        page.wait_for_timeout(20)
    context.close()
    return found[0], found[1]


CLICKED = """
new Promise((done) => {
  const coin = document.querySelector("[data-id='2.4']");
  const began = performance.now();
  let seen = null;
  const look = () => {
    const words = document.querySelector(".turn .message").textContent;
    if (/^You/.test(words)) seen ??= performance.now() - began;
    if (/Your move/.test(words) && seen !== null) return done([seen, performance.now() - began]);
    requestAnimationFrame(look);
  };
  coin.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  look();
})
"""


def clicks(url: str) -> None:
    """From a click to the words about the move, and to the end of the computer's answer."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("no chromium is here: clicks are not measured")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        times = [_clicked(browser, url) for _ in range(5)]
        print(f"\nclick to move, ms: {min(t[0] for t in times):.0f}; to the end of the answer: ", end="")
        print(f"best {min(t[1] for t in times):.0f}, median {statistics.median(t[1] for t in times):.0f}")


def _clicked(browser: Any, url: str) -> tuple[float, float]:
    page = browser.new_context().new_page()
    page.goto(f"{url}?p=nim: 3 4 5&opponent=perfect")
    page.locator("[data-id='2.4'][aria-disabled=false]").wait_for()
    page.wait_for_load_state("networkidle")
    found = page.evaluate(CLICKED)
    page.context.close()
    return found[0], found[1]


MAP = "explore.html?tab=map&game={game}&columns=200&rows=200"


def maps(url: str) -> None:
    """Maps of 200 x 200 cells: from opening the page until the last row is drawn; `first` when there is something."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        print("no chromium is here: maps are not measured")
        return
    from playwright.sync_api import sync_playwright

    print(f"\n{'a map of 200 x 200, ms':28}   first     all  requests")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for game in ("wythoff", "rook", "euclid"):
            print(f"  {game:26} {_filled(browser, url + MAP.format(game=game))}", flush=True)


FILLED = """
[document.querySelector("canvas.map") && performance.now(), document.querySelector(".filling:empty") !== null]
"""


def _filled(browser: Any, address: str) -> str:
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/table?" in request.url else None)
    page.goto(address, wait_until="commit")
    first = None
    while not (found := page.evaluate(FILLED))[1]:
        first = first or found[0]
        page.wait_for_timeout(10)
    context.close()
    return f"{first or found[0]:9.0f} {found[0]:7.0f} {len(asked):9}"


def large(url: str) -> None:
    """Boards of many shapes with many moves; blanks make each question a new one."""
    print(f"\n{'a large board':28} best ms        kB")
    with httpx.Client(base_url=f"{url}api/v1/", timeout=60) as client:
        for position in LARGE:
            times = []
            for k in range(4):
                began = time.perf_counter()
                answer = client.get("position", params={"position": position + " " * k})
                times.append(1000 * (time.perf_counter() - began))
            print(f"  {position[:26]:26} {min(times):9.1f} {len(answer.content) / 1000:9.1f}")


def answers(url: str) -> None:
    """A move, the computer's reply and the board after it, from each start; each is asked once, so none is kept."""
    print(f"\n{'a move with its reply':28} median ms   95 % ms")
    every = []
    with httpx.Client(base_url=f"{url}api/v1/", timeout=60) as client:
        for entry in CATALOG:
            times = []
            options = client.get("position", params={"position": entry.sample}).json()["options"]
            for seed in range(ROUNDS):
                move = options[seed % len(options)]["after"]
                began = time.perf_counter()
                question = {"position": entry.sample, "move": move, "seed": seed, "frame": entry.sample}
                client.get("turn", params=question).raise_for_status()
                times.append(1000 * (time.perf_counter() - began))
            every += times
            print(f"  {entry.id:26} {statistics.median(times):9.1f} {_late(times):9.1f}")
    print(f"  {'all':26} {statistics.median(every):9.1f} {_late(every):9.1f}")


def _late(times: list[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))]


Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def light(k: int) -> str:
    """A new question that is answered in a moment."""
    heaps = " ".join(str(random.randrange(20)) for _ in range(4))
    return [
        f"analysis?position=nim: {heaps}",
        f"position?position=nim: {heaps}",
        f"turn?position=kayles: 1 11&seed={random.randrange(10**9)}",
        f"turn?position=nim: 5 {heaps}&move=1 from heap 1",
    ][k % 4]


def hard(k: int) -> str:
    """A new question that takes seconds."""
    n = random.randrange(10**6)
    return [
        f"analysis?position=table{{9,9,2}}: %2b nim: {n}",
        f"analysis?position=cram: 9x9 %2b nim: {n}",
        f"analysis?position=kayles: {30 + n % 10} {40 + n % 17} {50 + n % 40}&misere=true",
        f"period?game=0.{n:o}7",
        f"explanation?position=wythoff: {100 + n % 900} {1000 + n // 900}&misere=true",
        f"table?game=chomp&columns={100 + n % 100}&rows={100 + n // 100 % 100}",
    ][k % 6]


class Crowd:
    """Clients that ask light questions, beside others with hard ones. Bare sockets: a library would be measured too."""

    def __init__(self, url: str) -> None:
        host, port = url.removeprefix("http://").rstrip("/").split(":")
        self.host, self.port = host, int(port)
        self.times: list[float] = []
        self.failures = 0

    async def ask(self, streams: Streams, question: str) -> tuple[str, float]:
        """The status of the answer, and after how many seconds to ask again."""
        reader, writer = streams
        target = quote(f"/api/v1/{question}", safe="/?&=%")
        writer.write(f"GET {target} HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        await reader.readexactly(int(head.partition("content-length: ")[2].partition("\r\n")[0]))
        return head.split()[1], float(head.partition("retry-after: ")[2].partition("\r\n")[0] or 0)

    async def light(self, k: int, pause: float) -> None:
        streams = await asyncio.open_connection(self.host, self.port)
        while True:
            began = time.perf_counter()
            try:
                status, _ = await self.ask(streams, light(k))
            finally:  # also for a question that has no answer yet when the time is over
                self.times.append(1000 * (time.perf_counter() - began))
            self.failures += status != "200"
            await asyncio.sleep(pause)

    async def heavy(self, k: int, patient: bool) -> None:
        streams = await asyncio.open_connection(self.host, self.port)
        while True:
            _, after = await self.ask(streams, hard(k))
            await asyncio.sleep(after if patient else 0)

    async def meet(self, clients: int, heavy: int, patient: bool, pause: float) -> None:
        tasks = [asyncio.create_task(self.heavy(k, patient)) for k in range(heavy)]
        tasks += [asyncio.create_task(self.light(k, pause)) for k in range(clients)]
        await asyncio.wait(tasks, timeout=SECONDS, return_when=asyncio.FIRST_EXCEPTION)
        for task in tasks:
            task.cancel()
        for fault in await asyncio.gather(*tasks, return_exceptions=True):
            if not isinstance(fault, asyncio.CancelledError):
                raise fault


def crowd(url: str, name: str, clients: int, heavy: int = 0, patient: bool = True, pause: float = 0.05) -> None:
    found = Crowd(url)
    asyncio.run(found.meet(clients, heavy, patient, pause))
    times = sorted(found.times)
    median, late = times[len(times) // 2], times[int(0.99 * len(times))]
    rate = len(times) / SECONDS
    print(f"  {name:42} {clients:7} {rate:9.0f} {median:7.0f} {late:7.0f} {times[-1]:7.0f} {found.failures:9}")


def memory(pid: int) -> float:
    """Megabytes of the server and its workers."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pages = sum(int(Path(f"/proc/{p}/statm").read_text().split()[1]) for p in [str(pid), *children])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    process, url = start()
    try:
        if sys.argv[1:] == ["click"]:
            clicks(url)
            sys.exit()
        if sys.argv[1:] != ["crowd"]:
            maps(url)
        if sys.argv[1:] == ["map"]:
            sys.exit()
        if sys.argv[1:] != ["crowd"]:
            weight(url)
            paint(url)
            clicks(url)
            answers(url)
            large(url)
        if sys.argv[1:] == ["page"]:
            sys.exit()
        before = memory(process.pid)
        print(f"\n  {'light requests beside':42} clients  a second     p50     p99   worst  failures (ms)")
        crowd(url, "nothing", LIGHT)
        crowd(url, f"{HEAVY} heavy clients, each question new", LIGHT, HEAVY)
        crowd(url, "the same, and none waits as it is told to", LIGHT, HEAVY, patient=False)
        crowd(url, "nothing, without a pause", CLIENTS, pause=0)
        print(f"memory of server and workers: {before:.0f} MB before, {memory(process.pid):.0f} MB after")
        print(f"processes that wanted to run on this machine of {os.cpu_count()} processors: {os.getloadavg()[0]:.1f}")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
