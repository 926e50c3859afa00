import pytest

from spacy_piivot.evaluation.core.shares import Share
from spacy_piivot.evaluation.plain_sight.same_person import SamePerson, persons, same_person
from spacy_piivot.evaluation.plain_sight.statistics import mentions_of, name_words
from spacy_piivot.evaluation.plain_sight.versions import Text, Version


def version(names: str) -> Version:
    return Version([Text(name, [(0, len(name))], True) for name in names.split("; ")])


def compared(before: str, after: str) -> SamePerson:
    return same_person(*(mentions_of(version(names)) for names in (before, after)))


@pytest.mark.parametrize(
    ("names", "numbers"),
    [
        ("Maria Lopez; Maria; Ms. Lopez; Kofi", [0, 0, 0, 1]),
        ("Maria Lopez; Maria Bell; Maria", [0, 1, 2]),
        ("Maria; maria; MARIA", [0, 0, 0]),
        ("Lopez, Maria; Maria Lopez", [0, 0]),
        ("Maria; Lopez", [0, 1]),
        ("Maria's; Maria", [0, 0]),
    ],
)
def test_who_is_who(names: str, numbers: list[int]) -> None:
    assert persons([name_words(name) for name in names.split("; ")]) == numbers


@pytest.mark.parametrize(
    ("before", "after", "split", "merged"),
    [
        ("Maria Lopez; Maria; Kofi", "Emma Bell; Emma; Dan", 0, 0),
        ("Maria Lopez; Maria; Kofi", "Emma Bell; Ruth; Dan", 1, 0),
        ("Maria; Kofi", "Emma; Emma", 0, 1),
        ("Maria; Maria", "Emma; Ruth", 1, 0),
        # They may be one person.
        ("Catherine; Katherine", "Emma; Emma", 0, 0),
        ("Alex; Alexandra", "Emma; Emma", 0, 0),
    ],
)
def test_split_and_merged(before: str, after: str, split: int, merged: int) -> None:
    found = compared(before, after)
    assert found.split == Share(split, 1)
    assert found.merged == Share(merged, 1)


def test_pairs_of_names() -> None:
    assert compared("Maria; Kofi; Ruth", "Emma; Dan; Anna").pairs == Share(3, 3)
    assert compared("Maria; Kofi; Ruth", "Emma; Emma; Anna").pairs == Share(2, 3)
