"""Base class of the components that query a language model about each Doc."""

from abc import abstractmethod
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any

from spacy.tokens import Doc

from ..llm.connection import Connection
from ..llm.endpoint import CONNECTION, UNSAVED
from ..llm.session import Session
from .concurrent_component import Apply, Begun, ConcurrentComponent, restore_component
from .llm_queries import ModelClient
from .saved_config import check_name, saved_block


class LLMComponent(ModelClient, ConcurrentComponent):
    """Queries a language model about each Doc, about many Docs at once in `nlp.pipe`.

    Each process connects to the endpoint once, at its first query. `base_url` and `remote_ok` are
    not saved, and not read from a saved pipeline.

    name (str): The component's name.
    connection (Connection): The connection to the endpoint.
    RAISES (InputError): If a saved pipeline with the component's name could not be loaded.
    """

    asks = True
    unsaved = UNSAVED

    def __init__(self, *, name: str, connection: Connection) -> None:
        check_name(name)
        ConcurrentComponent.__init__(self, name)
        ModelClient.__init__(self, connection)

    @abstractmethod
    def prepare(self, doc: Doc, session: Session) -> Coroutine[Any, Any, Apply]:
        """Read from a Doc what to query the model about.

        doc (Doc): The document; it must not be used in the coroutine.
        session (Session): The session to query.
        RETURNS (Coroutine[Any, Any, Callable[[Doc], None]]): Queries the model, and returns a
            function that writes the outcome to the Doc.
        """

    def begin(self, doc: Doc) -> Begun:
        session = self.session
        return session.submit(self.prepare(doc, session))

    def to_disk(self, path: Path, *, exclude: Iterable[str] = ()) -> None:
        """Save nothing: the config is saved by spaCy, without the settings of the endpoint."""

    def from_disk(self, path: Path, *, exclude: Iterable[str] = ()) -> "LLMComponent":
        """Forget an endpoint that a saved config names; keep one given while loading.

        path (Path): The component's path in the pipeline's folder.
        RETURNS (LLMComponent): The component.
        """
        self.forget_endpoint(saved_block(Path(path), [("connection", [CONNECTION])]))
        return self

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[type, dict[str, Any]]]:
        return restore_component, (type(self), dict(self.__getstate__(), name=self.name))
