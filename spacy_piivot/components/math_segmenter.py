"""`math_segmenter`: finds the messages that are mathematics, and rules out numbers in them."""

from collections.abc import Sequence

from spacy.language import Language
from spacy.tokens import Doc, Span

from ..core.dialogue import (
    MATH,
    message_bounds,
    message_segments,
    message_token_counts,
    message_tokens,
    overlapped_messages,
)
from ..core.labels import IDENTIFIERS, labels_of
from ..core.spans import Candidate, get_candidates, move_candidates, set_math_segments
from ..core.texts import doc_text
from ..kinds.names.search_terms import dialogue_term
from ..kinds.veto import REASON, Veto, digits_of
from ..lang import Lexicon
from ..mathematics.density import math_densities
from ..mathematics.segments import Embedder, math_segments
from ..mathematics.vocabulary import Vocabulary
from .document_component import DocumentComponent
from .pipeline_watch import watch_pipeline
from .saving import save_without_texts

# Labels whose candidates are mostly digits.
VETO_LABELS = sorted(labels_of("number", "date", "age"))
# A number with this many digits hardly ever recurs by chance.
_IDENTIFYING = 7
# Our own components have already considered the mathematics around a number.
VETO_BELOW = {
    "pii_patterns": {"*": 0.55},
    "potential_pii_ner": {"*": 0.5},
    "*": {"*": 0.9},
}


@Language.factory(
    "math_segmenter",
    assigns=["doc.spans"],
    default_config={
        "anchor_threshold": 0.05,
        "similarity_threshold": 0.3,
        "embedder": {"@misc": "spacy_piivot.StaticEmbedder.v1"},
        "vocabulary": {"@misc": "spacy_piivot.MathVocabulary.v1", "lang": "en"},
        "lexicon": {"@misc": "spacy_piivot.Lexicon.v1", "lang": "en"},
        "veto_labels": VETO_LABELS,
        "veto_below": VETO_BELOW,
        "spans_key": "pii",
    },
)
def make_math_segmenter(
    nlp: Language,
    name: str,
    anchor_threshold: float,
    similarity_threshold: float,
    embedder: Embedder,
    vocabulary: Vocabulary,
    lexicon: Lexicon,
    veto_labels: list[str],
    veto_below: dict[str, dict[str, float]],
    spans_key: str,
) -> "MathSegmenter":
    """Construct a MathSegmenter component.

    anchor_threshold (float): A message with a higher math density is mathematics (Zhou et al.
        2026, Equation 1 and Appendix 3).
    similarity_threshold (float): Its neighbours also are, while their cosine similarity to the
        segment's running centroid is higher.
    embedder (Callable[[Sequence[str]], NDArray[numpy.float32]]): Unit vectors, one row per message:
        `spacy_piivot.StaticEmbedder.v1`, `spacy_piivot.MiniLMEmbedder.v1`, or your own.
    vocabulary (Vocabulary): `spacy_piivot.MathVocabulary.v1` with more terms and phrases, or your
        own.
    lexicon (Lexicon): The language's other words: how mathematics, times and quantities are
        written.
    veto_labels (list[str]): Labels whose weak numeric candidates mathematics rules out; empty for
        no veto. Never names, e-mail addresses or web addresses.
    veto_below (dict[str, dict[str, float]]): By source and label, the lowest score at which a
        candidate is kept; "*" is any other source or label. spaCy merges your values with the
        defaults, key by key: a source or label that you omit keeps its default. At 0.0 nothing is
        vetoed: {"pii_patterns": {"*": 0.0}} exempts that source.
    spans_key (str): The span group to filter.
    """
    save_without_texts(nlp)
    watch_pipeline(nlp)
    return MathSegmenter(
        name=name,
        anchor_threshold=anchor_threshold,
        similarity_threshold=similarity_threshold,
        embedder=embedder,
        vocabulary=vocabulary,
        lexicon=lexicon,
        veto=Veto(frozenset(veto_labels), veto_below, lexicon),
        spans_key=spans_key,
    )


class MathSegmenter(DocumentComponent):
    """Writes `doc.spans["math"]`, one span per segment and one density per message in
    `attrs["densities"]`, and moves the numeric candidates that mathematics rules out to
    `doc.spans["pii_rejected"]`.
    """

    factory = "math_segmenter"

    def __init__(
        self,
        *,
        name: str,
        anchor_threshold: float,
        similarity_threshold: float,
        embedder: Embedder,
        vocabulary: Vocabulary,
        lexicon: Lexicon,
        veto: Veto,
        spans_key: str,
    ) -> None:
        super().__init__(name)
        self.anchor_threshold = anchor_threshold
        self.similarity_threshold = similarity_threshold
        self.embedder = embedder
        self.vocabulary = vocabulary
        self.lexicon = lexicon
        self.veto = veto
        self.spans_key = spans_key

    def annotate(self, doc: Doc) -> None:
        text = doc_text(doc)
        bounds = message_bounds(doc)
        texts = [text[start:end] for start, end in bounds]
        tokens = message_tokens(doc)
        counts = message_token_counts(doc)
        densities = math_densities(zip(texts, counts, strict=True), self.lexicon, self.vocabulary)
        segments = math_segments(
            texts, densities, self.embedder, self.anchor_threshold, self.similarity_threshold
        )
        spans = [
            Span(doc, tokens[first][0], tokens[end - 1][1], label=MATH) for first, end in segments
        ]
        set_math_segments(doc, spans, densities)
        if self.veto.labels:
            self._veto(doc, bounds, texts, densities)

    def _veto(
        self,
        doc: Doc,
        bounds: Sequence[tuple[int, int]],
        texts: Sequence[str],
        densities: Sequence[float],
    ) -> None:
        segments = message_segments(doc)

        def is_ruled_out(candidate: Candidate) -> bool:
            numbers = list(overlapped_messages(bounds, candidate.start, candidate.end))
            if len(numbers) != 1:
                return False
            (number,) = numbers
            first = bounds[number][0]
            return self.veto.rules_out(
                texts[number],
                candidate.start - first,
                candidate.end - first,
                candidate.label,
                candidate.score,
                candidate.sources,
                texts[number - 1] if number else "",
                anchor=densities[number] > self.anchor_threshold,
                inside=segments[number] == MATH,
            )

        candidates = get_candidates(doc, self.spans_key)
        ruled_out = {candidate for candidate in candidates if is_ruled_out(candidate)}
        # A string that is kept once is kept wherever it occurs again.
        text = doc_text(doc)
        strings = {c: _string(c, text, self.lexicon) for c in candidates}
        in_question = {strings[candidate] for candidate in ruled_out} - {""}
        kept_elsewhere = {
            strings[candidate]
            for candidate in candidates
            if candidate not in ruled_out
            and strings[candidate] in in_question
            and not any(map(candidate.overlaps, ruled_out))
        }
        refused = {candidate for candidate in ruled_out if strings[candidate] not in kept_elsewhere}
        if refused:
            move_candidates(doc, lambda c: REASON if c in refused else "", self.spans_key)


def _string(candidate: Candidate, text: str, lexicon: Lexicon) -> str:
    """The string by which a candidate is compared with other mentions: its digits, if many, or
    the form that the last check would find elsewhere ("four three"); "" for none."""
    digits = digits_of(candidate.cut(text), _IDENTIFYING)
    if digits or candidate.label not in IDENTIFIERS:
        return digits
    term = dialogue_term(candidate.cut(text), candidate.label, lexicon)
    return " ".join(term.words) if term else ""
