from collections.abc import Iterator

import pytest

from spacy_piivot.core.shape import ESSAY_WORDS, shape_of

ESSAY = "word " * ESSAY_WORDS


@pytest.mark.parametrize("texts", [[ESSAY], ["", ESSAY, "\n"], ["a\n" * ESSAY_WORDS]])
def test_one_long_message_is_an_essay(texts: list[str]) -> None:
    assert shape_of(texts) == "essay"


@pytest.mark.parametrize(
    "texts", [[], [""], ["hi, it's Amara"], [ESSAY, "Thank you."], ["word " * (ESSAY_WORDS - 1)]]
)
def test_short_or_several_messages_are_a_dialogue(texts: list[str]) -> None:
    assert shape_of(texts) == "dialogue"


def test_no_message_is_read_after_the_second_with_words() -> None:
    def texts() -> Iterator[str]:
        yield from ("", ESSAY, " ", "Thank you.")
        pytest.fail("a third message was read")

    assert shape_of(texts()) == "dialogue"


def test_a_transcript_in_one_message_is_a_dialogue() -> None:
    turns = ["Ms. Okoye: " + "word " * 20, "Amara: four?\r", "[pause]", "Ms. Okoye: ok"]
    assert shape_of(["\n".join(turns * 3)]) == "dialogue"


def test_an_author_block_with_colons_stays_an_essay() -> None:
    block = "Name: Amara Okoye\nRoll No: 12\nCourse: Maths\n\n"
    assert shape_of([block + "A paragraph of prose.\n" * 30]) == "essay"


def test_headings_before_most_paragraphs_are_no_speakers() -> None:
    headings = ["Challenge & Selection", "Application", "Insight", "Approach", "Storytelling"]
    assert shape_of(["My essay\n" + "\n".join(f"{one}: " + "word " * 30 for one in headings)]) == (
        "essay"
    )


def test_long_turns_make_a_dialogue_and_quoted_talk_does_not() -> None:
    turns = "[00:01] Jane Achebe:\nso we take it\nand divide\nby two\nMichael: ok\nwhat then\n" * 8
    assert shape_of([turns]) == "dialogue"
    assert shape_of(["A title\nBy me\n" + "A paragraph of prose.\n" * 30 + turns]) == "essay"
