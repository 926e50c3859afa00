from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc
from thinc.api import Linear, Model, PyTorchShim, chain

from spacy_piivot.components.document_component import DocumentComponent
from spacy_piivot.runs import warmth
from spacy_piivot.runs.warmth import warm, warm_before_fork

seen: list[str] = []


class Noting(DocumentComponent):
    """A component that notes what it gets; it counts as one of this package."""

    def __init__(self, name: str, **attributes: object) -> None:
        super().__init__(name)
        self.__dict__.update(attributes)

    def annotate(self, doc: Doc) -> None:
        seen.append(self.name)


Noting.__module__ = "spacy_piivot.components.noting"


@Language.component("foreign_noting")
def note(doc: Doc) -> Doc:
    seen.append("foreign")
    return doc


def torch_model() -> Model:
    inner: Model = Model(
        "inner", lambda model, given, is_train: given, shims=[PyTorchShim.__new__(PyTorchShim)]
    )
    return chain(Linear(), inner)


def pipeline(**components: Noting) -> Language:
    nlp = blank_english()
    for name, component in components.items():
        Language.factory(name, func=lambda nlp, name, own=component: own)
        nlp.add_pipe(name)
    nlp.add_pipe("foreign_noting")
    seen.clear()
    return nlp


def test_each_component_is_warmed_once_but_none_that_asks() -> None:
    nlp = pipeline(noting_own=Noting("own"), noting_asks=Noting("asks", asks=True))
    warm(nlp)
    warm(nlp)
    warm_before_fork(nlp)
    assert seen == ["noting_own", "foreign"]


def test_before_a_fork_only_what_survives_it_is_loaded() -> None:
    nlp = pipeline(
        noting_plain=Noting("plain"),
        noting_linear=Noting("linear", model=Linear()),
        noting_torch=Noting("torch", model=torch_model()),
        noting_embedder=Noting("embedder", embedder=object()),
        noting_model=Noting("asks", asks=True),
    )
    warm_before_fork(nlp)
    warm_before_fork(nlp)
    assert seen == ["noting_plain", "noting_linear"]


def test_a_component_that_fails_on_the_example_does_no_harm() -> None:
    nlp = pipeline(noting_broken=Noting("broken", annotate=None), noting_after=Noting("after"))
    warm(nlp)
    assert seen == ["noting_after", "foreign"]
    assert nlp in warmth._warm
