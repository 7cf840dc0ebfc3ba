"""Heavy work: limits, crowds, workers that are killed, clients that leave, the end of the server."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import pytest

from nimatron.web import guard, worker_process
from nimatron.web import pool as pools
from nimatron.web.app import create_app
from nimatron.web.fair_queue import Full
from nimatron.web.own_games import read_own
from nimatron.web.pool import WorkerPool
from nimatron.web.worker_process import Overdue, WorkerLost

pytestmark = pytest.mark.slow

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run` in a thread of its own: tests in a browser may leave a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, HANGING)).result()


HANGING = 580
"""Seconds after which nothing more will come: a little before the test is ended as a whole."""

HEAVY = "table{9,9,2}:"
LIGHT = "nim: 3 4 5"

PATIENT = """
from nimatron.web import pool
pool.LIGHT_LATE = pool.HEAVY_LATE = 500
from nimatron.cli.program import main
main()
"""
"""The program, but a machine that is busy with other tests may take its time."""


def server(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PATIENT, "serve", "--port", "0", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env={**os.environ, "LANGUAGE": "en"})


def address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().split()[3]


@pytest.fixture(scope="module")
def busy() -> Iterator[tuple[str, int]]:
    """A server that works at a hard question until the asker leaves."""
    process = server("--seconds", "10000")
    yield f"{address(process)}api/v1/", process.pid
    process.send_signal(signal.SIGINT)
    process.communicate()


def analysis(url: str, position: str) -> httpx.Response:
    return httpx.get(f"{url}analysis", params={"position": position}, timeout=None)


def workers(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def until(condition: Callable[[], bool]) -> None:
    """What never comes true is a test that hangs."""
    while not condition():
        time.sleep(0.05)


def _lanes(url: str) -> dict[str, Any]:
    lanes: dict[str, Any] = httpx.get(f"{url}health", timeout=None).json()["workers"]
    return lanes


def _free(url: str) -> bool:
    return all(lane["free"] == lane["workers"] and not lane["waiting"] for lane in _lanes(url).values())


def resident(pid: int) -> int:
    """Bytes of memory of the server and its workers."""
    pages = [int(Path(f"/proc/{p}/statm").read_text().split()[1]) for p in [pid, *workers(pid)]]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")


proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks into /proc")


def test_a_limit_says_how_far_it_came() -> None:
    process = server("--seconds", "0.5")
    response = analysis(f"{address(process)}api/v1/", HEAVY)
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert response.status_code == 200
    told = response.json()
    assert (told["solution"], told["outcome"]) == ("unresolved", None)
    assert "the time limit of 0.5 s is reached" in told["trouble"]
    assert "etag" not in response.headers  # next time it may come further


GATED = """
import pathlib, time
import nimatron as nt

class Gated(nt.Game):
    start = 1

    def options(self, n):
        while n and not pathlib.Path(__file__).with_name("open").exists():
            time.sleep(0.001)
            yield n - 1
        yield from range(n)
