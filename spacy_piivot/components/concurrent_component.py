"""Base class of components that process many Docs at once, since they may query a model.

A Doc is read and written in the caller's thread only; queries about it run in another thread,
which never touches it.
"""

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from typing import Any, TypeVar

from spacy.tokens import Doc

from ..core.spans import ensure_groups, has_failed, install_extensions
from .document_component import DocumentComponent, fail_document

Apply = Callable[[Doc], None]
Begun = Future[Apply] | Apply
_Started = Begun | Exception | None


_C = TypeVar("_C", bound=DocumentComponent)


class ConcurrentComponent(DocumentComponent):
    """Starts on a Doc, and writes the outcome to it at once or when an answer arrives."""

    @abstractmethod
    def begin(self, doc: Doc) -> Begun:
        """Read a Doc, and query a model about it if needed.

        doc (Doc): The document; it must not be used while a query is running.
        RETURNS (Future[Callable[[Doc], None]] | Callable[[Doc], None]): Writes the outcome to
            the Doc.
        """

    def annotate(self, doc: Doc) -> None:
        _outcome(self.begin(doc))(doc)

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Annotate a stream of Docs, up to `batch_size` of them at once."""
        waiting: deque[tuple[Doc, _Started]] = deque()
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

    def _start(self, doc: Doc) -> _Started:
        if has_failed(doc):
            return None
        try:
            self.take(doc)
            return self.begin(doc)
        except Exception as error:
            return error

    def _finish(self, doc: Doc, started: _Started) -> Doc:
        if started is None:
            return doc
        failure = started if isinstance(started, Exception) else None
        if not isinstance(started, Exception):
            try:
                _outcome(started)(doc)
                ensure_groups(doc)
            except Exception as error:
                failure = error
        if failure is not None:
            fail_document(self, doc, failure)
        return doc


def write_status(doc: Doc, name: str, status: Mapping[str, Any]) -> None:
    """Store on a Doc how a component's queries about it ended.

    doc (Doc): The document.
    name (str): The component's name.
    status (Mapping[str, Any]): Plain values: "status", and counts.
    """
    install_extensions()
    doc._.piivot_llm = {**(doc._.piivot_llm or {}), name: dict(status)}


def restore_component(cls: type[_C], state: dict[str, Any]) -> _C:
    """Restore a component from a pickle's contents: its attributes and its name."""
    component = cls.__new__(cls)
    component.name = state.pop("name")
    component.__dict__.update(state)
    return component


def _outcome(begun: Begun) -> Apply:
    return begun.result() if isinstance(begun, Future) else begun


def _is_done(started: _Started) -> bool:
    return not isinstance(started, Future) or started.done()
