"""The page: start-up, weight, time of an answer for each catalog start, a crowd of clients, memory.

    .venv/bin/python benchmarks/web.py

Times are of the wall clock, on loopback; the load is made on the same machine.
"""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

import httpx

import nimatron
from nimatron.catalog import CATALOG

STATIC = Path(nimatron.__file__).parent / "web" / "static"
ROUNDS = 15
CLIENTS, SECONDS = 200, 10


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


def crowd(url: str) -> None:
    """Bare sockets: a library for clients would be measured as well."""
    host, port = url.removeprefix("http://").rstrip("/").split(":")
    statuses: list[str] = []

    async def one(k: int, end: float) -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        while time.monotonic() < end:
            n = len(statuses)
            target = f"/api/v1/analysis?position=nim:+{n % 20}+{n // 20 % 20}+{k % 20}"
            writer.write(f"GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            await reader.readexactly(int(head.partition("content-length: ")[2].partition("\r\n")[0]))
            statuses.append(head.split()[1])
        writer.close()

    async def all_of_them() -> None:
        end = time.monotonic() + SECONDS
        await asyncio.gather(*(one(k, end) for k in range(CLIENTS)))

    began = time.perf_counter()
    asyncio.run(all_of_them())
    rate = len(statuses) / (time.perf_counter() - began)
    print(f"\n{CLIENTS} clients: {rate:.0f} answers per second, {sum(s != '200' for s in statuses)} failures")


def memory(pid: int) -> float:
    """Megabytes of the server and its workers."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    pages = sum(int(Path(f"/proc/{p}/statm").read_text().split()[1]) for p in [str(pid), *children])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


if __name__ == "__main__":
    process, url = start()
    try:
        weight()
        answers(url)
        before = memory(process.pid)
        crowd(url)
        print(f"memory of server and workers: {before:.0f} MB before, {memory(process.pid):.0f} MB after")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