"""
"""A game whose lists of moves have no end until a file is there."""


def test_a_heavy_position_leaves_room_for_light_ones(tmp_path: Path) -> None:
    file = tmp_path / "gated.py"
    file.write_text(GATED)
    process = server(str(file), "--seconds", "10000")

    async def ask() -> tuple[list[int], list[int]]:
        async with httpx.AsyncClient(base_url=f"{address(process)}api/v1/", timeout=None) as client:
            hard = [
                asyncio.create_task(client.get("analysis", params={"position": f"gated: {n}"})) for n in range(1, 5)
            ]
            while (await client.get("health")).json()["workers"]["heavy"]["waiting"] < 2:
                await asyncio.sleep(0.02)
            light = [await client.get("analysis", params={"position": f"nim: 3 {n}"}) for n in range(30)]
            assert not any(task.done() for task in hard), "the light ones were answered meanwhile"
            file.with_name("open").touch()
            return [r.status_code for r in light], [r.status_code for r in await asyncio.gather(*hard)]

    light, hard = run(ask())
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert set(light) == {200}
    assert set(hard) == {200}


@proc
def test_a_client_with_too_many_hard_questions_is_told_to_wait_and_others_are_not(tmp_path: Path) -> None:
    file = tmp_path / "gated.py"
    file.write_text(GATED)
    process = server(str(file), "--seconds", "10000", "--workers", "1")
    url = f"{address(process)}api/v1/"

    def client(host: str) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=url, timeout=None, transport=httpx.AsyncHTTPTransport(local_address=host))

    async def waiting(asker: httpx.AsyncClient, count: int) -> None:
        while (await asker.get("health")).json()["workers"]["heavy"]["waiting"] < count:
            await asyncio.sleep(0.02)

    async def ask() -> tuple[httpx.Response, list[int], int]:
        async with client("127.0.0.1") as one, client("127.0.0.2") as other:
            first = asyncio.create_task(one.get("analysis", params={"position": "gated: 1"}))
            while (await one.get("health")).json()["workers"]["heavy"]["free"]:
                await asyncio.sleep(0.02)
            hard = [asyncio.create_task(one.get("analysis", params={"position": f"gated: {n}"})) for n in range(2, 10)]
            await waiting(one, pools.HEAVY_EACH)
            refused = await one.get("analysis", params={"position": "gated: 10"})
            hard += [asyncio.create_task(other.get("analysis", params={"position": "gated: 11"}))]
            await waiting(one, pools.HEAVY_EACH + 1)
            light = await one.get("analysis", params={"position": LIGHT})
            file.with_name("open").touch()
            return refused, [r.status_code for r in await asyncio.gather(first, *hard)], light.status_code

    refused, answered, light = run(ask())
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert (refused.status_code, light, set(answered)) == (429, 200, {200})
    assert int(refused.headers["retry-after"]) > 0


def test_a_full_queue_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "LIGHT_QUEUE", 2)

    async def ask() -> list[Any]:
        pool = WorkerPool(light=1, heavy=1, seconds=0.2)
        question = {"ask": "analysis", "lang": "en", "position": HEAVY}
        try:
            return await asyncio.gather(*(pool.ask(question) for _ in range(6)), return_exceptions=True)
        finally:
            await pool.stop()

    found = run(ask())
    assert sum(isinstance(answer, Full) for answer in found) == 3
    assert all(isinstance(answer, Full | WorkerLost | Overdue) or answer.limited for answer in found)


def test_a_full_queue_says_so_in_the_language_of_the_asker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "LIGHT_QUEUE", 0)
    app = create_app(light=0, heavy=0)

    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost/api/v1/") as client:
            return [await client.get("analysis", params={"position": LIGHT, "lang": lang}) for lang in ("en", "pl")]

    english, polish = run(ask())
    assert (english.status_code, polish.status_code) == (503, 503)
    assert english.headers["retry-after"] == "1"
    assert "waiting" in english.json()["detail"]
    assert "pytań" in polish.json()["detail"]


def test_who_waits_while_the_server_ends_starts_no_worker() -> None:
    async def ask() -> tuple[list[Any], list[bool]]:
        pool = WorkerPool(light=1, heavy=1)
        question = {"ask": "analysis", "lang": "en", "position": LIGHT}
        asking = [asyncio.create_task(pool.light.ask(question)) for _ in range(3)]
        while pool.light.waiting < 2:
            await asyncio.sleep(0)
        await pool.stop()
        found = await asyncio.gather(*asking, return_exceptions=True)
        return found, [worker.alive for worker in pool.light.workers]

    found, alive = run(ask())
    assert [type(fault) for fault in found] == [asyncio.CancelledError, WorkerLost, WorkerLost]
    assert alive == [False]


def test_a_worker_that_never_looks_at_the_clock_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(
        "from nimatron import Game\nclass Endless(Game):\n  start = 1\n  def options(self, n):\n    while True: pass\n"
    )

    async def ask() -> Any:
        pool = WorkerPool(read_own([f"{file}:Endless"]), light=1, heavy=1, seconds=0.1)
        try:
            await pool.ask({"ask": "analysis", "lang": "en", "position": "endless: 1"})
        finally:
            await pool.stop()

    with pytest.raises(Overdue):
        run(ask())


BELOW = """
import time
from nimatron import Game

