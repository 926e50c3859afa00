"""Opens, shares and closes a component's session with a language model."""

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..llm.connection import Connection
from ..llm.session import Session
from ..llm.usage import Usage
from ..surrogates import environment_key

# A forked process must not close its parent's event loop, whose files it shares.
_inherited: list[Session] = []


class ModelClient:
    """Queries a language model over a connection that each process opens at its first query.

    connection (Connection): The connection to the endpoint.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._session: Session | None = None

    @property
    def session(self) -> Session:
        """The session of this process, opened when it is first needed."""
        if self._session is not None and self._session.process != os.getpid():
            _inherited.append(self._session)
            self._session = None
        if self._session is None:
            self._session = Session(self.connection, environment_key())
        return self._session

    @property
    def usage(self) -> Usage:
        """The requests and tokens used in this process since it connected."""
        return self._session.run.usage if self._session else Usage()

    def connect(self, base_url: str | None = None, *, remote_ok: bool = False) -> None:
        """Set the endpoint to query from now on, such as after loading a pipeline.

        base_url (str | None): Its address; None to read it from the environment.
        remote_ok (bool): Whether it may be another machine.
        RAISES (InputError): If it may not be queried.
        """
        self.close()
        self.connection = replace(self.connection, base_url=base_url, remote_ok=remote_ok)

    def close(self) -> None:
        """Close the connection; the next query opens a new one."""
        if self._session is not None and self._session.process == os.getpid():
            self._session.close()
        self._session = None

    def forget_endpoint(self, saved: Mapping[str, Any] | None) -> None:
        """Forget an endpoint that a saved config names; keep one given while loading.

        saved (Mapping[str, Any] | None): The connection's block there; None if it cannot be
            determined.
        """
        base_url, remote_ok = self.connection.base_url, self.connection.remote_ok
        if saved is None:
            base_url, remote_ok, saved = None, False, {}
        saved_url = saved.get("base_url")
        if saved_url is not None and (not isinstance(saved_url, str) or saved_url == base_url):
            base_url = None
        if saved.get("remote_ok"):
            remote_ok = False
        self.connection = replace(self.connection, base_url=None, remote_ok=remote_ok)
        if base_url is not None:
            self.connection = replace(self.connection, base_url=base_url)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_session": None}
