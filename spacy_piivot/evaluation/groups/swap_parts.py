"""Splits written names into the parts that a name-swap test replaces."""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ...core.folding import fold
from ...core.speakers import speaker_name
from ...kinds.names import has_title
from ...kinds.names.parsing import given_first, parse_name
from ...kinds.names.pools import name_key
from ...lang import Lexicon
from ...lang.titles import NAME_WORD, titles

# The identity of a name: its kind, "given" or "family", and its folded form.
Key = tuple[str, str]

_WORD_BEFORE = re.compile(rf"({NAME_WORD.pattern})(\.?)\s*$")
_LONGEST_TITLE = 20


@dataclass(frozen=True, slots=True)
class SwapPart:
    """A part of a written name that is replaced in one piece.

    start (int): Its first character, or that of the particle before it.
    end (int): The position after its last character.
    written (str): The name itself, without particle.
    kind (str): "given" or "family"; "" for a single name whose kind is not known yet.
    initial (bool): Whether it is one letter.
    """

    start: int
    end: int
    written: str = field(repr=False)
    kind: str
    initial: bool

    @property
    def folded(self) -> str:
        return name_key(self.written)

    @property
    def key(self) -> Key:
        return (self.kind, self.folded)


def span_parts(text: str, start: int, end: int, lexicon: Lexicon) -> list[SwapPart]:
    """Split a name in a message into its parts.

    text (str): The message.
    start (int): The first character of the name.
    end (int): The position after its last character.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[SwapPart]): Its parts, with offsets in the message.
    """
    name = text[start:end]
    titled = _follows_title(text[:start], name, lexicon)
    return _parts(name, start, lexicon, titled=titled)


def speaker_parts(speaker: str, lexicon: Lexicon) -> list[SwapPart]:
    """Split the name in a speaker's label, with offsets in the label; empty for a role."""
    name = speaker_name(speaker, lexicon)
    if not name:
        return []
    return _parts(name, speaker.find(name), lexicon, titled=has_title(speaker, lexicon))


def with_kinds(parts: Sequence[SwapPart], sure: Set[Key]) -> list[SwapPart]:
    """Set the kind of single names.

    parts (Sequence[SwapPart]): Parts of names.
    sure (set[Key]): The names of known kind in the dialogue.
    RETURNS (list[SwapPart]): The parts; a single name is a family name if it is one elsewhere
        and nowhere a first name.
    """
    result = []
    for part in parts:
        is_family = ("family", part.folded) in sure and ("given", part.folded) not in sure
        result.append(replace(part, kind=part.kind or ("family" if is_family else "given")))
    return result


def _abbreviated_titles(lexicon: Lexicon) -> frozenset[str]:
    return lexicon.word_set("titles.abbreviated")


def _follows_title(before: str, name: str, lexicon: Lexicon) -> bool:
    match = _WORD_BEFORE.search(before[-_LONGEST_TITLE:])
    if match is None or (title := fold(match[1])) not in titles(lexicon):
        return False
    if title in lexicon.part(_abbreviated_titles):
        return True
    # "miss" in "I miss Koski" is not a title, but in "miss koski" it is.
    return not match[2] and (not match[1].islower() or name.islower())


def _parts(name: str, shift: int, lexicon: Lexicon, *, titled: bool) -> list[SwapPart]:
    parsed = parse_name(name, lexicon)
    content = [part for part in parsed if part.kind in ("name", "initial")]
    if not content:
        return []
    known = titles(lexicon)
    titled = titled or any(part.kind == "title" and part.folded in known for part in parsed)
    # The start of the last word; words joined by hyphens are one.
    last = content[-1].start
    for before, after in reversed(list(pairwise(content))):
        if name[before.end : after.start] != "-":
            break
        last = before.start
    alone = last == content[0].start
    first = given_first(name, content, lexicon)[0]
    family_first = first is not content[0]  # "Smith, John"
    parts: list[SwapPart] = []
    particle_start: int | None = None
    for part in parsed:
        if part.kind == "particle":
            particle_start = part.start if particle_start is None else particle_start
            continue
        if part.kind in ("name", "initial"):
            is_family = part.start < first.start if family_first else part.start >= last
            if particle_start is not None or (titled if alone else is_family):
                kind = "family"
            else:
                kind = "" if alone else "given"
            start = part.start if particle_start is None else particle_start
            initial = part.kind == "initial"
            parts.append(SwapPart(start + shift, part.end + shift, part.text, kind, initial))
        particle_start = None
    return parts
