"""Annotated dialogues: the spans of each message, with or without its text.

Readers make these values from any file or Doc; matching, strata and reports use nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...corpus.annotated_spans import AnnotatedSpan, Extent, Lookalike


@dataclass(frozen=True, slots=True)
class AnnotatedMessage:
    """One message with its spans.

    spans (Sequence[AnnotatedSpan]): The labelled spans, in text order.
    text (str | None): The text of the message; None if the source contains spans only.
    speaker (str): The speaker's role ("TUTOR", "STUDENT", …); "" if a name or nothing is given.
    speaker_name (str): The speaker's name, if the source gives it; "" for a role.
    segment (str): "MATH" or "NON-MATH"; "" if the source does not say.
    lookalikes (Sequence[Lookalike]): Strings that only resemble PII.
    distractors (Sequence[AnnotatedSpan]): Spans that are scored separately: a prediction that
        overlaps a gold distractor is neither right nor wrong. Readers leave them among the spans;
        `schemes` separates them.
    tokens (Sequence[Extent] | None): The source's own tokens as start and end; None for
        those of an English spaCy tokeniser.
    """

    spans: Sequence[AnnotatedSpan]
    text: str | None = field(default=None, repr=False)
    speaker: str = ""
    speaker_name: str = field(default="", repr=False)
    segment: str = ""
    lookalikes: Sequence[Lookalike] = ()
    distractors: Sequence[AnnotatedSpan] = ()
    tokens: Sequence[Extent] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class AnnotatedDialogue:
    """One dialogue with its spans; an essay is a dialogue of one message.

    id (str): Its id.
    messages (Sequence[AnnotatedMessage]): Its messages, in order.
    corpus (str): The corpus it comes from; "" if unknown.
    file (str): Its file in the folder that was read, without suffixes; "" if a single file was
        read.
    swap (Mapping[str, str]): For a dialogue of a name-swap test: the `region`, `subregion`
        and `gender` of its names, and the id of the dialogue it was made from (`of`).
    """

    id: str
    messages: Sequence[AnnotatedMessage]
    corpus: str = ""
    file: str = ""
    swap: Mapping[str, str] = field(default_factory=dict)

    def spans(self) -> Iterator[AnnotatedSpan]:
        """Yield all spans, message by message."""
        for message in self.messages:
            yield from message.spans
