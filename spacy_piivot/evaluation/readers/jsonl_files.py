"""Reads annotated dialogues from dialogue JSONL, with `spans` in the messages."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...core.dialogue import MATH, NON_MATH
from ...core.speakers import speaker_name, speaker_role
from ...corpus.annotated_spans import EntryPosition, decode_lookalikes, decode_spans, text_order
from ...corpus.jsonl import read_jsonl
from ...corpus.records import Record
from ...errors import RecordError
from ...lang import Lexicon
from ..core.annotations import AnnotatedDialogue, AnnotatedMessage

# The fields of `swap`, in the copies of a name-swap test.
SWAP_KEYS = frozenset({"of", "region", "subregion", "gender"})


def read_dialogues(path: Path, lexicon: Lexicon) -> Iterator[AnnotatedDialogue]:
    """Read labelled dialogues.

    path (Path): Dialogue JSONL, UTF-8. A message may have `spans` (`start`, `end`, `label`,
        `role`, `score`, `text`), a `segment` and `lookalikes` (`start`, `end`, `kind`). A
        dialogue may have a `corpus` and, in a name-swap test, `swap`.
    lexicon (Lexicon): The words of the language, for the roles of speakers.
    YIELDS (AnnotatedDialogue): A dialogue. A message without `spans` has no spans.
    RAISES (RecordError): At the first line that cannot be used: an evaluation that skips a record
        is wrong. A dialogue in which no message has `spans` was not labelled.
    """
    for item in read_jsonl(path):
        if isinstance(item, RecordError):
            raise item
        yield annotate(item, lexicon)


def annotate(record: Record, lexicon: Lexicon) -> AnnotatedDialogue:
    """Decode the spans of a dialogue; see `read_dialogues`.

    record (Record): The record of the dialogue.
    lexicon (Lexicon): The words of its language.
    RETURNS (AnnotatedDialogue): The dialogue.
    RAISES (RecordError): If it is not labelled, or its labels are malformed.
    """
    source, dialogue = record.source, record.dialogue

    def error(kind: str, what: str) -> RecordError:
        return RecordError(kind, what, line=record.line, id=dialogue.id)

    if all(message.get("spans") is None for message in source["messages"]):
        raise error(
            "MissingSpans",
            "no message has 'spans': label the dialogue (an empty list means that there are none)",
        )
    corpus = source.get("corpus") or ""
    if not isinstance(corpus, str):
        raise error("InvalidCorpus", "'corpus' must be a string")
    swap = source.get("swap") or {}
    if not isinstance(swap, Mapping) or not all(isinstance(v, str) for v in swap.values()):
        raise error("InvalidSwap", "'swap' must be an object of strings")
    if swap and not swap.keys() >= SWAP_KEYS:
        raise error("InvalidSwap", f"'swap' must have {', '.join(sorted(SWAP_KEYS))}")
    messages = [
        _message(message, read.text, read.speaker, EntryPosition.of(record, number), lexicon)
        for number, (message, read) in enumerate(
            zip(source["messages"], dialogue.messages, strict=True)
        )
    ]
    return AnnotatedDialogue(dialogue.id, messages, corpus, swap=swap)


def _message(
    source: Mapping[str, Any], text: str, speaker: str, place: EntryPosition, lexicon: Lexicon
) -> AnnotatedMessage:
    segment = source.get("segment") or ""
    if segment not in (MATH, NON_MATH, ""):
        raise place.error("InvalidSegment", f"'segment' must be {MATH!r} or {NON_MATH!r}")
    return AnnotatedMessage(
        spans=sorted(decode_spans(source, text, place), key=text_order),
        text=text,
        speaker=speaker_role(speaker, lexicon),
        speaker_name=speaker_name(speaker, lexicon),
        segment=segment,
        lookalikes=decode_lookalikes(source, text, place),
    )
