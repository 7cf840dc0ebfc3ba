"""A crowd: who waits, who is refused, and what earlier answers tell. Workers are held by the test, not by a clock."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, cast

import httpx
import pytest
from every_row import every_row

from nimatron.web import pool as pools
from nimatron.web import responder
from nimatron.web.app import create_app
from nimatron.web.fair_queue import Full, TooMany
from nimatron.web.hard_questions import Difficulty, HardQuestions
from nimatron.web.hosts import Hosts
from nimatron.web.own_games import read_own
from nimatron.web.pool import WorkerGroup, WorkerPool
from nimatron.web.worker_process import NICENESS, Overdue, Overworked, WorkerAnswer, WorkerProcess, WorkLimits

T = TypeVar("T")

EASY, HARD = WorkerAnswer("", False, False, b"{}"), WorkerAnswer("Limit", True, True, b"{}")


def run(work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` in a thread of its own: tests in a browser may leave a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, 500)).result()


def about(position: str) -> dict[str, Any]:
    return {"ask": "analysis", "lang": "en", "position": position, "misere": False}


class Held:
    """Stands in for a worker: it works at a question until the test lets it answer."""

    alive = True

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.tried: list[str] = []
        self.answer: asyncio.Future[WorkerAnswer] | None = None

    async def ask(self, question: Mapping[str, Any], in_copy: bool) -> WorkerAnswer:
        (self.tried if in_copy else self.asked).append(question["position"])
        self.answer = asyncio.get_running_loop().create_future()
        return await self.answer

    async def stop(self) -> None:
        pass

    def let(self, answer: WorkerAnswer | Exception = EASY) -> None:
        assert self.answer is not None
        if isinstance(answer, Exception):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


async def settle() -> None:
    """Let everything go on until it waits for a worker."""
    for _ in range(20):
        await asyncio.sleep(0)


def lane(*workers: Held, heavy: bool = False, longest: int = 16, each: int = 8) -> WorkerGroup:
    return WorkerGroup(
        cast("list[WorkerProcess]", workers), WorkLimits(6, 1, 20, heavy), HardQuestions(), longest, each
    )


def pool(light: list[Held], heavy: list[Held]) -> WorkerPool:
    made = WorkerPool(light=0, heavy=0)
    made.light, made.heavy = lane(*light), lane(*heavy, heavy=True, longest=2, each=2)
    made.light.hard = made.heavy.hard = made.hard
    return made


def ask(where: WorkerGroup | WorkerPool, position: str, client: str = "me") -> asyncio.Task[WorkerAnswer]:
    return asyncio.create_task(where.ask(about(position), client))


# -- who waits ----------------------------------------------------------------------------------


def test_every_client_has_its_turn() -> None:
    async def asked() -> list[str]:
        worker = Held()
        line = lane(worker)
        tasks = [ask(line, text, text[0]) for text in ("a0", "a1", "a2", "a3", "b0", "b1", "c0")]
        for _ in tasks:
            await settle()
            worker.let()
        await asyncio.gather(*tasks)
        return worker.asked

    assert run(asked()) == ["a0", "a1", "b0", "c0", "a2", "b1", "a3"]


def test_one_client_may_not_fill_the_line_alone() -> None:
    async def asked() -> tuple[list[Any], list[str]]:
        worker = Held()
        line = lane(worker, longest=5, each=3)
        tasks = [ask(line, f"{client}{n}", client) for client in "ab" for n in range(5)]
        await settle()
        refused = [task.exception() for task in tasks if task.done()]
        while any(not task.done() for task in tasks):
            worker.let()
            await settle()
        return refused, worker.asked

    refused, answered = run(asked())
    assert [type(fault) for fault in refused] == [TooMany, Full, Full, Full]
    assert {fault.after for fault in refused} == {6}, "a place is free after one question of one worker"
    assert answered == ["a0", "a1", "b0", "a2", "b1", "a3"]


def test_who_leaves_the_line_is_not_asked_for() -> None:
    async def asked() -> tuple[list[str], int]:
        worker = Held()
        line = lane(worker)
        tasks = [ask(line, str(n)) for n in range(5)]
        await settle()
        tasks[1].cancel()  # it waits
        await settle()
        waiting = line.waiting
        worker.let()
        tasks[2].cancel()  # it is called in the same moment
        await settle()
        worker.let()
        await settle()
        tasks[4].cancel()  # it is being answered: a light worker goes on
        await settle()
        worker.let()
        await settle()
        assert list(line.free) == [worker]
        return worker.asked, waiting

    asked_for, waiting = run(asked())
    assert (asked_for, waiting) == (["0", "3", "4"], 3)


def test_a_question_that_may_be_hard_leaves_a_worker_to_the_others() -> None:
    async def asked() -> tuple[list[list[str]], list[list[str]]]:
        light = [Held(), Held()]
        crowd = pool(light, [Held()])
        crowd.hard.learn(about("nim: 9 9"), False)
        tasks = [ask(crowd, position) for position in ("cram: 5x5", "chomp: 5x5", "kayles: 9")]
        await settle()
        tasks += [ask(crowd, "nim: 1 1")]
        await settle()
        return [worker.tried for worker in light], [worker.asked for worker in light]

    assert run(asked()) == ([["cram: 5x5"], []], [[], ["nim: 1 1"]])


def test_questions_that_may_be_hard_have_their_turn_beside_a_crowd_of_easy_ones() -> None:
    async def asked() -> int:
        worker = Held()
        crowd = pool([worker], [Held()])
        crowd.hard.learn(about("nim: 9 9"), False)
        easy = [ask(crowd, f"nim: {n}", str(n)) for n in range(10)]
        tasks = [*easy, ask(crowd, "cram: 2x2")]
        await settle()
        while not worker.tried:
            worker.let()
            await settle()
        for task in tasks:
            task.cancel()
        return len(worker.asked)

    assert run(asked()) < 5


# -- what is hard -------------------------------------------------------------------------------


def test_a_hard_question_is_refused_without_a_light_worker_if_the_heavy_ones_are_full() -> None:
    async def asked() -> tuple[Any, list[str], list[str]]:
        light, heavy = Held(), Held()
        crowd = pool([light], [heavy])
        crowd.hard.learn(about("cram: 9x9 + nim: 5"), True)
        tasks = [ask(crowd, f"cram: 9x9 + nim: {n}", client) for n, client in ((6, "a"), (7, "b"), (8, "c"), (9, "d"))]
        await settle()
        return tasks[3].exception(), light.asked + light.tried, heavy.asked

    refused, light, heavy = run(asked())
    assert isinstance(refused, Full)
    assert not isinstance(refused, TooMany)
    assert light == []
    assert heavy == ["cram: 9x9 + nim: 6"]


def test_a_question_that_was_hard_goes_to_a_heavy_worker() -> None:
    async def asked() -> tuple[list[str], list[str]]:
        light, heavy = Held(), Held()
        crowd = pool([light], [heavy])
        for _ in range(2):
            task = ask(crowd, "cram: 9x9")
            await settle()
            if not heavy.asked:
                light.let(HARD)
                await settle()
            heavy.let(HARD)
            await task
        return light.tried, heavy.asked

    assert run(asked()) == (["cram: 9x9"], ["cram: 9x9"] * 2)


def test_what_waits_is_not_tried_when_its_kind_is_found_to_be_hard() -> None:
    async def asked() -> tuple[list[str], int, int]:
        light, heavy = Held(), Held()
        crowd = pool([light], [heavy])
        tasks = [ask(crowd, f"cram: 9x{n}") for n in (9, 10, 11)]
        await settle()
        light.let(HARD)
        await settle()
        waiting = crowd.heavy.waiting
        for task in tasks:
            task.cancel()
        return light.tried, len(heavy.asked), waiting

    assert run(asked()) == (["cram: 9x9"], 1, 2)


@pytest.mark.parametrize(
    ("said", "hard"),
    [(Overdue("late"), Difficulty.UNKNOWN), (Overworked("hard"), Difficulty.HARD), (HARD, Difficulty.HARD)],
)
def test_a_question_that_was_late_because_the_machine_was_busy_is_not_hard(said: Any, hard: Difficulty) -> None:
    async def asked() -> tuple[Difficulty, list[str]]:
        light, heavy = Held(), Held()
        crowd = pool([light], [heavy])
        task = ask(crowd, "cram: 9x9")
        await settle()
        light.let(said)
        await settle()
        found = crowd.hard.guess(about("cram: 9x9"))
        task.cancel()
        return found, heavy.asked

    assert run(asked()) == (hard, ["cram: 9x9"])


def test_a_hard_question_may_turn_out_to_be_easy() -> None:
    async def asked() -> Difficulty:
        heavy = Held()
        crowd = pool([Held()], [heavy])
        crowd.hard.learn(about("cram: 3x3"), True)
        task = ask(crowd, "cram: 4x4")
        await settle()
        heavy.let(EASY)
        await task
        return crowd.hard.guess(about("cram: 3x3"))

    assert run(asked()) is Difficulty.EASY


def test_kinds_differ_by_what_is_asked_and_about_which_games() -> None:
    hard = HardQuestions()
    hard.learn(about("cram: 9x9"), True)
    same = [about("cram: 10x9"), about("CRAM: 9x12"), about("cram: 9x9") | {"lang": "pl"}]
    other = [
        about("chomp: 9x9"),
        about("cram: 9x9 + nim: 3"),
        about("cram: 9x9") | {"misere": True},
        about("cram: 3x3"),
    ]
    other += [about("cram: 9x9") | {"ask": "position"}]
    assert {hard.guess(question) for question in same} == {Difficulty.HARD}
    assert {hard.guess(question) for question in other} == {Difficulty.UNKNOWN}


WAITING = """
import time
from nimatron import Game

