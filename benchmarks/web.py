"""The page: start-up, weight, first paint, time of an answer for each catalog start, a crowd of clients, memory.

    .venv/bin/python benchmarks/web.py

Times are of the wall clock, on loopback; the load is made on the same machine.
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
from nimatron.games.catalog import CATALOG

STATIC = Path(nimatron.__file__).parent / "web" / "static"
ROUNDS = 15
CLIENTS, SECONDS = 200, 10
HEAVY = 10

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


def weight() -> None:
    files = [file for file in STATIC.rglob("*") if file.is_file()]
    print(f"page weight, all screens and languages: {sum(file.stat().st_size for file in files) / 1000:.0f} kB")


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
    """The computer's move and the board after it, from each start; each seed is asked once, so no answer is kept."""
    print(f"\n{'a move and its board':28} median ms   95 % ms")
    every = []
    with httpx.Client(base_url=f"{url}api/v1/", timeout=60) as client:
        for entry in CATALOG:
            times = []
            for seed in range(ROUNDS):
                began = time.perf_counter()
                made = client.get("computer", params={"position": entry.sample, "seed": seed})
                client.get("position", params={"position": made.json()["after"], "frame": entry.sample})
                times.append(1000 * (time.perf_counter() - began))
            every += times
            print(f"  {entry.id:26} {statistics.median(times):9.1f} {_late(times):9.1f}")
    print(f"  {'all':26} {statistics.median(every):9.1f} {_late(every):9.1f}")


def _late(times: list[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))]


def crowd(url: str, clients: int, heavy: int) -> None:
    """Light questions, beside heavy ones. Bare sockets: a library for clients would be measured as well."""
    host, port = url.removeprefix("http://").rstrip("/").split(":")
    times: list[float] = []
    statuses: list[str] = []

    async def ask(streams: tuple[asyncio.StreamReader, asyncio.StreamWriter], position: str) -> str:
        reader, writer = streams
        target = f"/api/v1/analysis?position={quote(position)}"
        writer.write(f"GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        await reader.readexactly(int(head.partition("content-length: ")[2].partition("\r\n")[0]))
        return head.split()[1]

    async def light(end: float) -> None:
        streams = await asyncio.open_connection(host, int(port))
        while time.monotonic() < end:
            began = time.perf_counter()
            statuses.append(await ask(streams, "nim: " + " ".join(str(random.randrange(20)) for _ in range(4))))
            times.append(1000 * (time.perf_counter() - began))
        streams[1].close()

    async def hard(k: int, end: float) -> None:
        streams = await asyncio.open_connection(host, int(port))
        while time.monotonic() < end:
            rest = random.randrange(10**6)
            await ask(streams, [f"table{{9,9,2}}: + nim: {rest}", f"cram: 9x9 + nim: {rest}"][k % 2])
        streams[1].close()

    async def all_of_them() -> None:
        end = time.monotonic() + SECONDS
        await asyncio.gather(*(light(end) for _ in range(clients)), *(hard(k, end) for k in range(heavy)))

    asyncio.run(all_of_them())
    median, late = statistics.median(times), sorted(times)[int(0.99 * len(times))]
    faults = sum(status != "200" for status in statuses)
    print(f"  {clients:7} {heavy:7} {len(times) / SECONDS:12.0f} {median:11.0f} {late:8.0f} {faults:9}")


def memory(pid: int) -> float:
    """Megabytes of the server and its workers."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pages = sum(int(Path(f"/proc/{p}/statm").read_text().split()[1]) for p in [str(pid), *children])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    process, url = start()
    try:
        weight()
        paint(url)
        answers(url)
        large(url)
        before = memory(process.pid)
        print("\n  clients   heavy   light/second   median ms   99 % ms  failures")
        for clients in (20, CLIENTS):
            for heavy in (0, HEAVY):
                crowd(url, clients, heavy)
        print(f"memory of server and workers: {before:.0f} MB before, {memory(process.pid):.0f} MB after")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
