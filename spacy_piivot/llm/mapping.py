"""Asks a model for one mapping of what is replaced in a dialogue to surrogates.

After Zent et al. (2025), 2.1.2: the whole conversation is shown, what is settled is shown again,
and what is missing or flawed is asked for again with what was wrong.
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
# What was asked before in the same words would be answered in the same words.
_TEMPERATURE_AGAIN = 0.7
# Asking again may help.
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
    """Something that a surrogate is wanted for, with what was wrong with the last answer."""

    @property
    def text(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def answer(self) -> str: ...
    @property
    def flaw(self) -> str: ...


class Sheet(Protocol):
    """What is wanted, and who says whether an answer holds."""

    @property
    def missing(self) -> Sequence[Any]: ...
    @property
    def settled(self) -> Sequence[tuple[str, str]]: ...
    def offer(self, wishes: Sequence[Any], answers: Mapping[int, str]) -> None: ...


class Mapper:
    """Whom to ask for surrogates, and how.

    model (str): The model.
    tries (int): How often it is asked for what is missing or flawed.
    prompt_path (str | None): A jinja file to use in place of the shipped prompt.
    RAISES (InputError): If an argument cannot be used.
    """

    def __init__(self, *, model: str, tries: int = 3, prompt_path: str | None = None) -> None:
        if tries < 1:
            raise InputError("tries: must be at least 1.")
        self.model = model
        self.tries = tries
        self.prompt_path = prompt_path
        # Whether it can be read does not depend on the language.
        load_prompt(PROMPT, prompt_path, ENGLISH)

    async def fill(
        self,
        sheet: Sheet,
        chunks: Sequence[Chunk],
        session: Session,
        tally: UsageTally,
        lexicon: Lexicon,
    ) -> str:
        """Ask until all wishes are settled or the tries are used up.

        sheet (Sheet): The wishes; takes the answers.
        chunks (Sequence[Chunk]): The conversation; in pieces if it is too long for one prompt. A
            later piece is shown what the ones before it settled.
        session (Session): What to ask.
        tally (UsageTally): Where to add what was used.
        lexicon (Lexicon): The words of the conversation's language.
        RETURNS (str): Why the last question that left something open was not answered; "" if it
            was.
        """
        failure = ""
        for chunk, here in _first_said(sheet.missing, chunks):
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
                # A mapping is text: never kept.
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
        """The question for some surrogates.

        wishes (Sequence[Wish]): What is wanted.
        settled (Sequence[tuple[str, str]]): Originals with the surrogates that they have already.
        chunk (Chunk): The conversation.
        sample (int): Which try it is.
        lexicon (Lexicon): The words of the conversation's language.
        RETURNS (Request): The question.
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


def _first_said(
    wishes: Sequence[Wish], chunks: Sequence[Chunk]
) -> Iterator[tuple[Chunk, list[_Key]]]:
    """Each piece of a conversation with what stands in it first; in the last, the rest."""
    left = [(wish.label, wish.text) for wish in wishes]
    for number, chunk in enumerate(chunks, 1):
        said = "\n".join(message.text for message in chunk.messages)
        here = [key for key in left if number == len(chunks) or show_text(key[1]) in said]
        left = [key for key in left if key not in here]
        yield chunk, here


def read_mapping(answer: Answer) -> dict[int, str]:
    """The surrogates in an answer.

    answer (Answer): What the model said.
    RETURNS (dict[int, str]): By the number of the wish; one with two different answers is left out.
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
    return {number: said.pop() for number, said in found.items() if len(said) == 1}
