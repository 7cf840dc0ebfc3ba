"""nimatron serve"""

from __future__ import annotations

import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...errors import NimatronError, UsageError, reason_of
from ...present.words import tr, trn
from ..common import Session
from .lessons import own_lessons_of

if TYPE_CHECKING:
    import uvicorn

    from ...web.classroom.running import Classroom
    from ...web.desk import Desk
    from ...web.reach import Reach

BACKLOG = 2048
"""How many clients may wait to be connected: a whole class may open the page at once."""

Own = Annotated[list[str], typer.Argument(metavar="[FILE:NAME]...", help="Games of your own to serve as well.")]
Host = Annotated[
    str | None, typer.Option("--host", help="Address to listen on; by default only this machine can connect.")
]
Class = Annotated[
    bool, typer.Option("--class", help="Run a class: all devices in the network can join by the address shown.")
]
Folder = Annotated[
    Path | None,
    typer.Option("--programs", metavar="FOLDER", help="With --class: pupils' programs, which may play each other."),
]
Name = Annotated[
    list[str],
    typer.Option("--name", help="Another name or address by which this server may be asked; may be repeated."),
]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="Port to listen on; 0 takes a free one.")]
Seconds = Annotated[float, typer.Option("--seconds", min=0.1, help="Work at most this long at a hard question.")]
Lessons = Annotated[
    Path | None, typer.Option("--lessons", metavar="FOLDER", help="Lessons of your own, beside those of the course.")
]
Workers = Annotated[
    int, typer.Option("--workers", min=1, max=64, help="Processes for quick questions, and as many for hard ones.")
]

SETTINGS: dict[str, Any] = {
    "ws": "none",
    "log_level": "error",  # clients are told themselves what they do wrong
    "access_log": False,
    "proxy_headers": False,  # limits are for each client, and anybody can write the address of another one there
    "h11_max_incomplete_event_size": 256 << 10,  # larger than the Guard allows, so that it can say what is too long
    "timeout_keep_alive": 30,
    "timeout_graceful_shutdown": 1,
    "server_header": False,
}
"""How uvicorn serves: it has limits of its own, but those of the Guard come first."""


def serve(
    ctx: typer.Context,
    own: Own = [],  # noqa: B006 - typer copies it
    host: Host = None,
    class_: Class = False,
    programs: Folder = None,
    name: Name = [],  # noqa: B006
    port: Port = 8642,
    seconds: Seconds = 6.0,
    workers: Workers = 2,
    lessons: Lessons = None,
) -> None:
    """Serve the page, and the API behind it, to a browser on this machine.

    Example: nimatron serve

    Example: nimatron serve chocolate.py:Chocolate --port 8000

    Example: nimatron serve --class --programs homework/

    Example: nimatron serve --lessons my-lessons
    """
    from ...web.hosts import Hosts, loopback
    from ...web.reach import Reach

    session: Session = ctx.obj
    host = host or ("0.0.0.0" if class_ else "127.0.0.1")
    _check(class_, host, programs)
    places = [*session.own, *own]
    for place in own:
        session.load(place)  # so that a fault in it is reported now, not by every worker
    own_lessons = own_lessons_of(session, lessons)
    if not loopback(host):
        print(tr("nimatron: anyone who can reach {host} can use this server.", host=host), file=sys.stderr)
    listening = _bind(host, port)  # before the slow imports, so that a port in use is reported at once
    try:
        import uvicorn

        from ...web.app import create_app
        from ...web.connection import CONNECTIONS, Connection
    except ImportError as fault:
        raise NimatronError('the page needs {name}: pip install "nimatron[web]"', name=fault.name) from None
    _allow_files(2 * CONNECTIONS)
    reach = Reach(host, listening.getsockname()[1])
    open_class = _class(reach, programs) if class_ else None
    app = create_app(
        places,
        workers,
        workers,
        seconds=seconds,
        hosts=Hosts(host, name),
        reach=reach,
        lessons=own_lessons,
        open_class=open_class,
    )
    classroom: Classroom | None = app.state.classroom if class_ else None
    _say_where(reach, listening.getsockname()[0], classroom)
    server = uvicorn.Server(uvicorn.Config(app, http=Connection, **SETTINGS))
    sent = _note_signals(server, classroom)
    try:
        server.run(sockets=[listening])
    finally:  # mostly by Ctrl-C
        if classroom and classroom.kept.path and classroom.room.pupils:
            print(tr("The class is kept for a day, and goes on when it is started again."), file=sys.stderr)
        if signal.SIGINT in sent:  # whatever broke while the server and its workers were ending
            raise KeyboardInterrupt


def _check(class_: bool, host: str, programs: Path | None) -> None:
    """UsageError for options that do not go together."""
    from ...web.hosts import loopback

    if programs and not class_:
        raise UsageError("--programs is for a class: add --class")
    if programs and not programs.is_dir():
        raise UsageError("there is no folder {folder}", folder=programs)
    if class_ and loopback(host):
        raise UsageError("with --class other devices connect: {host} is for this machine alone", host=host)


def _class(reach: Reach, programs: Path | None) -> Callable[[Desk], Classroom]:
    """Makes the class, or goes on with the one that was kept."""
    from sqlite3 import Error

    from ...web.classroom.running import Classroom
    from ...web.classroom.store import Kept, place, remove_old

    remove_old(time.time())
    try:
        kept = Kept(place(reach.port))
    except (OSError, Error) as fault:
        print(tr("nimatron: a restart will lose the class: {reason}", reason=reason_of(fault)), file=sys.stderr)
        kept = Kept(None)
    return lambda desk: Classroom(desk, kept, reach, programs)


def _note_signals(server: uvicorn.Server, classroom: Classroom | None) -> list[int]:
    """Lists what ends the server. Streams are closed first: it waits for all that it sends, and they never end."""
    sent: list[int] = []
    leave = server.handle_exit

    def handle_exit(number: int, frame: FrameType | None) -> None:
        sent.append(number)
        if classroom:
            classroom.leave()
        leave(number, frame)

    server.handle_exit = handle_exit  # type: ignore[assignment, method-assign]
    return sent


def _say_where(reach: Reach, listening: str, classroom: Classroom | None) -> None:
    """The address for this machine and those for others, with a code for the camera of a phone."""
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    here = reach.url(everywhere.get(listening, listening))
    print(tr("Nimatron is at {address} (Ctrl-C ends it)", address=here), flush=True)
    if not reach.open:
        return
    others = [address + ("class" if classroom else "") for address in reach.addresses()]
    if classroom:
        print(" ", tr("for the teacher, with the key: {address}", address=f"{here}class#key={classroom.room.key}"))
        if count := len(classroom.room.pupils):
            print(" ", trn("the class goes on with {n} pupil", "the class goes on with {n} pupils", count))
    for address in others:
        print(" ", tr("for other devices: {address}", address=address))
    print(tr(reach.said().msgid), flush=True)
    if others and sys.stdout.isatty():
        import segno

        segno.make(others[0], error="l", micro=False).terminal(compact=True)


def _allow_files(wanted: int) -> None:
    """A connection is an open file, and many systems allow more of them if they are asked."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now < wanted and now != resource.RLIM_INFINITY:
        wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _bind(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(*family[:3])  # asyncio sends small answers at once only if it knows the protocol
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(family[4])
        listening.listen(BACKLOG)  # from now on clients wait instead of being refused
        return listening
    except OSError as fault:
        raise UsageError(
            "cannot listen on {host}, port {port}: {reason}", host=host, port=port, reason=reason_of(fault)
        ) from None
