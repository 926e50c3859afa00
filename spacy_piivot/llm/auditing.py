"""Judges the placeholders of an earlier redaction (Zhou et al. 2026, phase 1 and Appendix 1)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..lang import Lexicon
from .chunks import Chunk, ShownMessage, show_text
from .excerpts import CLOSE, OPEN, defuse
from .findings import Finding, locate_entries, number_line
from .json_answers import json_values
from .prompts import render
from .requests import UNPARSABLE, Answer, NoAnswer, Request
from .types import SCHEMA as LIST_SCHEMA
from .types import TYPES, canonical_type, known_types

PII, NOT_PII, UNCERTAIN = VERDICTS = ("PII", "Not PII", "Uncertain")
PROMPT = "audit"
MESSAGES_AROUND = 3
MAX_TOKENS = 500
LONGEST_FILL = 60

_NUMBER = r"(?:[ _-]?\d{1,3})?"
_SPOKEN = re.compile(r"[^\W\d_]{3,}")
_BRACKET = re.compile(r"[\[\]<>]")

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": list(VERDICTS)},
        "type": {"type": "string", "enum": list(TYPES)},
        "fill": {"type": "string"},
        "missed": LIST_SCHEMA["properties"]["pii"],
    },
    "required": ["verdict", "type", "fill", "missed"],
    "additionalProperties": False,
}


class Placeholder(NamedTuple):
    """A placeholder for redacted text.

    message (int): The number of its message.
    start (int): First character in the message.
    end (int): Character after the last one.
    text (str): The placeholder: "<PERSON>", "[NAME_2]".
    type (str): The type it gives: "PERSON".
    """

    message: int
    start: int
    end: int
    text: str
    type: str

    @property
    def is_numbered(self) -> bool:
        """Whether it has a number, so that the same placeholder always means the same person."""
        return any(map(str.isdigit, self.text))


@dataclass(frozen=True, slots=True)
class Judgement:
    """A model's judgement of a placeholder.

    verdict (str): One of `VERDICTS`.
    label (str): The canonical label of the redacted text.
    fill (str): Text to replace it with; "" if the model gave no usable one.
    missed (Sequence[Finding]): PII left in the text around it.
    """

    verdict: str
    label: str
    fill: str = field(default="", repr=False)
    missed: Sequence[Finding] = ()


def find_placeholders(texts: Sequence[str], lexicon: Lexicon) -> list[Placeholder]:
    """The placeholders of a dialogue.

    texts (Sequence[str]): Its messages.
    lexicon (Lexicon): The words of their language.
    RETURNS (list[Placeholder]): In order.
    """
    return [
        Placeholder(number, *match.span(), match[0], match[1] or match[2])
        for number, text in enumerate(texts)
        for match in lexicon.part(_placeholders).finditer(text)
    ]


def _placeholders(lexicon: Lexicon) -> re.Pattern[str]:
    # In square brackets only known types: transcripts have [INAUDIBLE], the area [ABC].
    known = "|".join(sorted(lexicon.part(known_types), key=len, reverse=True))
    return re.compile(rf"<(ID|[A-Z][A-Z_]{{2,40}}?){_NUMBER}>|\[({known}){_NUMBER}\]")


def window(texts: Sequence[str], roles: Sequence[str], placeholder: Placeholder) -> Chunk:
    """The messages from which a placeholder is judged.

    texts (Sequence[str]): The dialogue's messages.
    roles (Sequence[str]): The roles of their speakers.
    placeholder (Placeholder): The placeholder.
    RETURNS (Chunk): Its message, and three before and after.
    """
    first = max(placeholder.message - MESSAGES_AROUND, 0)
    last = placeholder.message + MESSAGES_AROUND + 1
    messages = [
        ShownMessage(show_text(text), role)
        for text, role in zip(texts[first:last], roles[first:last], strict=True)
    ]
    return Chunk(first, messages)


def request(
    chunk: Chunk, placeholder: Placeholder, model: str, prompt_path: str | None, lexicon: Lexicon
) -> Request:
    """The request to judge a placeholder.

    chunk (Chunk): The result of `window`.
    placeholder (Placeholder): The placeholder.
    model (str): The model.
    prompt_path (str | None): A jinja file to use instead of the shipped prompt.
    lexicon (Lexicon): The words of the prompt's language.
    RETURNS (Request): The request.
    """
    lines = []
    for number, message in enumerate(chunk.messages, chunk.first):
        text = message.text
        if number == placeholder.message:
            text = (
                f"{defuse(text[: placeholder.start])}{OPEN}{placeholder.text}{CLOSE}"
                f"{defuse(text[placeholder.end :])}"
            )
        else:
            text = defuse(text)
        lines.append(number_line(number, f"{message.role}: {text}" if message.role else text))
    return Request(
        model=model,
        messages=render(PROMPT, prompt_path, lexicon, lines=lines, types=list(TYPES)),
        max_tokens=MAX_TOKENS,
        schema=_SCHEMA,
    )


def read_judgement(
    answer: Answer, chunk: Chunk, placeholder: Placeholder, lexicon: Lexicon
) -> Judgement:
    """Read the judgement of a placeholder from an answer.

    answer (Answer): The model's answer.
    chunk (Chunk): The messages it was shown.
    placeholder (Placeholder): The placeholder.
    lexicon (Lexicon): The words of the prompt's language.
    RETURNS (Judgement): The judgement.
    RAISES (NoAnswer): If the answer has no verdict, or more than one.
    """
    objects = [v for v in json_values(answer.text) if isinstance(v, dict) and "verdict" in v]
    if len(objects) != 1:
        raise NoAnswer(UNPARSABLE)
    [judgement] = objects
    known = {verdict.casefold(): verdict for verdict in VERDICTS}
    verdict = known.get(str(judgement["verdict"]).strip().casefold().replace("_", " "))
    if verdict is None:
        raise NoAnswer(UNPARSABLE)
    given = judgement.get("type")
    kind = given if isinstance(given, str) and given else placeholder.type
    label = canonical_type(kind, lexicon)
    missed = judgement.get("missed")
    return Judgement(
        verdict,
        label,
        _usable(judgement.get("fill"), verdict, lexicon),
        locate_entries(missed if isinstance(missed, list) else [], chunk, lexicon),
    )


def spoken_words(text: str) -> set[str]:
    """The words of a text that may be names: of three letters or more, casefolded."""
    return {word.casefold() for word in _SPOKEN.findall(text)}


def _usable(fill: Any, verdict: str, lexicon: Lexicon) -> str:
    """A fill that can replace a placeholder; "" if the given one cannot."""
    if not isinstance(fill, str) or verdict == UNCERTAIN:
        return ""
    fill = " ".join(fill.split())
    if len(fill) > LONGEST_FILL or not fill.isprintable() or not any(map(str.isalnum, fill)):
        return ""
    # Brackets may belong to a prompt or placeholder, but mathematics also has brackets.
    marked = _BRACKET.search(fill) if verdict == PII else OPEN in fill or CLOSE in fill
    return "" if marked or lexicon.part(_placeholders).search(fill) else fill
