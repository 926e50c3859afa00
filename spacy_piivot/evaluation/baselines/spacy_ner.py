"""Runs plain spaCy, with the unchanged named entities of a pipeline."""

from collections.abc import Sequence

from spacy.language import Language

from ..core.annotations import AnnotatedSpan

LABELS = frozenset({"PERSON", "GPE", "LOC", "FAC", "ORG", "NORP", "DATE"})


class SpacyNER:
    """The entities of `doc.ents` that can be PII, in spaCy's own labels.

    CARDINAL, ORDINAL, QUANTITY, PERCENT, MONEY, TIME, EVENT, LANGUAGE, LAW, PRODUCT and
    WORK_OF_ART are excluded: no scheme of PII has them, and in lessons nearly every number is one.
    spaCy gives no confidence, so every score is 1.

    nlp (Language): A pipeline with a named entity recogniser.
    """

    def __init__(self, nlp: Language) -> None:
        self.nlp = nlp

    def __call__(self, texts: Sequence[str]) -> list[list[AnnotatedSpan]]:
        """Find the entities of messages.

        texts (Sequence[str]): The messages.
        RETURNS (list[list[AnnotatedSpan]]): The spans of each, in text order.
        """
        return [
            [
                AnnotatedSpan(entity.start_char, entity.end_char, entity.label_)
                for entity in doc.ents
                if entity.label_ in LABELS
            ]
            for doc in self.nlp.pipe(texts)
        ]
