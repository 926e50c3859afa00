"""Caches earlier answers on disk: verdicts and offsets, never texts.

Keys are HMACs of model, prompt and parameters, so that without the secret key nobody can test
guesses of a prompt. Several processes can share the SQLite file, but must not inherit it open.
"""

import hashlib
import hmac
import json
import os
import secrets
import sqlite3
import threading
import time
import weakref
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..errors import InputError

FILE = "answers.sqlite3"
KEY_FILE = "key"
_PRIVATE_FILE, _PRIVATE_FOLDER = 0o600, 0o700
_DOMAIN = b"spacy-piivot answers v1"
_WAIT_SECONDS, _PAUSE_SECONDS = 60, 0.01
_TABLE = (
    "CREATE TABLE IF NOT EXISTS answers (key BLOB PRIMARY KEY, answer TEXT NOT NULL) WITHOUT ROWID"
)

# Held while a file is used, and while this process forks with all files closed.
_using = threading.Lock()
_caches: "weakref.WeakSet[AnswerCache]" = weakref.WeakSet()


class AnswerCache:
    """Answers by request. The file is opened at its first use, and again after a fork.

    folder (Path): The folder of the file, and of the key if none is given; created if need be.
    key (bytes | None): The key of the HMACs; None for the folder's own, drawn at its first use.
    words (Collection[str]): The verdicts and labels that an answer may contain.
    RAISES (InputError): If the folder cannot be used.
    """

    def __init__(self, folder: Path, key: bytes | None, words: Collection[str]) -> None:
        try:
            folder.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
            secret = key or _folder_key(folder / KEY_FILE)
            path = folder / FILE
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, _PRIVATE_FILE))
            self._path = path
            self._base: sqlite3.Connection | None = None
            with _using:
                self._open()
                _caches.add(self)
            problem = ""
        except (OSError, sqlite3.Error) as error:
            problem = type(error).__name__
        if problem:
            raise InputError(
                f"cache_dir: cannot be used ({problem}). Give a folder that can be written to, on "
                "a disk of this machine."
            )
        self._secret = hmac.digest(secret, _DOMAIN, "sha256")
        self._words = words

    def key(self, identity: Any) -> bytes:
        """The key of a request.

        identity (Any): Model, prompt and parameters, as JSON values.
        RETURNS (bytes): 32 bytes.
        """
        content = json.dumps(identity, sort_keys=True, ensure_ascii=True).encode()
        return hmac.digest(self._secret, content, "sha256")

    def get(self, key: bytes) -> Any:
        """The answer under a key; None if there is none."""
        # If the cache fails, send the request rather than lose the document.
        with _using, suppress(sqlite3.Error, ValueError):
            found = self._open().execute("SELECT answer FROM answers WHERE key = ?", (key,))
            if row := found.fetchone():
                return json.loads(row[0])
        return None

    def put(self, key: bytes, answer: Any) -> None:
        """Store an answer.

        key (bytes): Its key.
        answer (Any): A number, a verdict, a label, or lists of these; an answer with anything
            else is not stored.
        """
        if not self._may_keep(answer):
            return
        with _using, suppress(sqlite3.Error):
            self._open().execute(
                "INSERT OR REPLACE INTO answers VALUES (?, ?)", (key, json.dumps(answer))
            )

    def close(self) -> None:
        """Close the file."""
        with _using:
            self._close()

    def _open(self) -> sqlite3.Connection:
        if self._base is None:
            self._base = _connect(self._path)
        return self._base

    def _close(self) -> None:
        if self._base is not None:
            self._base.close()
            self._base = None

    def _may_keep(self, answer: Any) -> bool:
        if isinstance(answer, list):
            return all(map(self._may_keep, answer))
        if isinstance(answer, str):
            return answer in self._words
        return answer is None or isinstance(answer, (bool, int, float))


def _connect(path: Path) -> sqlite3.Connection:
    """Open the file and create its table, even if several processes do so at once."""
    until = time.monotonic() + _WAIT_SECONDS
    while True:
        base = sqlite3.connect(
            path, timeout=_WAIT_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            base.execute("PRAGMA journal_mode=WAL")
            base.execute("PRAGMA synchronous=NORMAL")
            base.execute(_TABLE)
        except sqlite3.Error as error:
            base.close()
            # SQLite does not wait in all cases: concurrent changes of the mode fail at once.
            if _is_busy(error) and time.monotonic() < until:
                time.sleep(_PAUSE_SECONDS)
                continue
            raise
        return base


def _is_busy(error: sqlite3.Error) -> bool:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF == sqlite3.SQLITE_BUSY


def _folder_key(path: Path) -> bytes:
    """The folder's key, drawn by the first process that needs it."""
    if not path.exists():
        drawn = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        descriptor = os.open(drawn, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE_FILE)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(secrets.token_bytes(hashlib.sha256().digest_size))
            # Unlike renaming, linking never replaces a key that another process has stored.
            with suppress(FileExistsError):
                os.link(drawn, path)
        finally:
            drawn.unlink()
    return path.read_bytes()


def _before_fork() -> None:
    _using.acquire()
    for cache in _caches:
        cache._close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork, after_in_parent=_using.release, after_in_child=_using.release
    )
