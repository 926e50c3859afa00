import pytest

from spacy_piivot.core.speakers import may_be_initials, speaker_name, speaker_role
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
    ("speaker", "role"),
    [
        ("human", "STUDENT"), ("gpt", "ASSISTANT"), ("chatgpt", "ASSISTANT"), ("bot", "ASSISTANT"),
        ("developer", "SYSTEM"), ("tool", "SYSTEM"), ("function", "SYSTEM"),
        ("observation", "SYSTEM"),
    ],
)  # fmt: skip
def test_roles_of_chats_with_language_models_are_roles(speaker: str, role: str) -> None:
    assert speaker_role(speaker, ENGLISH) == role


@pytest.mark.parametrize(
    "speaker",
    [
        "sister", "Brother", "grandma", "Aunt", "Uncle", "older sister", "Sibling 2", "Carer",
        "stepdad", "COUSIN", "friend",
    ],
)  # fmt: skip
def test_a_word_for_a_relative_is_a_role(speaker: str) -> None:
    assert speaker_role(speaker, ENGLISH) == "OTHER"


@pytest.mark.parametrize(
    ("speaker", "name"),
    [
        ("Cassie", "Cassie"),
        ("Ms. Koski", "Koski"),
        ("Aunt Koski", "Koski"),
        ("sister Ayu", "Ayu"),
        ("Rosa Friend", "Rosa Friend"),
        ("Cassie Cousin", "Cassie Cousin"),
        ("Cassie (student)", "Cassie"),
        ("Cassie Koski (she/her)", "Cassie Koski"),
        ("Koski (He / Him / His)", "Koski"),
        ("Ming He", "Ming He"),
        ("Ka Her (they/them)", "Ka Her"),
        ("Cassie/Rosa", "Cassie/Rosa"),
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


@pytest.mark.parametrize(
    "speaker",
    [
        "PARA", "SLP", "SPED", "COUNS", "STDT", "TEACH", "OBS", "UNK", "INAUD", "GRP", "Para 2",
        "para1", "MS1", "gs2", "CT1", "EA 2", "CO-T", "STUDENT-A", "Student-B", "S/T", "ST1",
        "TCHR", "SN", "SNS", "Paraprofessional", "Interpreter", "PST", "BCBA",
    ],
)  # fmt: skip
def test_a_transcribers_code_is_a_role(speaker: str) -> None:
    assert speaker_role(speaker, ENGLISH)
    assert speaker_name(speaker, ENGLISH) == ""


@pytest.mark.parametrize(
    "speaker",
    [
        "Para", "Slp", "MS", "CT", "JB", "AO", "Mary-Ann", "MARY-ANN", "Ta-Nehisi", "TEA", "CHI",
        "VID", "Paul Nurse", "JB1", "SUBA", "PARAS SHAH", "Maria Para", "Lee-Child", "T-Rex",
    ],
)  # fmt: skip
def test_initials_and_names_are_no_codes(speaker: str) -> None:
    assert speaker_role(speaker, ENGLISH) == ""


@pytest.mark.parametrize(
    ("speaker", "name"),
    [
        ("SLP Rivera", "Rivera"),
        ("PARA: Ana Ruiz", "Ana Ruiz"),
        ("Paul Nurse", "Paul Nurse"),
        ("MARIA PARA", "MARIA PARA"),
        ("Para Singh", "Para Singh"),
    ],
)
def test_a_code_before_a_name_is_not_part_of_it(speaker: str, name: str) -> None:
    assert speaker_name(speaker, ENGLISH) == name


@pytest.mark.parametrize(
    ("speaker", "possible"),
    [("SN", True), ("S.N.", True), ("SLP", True), ("Sn", False), ("S", False), ("SN1", False)],
)
def test_two_or_three_capitals_may_be_initials(speaker: str, possible: bool) -> None:
    assert may_be_initials(speaker) is possible
