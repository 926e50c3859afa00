"""`hips_surrogator` with `generator = "llm"`: a language model proposes surrogates."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from spacy.tokens import Doc

from ..dialogue import message_bounds, message_roles, message_tokens
from ..errors import InputError
from ..llm.chunks import Chunk, ShownMessage, show_text, split_messages
from ..llm.mapping import Mapper
from ..llm.session import Connection, Session
from ..llm.usage import Tally
from ..plain import doc_view
from ..spans import has_failed
from ..surrogates.choice import Given
from ..surrogates.proposals import PHONE, WANTED_LABELS, Proposals
from ..texts import doc_text
from .hips_surrogator import HipsSurrogator, making
from .llm_component import Apply, LLMComponent, Started, write_status

GIVEN_KEY = "piivot_given"


class LLMSurrogator(LLMComponent, HipsSurrogator):
    """Replaces by what a language model proposes, where that holds, and by what is drawn elsewhere.

    The model sees the dialogue, but no speakers' names and no roster. Whatever goes wrong with it,
    everything is replaced: `doc._.piivot_llm` counts what was drawn in its place.
    """

    # The model knows one dialogue at a time.
    scopes = ("document",)

    def __init__(
        self, *, connection: Connection, mapper: Mapper, chunk_tokens: int, **settings: Any
    ) -> None:
        super().__init__(connection=connection, **settings)
        connection.check_models([mapper.model])
        if chunk_tokens < 1:
            raise InputError("chunk_tokens: must be at least 1.")
        self.mapper = mapper
        self.chunk_tokens = chunk_tokens

    def annotate(self, doc: Doc) -> None:
        if self.is_searched(doc):
            super().annotate(doc)

    def _start(self, doc: Doc) -> Started:
        return super()._start(doc) if has_failed(doc) or self.is_searched(doc) else None

    def prepare(self, doc: Doc, session: Session) -> Coroutine[Any, Any, Apply]:
        text = doc_text(doc)
        planned = self.plan(doc, text)
        plain = doc_view(doc).as_doc(doc)
        proposals = Proposals(
            making(planned),
            text=doc_text(plain),
            **self.named(doc),
            labels=WANTED_LABELS - ({PHONE} if self.fictional_phones else set()),
        )

        def write(doc: Doc) -> None:
            # The text and the edits hold it all anyway. Who replaces once more asks nothing.
            doc.user_data[GIVEN_KEY] = [[*entity, made] for entity, made in proposals.given.items()]
            self.replace(doc, text, planned, proposals.given)

        return self._ask(proposals, self._chunks(plain, doc_text(plain)), session, write)

    def given(self, doc: Doc) -> Given:
        return {(kind, entity): made for kind, entity, made in doc.user_data.get(GIVEN_KEY, ())}

    def _chunks(self, doc: Doc, text: str) -> list[Chunk]:
        messages = [
            ShownMessage(show_text(text[start:end]), role)
            for (start, end), role in zip(message_bounds(doc), message_roles(doc), strict=True)
        ]
        lengths = [end - start for start, end in message_tokens(doc)]
        return split_messages(messages, lengths, self.chunk_tokens)

    async def _ask(
        self,
        proposals: Proposals,
        chunks: Sequence[Chunk],
        session: Session,
        write: Callable[[Doc], None],
    ) -> Apply:
        tally = Tally()
        failure = await self.mapper.fill(proposals, chunks, session, tally)

        def apply(doc: Doc) -> None:
            write(doc)
            drawn = len(proposals.missing)
            status = {
                "status": failure or "ok",
                "asked": proposals.asked,
                "made": proposals.asked - drawn,
                "drawn": drawn,
                "flaws": dict(sorted(proposals.flaws.items())),
            }
            write_status(doc, self.name, {**status, **tally.usage.to_dict()})

        return apply

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[type, dict[str, Any]]]:
        restore, (cls, state) = HipsSurrogator.__reduce__(self)
        return restore, (cls, {**state, "_session": None})
