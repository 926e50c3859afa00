"""The same lists of titles and relatives are used everywhere."""

import pytest
from shared_pipelines import blank_english

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate
from spacy_piivot.kinds.names.find.cues import cued_names
from spacy_piivot.kinds.names.find.evidence import MessageWords, stands_as_name
from spacy_piivot.kinds.names.find.full_names import full_name_start
from spacy_piivot.kinds.names.find.roles import assign_roles


def said(text: str) -> list[str]:
    return [text[start:end] for start, end in cued_names(MessageWords(text), by_tutor=False)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("ask Sra. Quispe", "Quispe"),
        ("ask sra quispe", "quispe"),
        ("Senora Quispe said so", "Quispe"),
        ("it was senor quispe", "quispe"),
        ("Madame Zvuxola is here", "Zvuxola"),
        ("this is Madam Zvuxola", "Zvuxola"),
        ("then Principal Zvuxola came", "Zvuxola"),
        ("yes Sir Zvuxola", "Zvuxola"),
        ("thank you ma'am Zvuxola", "Zvuxola"),
        ("that's monsieur zvuxola", "zvuxola"),
    ],
)
def test_a_name_follows_any_title(text: str, name: str) -> None:
    assert said(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "yes sir thakns",
        "the principal ammount",
        "Yes ma'am Great",
        "sorry miss Mark",
        "is coach Will",
        "the professor explaned",
    ],
)
def test_words_after_titles_that_stand_alone_are_not_names(text: str) -> None:
    assert said(text) == []


RELATIVES = (
    "granny", "stepmom", "nephew", "niece", "husband", "abuela", "grandad", "best friend",
    "half sister", "godmother", "roommate", "stepbrother", "gramps", "cuz",
)  # fmt: skip


@pytest.mark.parametrize("relative", RELATIVES)
def test_a_relative_of_somebody_is_a_participant(relative: str) -> None:
    text = f"my {relative} Ilka eats 5 apples and 3 pears"
    doc = dialogue_to_doc(Dialogue("d", [Message("student", text)]), blank_english())
    start = text.index("Ilka")
    [found] = assign_roles(doc, [Candidate(start, start + 4, "NAME", 0.9, "x")], ())
    assert found.role == "participant"


@pytest.mark.parametrize(
    "word",
    ["granny", "gramps", "stepdad", "abuelo", "grandmum", "nephew", "aunty", "godfather", "mommy"],
)
def test_a_relative_who_is_greeted_is_not_a_name(word: str) -> None:
    assert said(f"hi {word}!") == said(f"Thanks {word.title()}, bye") == []


@pytest.mark.parametrize("name", ["Tia", "Nanna"])
def test_a_relative_that_is_also_a_name_may_be_one(name: str) -> None:
    assert said(f"hi {name}!") == [name]


@pytest.mark.parametrize(
    "before", ["Granny", "Grandpa", "Cousin", "Mayor", "Judge", "Nana", "Stepmom", "King", "Tia"]
)
def test_a_word_after_an_office_or_a_relative_is_used_as_a_name(before: str) -> None:
    text = f"then {before} May told us"
    start = text.index("May")
    assert stands_as_name(MessageWords(text), 2, start, start + 3, doubtful=True)
    assert not stands_as_name(MessageWords("then in May we told us"), 2, 8, 11, doubtful=True)


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("Gramps Okell", "Okell"),
        ("Tutor Okell", "Okell"),
        ("Stepdad Okell", "Okell"),
        ("Son Okell", "Son Okell"),
        ("Tia Okell", "Tia Okell"),
    ],
)
def test_a_relative_or_an_office_begins_no_full_name(text: str, full: str) -> None:
    start = text.index("Okell")
    assert text[full_name_start(MessageWords(text), start, len(text), set()) :] == full
