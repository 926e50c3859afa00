"""Makes the components of a pipeline load what they would load at their first Doc."""

from collections.abc import Callable, Iterable
from typing import Any
from warnings import catch_warnings, simplefilter
from weakref import WeakSet

from spacy.language import Language
from thinc.api import Model, PyTorchShim

from ..core.dialogue import Dialogue, Message, dialogue_to_doc

_EXAMPLE = Dialogue(
    "",
    [
        Message(
            "Maria Lopez",
            "Hi Sam, my phone is 612-555-0142, mail maria@example.com, see https://example.com/a, "
            "12 Oak Street, Austin, Texas, born on May 4, 2012. x = 3/4",
        )
    ],
)
_PACKAGE = __name__.partition(".")[0]

# The pipelines whose components have loaded everything; a forked worker knows those of its parent.
_warm: "WeakSet[Language]" = WeakSet()
_warm_before_fork: "WeakSet[Language]" = WeakSet()


def warm(nlp: Language) -> None:
    """Send an invented dialogue through a pipeline, once per process.

    Otherwise the loading would count for the first dialogue, and a short time limit would
    interrupt it again and again. No language model is queried.

    nlp (Language): The pipeline.
    """
    if nlp not in _warm:
        _warm.add(nlp)
        _send_through(nlp, (one for _, one in nlp.pipeline if not _asks(one)))


def warm_before_fork(nlp: Language) -> None:
    """Let this package's components load their words and weights, which forked workers share.

    Components of others are left alone, and so are those with PyTorch, whose threads do not
    survive a fork.

    nlp (Language): The pipeline.
    """
    if nlp not in _warm and nlp not in _warm_before_fork:
        _warm_before_fork.add(nlp)
        _send_through(nlp, (one for _, one in nlp.pipeline if _survives_a_fork(one)))


def _send_through(nlp: Language, components: Iterable[Callable[..., Any]]) -> None:
    with catch_warnings():
        simplefilter("ignore")
        doc = dialogue_to_doc(_EXAMPLE, nlp)
        for component in components:
            try:
                doc = component(doc) or doc
            except Exception:
                doc = dialogue_to_doc(_EXAMPLE, nlp)  # the others pass a Doc that failed on


def _asks(component: Any) -> bool:
    return getattr(component, "asks", False)


def _survives_a_fork(component: Any) -> bool:
    # An embedder of sentences may be PyTorch's; the shipped one loads nothing.
    own = type(component).__module__.partition(".")[0] == _PACKAGE
    if not own or _asks(component) or hasattr(component, "embedder"):
        return False
    model = getattr(component, "model", None)
    if not isinstance(model, Model):
        return True
    return not any(isinstance(shim, PyTorchShim) for node in model.walk() for shim in node.shims)