class Below(Game):
    start = 9

    def options(self, n):
        if n < 7:
            {0}
        return range(n - 2, n)
"""
"""Rules that can be asked about the first moves, and not about what comes after them."""


@pytest.mark.parametrize(
    "then", ["while True: pass", "time.sleep(10_000)", "raise OSError", "return [n - 1]", "return [0] * 10**8"]
)
def test_the_computer_moves_whatever_the_rules_do_further_down(
    tmp_path: Path, then: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for late in ("LIGHT_LATE", "HEAVY_LATE"):  # on a busy machine a worker may begin late
        monkeypatch.setattr(pools, late, HANGING)
    file = tmp_path / "below.py"
    file.write_text(BELOW.format(then))

    async def ask() -> Any:
        pool = WorkerPool(read_own([f"{file}:Below"]), light=2, heavy=1)
        try:
            question = {"ask": "turn", "lang": "en", "position": "below: 9", "level": "perfect"}
            return await pool.ask_soon(question, "", 2.0)
        finally:
            await pool.stop()

    answer = run(ask())
    assert (answer.fault, answer.limited) == ("", True)
    made = json.loads(answer.body)
    # How far the computer sees in its time depends on the machine; where the rules never answer, it sees nothing.
    assert made["computer"]["how"] in (("best", "any") if then == "return [n - 1]" else ("any",))
    assert made["computer"]["after"] in ("below: 7", "below: 8")


def test_a_move_does_not_wait_for_workers_that_are_busy(tmp_path: Path) -> None:
    """What a light worker has found must do, if the heavy ones have no time."""

    async def ask() -> Any:
        pool = WorkerPool(light=1, heavy=1)
        try:
            async with asyncio.timeout(HANGING):
                busy = asyncio.create_task(pool.heavy.ask({"ask": "analysis", "lang": "en", "position": HEAVY}))
                while pool.heavy.free:
                    await asyncio.sleep(0.01)
                question = {"ask": "turn", "lang": "en", "position": "wythoff: 900 800", "misere": True}
                answer = await pool.ask_soon({**question, "level": "perfect"}, "", 0.5)
                busy.cancel()
                return answer
        finally:
            await pool.stop()

    made = json.loads(run(ask()).body)
    assert made["computer"]["how"] == "best"


@proc
def test_a_killed_worker_is_replaced(busy: tuple[str, int]) -> None:
    url, pid = busy
    for n in range(3):
        for worker in workers(pid):
            os.kill(worker, signal.SIGKILL)
        responses = [
            httpx.get(f"{url}analysis", params={"position": f"nim: 7 {n} {m}"}, timeout=None) for m in range(4)
        ]
        assert {response.status_code for response in responses} == {200}


def test_a_client_that_leaves_frees_its_worker(busy: tuple[str, int]) -> None:
    url, _ = busy
    until(lambda: _free(url))
    host, _, port = url.removeprefix("http://").partition("/")[0].partition(":")
    with socket.create_connection((host, int(port))) as client:
        client.sendall(f"GET /api/v1/analysis?position={quote(HEAVY)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        until(lambda: _lanes(url)["heavy"]["free"] < _lanes(url)["heavy"]["workers"])
    until(lambda: _free(url))  # it has no other end


def load(url: str, rounds: int, clients: int = 200) -> list[str]:
    """What goes wrong when so many clients ask so many questions each, one after the other."""
    positions = [f"nim: {a} {b} {c}" for a in range(5) for b in range(6) for c in range(7)]
    faults: list[str] = []

    async def one(client: httpx.AsyncClient, k: int) -> None:
        for n in range(rounds):
            path = ("analysis", "position", "explanation")[n % 3]
            try:
                response = await client.get(path, params={"position": positions[(7 * k + n) % len(positions)]})
                if response.status_code != 200:
                    faults.append(f"{response.status_code} {response.text[:80]}")
            except httpx.HTTPError as fault:
                faults.append(repr(fault))

    async def crowd() -> None:
        limits = httpx.Limits(max_connections=clients)
        async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits) as client:
            await asyncio.gather(*(one(client, k) for k in range(clients)))

    run(crowd())
    return faults


@proc
@pytest.mark.parametrize("rounds", [3, pytest.param(20, marks=pytest.mark.long)])
def test_two_hundred_clients_at_once(busy: tuple[str, int], rounds: int) -> None:
    url, pid = busy
    load(url, 3, 20)  # what is imported and kept is there before it is measured
    before = resident(pid)
    assert load(url, rounds) == []
    assert resident(pid) < before + (100 << 20)


@proc
@pytest.mark.long
def test_workers_that_are_killed_again_and_again(busy: tuple[str, int]) -> None:
    url, pid = busy

    def kill(ended: threading.Event) -> None:
        while not ended.wait(1.5):
            for worker in workers(pid):
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)

    with ThreadPoolExecutor(1) as killer:
        ended = threading.Event()
        killing = killer.submit(kill, ended)
        faults = load(url, 100, 20)
        ended.set()
        killing.result()
    assert {fault.split()[0] for fault in faults} <= {"503"}
    until(lambda: _free(url))
    assert load(url, 15, 20) == []


@proc
def test_light_questions_that_nobody_waits_for_kill_no_worker(busy: tuple[str, int]) -> None:
    url, pid = busy
    httpx.get(f"{url}games", timeout=None)
    until(lambda: _free(url))
    before = set(workers(pid))
    host, _, port = url.removeprefix("http://").partition("/")[0].partition(":")
    for n in range(20):
        with socket.create_connection((host, int(port))) as client:
            client.sendall(f"GET /api/v1/position?position=nim:+{n}+30+30 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    until(lambda: _free(url))
    assert before <= set(workers(pid))


SLOWLY = """
import time
from nimatron import Game

