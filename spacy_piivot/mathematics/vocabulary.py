"""The words that mathematics is talked about with: a data file a language, extended by config."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ..errors import InputError

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


@dataclass(frozen=True)
class Vocabulary:
    """Terms and phrases, lower case.

    terms (FrozenSet[str]): Single words, plurals included.
    phrases (Dict[str, Tuple[Tuple[str, ...], ...]]): Phrases of two words and more by their first
        word, the longest first.
    """

    terms: frozenset[str]
    phrases: dict[str, tuple[tuple[str, ...], ...]]

    def count_phrases(self, words: Sequence[str]) -> int:
        """How often phrases occur; where two begin at a word, the longer one counts.

        words (Sequence[str]): What `words_of` gave for a message.
        RETURNS (int): The count.
        """
        return sum(
            any(
                tuple(words[at : at + len(phrase)]) == phrase
                for phrase in self.phrases.get(word, ())
            )
            for at, word in enumerate(words)
        )

    def extended(self, terms: Iterable[str] = (), phrases: Iterable[str] = ()) -> "Vocabulary":
        """This vocabulary with more words.

        terms (Iterable[str]): Single words.
        phrases (Iterable[str]): Of two words and more.
        RETURNS (Vocabulary): A new one.
        RAISES (InputError): If a term is no word, or a phrase no phrase.
        """
        more = make_vocabulary(terms, phrases)
        merged = {
            first: _longest_first({*self.phrases.get(first, ()), *more.phrases.get(first, ())})
            for first in {*self.phrases, *more.phrases}
        }
        return Vocabulary(self.terms | more.terms, merged)


def words_of(text: str) -> list[str]:
    """The words of a message in lower case; digits and punctuation part them.

    text (str): The message.
    RETURNS (List[str]): "x-axis" gives two, "don't" one.
    """
    return [match.group().replace("’", "'").casefold() for match in _WORD.finditer(text)]


def make_vocabulary(terms: Iterable[str], phrases: Iterable[str]) -> Vocabulary:
    """A vocabulary with the regular plurals of its words.

    terms (Iterable[str]): Single words.
    phrases (Iterable[str]): Of two words and more.
    RETURNS (Vocabulary): The vocabulary.
    RAISES (InputError): If a term is no word, or a phrase no phrase.
    """
    known: set[str] = set()
    for term in terms:
        if words_of(term) != [term.casefold()]:
            raise InputError(f"{term!r} is not one word: give it among the phrases.")
        known.update(_with_plural(term.casefold()))
    by_first: dict[str, set[tuple[str, ...]]] = {}
    for phrase in phrases:
        parts = words_of(phrase)
        if len(parts) < 2:
            raise InputError(f"{phrase!r} is not two words or more: give it among the terms.")
        for last in _with_plural(parts[-1]):
            by_first.setdefault(parts[0], set()).add((*parts[:-1], last))
    found = {first: _longest_first(some) for first, some in by_first.items()}
    return Vocabulary(frozenset(known), found)


def make_math_vocabulary(
    lang: str | None = "en", terms: Sequence[str] = (), phrases: Sequence[str] = ()
) -> Vocabulary:
    """Make the vocabulary of `math_segmenter`; registered as `spacy_piivot.MathVocabulary.v1`.

    lang (Optional[str]): The shipped vocabulary to begin with; None for none.
    terms (Sequence[str]): More single words.
    phrases (Sequence[str]): More phrases.
    RETURNS (Vocabulary): The vocabulary.
    RAISES (InputError): If none is shipped for the language, a term is no word, or a phrase no
        phrase.
    """
    vocabulary = load_vocabulary(lang) if lang else Vocabulary(frozenset(), {})
    return vocabulary.extended(terms, phrases) if terms or phrases else vocabulary


@cache
def load_vocabulary(lang: str = "en") -> Vocabulary:
    """The vocabulary that is shipped for a language.

    lang (str): Its code.
    RETURNS (Vocabulary): All domains and grades.
    RAISES (InputError): If none is shipped.
    """
    file = files("spacy_piivot") / "data" / f"mathematics.{lang}.toml"
    if not file.is_file():
        raise InputError(
            f"No vocabulary of mathematics is shipped for {lang!r}: give terms and phrases."
        )
    entries = tomllib.loads(file.read_text("utf8"))["vocabulary"]
    return make_vocabulary(
        [term for entry in entries for term in entry["terms"]],
        [phrase for entry in entries for phrase in entry["phrases"]],
    )


def _longest_first(phrases: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(phrases, key=lambda phrase: (-len(phrase), phrase)))


def _with_plural(word: str) -> tuple[str, ...]:
    if word.endswith(("s", "x", "ch", "sh", "z")):
        return (word, f"{word}es")
    if word.endswith("y") and len(word) > 2 and word[-2] not in "aeiou":
        return (word, f"{word[:-1]}ies")
    return (word, f"{word}s")
