import pytest

from spacy_piivot.kinds.names.find.cues import cued_names
from spacy_piivot.kinds.names.find.evidence import MessageWords


def said(text: str, *, by_tutor: bool = False) -> list[str]:
    found = set(cued_names(MessageWords(text), by_tutor=by_tutor))
    return [text[start:end] for start, end in sorted(found)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("my name is zvuxola", "zvuxola"),
        ("My name’s Zvuxola Tarn btw", "Zvuxola Tarn"),
        ("my name is 小明", "小明"),
        ("my name is O'Shea", "O'Shea"),
        ("call me CJ", "CJ"),
        ("call me T.J. pls", "T.J."),
        ("I'm T'Keyah!", "T'Keyah"),
        ("im deja", "deja"),
        ("hi zvuxola", "zvuxola"),
        ("ok. Thanks Te'Von!", "Te'Von"),
        ("great job La'Shawn", "La'Shawn"),
        ("Zvuxola, can you try?", "Zvuxola"),
        ("so now, Zvuxola, go ahead", "Zvuxola"),
        ("ask Mrs. Zvuxola's class", "Zvuxola"),
        ("mr zvuxola said", "zvuxola"),
        ("hialex", "alex"),
        ("Bill Gates said no", "Bill Gates"),
    ],
)
def test_a_cue_makes_a_word_a_name(text: str, name: str) -> None:
    assert said(text) == [name]


@pytest.mark.parametrize("text", ["La'Shawn?", "Zvuxola.", " Deja… ", "T.J.?"])
def test_a_tutor_calls_pupils_by_just_their_name(text: str) -> None:
    assert len(said(text, by_tutor=True)) == 1
    assert said(text) == []


@pytest.mark.parametrize(
    "text",
    ["hi there", "hi everyone", "thanks guys", "good job team", "im done", "I'm Stuck", "I'm 12",
     "hey google", "hello Superstar!", "i'm Mexican", "my name is on the board", "call me later",
     "call me maybe", "i miss class", "Miss L's class", "very good rechecking.", "hiking", "Mr. T",
     "Rose Garden is nice", "thanks!", "I'm I'm", "Governor Hill said"],
)  # fmt: skip
def test_other_words_after_a_cue_are_not_names(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    "text",
    ["Perfect.", "Denominator?", "Hypotenuse.", "Uh-huh.", "Five-eighths?", "I'm", "Oay.", "PEMDAS",
     "Yesss!", "Zzzzuxo", "Mexican.", "4", "", "B?"],
)  # fmt: skip
def test_messages_of_one_word_are_seldom_names(text: str) -> None:
    assert said(text, by_tutor=True) == []
