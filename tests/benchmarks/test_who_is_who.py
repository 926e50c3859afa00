import pytest
from spacy.language import Language

from benchmarks import who_is_who


@pytest.mark.parametrize(("which", "most"), [("developed", 1), ("reported", 3)])
def test_few_people_are_split_and_fewer_merged(which: str, most: int) -> None:
    nlp = Language()
    cases = list(who_is_who.read_cases(which))
    assert len(cases) == 88
    assert {case.expected for case in cases} == {"join", "apart"}
    scores = [who_is_who.score(case, nlp) for case in cases]
    wrong = [case for case, (split, merged) in zip(cases, scores, strict=True) if split or merged]
    assert len(wrong) <= most


def test_a_case_is_read_without_its_marks() -> None:
    case = next(who_is_who.read_cases("developed"))
    for message, extents in zip(case.messages, case.names, strict=True):
        assert "[" not in message.text
        assert all(message.text[start:end] in case.people for start, end in extents)


def test_a_split_and_a_merge_are_counted() -> None:
    nlp = Language()
    case = next(one for one in who_is_who.read_cases("developed") if one.kind == "nickname")
    assert who_is_who.score(case, nlp) == (0, 0)
    people = {name: {str(number)} for number, name in enumerate(case.people)}
    case.people = people
    assert who_is_who.score(case, nlp)[1] == 1
