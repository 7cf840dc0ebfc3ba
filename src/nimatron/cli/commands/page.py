"""nimatron serve, site: the page from a server, or as a folder of files."""

from __future__ import annotations

import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ...core.errors import NimatronError, UsageError, reason_of
from ...show.words import tr, trn
from ..session import Session

if TYPE_CHECKING:
    import uvicorn

    from ...web.classroom.director import Classroom
    from ...web.hosts import Reach
    from ...web.responder import Responder
    from ...web.static_files import MoreFiles

BACKLOG = 2048
"""The most clients that wait for a connection: a whole class may open the page at once."""

Own = Annotated[list[str], typer.Argument(metavar="[FILE:NAME]...", help="Games of your own to include.")]
Host = Annotated[
    str | None, typer.Option("--host", help="Address to listen on; by default only this machine can connect.")
]
Class = Annotated[
    bool, typer.Option("--class", help="Run a class: all devices in the network can join by the address shown.")
]
Programs = Annotated[
    Path | None,
    typer.Option("--programs", metavar="FOLDER", help="With --class: pupils' programs, which may play each other."),
]
Name = Annotated[
    list[str],
    typer.Option("--name", help="Another name or address of this server; may be repeated."),
]
Frames = Annotated[
    list[str],
    typer.Option(
        "--frame-ancestors",
        metavar="SITE",
        help="A site whose pages may show this page in a frame, such as https://school.example; may be repeated.",
    ),
]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="Port to listen on; 0 takes a free one.")]
Seconds = Annotated[float, typer.Option("--seconds", min=0.1, help="Work for at most this long on a hard question.")]
Lessons = Annotated[
    Path | None,
    typer.Option("--lessons", metavar="FOLDER", help="A folder of your own lessons, shown beside the course."),
]
Workers = Annotated[
    int,
    typer.Option("--workers", min=1, max=64, help="Number of processes for quick questions, and again for hard ones."),
]

ServedPyodide = Annotated[
    str | None,
    typer.Option(
        "--pyodide",
        metavar="PATH",
        help="Python for browsers, in which visitors run their own programs: PATH of an "
        "unpacked npm package `pyodide`, cdn (visitors load it from its public mirror) or off.",
        show_default="where npm has put it, else cdn",
    ),
]

SETTINGS: dict[str, Any] = {
    # The page uses no web sockets.
    "ws": "none",
    "log_level": "error",  # clients get their own faults as answers
    "access_log": False,
    "proxy_headers": False,  # limits are for each client, and anybody can write the address of another one there
    "h11_max_incomplete_event_size": 256 << 10,  # larger than the Guard allows, so that it can say what is too long
    "timeout_keep_alive": 30,
    "timeout_graceful_shutdown": 1,
    # Strangers need not know the server's version.
    "server_header": False,
}
"""The settings of uvicorn: it has limits of its own, but the limits of the Guard come first."""


def serve(
    ctx: typer.Context,
    own: Own = [],  # noqa: B006 - typer copies it
    host: Host = None,
    class_: Class = False,
    programs: Programs = None,
    name: Name = [],  # noqa: B006
    port: Port = 8642,
    seconds: Seconds = 6.0,
    workers: Workers = 2,
    lessons: Lessons = None,
    pyodide: ServedPyodide = None,
    frame_ancestors: Frames = [],  # noqa: B006
) -> None:
    """Serve the page, and the API behind it, to a browser on this machine.

    Example: nimatron serve

    Example: nimatron serve chocolate.py:Chocolate --port 8000

    Example: nimatron serve --class --programs homework/

    Example: nimatron serve --lessons my-lessons

    Example: nimatron serve --pyodide node_modules/pyodide

    Example: nimatron serve --frame-ancestors https://school.example
    """
    from ...web.hosts import Hosts, Reach, loopback

    session: Session = ctx.obj
    host = host or ("0.0.0.0" if class_ else "127.0.0.1")
    _check(class_, host, programs)
    _check_sites(frame_ancestors)
    places = [*session.own, *own]
    for place in own:
        session.load(place)  # so that a fault in it is reported now, not by every worker
    own_lessons = _lessons(session, lessons)
    if not loopback(host):
        print(tr("nimatron: everyone on this network can open this server ({host}).", host=host), file=sys.stderr)
    listening = _bind(host, port)  # before the slow imports, so that a port in use is reported at once
    try:
        import uvicorn

        from ...web.app import create_app
        from ...web.guard import CONNECTIONS, Connection
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
        python=_python(places, own_lessons, pyodide),
        frames=frame_ancestors,
    )
    classroom: Classroom | None = app.state.classroom if class_ else None
    _print_addresses(reach, listening.getsockname()[0], classroom)
    server = uvicorn.Server(uvicorn.Config(app, http=Connection, **SETTINGS))
    signals = _note_signals(server, classroom)
    try:
        server.run(sockets=[listening])
    finally:  # mostly by Ctrl-C
        if classroom and classroom.store.path and classroom.room.pupils:
            print(tr("The class is saved for a day; start the server again to continue it."), file=sys.stderr)
        if signal.SIGINT in signals:  # whatever broke while the server and its workers were ending
            raise KeyboardInterrupt


