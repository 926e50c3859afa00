"""Compares names by their letters: an isomorph has as many, repeated at the same places."""

from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_lowercase

from ...draws.choice import Draws
from ...lang import Lexicon
from .pools import name_key

# "A + D + A + M".
_WIDEST_STEP = 4


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a dialogue says of the letters of a name.

    name (str): The folded name as it is written there.
    by_class (bool): Whether it says which letters are vowels.
    avoid (frozenset[str]): Letters that it says are not in the name.
    """

    name: str
    by_class: bool = False
    avoid: frozenset[str] = frozenset()


class LetterPattern:
    """The pattern of a name's letters, which its surrogate must share.

    spoken (Spoken): What is said of its letters.
    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, spoken: Spoken, lexicon: Lexicon) -> None:
        self._name = spoken.name
        self._avoid = spoken.avoid
        self._vowels = lexicon.word_set("letter_talk.vowel_letters")
        self._half = lexicon.word_set("letter_talk.half_vowels")
        self._easy = lexicon.word_set("letter_talk.easy_consonants")
        self._by_class = spoken.by_class

    def fits(self, candidate: str) -> bool:
        """Whether all that is said of the letters is also true of another name."""
        key = name_key(candidate)
        return (
            are_isomorphs(self._name, key)
            and self._avoid.isdisjoint(key)
            and not (
                self._by_class
                and any(
                    self._class(a) != self._class(b) for a, b in zip(self._name, key, strict=True)
                )
            )
        )

    def make(self, draws: Draws) -> str | None:
        """Make a name that fits and can be said: vowels for vowels, consonants for consonants.

        draws (Draws): The stream to draw from.
        RETURNS (str | None): The name; None if too few letters are left.
        """
        left = {
            kind: [c for c in letters if c not in self._avoid]
            for kind, letters in self._letters().items()
        }
        new: dict[str, str] = {}
        for letter in dict.fromkeys(self._name):
            pool = left.get(self._class(letter), [])
            if not pool:
                return None
            new[letter] = draws.pick(pool)
            pool.remove(new[letter])
        return "".join(new[letter] for letter in self._name).capitalize()

    def _letters(self) -> dict[str, str]:
        """The letters of each class."""
        by_class: dict[str, str] = {}
        for letter in ascii_lowercase:
            kind = self._class(letter)
            if kind == "consonant" and letter not in self._easy:
                continue
            by_class[kind] = by_class.get(kind, "") + letter
        return by_class

    def _class(self, letter: str) -> str:
        if letter in self._half:
            return "half"
        return "vowel" if letter in self._vowels else "consonant"


def are_isomorphs(name: str, other: str) -> bool:
    """Whether two folded names have as many letters, repeated at the same places."""
    return (
        len(name) == len(other)
        and other.isalpha()
        and len(set(zip(name, other, strict=True))) == len(set(name)) == len(set(other))
    )


def letters_for(name: str, other: str) -> dict[str, str]:
    """The letter that stands for each letter of a folded name in its isomorph; none for others."""
    return dict(zip(name, other, strict=True)) if are_isomorphs(name, other) else {}


def spelled_out(text: str) -> str:
    """The word whose letters a text names one by one ("A-M-B-E-R", "B, E, L, L, A"); "" for none.

    text (str): A finding.
    RETURNS (str): The letters without what separates them.
    """
    letters = text[:: _step(text)] if _step(text) else ""
    return letters if len(letters) > 2 and letters.isalpha() else ""


def spell_like(original: str, word: str) -> str:
    """Write a word letter by letter, as the words of its original are that are spelled out.

    original (str): The original as it is written: "A-M-B-E-R", "K A T I E Lee".
    word (str): Its surrogate: "CLARE", "JULIA Ward".
    RETURNS (str): "C-L-A-R-E"; the surrogate itself if nothing is spelled out.
    """
    step = _step(original)
    if step and len(original[::step]) > 2 and original[::step].isalpha() and word.isalpha():
        return original[1:step].join(word)
    return word


def _step(text: str) -> int:
    """The distance of letters that are all separated by the same marks; 0 for anything else."""
    gap = next((at for at, c in enumerate(text[1:], 1) if c.isalpha()), 0)
    if gap < 2 or gap > _WIDEST_STEP or len(text) % gap != 1:
        return 0
    mark = text[1:gap]
    same = all(text[at : at + gap - 1] == mark for at in range(1, len(text), gap))
    return gap if same else 0


def is_anagram(word: str, names: Iterable[str]) -> bool:
    """Whether a folded word has the letters of one of some names in another order."""
    return any(word != name and sorted(word) == sorted(name) for name in names)
