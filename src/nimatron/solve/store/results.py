"""Solved positions that outlive the process: one SQLite file, shared by all processes of a user.

    game   (id, name, fingerprint, used)               the rules; changed rules are another game
    found  (game, kind, key, state, answer, cost, sum)  kind: value, outcome or misere

The store is optional: if the file cannot be used, the user is warned once, and the search continues without it. Each
row carries a checksum of its content and of its rules. So a changed bit, or a row under another game, is noticed, and
the row is dropped.
"""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import UsageError, reason_of
from ...core.files import cache_folder, remove, rename
from ...core.game import Game, State
from ...core.message import Message, plain
from ..search.memo import Tables
from .database import NotPlain, StoredGame, StoredRow, Unusable, connect, encode, prepare, read_row, write_rows

if TYPE_CHECKING:
    import sqlite3


MOST = 256 << 20
"""The most bytes of a store, by default."""

AFTER = 10_000, 0.5
"""Searches shorter than this many positions and seconds use no store: small questions stay quick."""

BATCH = 2000
"""Rows per transaction: few enough that other processes need not wait long."""

PUT = """
INSERT INTO found VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
    state = excluded.state, answer = excluded.answer, sum = excluded.sum, cost = max(cost, excluded.cost)
"""


Warn = Callable[[Message], None]
"""Called to warn the user that something is wrong with the store."""


def _warn(trouble: Message) -> None:
    warnings.warn(str(trouble), stacklevel=2)


class _Own(threading.local):
    """The connection and the tables of each thread."""

    def __init__(self) -> None:
        self.connection: sqlite3.Connection | None = None
        self.tables = Tables(noting=True)


