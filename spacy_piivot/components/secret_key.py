"""Holds the secret key of a component, which is passed only to its worker processes."""

from multiprocessing import context
from typing import Any

from ..draws.key import check_key
from ..surrogates import environment_key, random_key, read_key_file


class SecretKey:
    """A key that was set, else from a key file, the environment, or random.

    Only the pickle that starts a worker process contains it; other copies read or draw their own.

    file (str | None): The key file.
    """

    def __init__(self, file: str | None) -> None:
        self.file = file
        self._given: bytes | None = None
        # Drawn now: a worker that is forked later must have the same key.
        self._random = random_key()

    @property
    def value(self) -> bytes:
        """The key in use."""
        if self._given is None:
            self._given = read_key_file(self.file) if self.file else environment_key()
        return self._given or self._random

    @property
    def is_given(self) -> bool:
        """Whether it comes from the caller, a file or the environment, and is not random."""
        return self.value is not self._random

    def set(self, key: bytes) -> None:
        """Use the caller's key.

        key (bytes): The key; surrounding white space is dropped.
        RAISES (BadKey): If it is too short.
        """
        self._given = check_key(key, "the caller")

    def __getstate__(self) -> dict[str, Any]:
        if context.get_spawning_popen() is None:
            return {**self.__dict__, "_given": None, "_random": None}
        return {**self.__dict__, "_given": self.value if self.is_given else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._random is None:
            self._random = random_key()
