import pytest
from releases import EDITS, ORIGINAL, RELEASED, gold, record

from spacy_piivot.evaluation.attack.released import released_dialogues
from spacy_piivot.evaluation.plain_sight.versions import BothVersions, both_versions, originals_of


def compared(before: str, after: str, *names: tuple[int, int, str]) -> BothVersions:
    [one] = released_dialogues([record("d", after)], None, [gold("d", before, *names)])
    return both_versions(one)


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ("Maria has 3", "Emma has 3", ["Maria"], ["Emma"]),
        ("hi Maria Lopez!", "hi Emma Bell!", ["Maria Lopez"], ["Emma Bell"]),
        ("Maria, Kofi and Ruth", "Emma, Dan and Ruth", ["Maria", "Kofi"], ["Emma", "Dan"]),
        ("O'Brien left", "Smith left", ["O'Brien"], ["Smith"]),
        ("it is 3 + 4", "it is 3 + 4", [], []),
        ("call 555-0123, Maria", "call 555-0199, Emma", ["Maria"], ["Emma"]),
        ("my mum said", "my dad said", [], []),
    ],
)
def test_texts_are_compared_without_edits(
    before: str, after: str, old: list[str], new: list[str]
) -> None:
    found = compared(before, after)
    assert found.original().names() == old
    assert found.released().names() == new


def test_gold_says_what_is_a_name() -> None:
    found = compared("maria lives in Boston", "emma lives in Denver", (0, 5, "participant"))
    assert found.original().names() == ["maria"]
    assert found.original().messages[0].has_pii
    assert found.released().names() == ["emma"]


def test_edits_say_what_was_replaced() -> None:
    [one] = released_dialogues([record("d1", RELEASED)], {"d1": EDITS},
                               [gold("d1", ORIGINAL, (0, 5, ""), (10, 15, ""))])  # fmt: skip
    found = both_versions(one)
    assert found.original().names() == ["Maria"]
    assert found.released().names() == ["Emily"]


@pytest.mark.parametrize(
    ("id", "group"),
    [("nc-12.40", "nc-12"), ("d1~asia-male", "d1"), ("d1~asia-male-2", "d1"), ("md-7", "md-7")],
)
def test_copies_and_excerpts_are_of_one_group(id: str, group: str) -> None:
    [one] = released_dialogues([record(id, "hi Emma")], None, [gold(id, "hi Maria")])
    assert both_versions(one).group == group


def test_originals_need_no_labels() -> None:
    [one] = originals_of([record("d", "hi Maria")])
    assert one.messages[0].text == "hi Maria"
    assert list(one.spans()) == []
