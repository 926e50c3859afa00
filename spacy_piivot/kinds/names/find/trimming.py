"""Trims a finding to the name: "jaydens" is Jayden's, "hialex" greets Alex."""

from collections.abc import Set

from ....core.folding import fold
from ....lang import ENGLISH, Lexicon
from ....lang.titles import NAME_WORD, Titles
from ..forms import NameForms, is_only_a_word, is_ordinary_word
from ..listed import is_listed_given_name, is_listed_surname
from .evidence import Evidence

_LEAST_LETTERS = 3
# Shorter greetings also begin names: "Hiroshi", "Heyward", "Dearborn".
_TELLING_LENGTH = 5


class GluedGreetings:
    """Greetings and praise that are glued to names.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        evidence = lexicon.part(Evidence)
        praise = {phrase.replace(" ", "") for phrase in evidence.praise}
        self.greetings = sorted(
            evidence.greetings | praise | lexicon.word_set("greetings.glued"),
            key=lambda greeting: (-len(greeting), greeting),
        )
        # "Tyrell", "Tyreece", "Yonas", "Supriya".
        self.syllables = lexicon.word_set("greetings.beginning_names")


def glued_greeting(word: str, found: Set[str] = frozenset(), lexicon: Lexicon = ENGLISH) -> int:
    """The length of a greeting or praise that is glued to the name after it.

    word (str): One word: "hialex", "goodjobmaria".
    found (Set[str]): The folded parts of names found elsewhere.
    lexicon (Lexicon): The words of the language.
    RETURNS (int): Where the name begins in the word; 0 if nothing is glued to it.
    """
    folded = fold(word)
    if len(folded) != len(word) or is_ordinary_word(word, lexicon) or _is_listed(word, lexicon):
        return 0
    glued = lexicon.part(GluedGreetings)
    for greeting in glued.greetings:
        rest = folded[len(greeting) :]
        if not folded.startswith(greeting) or len(rest) < _LEAST_LETTERS:
            continue
        capital = word[len(greeting)].isupper() and word[: len(greeting)][1:].islower()
        listed = greeting not in glued.syllables and is_listed_given_name(rest, lexicon)
        if capital or listed or rest in found or len(greeting) >= _TELLING_LENGTH:
            return len(greeting)
    return 0


def trimmed_extent(
    text: str,
    start: int,
    end: int,
    *,
    known: Set[str],
    found: Set[str],
    lexicon: Lexicon = ENGLISH,
) -> tuple[int, int]:
    """Trim a finding to the name: without greeting, without plural "s".

    The "s" of "jaydens" is cut off if Jayden is found elsewhere or is a listed name. Names that
    end in "s" ("James", "Mr. Roberts") stay whole.

    text (str): The message.
    start (int): Where the finding begins.
    end (int): Where it ends.
    known (Set[str]): The folded parts of names known for the dialogue, which stay whole.
    found (Set[str]): The folded parts of all names found in the dialogue.
    lexicon (Lexicon): The words of the language.
    RETURNS (tuple[int, int]): Start and end of the name in `text`.
    """
    words = list(NAME_WORD.finditer(text, start, end))
    if not words or words[0].start() != start or words[-1].end() != end:
        return (start, end)
    if fold(words[0].group()) not in known:
        start += glued_greeting(words[0].group(), found, lexicon)
    while len(words) > 1 and _is_word_after(words[-1].group(), words[-2].group(), known, lexicon):
        words.pop()
        end = words[-1].end()
    word = text[start:end]
    if len(words) == 1 and fold(word) not in known:
        titled = lexicon.part(Titles).before_any.search(text[max(0, start - 12) : start])
        end -= len(_plural(word, found, lexicon, titled=bool(titled)))
    return (start, end)


def _plural(word: str, found: Set[str], lexicon: Lexicon, *, titled: bool) -> str:
    """The ending of a plural, or of a possessive without apostrophe; "" if there is none."""
    folded = fold(word)
    stem = lexicon.part(NameForms).without_plural(folded)
    ending = folded[len(stem) :]
    if not ending or len(stem) < _LEAST_LETTERS or len(folded) != len(word):
        return ""
    if is_listed_given_name(word, lexicon):
        return ""
    # "jamess book", but not "Jess" nor "Ross".
    listed = is_listed_given_name(stem, lexicon)
    if stem.endswith(ending) and not (len(stem) > _LEAST_LETTERS + 1 and listed):
        return ""
    if stem in found:
        return ending
    if titled or not listed or is_ordinary_word(stem, lexicon):
        return ""
    return ending if word.islower() or not is_listed_surname(word, lexicon) else ""


def _is_word_after(word: str, name: str, known: Set[str], lexicon: Lexicon) -> bool:
    """Whether the last word is possessed by the name in "s" before it ("carlos book")."""
    return (
        word.islower()
        and fold(name).endswith(lexicon.part(NameForms).plurals)
        and fold(word) not in known
        and is_only_a_word(word, lexicon)
        and not _is_listed(word, lexicon)
        and (_is_listed(name, lexicon) or fold(name) in known)
    )


def _is_listed(word: str, lexicon: Lexicon) -> bool:
    return is_listed_given_name(word, lexicon) or is_listed_surname(word, lexicon)
