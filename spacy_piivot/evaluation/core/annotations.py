"""What evaluation works on: spans by message, with or without the texts they were found in.

Readers make these values from any file or Doc; matching, strata and reports know nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ...corpus.annotated_spans import AnnotatedSpan, Extent, Lookalike


@dataclass(frozen=True, slots=True)
class AnnotatedMessage:
    """One message with its spans.

    spans (Sequence[AnnotatedSpan]): What is labelled, in text order.
    text (str | None): The message; None where the source holds spans alone.
    speaker (str): The speaker's role ("TUTOR", "STUDENT", …); "" for a name or nothing.
    speaker_name (str): The speaker's name, where the source gives it; "" for a role.
    segment (str): "MATH" or "NON-MATH", "" where the source does not say.
    lookalikes (Sequence[Lookalike]): What only resembles PII.
    distractors (Sequence[AnnotatedSpan]): Spans that are scored apart: a prediction over one of
        the gold is neither right nor wrong. Readers leave them among the spans; `schemes`
        parts them.
    tokens (Sequence[Extent] | None): The source's own tokens as start and end; None for
        what an English spaCy tokeniser makes of the text.
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
    corpus (str): Where it comes from, "" if unknown.
    file (str): Its file in the folder that was read, without suffixes; "" for a file alone.
    swap (Mapping[str, str]): For a dialogue of a name-swap test: the `region`, `subregion`
        and `gender` of its names, and the id of the dialogue it was made from (`of`).
    """

    id: str
    messages: Sequence[AnnotatedMessage]
    corpus: str = ""
    file: str = ""
    swap: Mapping[str, str] = field(default_factory=dict)

    def spans(self) -> Iterator[AnnotatedSpan]:
        """All spans, message by message."""
        for message in self.messages:
            yield from message.spans
