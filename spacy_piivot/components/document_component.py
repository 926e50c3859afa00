"""Base class of our untrained components: one Doc at a time, failing closed."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any

from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.training import Example

from ..core.dialogue import doc_id
from ..core.spans import (
    PII,
    adopt_spans,
    check_tokens,
    ensure_groups,
    has_failed,
    install_extensions,
    set_failed,
)
from ..errors import ComponentError
from ..lang import Lexicon
from ..plain import read_plain
from .pipeline_watch import watch_document


class DocumentComponent(Pipe):
    """A component that annotates one Doc at a time and fails closed.

    A component with `reads_plain` gets the plain view of the Doc; the spans that it adds to its
    group there are written back to the Doc.

    An error in one Doc affects that Doc only: its status is set, and the error handler is
    called with an error that does not quote the Doc. If the handler does not raise, the Doc is
    passed on, so order and count are kept. A Doc on which an earlier component failed is left
    alone.
    """

    # The name of its factory, for the pipeline warnings given at its first Doc.
    factory: str = ""
    reads_plain = False
    lexicon: Lexicon
    spans_key: str

    def __init__(self, name: str) -> None:
        install_extensions()
        self.name = name

    @abstractmethod
    def annotate(self, doc: Doc) -> None:
        """Annotate one Doc in place."""

    def take(self, doc: Doc) -> None:
        """Check a Doc, and adopt spans that other code put into the component's group.

        doc (Doc): The document.
        RAISES (PIIvotError): If its tokens or groups were changed.
        """
        watch_document(self, self.factory, doc)
        key = getattr(self, "spans_key", PII)
        check_tokens(doc, self.name, key)
        adopt_spans(doc, key)

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score the component's span group with its registered scorer.

        examples (Iterable[Example]): Predicted and reference Docs.
        RETURNS (dict[str, Any]): The scores of its own span group; none without a scorer.
        """
        return score_own_group(self, examples)

    def __call__(self, doc: Doc) -> Doc:
        if has_failed(doc):
            return doc
        failure: Exception | None = None
        try:
            self.take(doc)
            if self.reads_plain:
                with read_plain(doc, self.spans_key, self.lexicon) as plain:
                    self.annotate(plain)
            else:
                self.annotate(doc)
            ensure_groups(doc)
        except Exception as error:
            failure = error
        if failure is not None:
            fail_document(self, doc, failure)
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        for doc in stream:
            yield self(doc)


def score_own_group(component: Pipe, examples: Iterable[Example]) -> dict[str, Any]:
    """Score the span group that a component is configured to write.

    component (Pipe): A component with `scorer` and `spans_key`.
    examples (Iterable[Example]): Predicted and reference Docs.
    RETURNS (dict[str, Any]): The scores; none without a scorer.
    """
    scorer = getattr(component, "scorer", None)
    return scorer(examples, spans_key=component.spans_key) if scorer else {}  # type: ignore[attr-defined]


def fail_document(component: Pipe, doc: Doc, error: Exception) -> None:
    """Set a Doc's failure status and pass the error, without its message, to the handler.

    Call this outside the `except` block: inside it Python would chain the original exception
    to ours and print its message.

    component (Pipe): The component that failed.
    doc (Doc): The document.
    error (Exception): The exception that was raised.
    RAISES (ComponentError): Under spaCy's default error handler.
    """
    name: str = getattr(component, "name", "") or type(component).__name__
    closed = ComponentError(name, doc_id(doc), error)
    set_failed(doc, f"{name}:{closed.kind}")
    handler = component.get_error_handler()
    handler(name, component, [doc], closed)
