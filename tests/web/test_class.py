"""A class on a server: pupils on bad connections, a server that is killed, and clients that mean no good."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
from class_server import Server, serving_class
from every_row import every_row
from fastapi import Request
from simulated import Device, joined, play, run, teacher

from nimatron.web.app import create_app
from nimatron.web.classroom import class_limits as bounds
from nimatron.web.classroom.activities import Idle, Quiz, Riddle
from nimatron.web.classroom.class_limits import ClassRefusal, NotTheTeacher
from nimatron.web.classroom.class_routes import PREFIX
from nimatron.web.classroom.director import HARMLESS, HARMLESS_WITH, KEY, TOKEN, Classroom
from nimatron.web.classroom.journal import ClassStore
from nimatron.web.classroom.room import ClassState
from nimatron.web.classroom.stream import Stream, Streams, View
from nimatron.web.hosts import Hosts, Reach
from nimatron.web.questions import QUESTIONS

OURS = {KEY: "the-key"}
CODE = ClassState("the-key", 0.0).code

# -- without workers -----------------------------------------------------------------------------


def a_class(store: ClassStore | None = None) -> Any:
    def opened(responder: Any) -> Classroom:
        return Classroom(responder, store or ClassStore(None), Reach(), key="the-key")

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
    pupils = {"join", "leave", "question", "move", "try", "answer", "resign", "again", "stream"}
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
        token = (await client.post("join", json={"name": "Anna", "code": CODE})).json()["token"]
        for path in paths:
            for headers in ({}, {KEY: ""}, {KEY: "the-kez"}, {TOKEN: token}, {KEY: "ü"}):
                said = await client.post(path, json=bodies.get(path, {}), headers=encoded(headers))
                assert said.status_code in (403, 429), (path, headers, said.text)

    talk(act)


def encoded(headers: dict[str, str]) -> dict[str, bytes]:
    return {name: value.encode() for name, value in headers.items()}


@every_row(
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
        ({"json": {"name": "<script>", "code": CODE}}, 409),
        ({"json": {"name": "Anna"}, "headers": {"sec-fetch-site": "cross-site"}}, 403),
        ({"json": {"name": "Anna"}, "headers": {"host": "evil.example"}}, 421),
        ({"json": {"name": "Anna"}, "headers": {"origin": "http://evil.example"}}, 403),
        ({"json": {"name": "Anna"}, "headers": {"origin": "null"}}, 403),
        ({"json": {"name": "Cleo", "code": "XXXX"}}, 409),
        ({"json": {"name": "Anna", "code": CODE}, "headers": {"sec-fetch-site": "same-origin"}}, 200),
        ({"json": {"name": "Bert", "code": CODE.lower()}, "headers": {"origin": "http://localhost"}}, 200),
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
    assert (
        talk(lambda client: client.post("join", json={"name": "a", "code": CODE}), create_app(light=0)).status_code
        == 413
    )


async def _pieces() -> Any:
    yield b'{"name": "a"}'


@pytest.mark.usefixtures("clock")  # what may be sent comes back with time
def test_a_pupil_acts_for_itself_alone_and_not_without_end() -> None:
    async def act(client: httpx.AsyncClient) -> list[int]:
        token = (await client.post("join", json={"name": "Anna", "code": CODE})).json()["token"]
        again = await client.post("join", json={"name": "anna", "code": CODE})
        stranger = await client.post("resign", json={"bout": "b1"}, headers={TOKEN: "x" * 22})
        mine = [await client.post("resign", json={"bout": "b1"}, headers={TOKEN: token}) for _ in range(60)]
        return [again.status_code, stranger.status_code, mine[0].status_code, mine[-1].status_code]

    assert talk(act) == [409, 401, 409, 429]


def test_one_address_cannot_take_all_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.web.classroom.director.JOINED_AT_ONCE", 1000)
    app = a_class()

    async def flood(client: httpx.AsyncClient) -> list[int]:
        said = [await client.post("join", json={"name": f"Bot {i}", "code": CODE}) for i in range(bounds.MOST_EACH + 3)]
        return [answer.status_code for answer in said]

    assert talk(flood, app).count(200) == bounds.MOST_EACH
    assert (
        talk(lambda client: client.post("join", json={"name": "Anna", "code": CODE}), app, "192.0.2.10").status_code
        == 200
    )


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


TELLING = {
    "analysis", "cell", "comparison", "discovery", "explanation", "graph", "hint", "induction", "nimber", "nimbers",
    "period", "proof", "sequence", "sheet", "sheet-pdf", "table",
}  # fmt: skip


def test_every_question_is_harmless_or_refused_while_values_are_hidden() -> None:
    assert sorted([*HARMLESS, *HARMLESS_WITH, *TELLING]) == sorted(QUESTIONS)
    room, asked = shared().state.classroom, stranger()
    room.room.hidden = True
    for name in QUESTIONS:
        for arguments, told in (
            ({}, name in HARMLESS),
            (dict([HARMLESS_WITH.get(name, ("", 0))]), name not in TELLING),
        ):
            assert passes(room, asked, name, arguments) == told, (name, arguments)
    assert not passes(room, asked, "a new one", {})
    room.room.hidden = False


def stranger(address: str = "192.0.2.9", **headers: str) -> Request:
    given = [(name.encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "client": (address, 5000), "headers": given})


def passes(room: Classroom, request: Request, ask: str, arguments: dict[str, Any]) -> bool:
    try:
        room.gate(request, ask, arguments)
    except NotTheTeacher:
        return False
    return True


@every_row("activity", [Riddle("nim: 3 4 5", False), Quiz("who-wins", "easy", 7, 3)])
def test_what_the_class_looks_for_is_told_by_no_question(activity: Any) -> None:
    room = a_class().state.classroom
    room.room.begin(activity)
    ours, here = stranger(**{KEY: "the-key"}), stranger("127.0.0.1")
    for name in QUESTIONS:
        assert passes(room, here, name, {"reveal": False, "give_up": False, "level": "perfect"}) == (name in HARMLESS)
        assert passes(room, ours, name, {})
    assert passes(room, here, "turn", {"level": "none"})
    if isinstance(activity, Quiz):
        room.room.show_answer()
        assert passes(room, here, "analysis", {})
        room.room.next_question()
    assert not passes(room, here, "analysis", {})
    room.room.begin(Idle())
    assert passes(room, here, "analysis", {})


class FullDisk(ClassStore):
    """A store whose writes fail while the disk is `full`."""

    full = False

    def write(self, changes: Any) -> None:
        if self.full:
            raise sqlite3.OperationalError("database or disk is full")
        super().write(changes)


def test_a_full_disk_is_reported_once_and_all_is_written_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = FullDisk(tmp_path / "class.sqlite3")
    app = a_class(store)
    room: Classroom = app.state.classroom

    async def join(client: httpx.AsyncClient, names: str) -> list[Any]:
        said = [(await client.post("join", json={"name": name, "code": CODE})).json() for name in names]
        return [answer.get("saved", True) for answer in said]

    def unsaved() -> Any:
        return room._for_teacher("the-key")["unsaved"]

    assert (talk(lambda client: join(client, "A"), app), unsaved()) == ([True], "")
    store.full = True
    assert talk(lambda client: join(client, "BCD"), app) == [False] * 3
    assert unsaved() == "database or disk is full"
    assert [record.getMessage() for record in caplog.records if record.name.startswith("nimatron")] == [
        "this class is not being saved: database or disk is full"
    ]
    store.full = False
    assert (talk(lambda client: join(client, "E"), app), unsaved()) == ([True], "")
    store.close()
    kept = ClassState.restore(ClassStore(tmp_path / "class.sqlite3").read())
    assert [pupil.name for pupil in kept.pupils.values()] == list("ABCDE")


@pytest.mark.usefixtures("clock")
def test_a_pupil_who_was_removed_waits_before_joining_again(clock: Any) -> None:
    app = a_class()

    async def act(client: httpx.AsyncClient) -> list[int]:
        tokens = [(await client.post("join", json={"name": name, "code": CODE})).json()["token"] for name in "ABC"]
        wrong = await client.post("remove", json={"id": ["p1", "p9"]}, headers=OURS)
        gone = await client.post("remove", json={"id": ["p1", "p2"]}, headers=OURS)
        again = await client.post("join", json={"name": "D", "code": CODE}, headers={TOKEN: tokens[0]})
        return [wrong.status_code, gone.status_code, again.status_code]

    assert talk(act, app) == [409, 200, 429]
    assert list(app.state.classroom.room.pupils) == ["p3"]
    assert (
        talk(lambda client: client.post("join", json={"name": "D", "code": CODE}), app, "192.0.2.10").status_code == 200
    )
    clock.wait(bounds.AWAY + 1)
    assert talk(lambda client: client.post("join", json={"name": "E", "code": CODE}), app).status_code == 200


def test_seats_of_an_address_survive_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nimatron.web.classroom.room.MOST_EACH", 2)
    room = ClassState("key", 0.0)
    room.join("A", "a", "192.0.2.9")
    room.join("B", "b", "192.0.2.9")
    parts = room.parts()
    assert "192.0.2.9" not in str(parts)
    again = ClassState.restore(parts)
    with pytest.raises(ClassRefusal, match="from one address"):
        again.join("C", "c", "192.0.2.9")
    again.join("C", "c", "192.0.2.10")


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
        pupils = [await joined(server.url, f"Pupil {i}", server.code) for i in range(4)]
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
            assert "continues with 4 pupils" in server.said

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


@pytest.mark.slow
def test_of_25_pupils_nobody_waits_and_a_killed_server_goes_on(tmp_path: Path) -> None:
    async def lesson(pupil: Device, games: list[bool], enough: asyncio.Event) -> None:
        """Play one game after the other, with pupils or the bot."""
        while not enough.is_set():
            await play(pupil, random.Random(pupil.name), 0.0, {})
            bout = pupil.view["activity"]["bout"]
            games.append(bout["bot"])
            await pupil.sure("again", bout=bout["id"])
            await pupil.until(lambda view, last=bout["id"]: view["activity"]["bout"]["id"] != last)

    async def act(server: Server) -> None:
        lead = teacher(server.url, server.key)
        lead.follow()
        pupils = [await joined(server.url, f"Pupil {i}", server.code) for i in range(25)]
        for pupil in pupils:
            pupil.follow()
        (await lead.post("begin/contest", form="pairs", position="nim: 2 3")).raise_for_status()
        seen = await lead.until(lambda view: view["activity"].get("bouts"))
        assert sorted(bout["bot"] for bout in seen["activity"]["bouts"]) == [False] * 12 + [True]
        games: list[list[bool]] = [[] for _ in pupils]
        enough = asyncio.Event()
        lessons = [asyncio.create_task(lesson(*each, enough)) for each in zip(pupils, games, strict=True)]

        async def trouble() -> None:
            await lead.until(lambda view: sum(row["won"] for row in view["table"]) >= 10)
            server.kill()
            server.start()
            assert "continues with 25 pupils" in server.said

        await trouble()
        while not all(played.count(False) >= 3 for played in games):
            version = dict(lead.view)
            await lead.until(lambda view, before=version: view != before)
        enough.set()
        for task in lessons:
            task.cancel()
        (await lead.sure("podium")).raise_for_status()
        view = await lead.until(lambda view: view["podium"])
        assert view["podium"][0]["place"] == 1
        assert view["activity"]["waiting"] == []
        for device in [lead, *pupils]:
            await device.close()

    with serving_class(tmp_path) as server:
        run(act(server))


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
        pupil = await joined(server.url, "Anna", server.code)
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
