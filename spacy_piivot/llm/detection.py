"""Detects the PII of a dialogue with a language model.

After Zhou et al. (2026), Appendices 4 to 6, and Shen et al. (2025), Tables 2 and 3.
"""

from collections.abc import Mapping, Sequence

import srsly

from ..errors import InputError
from ..lang import Lexicon
from .chunks import Chunk, show_text
from .findings import Finding, Findings, number_line, read_copy, read_list
from .loop import run_together
from .marks import break_marks
from .prompts import (
    DETECTOR_PROMPTS,
    FOLDER,
    fence,
    load_prompt,
    prompt_language,
    read_examples,
    render,
)
from .requests import Answer, NoAnswer, Request
from .session import Session
from .types import SCHEMA
from .usage import UsageTally

BASIC, MATH_AWARE, SEGMENT_AWARE, SPECIAL_IDENTIFIERS = DETECTOR_PROMPTS
NO_EXAMPLES = "none"
_SHIPPED_EXAMPLES = f"{FOLDER}/detector-special-identifiers.examples.jsonl"
_FEWEST_TOKENS = 300


class Detector:
    """The model and prompt for detection.

    model (str): The model.
    prompt (str): One of `DETECTOR_PROMPTS`.
    prompt_path (str | None): A jinja file to use instead of the shipped one.
    examples (str | None): A file of few-shot examples; "none" for none (as for a fine-tuned
        model); None for the shipped ones, if the prompt has any.
    lexicon (Lexicon): The words of the texts' language.
    RAISES (InputError): If the prompt is unknown, or a file cannot be used.
    """

    def __init__(
        self,
        *,
        model: str,
        prompt: str = MATH_AWARE,
        prompt_path: str | None = None,
        examples: str | None = None,
        lexicon: Lexicon,
    ) -> None:
        if prompt not in DETECTOR_PROMPTS:
            raise InputError(
                f"prompt: unknown {prompt!r}. Use one of: {', '.join(DETECTOR_PROMPTS)}."
            )
        self.model = model
        self.prompt = prompt
        self.prompt_path = prompt_path
        self._name = f"detector-{prompt}"
        self._language = prompt_language(self._name, prompt_path, lexicon)
        load_prompt(self._name, prompt_path, self._language)
        self.examples: list[Mapping[str, str]] = []
        if examples is None:
            self.examples = self._shipped_examples()
        elif examples != NO_EXAMPLES:
            self.examples = read_examples(examples)

    @property
    def copies(self) -> bool:
        """Whether the model copies the text with marks, rather than listing its findings."""
        return self.prompt == SPECIAL_IDENTIFIERS

    @property
    def needs_segments(self) -> bool:
        """Whether the prompt shows which messages are mathematics."""
        return self.prompt == SEGMENT_AWARE

    def show(self, text: str) -> str:
        """A message as the model sees it.

        text (str): The message.
        RETURNS (str): The message on one line of the same length, without a fence and, if the model
            copies it, without marks of its own.
        """
        shown = fence(show_text(text))
        return break_marks(shown) if self.copies else shown

    async def find(
        self, chunks: Sequence[Chunk], session: Session, tally: UsageTally
    ) -> tuple[list[Finding], int]:
        """Find PII.

        chunks (Sequence[Chunk]): The dialogue in pieces.
        session (Session): The session to use.
        tally (UsageTally): The tally to add the usage to.
        RETURNS (tuple[list[Finding], int]): The findings, and the number of listed texts that do
            not occur.
        RAISES (NoAnswer): If a piece could not be searched; the others are then cancelled.
        """
        found = await run_together(self._find(chunk, session, tally) for chunk in chunks)
        return [one for some, _ in found for one in some], sum(count for _, count in found)

    async def _find(
        self, chunk: Chunk, session: Session, tally: UsageTally
    ) -> tuple[list[Finding], int]:
        def read(answer: Answer) -> Findings:
            if self.copies:
                return read_copy(answer, chunk)
            return read_list(answer, chunk, self._language)

        try:
            some, unaligned = await session.ask(self.request(chunk), read, tally)
            return some, unaligned
        except NoAnswer as error:
            if not error.too_much or len(chunk.messages) == 1:
                raise
        # A request that was too long may work in halves.
        return await self.find([half for half in chunk.halves() if half.has_text], session, tally)

    def request(self, chunk: Chunk) -> Request:
        """The request for the PII of some messages.

        chunk (Chunk): The messages.
        RETURNS (Request): The request.
        """
        characters = sum(len(message.text) for message in chunk.messages)
        # A copy is as long as the text, and may need one token per character.
        tokens = _FEWEST_TOKENS + characters // (1 if self.copies else 2)
        return Request(
            model=self.model,
            messages=render(
                self._name,
                self.prompt_path,
                self._language,
                lines=show_lines(chunk, segments=self.needs_segments, roles=not self.copies),
                examples=self.examples,
            ),
            max_tokens=tokens,
            schema=None if self.copies else SCHEMA,
            logprobs=True,
        )

    def _shipped_examples(self) -> list[Mapping[str, str]]:
        if not self.copies:
            return []
        lines = self._language.text(_SHIPPED_EXAMPLES).splitlines()
        return [srsly.json_loads(line) for line in lines]


def show_lines(chunk: Chunk, *, segments: bool, roles: bool) -> list[str]:
    """The numbered lines that a prompt shows.

    chunk (Chunk): The messages; empty ones are skipped.
    segments (bool): Whether to show which are mathematics.
    roles (bool): Whether to show who speaks.
    RETURNS (list[str]): "3| MATH TUTOR: 2x = 4".
    """
    lines = []
    for number, message in enumerate(chunk.messages, chunk.first):
        if message.text.strip():
            shown = [message.segment if segments else "", message.role if roles else ""]
            before = " ".join(filter(None, shown))
            lines.append(
                number_line(number, f"{before}: {message.text}" if before else message.text)
            )
    return lines
