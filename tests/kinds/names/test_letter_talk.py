import pytest

from spacy_piivot.kinds.names.letter_talk import LetterTalk
from spacy_piivot.lang import ENGLISH

NAMES = frozenset({"amber", "anna", "bella", "jordan", "max", "maria", "brian", "emma"})


@pytest.mark.parametrize(
    "text",
    [
        "How many ways can you arrange the letters of AMBER?",
        "AMBER, so 5 letters, 5! = 120",
        "my name Amber has 2 a's",
        "arrange AMBER in a row",
        "how many letters are in your name?\nAmber. 5",
        "Take each letter of your name, Amber",
        "the third letter of Amber is b",
        "is Amber a palindrome?",
        "pick a random letter from Amber",
        "how many vowels does Amber have",
        "a letter chosen at random from AMBER",
        "Take the word AMBER",
    ],
)
def test_a_name_whose_letters_are_spoken_of(text: str) -> None:
    assert set(LetterTalk(text, NAMES, ENGLISH).spoken) == {"amber"}


@pytest.mark.parametrize(
    "text",
    [
        "Hi Amber, use the letter x to stand for the apples",
        "Max, you have 2 x's on the left",
        "Amber, write a letter to your friend",
        "Amber got an A and 2 B's",
        "how many ways to arrange the letters of the word MATH\nnice work Amber",
        "Amber, what is the letter grade?",
        "Anna has 2 apples",
        "letters home to Amber",
        "Amber wrote 5 pages",
    ],
)
def test_a_name_whose_letters_are_not(text: str) -> None:
    assert not LetterTalk(text, NAMES, ENGLISH).spoken


def rewritten(text: str, **surrogates: str) -> str:
    for start, end, new in reversed(LetterTalk(text, NAMES, ENGLISH).rewritten(surrogates)):
        text = text[:start] + new + text[end:]
    return text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna has 2 n's and 2 a's", "Anna has 2 t's and 2 o's"),
        ("the letters of ANNA: A and N", "the letters of ANNA: O and T"),
        ("the letters of Anna\nN appears twice", "the letters of Anna\nT appears twice"),
        ("a letter of Anna\nP(N) = 1/2", "a letter of Anna\nP(T) = 1/2"),
        ("the last letter of Anna is a.", "the last letter of Anna is o."),
        ("the letters of Anna. I got a 2", "the letters of Anna. I got a 2"),
        ("the letters of Anna, {A, N}", "the letters of Anna, {O, T}"),
        ("the letters of Anna\nNANA is an anagram", "the letters of Anna\nTOTO is an anagram"),
        ("Hi Anna!\n2 n's on the left", "Hi Anna!\n2 n's on the left"),
        ("the letters of Anna\nit starts with A", "the letters of Anna\nit starts with O"),
    ],
)
def test_letters_that_are_spoken_of_follow_the_surrogate(text: str, expected: str) -> None:
    assert rewritten(text, anna="otto") == expected


def test_a_surrogate_of_another_pattern_changes_no_letter() -> None:
    assert rewritten("Anna has 2 n's", anna="mark") == "Anna has 2 n's"


def test_letters_that_are_in_no_name_are_noted() -> None:
    talk = LetterTalk("the letters of AMBER\nthere are no z's", NAMES, ENGLISH)
    assert talk.spoken["amber"].avoid == {"z"}


def test_a_long_message_is_read_sentence_by_sentence() -> None:
    story = "I walked home and thought about it for a long time, and then I slept well. " * 5
    text = f"Maria came too. {story}The letters of ANNA are A and N. {story}Brian left."
    assert set(LetterTalk(text, NAMES, ENGLISH).spoken) == {"anna"}


def test_a_ligature_is_no_letter_of_another_name() -> None:
    assert rewritten("the letters of Anna\nthe letter æ", anna="otto").endswith("æ")
