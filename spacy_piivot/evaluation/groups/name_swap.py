"""Makes name-swap tests: copies of dialogues with names of every region and gender.

Unlike the fairness of Shen et al. (2025), 3.5, this guesses no groups: differences between two
copies of a dialogue are due to their names alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ...core.folding import word_set, words
from ...core.labels import NOT_PRIVATE, SCHEMES
from ...corpus import Record
from ...corpus.jsonl import parse_record
from ...draws.casing import match_case
from ...draws.choice import Draws
from ...errors import InputError, RecordError
from ...kinds.names.pools import name_key, without_accents
from ...lang import ENGLISH, Lexicon
from ..core.schemes import CANONICAL, name_label
from ..readers.jsonl_files import annotate
from .demographics import region_of
from .swap_parts import Key, SwapPart, span_parts, speaker_parts, with_kinds
from .swap_pools import GENDERS, country_names, swap_countries

_NAME_LABELS = frozenset(name_label(scheme) for scheme in (CANONICAL, *SCHEMES))

# Draws a number below a limit, from some fields.
_Draw = Callable[..., int]


@dataclass(frozen=True, slots=True)
class _Original:
    """A dialogue whose names are to be replaced.

    record (Record): The record of the dialogue.
    names (Sequence[Sequence[SwapPart]]): The parts of the names of each message, in text order.
    speakers (Mapping[str, Sequence[SwapPart]]): The parts of speakers that contain such a name.
    words (set[str]): The folded words of the dialogue, which new names must avoid.
    """

    record: Record
    names: Sequence[Sequence[SwapPart]]
    speakers: Mapping[str, Sequence[SwapPart]]
    words: set[str]

    def keys(self, *, initials: bool) -> list[Key]:
        """List the distinct names, or the distinct initials, sorted."""
        parts = (part for found in (*self.names, *self.speakers.values()) for part in found)
        return sorted({part.key for part in parts if part.initial == initials})


class NameSwaps(Iterator[dict[str, Any]]):
    """An iterator over the copies of `swap_names`.

    without_names (int): Dialogues skipped so far, because they have no name to replace.
    too_many_names (int): Dialogues skipped so far, because they have more names than are listed
        for some group: no group gets a copy, so that all groups have the same dialogues.
    """

    def __init__(
        self,
        records: Iterable[Record | Mapping[str, Any]],
        per_group: int,
        seed: int,
        lexicon: Lexicon,
    ) -> None:
        self.without_names = 0
        self.too_many_names = 0
        self._copies = self._swap(records, per_group, seed, lexicon)

    def __next__(self) -> dict[str, Any]:
        return next(self._copies)

    def _swap(
        self,
        records: Iterable[Record | Mapping[str, Any]],
        per_group: int,
        seed: int,
        lexicon: Lexicon,
    ) -> Iterator[dict[str, Any]]:
        seen: set[str] = set()
        for record in records:
            if not isinstance(record, Record):
                record = parse_record(record, None, seen)
            original = _read(record, lexicon)
            if not any(original.names):
                self.without_names += 1
                continue
            copies = [
                _copy(original, subregion, gender, number, seed)
                for number in range(1, per_group + 1)
                for subregion in swap_countries()
                for gender in GENDERS
            ]
            whole = [copy for copy in copies if copy is not None]
            if len(whole) == len(copies):
                yield from whole
            else:
                self.too_many_names += 1


def swap_names(
    records: Iterable[Record | Mapping[str, Any]],
    *,
    per_group: int = 1,
    seed: int = 0,
    lexicon: Lexicon = ENGLISH,
) -> NameSwaps:
    """Copy labelled dialogues with names of each subregion and gender.

    All names without a role, or with the role participant or problem, are replaced. A name after a
    title and the last word of a full name get family names, other words first names. The names of
    one copy are of one country, so that they fit together and the longer lists of a country do not
    dominate. They are written in the case of the old names, and without accents if those have
    none: a class that types "Jose" gets "Nguyen", not "Nguyễn".

    records (Iterable[Record | Mapping[str, Any]]): Dialogues as `corpus.jsonl` reads
        them, with gold `spans`.
    per_group (int): The number of copies per dialogue and group, with different names; at least 1.
    seed (int): The seed of the names. A copy depends only on it and the original.
    lexicon (Lexicon): The words of the dialogues' language.
    RETURNS (NameSwaps): An iterator over JSON objects: the original without `roster`, with all
        offsets shifted, the id `<id>~<subregion>-<gender>` (with "-2" appended for a second copy),
        and `swap`: `region`, `subregion`, `gender` and the original's id as `of`.
    RAISES (InputError): If `per_group` is less than 1. (RecordError): While iterating, at a
        dialogue that is not labelled or whose spans overlap.
    """
    if per_group < 1:
        raise InputError("per_group must be at least 1.")
    return NameSwaps(records, per_group, seed, lexicon)


def _read(record: Record, lexicon: Lexicon) -> _Original:
    dialogue = annotate(record, lexicon)
    names: list[list[SwapPart]] = []
    for number, message in enumerate(dialogue.messages):
        for span, following in pairwise(message.spans):
            if following.start < span.end:
                raise RecordError(
                    "OverlappingSpans",
                    f"in message {number}, spans overlap: label each character once",
                    line=record.line,
                    id=dialogue.id,
                )
        names.append([])
        for span in message.spans:
            if span.label in _NAME_LABELS and span.role not in NOT_PRIVATE:
                names[-1] += span_parts(message.text or "", span.start, span.end, lexicon)
    known = {part.folded for found in names for part in found if not part.initial}
    labels = sorted({message.speaker for message in record.dialogue.messages})
    speakers = {
        speaker: parts
        for speaker in labels
        if (parts := speaker_parts(speaker, lexicon))
        and any(part.folded in known for part in parts)
    }
    parts = [part for found in (*names, *speakers.values()) for part in found]
    sure = {part.key for part in parts if part.kind}
    texts = (message.text for message in record.dialogue.messages)
    return _Original(
        record,
        [with_kinds(found, sure) for found in names],
        {speaker: with_kinds(found, sure) for speaker, found in speakers.items()},
        # Names glued to other words are not among the words of the text.
        word_set("\n".join((*labels, *texts))) | {part.folded for part in parts},
    )


def _copy(
    original: _Original, subregion: str, gender: str, number: int, seed: int
) -> dict[str, Any] | None:
    """Copy a dialogue with names of a subregion and gender; None if too few are listed."""
    id = original.record.dialogue.id

    def draw(limit: int, *fields: str) -> int:
        # Independent of gender: both copies share the country and, if possible, family names.
        scope = ("name swap", id, subregion, str(number))
        return Draws(str(seed).encode(), *scope, *fields).below(limit)

    countries = swap_countries()[subregion]
    for country in sorted(countries, key=lambda country: draw(2**64, country)):
        chosen = _choose(original, country, gender, draw)
        if chosen is not None:
            break
    else:
        return None
    source = original.record.source
    group = f"{subregion.lower().replace(' ', '-')}-{gender}"
    swap = {"region": region_of(country), "subregion": subregion, "gender": gender, "of": id}
    return {
        **{key: value for key, value in source.items() if key != "roster"},
        "id": f"{id}~{group}" + (f"-{number}" if number > 1 else ""),
        "messages": [
            _copy_message(original, number, chosen) for number in range(len(source["messages"]))
        ],
        "swap": swap,
    }


def _choose(original: _Original, country: str, gender: str, draw: _Draw) -> dict[Key, str] | None:
    """Choose a name for each name and a letter for each initial; None if names run out."""

    def pool_from(kind: str, folded: str) -> Sequence[str]:
        pool = country_names(country, gender, kind)
        start = draw(len(pool), country, kind, folded)
        return (*pool[start:], *pool[:start])

    chosen: dict[Key, str] = {}
    taken: set[str] = set()
    for kind, folded in original.keys(initials=False):
        for name in pool_from(kind, folded):
            key = name_key(name)
            own_words = {key, *(word for word in words(name) if len(word) > 1)}
            if key not in taken and own_words.isdisjoint(original.words):
                break
        else:
            return None
        taken.add(key)
        chosen[kind, folded] = name
    letters: dict[Key, str] = {}
    for kind, letter in original.keys(initials=True):
        # The K of "Maria K" is that of Koski, if no other name begins with K.
        own = [name for (k, folded), name in chosen.items() if k == kind and folded[0] == letter]
        candidates = [name[0] for name in (own if len(own) == 1 else pool_from(kind, letter))]
        free = (first for first in candidates if first not in letters.values())
        letters[kind, letter] = next(free, candidates[0])
    return chosen | letters


def _copy_message(original: _Original, number: int, chosen: Mapping[Key, str]) -> dict[str, Any]:
    message = original.record.source["messages"][number]
    parts = original.names[number]
    text = _replaced(message["text"], parts, chosen)

    def moved(offset: int) -> int:
        by = 0
        for part in parts:
            if part.start < offset < part.end:
                raise RecordError(
                    "InvalidLookalikes",
                    f"in message {number}, a lookalike begins or ends inside a name",
                    line=original.record.line,
                    id=original.record.dialogue.id,
                )
            if part.end <= offset:
                by += len(_new(part, chosen)) - (part.end - part.start)
        return offset + by

    copied = {**message, "text": text}
    for key in ("spans", "lookalikes"):
        if message.get(key):
            copied[key] = []
            for entry in message[key]:
                start, end = moved(entry["start"]), moved(entry["end"])
                written = {"text": text[start:end]} if "text" in entry else {}
                copied[key].append({**entry, "start": start, "end": end, **written})
    speaker = message.get("speaker")
    if speaker in original.speakers:
        copied["speaker"] = _replaced(speaker, original.speakers[speaker], chosen)
    return copied


def _replaced(text: str, parts: Sequence[SwapPart], chosen: Mapping[Key, str]) -> str:
    for part in reversed(parts):
        text = text[: part.start] + _new(part, chosen) + text[part.end :]
    return text


def _new(part: SwapPart, chosen: Mapping[Key, str]) -> str:
    """Return the new name in the case of the old one, without accents if that has none."""
    new = chosen[part.key]
    return match_case(part.written, without_accents(new) if part.written.isascii() else new)
