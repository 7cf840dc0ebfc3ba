"""Devices of a class without a browser: each has a token, a stream that it follows, and sends what pupils send."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import httpx

T = TypeVar("T")

AGAIN = 0.05
"""Seconds until a lost stream is opened again."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` in a thread of its own: tests in a browser may leave a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, 500)).result()


class Device:
    """A device; `view` is the last state of the class that it has seen."""

    def __init__(self, server: str, headers: dict[str, str], name: str = "") -> None:
        self.http = httpx.AsyncClient(base_url=f"{server}/api/v1", headers=headers, timeout=30, verify=False)
        self.name, self.view, self.seen, self.gone = name, dict[str, Any](), asyncio.Condition(), False
        self.event, self.parts = "", dict[str, Any]()
        self.following: asyncio.Task[None] | None = None

    async def post(self, path: str, **sent: Any) -> httpx.Response:
        return await self.http.post(f"/class/{path}", json=sent)

    async def sure(self, path: str, **sent: Any) -> Any:
        """Send until the server answers: it may just be restarted."""
        while True:
            with suppress(httpx.TransportError):
                answer = await self.post(path, **sent)
                if answer.status_code not in (429, 503):
                    return answer
            await asyncio.sleep(AGAIN)

    def follow(self) -> None:
        self.following = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        """Read the stream, again and again."""
        while not self.gone:
            with suppress(httpx.TransportError):
                async with self.http.stream("GET", "/class/stream", timeout=15) as stream:
                    async for line in stream.aiter_lines():
                        await self._read(line)
            await asyncio.sleep(AGAIN)

    async def _read(self, line: str) -> None:
        name, _, text = line.partition(": ")
        if name == "event":
            self.event, self.gone = text, text == "gone"
        if name == "data" and not self.gone:
            self.parts[self.event] = json.loads(text)
            if "state" in self.parts:
                async with self.seen:
                    self.view = {**self.parts["state"], "table": self.parts["table"]}
                    self.seen.notify_all()

    async def until(self, condition: Callable[[dict[str, Any]], Any]) -> Any:
        """Wait until the class looks so."""
        async with self.seen:
            await self.seen.wait_for(lambda: self.view and condition(self.view))
        return self.view

    def lose(self) -> None:
        """The connection is lost, and the device connects again."""
        if self.following:
            self.following.cancel()
        self.follow()

    async def close(self) -> None:
        if self.following:
            self.following.cancel()
        await self.http.aclose()


def teacher(server: str, key: str) -> Device:
    return Device(server, {"nimatron-teacher": key}, "teacher")


async def joined(server: str, name: str, code: str) -> Device:
    device = Device(server, {}, name)
    answer = await device.post("join", name=name, code=code)
    answer.raise_for_status()
    device.http.headers["nimatron-class"] = answer.json()["token"]
    return device


async def play(pupil: Device, chance: random.Random, thinking: float, sent: dict[tuple[str, int], float]) -> None:
    """Play until the game is over, by random moves; `sent` is told when each was sent."""
    while True:
        mine = (await pupil.until(lambda view: _is_mine(view) or _is_over(view)))["activity"]["bout"]
        if mine["how"]:
            return
        options = await _options(pupil, mine)
        await asyncio.sleep(chance.uniform(0.5, 1.5) * thinking)
        sent[mine["id"], mine["ply"] + 1] = time.perf_counter()
        await pupil.sure("move", bout=mine["id"], ply=mine["ply"], move=chance.choice(options)["after"])
        await pupil.until(lambda view, bout=mine: _is_past(view, bout["id"], bout["ply"]))


def _is_mine(view: dict[str, Any]) -> bool:
    bout = view["activity"].get("bout")
    return bool(bout) and not bout["how"] and bout["turn"] == view["you"]["id"]


def _is_over(view: dict[str, Any]) -> bool:
    bout = view["activity"].get("bout")
    return bool(bout and bout["how"])


def _is_past(view: dict[str, Any], id: str, ply: int) -> bool:
    bout = view["activity"].get("bout")
    return not bout or bout["id"] != id or bout["ply"] > ply or bool(bout["how"])


async def _options(pupil: Device, bout: dict[str, Any]) -> Any:
    while True:
        with suppress(httpx.TransportError):
            asked = {"position": bout["position"], "frame": bout["start"]}
            answer = await pupil.http.get("/position", params=asked)
            if answer.status_code == 200:
                return answer.json()["options"]
        await asyncio.sleep(AGAIN)
