"""`llm_verifier`: a language model verifies uncertain candidates and rules some out."""

from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..core.dialogue import message_bounds
from ..core.folding import fold
from ..core.labels import BY_NAME, CANONICAL, IDENTIFIERS
from ..core.spans import PII, Candidate, get_candidates, move_candidates
from ..core.texts import doc_text
from ..errors import InputError, UnknownLabel
from ..kinds.names.find.corrections import folded_parts
from ..kinds.names.find.mentions import NameFinder, known_names
from ..lang import Lexicon
from ..llm.connection import Connection, check_connection
from ..llm.endpoint import CONNECTION
from ..llm.excerpts import Excerpt, make_excerpt
from ..llm.session import Session
from ..llm.usage import UsageTally
from ..llm.verification import Verifier
from .concurrent_component import Apply, write_status
from .llm_component import LLMComponent
from .saving import save_without_texts

REASON = "verdict"
MIN_MISSPELT_LENGTH = 6


@Language.factory(
    "llm_verifier",
    assigns=["doc.spans", "doc._.piivot_llm"],
    requires=["doc.spans"],
    default_config={
        "connection": {"@misc": CONNECTION},
        "reasoning": False,
        "batched": False,
        "context_tokens": 20,
        "verify_band": [0.0, 0.8],
        "never_reject": sorted(IDENTIFIERS),
        "models": [],
        "samples": 1,
        "sample_temperature": 0.7,
        "vote": "veto",
        "mask_context": True,
        "prompt_path": None,
        "spans_key": PII,
        "lexicon": {"@misc": "spacy_piivot.Lexicon.v1", "lang": "en"},
    },
)
def make_llm_verifier(
    nlp: Language,
    name: str,
    connection: Connection,
    reasoning: bool,
    batched: bool,
    context_tokens: int,
    verify_band: list[float],
    never_reject: list[str],
    models: list[str],
    samples: int,
    sample_temperature: float,
    vote: str,
    mask_context: bool,
    prompt_path: str | None,
    spans_key: str,
    lexicon: Lexicon,
) -> "LLMVerifier":
    """Construct an LLMVerifier component.

    connection (Connection): The model's endpoint, made by `spacy_piivot.Connection.v1`; `base_url`
        and `remote_ok` are not saved, and not read from a saved pipeline. Candidates that exceed
        its budget are kept; its `cache_dir` stores verdicts.
    reasoning (bool): Whether the model reasons before it answers.
    batched (bool): Whether the candidates of a dialogue are sent in one request.
    context_tokens (int): Tokens of context on each side.
    verify_band (list[float]): The lowest and the highest score of candidates to verify.
    never_reject (list[str]): Labels that are never verified.
    models (list[str]): Several models to query; empty for the connection's model alone.
    samples (int): How often each model is queried.
    sample_temperature (float): The temperature if models are queried several times; 0 otherwise.
    vote (str): "veto": all answers must be F to rule a candidate out; "plurality": more than half.
    mask_context (bool): Whether other candidates in the context are sent as their labels.
    prompt_path (str | None): A jinja file to use instead of the shipped prompt.
    spans_key (str): The span group to verify.
    lexicon (Lexicon): The words of the language (`spacy_piivot.Lexicon.v1`), and its prompts.
    """
    save_without_texts(nlp)
    check_connection(connection)
    verifier = Verifier(
        models=models or [connection.model],
        samples=samples,
        sample_temperature=sample_temperature,
        vote=vote,
        reasoning=reasoning,
        batched=batched,
        prompt_path=prompt_path,
        lexicon=lexicon,
    )
    return LLMVerifier(
        name=name,
        connection=connection,
        verifier=verifier,
        context_tokens=context_tokens,
        verify_band=verify_band,
        never_reject=never_reject,
        mask_context=mask_context,
        spans_key=spans_key,
        lexicon=lexicon,
    )