class Store:
    """A file of solved positions, opened when it is first needed.

    >>> from tempfile import TemporaryDirectory
    >>> from nimatron import Chomp
    >>> with TemporaryDirectory() as folder, Store(folder + "/store") as store:
    ...     store.put(Chomp, (2, 2), 2)
    ...     store.get(Chomp, (2, 2))
    2
    """

    def __init__(
        self,
        path: Path | str | None = None,
        most: int = MOST,
        warn: Warn = _warn,
        every: float = 10.0,
        after: tuple[int, float] | None = None,
    ) -> None:
        self._path = path
        # The most bytes; seconds between two writes; the (positions, seconds) after which a search uses the store.
        self.most, self.every, self.after = most, every, after or AFTER
        self._warn, self._warned = warn, False
        self.off = False
        self._own = _Own()

    @cached_property
    def path(self) -> Path:
        """The file; by default that of the user."""
        return default_path() if self._path is None else Path(self._path)

    @property
    def tables(self) -> Tables:
        """The tables of this thread, which may hold what the store knows."""
        return self._own.tables

    # -- one position ------------------------------------------------------------------------------

    def get(self, game: Game, state: State, kind: str = "value") -> int | bool | None:
        """The answer stored for a position, or None, without any search."""
        with self._safely(), self._quietly():
            mark = self._mark(game)
            if mark is not None:
                key = encode(game.canonical(state))
                query = "SELECT kind, key, state, answer, cost, sum FROM found WHERE game = ? AND kind = ? AND key = ?"
                for raw in self._connection().execute(query, (mark[0], kind, key)):
                    row = read_row(raw, mark[1], game)
                    return row.answer if row else None
        return None

    def put(self, game: Game, state: State, answer: int | bool, kind: str = "value", cost: int = 1) -> None:
        """Store what is known of a position."""
        self.save(game, [StoredRow(kind, game.canonical(state), state, answer, cost)])

    # -- many --------------------------------------------------------------------------------------

    def rows(self, game: Game) -> list[StoredRow]:
        """All rows of `game` under its present rules; damaged ones are dropped."""
        found: list[StoredRow] = []
        with self._safely():
            mark = self._mark(game)
            if mark is None:
                return found
            bad = []
            query = "SELECT kind, key, state, answer, cost, sum FROM found WHERE game = ?"
            for raw in self._connection().execute(query, mark[:1]):
                row = read_row(raw, mark[1], game)
                found.append(row) if row else bad.append((mark[0], *raw[:2]))
            if bad:
                self._say(
                    Message(
                        "{n} damaged row of {game} is dropped",
                        "{n} damaged rows of {game} are dropped",
                        len(bad),
                        game=game,
                    )
                )
                self.drop(bad)
        return found

    def save(self, game: Game, rows: Iterable[StoredRow]) -> bool:
        """Store `rows`. Were they written?"""
        done = False
        with self._safely():
            mark = self._mark(game, new=True)
            written = list(write_rows(rows, *mark)) if mark else []
            for start in range(0, len(written), BATCH):
                with self._transaction() as connection:
                    connection.executemany(PUT, written[start : start + BATCH])
            self._shrink()
            done = True
        return done

    def drop(self, rows: Iterable[tuple[int, Any, Any]]) -> None:
        """Delete rows, given by game, kind and key as they are stored."""
        with self._safely(), self._transaction() as connection:
            connection.executemany("DELETE FROM found WHERE game = ? AND kind = ? AND key = ?", rows)

    def games(self) -> list[StoredGame]:
        """All games in the store, ordered by name."""
        size = "length(key) + length(answer) + coalesce(length(state), 0) + 24"
        query = f"""SELECT id, name, fingerprint, used, count(key), coalesce(sum({size}), 0)
            FROM game LEFT JOIN found ON found.game = game.id GROUP BY id ORDER BY name, used"""
        found: list[StoredGame] = []
        with self._safely():
            if self.path.exists():
                found = [StoredGame(*row) for row in self._connection().execute(query)]
        return found

    def clear(self, name: str | None = None) -> int:
        """Delete everything, or one game; returns how many positions that were."""
        named = [game for game in self.games() if name in (None, game.name)]
        forgotten = 0
        with self._safely():
            if named:
                with self._transaction() as connection:
                    for game in named:
                        connection.execute("DELETE FROM found WHERE game = ?", (game.id,))
                        connection.execute("DELETE FROM game WHERE id = ?", (game.id,))
                # Deleted rows leave free pages, which only this gives back to the disk.
                self._connection().execute("PRAGMA incremental_vacuum").fetchall()
                forgotten = sum(game.positions for game in named)
        return forgotten

    def size(self) -> int:
        """How many bytes of the file are in use."""
        pages, free, size = (
            self._connection().execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)

    def close(self) -> None:
        """Close the file in this thread."""
        if self._own.connection is not None:
            with suppress(Exception):
                self._own.connection.close()
            self._own.connection = None

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- inside ------------------------------------------------------------------------------------

    def _mark(self, game: Game, new: bool = False) -> tuple[int, str] | None:
        """The id of `game` with its present rules, and their fingerprint; None if there is none."""
        from .database import fingerprint  # only a long search asks for it

        found = fingerprint(game)
        if found is None or self.off:
            return None
        connection, name = self._connection(), str(game)
        query = "SELECT id FROM game WHERE name = ? AND fingerprint = ?"
        row = connection.execute(query, (name, found)).fetchone()
        if row is None and new:
            with self._transaction():
                # Another process may insert the same game at this moment.
                connection.execute("INSERT OR IGNORE INTO game VALUES (NULL, ?, ?, ?)", (name, found, time.time()))
            row = connection.execute(query, (name, found)).fetchone()
        elif new:
            with self._transaction():
                connection.execute("UPDATE game SET used = ? WHERE id = ?", (time.time(), row[0]))
        return None if row is None else (row[0], found)

    def _connection(self) -> sqlite3.Connection:
        if self.off:
            raise Unusable
        if self._own.connection is None:
            self._own.connection = connect(self.path)
            prepare(self._own.connection)
        return self._own.connection

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        connection = self._connection()
        connection.execute("BEGIN IMMEDIATE")  # take the write lock at once: a lock taken later may fail halfway
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # after a full disk SQLite has gone back by itself
                connection.execute("ROLLBACK")
            raise

    def _shrink(self) -> None:
        """Shrink the file below its bound: rows of outdated rules go first, then those that cost least to find."""
        if self.size() <= self.most:
            return
        with self._transaction() as connection:
            newest = "SELECT max(used) FROM game AS other WHERE other.name = game.name"
            connection.execute(f"DELETE FROM game WHERE used < ({newest})")
            connection.execute("DELETE FROM found WHERE game NOT IN (SELECT id FROM game)")
        while self.size() > 3 * self.most // 4:  # well below the bound: not at every save
            (count,) = connection.execute("SELECT count(*) FROM found").fetchone()
            if not count:
                break
            cheapest = "SELECT game, kind, key FROM found JOIN game ON id = game ORDER BY cost, used LIMIT ?"
            with self._transaction():
                connection.execute(f"DELETE FROM found WHERE (game, kind, key) IN ({cheapest})", (1 + count // 4,))
        connection.execute("PRAGMA incremental_vacuum").fetchall()

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Ignore states that are not plain values: they cannot be stored, which is not a fault of the store."""
        with suppress(NotPlain):
            yield

    @contextmanager
    def _safely(self) -> Iterator[None]:
        """If anything goes wrong with the file, report it once and continue without it."""
        try:
            yield
        except Unusable as fault:
            if fault.why:
                self._give_up(fault.why)
        except OSError as fault:
            self._give_up(plain(reason_of(fault)))
        except Exception as fault:
            # sqlite3 is imported only when a store is used, so its errors are recognised by their module.
            if type(fault).__module__ != "sqlite3":
                raise
            self._sqlite_trouble(fault)

    def _sqlite_trouble(self, fault: Exception) -> None:
        import sqlite3

        # An extended code of SQLite has the basic code in its low byte.
        code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            self._say(Message("another process is writing to it: these results may not be saved"))
        elif code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            aside = self._set_aside()
            told = Message("{fault}; it is set aside as {path}", fault=str(fault), path=aside)
            self._give_up(told if aside else plain(str(fault)))
        else:
            self._give_up(plain(str(fault)))

    def _set_aside(self) -> Path | None:
        """Rename a damaged file, so that it can be inspected; the next process starts a new one."""
        self.close()
        aside = self.path.with_name(self.path.name + ".damaged")
        try:
            rename(self.path, aside)
            # SQLite must not replay the log of the damaged file into the new one.
            for ending in ("-wal", "-shm"):
                remove(Path(f"{self.path}{ending}"))
        except OSError:
            return None
        return aside

    def _give_up(self, why: Message) -> None:
        self.off = True
        self.close()
        self._say(Message("{why}; continuing without it", why=why))

    def _say(self, what: Message) -> None:
        if not self._warned:
            self._warned = True
            self._warn(Message("the store {path}: {what}", path=self.path, what=what))


IN_USE: list[Store] = []
"""The store of this process, if it has one: proved rules lie beside it."""


def default_path() -> Path:
    """`$NIMATRON_STORE`, else a file in the user's cache folder."""
    named = os.environ.get("NIMATRON_STORE")
    if named:
        return Path(named, "store.sqlite3") if os.path.isdir(named) else Path(named)  # no name is too long for isdir
    return cache_folder() / "store.sqlite3"


def is_off() -> bool:
    """Has the user turned the store off?"""
    return os.environ.get("NIMATRON_STORE", "on").lower() in ("", "off")


def default_size() -> int:
    """`$NIMATRON_STORE_MIB` in bytes."""
    size = os.environ.get("NIMATRON_STORE_MIB", "")
    if size and not size.isdecimal():
        raise UsageError("NIMATRON_STORE_MIB is a number of MiB, not {size!r}", size=size)
    return int(size) << 20 if size else MOST


def default_store(warn: Warn = _warn) -> Store | None:
    """The store of the user; None if `NIMATRON_STORE` is `off` or empty."""
    if is_off():
        return None
    return Store(most=default_size(), warn=warn)