class Slowly(Game):
    start = (1, 1)

    def accept(self, state):
        end = time.process_time() + 0.001
        while time.process_time() < end:
            pass
        return super().accept(state)

    def options(self, state):
        return []
"""
"""Two columns of a map take 2 ms of work in each row."""

MAP = {"ask": "table", "lang": "en", "game": "slowly", "columns": 2, "pace": 10_000}


@pytest.fixture
def slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A game with a map that takes a while, and time enough for it."""
    monkeypatch.setattr(pools, "LIGHT_LATE", HANGING)
    file = tmp_path / "slowly.py"
    file.write_text(SLOWLY)
    return read_own([f"{file}:Slowly"])


def rows(answer: Any) -> int:
    assert (answer.fault, answer.limited) == ("", False)
    return len(json.loads(answer.body)["cells"])


def test_a_map_comes_in_small_pieces(slowly: Any) -> None:
    async def ask() -> list[Any]:
        pool = WorkerPool(slowly, light=1, heavy=1)
        asked = [MAP | {"rows": 200, "row": row} for row in (0, 50, 190)]
        try:
            return await asyncio.gather(*(pool.ask(question, str(question["row"])) for question in asked))
        finally:
            await pool.stop()

    assert [0 < rows(answer) < 50 for answer in run(ask())] == [True, True, True]


def test_a_light_worker_leaves_kernels_to_a_heavy_one() -> None:
    async def ask() -> Any:
        pool = WorkerPool(light=1, heavy=1)
        try:
            return await pool.light.ask({"ask": "turn", "lang": "en", "position": "cram: 7x5", "level": "perfect"})
        finally:
            await pool.stop()

    assert run(ask()).limited


@asynccontextmanager
async def connecting(body: bytes) -> AsyncIterator[tuple[str, int]]:
    """The place of a server that answers everything with `body`."""
    import uvicorn

    from nimatron.web.guard import Connection

    async def answer(_: Any, __: Any, send: Any) -> None:
        length = str(len(body)).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
        await send({"type": "http.response.body", "body": body})

    settings: dict[str, Any] = {"ws": "none", "lifespan": "off", "log_level": "error", "timeout_keep_alive": 1}
    served = uvicorn.Server(uvicorn.Config(answer, port=0, http=Connection, **settings))
    serving = asyncio.create_task(served.serve())
    while not served.started:
        await asyncio.sleep(0.01)
    yield served.servers[0].sockets[0].getsockname()
    served.should_exit = True
    await serving


