"""Reads the vocabulary of mathematics: one file per language, extended by config."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..lang import ENGLISH, Lexicon, load_lexicon

# Letters only; \w also matches superscripts, subscripts, fractions and an apostrophe.
_WORD = re.compile(r"[^\W\d_ʼ¹²³¼-¾⁰-₟⅐-⅞]+")

_FILE = "mathematics"

# Endings of words and their plural forms; the first that fits is used.
Plurals = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Vocabulary:
    """Terms and phrases, lower case.

    terms (frozenset[str]): Single words, plurals included.
    phrases (dict[str, tuple[tuple[str, ...], ...]]): Phrases of two or more words by their first
        word, longest first.
    plurals (tuple[tuple[str, str], ...]): The language's regular plurals: an ending and its
        plural form.
    """

    terms: frozenset[str]
    phrases: dict[str, tuple[tuple[str, ...], ...]]
    plurals: Plurals = ()

    def count_phrases(self, words: Sequence[str]) -> int:
        """Count the phrases; if two begin at the same word, the longer one counts.

        words (Sequence[str]): The result of `words_of` for a message.
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
        """This vocabulary with more words and their plurals.

        terms (Iterable[str]): Single words.
        phrases (Iterable[str]): Phrases of two or more words.
        RETURNS (Vocabulary): A new one.
        RAISES (InputError): If a term is not one word, or a phrase not several.
        """
        more = make_vocabulary(terms, phrases, self.plurals)
        merged = {
            first: _longest_first({*self.phrases.get(first, ()), *more.phrases.get(first, ())})
            for first in {*self.phrases, *more.phrases}
        }
        return Vocabulary(self.terms | more.terms, merged, self.plurals)


def words_of(text: str) -> list[str]:
    """The words of a message in lower case, split at digits and punctuation.

    text (str): The message.
    RETURNS (list[str]): "x-axis" gives two, and so does "triangle's".
    """
    return [match.group().casefold() for match in _WORD.finditer(text)]


def make_vocabulary(
    terms: Iterable[str], phrases: Iterable[str], plurals: Plurals = ()
) -> Vocabulary:
    """Make a vocabulary with the regular plurals of its words.

    terms (Iterable[str]): Single words.
    phrases (Iterable[str]): Phrases of two or more words.
    plurals (tuple[tuple[str, str], ...]): Endings and their plural forms.
    RETURNS (Vocabulary): The vocabulary.
    RAISES (InputError): If a term is not one word, or a phrase not several.
    """
    known: set[str] = set()
    for term in terms:
        if words_of(term) != [term.casefold()]:
            raise InputError(f"{term!r} is not one word: give it among the phrases.")
        known.update(_with_plural(term.casefold(), plurals))
    by_first: dict[str, set[tuple[str, ...]]] = {}
    for phrase in phrases:
        parts = words_of(phrase)
        if len(parts) < 2:
            raise InputError(f"{phrase!r} is not two words or more: give it among the terms.")
        for last in _with_plural(parts[-1], plurals):
            by_first.setdefault(parts[0], set()).add((*parts[:-1], last))
    found = {first: _longest_first(some) for first, some in by_first.items()}
    return Vocabulary(frozenset(known), found, plurals)


def make_math_vocabulary(
    lang: str | None = ENGLISH.lang,
    path: str | None = None,
    everyday: bool = False,
    terms: Sequence[str] = (),
    phrases: Sequence[str] = (),
) -> Vocabulary:
    """Make the vocabulary of `math_segmenter`; registered as `spacy_piivot.MathVocabulary.v1`.

    lang (str | None): The shipped vocabulary to begin with; None for none.
    path (str | None): A file of your own to begin with instead, in the form of the shipped
        ones.
    everyday (bool): Whether words that are common in everyday talk also count ("mean", "how
        much").
    terms (Sequence[str]): More single words.
    phrases (Sequence[str]): More phrases.
    RETURNS (Vocabulary): The vocabulary.
    RAISES (InputError): If there is no such file, it cannot be used, a term is not one word, or a
        phrase is not several.
    """
    if path is not None:
        vocabulary = read_vocabulary(Path(path), everyday)
    elif lang is not None:
        vocabulary = load_vocabulary(lang, everyday)
    else:
        vocabulary = make_vocabulary((), ())
    return vocabulary.extended(terms, phrases)


@cache
def load_vocabulary(lang: str = ENGLISH.lang, everyday: bool = False) -> Vocabulary:
    """The shipped vocabulary of a language.

    lang (str): Its code.
    everyday (bool): Whether its everyday words count.
    RETURNS (Vocabulary): All domains and grades.
    RAISES (InputError): If there is none.
    """
    try:
        lexicon = load_lexicon(lang)
    except InputError:
        raise InputError(
            f"No vocabulary of mathematics is shipped for {lang!r}: give the path of one, or terms "
            "and phrases."
        ) from None
    return vocabulary_of(lexicon, everyday)


def vocabulary_of(lexicon: Lexicon, everyday: bool = False) -> Vocabulary:
    """The vocabulary of a language.

    lexicon (Lexicon): Its words.
    everyday (bool): Whether its everyday words count.
    RETURNS (Vocabulary): All domains and grades; empty if the language has no `mathematics.toml`.
    RAISES (InputError): If that file cannot be used.
    """
    content = lexicon.content(_FILE)
    return _made(content, everyday, f"{_FILE}.toml") if content else make_vocabulary((), ())


def read_vocabulary(file: Traversable, everyday: bool = False) -> Vocabulary:
    """Read a vocabulary.

    file (Traversable): TOML with tables `vocabulary`, each with `terms` and `phrases`, and at the
        top, optionally, `plurals` and `everyday`; see `spacy_piivot/lang/en/mathematics.toml`.
    everyday (bool): Whether its everyday words count.
    RETURNS (Vocabulary): The vocabulary.
    RAISES (InputError): If there is no such file, or it cannot be used.
    """
    try:
        content = tomllib.loads(file.read_text("utf8"))
    except OSError as error:
        raise InputError(f"{file}: cannot be read ({error.strerror}).") from error
    except ValueError as error:
        raise _no_vocabulary(str(file)) from error
    return _made(content, everyday, str(file))


def _made(content: Mapping[str, Any], everyday: bool, place: str) -> Vocabulary:
    try:
        terms = [term for entry in content["vocabulary"] for term in _strings(entry["terms"])]
        phrases = [some for entry in content["vocabulary"] for some in _strings(entry["phrases"])]
        excluded = frozenset(() if everyday else _strings(content.get("everyday", [])))
        plurals = tuple((end, plural) for end, plural in map(_strings, content.get("plurals", [])))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _no_vocabulary(place) from error
    return make_vocabulary(
        [term for term in terms if term not in excluded],
        [phrase for phrase in phrases if phrase not in excluded],
        plurals,
    )


def _no_vocabulary(place: str) -> InputError:
    return InputError(
        f"{place}: is not a vocabulary. Give TOML with tables [[vocabulary]], each with lists "
        "terms and phrases; spacy_piivot/lang/en/mathematics.toml is an example."
    )


def _strings(values: Any) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError("not a list of strings")
    return values


def _longest_first(phrases: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(phrases, key=lambda phrase: (-len(phrase), phrase)))


def _with_plural(word: str, plurals: Plurals) -> tuple[str, ...]:
    for ending, plural in plurals:
        if len(word) > len(ending) and word.endswith(ending):
            return (word, word.removesuffix(ending) + plural)
    return (word,)
