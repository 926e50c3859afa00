"""Cutting a tagger's names to the name: "jaydens" is Jayden's, "hialex" greets Alex."""

import re
from collections.abc import Set

from .evidence import GREETINGS, PRAISE
from .forms import fold, is_only_a_word, is_ordinary_word
from .listed import is_listed_given_name, is_listed_surname
from .words import NAME_WORD, TITLES

_LEAST_LETTERS = 3
_TITLED = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(TITLES)))})\.?\s+\Z", re.IGNORECASE)
_BEFORE_NAMES = sorted(
    {
        *GREETINGS,
        *(phrase.replace(" ", "") for phrase in PRAISE),
        "ok", "okay", "yes", "thankyou", "hithere", "goodmorning", "goodafternoon",
    },
    key=lambda greeting: (-len(greeting), greeting),
)  # fmt: skip
# Shorter ones begin names too: "Hiroshi", "Heyward", "Dearborn".
_TELLING_LENGTH = 5
# "Tyrell", "Tyreece", "Yonas", "Supriya".
_MERE_SYLLABLES = frozenset({"ty", "yo", "sup", "dear"})


def glued_greeting(word: str, found: Set[str] = frozenset()) -> int:
    """The length of a greeting or a praise that is glued to the name after it.

    word (str): One word: "hialex", "goodjobmaria".
    found (Set[str]): The folded parts of names found elsewhere.
    RETURNS (int): Where the name begins in it; 0 if nothing is glued to it.
    """
    folded = fold(word)
    if len(folded) != len(word) or is_ordinary_word(word) or _is_listed(word):
        return 0
    for greeting in _BEFORE_NAMES:
        rest = folded[len(greeting) :]
        if not folded.startswith(greeting) or len(rest) < _LEAST_LETTERS:
            continue
        capital = word[len(greeting)].isupper() and word[: len(greeting)][1:].islower()
        listed = greeting not in _MERE_SYLLABLES and is_listed_given_name(rest)
        if capital or listed or rest in found or len(greeting) >= _TELLING_LENGTH:
            return len(greeting)
    return 0


def trimmed_extent(
    text: str, start: int, end: int, *, known: Set[str], found: Set[str]
) -> tuple[int, int]:
    """Where the name stands in what a tagger found: without greeting, without plural "s".

    An "s" is cut from "jaydens" where Jayden is found elsewhere or a listed name; names that
    end in "s" themselves ("James", "Mr. Roberts") stay whole.

    text (str): The message.
    start (int): Where the finding begins in it.
    end (int): Where it ends.
    known (Set[str]): The folded parts of names known for the dialogue: they stay whole.
    found (Set[str]): The folded parts of all names found in it.
    RETURNS (tuple[int, int]): Start and end of the name in `text`.
    """
    words = list(NAME_WORD.finditer(text, start, end))
    if not words or words[0].start() != start or words[-1].end() != end:
        return (start, end)
    if fold(words[0].group()) not in known:
        start += glued_greeting(words[0].group(), found)
    while len(words) > 1 and _is_word_after(words[-1].group(), words[-2].group(), known):
        words.pop()
        end = words[-1].end()
    word = text[start:end]
    if len(words) == 1 and fold(word) not in known:
        titled = _TITLED.search(text[max(0, start - 12) : start])
        end -= _is_inflected(word, found, titled=bool(titled))
    return (start, end)


def _is_inflected(word: str, found: Set[str], *, titled: bool) -> bool:
    folded = fold(word)
    stem = folded[:-1]
    if not folded.endswith("s") or len(stem) < _LEAST_LETTERS or len(folded) != len(word):
        return False
    if is_listed_given_name(word):
        return False
    # "jamess book", but not "Jess" nor "Ross".
    if stem.endswith("s") and not (len(stem) > _LEAST_LETTERS + 1 and is_listed_given_name(stem)):
        return False
    if stem in found:
        return True
    listed = is_listed_given_name(stem) and not is_ordinary_word(stem)
    return listed and not titled and (word.islower() or not is_listed_surname(word))


def _is_word_after(word: str, name: str, known: Set[str]) -> bool:
    """Whether the last word found is what a name in "s" possesses ("carlos book")."""
    return (
        word.islower()
        and fold(name).endswith("s")
        and fold(word) not in known
        and is_only_a_word(word)
        and not _is_listed(word)
        and (_is_listed(name) or fold(name) in known)
    )


def _is_listed(word: str) -> bool:
    return is_listed_given_name(word) or is_listed_surname(word)