REQUEST = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"


def test_a_connection_that_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "REQUEST_SECONDS", 0.5)

    async def talk() -> list[bytes]:
        async with connecting(b"") as place:
            return await asyncio.gather(*(_heard(place, said) for said in (b"", b"GET / HTT", REQUEST + b"G")))

    silent, slow, again = run(talk())
    assert (silent, slow) == (b"", b"")
    assert again.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(("seconds", "moment"), [(0.2, "connection_lost"), (10_000, "pause_writing")])
def test_a_client_that_does_not_take_its_answer_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, seconds: float, moment: str
) -> None:
    monkeypatch.setattr(guard, "ANSWER_SECONDS", seconds)
    body, come = bytes(32 << 20), asyncio.Event()
    usual = getattr(guard.Connection, moment)

    def told(*arguments: Any) -> None:
        usual(*arguments)
        come.set()

    monkeypatch.setattr(guard.Connection, moment, told)

    async def talk() -> bytes:
        async with connecting(body) as place:
            reader, writer = await asyncio.open_connection(*place)
            writer.write(REQUEST)
            await come.wait()
            try:
                await reader.readuntil(b"\r\n\r\n")
                return await reader.readexactly(len(body))
            except (ConnectionError, asyncio.IncompleteReadError):
                return b""
            finally:
                writer.close()

    assert run(talk()) == (b"" if seconds < 1 else body)


async def _heard(place: tuple[str, int], said: bytes) -> bytes:
    """All that the server says until it hangs up."""
    reader, writer = await asyncio.open_connection(*place)
    writer.write(said)
    try:
        return await reader.read()
    finally:
        writer.close()


# -- beginning and end --------------------------------------------------------------------------


@proc
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_the_server(sent: int) -> None:
    process = server()
    url = address(process)
    assert analysis(f"{url}api/v1/", LIGHT).status_code == 200
    children = workers(process.pid)
    assert children
    process.send_signal(sent)
    _, said = process.communicate()
    assert "Traceback" not in said
    if sent == signal.SIGINT:
        assert process.returncode == 130
    until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def test_a_port_in_use_is_a_clear_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "nimatron", "serve", "--port", str(port)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"cannot listen on 127.0.0.1, port {port}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_server_for_others_says_so_and_answers_only_to_its_own_names() -> None:
    process = server("--class", "--name", "games.example.org")
    url = f"{address(process)}api/v1/health"
    told = httpx.get(url.replace("health", "address"), timeout=None).json()
    assert told["open"]
    for other in told["addresses"]:  # each is one of this machine, and is answered
        assert httpx.get(f"{other}api/v1/health", timeout=None).status_code == 200
    hosts = ("127.0.0.1", "localhost:80", socket.gethostname(), "games.example.org", "evil.example", "192.0.2.1")
    said = [httpx.get(url, timeout=None, headers={"Host": host}).status_code for host in hosts]
    assert said == [200, 200, 200, 200, 421, 421]
    process.send_signal(signal.SIGINT)
    # Not communicate(), which loses what came together with a line that was read before.
    with process:  # closes the pipes
        assert process.stdout is not None
        assert process.stderr is not None
        printed, said = process.stdout.read(), process.stderr.read()
    assert all(other in printed for other in told["addresses"])
    assert told["text"] in printed
    assert "everyone on this network can open this server (0.0.0.0)" in said


