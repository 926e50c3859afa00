"""A surrogate generator that uses proposals of a language model."""

from collections.abc import Callable, Sequence

from spacy.tokens import Doc

from ..core.dialogue import message_bounds, message_roles, message_tokens
from ..core.texts import doc_text
from ..errors import InputError
from ..lang import Lexicon
from ..llm.chunks import Chunk, ShownMessage, show_text, split_messages
from ..llm.connection import Connection, check_connection
from ..llm.mapping import Mapper
from ..llm.session import Session
from ..llm.usage import UsageTally
from ..plain import doc_view
from ..surrogates.proposals import PHONE, WANTED_LABELS, Proposals
from .concurrent_component import Apply, Begun
from .generators import Made, Wanted
from .llm_queries import ModelClient
from .scopes import DOCUMENT


class LLMSurrogates(ModelClient):
    """Uses the surrogates that a language model proposes, if they pass the checks.

    The model sees the dialogue, but not the speakers' names or the roster. Everything is replaced
    even if the model fails: `doc._.piivot_llm` counts the surrogates that were drawn instead.

    connection (Connection): The connection to the endpoint.
    mapper (Mapper): The model and the prompt.
    chunk_tokens (int): How many tokens of a dialogue are shown together, in whole messages.
    RAISES (InputError): If an argument cannot be used.
    """

    # The model sees one dialogue at a time.
    scopes: Sequence[str] = (DOCUMENT,)
    asks = True

    def __init__(self, connection: Connection, *, mapper: Mapper, chunk_tokens: int) -> None:
        super().__init__(connection)
        connection.check_models([mapper.model])
        if connection.cache_dir is not None:
            raise InputError(
                "cache_dir: surrogates are texts, and texts are not stored. Use a connection "
                "without cache_dir."
            )
        if chunk_tokens < 1:
            raise InputError("chunk_tokens: must be at least 1.")
        self.mapper = mapper
        self.chunk_tokens = chunk_tokens

    def begin(self, doc: Doc, wanted: Wanted, write: Callable[[Made], Apply]) -> Begun:
        plain = doc_view(doc, wanted.lexicon).as_doc(doc)
        text = doc_text(plain)
        proposals = Proposals(
            wanted.mentions,
            text=text,
            speakers=wanted.speakers,
            roster=wanted.roster,
            allow=wanted.allow,
            lexicon=wanted.lexicon,
            labels=WANTED_LABELS - ({PHONE} if wanted.fictional_phones else set()),
        )
        session = self.session
        return session.submit(
            self._query(proposals, self._chunks(plain, text), session, wanted.lexicon, write)
        )

    def _chunks(self, doc: Doc, text: str) -> list[Chunk]:
        messages = [
            ShownMessage(show_text(text[start:end]), role)
            for (start, end), role in zip(message_bounds(doc), message_roles(doc), strict=True)
        ]
        lengths = [end - start for start, end in message_tokens(doc)]
        return split_messages(messages, lengths, self.chunk_tokens)

    async def _query(
        self,
        proposals: Proposals,
        chunks: Sequence[Chunk],
        session: Session,
        lexicon: Lexicon,
        write: Callable[[Made], Apply],
    ) -> Apply:
        tally = UsageTally()
        failure = await self.mapper.fill(proposals, chunks, session, tally, lexicon)
        drawn = len(proposals.missing)
        status = {
            "status": failure or "ok",
            "asked": proposals.asked,
            "made": proposals.asked - drawn,
            "drawn": drawn,
            "flaws": dict(sorted(proposals.flaws.items())),
            **tally.usage.to_dict(),
        }
        return write(Made(proposals.given, status))


def make_llm_surrogates(
    connection: Connection,
    tries: int = 3,
    chunk_tokens: int = 6000,
    prompt_path: str | None = None,
) -> LLMSurrogates:
    """Let a language model propose surrogates; registered as `spacy_piivot.LLMSurrogates.v1`.

    It reads the dialogue and proposes names, places, schools and telephone numbers. Each proposal
    is checked; surrogates for flawed proposals and for all other labels are drawn. The scope must
    be "document".

    connection (Connection): The model's endpoint, made by `spacy_piivot.Connection.v1`; `base_url`
        and `remote_ok` are not saved, and not read from a saved pipeline. Surrogates that exceed
        its budget are drawn.
    tries (int): How often missing or flawed proposals are requested from the model.
    chunk_tokens (int): How many tokens of a dialogue are shown together, in whole messages.
    prompt_path (str | None): A jinja file to use instead of the shipped prompt.
    RETURNS (LLMSurrogates): The generator.
    RAISES (InputError): If an argument cannot be used.
    """
    check_connection(connection)
    return LLMSurrogates(
        connection,
        mapper=Mapper(model=connection.model, tries=tries, prompt_path=prompt_path),
        chunk_tokens=chunk_tokens,
    )
