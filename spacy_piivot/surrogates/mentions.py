"""Mentions to replace, as plain data."""

from dataclasses import dataclass

from ..core.speakers import speaker_role
from ..kinds.names import is_ordinary_word
from ..kinds.names.counts import NameCounts
from ..kinds.names.pools import name_key, name_pools
from ..lang import ENGLISH, Lexicon


@dataclass(frozen=True, slots=True)
class Mention:
    """A text to replace.

    text (str): Its exact characters.
    label (str): Its canonical label, one of `labels.REPLACEABLE`.
    title (str): For a NAME, the title before it, folded ("mr"); "" for none.
    pronoun (str): For a NAME, the gender of the pronoun after it, or stated pronouns ("she/her");
        "" for none.
    others (frozenset[str]): For a NAME, similar folded names that are other people's: "alexandra"
        in "Alex and Alexandra".
    whole (str): For a NAME that is a nickname in quotation marks or brackets, the whole name in
        which it stands: `Emily "Em" Watson`; "" for none.
    """

    text: str
    label: str
    title: str = ""
    pronoun: str = ""
    others: frozenset[str] = frozenset()
    whole: str = ""


def is_bare_name(text: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a text with the label of an e-mail address is only a family name: "Katz"."""
    if not (text.istitle() and text.isalpha()) or is_ordinary_word(text, lexicon):
        return False
    name = name_key(text)
    return name in lexicon.part(NameCounts).family or name_pools(lexicon).is_known(name, "family")


def is_role(speaker: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a speaker's label is empty or a role, and can be released unchanged."""
    return not speaker.strip() or bool(speaker_role(speaker, lexicon))
