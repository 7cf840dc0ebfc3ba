"""The SQLite file of the store: its tables, and whether a file is ours at all."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from ...files import make_folder
from ...message import Message

if TYPE_CHECKING:
    import sqlite3

# The version of the schema, and the mark of our files: "NIMT" in ASCII.
VERSION, APPLICATION = 1, 0x4E494D54

SCHEMA = """
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, fingerprint TEXT NOT NULL, used REAL NOT NULL,
    UNIQUE (name, fingerprint));
CREATE TABLE IF NOT EXISTS found (
    game INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, state TEXT, answer TEXT NOT NULL,
    cost INTEGER NOT NULL, sum BLOB NOT NULL, PRIMARY KEY (game, kind, key)) WITHOUT ROWID;
"""


WAIT = 2.0
"""Seconds to wait for another process that is writing."""


PAUSE = 0.01
"""Seconds between two tries to create the file."""


class Unusable(Exception):
    """There is no store to work with; `why` explains it, unless the user was told before."""

    def __init__(self, why: Message | None = None) -> None:
        super().__init__(why)
        self.why = why


def connected(path: Path) -> sqlite3.Connection:
    """A connection to the file, which is made if there is none."""
    import sqlite3

    make_folder(path.parent)
    # Transactions are begun by hand.
    connection = sqlite3.connect(path, timeout=WAIT, isolation_level=None)
    # Bytes that are not text mean damage, which the checksum of the row will show.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Create the tables of a new file; the file of another program is left alone."""
    import sqlite3

    until = time.perf_counter() + WAIT
    while True:
        try:
            return _prepare(connection)
        except sqlite3.OperationalError as fault:
            # For those who create the file at the same moment SQLite does not wait by itself: it refuses at once.
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.perf_counter() > until:
                raise
            time.sleep(PAUSE)


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA synchronous = NORMAL")  # a power cut may lose the last rows, never the file
    kind, version, tables = _seen(connection)
    if (kind, version) == (APPLICATION, VERSION):
        return
    if kind == 0 and tables == 0:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.execute("PRAGMA journal_mode = WAL").fetchall()  # readers do not wait for a writer
        # In one transaction, so that another process that starts at the same time never sees half of it.
        mark = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}"
        connection.executescript(f"BEGIN IMMEDIATE; {SCHEMA}; {mark}; COMMIT")
    elif kind == APPLICATION:
        raise Unusable(Message("it is of version {version}, expected {expected}", version=version, expected=VERSION))
    else:
        raise Unusable(Message("it is a database of another program"))


def _seen(connection: sqlite3.Connection) -> tuple[int, int, int]:
    """The mark of a file, its version and how many tables it has, all at the same moment."""
    connection.execute("BEGIN")  # between two single reads, another process may create the file
    try:
        kind, version, tables = (
            int(connection.execute(query).fetchone()[0])
            for query in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
        )
    finally:
        connection.execute("COMMIT")
    return kind, version, tables
