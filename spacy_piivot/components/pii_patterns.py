"""`pii_patterns`: finds structured identifiers with Presidio's recognisers and our own."""

from collections.abc import Callable, Sequence
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..core.dialogue import message_bounds
from ..core.spans import PII, Candidate, add_candidates, mark_searched
from ..core.texts import doc_text
from ..evaluation.core.scorer import Scorer, score_weights
from ..lang import Lexicon
from ..patterns.mentions import find_repeated
from ..patterns.recognizer import Finding, Recognizer, cues_of, plain_text
from .admission import admitted
from .document_component import DocumentComponent
from .pipeline_watch import watch_pipeline
from .saving import save_without_texts

# In characters: after a message shorter than the first, this much of the text before it is kept.
_SMALL_TALK = 40
_REMEMBERED = 160


@Language.factory(
    "pii_patterns",
    assigns=["doc.spans"],
    default_config={
        "spans_key": "pii",
        "recognizers": None,
        "registry": None,
        "lexicon": {"@misc": "spacy_piivot.Lexicon.v1", "lang": "en"},
        "scorer": {"@scorers": "spacy_piivot.PIIScorer.v1", "spans_key": "pii"},
    },
    default_score_weights=score_weights(PII),
)
def make_pii_patterns(
    nlp: Language,
    name: str,
    spans_key: str,
    recognizers: list[str] | None,
    registry: str | None,
    lexicon: Lexicon,
    scorer: Scorer | None,
) -> "PIIPatterns":
    """Construct a PIIPatterns component.

    spans_key (str): The span group to write candidates to.
    recognizers (list[str] | None): The names of the recognisers to run, from
        `spacy_piivot.kinds.registry.recognizers`, or of Presidio's pattern recognisers, such as
        "UkNinoRecognizer"; None for all of the former.
    registry (str | None): A Presidio registry file (YAML), whose recognisers are also run. It is
        read when the pipeline is loaded, and not saved with it.
    lexicon (Lexicon): The words of the language.
    scorer (Scorer | None): The scoring method.
    """
    save_without_texts(nlp)
    watch_pipeline(nlp)
    return PIIPatterns(
        name=name,
        spans_key=spans_key,
        recognizers=recognizers,
        registry=registry,
        lexicon=lexicon,
        scorer=scorer,
    )


class PIIPatterns(DocumentComponent):
    """Finds structured identifiers message by message: e-mail and web addresses, telephone,
    account and student numbers, handles, dates, ages, grades, courses, schools.

    A message is searched together with the message before it, whose question may show what a
    bare number is. Presidio is imported at the first document that needs it, or at once if its
    own recognisers are named.
    """

    factory = "pii_patterns"
    reads_plain = True

    def __init__(
        self,
        *,
        name: str,
        spans_key: str,
        recognizers: Sequence[str] | None,
        registry: str | None = None,
        lexicon: Lexicon,
        scorer: Scorer | None,
    ) -> None:
        super().__init__(name)
        self.spans_key = spans_key
        self.scorer = scorer
        self._names = recognizers
        self.lexicon = lexicon
        self._registered: list[Recognizer] = []
        if registry is not None:
            from ..patterns.registered import read_registry

            self._registered = [read_registry(registry, lexicon)]
        self._selected: list[Recognizer] | None = None
        if recognizers is not None:
            self._selected = self.recognizers

    @property
    def recognizers(self) -> list[Recognizer]:
        """The recognisers to run. Ours are made at the first document: their patterns take longer
        to compile than the rest of the pipeline takes to load."""
        if self._selected is None:
            from ..kinds.registry import select_recognizers

            selected = select_recognizers(self._names, self.lexicon)
            self._selected = [*selected, *self._registered]
        return self._selected

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[type, dict[str, Any]]]:
        return _restore, (type(self), dict(self.__dict__, name=self.name, _selected=None))

    def annotate(self, doc: Doc) -> None:
        mark_searched(doc, self.name, self.spans_key)
        text = doc_text(doc)
        candidates: list[Candidate] = []
        messages: list[str] = []
        found: list[list[Finding]] = []
        previous = ""
        bounds = message_bounds(doc)
        for start, end in bounds:
            message = plain_text(text[start:end])
            messages.append(message)
            found.append(self.find(message, previous))
            # Small talk may come between a question and its answer.
            short = len(message) < _SMALL_TALK
            previous = f"{previous[-_REMEMBERED:]} {message}" if short else message
        for number, repeated in find_repeated(messages, found):
            found[number].append(repeated)
        for (start, _), findings in zip(bounds, found, strict=True):
            candidates += [
                Candidate(start + f.start, start + f.end, f.label, f.score, self.name)
                for f in findings
            ]
        add_candidates(doc, admitted(text, bounds, candidates, self.lexicon), self.spans_key)

    def find(self, message: str, previous: str) -> list[Finding]:
        """Find structured identifiers in one message.

        message (str): The message, as `plain_text` makes it.
        previous (str): The message before it.
        RETURNS (list[Finding]): The findings, in the recognisers' order; they may overlap.
        """
        cues = cues_of(message)
        return [
            finding
            for recognizer in self.recognizers
            if recognizer.may_match(cues)
            for finding in recognizer.find(message, previous)
        ]


def _restore(cls: type[PIIPatterns], state: dict[str, Any]) -> PIIPatterns:
    component = cls.__new__(cls)
    component.name = state.pop("name")
    component.__dict__.update(state)
    return component
