"""Reads, checks and makes the secret key that surrogates are drawn with."""

import os
import secrets
from pathlib import Path

from ..errors import InputError

KEY_VARIABLE = "SPACY_PIIVOT_KEY"
MINIMUM_BYTES = 16


class BadKey(InputError):
    """A key that cannot be used. The message says where it came from, never what it is."""

    def __init__(self, source: str, problem: str) -> None:
        super().__init__(
            f"The key from {source} {problem}. Use at least {MINIMUM_BYTES} bytes that cannot be "
            "guessed, for example the output of: "
            "python -c 'import secrets; print(secrets.token_hex(32))'"
        )


def check_key(key: bytes, source: str) -> bytes:
    """Strip surrounding white space from a key and reject one that is too short.

    key (bytes): The key.
    source (str): Where it came from, for the error.
    RETURNS (bytes): The key to use.
    RAISES (BadKey): If it is empty or shorter than `MINIMUM_BYTES`.
    """
    key = key.strip()
    if not key:
        raise BadKey(source, "is empty")
    if len(key) < MINIMUM_BYTES:
        raise BadKey(source, f"has only {len(key)} bytes")
    return key


def read_key_file(path: str | Path) -> bytes:
    """Read a key from a file.

    path (str | Path): The file; white space around the key is dropped.
    RETURNS (bytes): The key.
    RAISES (BadKey): If the file cannot be read or its key is too short.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise BadKey("the key file", f"cannot be read ({type(error).__name__})") from None
    return check_key(content, "the key file")


def environment_key() -> bytes | None:
    """The key in the environment variable SPACY_PIIVOT_KEY.

    RETURNS (bytes | None): The key; None if the variable is not set.
    RAISES (BadKey): If it is set but empty or too short.
    """
    value = os.environ.get(KEY_VARIABLE)
    if value is None:
        return None
    return check_key(os.fsencode(value), f"the environment variable {KEY_VARIABLE}")


def random_key() -> bytes:
    """A fresh key from the operating system's random source."""
    return secrets.token_bytes(32)
