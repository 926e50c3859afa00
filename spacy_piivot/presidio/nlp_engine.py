"""Runs a spaCy pipeline with our components as Presidio's NLP engine (`PIIvotNlpEngine`)."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any

import spacy
from presidio_analyzer.nlp_engine import NerModelConfiguration, NlpArtifacts, SpacyNlpEngine
from spacy.language import Language
from spacy.tokens import Doc, Span

from .. import DEFAULT_PIPELINE, load
from ..components.pipeline_roles import without_surrogates
from ..errors import InputError, UnknownPipeline


class PIIvotNlpEngine(SpacyNlpEngine):
    """Runs a pipeline once per text, or in batches; `PIIvotRecognizer` reads its spans.

    Nothing is downloaded. Besides our spans, Presidio gets the usual artifacts: tokens, lemmas
    (words in lower case, if the pipeline has no lemmatizer) and the named entities, if any.

    nlp (Language | Mapping[str, Language] | None): A loaded pipeline, or one per language.
    models (Sequence[Mapping[str, str]] | None): Without `nlp`: `lang_code` and `model_name` of
        pipelines, shipped ones or arguments of `spacy.load`; the shipped default if None.
    ner_model_configuration (NerModelConfiguration | None): Presidio's names for the pipeline's
        own named entities (`doc.ents`), and those to ignore.
    """

    engine_name = "piivot"

    def __init__(
        self,
        nlp: Language | Mapping[str, Language] | None = None,
        models: Sequence[Mapping[str, str]] | None = None,
        ner_model_configuration: NerModelConfiguration | None = None,
    ) -> None:
        models = models or [{"lang_code": "en", "model_name": DEFAULT_PIPELINE}]
        super().__init__(
            models=[dict(model) for model in models],
            ner_model_configuration=ner_model_configuration,
        )
        if nlp is not None:
            self.nlp = {str(nlp.lang): nlp} if isinstance(nlp, Language) else dict(nlp)  # type: ignore[assignment]

    def load(self) -> None:
        """Load the pipelines in `models`.

        RAISES (InputError): If one is neither shipped nor installed. Nothing is downloaded.
        """
        self.nlp = {  # type: ignore[assignment]
            model["lang_code"]: _load(model["model_name"]) for model in self.models
        }

    def process_text(self, text: str, language: str) -> NlpArtifacts:
        """Run the pipeline on a text.

        text (str): The text.
        language (str): Its language.
        RETURNS (NlpArtifacts): The artifacts for the recognisers.
        """
        nlp = self._pipeline(language)
        return self.doc_artifacts(nlp(text, disable=without_surrogates(nlp)), language)

    def process_batch(  # type: ignore[override]
        self,
        texts: Iterable[Any],
        language: str,
        batch_size: int = 1,
        n_process: int = 1,
        as_tuples: bool = False,
    ) -> Generator[tuple[Any, ...], None, None]:
        """Run the pipeline on texts in batches.

        texts (Iterable[Any]): Texts, or objects to convert with `str`; with `as_tuples`, pairs of a
            text and its context.
        language (str): Their language.
        batch_size (int): How many texts a component processes together.
        n_process (int): How many processes to use.
        as_tuples (bool): Whether texts and results come with contexts.
        YIELDS (tuple): The text and its artifacts, with `as_tuples` also its context, in order.
        """
        nlp = self._pipeline(language)
        pairs = ((str(pair[0]), pair[1]) if as_tuples else (str(pair), None) for pair in texts)
        disable = without_surrogates(nlp)
        for doc, context in nlp.pipe(
            pairs, as_tuples=True, batch_size=batch_size, n_process=n_process, disable=disable
        ):
            artifacts = self.doc_artifacts(doc, language)
            yield (doc.text, artifacts, context) if as_tuples else (doc.text, artifacts)

    def doc_artifacts(self, doc: Doc, language: str = "en") -> NlpArtifacts:
        """Make the artifacts of a processed Doc, such as a whole dialogue.

        With them, `AnalyzerEngine.analyze(doc.text, language, nlp_artifacts=…)` returns the spans
        of a dialogue, found with its messages, speakers and roster.

        doc (Doc): The document.
        language (str): Its language.
        RETURNS (NlpArtifacts): The artifacts for the recognisers.
        """
        entities, scores = self._entities(doc)
        return NlpArtifacts(
            entities=entities,
            tokens=doc,
            tokens_indices=[token.idx for token in doc],
            lemmas=[token.lemma_ or token.lower_ for token in doc],
            nlp_engine=self,
            language=language,
            scores=scores,
        )

    def _pipeline(self, language: str) -> Language:
        if not self.nlp:
            raise ValueError("NLP engine is not loaded. Consider calling .load()")
        if language not in self.nlp:
            raise InputError(
                f"The NLP engine has no pipeline for {language!r}, only for: {', '.join(self.nlp)}."
            )
        return self.nlp[language]

    def _entities(self, doc: Doc) -> tuple[list[Span], list[float]]:
        settings: Any = self.ner_model_configuration
        names = settings.model_to_presidio_entity_mapping or {}
        entities: list[Span] = []
        scores: list[float] = []
        for entity in doc.ents:
            name = names.get(entity.label_, entity.label_)
            if {entity.label_, name} & set(settings.labels_to_ignore or ()):
                continue
            weak = name in (settings.low_score_entity_names or ())
            factor = settings.low_confidence_score_multiplier if weak else 1.0
            entities.append(Span(doc, entity.start, entity.end, label=name))
            scores.append(settings.default_score * factor)
        return entities, scores


def _load(name: str) -> Language:
    try:
        return load(name)
    except UnknownPipeline:
        pass
    try:
        return spacy.load(name)
    except OSError:
        pass
    raise InputError(
        f"{name}: cannot be loaded as a spaCy pipeline. Give a shipped one, an installed one, or "
        "the folder of one; nothing is downloaded."
    )
