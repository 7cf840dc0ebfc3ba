"""The SQLite file of the store: its tables, its rows with a checksum each, and whether a file is a store at all."""

from __future__ import annotations

import json
import time
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core.files import make_folder, make_private
from ...core.game import Compound, Game, State, rules_of
from ...core.message import Message
from ...version import __version__

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
    """There is no store to work with; `why` explains it, unless it was reported before."""

    def __init__(self, why: Message | None = None) -> None:
        super().__init__(why)
        self.why = why


def connect(path: Path) -> sqlite3.Connection:
    """A connection to the file, which is made if there is none."""
    import sqlite3

    make_folder(path.parent)
    make_private(path)
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
    kind, version, tables = _file_mark(connection)
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
        raise Unusable(Message("it is a database that another program made"))


def _file_mark(connection: sqlite3.Connection) -> tuple[int, int, int]:
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


# -- rows: what is known of one position, with a checksum that shows damage --------------------------

KINDS = ("value", "outcome", "misere")
"""What is known of a position: its value, its outcome (is it P?), its outcome in misere play."""


class StoredRow(NamedTuple):
    """What is known of a position: `answer` depends on `kind`, `cost` is how many positions it took to find."""

    kind: str
    key: Any
    state: State
    answer: int | bool
    cost: int


@dataclass(frozen=True)
class StoredGame:
    """What the store has about one game under one set of rules."""

    id: int
    name: str
    fingerprint: str
    used: float
    positions: int
    bytes: int


def write_rows(rows: Iterable[StoredRow], mark: int, rules: str) -> Iterator[tuple[Any, ...]]:
    """Rows as they are stored, of the game with this number and these rules; without those that are not plain."""
    for row in rows:
        with suppress(NotPlain):
            key, state = encode(row.key), encode(row.state)
            # Most states are their own key and are stored only once.
            said = row.kind, key, None if state == key else state, str(int(row.answer))
            yield mark, *said, row.cost, _sum(rules, *said)


def read_row(raw: tuple[Any, ...], rules: str, game: Game) -> StoredRow | None:
    """A row as it was written; None if its checksum does not agree."""
    kind, key, state, answer, cost, found = raw
    if found != _sum(rules, kind, key, state, answer) or kind not in KINDS:
        return None
    try:
        games = games_in(game)
        its_key = decode(key, games)
        its_state = its_key if state is None else decode(state, games)
        hash(its_key)
    except (NotPlain, TypeError):
        return None
    number = int(answer)
    return StoredRow(kind, its_key, its_state, bool(number) if kind in ("outcome", "misere") else number, cost)


def _sum(*said: Any) -> bytes:
    from hashlib import blake2b  # loaded when it is needed: small questions are quick

    # Eight bytes: against damage, not against forgery.
    return blake2b("\0".join(map(str, said)).encode("utf-8", "replace"), digest_size=8).digest()


# -- states and keys as text: plain values only, nothing that could run code -----------------------


class NotPlain(TypeError):
    """A state, a key or a rule that is not a plain value."""


def encode(thing: Hashable) -> str:
    """A state or key of ints, strings, tuples, frozensets and games as one line of JSON.

    >>> encode((3, ("a", None)))
    '[3,["a",null]]'
    >>> decode(encode((3, frozenset({1, 2}))), {}) == (3, frozenset({1, 2}))
    True
    """
    try:
        return json.dumps(thing, separators=(",", ":"), default=_plain_value, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as fault:
        raise NotPlain(str(fault)) from None


def _plain_value(thing: Any) -> Any:
    if isinstance(thing, frozenset):
        # Sorted by their text, because the items of a set need not be comparable.
        return {"set": sorted((json.loads(encode(item)) for item in thing), key=json.dumps)}
    if isinstance(thing, Game):
        return {"game": str(thing)}
    raise NotPlain(f"{type(thing).__name__} is no plain value")


def decode(text: str, games: Mapping[str, Game]) -> Any:
    """The inverse of `encode`; `games` are those that may occur in the text, by name."""
    try:
        return _value_of(json.loads(text), games)
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise NotPlain(f"{text[:60]!r}: {fault}") from None


def _value_of(thing: Any, games: Mapping[str, Game]) -> Any:
    if isinstance(thing, list):
        return tuple(_value_of(item, games) for item in thing)
    if isinstance(thing, dict):
        if "game" in thing:
            return games[thing["game"]]
        return frozenset(_value_of(item, games) for item in thing["set"])
    return thing


def games_in(game: Game) -> dict[str, Game]:
    """The games that keys of `game` may name."""
    if not isinstance(game, Compound):
        return {}
    return {name: g for one in game.games for name, g in [(str(one), one), *games_in(one).items()]}


# -- the fingerprint of rules: a result counts only as long as its rules have not changed --------

PACKAGE = Path(__file__).parents[2]

ROOMS = ("core", "families", "kernels", "nimbers", "notation", "solve")
"""The folders with the sources of rules and solver."""


def fingerprint(game: Game) -> str | None:
    """A name for the rules of `game`; None for a user's own game, whose rules may change without notice.

    It covers name, parameters, and the sources of the running version.

    >>> from nimatron import Chomp, Cram
    >>> fingerprint(Chomp) == fingerprint(Cram)
    False
    """
    if type(game).__module__.partition(".")[0] != "nimatron":
        return None
    inner = [fingerprint(part) for part in _inner(game)]
    return None if None in inner else _digest(type(game).__qualname__, str(game), _ours(), *map(str, inner))


def _inner(game: Game) -> Iterator[Game]:
    """The games that `game` is made of: the summands of a sum, the two of a product."""
    for value in rules_of(game).values():
        if isinstance(value, Game):
            yield value
        elif isinstance(value, tuple) and value and isinstance(value[0], Game):
            yield from value


@cache
def _ours() -> str:
    """The version, and the sources of rules and solver: results of other sources cannot be trusted."""
    files = sorted(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))
    return _digest(__version__, *(_sha256(path.read_bytes()) for path in files))


def _digest(*facts: str) -> str:
    return _sha256("\0".join(facts).encode())[:32]


def _sha256(data: bytes) -> str:
    from hashlib import sha256  # loaded when it is needed: small questions are quick

    return sha256(data).hexdigest()
