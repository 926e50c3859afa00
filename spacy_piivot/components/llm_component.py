"""What the components share that ask a language model about each Doc."""

from abc import abstractmethod
from collections.abc import Callable, Coroutine, Iterable
from pathlib import Path
from typing import Any

from spacy.tokens import Doc

from ..llm.connection import Connection
from ..llm.endpoint import CONNECTION, UNSAVED
from ..llm.session import Session
from .concurrent_component import Apply, Begun, ConcurrentComponent, restore_component
from .llm_queries import Asker
from .saved_config import check_name, saved_block


class LLMComponent(Asker, ConcurrentComponent):
    """Asks a language model about each Doc, about many Docs at once in `nlp.pipe`.

    The endpoint is connected to at the first question, once in every process. `base_url` and
    `remote_ok` are not saved, and not taken from a pipeline that was.

    name (str): The component's name.
    connection (Connection): How the endpoint is asked.
    RAISES (InputError): If a saved pipeline could not be loaded with the component's name.
    """

    asks = True
    unsaved = UNSAVED

    def __init__(self, *, name: str, connection: Connection) -> None:
        check_name(name)
        ConcurrentComponent.__init__(self, name)
        Asker.__init__(self, connection)

    @abstractmethod
    def prepare(self, doc: Doc, session: Session) -> Coroutine[Any, Any, Apply]:
        """Read what is to be asked about a Doc.

        doc (Doc): The document; it must not be used in the coroutine.
        session (Session): What to ask.
        RETURNS (Coroutine[Any, Any, Callable[[Doc], None]]): Asks, and gives a function that writes
            the outcome on the Doc.
        """

    def begin(self, doc: Doc) -> Begun:
        session = self.session
        return session.submit(self.prepare(doc, session))

    def to_disk(self, path: Path, *, exclude: Iterable[str] = ()) -> None:
        """Nothing is saved but the config, without what says where texts may go."""

    def from_disk(self, path: Path, *, exclude: Iterable[str] = ()) -> "LLMComponent":
        """Forget an endpoint that comes from a saved config; one given while loading stays.

        path (Path): The component's place in the pipeline's folder.
        RETURNS (LLMComponent): The component.
        """
        self.forget_endpoint(saved_block(Path(path), [("connection", [CONNECTION])]))
        return self

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[type, dict[str, Any]]]:
        return restore_component, (type(self), dict(self.__getstate__(), name=self.name))
