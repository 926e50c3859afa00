import json
from pathlib import Path
from typing import Any

import pytest
from shared_pipelines import blank_english

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.evaluation.attack.released import (
    ReleasedDialogue,
    ReleasedEdit,
    ReleasedMessage,
    released_dialogues,
)
from spacy_piivot.evaluation.attack.surrogate_quality import surrogate_quality
from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
)
from spacy_piivot.evaluation.readers.dialogue_files import read_records
from spacy_piivot.evaluation.readers.docs import from_docs
from spacy_piivot.evaluation.readers.jsonl_files import read_dialogues
from spacy_piivot.lang import ENGLISH


def gold(id: str, text: str, *names: tuple[int, int, str]) -> AnnotatedDialogue:
    spans = [AnnotatedSpan(start, end, "NAME", role) for start, end, role in names]
    return AnnotatedDialogue(id, [AnnotatedMessage(spans, text)])


def dialogue(*messages: ReleasedMessage) -> ReleasedDialogue:
    return ReleasedDialogue("d", messages)


def quality_of(original: str, released: str, *edits: tuple[int, int, int, int, str]) -> Any:
    made = [
        ReleasedEdit(start, end, new_start, new_end, label, released[new_start:new_end])
        for start, end, new_start, new_end, label in edits
    ]
    return surrogate_quality([dialogue(ReleasedMessage(released, made, original))])


def test_collisions_reuse_and_inconsistency_are_counted() -> None:
    good = quality_of("Emily, Maria", "Anna, Julia", (0, 5, 0, 4, "NAME"), (7, 12, 6, 11, "NAME"))
    assert (good.collisions, good.reused) == (0, 0)
    assert (good.consistent.count, good.consistent.of) == (2, 2)
    assert (good.gender.count, good.gender.of) == (2, 2)
    same = quality_of("Emily, Maria", "Anna, Anna", (0, 5, 0, 4, "NAME"), (7, 12, 6, 10, "NAME"))
    assert same.collisions == 1
    swapped = quality_of(
        "Emily, Maria", "Maria, Anna", (0, 5, 0, 5, "NAME"), (7, 12, 7, 11, "NAME")
    )
    assert swapped.reused == 1
    twice = quality_of("Emily, EMILY", "Anna, JOHN", (0, 5, 0, 4, "NAME"), (7, 12, 6, 10, "NAME"))
    assert (twice.consistent.count, twice.gender.count) == (0, 1)


@pytest.mark.parametrize(
    ("before", "after", "collisions"),
    [
        (("Kay", "Kayla"), ("Cheryl", "Cheryl"), 1),
        (("Kay", "Kayla"), ("Cheryl", "Laura"), 0),
        (("Kay", "KAY (student)"), ("Cheryl", "CHERYL (student)"), 0),
        (("Dent, Kay", "Kay Dent"), ("Ward, Cheryl", "Cheryl Ward"), 0),
        (("Kay", "Kayla"), ("[NAME]", "[NAME]"), 0),
        (("tutor", "student"), ("tutor", "student"), 0),
    ],
)
def test_two_speakers_with_one_surrogate_are_a_collision(
    before: tuple[str, ...], after: tuple[str, ...], collisions: int, tmp_path: Path
) -> None:
    def write(name: str, speakers: tuple[str, ...]) -> Path:
        messages = [{"speaker": speaker, "text": "hi", "spans": []} for speaker in speakers]
        path = tmp_path / name
        path.write_text(json.dumps({"id": "d", "messages": messages}), "utf8")
        return path

    records = read_records(write("released.jsonl", after))
    annotated = list(read_dialogues(write("gold.jsonl", before), ENGLISH))
    dialogues = released_dialogues(records, {"d": []}, annotated)
    assert surrogate_quality(dialogues).collisions == collisions
    docs = [dialogue_to_doc(Dialogue("d", [Message(s, "hi") for s in before]), blank_english())]
    docs[0].spans["pii"] = []
    assert released_dialogues(records, {"d": []}, from_docs(docs)) == dialogues
    assert not any(speaker in repr((dialogues, annotated)) for speaker in ("Kay", "KAY"))


@pytest.mark.parametrize(
    ("label", "original", "good", "bad"),
    [
        ("DATE", "May 5, 2012", "June 9, 2012", "June 99, 2012"),
        ("PHONE_NUMBER", "(612) 555-4823", "(614) 555-9921", "(111) 555-9921"),
        ("EMAIL_ADDRESS", "a@b.org", "c@d.org", "cd.org"),
        ("URL", "b.org/x", "d.org/y", "dorg"),
        ("ID_NUM", "A-123", "B-456", "B456"),
    ],
)
def test_the_form_of_a_surrogate_is_checked(label: str, original: str, good: str, bad: str) -> None:
    for new, valid in ((good, 1), (bad, 0)):
        edit = (0, len(original), 0, len(new), label)
        share = quality_of(original, new, edit).valid[label]
        assert (share.count, share.of) == (valid, 1)


def test_two_names_of_one_country_may_have_one_surrogate() -> None:
    spans = ((0, 3, 0, 6, "LOCATION"), (5, 12, 8, 14, "LOCATION"))
    assert quality_of("USA, America", "Brazil, Brazil", *spans).collisions == 0
    assert quality_of("USA, Jamaica", "Brazil, Brazil", *spans).collisions == 1
