"""Gives Presidio the findings of our pipeline as a recogniser (`PIIvotRecognizer`)."""

from collections.abc import Collection, Sequence

from presidio_analyzer import LocalRecognizer, RecognizerResult
from presidio_analyzer.nlp_engine import NlpArtifacts
from spacy.language import Language
from spacy.tokens import Doc

from .. import load
from ..components.pipeline_roles import without_surrogates
from ..core.labels import LABELS, to_presidio
from ..core.spans import PII, get_candidates, has_failed, searched_by
from ..errors import InputError, PIIvotError
from .results import to_result

ENTITIES: tuple[str, ...] = tuple(dict.fromkeys(to_presidio(label.name) for label in LABELS))
OTHER = "OTHER"
SHIPPED_LANGUAGE = "en"


class NotAnalyzed(PIIvotError):
    def __init__(self, status: str) -> None:
        super().__init__(
            f"A component of the pipeline failed on the text (status {status!r}), so its PII is "
            "not known. Quarantine the text; do not treat it as free of PII."
        )


class PIIvotRecognizer(LocalRecognizer):
    """Gives Presidio the candidates of our pipeline, under Presidio's entity names.

    They come from `nlp_artifacts.tokens.spans` if the NLP engine has run our components (as
    `PIIvotNlpEngine` does); else the recogniser runs its own pipeline. In a registry file it is
    `PIIvotRecognizer`, with type `predefined`.

    supported_entities (Sequence[str] | None): The entities to return; all of ours if None. A
        label of your own is returned if it is among them, else as "OTHER".
    supported_language (str): The language of the texts.
    name (str | None): The name in results.
    context (Sequence[str] | None): Words near a result for which Presidio raises its score.
    version (str): The recogniser's version.
    nlp (Language | None): The pipeline to run if the NLP engine runs none; if None, the shipped
        one, loaded at its first use.
    spans_key (str): The span group with the candidates.
    """

    def __init__(
        self,
        supported_entities: Sequence[str] | None = None,
        supported_language: str = SHIPPED_LANGUAGE,
        name: str | None = None,
        context: Sequence[str] | None = None,
        version: str = "0.0.1",
        nlp: Language | None = None,
        spans_key: str = PII,
    ) -> None:
        self.nlp = nlp
        self.spans_key = spans_key
        super().__init__(
            supported_entities=list(ENTITIES if supported_entities is None else supported_entities),
            supported_language=supported_language,
            name=name or type(self).__name__,
            context=list(context or ()),
            version=version,
        )

    def load(self) -> None:
        """Do nothing yet: the first text shows whether its own pipeline is needed."""

    def analyze(
        self,
        text: str,
        entities: Collection[str] | None,
        nlp_artifacts: NlpArtifacts | None = None,
    ) -> list[RecognizerResult]:
        """Return the candidates of a text.

        text (str): The text.
        entities (Collection[str] | None): Presidio's names of the wanted entities; None for all
            that the recogniser supports.
        nlp_artifacts (NlpArtifacts | None): The artifacts of the NLP engine.
        RETURNS (list[RecognizerResult]): In text order, with exact offsets.
        RAISES (NotAnalyzed): If a component failed on the text and the pipeline's error handler
            passed the text on.
        """
        wanted = set(self.supported_entities)
        if entities is not None:
            wanted &= set(entities)
        doc = self._read(text, nlp_artifacts)
        if has_failed(doc):
            raise NotAnalyzed(doc._.piivot_status)
        results = [to_result(found, self) for found in get_candidates(doc, self.spans_key)]
        for result in results:
            if result.entity_type not in (*ENTITIES, *self.supported_entities):
                result.entity_type = OTHER
        return [result for result in results if result.entity_type in wanted]

    def _read(self, text: str, nlp_artifacts: NlpArtifacts | None) -> Doc:
        doc = nlp_artifacts.tokens if nlp_artifacts else None
        if isinstance(doc, Doc) and (has_failed(doc) or searched_by(doc, self.spans_key)):
            return doc
        if self.nlp is None:
            if self.supported_language != SHIPPED_LANGUAGE:
                raise InputError(
                    f"The shipped pipeline reads English, not {self.supported_language!r}: give "
                    "PIIvotRecognizer a pipeline (nlp=…), or exclude this language."
                )
            self.nlp = load()
        doc = self.nlp(text, disable=without_surrogates(self.nlp))
        if not (searched_by(doc, self.spans_key) or has_failed(doc)):
            raise InputError(
                f"The pipeline of PIIvotRecognizer writes no span group {self.spans_key!r}: give "
                "one with a component that finds PII, or the spans_key that it writes."
            )
        return doc
