from collections.abc import Iterator

import pytest
from shared_pipelines import blank_english
from spacy.language import Language

from spacy_piivot.components.admission import admitted
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, get_candidates
from spacy_piivot.lang import ENGLISH


@pytest.fixture(scope="module")
def light(default_nlp: Language) -> Iterator[Language]:
    with default_nlp.select_pipes(disable="hips_surrogator"):
        yield default_nlp


def found(nlp: Language, *texts: str) -> list[tuple[str, str]]:
    messages = [Message("", text) for text in texts]
    doc = nlp(dialogue_to_doc(Dialogue("d", messages), nlp))
    return [(c.label, c.cut(doc.text)) for c in get_candidates(doc)]


def test_the_message_decides_not_its_neighbour() -> None:
    text = "my birthday is 4/12\nso 4/12 is 1/3"
    spans = [(15, 19), (23, 27)]
    candidates = [Candidate(*span, "DATE_OF_BIRTH", 0.99, "llm_detector") for span in spans]
    assert admitted(text, [(0, 19), (20, 34)], candidates, ENGLISH) == candidates[:1]


def test_messages_before_are_listened_to() -> None:
    text = "Phone number?\n5 10 15 20 25 30 35\n5 10 15 20 25 30 35"
    spans = [(14, 33), (34, 53)]
    candidates = [Candidate(*span, "PHONE_NUMBER", 0.99, "x") for span in spans]
    assert admitted(text, [(0, 13), (14, 33), (34, 53)], candidates, ENGLISH) == candidates[:1]


@pytest.mark.parametrize(
    "text",
    [
        "lets do 100-25-1000 on the board",
        "so 390-31-2426, first take away 85.",
        "2020-08-10 00:00:00",
        "That would be 10/12, but then you can also convert that to 5/6.",
        "it rose in the middle of August 2012",
        "SN got it",
        "hi <STUDENT_NAME>!",
        "S1 said [PII] is here",
    ],
)
def test_the_pipeline_finds_nobody_in_a_lesson(light: Language, text: str) -> None:
    kept = [label for label, _ in found(light, "What is 2x + 3?", text, "ok 4/12 = 1/3")]
    assert set(kept) <= {"GRADE_LEVEL", "AGE"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my birthday is 4/12", ("DATE_OF_BIRTH", "4/12")),
        ("call me at 415-820-1199", ("PHONE_NUMBER", "415-820-1199")),
        ("my ssn is 000-37-5466", ("US_SSN", "000-37-5466")),
        ("thats jamess book", ("NAME", "james")),
        ("‹Omar› wrote", ("NAME", "Omar")),
        ("Hello from Maria in Boston!", ("NAME", "Maria")),
        ("signed, Priya, Lagos", ("LOCATION", "Lagos")),
    ],
)
def test_the_pipeline_finds_what_is_somebodys(
    light: Language, text: str, expected: tuple[str, str]
) -> None:
    assert expected in found(light, text)


def test_pii_patterns_alone_is_guarded() -> None:
    nlp = blank_english()
    nlp.add_pipe("pii_patterns")
    assert found(nlp, "remember your number", "one-two-three-four, one-two-three-four") == []
