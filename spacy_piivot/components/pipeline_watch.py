"""Warns, when a component is added, if the pipeline would let PII through.

A factory does not know the position of its component. spaCy links the components of a pipeline
whenever one has been added: then the order is known.
"""

import warnings
from collections.abc import Iterator
from itertools import islice
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..core.spans import OK, PII
from ..errors import PIIvotWarning
from ..lang import ENGLISH, Lexicon
from .pipeline_roles import DETECTORS, FROM_ENTS, SURROGATOR, may_detect

# Components that read the words of a language, and spaCy's code for multi-language pipelines.
_READERS = frozenset(
    {
        "pii_patterns",
        "known_names",
        "document_sections",
        "essay_sources",
        "math_segmenter",
        "potential_pii_ner",
        SURROGATOR,
    }
)
_ANY_LANGUAGE = "xx"

_LANGUAGE, _ORDER = "language", "order"

HOW_TO_DETECT = (
    "Put components that look for PII before it (pii_patterns, potential_pii_ner, known_names, …), "
    "or write doc.spans yourself."
)
HOW_TO_READ_ENTITIES = (
    f"names among them are not replaced. Put {FROM_ENTS!r} after the component that finds them "
    f"and before {SURROGATOR!r}."
)


def watch_pipeline(nlp: Language) -> None:
    """From now on, warn once per problem when an added component would let PII through.

    nlp (Language): A pipeline that one of our components is made for.
    """
    if not isinstance(nlp._link_components, _Watch):
        nlp._link_components = _Watch(nlp)  # type: ignore[method-assign]


def warn_once(component: Any, kind: str, message: str) -> None:
    """Warn about a document, but only the first time.

    component (Any): The component that warns.
    kind (str): The kind of warning.
    message (str): The warning; it must not quote the document.
    """
    if not has_warned(component, kind):
        component.__dict__.setdefault("_warned", set()).add(kind)
        warnings.warn(message, PIIvotWarning, stacklevel=2)


def has_warned(component: Any, kind: str) -> bool:
    """Whether a component has already given a kind of warning."""
    return kind in component.__dict__.get("_warned", ())


def watch_document(component: Any, factory: str, doc: Doc) -> None:
    """Warn at a component's first Doc about problems that could not be seen when it was added.

    For a component copied from another pipeline (`source`) spaCy does not call the factory, so the
    new pipeline's order and language have not been checked.

    component (Any): The component.
    factory (str): The name of its factory.
    doc (Doc): A Doc that it is about to annotate.
    """
    language = doc.vocab.lang
    # Both pipelines share the component: it may already have been used in the other one.
    if component.__dict__.get("_watched") == language:
        return
    component.__dict__["_watched"] = language
    name = component.name
    if factory in _READERS and _is_for_another(component, language):
        warn_once(component, _LANGUAGE, _language_problem(name, component, language))
    if factory in DETECTORS and doc._.piivot_status == OK:
        warn_once(
            component,
            _ORDER,
            f"{name!r} got a Doc that was already de-identified: if it runs after {SURROGATOR!r}, "
            f"its findings are not replaced. Put it before {SURROGATOR!r}.",
        )


def _lexicon(component: Any) -> Lexicon:
    """A component's lexicon; the English one if it has none."""
    return getattr(component, "lexicon", ENGLISH)


def _is_for_another(component: Any, language: str | None) -> bool:
    return language not in (_lexicon(component).lang, _ANY_LANGUAGE)


def _language_problem(name: str, component: Any, language: str) -> str:
    own = _lexicon(component).lang
    made_for = "English" if own == ENGLISH.lang else repr(own)
    return (
        f"{name!r} is made for {made_for}, but the pipeline's language is {language!r}: it does "
        "not know the cue words of PII there, and may miss names. Evaluate it on labelled texts "
        "before you rely on it."
    )


class _Watch:
    """Links a pipeline's components as spaCy does, and checks their order."""

    def __init__(self, nlp: Language) -> None:
        self.nlp = nlp
        self.warned: set[str] = set()

    def __call__(self) -> None:
        Language._link_components(self.nlp)
        for message in self._problems():
            if message not in self.warned:
                self.warned.add(message)
                warnings.warn(message, PIIvotWarning, stacklevel=3)

    def _problems(self) -> Iterator[str]:
        names = self.nlp.component_names
        factories = {name: self.nlp.get_pipe_meta(name).factory for name in names}
        for number, name in enumerate(names):
            before = names[:number]
            if factories[name] == SURROGATOR:
                yield from self._surrogator_problems(name, before, factories)
            elif may_detect(self.nlp, name):
                for surrogator in (other for other in before if factories[other] == SURROGATOR):
                    if self._may_write(name, surrogator):
                        self._mark_warned(name, _ORDER)
                        yield (
                            f"{name!r} runs after {surrogator!r}: its findings are not replaced. "
                            f"Add it with before={surrogator!r}."
                        )
            if self._overwrites(name) and any(factories[other] in DETECTORS for other in before):
                yield (
                    f"{name!r} overwrites doc.spans[{PII!r}]: the findings of the components "
                    'before it are not replaced. Set "overwrite": false, or put it before them.'
                )
        readers = {
            name: component
            for name in names
            if factories[name] in _READERS
            if _is_for_another(component := self.nlp.get_pipe(name), self.nlp.lang)
        }
        for name in readers:
            self._mark_warned(name, _LANGUAGE)
        for name, component in islice(readers.items(), 1):
            yield _language_problem(name, component, self.nlp.lang or "")

    def _surrogator_problems(
        self, name: str, before: list[str], factories: dict[str, str]
    ) -> Iterator[str]:
        if not any(may_detect(self.nlp, other) for other in before):
            yield (
                f"{name!r} has no component before it that is known to look for PII: a Doc that "
                f"was not searched gets no de-identified text. {HOW_TO_DETECT}"
            )
        finders = [other for other in before if "doc.ents" in self.nlp.get_pipe_meta(other).assigns]
        if finders and FROM_ENTS not in [factories[other] for other in before]:
            yield (
                f"{name!r} does not read doc.ents, which {', '.join(map(repr, finders))} "
                f"writes: {HOW_TO_READ_ENTITIES}"
            )

    def _mark_warned(self, name: str, kind: str) -> None:
        """Note a warning given here, so that it is not repeated at the component's first Doc."""
        if self.nlp.get_pipe_meta(name).factory in DETECTORS | _READERS:
            component: Any = self.nlp.get_pipe(name)
            component.__dict__.setdefault("_warned", set()).add(kind)

    def _may_write(self, name: str, surrogator: str) -> bool:
        """Whether a component may write to a surrogator's group: it names no other group."""
        components: list[Any] = [self.nlp.get_pipe(name), self.nlp.get_pipe(surrogator)]
        key = getattr(components[0], "key", None)
        return not isinstance(key, str) or key == components[1].spans_key

    def _overwrites(self, name: str) -> bool:
        component: Any = self.nlp.get_pipe(name)
        return getattr(component, "key", None) == PII and getattr(component, "overwrite", False)
