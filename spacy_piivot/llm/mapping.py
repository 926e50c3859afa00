"""Has a model propose a surrogate for each original of a dialogue.

After Zent et al. (2025), 2.1.2: the prompt shows the whole conversation and the accepted
surrogates; missing or flawed ones are requested again, with what was wrong.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from ..errors import InputError
from ..lang import ENGLISH, Lexicon
from .chunks import Chunk, show_text
from .detection import show_lines
from .json_answers import json_values
from .prompts import load_prompt, prompt_language, render
from .requests import REFUSAL, TRUNCATED, UNPARSABLE, Answer, NoAnswer, Request
from .session import Session
from .usage import UsageTally

PROMPT = "surrogates"
MOST_AT_ONCE = 40

_FEWEST_TOKENS, _TOKENS_AN_ENTRY = 200, 40
# A higher temperature, since the same prompt would get the same answer.
_TEMPERATURE_AGAIN = 0.7
# Reasons for which another try may help.
_OF_THE_MODEL = frozenset({UNPARSABLE, TRUNCATED, REFUSAL})
_Key = tuple[str, str]
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "surrogates": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"number": {"type": "integer"}, "surrogate": {"type": "string"}},
                "required": ["number", "surrogate"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["surrogates"],
    "additionalProperties": False,
}


class Wish(Protocol):
    """An original that needs a surrogate, with the last answer and its flaw."""

    @property
    def text(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def answer(self) -> str: ...
    @property
    def flaw(self) -> str: ...


class Sheet(Protocol):
    """The wishes of a dialogue; accepts or rejects the answers to them."""

    @property
    def missing(self) -> Sequence[Any]: ...
    @property
    def settled(self) -> Sequence[tuple[str, str]]: ...
    def offer(self, wishes: Sequence[Any], answers: Mapping[int, str]) -> None: ...


class Mapper:
    """The model and prompt for surrogates.

    model (str): The model.
    tries (int): How often missing or flawed surrogates are requested.
    prompt_path (str | None): A jinja file to use instead of the shipped prompt.
    RAISES (InputError): If an argument cannot be used.
    """

    def __init__(self, *, model: str, tries: int = 3, prompt_path: str | None = None) -> None:
        if tries < 1:
            raise InputError("tries: must be at least 1.")
        self.model = model
        self.tries = tries
        self.prompt_path = prompt_path
        # Checks that the file can be read; the language does not matter for that.
        load_prompt(PROMPT, prompt_path, ENGLISH)

    async def fill(
        self,
        sheet: Sheet,
        chunks: Sequence[Chunk],
        session: Session,
        tally: UsageTally,
        lexicon: Lexicon,
    ) -> str:
        """Send requests until all wishes are fulfilled or the tries are used up.

        sheet (Sheet): The wishes, which receives the answers.
        chunks (Sequence[Chunk]): The conversation; in pieces if it is too long for one prompt.
            Later pieces are shown with the surrogates accepted for earlier ones.
        session (Session): The session to use.
        tally (UsageTally): The tally to add the usage to.
        lexicon (Lexicon): The words of the conversation's language.
        RETURNS (str): Why the last request that left wishes open was not answered; "" if it
            was.
        """
        failure = ""
        for chunk, here in _by_first_mention(sheet.missing, chunks):
            for i in range(0, len(here), MOST_AT_ONCE):
                keys = frozenset(here[i : i + MOST_AT_ONCE])
                failure = (
                    await self._fill_some(sheet, keys, chunk, session, tally, lexicon) or failure
                )
                if failure and failure not in _OF_THE_MODEL:
                    return failure
        return failure

    async def _fill_some(
        self,
        sheet: Sheet,
        keys: frozenset[_Key],
        chunk: Chunk,
        session: Session,
        tally: UsageTally,
        lexicon: Lexicon,
    ) -> str:
        failure = ""
        for sample in range(self.tries):
            wishes = [wish for wish in sheet.missing if (wish.label, wish.text) in keys]
            if not wishes:
                return ""
            request = self.request(wishes, sheet.settled, chunk, sample, lexicon)
            try:
                # A mapping is text, which is never cached.
                answers = await session.ask(request, read_mapping, tally, keep=False)
            except NoAnswer as error:
                failure = error.reason
                if failure not in _OF_THE_MODEL:
                    break
                continue
            failure = ""
            sheet.offer(wishes, answers)
        return failure

    def request(
        self,
        wishes: Sequence[Wish],
        settled: Sequence[tuple[str, str]],
        chunk: Chunk,
        sample: int,
        lexicon: Lexicon,
    ) -> Request:
        """The request for some surrogates.

        wishes (Sequence[Wish]): The wishes.
        settled (Sequence[tuple[str, str]]): Originals that already have surrogates, with these.
        chunk (Chunk): The conversation.
        sample (int): The number of the try.
        lexicon (Lexicon): The words of the conversation's language.
        RETURNS (Request): The request.
        """
        tokens = _FEWEST_TOKENS + sum(_TOKENS_AN_ENTRY + len(wish.text) for wish in wishes)
        return Request(
            model=self.model,
            messages=render(
                PROMPT,
                self.prompt_path,
                prompt_language(PROMPT, self.prompt_path, lexicon),
                lines=show_lines(chunk, segments=False, roles=True),
                settled=[(show_text(text), surrogate) for text, surrogate in settled],
                wishes=[
                    {
                        "label": wish.label,
                        "text": show_text(wish.text),
                        "answer": wish.answer,
                        "flaw": wish.flaw,
                    }
                    for wish in wishes
                ],
                labels=sorted({wish.label for wish in wishes}),
            ),
            max_tokens=tokens,
            temperature=_TEMPERATURE_AGAIN if sample else 0.0,
            sample=sample,
            schema=_SCHEMA,
        )


def _by_first_mention(
    wishes: Sequence[Wish], chunks: Sequence[Chunk]
) -> Iterator[tuple[Chunk, list[_Key]]]:
    """Each piece of a conversation with the wishes that first occur in it, the rest last."""
    left = [(wish.label, wish.text) for wish in wishes]
    for number, chunk in enumerate(chunks, 1):
        shown = "\n".join(message.text for message in chunk.messages)
        here = [key for key in left if number == len(chunks) or show_text(key[1]) in shown]
        left = [key for key in left if key not in here]
        yield chunk, here


def read_mapping(answer: Answer) -> dict[int, str]:
    """Read the surrogates from an answer.

    answer (Answer): The model's answer.
    RETURNS (dict[int, str]): By number of the wish; wishes with two different answers are skipped.
    RAISES (NoAnswer): If there is no list of them.
    """
    found: dict[int, set[str]] = {}
    listed = False
    for value in json_values(answer.text):
        entries = value.get("surrogates") if isinstance(value, dict) else value
        for entry in entries if isinstance(entries, list) else ():
            match entry:
                case {"number": int(number), "surrogate": str(surrogate)}:
                    found.setdefault(number, set()).add(surrogate)
        listed = listed or isinstance(entries, list)
    if not listed:
        raise NoAnswer(UNPARSABLE)
    return {number: some.pop() for number, some in found.items() if len(some) == 1}