def test_an_own_game_with_a_fault_is_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("x = 1 / 0\n")
    command = [sys.executable, "-m", "nimatron", "serve", str(file), "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr


SLOW = """
import logging, pathlib, time
import nimatron as nt

class Slow(nt.Game):
    start = 1

    def options(self, n):
        if n:
            logging.getLogger("nimatron.kernels").info("compiling")  # as kernels do
            while not pathlib.Path(__file__).with_name("compiled").exists():
                time.sleep(0.02)
        return range(n)
"""


def test_the_clock_stands_still_while_kernels_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "COMPILING", 1000)
    file = tmp_path / "slow.py"
    file.write_text(SLOW)

    async def ask() -> Any:
        worker = worker_process.WorkerProcess(
            read_own([f"{file}:Slow"]), pools.MEMORY, worker_process.WorkLimits(100, 0, 100, heavy=True)
        )
        asking = asyncio.create_task(worker.ask({"ask": "position", "lang": "en", "position": "slow: 1"}))
        try:
            while not worker.compiling:
                await asyncio.sleep(0.02)
            loop = asyncio.get_running_loop()
            monkeypatch.setattr(loop, "time", lambda: time.monotonic() + 101)  # past the limit of the question
            await asyncio.sleep(0.02)
            file.with_name("compiled").touch()
            return await asking
        finally:
            await worker.stop()

    assert not run(ask()).fault


def test_tags_change_with_what_an_own_game_imports(tmp_path: Path) -> None:
    rules = "import nimatron\nfrom amounts import AMOUNTS\nMine = nimatron.Subtraction(AMOUNTS)\n"
    (tmp_path / "mine.py").write_text(rules)
    digests = set()
    for amounts in ("(1, 2)", "(1, 3)"):
        (tmp_path / "amounts.py").write_text(f"AMOUNTS = {amounts}\n")
        digests.add(read_own([f"{tmp_path / 'mine.py'}:Mine"]).digest)
    assert len(digests) == 2


READING = """
import pathlib
from nimatron import Game

class Reading(Game):
    start = 9

    def options(self, n):
        return [n - k for k in eval(pathlib.Path(__file__).with_name("amounts.txt").read_text()) if k <= n]
"""


@proc
def test_an_answer_that_hangs_on_other_files_is_given_once(tmp_path: Path) -> None:
    (tmp_path / "reading.py").write_text(READING)
    values = []
    process = server(f"{tmp_path / 'reading.py'}:Reading")
    url = f"{address(process)}api/v1/"
    try:
        for amounts in ("(1, 2)", "(1, 3)"):
            (tmp_path / "amounts.txt").write_text(amounts)
            answer = analysis(url, "reading: 2")
            assert "etag" not in answer.headers
            values.append(answer.json()["value"])
            for worker in workers(process.pid):  # one that lives on remembers what it has found
                os.kill(worker, signal.SIGKILL)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert values == [2, 0]


TAKING = """
from nimatron import Game
from of_taking import AMOUNTS

class Taking(Game):
    start = 9

    def options(self, n):
        from later_of_taking import SIGN
        return [n + SIGN * k for k in AMOUNTS if k <= n]
"""


@proc
@pytest.mark.parametrize("change", ["edited", "removed"])
def test_all_workers_have_the_rules_of_the_start(tmp_path: Path, change: str) -> None:
    texts = {"taking.py": TAKING, "of_taking.py": "AMOUNTS = (1, 2)", "later_of_taking.py": "SIGN = -1"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    process = server(f"{tmp_path / 'taking.py'}:Taking")
    url = f"{address(process)}api/v1/"
    try:
        first = [analysis(url, f"taking: {n}") for n in range(6)]
        for name, text in texts.items():
            if change == "edited":
                (tmp_path / name).write_text(text.replace("(1, 2)", "(1, 3)"))
            else:
                (tmp_path / name).unlink()
        for worker in workers(process.pid):
            os.kill(worker, signal.SIGKILL)
        second = [analysis(url, f"taking: {n} + nim: 0") for n in range(6)]
        again = analysis(url, "taking: 5")
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert [answer.json()["value"] for answer in first] == [0, 1, 2, 0, 1, 2]
    assert [answer.json()["value"] for answer in second] == [0, 1, 2, 0, 1, 2]
    assert "etag" not in again.headers  # own rules may read a clock or a file
    assert again.json()["value"] == 2
