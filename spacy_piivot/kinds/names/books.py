"""Knows which characters a text may mean by the books that it names."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...core.folding import fold, words
from ...lang import Lexicon
from .counts import NameCounts

# An author whose family name has more bearers (see `FamilyCount`) is named in full.
_RARE_AUTHOR = 50
# A given name with so many bearers is somebody's in any class, and one with fewer in some.
COMMON, _IN_CLASS = 45, 33

WORD = re.compile(r"[^\W_]+")

Words = tuple[str, ...]


class Book(NamedTuple):
    """A book.

    title (Words): The folded words of its title.
    author (Words): Those of its author.
    characters (Sequence[Words]): Those of each character.
    """

    title: Words
    author: Words
    characters: Sequence[Words]


class Books:
    """The books that a language's schools read.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._counts = lexicon.part(NameCounts)
        self._articles = frozenset(map(fold, lexicon.words("names.articles")))
        self._book_words = lexicon.word_set("books.book_words")
        self._by_word: dict[str, list[Book]] = {}
        for title, entries in lexicon.table("books.books").items():
            author, *characters = (tuple(words(entry)) for entry in entries)
            book = Book(tuple(words(title)), author, characters)
            for word in {self._rarest(book.title), author[-1]}:
                self._by_word.setdefault(word, []).append(book)

    def named_in(self, text_words: Sequence[str]) -> Iterator[Book]:
        """The books that a text names, or whose authors it names.

        text_words (Sequence[str]): The folded words of the text.
        YIELDS (Book): The books.
        """
        known = set(text_words)
        about_books = not known.isdisjoint(self._book_words)
        found = {book[:2]: book for word in known for book in self._by_word.get(word, ())}
        for _, book in sorted(found.items()):
            if self._is_named(book, text_words, known, about_books):
                yield book

    def is_common(self, word: str, least: int = COMMON) -> bool:
        """Whether a folded word is a common given name."""
        return self._counts.band(word, "given") >= least

    def told(self, book: Book, known: set[str], *, in_class: bool = False) -> list[Words]:
        """The characters of a book that a text can mean.

        book (Book): A book that the text names.
        known (set[str]): The folded words of the text.
        in_class (bool): Whether pupils talk in the text: then rarer names are common enough.
        RETURNS (list[Words]): Those of whose names a word is in the text. Somebody with a common
            given name is one of them only beside two others, or by the whole name.
        """
        named = [one for one in book.characters if not known.isdisjoint(self._telling(one))]
        whole = {one for one in named if len(one) > 1 and known.issuperset(one)}
        least = _IN_CLASS if in_class else COMMON
        return [
            one
            for one in named
            if one in whole
            or len(named) > 2
            or any(
                not self.is_common(word, least) for word in known.intersection(self._telling(one))
            )
        ]

    def titles_in(self, text: str) -> list[tuple[int, int]]:
        """Where a text gives titles of several words.

        text (str): A text.
        RETURNS (list[tuple[int, int]]): The start and the end of each.
        """
        found = [(match.start(), match.end(), fold(match.group())) for match in WORD.finditer(text)]
        names = [word for *_, word in found]
        titles = {book.title for word in {*names} for book in self._by_word.get(word, ())}
        return [
            (found[at][0], found[at + len(title) - 1][1])
            for title in map(self._bare, sorted(titles))
            if len(title) > 1
            for at in places(names, title)
        ]

    def _bare(self, title: Words) -> Words:
        """A title without an article at its start."""
        return title[1:] if title[0] in self._articles else title

    def _telling(self, name: Words) -> Words:
        return tuple(word for word in name if len(word) > 2 and word not in self._articles)

    def _is_named(
        self, book: Book, text_words: Sequence[str], known: set[str], about_books: bool
    ) -> bool:
        author = tuple(word for word in book.author if len(word) > 1)
        if len(author) > 1 and contains(text_words, author[-2:]):
            return True
        rare = self._counts.band(author[-1], "family") < _RARE_AUTHOR
        if about_books and rare and len(author[-1]) > 3 and author[-1] in known:
            return True
        bare = self._bare(book.title)
        if len(bare) > 1:
            return contains(text_words, bare)
        # "Holes", "The Pearl": a word of any text, unless it has a character too.
        others = [w for one in book.characters for w in self._telling(one) if w not in bare]
        return (
            about_books
            and contains(text_words, book.title)
            and any(word in known and not self.is_common(word) for word in others)
        )

    def _rarest(self, title: Words) -> str:
        """The longest word of a title, by which it is looked up."""
        return max(title, key=len)


def contains(text_words: Sequence[str], phrase: Words) -> bool:
    """Whether words stand in a text one after the other."""
    return next(places(text_words, phrase), -1) >= 0


def places(text_words: Sequence[str], phrase: Words) -> Iterator[int]:
    """The numbers of the words of a text at which a phrase begins."""
    size = len(phrase)
    for number, word in enumerate(text_words):
        if word == phrase[0] and tuple(text_words[number : number + size]) == phrase:
            yield number
