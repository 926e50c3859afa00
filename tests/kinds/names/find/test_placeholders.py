import pytest

from spacy_piivot.kinds.names.find.placeholders import is_placeholder


def placeholder(marked: str) -> bool:
    start, end = marked.index("«"), marked.index("»") - 1
    return is_placeholder(marked.replace("«", "").replace("»", ""), start, end)


@pytest.mark.parametrize(
    "marked",
    ["[«STUDENT»] I got five", "«[STUDENT]»", "<«NAME»> can you", "«SS» right", "«SN» got it",
     "«S1» said", "«STUDENT 2» thinks", "[«Student A»] can", "[Student «A»]",
     "«MULTIPLE STUDENTS»: yes", "[«inaudible»]", "«PERSON_1» is", "hi <«STUDENT_NAME»>!",
     "«Generic_Name» said", "«NAME_STUDENT»", "[«Tutor's Name»]", "(«Teacher») All right",
     "[«PII»] is", "**«NAME»**", "I «reSSy» think", "«especiSSy» now", "«T»: what", "[«shushes»]"],
)  # fmt: skip
def test_a_transcribers_placeholder_is_not_a_name(marked: str) -> None:
    assert placeholder(marked)


@pytest.mark.parametrize(
    "marked",
    ["[«Omar»] yes", "(«Maria» is late)", "“«Kofi»” said", "«AJ», are these", "«JD» needs",
     "«T» said", "«Jessy» and", "«Tess»", "«CIndy»", "«R.J.» is", "(the student «Amara»)",
     "student «Kofi» said", "«Coach Lee»", "«omar_k»"],
)  # fmt: skip
def test_names_in_brackets_and_capitals_stay(marked: str) -> None:
    assert not placeholder(marked)
