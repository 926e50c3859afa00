import pytest

from spacy_piivot.core.folding import words
from spacy_piivot.kinds.names.books import Books
from spacy_piivot.lang import ENGLISH

BOOKS = ENGLISH.part(Books)


def titles(text: str) -> set[str]:
    return {" ".join(book.title) for book in BOOKS.named_in(words(text))}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("We read The Great Gatsby", "the great gatsby"),
        ("my great gatsby essay", "the great gatsby"),
        ("Harper Lee wrote it", "to kill a mockingbird"),
        ("a novel by Orwell", "animal farm"),
        ("my book is Holes, about Stanley Yelnats", "holes"),
        ("In the play Hamlet, Ophelia drowns", "hamlet"),
        ("Romeo and Juliet is sad", "romeo and juliet"),
        ("the hunger games", "the hunger games"),
        ("Of Mice and Men by John Steinbeck", "of mice and men"),
        ("S.E. Hinton wrote The Outsiders, about Ponyboy, a book", "the outsiders"),
    ],
)
def test_a_book_is_named_by_its_title_or_author(text: str, title: str) -> None:
    assert title in titles(text)


@pytest.mark.parametrize(
    "text",
    [
        "Emma, what is your story problem?",
        "there are 3 holes in the book",
        "good night, finish the chapter",
        "I wonder about the story",
        "Lee has read a book",
        "Mr. King reads a story to Ralph",
        "Matilda and Sam read a book",
        "Steinbeck has 4 apples",
        "the speak button",
        "Collins finished the chapter",
    ],
)
def test_ordinary_words_name_no_book(text: str) -> None:
    assert titles(text) == set()


def test_every_book_has_an_author_and_a_title_of_its_own() -> None:
    table = ENGLISH.table("books.books")
    assert len(table) > 120
    assert len({tuple(words(title)) for title in table}) == len(table)
    for names in table.values():
        assert len(set(names)) == len(names) >= 1


def test_a_common_name_needs_company_or_the_whole_name() -> None:
    [book] = BOOKS.named_in(words("Lord of the Flies"))
    assert BOOKS.told(book, set(words("Lord of the Flies: Ralph is the leader"))) == []
    told = BOOKS.told(book, set(words("Ralph, Piggy, Simon and Roger")))
    assert set(told) == {("ralph",), ("piggy",), ("simon",), ("roger",)}
    assert BOOKS.told(book, set(words("Jack Merridew hunts"))) == [("jack", "merridew")]


def test_in_class_a_rarer_name_is_enough_for_a_pupil() -> None:
    matilda = words("Matilda by Roald Dahl; Matilda's mom called")
    [book] = [one for one in BOOKS.named_in(matilda) if one.title == ("matilda",)]
    named = BOOKS.told(book, set(matilda))
    assert named
    assert all("matilda" in one for one in named)
    assert BOOKS.told(book, set(matilda), in_class=True) == []
    [gatsby] = BOOKS.named_in(words("The Great Gatsby"))
    told = BOOKS.told(gatsby, set(words("what does Gatsby want?")), in_class=True)
    assert [one[-1] for one in told] == ["gatsby"]


def test_titles_of_several_words_are_found() -> None:
    text = "My Great Gatsby essay and Emma"
    assert [text[start:end] for start, end in BOOKS.titles_in(text)] == ["Great Gatsby"]
