"""`llm_detector`: a language model reads the dialogue and lists the PII in it."""

from collections.abc import Coroutine, Sequence
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..core.dialogue import message_bounds, message_roles, message_segments, message_tokens
from ..core.spans import MATH_SEGMENTS, PII, Candidate, add_candidates, mark_searched
from ..core.texts import doc_text
from ..errors import InputError
from ..evaluation.core.scorer import Scorer, score_weights
from ..lang import Lexicon
from ..llm.chunks import Chunk, ShownMessage, split_messages
from ..llm.connection import Connection, check_connection
from ..llm.detection import MATH_AWARE, Detector
from ..llm.endpoint import CONNECTION
from ..llm.requests import NoAnswer
from ..llm.session import Session
from ..llm.usage import UsageTally
from ..plain import doc_view, read_plain
from .admission import admitted
from .concurrent_component import Apply, write_status
from .llm_component import LLMComponent
from .pipeline_watch import watch_pipeline
from .saving import save_without_texts


@Language.factory(
    "llm_detector",
    assigns=["doc.spans", "doc._.piivot_llm"],
    default_config={
        "connection": {"@misc": CONNECTION},
        "prompt": MATH_AWARE,
        "prompt_path": None,
        "examples": None,
        "chunk_tokens": 1500,
        "default_score": 0.8,
        "spans_key": PII,
        "lexicon": {"@misc": "spacy_piivot.Lexicon.v1", "lang": "en"},
        "scorer": {"@scorers": "spacy_piivot.PIIScorer.v1", "spans_key": PII},
    },
    default_score_weights=score_weights(PII),
)
def make_llm_detector(
    nlp: Language,
    name: str,
    connection: Connection,
    prompt: str,
    prompt_path: str | None,
    examples: str | None,
    chunk_tokens: int,
    default_score: float,
    spans_key: str,
    lexicon: Lexicon,
    scorer: Scorer | None,
) -> "LLMDetector":
    """Construct an LLMDetector component.

    connection (Connection): The model's endpoint, made by `spacy_piivot.Connection.v1`; `base_url`
        and `remote_ok` are not saved, and not read from a saved pipeline. A Doc that cannot be
        searched within its budget fails; its `cache_dir` stores offsets.
    prompt (str): "basic", "math-aware", "segment-aware" (after `math_segmenter`) or
        "special-identifiers" (names, web and e-mail addresses, telephone numbers only).
    prompt_path (str | None): A jinja file to use instead of the shipped prompt.
    examples (str | None): JSONL of few-shot examples with "text" and "answer"; "none" for none,
        as for a fine-tuned model; None for the shipped ones, if the prompt has any.
    chunk_tokens (int): How many tokens of a dialogue are sent per request, in whole messages.
    default_score (float): The score of findings if the endpoint gives no probabilities.
    spans_key (str): The span group to write candidates to.
    lexicon (Lexicon): The words of the language (`spacy_piivot.Lexicon.v1`), and its prompts.
    scorer (Scorer | None): The scoring method.
    """
    save_without_texts(nlp)
    check_connection(connection)
    watch_pipeline(nlp)
    detector = Detector(
        model=connection.model,
        prompt=prompt,
        prompt_path=prompt_path,
        examples=examples,
        lexicon=lexicon,
    )
    return LLMDetector(
        name=name,
        connection=connection,
        detector=detector,
        chunk_tokens=chunk_tokens,
        default_score=default_score,
        spans_key=spans_key,
        lexicon=lexicon,
        scorer=scorer,
    )


class LLMDetector(LLMComponent):
    """Adds a model's findings, with their probabilities as scores if the endpoint gives them.

    A Doc fails if any part of it could not be searched. Findings that do not occur in the text are
    dropped and counted in `doc._.piivot_llm`.
    """

    factory = "llm_detector"

    def __init__(
        self,
        *,
        name: str,
        connection: Connection,
        detector: Detector,
        chunk_tokens: int,
        default_score: float,
        spans_key: str,
        lexicon: Lexicon,
        scorer: Scorer | None,
    ) -> None:
        super().__init__(name=name, connection=connection)
        connection.check_models([detector.model])
        if chunk_tokens < 1:
            raise InputError("chunk_tokens: must be at least 1.")
        if not 0 <= default_score <= 1:
            raise InputError("default_score: must be from 0 to 1.")
        self.detector = detector
        self.chunk_tokens = chunk_tokens
        self.default_score = default_score
        self.spans_key = spans_key
        self.lexicon = lexicon
        self.scorer = scorer

    def prepare(self, doc: Doc, session: Session) -> Coroutine[Any, Any, Apply]:
        if self.detector.needs_segments and MATH_SEGMENTS not in doc.spans:
            raise InputError(
                "The prompt 'segment-aware' needs to know which messages are mathematics: put "
                "'math_segmenter' before this component."
            )
        plain = doc_view(doc, self.lexicon).as_doc(doc)
        starts = [start for start, _ in message_bounds(plain)]
        return self._query(self.chunks(plain), starts, session)

    def chunks(self, doc: Doc) -> list[Chunk]:
        """Split a Doc into the chunks that are sent.

        doc (Doc): The document.
        RETURNS (list[Chunk]): Its messages in chunks.
        """
        text = doc_text(doc)
        messages = [
            ShownMessage(self.detector.show(text[start:end]), role, segment)
            for (start, end), role, segment in zip(
                message_bounds(doc), message_roles(doc), message_segments(doc), strict=True
            )
        ]
        lengths = [end - start for start, end in message_tokens(doc)]
        return split_messages(messages, lengths, self.chunk_tokens)

    async def _query(
        self, chunks: Sequence[Chunk], starts: Sequence[int], session: Session
    ) -> Apply:
        tally = UsageTally()
        reason = ""
        try:
            found, unaligned = await self.detector.find(chunks, session, tally)
        except NoAnswer as error:
            found, unaligned, reason = [], 0, error.reason
        candidates = [
            Candidate(
                starts[number] + start,
                starts[number] + end,
                label,
                self.default_score if score is None else score,
                self.name,
            )
            for number, start, end, label, score in found
        ]

        def apply(doc: Doc) -> None:
            status = {"status": reason or "ok", "found": len(candidates), "unaligned": unaligned}
            write_status(doc, self.name, {**status, **tally.usage.to_dict()})
            if reason:
                raise NoAnswer(reason)
            mark_searched(doc, self.name, self.spans_key)
            with read_plain(doc, self.spans_key, self.lexicon) as plain:
                bounds = message_bounds(plain)
                kept = admitted(doc_text(plain), bounds, candidates, self.lexicon)
                add_candidates(plain, kept, self.spans_key)

        return apply
