"""The secret key of a component, which goes nowhere but to its worker processes."""

from multiprocessing import context
from typing import Any

from ..draws.key import check_key
from ..surrogates import environment_key, random_key, read_key_file


class SecretKey:
    """A key that is set, else from a key file, the environment, or random.

    It is in no pickle but the one that starts a worker process: otherwise a copy reads or draws
    its own.

    file (str | None): The key file.
    """

    def __init__(self, file: str | None) -> None:
        self.file = file
        self._given: bytes | None = None
        # Drawn now: a worker that is forked later must have the same.
        self._random = random_key()

    @property
    def value(self) -> bytes:
        """The key in use."""
        if self._given is None:
            self._given = read_key_file(self.file) if self.file else environment_key()
        return self._given or self._random

    @property
    def is_given(self) -> bool:
        """Whether it comes from the caller, a file or the environment, not by chance."""
        return self.value is not self._random

    def set(self, key: bytes) -> None:
        """Use a key that the caller read.

        key (bytes): The key; white space round it is dropped.
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
