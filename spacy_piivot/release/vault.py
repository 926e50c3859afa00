"""Stores originals with their surrogates, encrypted, so that a release can be undone with a key."""

import base64
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from ..core.optional import require
from ..corpus.jsonl import write_line
from ..errors import InputError

FORMAT = "spacy-piivot vault 1"
NOTICE = "Private: with its key, this file undoes a release. Keep both separate from the release."
_PURPOSE = b"spacy-piivot vault 1"
_NONCE_BYTES = 12
_SALT_BYTES = 16


class BadVault(InputError):
    def __init__(self, problem: str) -> None:
        super().__init__(
            f"The vault cannot be used: {problem}. Use the file that `deidentify --vault` wrote "
            "and its key, both unchanged."
        )


class Seal:
    """Encrypts and decrypts the records of one vault, each bound to its position.

    The cipher is AES-256-GCM (package cryptography) under a key derived by HKDF-SHA256.

    key (bytes): The vault's secret key.
    salt (bytes): Distinguishes this vault from others with the same key; not secret.
    RAISES (InputError): If cryptography is not installed.
    """

    def __init__(self, key: bytes, salt: bytes) -> None:
        self.salt = salt[:_SALT_BYTES]
        ciphers = require("cryptography.hazmat.primitives.ciphers.aead", "vault")
        derivation = require("cryptography.hazmat.primitives.kdf.hkdf", "vault")
        hashes = require("cryptography.hazmat.primitives.hashes", "vault")
        derived = derivation.HKDF(hashes.SHA256(), 32, self.salt, _PURPOSE).derive(key)
        self._cipher = ciphers.AESGCM(derived)

    def close(self, record: Mapping[str, Any], number: int) -> dict[str, str]:
        """Encrypt a record.

        record (Mapping[str, Any]): A record that can be written as JSON.
        number (int): Its position in the vault, from 1.
        RETURNS (dict[str, str]): A line of the vault.
        """
        nonce = os.urandom(_NONCE_BYTES)
        content = json.dumps(record, ensure_ascii=True).encode()
        sealed = nonce + self._cipher.encrypt(nonce, content, _place(number))
        return {"sealed": base64.b64encode(sealed).decode()}

    def open(self, line: Mapping[str, Any], number: int) -> dict[str, Any]:
        """Decrypt a record.

        line (Mapping[str, Any]): The output of `close`.
        number (int): Its position in the vault, from 1.
        RETURNS (dict[str, Any]): The record.
        RAISES (BadVault): If the key is wrong, or the line was changed or moved.
        """
        content = None
        try:
            sealed = base64.b64decode(line["sealed"], validate=True)
            content = self._cipher.decrypt(
                sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], _place(number)
            )
        except Exception:
            pass
        if content is None:
            raise BadVault(f"record {number} cannot be decrypted with this key, or was changed")
        record: dict[str, Any] = json.loads(content)
        return record


def write_vault(stream: BinaryIO, seal: Seal, lines: Iterator[dict[str, Any]]) -> None:
    """Write a vault of encrypted records.

    stream (BinaryIO): Where to write.
    seal (Seal): The seal with which they were encrypted.
    lines (Iterator[dict[str, Any]]): The encrypted records, in order.
    """
    write_line(stream, {"format": FORMAT, "salt": seal.salt.hex(), "private": NOTICE})
    count = 0
    for line in lines:
        write_line(stream, line)
        count += 1
    # Shows whether a vault was cut off.
    write_line(stream, seal.close({"records": count}, count + 1))


def read_vault(path: Path, key: bytes) -> Iterator[dict[str, Any]]:
    """Decrypt the records of a vault.

    path (Path): The vault.
    key (bytes): Its secret key.
    YIELDS (dict[str, Any]): The records, in order.
    RAISES (BadVault): If it cannot be read, the key is wrong, or it was changed.
    """
    waiting: dict[str, Any] | None = None
    number = 0
    with _opened(path) as lines:
        header = _parse(lines.readline())
        if header.get("format") != FORMAT or not isinstance(header.get("salt"), str):
            raise BadVault("it is not a vault of this version")
        try:
            salt = bytes.fromhex(header["salt"])
        except ValueError:
            salt = b""
        seal = Seal(key, salt)
        for line in lines:
            number += 1
            if waiting is not None:
                yield waiting
            waiting = seal.open(_parse(line), number)
    if waiting != {"records": number - 1}:
        raise BadVault("its end is missing")


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        reason = error.strerror or type(error).__name__
    raise BadVault(f"the file cannot be read ({reason})")


def _parse(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise BadVault("a line is not a record")
    return value


def _place(number: int) -> bytes:
    return number.to_bytes(8, "big")
