"""The state of a review: an SQLite database in a private folder, which one process may change."""

import json
import os
import sqlite3
import stat
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from ..corpus import PRIVATE
from ..errors import InputError

DATABASE = "review.sqlite3"
LOCK = "lock"
# What SQLite and the lock keep beside the database.
_BESIDE = ("-wal", "-shm", "-journal")
_FOLDER_MODE = 0o700
_OTHERS = 0o077
# `PRAGMA user_version` of the schema.
VERSION = 2


class StateError(InputError):
    """A state folder that cannot be used, and what to do."""


class StateInUse(StateError):
    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"{folder}: another review is using this state. Go on in its browser window, stop it "
            "first, or give another --state."
        )


class StateUnusable(StateError):
    """The database could not be read or written.

    folder (Path): The state folder.
    what (str): SQLite's name of the problem; it contains no text.
    """

    def __init__(self, folder: Path, what: str) -> None:
        super().__init__(
            f"{folder}: the state cannot be read or written ({what}). Nothing was changed. Make "
            "sure that you own the folder, that you may write in it and that its disk is not full."
        )


class Store:
    """An open state. All of its methods may be called from any thread.

    folder (Path): The state folder.
    connection (sqlite3.Connection): Its database.
    lock (FileLock | None): Keeps other processes out; None if it is only read.
    """

    def __init__(
        self, folder: Path, connection: sqlite3.Connection, lock: FileLock | None = None
    ) -> None:
        self.folder = folder
        self.mutex = threading.RLock()
        self._connection = connection
        self._lock = lock

    @classmethod
    def open(cls, folder: Path, *, create: bool = False, read_only: bool = False) -> "Store":
        """Open a state.

        folder (Path): The state folder.
        create (bool): Whether to make it if there is none.
        read_only (bool): Whether it is only read: then another process may use it too.
        RETURNS (Store): The state.
        RAISES (StateInUse): If another process may change it. (StateError): If there is none, or
            it cannot be used.
        """
        path = folder / DATABASE
        with _explained(folder):
            if not path.is_file() and not create:
                raise StateError(
                    f"{folder}: no review was started there. Give the --state of `spacy-piivot "
                    "review`."
                )
            if read_only:
                uri = f"{path.resolve().as_uri()}?mode=ro"
                return cls(folder, _checked(folder, _connect(uri)))
            _make_private(folder, create)
            lock = FileLock(folder / LOCK, mode=PRIVATE, thread_local=False)
            try:
                lock.acquire(timeout=0)
            except Timeout:
                raise StateInUse(folder) from None
            try:
                return cls(folder, _checked(folder, _open(path)), lock)
            except BaseException:
                lock.release()
                raise

    def close(self) -> None:
        """Close the database, and let other processes use it."""
        with self.mutex:
            self._connection.close()
            if self._lock is not None:
                self._lock.release()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator["Store"]:
        """Do all that the block does, or nothing. When it ends, the disk has it.

        YIELDS (Store): The same store. A transaction inside another one is a part of it.
        RAISES (StateUnusable): If the database cannot be written.
        """
        with self.mutex:
            if self._connection.in_transaction:
                yield self
                return
            with _explained(self.folder):
                self._connection.execute("BEGIN IMMEDIATE")
                try:
                    yield self
                    self._connection.execute("COMMIT")
                except BaseException:
                    with suppress(sqlite3.Error):
                        self._connection.execute("ROLLBACK")
                    raise

    def all(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> list[sqlite3.Row]:
        """The rows of a query."""
        with self.mutex, _explained(self.folder):
            return self._connection.execute(sql, values).fetchall()

    def one(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> sqlite3.Row | None:
        """The first row of a query; None if it has none."""
        with self.mutex, _explained(self.folder):
            row: sqlite3.Row | None = self._connection.execute(sql, values).fetchone()
            return row

    def value(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> Any:
        """The first value of the first row of a query; None if it has none."""
        row = self.one(sql, values)
        return None if row is None else row[0]

    def pages(
        self, table: str, columns: str, key: Sequence[str], *, size: int = 1000
    ) -> Iterator[sqlite3.Row]:
        """Go through a table in the order of a key, without holding it in memory or locking it.

        table (str): The table.
        columns (str): The columns to read; they begin with those of the key.
        key (Sequence[str]): The columns of its primary key; their values are not negative.
        size (int): How many rows are read at a time.
        YIELDS (sqlite3.Row): The rows.
        """
        names, marks = ", ".join(key), ", ".join("?" * len(key))
        sql = f"SELECT {columns} FROM {table} WHERE ({names}) > ({marks}) ORDER BY {names} LIMIT ?"
        last: Sequence[Any] = [-1] * len(key)
        while rows := self.all(sql, [*last, size]):
            yield from rows
            last = rows[-1][: len(key)]

    def write(self, sql: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> None:
        """Execute one statement; outside a transaction it is one."""
        with self.transaction():
            self._connection.execute(sql, values)

    def write_all(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Execute a statement with each of some rows."""
        with self.transaction():
            self._connection.executemany(sql, rows)

    def setting(self, name: str, default: Any = None) -> Any:
        """A setting, as a JSON value.

        name (str): Its name.
        default (Any): What to return if it was never set.
        """
        value = self.value("SELECT value FROM setting WHERE name = ?", [name])
        return default if value is None else json.loads(value)

    def set_setting(self, name: str, value: Any) -> None:
        """Set a setting to a JSON value."""
        self.write(
            "INSERT OR REPLACE INTO setting VALUES (?, ?)",
            [name, json.dumps(value, ensure_ascii=False, sort_keys=True)],
        )


def _connect(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    connection.row_factory = sqlite3.Row
    # Sorting must not write originals to a temporary file elsewhere.
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.create_function("folds", 1, lambda text: text.casefold(), deterministic=True)
    return connection


def _open(path: Path) -> sqlite3.Connection:
    new = not path.exists()
    # SQLite's side files get the permissions of the database.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    connection = _connect(path.resolve().as_uri())
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    if new or not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        schema = (files("spacy_piivot.review") / "schema.sql").read_text("utf8")
        connection.executescript(f"BEGIN;\n{schema}\nPRAGMA user_version = {VERSION};\nCOMMIT;")
    return connection


def _checked(folder: Path, connection: sqlite3.Connection) -> sqlite3.Connection:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != VERSION:
        connection.close()
        raise StateError(
            f"{folder}: the state has version {version}, and this spacy-piivot reads version "
            f"{VERSION}. Use the spacy-piivot that made it, or give a new --state."
        )
    return connection


def _make_private(folder: Path, create: bool) -> None:
    """Make the folder, or check that it is a state's, and let nobody else read it."""
    if create and not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=_FOLDER_MODE)
    ours = {DATABASE, LOCK, *(DATABASE + ending for ending in _BESIDE)}
    names = {path.name for path in folder.iterdir()}
    if DATABASE not in names and names - ours:
        raise StateError(f"{folder}: has other files in it. Give a new or an empty folder.")
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & _OTHERS:
        folder.chmod(mode & ~_OTHERS)


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Turn the errors of SQLite and the system, whose messages may quote values, into ours."""
    try:
        yield
        return
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        what = getattr(error, "sqlite_errorname", "") or type(error).__name__
    except OSError as error:
        what = error.strerror or type(error).__name__
    raise StateUnusable(folder, what)
