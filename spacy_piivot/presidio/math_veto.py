"""Drops Presidio's weak numeric results inside mathematics (`MathVeto`)."""

import sys
from collections.abc import Sequence
from typing import Any

import spacy
from presidio_analyzer import EntityRecognizer, RecognizerResult
from presidio_analyzer.context_aware_enhancers import (
    ContextAwareEnhancer,
    LemmaContextAwareEnhancer,
)
from presidio_analyzer.nlp_engine import NlpArtifacts
from spacy.tokens import Doc

from ..core.dialogue import Dialogue, Message, dialogue_to_doc, message_bounds
from ..core.spans import REJECTED, Candidate, get_candidates, set_candidates
from ..lang import ENGLISH
from .results import to_candidate


class MathVeto(ContextAwareEnhancer):
    """Drops numbers of the lesson from the results of all recognisers.

    It is the analyzer's context enhancer, which runs after the recognisers and before the
    thresholds: `AnalyzerEngine(context_aware_enhancer=MathVeto())`. `math_segmenter` decides
    what is mathematics and which results may be dropped there.

    enhancer (ContextAwareEnhancer | None): The enhancer that first raises scores for context
        words; Presidio's default if None.
    settings (Any): Settings of `math_segmenter`: `veto_labels`, `veto_below` by the name of a
        recogniser, and others. Labels are canonical ("DATE", not "DATE_TIME"). For texts in
        another language, give a `lexicon` (its config block) and a `vocabulary`.
    """

    def __init__(self, enhancer: ContextAwareEnhancer | None = None, **settings: Any) -> None:
        self.enhancer = enhancer or LemmaContextAwareEnhancer()
        super().__init__(
            self.enhancer.context_similarity_factor,
            self.enhancer.min_score_with_context_similarity,
            self.enhancer.context_prefix_count,
            self.enhancer.context_suffix_count,
        )
        tokenizer = {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}
        lang = settings.get("lexicon", {}).get("lang", ENGLISH.lang)
        self.nlp = spacy.blank(lang, config={"nlp": {"tokenizer": tokenizer}})
        self.nlp.add_pipe("math_segmenter", config=settings)
        self.nlp.max_length = sys.maxsize

    def enhance_using_context(
        self,
        text: str,
        raw_results: list[RecognizerResult],
        nlp_artifacts: NlpArtifacts,
        recognizers: list[EntityRecognizer],
        context: list[str] | None = None,
    ) -> list[RecognizerResult]:
        """Raise the scores of results for context words, and drop those that mathematics
        rules out.

        text (str): The text.
        raw_results (list[RecognizerResult]): The results of all recognisers.
        nlp_artifacts (NlpArtifacts): The artifacts of the NLP engine. If they contain a Doc
            with messages, each message is judged separately.
        recognizers (list[EntityRecognizer]): The recognisers.
        context (list[str] | None): Words that count as context of every result.
        RETURNS (list[RecognizerResult]): The remaining results.
        """
        results: list[RecognizerResult] = self.enhancer.enhance_using_context(
            text, raw_results, nlp_artifacts, recognizers, context
        )
        candidates = [to_candidate(result, text) for result in results]
        ruled_out = self._ruled_out(_messages(text, nlp_artifacts), filter(None, candidates))
        return [
            result
            for result, candidate in zip(results, candidates, strict=True)
            if candidate is None or _extent(candidate) not in ruled_out
        ]

    def _ruled_out(self, messages: Sequence[str], candidates: Any) -> set[tuple[Any, ...]]:
        found = list(candidates)
        if not found:
            return set()
        dialogue = Dialogue("", [Message("", message) for message in messages])
        doc = dialogue_to_doc(dialogue, self.nlp)
        set_candidates(doc, found)
        return {_extent(candidate) for candidate in get_candidates(self.nlp(doc), REJECTED)}


def _messages(text: str, nlp_artifacts: NlpArtifacts | None) -> list[str]:
    doc = nlp_artifacts.tokens if nlp_artifacts else None
    bounds = message_bounds(doc) if isinstance(doc, Doc) else [(0, len(text))]
    return [text[start:end] for start, end in bounds]


def _extent(candidate: Candidate) -> tuple[Any, ...]:
    return candidate.start, candidate.end, candidate.label, candidate.score, candidate.source
