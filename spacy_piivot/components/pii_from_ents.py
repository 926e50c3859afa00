"""`pii_from_ents`: takes the entities of a pipeline's NER and rules (`doc.ents`) as candidates."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from spacy.language import Language
from spacy.tokens import Doc

from ..core.dialogue import message_bounds, overlapped_messages
from ..core.labels import BY_NAME, CANONICAL, ENTITY_LABELS, known_label
from ..core.spans import PII, Candidate, add_candidates, get_candidates, mark_searched
from ..core.texts import doc_text
from ..errors import InputError, PIIvotError, UnknownLabel
from ..evaluation.core.scorer import Scorer, score_weights
from .document_component import DocumentComponent
from .pipeline_roles import FROM_ENTS
from .pipeline_watch import warn_once, watch_pipeline
from .saving import save_without_texts

WARN, IGNORE, ERROR = UNKNOWN = ("warn", "ignore", "error")


@Language.factory(
    FROM_ENTS,
    assigns=["doc.spans"],
    requires=["doc.ents"],
    default_config={
        "labels": dict(ENTITY_LABELS),
        "unknown": WARN,
        "default_score": 0.85,
        "ents_key": None,
        "spans_key": PII,
        "scorer": {"@scorers": "spacy_piivot.PIIScorer.v1", "spans_key": PII},
    },
    default_score_weights=score_weights(PII),
)
def make_pii_from_ents(
    nlp: Language,
    name: str,
    labels: dict[str, str | None],
    unknown: str,
    default_score: float,
    ents_key: str | None,
    spans_key: str,
    scorer: Scorer | None,
) -> "PIIFromEnts":
    """Construct a component that takes named entities as candidates.

    labels (dict[str, str | None]): The canonical label for each entity label; None to ignore it.
        Your values are merged with the defaults, which are for OntoNotes and CoNLL. A label that
        is not included but is part of a scheme of `spacy_piivot.labels`, such as "SCHOOL" or
        "PHONE_NUM", is mapped as in the scheme.
    unknown (str): What to do with an unknown label: "warn" (skip such entities with a warning,
        once per label), "ignore", or "error" (fail the document).
    default_score (float): The score of the candidates, 0 to 1. `known_names` judges names below
        its `ordinary_word_threshold` again: set 1 if your own rules found them.
    ents_key (str | None): A span group to read instead of `doc.ents`, such as "sc" of a
        spancat or "ruler" of a span ruler; scores in its attributes are kept.
    spans_key (str): The span group to write candidates to.
    scorer (Scorer | None): The scoring method.
    """
    save_without_texts(nlp)
    watch_pipeline(nlp)
    return PIIFromEnts(
        name=name,
        labels=labels,
        unknown=unknown,
        default_score=default_score,
        ents_key=ents_key,
        spans_key=spans_key,
        scorer=scorer,
    )


class UnknownEntityLabels(PIIvotError):
    def __init__(self, component: str, labels: list[str]) -> None:
        super().__init__(_about_unknown(component, labels))


class PIIFromEnts(DocumentComponent):
    """Adds the entities that earlier components found to the candidates.

    A Doc on which no component has set entities counts as not searched.
    """

    factory = FROM_ENTS

    def __init__(
        self,
        *,
        name: str,
        labels: Mapping[str, str | None],
        unknown: str,
        default_score: float,
        ents_key: str | None,
        spans_key: str,
        scorer: Scorer | None,
    ) -> None:
        super().__init__(name)
        for label in labels.values():
            if label is not None and label not in BY_NAME:
                raise UnknownLabel(label, CANONICAL)
        if unknown not in UNKNOWN:
            raise InputError(f"unknown: must be one of {', '.join(UNKNOWN)}.")
        if not 0 <= default_score <= 1:
            raise InputError("default_score: must be from 0 to 1.")
        if ents_key == spans_key:
            raise InputError("ents_key: must be another group than spans_key.")
        self.label_map = dict(labels)
        self.unknown = unknown
        self.default_score = default_score
        self.ents_key = ents_key
        self.spans_key = spans_key
        self.scorer = scorer

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that candidates can have according to `label_map`."""
        return tuple(sorted(filter(None, set(self.label_map.values()))))

    def annotate(self, doc: Doc) -> None:
        if not self._has_entities(doc):
            where = "doc.ents" if self.ents_key is None else f"doc.spans[{self.ents_key!r}]"
            warn_once(
                self,
                "missing",
                f"{self.name!r}: no component has written {where}, so there is nothing to read. "
                "Put it after the one that does.",
            )
            return
        entities = list(self._entities(doc))
        unknown = sorted({entity.label for entity in entities if self._label(entity.label) is None})
        if unknown and self.unknown == ERROR:
            raise UnknownEntityLabels(self.name, unknown)
        if self.unknown == WARN:
            for label in unknown:
                warn_once(self, f"label {label}", _about_unknown(self.name, [label]))
        # By the factory's name, which shows `hips_surrogator` that entities were read.
        mark_searched(doc, FROM_ENTS, self.spans_key)
        add_candidates(doc, self._candidates(doc, entities), self.spans_key)

    def _has_entities(self, doc: Doc) -> bool:
        if self.ents_key is None:
            return bool(doc.has_annotation("ENT_IOB"))
        return self.ents_key in doc.spans

    def _entities(self, doc: Doc) -> Iterator[Candidate]:
        if self.ents_key is not None:
            scored = "scores" in doc.spans[self.ents_key].attrs
            for found in get_candidates(doc, self.ents_key):
                yield found if scored else replace(found, score=self.default_score)
            return
        for entity in doc.ents:
            start, end = entity.start_char, entity.end_char
            yield Candidate(start, end, entity.label_, self.default_score, self.name)

    def _label(self, label: str) -> str | None:
        """The canonical label for an entity label; "" to ignore it, None if it is unknown."""
        if label in self.label_map:
            return self.label_map[label] or ""
        return known_label(label)

    def _candidates(self, doc: Doc, entities: list[Candidate]) -> list[Candidate]:
        text, bounds = doc_text(doc), message_bounds(doc)
        found = []
        for entity in entities:
            label = self._label(entity.label)
            if not label:
                continue
            # A model that does not know messages may cross their ends.
            for number in overlapped_messages(bounds, entity.start, entity.end):
                first = max(entity.start, bounds[number][0])
                last = min(entity.end, bounds[number][1])
                last = first + len(text[first:last].rstrip())
                first = last - len(text[first:last].lstrip())
                if first < last:
                    found.append(Candidate(first, last, label, entity.score, self.name))
        return found


def _about_unknown(component: str, labels: list[str]) -> str:
    named = ", ".join(map(repr, labels))
    return (
        f"{component!r} does not know the entity label {named}: such entities are not replaced. "
        f'Map them in "labels": {{"labels": {{{labels[0]!r}: "NAME"}}}}, or to null if they are '
        "not PII."
    )
