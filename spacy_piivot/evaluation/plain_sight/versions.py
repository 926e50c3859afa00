"""Dialogues as they were and as they were released, with the extents of what was replaced."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from ...core.labels import NOT_PRIVATE
from ...corpus import Record
from ...lang import ENGLISH
from ...lang.titles import NAME_WORD
from ..attack.released import ReleasedDialogue, ReleasedMessage
from ..core.annotations import AnnotatedDialogue, AnnotatedMessage, Extent
from ..readers.jsonl_files import annotate

NAME = "NAME"
# Words, and every other character alone.
_TOKEN = re.compile(rf"{NAME_WORD.pattern}|\d+|\s+|.", re.DOTALL)
# A copy of a name-swap test, or an excerpt of a transcript, comes from what is before this.
_COPY = re.compile(r"~.*|\.\d+$", re.DOTALL)
# More words than this in a row are no name, if there is no gold to say what was replaced.
_LONGEST_NAME = 4


@dataclass(frozen=True, slots=True)
class Replacement:
    """What was replaced in a message.

    old (Extent): Its start and end in the original.
    new (Extent): The start and end of the surrogate in the release.
    is_name (bool): Whether it is the name of a person.
    """

    old: Extent
    new: Extent
    is_name: bool


@dataclass(frozen=True, slots=True)
class TwoTexts:
    """A message before and after."""

    original: str = field(repr=False)
    released: str = field(repr=False)
    replaced: Sequence[Replacement] = ()


@dataclass(frozen=True, slots=True)
class BothVersions:
    """A dialogue before and after.

    id (str): Its id.
    group (str): What it comes from: excerpts of one transcript, and copies of one dialogue, are
        never in both the training and the test data of a classifier.
    messages (Sequence[TwoTexts]): Its messages.
    """

    id: str
    group: str
    messages: Sequence[TwoTexts]

    def original(self) -> "Version":
        """Return the dialogue as it was."""
        return Version(
            [
                Text(m.original, [r.old for r in m.replaced if r.is_name], bool(m.replaced))
                for m in self.messages
            ]
        )

    def released(self) -> "Version":
        """Return the dialogue as it was released."""
        return Version(
            [
                Text(m.released, [r.new for r in m.replaced if r.is_name], bool(m.replaced))
                for m in self.messages
            ]
        )


@dataclass(frozen=True, slots=True)
class Text:
    """One message as somebody reads it.

    text (str): The text.
    names (Sequence[Extent]): The names of persons that were, or are to be, replaced.
    has_pii (bool): Whether anything was, or is to be, replaced.
    """

    text: str = field(repr=False)
    names: Sequence[Extent] = ()
    has_pii: bool = False


@dataclass(frozen=True, slots=True)
class Version:
    """One dialogue as somebody reads it."""

    messages: Sequence[Text]

    def names(self) -> list[str]:
        """List the names, mention by mention."""
        return [m.text[start:end] for m in self.messages for start, end in m.names]


def both_versions(dialogue: ReleasedDialogue) -> BothVersions:
    """Find what was replaced in a released dialogue whose original is known.

    dialogue (ReleasedDialogue): The release with its originals, and its edits if they are known:
        without them, words that differ were replaced. They are names where the gold says so, or,
        without gold names, where all words begin with capitals.
    RETURNS (BothVersions): The dialogue before and after.
    """
    has_gold = any(message.names for message in dialogue.messages)
    return BothVersions(
        dialogue.id,
        _COPY.sub("", dialogue.id),
        [_two_texts(message, has_gold) for message in dialogue.messages],
    )


def originals_of(records: Sequence[Record]) -> list[AnnotatedDialogue]:
    """Read originals, with their gold spans where they have any.

    records (Sequence[Record]): Dialogues of any format.
    RETURNS (list[AnnotatedDialogue]): The dialogues.
    RAISES (RecordError): If the spans of one are malformed.
    """
    return [
        annotate(record, ENGLISH)
        if any("spans" in message for message in record.source.get("messages", ()))
        else AnnotatedDialogue(
            record.dialogue.id, [AnnotatedMessage((), m.text) for m in record.dialogue.messages]
        )
        for record in records
    ]


def _two_texts(message: ReleasedMessage, has_gold: bool) -> TwoTexts:
    original = message.original or ""
    if message.edits is not None:
        kept = [(s.start, s.end) for s in message.names]
        replaced = [
            Replacement(
                (edit.start, edit.end),
                (edit.new_start, edit.new_end),
                edit.label == NAME and (not has_gold or _touches((edit.start, edit.end), kept)),
            )
            for edit in message.edits
            if original[edit.start : edit.end] != edit.surrogate
        ]
        return TwoTexts(original, message.text, replaced)
    gold = [(s.start, s.end) for s in message.names if s.role not in NOT_PRIVATE]
    replaced = []
    for old, new in _differences(original, message.text):
        texts = (original[slice(*old)], message.text[slice(*new)])
        is_name = _touches(old, gold) if has_gold else all(map(_looks_like_a_name, texts))
        replaced.append(Replacement(old, new, is_name))
    return TwoTexts(original, message.text, replaced)


def _differences(before: str, after: str) -> Iterator[tuple[Extent, Extent]]:
    """Yield where two texts differ, in whole words."""
    old, new = ([*_TOKEN.finditer(text)] for text in (before, after))
    matcher = SequenceMatcher(None, [m[0] for m in old], [m[0] for m in new], autojunk=False)
    found: list[tuple[Extent, Extent]] = []
    for kind, start, end, new_start, new_end in matcher.get_opcodes():
        if kind == "replace":
            found.append(
                (
                    (old[start].start(), old[end - 1].end()),
                    (new[new_start].start(), new[new_end - 1].end()),
                )
            )
    merged: list[tuple[Extent, Extent]] = []
    # "Anna Bell" and "Carla Moss" differ twice, with the same space between.
    for one in found:
        if merged and before[merged[-1][0][1] : one[0][0]] == " ":
            last = merged.pop()
            one = ((last[0][0], one[0][1]), (last[1][0], one[1][1]))
        merged.append(one)
    yield from merged


def _touches(extent: Extent, others: Sequence[Extent]) -> bool:
    return any(start < extent[1] and extent[0] < end for start, end in others)


def _looks_like_a_name(text: str) -> bool:
    words = text.split()
    return 0 < len(words) <= _LONGEST_NAME and all(
        NAME_WORD.fullmatch(word) and word[0].isupper() for word in words
    )
