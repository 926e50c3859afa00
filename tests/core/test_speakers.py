import pytest

from spacy_piivot.core.speakers import speaker_name, speaker_role
from spacy_piivot.lang import ENGLISH


@pytest.mark.parametrize(
    ("speaker", "role"),
    [
        ("tutor", "TUTOR"),
        ("T", "TUTOR"),
        ("Student 3", "STUDENT"),
        ("S1", "STUDENT"),
        ("SS", "STUDENT"),
        ("Student J", "STUDENT"),
        ("multiple students", "STUDENT"),
        ("SN", "STUDENT"),
        ("STUDENT 2", "STUDENT"),
        ("[Student A]", "STUDENT"),
        ("MULTIPLE STUDENTS", "STUDENT"),
        ("<NAME>", "OTHER"),
        ("PERSON_1", "OTHER"),
        ("[inaudible]", "OTHER"),
        ("Unidentified", "OTHER"),
        ("QUESTION", "QUESTION"),
        ("Cassie", ""),
        ("Ms. Koski", ""),
        ("48213", ""),
        ("", ""),
    ],
)
def test_a_role_is_told_from_a_name(speaker: str, role: str) -> None:
    assert speaker_role(speaker, ENGLISH) == role


@pytest.mark.parametrize(
    ("speaker", "name"),
    [
        ("Cassie", "Cassie"),
        ("Ms. Koski", "Koski"),
        ("Cassie (student)", "Cassie"),
        ("Tutor: Cassie Lindqvist", "Cassie Lindqvist"),
        ("T Koski", "Koski"),
        ("Cassie M", "Cassie M"),
        ("Ai Tanaka", "Ai Tanaka"),
        ("Lee Child", "Lee Child"),
        ("Smith-Jones, Ana", "Smith-Jones, Ana"),
        ("मारिया (student)", "मारिया"),
        ("王小明", "王小明"),
        ("tutor", ""),
        ("Student 3", ""),
        ("48213", ""),
    ],
)
def test_the_name_in_a_speakers_label_is_found(speaker: str, name: str) -> None:
    assert speaker_name(speaker, ENGLISH) == name


@pytest.mark.parametrize("speaker", ["प्रिया", "王", "Я", "J.T.", "8471", "user_8471"])
def test_what_could_name_somebody_is_no_role(speaker: str) -> None:
    assert speaker_role(speaker, ENGLISH) == ""
