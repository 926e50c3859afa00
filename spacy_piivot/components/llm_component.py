"""What the components that ask a language model share: connection, requests at once, status.

What a Doc says is read in the caller's thread and asked about in another: a Doc is never touched
there.
"""

import os
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

from spacy.tokens import Doc
from spacy.util import load_config

from ..errors import InputError
from ..llm.session import Connection, Session
from ..llm.usage import Usage
from ..spans import ensure_groups, has_failed, install_extensions
from ..surrogates import environment_key
from .connection_config import UNSAVED
from .document_component import DocumentComponent, fail_document

Apply = Callable[[Doc], None]
Started = Future[Apply] | Exception | None

# spaCy does not load the component of a saved pipeline that has one of these names, and finds one
# with a separator elsewhere: it could not forget the endpoint that the config names.
_TAKEN_NAMES = frozenset({"", "vocab", "tokenizer", "meta.json", "config.cfg"})
_SEPARATORS = frozenset("/\\.")

# A forked process must not take apart the loop of its parent, whose files it shares.
_inherited: list[Session] = []


class LLMComponent(DocumentComponent):
    """Asks a language model about each Doc, about many Docs at once in `nlp.pipe`.

    The endpoint is connected to at the first question, once in every process. `base_url` and
    `remote_ok` are not saved, and not taken from a pipeline that was.

    connection (Connection): How the endpoint is asked.
    settings (Any): What another base class takes.
    RAISES (InputError): If a saved pipeline could not be loaded with the component's name.
    """

    unsaved = UNSAVED

    def __init__(self, *, name: str, connection: Connection, **settings: Any) -> None:
        _check_name(name)
        super().__init__(name=name, **settings)
        self.connection = connection
        self._session: Session | None = None

    @abstractmethod
    def prepare(self, doc: Doc, session: Session) -> Coroutine[Any, Any, Apply]:
        """Read what is to be asked about a Doc.

        doc (Doc): The document; it must not be used in the coroutine.
        session (Session): What to ask.
        RETURNS (Coroutine[Any, Any, Callable[[Doc], None]]): Asks, and gives a function that writes
            the outcome on the Doc.
        """

    @property
    def session(self) -> Session:
        """The connection of this process, made when it is first needed."""
        if self._session is not None and self._session.process != os.getpid():
            _inherited.append(self._session)
            self._session = None
        if self._session is None:
            self._session = Session(self.connection, environment_key())
        return self._session

    @property
    def usage(self) -> Usage:
        """What was asked in this process since the component was connected."""
        return self._session.run.usage if self._session else Usage()

    def connect(self, base_url: str | None = None, *, remote_ok: bool = False) -> None:
        """Say which endpoint to ask from now on, as after loading a pipeline.

        base_url (Optional[str]): Its address; None for the environment's.
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

    def annotate(self, doc: Doc) -> None:
        session = self.session
        session.submit(self.prepare(doc, session)).result()(doc)

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Annotate a stream of Docs, of which as many as a batch holds are under way at once."""
        waiting: deque[tuple[Doc, Started]] = deque()
        try:
            for doc in stream:
                waiting.append((doc, self._start(doc)))
                while waiting and (len(waiting) >= batch_size or _is_done(waiting[0][1])):
                    yield self._finish(*waiting.popleft())
            while waiting:
                yield self._finish(*waiting.popleft())
        finally:
            for _, started in waiting:
                if isinstance(started, Future):
                    started.cancel()

    def _start(self, doc: Doc) -> Started:
        if has_failed(doc):
            return None
        try:
            self.take(doc)
            session = self.session
            return session.submit(self.prepare(doc, session))
        except Exception as error:
            return error

    def _finish(self, doc: Doc, started: Started) -> Doc:
        if started is None:
            return doc
        failure = started if isinstance(started, Exception) else None
        if isinstance(started, Future):
            try:
                started.result()(doc)
                ensure_groups(doc)
            except Exception as error:
                failure = error
        if failure is not None:
            fail_document(self, doc, failure)
        return doc

    def to_disk(self, path: Path, *, exclude: Iterable[str] = ()) -> None:
        """Nothing is saved but the config, without what says where texts may go."""

    def from_disk(self, path: Path, *, exclude: Iterable[str] = ()) -> "LLMComponent":
        """Forget an endpoint that comes from a saved config; one given while loading stays.

        path (Path): The component's place in the pipeline's folder.
        RETURNS (LLMComponent): The component.
        """
        saved = _saved_config(Path(path))
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
        return self

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[type, dict[str, Any]]]:
        return _restore, (type(self), dict(self.__dict__, name=self.name, _session=None))


def _is_done(started: Started) -> bool:
    return not isinstance(started, Future) or started.done()


def write_status(doc: Doc, name: str, status: Mapping[str, Any]) -> None:
    """Keep on a Doc how the questions about it ended.

    doc (Doc): The document.
    name (str): The component's name.
    status (Mapping[str, Any]): Plain values: "status", and what was counted.
    """
    install_extensions()
    doc._.piivot_llm = {**(doc._.piivot_llm or {}), name: dict(status)}


def _restore(cls: type[LLMComponent], state: dict[str, Any]) -> LLMComponent:
    component = cls.__new__(cls)
    component.name = state.pop("name")
    component.__dict__.update(state)
    return component


def _saved_config(path: Path) -> Mapping[str, Any] | None:
    """The component's section of the config beside it; None if there is none."""
    file = path.parent / "config.cfg"
    if not file.is_file():
        return None
    section = load_config(file, interpolate=True).get("components", {}).get(path.name)
    return section if isinstance(section, Mapping) else None


def _check_name(name: str) -> None:
    if name in _TAKEN_NAMES or _SEPARATORS & set(name):
        raise InputError(
            f"The component's name cannot be {name!r}: a saved pipeline could not be loaded "
            "safely. Use letters, digits and underscores."
        )