class Waiting(Game):
    start = 1

    def options(self, n):
        time.sleep(0.2)  # others have the processor
        return range(n)

class Working(Game):
    start = 1

    def options(self, n):
        while True:
            pass
"""


@pytest.mark.slow
def test_a_light_worker_counts_only_the_time_in_which_it_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "LIGHT_LATE", 100)
    file = tmp_path / "mine.py"
    file.write_text(WAITING)

    async def asked() -> WorkerAnswer:
        few = WorkerPool(read_own([f"{file}:Waiting"]), light=1, heavy=0)
        try:
            return await few.light.ask(about("waiting: 1"))
        finally:
            await few.stop()

    answer = run(asked())
    assert (answer.fault, answer.limited, answer.hard) == ("", False, False)


@pytest.mark.slow
def test_a_worker_outlives_a_hard_question_that_it_tries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "LIGHT_LATE", 100)
    file = tmp_path / "mine.py"
    file.write_text(WAITING)

    async def asked() -> tuple[WorkerAnswer, bool, Any]:
        few = WorkerPool(read_own([f"{file}:Working"]), light=1, heavy=0)
        (worker,) = few.light.workers
        try:
            tried = await few.light.ask(about("working: 1"), doubtful=True)
            same = worker.process
            await few.light.ask(about("nim: 3 4"))
            alive = worker.process is same
            try:
                await few.light.ask(about("working: 1"))
            except Overworked as fault:
                return tried, alive, fault
            return tried, alive, None
        finally:
            await few.stop()

    tried, alive, fault = run(asked())
    assert (tried.fault, tried.limited, tried.hard) == ("Limit", True, True)
    assert alive
    assert isinstance(fault, Overworked), "it ended itself, for it had no copy"


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="this system has no niceness")
def test_heavy_workers_give_way() -> None:
    async def asked() -> list[int]:
        few = WorkerPool(light=1, heavy=1)
        try:
            for line in (few.light, few.heavy):
                await line.ask(about("nim: 3 4"))
            processes = [line.workers[0].process for line in (few.light, few.heavy)]
            return [os.getpriority(os.PRIO_PROCESS, process.pid) for process in processes if process]
        finally:
            await few.stop()

    light, heavy = run(asked())
    assert heavy == light + NICENESS


# -- what is said -------------------------------------------------------------------------------


def answered(requests: list[tuple[str, dict[str, str]]], app: Any, server: str = "localhost") -> list[httpx.Response]:
    async def asked() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{server}/") as client:
            return [await client.get(path, headers=headers) for path, headers in requests]

    return run(asked())


@pytest.mark.parametrize(
    ("setting", "status", "english", "polish"),
    [
        ("LIGHT_QUEUE", 503, "too many questions are waiting", "pytań"),
        ("LIGHT_EACH", 429, "questions from your address are waiting", "z twojego adresu"),
    ],
)
def test_a_refusal_says_when_to_ask_again(
    monkeypatch: pytest.MonkeyPatch, setting: str, status: int, english: str, polish: str
) -> None:
    monkeypatch.setattr(pools, setting, 0)
    path = "api/v1/analysis?position=nim:+3&lang="
    said = answered([(f"{path}en", {}), (f"{path}pl", {})], create_app(light=0))
    for told, words in zip(said, (english, polish), strict=True):
        assert told.status_code == status
        assert int(told.headers["retry-after"]) >= 1
        assert told.headers["content-type"] == "application/problem+json"
        assert words in told.json()["detail"]


def test_who_does_not_wait_is_refused_more_and_more_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "LIGHT_QUEUE", 0)
    monkeypatch.setattr(responder, "REFUSALS", 3)
    monkeypatch.setattr(responder, "REFUSALS_A_SECOND", 0.001)
    monkeypatch.setattr(responder, "LONGEST_PAUSE", 10_000)

    async def asked() -> tuple[list[int], bool]:
        transport = httpx.ASGITransport(create_app(light=0))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost/api/v1/") as client:
            said = [(await client.get("analysis?position=nim:+3")).status_code for _ in range(3)]
            late = asyncio.create_task(client.get("analysis?position=nim:+3"))
            for _ in range(200):
                await asyncio.sleep(0)
            static = await client.get("health")
            held = not late.done()
            late.cancel()
            return [*said, static.status_code], held

    assert run(asked()) == ([503, 503, 503, 200], True)


@every_row(
    ("path", "site", "status"),
    [
        ("api/v1/health", None, 200),
        ("api/v1/health", "none", 200),
        ("api/v1/health", "same-origin", 200),
        ("api/v1/health", "cross-site", 403),
        ("api/v1/health", "same-site", 403),
        ("api/v1/health", "nonsense", 403),
        ("explore.html", "cross-site", 200),
        ("style.css", "same-site", 200),
    ],
)
def test_another_site_may_link_to_the_page_but_not_ask(path: str, site: str | None, status: int) -> None:
    headers = {} if site is None else {"Sec-Fetch-Site": site}
    english, polish = answered([(path, headers), (f"{path}?lang=pl", headers)], create_app(light=0))
    assert (english.status_code, polish.status_code) == (status, status)
    if status == 403:
        assert "not from another site" in english.json()["detail"]
        assert "innej strony" in polish.json()["detail"]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.0.2.7:8642", 200),
        ("localhost", 200),
        ("127.0.0.1", 200),
        ("games.example.org:8642", 200),
        ("Teacher.local", 200),
        ("teacher", 200),
        ("192.0.2.8", 421),
        ("0.0.0.0", 421),
        ("evil.example", 421),
        ("192.0.2.7.evil.example", 421),
    ],
)
def test_a_server_for_others_is_asked_by_its_own_names_only(
    monkeypatch: pytest.MonkeyPatch, host: str, status: int
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "teacher")
    app = create_app(light=0, hosts=Hosts("0.0.0.0", ["games.example.org"]))
    (told,) = answered([("api/v1/health", {"Host": host})], app, "192.0.2.7")
    assert told.status_code == status
    if status == 421:
        assert "--name" in told.json()["detail"]
        assert "games.example.org" not in told.json()["detail"], "who asks by a wrong name learns nothing"
