"""What asks a language model over a connection."""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..llm.connection import Connection
from ..llm.session import Session
from ..llm.usage import Usage
from ..surrogates import environment_key

# A forked process must not take apart the loop of its parent, whose files it shares.
_inherited: list[Session] = []


class Asker:
    """Asks over a connection, which is opened at the first question, once in every process.

    connection (Connection): How the endpoint is asked.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._session: Session | None = None

    @property
    def session(self) -> Session:
        """The session of this process, made when it is first needed."""
        if self._session is not None and self._session.process != os.getpid():
            _inherited.append(self._session)
            self._session = None
        if self._session is None:
            self._session = Session(self.connection, environment_key())
        return self._session

    @property
    def usage(self) -> Usage:
        """What was asked in this process since it was connected."""
        return self._session.run.usage if self._session else Usage()

    def connect(self, base_url: str | None = None, *, remote_ok: bool = False) -> None:
        """Say which endpoint to ask from now on, as after loading a pipeline.

        base_url (str | None): Its address; None for the environment's.
        remote_ok (bool): Whether it may be another machine.
        RAISES (InputError): If it may not be asked.
        """
        self.close()
        self.connection = replace(self.connection, base_url=base_url, remote_ok=remote_ok)

    def close(self) -> None:
        """Close the connection; the next question opens another."""
        if self._session is not None and self._session.process == os.getpid():
            self._session.close()
        self._session = None

    def forget_endpoint(self, saved: Mapping[str, Any] | None) -> None:
        """Forget an endpoint that a saved config names; one given while loading stays.

        saved (Mapping[str, Any] | None): The connection's block there; None if nobody can tell
            what it says.
        """
        base_url, remote_ok = self.connection.base_url, self.connection.remote_ok
        if saved is None:
            base_url, remote_ok, saved = None, False, {}
        told = saved.get("base_url")
        if told is not None and (not isinstance(told, str) or told == base_url):
            base_url = None
        if saved.get("remote_ok"):
            remote_ok = False
        self.connection = replace(self.connection, base_url=None, remote_ok=remote_ok)
        if base_url is not None:
            self.connection = replace(self.connection, base_url=base_url)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_session": None}