def _python(places: Sequence[str], lessons: tuple[tuple[str, str], ...], pyodide: str | None) -> MoreFiles:
    """The files of Python for the visitors' browsers; prints the place from which browsers load them."""
    from ...site.python_files import served_python
    from ...site.runtime import CDN, find_folder, from_cdn, from_folder
    from ...web.own_games import read_own

    folder = find_folder() if pyodide is None else None if pyodide in ("cdn", "off") else Path(pyodide)
    if pyodide == "off":
        runtime = None
    elif folder:
        runtime = from_folder(folder)
        print(tr("Visitors' programs run in their own browsers, with Pyodide {version} from {address}.",
                 version=runtime.version, address=folder), file=sys.stderr)  # fmt: skip
    else:
        runtime = from_cdn()
        print(tr("Visitors' programs run in their own browsers, which load Pyodide {version} from {address}.",
                 version=runtime.version, address=CDN), file=sys.stderr)  # fmt: skip
    return served_python(read_own(places, lessons), runtime)


def _check_sites(sites: list[str]) -> None:
    # Sites go into a header, where a space or a semicolon would begin another rule.
    for site in sites:
        if not re.fullmatch(r"https?://[\w.*-]+(:(\d+|\*))?", site, re.ASCII):
            raise UsageError("expected a site such as https://school.example, not {site!r}", site=site[:60])


def _lessons(session: Session, folder: Path | None) -> tuple[tuple[str, str], ...]:
    """A teacher's own lessons, read and checked."""
    if folder is None:
        return ()
    from .teaching import own_lessons_of  # it loads every kind of question

    return own_lessons_of(session, folder)


def _check(class_: bool, host: str, programs: Path | None) -> None:
    """UsageError for options that do not go together."""
    from ...web.hosts import loopback

    if programs and not class_:
        raise UsageError("--programs is for a class: add --class")
    if programs and not programs.is_dir():
        raise UsageError("there is no folder {folder}", folder=programs)
    if class_ and loopback(host):
        raise UsageError(
            "with --class other devices connect, but {host} is reachable only from this machine", host=host
        )


def _class(reach: Reach, programs: Path | None) -> Callable[[Responder], Classroom]:
    """The function that makes the class, or resumes the stored one."""
    from sqlite3 import Error

    from ...web.classroom.director import Classroom
    from ...web.classroom.journal import ClassStore, place, remove_old

    # Classes hold names of pupils, so old ones are removed before a new one begins.
    remove_old(time.time())
    try:
        store = ClassStore(place(reach.port))
    except (OSError, Error) as fault:
        print(tr("nimatron: a restart will lose the class: {reason}", reason=reason_of(fault)), file=sys.stderr)
        store = ClassStore(None, reason_of(fault))
    return lambda responder: Classroom(responder, store, reach, programs)


def _note_signals(server: uvicorn.Server, classroom: Classroom | None) -> list[int]:
    """The signals that end the server. Streams are closed first: the server would wait for them for ever."""
    # The signal decides the exit code: after Ctrl-C a shell expects 130, whatever else happens.
    signals: list[int] = []
    leave = server.handle_exit

    def handle_exit(number: int, frame: FrameType | None) -> None:
        signals.append(number)
        if classroom:
            classroom.streams.close()
        leave(number, frame)

    server.handle_exit = handle_exit  # type: ignore[assignment, method-assign]
    return signals


