"""Gathers the originals of one document, and the words that no surrogate may contain."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..core.folding import fold, words
from ..kinds.names.nicknames import Nicknames
from ..kinds.names.parsing import PartWords
from ..kinds.names.pools import name_key
from ..kinds.names.spellings import Spellings
from ..kinds.names.written_forms import NameMention
from ..kinds.numbers.surrogate import number_code
from ..lang import ENGLISH, Lexicon
from .by_label import CONTACT_LABELS, NUMBER_LABELS, WORD_LABELS
from .mentions import Mention, is_role
from .people import name_mentions, speaker_mentions

_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Originals:
    """The originals of one document.

    speakers (Mapping[str, NameMention | None]): The name in each speaker's label.
    people (Sequence[NameMention]): All names of the speakers, the roster and the text.
    units (frozenset[str]): Words, codes and whole strings that no surrogate may contain.
    """

    speakers: Mapping[str, NameMention | None]
    people: Sequence[NameMention]
    units: frozenset[str]


def gather(
    mentions: Iterable[Mention],
    speakers: Iterable[str],
    roster: Iterable[str],
    lexicon: Lexicon = ENGLISH,
) -> Originals:
    """Gather the originals of one document.

    mentions (Iterable[Mention]): The mentions in its text.
    speakers (Iterable[str]): The speakers as given in the source.
    roster (Iterable[str]): The names on the roster.
    lexicon (Lexicon): The words of the language.
    RETURNS (Originals): A function of the arguments taken as sets.
    """
    distinct = set(mentions)
    listed = {name for name in roster if not is_role(name, lexicon)}
    named = speaker_mentions(speakers, distinct, listed, lexicon)
    people = name_mentions(distinct, named.values(), listed, lexicon)
    units = {word for mention in people for word in _name_units(mention.text, lexicon)}
    others = (_units(mention, lexicon) for mention in distinct)
    return Originals(named, people, frozenset(units.union(*others)))


def _name_units(name: str, lexicon: Lexicon) -> set[str]:
    """The words of a name, also without apostrophes and digits ("Maria2x") and as plurals, and
    their related forms."""
    found = {*words(name), *words(_DIGITS.sub(" ", name)), *map(name_key, name.split())}
    for ending in lexicon.part(PartWords).plurals:
        found |= {word.removesuffix(ending) for word in found if len(word) > 3}
        found |= {word + ending for word in found if len(word) > 1}
    alike = [*map(lexicon.part(Nicknames).related, found)]
    alike += map(lexicon.part(Spellings).others, found)
    return found.union(*alike) - {""}


def _units(mention: Mention, lexicon: Lexicon) -> set[str]:
    """The units of a mention that no surrogate may contain or be."""
    if mention.label in WORD_LABELS:
        return set(words(mention.text))
    if mention.label in NUMBER_LABELS:
        return {number_code(mention.text, mention.label, lexicon), fold(mention.text)} - {""}
    return {fold(mention.text)} if mention.label in CONTACT_LABELS else set()
