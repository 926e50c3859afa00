import pytest

from spacy_piivot.core.dialogue import Dialogue, Message
from spacy_piivot.corpus import Record
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.utility.talk_statistics import entropy, lesson_utility
from spacy_piivot.lang import ENGLISH


def record(id: str, *turns: tuple[str, str]) -> Record:
    return Record(Dialogue(id, [Message(*turn) for turn in turns]), None, {})


def test_entropy_is_that_of_the_ngrams_within_turns() -> None:
    turns = [["a", "b"], ["a", "c"]]
    assert entropy(turns, 1) == pytest.approx(1.5)
    assert entropy(turns, 2) == pytest.approx(1.0)
    assert entropy([], 1) == 0


def test_a_release_that_changes_names_only_keeps_the_lesson() -> None:
    before = [record("d1", ("tutor", "Hi Maria, 3 + 4 is?"), ("student", "7 of Maria"))]
    after = [record("d1", ("tutor", "Hi Emily, 3 + 4 is?"), ("student", "7 of Emily"))]
    found = lesson_utility(before, after, ENGLISH)
    assert found.changes()["TUTOR"] == dict.fromkeys(found.changes()["TUTOR"], 0.0)
    assert (found.numbers.count, found.numbers.of) == (3, 3)
    assert (found.answers.count, found.answers.of) == (1, 1)
    assert found.to_dict()["talk"]["students"]["words a turn"]["before"] == 3


def test_what_is_lost_is_counted() -> None:
    before = [record("d1", ("tutor", "3 + 4 and 12")), record("d2", ("tutor", "bye"))]
    after = [record("d1", ("tutor", "3 + 5 and 12"))]
    found = lesson_utility(before, after, ENGLISH)
    assert (found.numbers.count, found.numbers.of) == (2, 3)
    assert (found.answers.count, found.answers.of) == (0, 1)
    assert found.missing == 1
    assert "1 dialogues" in found.report().notes[0]


def test_dialogues_are_paired_by_id_or_by_order() -> None:
    before = [record("d1", ("tutor", "a")), record("d2", ("tutor", "b"))]
    renamed = [record("x", ("tutor", "a")), record("y", ("tutor", "b"))]
    assert lesson_utility(before, renamed, ENGLISH).changes()[""]["1-gram entropy"] == 0
    with pytest.raises(InputError, match="--ids keep"):
        lesson_utility(before, renamed[:1], ENGLISH)
    with pytest.raises(InputError, match="number of messages"):
        lesson_utility(before, [record("d1", ("tutor", "a"), ("tutor", "b")), before[1]], ENGLISH)