def _print_addresses(reach: Reach, listening: str, classroom: Classroom | None) -> None:
    """Print the address for this machine and the addresses for others, with a QR code for a phone."""
    # A browser cannot open the address that means every interface.
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}
    here = reach.url(everywhere.get(listening, listening))
    print(tr("Nimatron is at {address} (Ctrl-C ends it)", address=here), flush=True)
    if not reach.open:
        return
    others = [address + ("class" if classroom else "") for address in reach.addresses()]
    if classroom:
        print(" ", tr("for the teacher, with the key: {address}", address=f"{here}class#key={classroom.room.key}"))
        if count := len(classroom.room.pupils):
            print(" ", trn("the class continues with {n} pupil", "the class continues with {n} pupils", count))
    for address in others:
        print(" ", tr("for other devices: {address}", address=address))
    if classroom:
        print(" ", tr("the code to join: {code}", code=classroom.room.code))
    print(tr(reach.sentence().msgid), flush=True)
    # A QR code in a log file helps nobody.
    if others and sys.stdout.isatty():
        import segno

        # Least error correction: a screen is clean, and a smaller code fits the terminal. Few cameras read Micro QR.
        link = others[0] + (f"#code={classroom.room.code}" if classroom else "")
        segno.make(link, error="l", micro=False).terminal(compact=True)


def _allow_files(wanted: int) -> None:
    """Raise the limit of open files, as far as the system allows: each connection is one."""
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
        # A server that was just stopped leaves its port blocked for a minute otherwise.
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(family[4])
        listening.listen(BACKLOG)  # from now on clients wait instead of being refused
        return listening
    except OSError as fault:
        raise UsageError(
            "cannot listen on {host}, port {port}: {reason}", host=host, port=port, reason=reason_of(fault)
        ) from None


Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder, or a site to write again.")]
Pyodide = Annotated[
    Path | None,
    typer.Option(
        "--pyodide",
        metavar="PATH",
        help="An unpacked Pyodide release (the npm package `pyodide`) to copy, so that the site needs no other host.",
    ),
]


def site(
    ctx: typer.Context,
    folder: Folder,
    own: Own = [],  # noqa: B006 - typer copies it
    pyodide: Pyodide = None,
    lessons: Lessons = None,
) -> None:
    """Write the page as a folder of files that needs no server: the visitor's browser runs it.

    Example: nimatron site public --pyodide node_modules/pyodide

    Example: nimatron site public chocolate.py:Chocolate --lessons my-lessons
    """
    from ...site.build import check_folder, write_site
    from ...site.runtime import CDN, from_cdn, from_folder

    session: Session = ctx.obj
    check_folder(folder)  # before the work
    for place in own:
        session.load(place)  # so that lessons can be about it
    own_lessons = _lessons(session, lessons)
    runtime = from_folder(pyodide) if pyodide else from_cdn()
    result = write_site(folder, [*session.own, *own], own_lessons, runtime)
    megabytes = f"{result.bytes / 1e6:.1f}"
    print(tr("{folder} is a site: {count} files, {size} MB.", folder=folder, count=result.files, size=megabytes))
    if runtime.elsewhere:
        print(tr("Its visitors load Pyodide {version} from {address}.", version=runtime.version, address=CDN))
        print(tr("With --pyodide PATH the site includes Pyodide and needs no other host."))
    print(tr("To try it:"))
    print(f"  python -m http.server --directory {folder}")


LessonId = Annotated[str, typer.Argument(metavar="LESSON", help="The id of a lesson, as in the address of its page.")]
Package = Annotated[Path, typer.Argument(metavar="FILE", help="The zip file to write.")]


def scorm(
    ctx: typer.Context, lesson: LessonId, file: Package, pyodide: Pyodide = None, lessons: Lessons = None
) -> None:
    """Write a lesson as a SCORM 1.2 package for Moodle and other learning platforms.

    Example: nimatron scorm take-away take-away.zip

    Example: nimatron scorm take-away take-away.zip --pyodide node_modules/pyodide
    """
    from ...core.files import write_file
    from ...show.words import spoken
    from ...site.build import site_files
    from ...site.runtime import from_cdn, from_folder
    from ...site.scorm import package
    from ...teach.course.library import course

    session: Session = ctx.obj
    own_lessons = _lessons(session, lessons)
    whole = course(own_lessons).lesson(lesson)
    runtime = from_folder(pyodide) if pyodide else from_cdn()
    content = package(whole, spoken().code, site_files(session.own, own_lessons, runtime))
    write_file(file, [content])
    print(tr("{file} is a SCORM 1.2 package: {size} MB.", file=file, size=f"{len(content) / 1e6:.1f}"))
