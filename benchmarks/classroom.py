"""A class of 40 on the real server: after how long the other side sees a move, also while hard questions are asked.

    .venv/bin/python benchmarks/classroom.py [PUPILS [ROUND ...]]

Pupils are simulated over HTTP, each with a stream of its own, on the same machine. A move is seen when the other
device has its new board. By default there are four rounds. One is `calm`. In the round `trouble` every fourth device
loses its connection, and the server is killed and started again. In `hard` somebody asks hard questions. In `hostile`
30 devices send wrong moves in large positions without end.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))

from class_server import Server, serving_class
from simulated import Device, joined, play, teacher

THINKING = 2.0
"""Seconds that a pupil thinks about a move, give or take a half."""

START = "nim: 7 9 11 + kayles: 6"

WANTED = 0.3
"""Seconds within which 95 of 100 moves are to be seen."""

HOSTILE = 30
"""Devices that send wrong moves."""


async def main(server: Server, pupils: int, rounds: list[str]) -> None:
    lead = teacher(server.url, server.key)
    lead.follow()
    began = time.perf_counter()
    devices = await asyncio.gather(*(joined(server.url, f"Pupil {i}", server.code) for i in range(pupils)))
    for device in devices:
        device.follow()
    await lead.until(lambda view: sum(pupil["online"] for pupil in view["pupils"]) == pupils)
    print(f"{pupils} pupils have joined and are connected: {time.perf_counter() - began:.2f} s")
    (await lead.post("begin/contest", form="robin", position=START)).raise_for_status()
    for number, kind in enumerate(rounds, 1):
        said, beside = {
            "calm": ("", None),
            "trouble": ("with lost connections and a killed server", lambda: _trouble(server, devices)),
            "hard": ("with hard questions", lambda: _hard(server)),
            "hostile": ("with hostile devices", lambda: _hostile(server)),
        }[kind]
        await _round(lead, devices, number, said, server, [beside()] if beside else [])
        if number < len(rounds):
            (await lead.sure("round")).raise_for_status()
    for device in [lead, *devices]:
        await device.close()


async def _round(
    lead: Device, devices: list[Device], number: int, said: str, server: Server, besides: list[Any]
) -> None:
    """All games of a round, and when each move was seen."""
    sent: dict[tuple[str, int], float] = {}
    seen: list[float] = []
    await asyncio.gather(
        *(
            one.until(lambda view: view["activity"].get("round") == number and view["activity"]["bout"])
            for one in devices
        )
    )
    watching = [asyncio.create_task(_watch(device, sent, seen)) for device in devices]
    extra = [asyncio.create_task(one) for one in besides]
    pid, used = server.process.pid, _cpu(server.process.pid)
    began = time.perf_counter()
    await asyncio.gather(*(play(one, random.Random(f"{one.name} {number}"), THINKING, sent) for one in devices))
    took = time.perf_counter() - began
    worked = f"{_cpu(pid) - used:.1f} s" if server.process.pid == pid else "?"
    for task in [*extra, *watching]:
        task.cancel()
    await asyncio.gather(*extra, *watching, return_exceptions=True)
    seen.sort()
    p50, p95, worst = (seen[int(share * (len(seen) - 1))] * 1000 for share in (0.5, 0.95, 1))
    good = "" if p95 <= 1000 * WANTED else "  TOO SLOW"
    print(
        f"round {number}: {len(seen)} moves seen after {p50:.0f} ms (half), {p95:.0f} ms (95 %), {worst:.0f} ms (all)"
        f"; {took:.0f} s, the server worked {worked} {said}{good if not said else ''}"
    )


async def _watch(device: Device, sent: dict[tuple[str, int], float], seen: list[float]) -> None:
    """Note when this device has the board after each move of the other one."""
    last = None
    while True:
        view = await device.until(lambda view, known=last: _ply(view) != known)
        last = _ply(view)
        bout = view["activity"].get("bout")
        if not bout or not bout["ply"] or bout["players"][(bout["ply"] - 1) % 2] == view["you"]["id"]:
            continue
        at = sent.get((bout["id"], bout["ply"]))
        asked = {"position": bout["before"], "move": bout["position"], "frame": bout["start"], "level": "none"}
        try:
            answer = await device.http.get("/turn", params={**asked, "seed": 0, "misere": bout["misere"]})
        except httpx.TransportError:  # the server is killed meanwhile
            continue
        if at is not None and answer.status_code == 200:
            seen.append(time.perf_counter() - at)


def _ply(view: dict[str, Any]) -> tuple[str, int] | None:
    bout = view["activity"].get("bout")
    return (bout["id"], bout["ply"]) if bout else None


async def _trouble(server: Server, devices: list[Device]) -> None:
    await asyncio.sleep(1)
    for device in devices[::4]:
        device.lose()
    await asyncio.sleep(3)
    began = time.perf_counter()
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)
    print(f"  killed, and started again after {time.perf_counter() - began:.1f} s")


async def _hard(server: Server) -> None:
    """Somebody else explores meanwhile."""
    async with httpx.AsyncClient(base_url=f"{server.url}/api/v1", timeout=60) as client:
        for number in range(1000):
            await client.get("/analysis", params={"position": f"cram: 5x{7 + number % 3}"})


async def _hostile(server: Server) -> None:
    """Wrong moves in large positions, each text a new one, from many devices."""

    async def send(device: int) -> None:
        chance = random.Random(device)
        async with httpx.AsyncClient(base_url=f"{server.url}/api/v1", timeout=60) as client:
            while True:
                heads = chance.choice([900, 9000])
                text = "".join(chance.choices("qxyz", k=8))
                await client.get("/move", params={"position": f"ruler: 1 2 3 {heads}", "text": text})

    await asyncio.gather(*(send(device) for device in range(HOSTILE)))


def _cpu(pid: int) -> float:
    """Seconds that the server itself has worked, without its workers."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with tempfile.TemporaryDirectory() as folder, serving_class(Path(folder)) as running:
        asyncio.run(main(running, count, sys.argv[2:] or ["calm", "trouble", "hard", "hostile"]))
