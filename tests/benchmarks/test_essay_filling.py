from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from made_essays import names_folder, slots_file

from benchmarks.essay_filling import SlotEssay, fill, read_slots
from benchmarks.essay_names import Names
from spacy_piivot.corpus.annotated_spans import AnnotatedSpan
from spacy_piivot.errors import InputError, RecordError
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue

Fill = Callable[..., list[AnnotatedDialogue]]
PLACEHOLDERS = (
    "Generic_Name", "STUDENT_NAME", "generic_name", "Generic_City", "Generic_School",
    "Generic_school",
)  # fmt: skip


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Names:
    return Names(names_folder(tmp_path_factory.mktemp("data") / "names"))


@pytest.fixture
def filled(names: Names, tmp_path: Path) -> Fill:
    def fill_texts(*texts: str, copies: int = 8, seed: int = 0) -> list[AnnotatedDialogue]:
        essays = read_slots(slots_file(tmp_path / "slots.jsonl", texts, PLACEHOLDERS))
        return fill(essays, names, copies=copies, seed=seed)

    return fill_texts


def written(dialogue: AnnotatedDialogue) -> list[tuple[str, str]]:
    text = dialogue.messages[0].text or ""
    assert all(text[span.start : span.end] == span.text for span in dialogue.spans())
    assert "_" not in text
    return [(span.label, span.text or "") for span in dialogue.spans()]


def test_every_slot_is_filled_and_marked(filled: Fill) -> None:
    for copy in filled("I am Generic_Name from Generic_City. I go to Generic_School."):
        labels = [label for label, _ in written(copy)]
        assert labels == ["NAME", "LOCATION", "SCHOOL"]
        assert [span.role for span in copy.spans()] == ["participant", "", ""]


def test_the_same_slot_is_the_same_person_and_another_is_not(filled: Fill) -> None:
    for copy in filled("Generic_Name met STUDENT_NAME. Generic_Name left."):
        (_, first), (_, other), (_, again) = written(copy)
        assert again == first.split()[0]
        assert other.split()[0] != again


def test_some_persons_have_both_names_at_first_and_some_one(filled: Fill) -> None:
    words = Counter(
        len(written(copy)[0][1].split()) for copy in filled("I am Generic_Name.", copies=40)
    )
    assert words[1] > 5
    assert words[2] > 5


def test_two_slots_in_a_row_are_one_name(filled: Fill) -> None:
    for copy in filled("I am Generic_Name STUDENT_NAME, hi."):
        [(label, name)] = written(copy)
        assert label == "NAME"
        assert len(name.split()) == 2


@pytest.mark.parametrize("between", [", ", "\n", "\n\n", " and ", "'s "])
def test_slots_apart_are_two_names(filled: Fill, between: str) -> None:
    for copy in filled(f"I am Generic_Name{between}STUDENT_NAME."):
        assert len(written(copy)) == 2


def test_a_possessive_stays_outside(filled: Fill) -> None:
    for copy in filled("This is Generic_Name's book."):
        [(_, name)] = written(copy)
        assert f"{name}'s book" in copy.messages[0].text


@pytest.mark.parametrize("title", ["Mr.", "Mrs", "Dr.", "miss", "Coach"])
def test_after_a_title_comes_the_family_name(filled: Fill, title: str) -> None:
    for copy in filled(f"Generic_Name said hi. {title} Generic_Name said bye.", copies=20):
        (_, first), (_, second) = written(copy)
        if len(first.split()) == 2:
            assert second == first.split()[1]
        else:
            assert second != first


def test_a_slot_in_lower_case_stays_so(filled: Fill) -> None:
    for copy in filled("i am generic_name"):
        [(_, name)] = written(copy)
        assert name.islower()


@pytest.mark.parametrize(
    ("after", "kept"),
    [
        (" High School", " High School"),
        (" high school", " high school"),
        (" Middle School", " Middle School"),
        (" Academy", " Academy"),
        (" school is big", " school"),
        (".", ""),
        (" Highway", ""),
    ],
)
def test_the_ending_of_a_school_belongs_to_it(filled: Fill, after: str, kept: str) -> None:
    for copy in filled(f"I go to Generic_School{after}"):
        [(_, school)] = written(copy)
        assert copy.messages[0].text.endswith(f"{school}{after.removeprefix(kept)}")
        if kept:
            assert school.endswith(kept)
            assert len(school.split()) == 1 + len(kept.split())


def test_no_name_repeats_a_word_of_the_essay(names: Names, filled: Fill) -> None:
    drawn = {name for copy in filled("I am Generic_Name.", copies=200) for _, name in written(copy)}
    given = sorted({name.split()[0] for name in drawn})
    taken = given[: len(given) // 2]
    for copy in filled(f"I am Generic_Name. {' '.join(taken)}", copies=40):
        assert written(copy)[0][1].split()[0] not in taken


def test_groups_come_equally_often_and_all_once_with_enough_copies(
    names: Names, filled: Fill
) -> None:
    texts = [f"I am Generic_Name {number}." for number in range(6)]
    for copies in (1, 2, 3, 4):
        counts = Counter(
            (copy.swap["subregion"], copy.swap["gender"]) for copy in filled(*texts, copies=copies)
        )
        assert max(counts.values()) - min(counts.values()) <= 1
    essays = Counter(
        (copy.swap["of"], copy.swap["subregion"], copy.swap["gender"])
        for copy in filled(*texts, copies=4)
    )
    assert len(essays) == 24


def test_a_seed_gives_the_same_names_and_another_others(filled: Fill) -> None:
    text = "I am Generic_Name from Generic_City."
    assert filled(text, seed=1) == filled(text, seed=1)
    assert filled(text, seed=1) != filled(text, seed=2)
    assert len({copy.messages[0].text for copy in filled(text)}) > 1


def test_an_essay_without_slots_stays(names: Names) -> None:
    [copy] = fill([SlotEssay("a", "No names.", [])], names, copies=1, seed=0)
    assert copy.messages[0].text == "No names."
    assert not copy.messages[0].spans


def test_overlapping_slots_and_missing_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_slots(tmp_path / "none.jsonl")
    path = slots_file(tmp_path / "a.jsonl", ["Generic_Name"], ["Generic_Name", "Name"])
    with pytest.raises(RecordError, match="overlap"):
        read_slots(path)


def test_slots_are_read_in_text_order(tmp_path: Path) -> None:
    path = slots_file(tmp_path / "a.jsonl", ["Generic_City Generic_Name"], PLACEHOLDERS)
    [essay] = read_slots(path)
    assert essay.slots == [
        AnnotatedSpan(0, 12, "LOCATION", text="Generic_City"),
        AnnotatedSpan(13, 25, "NAME", text="Generic_Name"),
    ]
