"""A class on a server: pupils on bad connections, a server that is killed, and clients that mean no good."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from class_server import Server, serving_class
from simulated import joined, play, run, teacher

from nimatron.web.app import create_app
from nimatron.web.classroom import bounds
from nimatron.web.classroom.routes import PREFIX
from nimatron.web.classroom.running import KEY, TOKEN, Classroom
from nimatron.web.classroom.store import Kept
from nimatron.web.classroom.stream import Stream, Streams, View
from nimatron.web.hosts import Hosts
from nimatron.web.reach import Reach

OURS = {KEY: "the-key"}

# -- without workers -----------------------------------------------------------------------------


def a_class() -> Any:
    def opened(desk: Any) -> Classroom:
        return Classroom(desk, Kept(None), Reach(), key="the-key")

    return create_app(light=0, heavy=0, hosts=Hosts("0.0.0.0"), open_class=opened)


@cache
def shared() -> Any:
    """A class for tests that change nothing in it."""
    return a_class()


def talk(act: Callable[[httpx.AsyncClient], Any], app: Any = None, address: str = "192.0.2.9") -> Any:
    """Let a client at this address talk to a class."""

    async def talking() -> Any:
        transport = httpx.ASGITransport(app or a_class(), client=(address, 5000))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://localhost{PREFIX}") as client:
            return await act(client)

    return run(talking())


def teachers_paths() -> list[str]:
    pupils = {"join", "leave", "move", "try", "answer", "resign", "again", "stream"}
    paths = {getattr(route, "path", "") for route in shared().routes}
    return sorted({path.removeprefix(PREFIX) for path in paths if path.startswith(PREFIX)} - pupils)


def test_only_the_teacher_does_what_teachers_do() -> None:
    bodies = {
        "switch": {"what": "paused", "on": True}, "rename": {"id": "p1", "name": "B"}, "remove": {"id": "p1"},
        "settle": {"bout": "b1"}, "begin/riddle": {"position": "nim: 3"},
        "begin/contest": {"position": "nim: 3", "form": "pairs"}, "begin/programs": {"position": "nim: 3"},
        "begin/quiz": {"subject": "nim-sum", "difficulty": "easy"},
    }  # fmt: skip

    paths = teachers_paths()
    assert len(paths) >= 14

    async def act(client: httpx.AsyncClient) -> None:
        token = (await client.post("join", json={"name": "Anna"})).json()["token"]
        for path in paths:
            for headers in ({}, {KEY: ""}, {KEY: "the-kez"}, {TOKEN: token}, {KEY: "ü"}):
                said = await client.post(path, json=bodies.get(path, {}), headers=encoded(headers))
                assert said.status_code in (403, 429), (path, headers, said.text)

    talk(act)


def encoded(headers: dict[str, str]) -> dict[str, bytes]:
    return {name: value.encode() for name, value in headers.items()}


@pytest.mark.parametrize(
    ("how", "status"),
    [
        ({"content": b'{"name":"' + b"a" * 9000 + b'"}', "headers": {"content-type": "application/json"}}, 413),
        ({"content": b'{"name":"a"}', "headers": {"content-type": "text/plain"}}, 415),
        ({"data": {"name": "a"}}, 415),
        ({"content": b"{", "headers": {"content-type": "application/json"}}, 422),
        ({"content": b"[" * 8000, "headers": {"content-type": "application/json"}}, 400),
        ({"json": {"name": 7}}, 422),
        ({"json": {"name": "a", "more": 1}}, 422),
        ({"json": {"name": "a" * 300}}, 422),
        ({"json": {"name": "<script>"}}, 409),
        ({"json": {"name": "Anna"}, "headers": {"sec-fetch-site": "cross-site"}}, 403),
        ({"json": {"name": "Anna"}, "headers": {"host": "evil.example"}}, 421),
        ({"json": {"name": "Anna"}, "headers": {"sec-fetch-site": "same-origin"}}, 200),
    ],
)
def test_what_is_sent_is_small_and_from_our_own_page(how: dict[str, Any], status: int) -> None:
    said = talk(lambda client: client.post("join", **how), shared())
    assert said.status_code == status, said.text
    assert said.headers["content-type"] == ("application/json" if status == 200 else "application/problem+json")


def test_bodies_are_for_a_class_alone() -> None:
    async def act(client: httpx.AsyncClient) -> list[int]:
        elsewhere = await client.post("http://localhost/api/v1/games", json={})
        chunked = await client.post("join", content=_pieces(), headers={"content-type": "application/json"})
        return [elsewhere.status_code, chunked.status_code]

    assert talk(act) == [413, 413]
    assert talk(lambda client: client.post("join", json={"name": "a"}), create_app(light=0)).status_code == 413


async def _pieces() -> Any:
    yield b'{"name": "a"}'


def test_a_pupil_acts_for_itself_alone_and_not_without_end() -> None:
    async def act(client: httpx.AsyncClient) -> list[int]:
        token = (await client.post("join", json={"name": "Anna"})).json()["token"]
        again = await client.post("join", json={"name": "anna"})
        stranger = await client.post("resign", json={"bout": "b1"}, headers={TOKEN: "x" * 22})
        mine = [await client.post("resign", json={"bout": "b1"}, headers={TOKEN: token}) for _ in range(60)]
        return [again.status_code, stranger.status_code, mine[0].status_code, mine[-1].status_code]

    assert talk(act) == [409, 401, 409, 429]


def test_one_address_cannot_take_all_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.web.classroom.running.JOINED_AT_ONCE", 1000)
    app = a_class()

    async def flood(client: httpx.AsyncClient) -> list[int]:
        said = [await client.post("join", json={"name": f"Bot {i}"}) for i in range(bounds.MOST_EACH + 3)]
        return [answer.status_code for answer in said]

    assert talk(flood, app).count(200) == bounds.MOST_EACH
    assert talk(lambda client: client.post("join", json={"name": "Anna"}), app, "192.0.2.10").status_code == 200


def test_hidden_values_are_hidden_in_every_answer_but_the_teachers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.web.pool.LIGHT_QUEUE", 0)  # what may be asked is refused with 503
    app = a_class()
    path = "http://localhost/api/v1/{}"

    async def ask(client: httpx.AsyncClient, **headers: str) -> list[int]:
        asked = ["analysis?position=nim:+3", "hint?position=nim:+3", "sequence?game=0.77", "turn?position=nim:+3"]
        said = [await client.get(path.format(one), headers=headers) for one in asked]
        moves = await client.get(path.format("turn?position=nim:+3&move=nim:+1&level=none"), headers=headers)
        return [answer.status_code for answer in [*said, moves]]

    open_to_all = talk(ask, app)
    talk(lambda client: client.post("switch", json={"what": "hidden", "on": True}, headers=OURS), app)
    assert open_to_all == [503] * 5
    assert talk(ask, app) == [403] * 4 + open_to_all[-1:]
    assert talk(lambda client: ask(client, **OURS), app) == open_to_all
    assert talk(ask, app, "127.0.0.1") == open_to_all


def test_streams_are_few_and_the_latest_of_a_device_stays() -> None:
    async def act() -> None:
        streams = Streams()
        mine = [Stream("p1", "192.0.2.7", lambda: View(0, {})) for _ in range(bounds.STREAMS_EACH + 2)]
        for stream in mine:
            streams.open(stream)
        assert [stream.closed for stream in mine] == [True, True] + [False] * bounds.STREAMS_EACH
        for stream in mine:
            streams.leave(stream)
        assert len(streams) == 0

    run(act())


def test_a_slow_reader_skips_states_and_gets_the_last() -> None:
    async def act() -> list[bytes]:
        seen = View(0, {"table": "[]", "state": "0"})
        stream = Stream("p1", "192.0.2.7", lambda: seen)
        events = stream.events()
        first = await anext(events)
        for version in range(1, 100):
            seen = View(version, {"table": "[]", "state": str(version)})
            stream.wake()
        last = await anext(events)
        stream.close()
        return [first, last, *[event async for event in events]]

    assert run(act()) == [
        b"id: 0\nevent: table\ndata: []\n\nid: 0\nevent: state\ndata: 0\n\n",
        b"id: 99\nevent: state\ndata: 99\n\n",
    ]


# -- with a server -------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_class_survives_lost_connections_and_a_killed_server(tmp_path: Path) -> None:
    async def act(server: Server) -> None:
        lead = teacher(server.url, server.key)
        lead.follow()
        pupils = [await joined(server.url, f"Pupil {i}") for i in range(4)]
        for pupil in pupils:
            pupil.follow()
        (await lead.post("begin/contest", form="robin", position="nim: 4 5", misere=True)).raise_for_status()

        async def trouble() -> None:
            for pupil in pupils[:3]:
                await asyncio.sleep(0.1)
                pupil.lose()
            key = server.key
            server.kill()
            server.start()
            assert server.key == key
            assert "goes on with 4 pupils" in server.said

        await asyncio.gather(*(play(one, random.Random(one.name), 0.2, {}) for one in pupils), trouble())
        await lead.until(lambda view: all(bout["how"] for bout in view["activity"]["bouts"]))
        assert sum(row["won"] for row in lead.view["table"]) == 2
        await lead.until(lambda view: all(pupil["online"] for pupil in view["pupils"]))
        assert server.files
        (await lead.sure("end")).raise_for_status()
        await lead.until(lambda view: not view["pupils"])
        assert (await pupils[0].sure("resign", bout="b1")).status_code == 401
        for device in [lead, *pupils]:
            await device.close()

    with serving_class(tmp_path) as server:
        run(act(server))
        server.stop()
        assert server.files == []


BEST = 'import sys\nfor line in sys.stdin:\n    n = int(line.split(":")[1])\n    print(n % 3 or 1)\n'
STUCK = 'import sys\nfor line in sys.stdin:\n    print("what?")\n'


@pytest.mark.slow
def test_programs_play_each_other_and_a_killed_server_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "best.py").write_text(BEST)
    (folder / "stuck.py").write_text(STUCK)

    async def act(server: Server) -> None:
        lead = teacher(server.url, server.key)
        lead.follow()
        pupil = await joined(server.url, "Anna")
        pupil.follow()
        said = await lead.post("begin/programs", position="subtraction{1,2}: 7", starts=1, pace=0.1)
        assert said.status_code == 200, said.text
        await pupil.until(lambda view: view["activity"].get("now") and view["activity"]["now"]["line"])
        await lead.until(lambda view: view["activity"]["played"] >= 1)
        server.kill()
        server.start()
        seen = (await lead.until(lambda view: not view["activity"].get("running")))["activity"]
        assert (seen["matches"], seen["played"], seen["trouble"]) == (6, 6, "")
        table = {row["name"]: row for row in seen["table"]}
        assert (table["stuck.py"]["lost"], table["stuck.py"]["faults"]) == (4, 4)
        assert table["best.py"]["won"] == table["nimatron"]["won"] == 3
        for device in (lead, pupil):
            await device.close()

    with serving_class(tmp_path, "--programs", str(folder)) as server:
        run(act(server))
