import tomllib

import pytest

from benchmarks import name_habits
from benchmarks.name_habits import CASES, CHECKS, Outcome, record_of, released
from spacy_piivot.evaluation.plain_sight.name_lists import NameLists

LISTS = NameLists(
    female={"anna": 1.0, "rose": 0.98, "mark": 0.0, "casey": 0.5},
    bearers={"sione": {"Pacific": 50}, "liz": {"English": 90}},
)


def test_every_habit_has_a_check_and_names() -> None:
    cases = tomllib.loads(CASES.read_text("utf8"))
    assert cases.keys() == CHECKS.keys()
    every = [case for own in cases.values() for case in own]
    assert len(every) >= 120
    assert all(": " in case and "[" in case for case in every)


def test_a_case_is_a_dialogue_with_labelled_names() -> None:
    record = record_of("c1", "female: Did you see [Robin]? // she, [Robin Hill], did")
    assert [message.text for message in record.dialogue.messages] == [
        "Did you see Robin?", "she, Robin Hill, did",
    ]  # fmt: skip
    for message, name in zip(record.source["messages"], ("Robin", "Robin Hill"), strict=True):
        [span] = message["spans"]
        assert message["text"][span["start"] : span["end"]] == name


def test_names_of_a_case_are_replaced_in_their_order() -> None:
    [(habit, _, outcome)] = released({"sex": ["x: [Ann Lee] and [Bob] // hi [Bob]"]}, 0)
    assert (habit, outcome.expected) == ("sex", "x")
    assert outcome.originals == ["Ann Lee", "Bob", "Bob"]
    assert outcome.surrogates[1] == outcome.surrogates[2]
    assert len(outcome.surrogates[0].split()) == 2


@pytest.mark.parametrize(
    ("habit", "expected", "originals", "surrogates", "kept"),
    [
        ("syllables", "x", ["Ji-woo"], ["Seo-yeon"], True),
        ("syllables", "x", ["Ji-woo"], ["Donghyun-yoon"], False),
        ("double_given", "female", ["Lisa-May"], ["Anna-Rose"], True),
        ("double_given", "female", ["Lisa-May"], ["Anna-Mark"], False),
        ("double_given", "female", ["Lisa-May"], ["Anna-Thompson"], False),
        ("double_family", "x", ["Smith-Jones"], ["Baker-Thompson"], True),
        ("double_family", "x", ["Smith-Jones"], ["Jaela-Thompson"], False),
        ("nickname", "x", ["Emily", "Em"], ["Elizabeth", "Liz"], True),
        ("nickname", "x", ["Emily", "Em"], ["Elizabeth", "Elizabeth"], False),
        ("sex", "male", ["Robin"], ["Mark"], True), ("sex", "male", ["Robin"], ["Casey"], False),
        ("epicene", "x", ["Robin"], ["Casey"], True), ("epicene", "x", ["Robin"], ["Mark"], False),
        ("feminine", "ova|eva", ["A Ivanova"], ["B Orlova"], True),
        ("feminine", "ova|eva", ["A Ivanova"], ["B Orlov"], False),
        ("region", "Pacific", ["Tevita"], ["Sione"], True),
        ("region", "Pacific", ["Tevita"], ["Liz"], False),
        ("alike", "x", ["Carl", "Rosa"], ["Mark", "Rosanna"], False),
        ("alike", "x", ["Carl", "Rosa"], ["Mark", "Ivy"], True),
    ],
)  # fmt: skip
def test_a_habit_is_kept_or_not(
    habit: str, expected: str, originals: list[str], surrogates: list[str], kept: bool
) -> None:
    assert CHECKS[habit](Outcome(expected, originals, surrogates), LISTS) is kept


def test_missing_lists_are_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(name_habits, "name_lists", lambda: NameLists(missing=["name2nat"]))
    with pytest.raises(BaseException):  # noqa: B017, PT011
        name_habits.main()
    assert "pip install" in capsys.readouterr().err