class LLMVerifier(LLMComponent):
    """Moves candidates that a model says are not PII to `doc.spans["pii_rejected"]`.

    Only uncertain candidates are verified; structured identifiers and names of the roster or of
    speakers never are. A candidate is kept unless the verdict is clear, so also if the server
    cannot be reached, the model refuses, or the budget is spent. The outcome is in
    `doc._.piivot_llm`.
    """

    def __init__(
        self,
        *,
        name: str,
        connection: Connection,
        verifier: Verifier,
        context_tokens: int,
        verify_band: Sequence[float],
        never_reject: Iterable[str],
        mask_context: bool,
        spans_key: str,
        lexicon: Lexicon,
    ) -> None:
        super().__init__(name=name, connection=connection)
        connection.check_models(verifier.models)
        match list(verify_band):
            case [low, high] if 0 <= low <= high <= 1:
                self.verify_band = (low, high)
            case _:
                raise InputError("verify_band: give the lowest and the highest score, from 0 to 1.")
        for label in never_reject:
            if label not in BY_NAME:
                raise UnknownLabel(label, CANONICAL)
        if context_tokens < 0:
            raise InputError("context_tokens: must not be negative.")
        self.verifier = verifier
        self.context_tokens = context_tokens
        self.never_reject = frozenset(never_reject)
        self.mask_context = mask_context
        self.spans_key = spans_key
        self.lexicon = lexicon

    def prepare(self, doc: Doc, session: Session) -> Coroutine[Any, Any, Apply]:
        uncertain = self.uncertain(doc)
        excerpts = self.excerpts(doc, uncertain)
        return self._query(uncertain, excerpts, session)

    def uncertain(self, doc: Doc) -> list[Candidate]:
        """Select the candidates to verify.

        doc (Doc): The document.
        RETURNS (list[Candidate]): Those in the band that may be ruled out, in text order.
        """
        low, high = self.verify_band
        found = [
            candidate
            for candidate in get_candidates(doc, self.spans_key)
            if low <= candidate.score <= high
            and candidate.label not in self.never_reject
            and not candidate.from_roster
        ]
        if not found:
            return []
        is_known = _known_names(doc, self.lexicon)
        return [candidate for candidate in found if not is_known(candidate)]

    def excerpts(self, doc: Doc, candidates: Iterable[Candidate]) -> list[Excerpt]:
        """Make the excerpts that are sent for candidates.

        doc (Doc): The document.
        candidates (Iterable[Candidate]): Some of its candidates.
        RETURNS (list[Excerpt]): Each candidate with its context.
        """
        text = doc_text(doc)
        tokens = [(token.idx, token.idx + len(token)) for token in doc]
        others = get_candidates(doc, self.spans_key) if self.mask_context else []
        return [
            make_excerpt(
                text,
                tokens,
                (candidate.start, candidate.end),
                candidate.label,
                self.context_tokens,
                [
                    (other.start, other.end, other.label)
                    for other in others
                    if other.cut(text) != candidate.cut(text)
                ],
            )
            for candidate in candidates
        ]

    async def _query(
        self, uncertain: Sequence[Candidate], excerpts: Sequence[Excerpt], session: Session
    ) -> Apply:
        tally = UsageTally()
        outcomes = await self.verifier.judge(excerpts, session, tally)
        refused = {
            candidate
            for candidate, outcome in zip(uncertain, outcomes, strict=True)
            if outcome.refused
        }
        undecided = Counter(outcome.reason for outcome in outcomes if outcome.reason)
        [(status, _)] = undecided.most_common(1) or [("ok", 0)]

        def apply(doc: Doc) -> None:
            move_candidates(
                doc, lambda candidate: REASON if candidate in refused else "", self.spans_key
            )
            write_status(
                doc,
                self.name,
                {
                    "status": status,
                    "asked": len(uncertain),
                    "rejected": len(refused),
                    "undecided": dict(sorted(undecided.items())),
                    **tally.usage.to_dict(),
                },
            )

        return apply


def _known_names(doc: Doc, lexicon: Lexicon) -> Callable[[Candidate], bool]:
    """Make a test of whether a candidate is or contains part of a name of the roster or a speaker,
    even misspelt."""
    known = known_names(doc, lexicon)
    parts = folded_parts((name.text for name in known), lexicon)
    finder = NameFinder(known, min_misspelt_length=MIN_MISSPELT_LENGTH, lexicon=lexicon)
    text = doc_text(doc)
    mentions = [
        (start + mention.start, start + mention.end)
        for start, end in (message_bounds(doc) if finder else ())
        for mention in finder.find(text[start:end])
    ]
    forms = {fold(text[start:end]) for start, end in mentions}

    def is_known(candidate: Candidate) -> bool:
        original = candidate.cut(text)
        return (
            fold(original) in forms
            or not parts.isdisjoint(folded_parts([original], lexicon))
            or any(start < candidate.end and candidate.start < end for start, end in mentions)
        )

    return is_known
