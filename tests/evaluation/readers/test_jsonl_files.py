import json
from pathlib import Path
from typing import Any

import pytest

from spacy_piivot.errors import RecordError
from spacy_piivot.evaluation.core.annotations import AnnotatedSpan, Lookalike
from spacy_piivot.evaluation.readers.reading import read_annotations

DIALOGUE = {
    "id": "d1",
    "messages": [
        {"speaker": "Tutor", "text": "Hi Ana!", "spans": [{"start": 3, "end": 6, "label": "NAME"}]},
        {"speaker": "Ana", "text": "x = 2"},
    ],
}


def write(path: Path, *lines: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines),
        encoding="utf-8",
    )
    return path


def with_message(**changes: Any) -> dict[str, Any]:
    return {"id": "d1", "messages": [{"text": "Hi Ana!", "spans": [], **changes}]}


def with_span(**changes: Any) -> dict[str, Any]:
    return with_message(spans=[{"start": 3, "end": 6, "label": "NAME", **changes}])


# Dialogue JSONL


def test_spans_are_read_with_their_text_in_text_order(tmp_path: Path) -> None:
    first = {"start": 0, "end": 2, "label": "OTHER", "score": 0.25}
    second = {"start": 3, "end": 6, "label": "NAME", "role": "problem", "text": "Ana"}
    (dialogue,) = read_annotations(write(tmp_path / "a.jsonl", with_message(spans=[second, first])))
    assert dialogue.messages[0].spans == [
        AnnotatedSpan(0, 2, "OTHER", "", 0.25, "Hi"),
        AnnotatedSpan(3, 6, "NAME", "problem", 1.0, "Ana"),
    ]


SWAP = {"region": "Asia", "subregion": "Eastern Asia", "gender": "male", "of": "d0"}


def test_messages_keep_role_segment_and_lookalikes_and_dialogues_corpus_and_swap(
    tmp_path: Path,
) -> None:
    record = {
        "id": 5,
        "corpus": "made up",
        "swap": SWAP,
        "messages": [
            {"speaker": "Teacher", "text": "12/4", "segment": "MATH", "spans": [],
             "lookalikes": [{"start": 0, "end": 4, "kind": "fraction"}]},
            {"speaker": "Cassie", "text": "ok", "segment": "NON-MATH"},
        ],
    }  # fmt: skip
    (dialogue,) = read_annotations(write(tmp_path / "a.jsonl", record))
    assert (dialogue.id, dialogue.corpus) == ("5", "made up")
    assert dialogue.swap == SWAP
    first, second = dialogue.messages
    assert (first.speaker, first.segment, first.text) == ("TUTOR", "MATH", "12/4")
    assert first.lookalikes == [Lookalike(0, 4, "fraction")]
    assert (second.speaker, second.segment, second.spans) == ("", "NON-MATH", [])
    assert first.tokens is None


def test_a_dialogue_that_nobody_labelled_is_refused_and_an_empty_list_is_a_label(
    tmp_path: Path,
) -> None:
    bare = {"id": "d2", "messages": [{"text": "x"}, {"text": "y"}]}
    path = write(tmp_path / "a.jsonl", DIALOGUE, bare)
    with pytest.raises(RecordError, match="MissingSpans") as caught:
        read_annotations(path)
    assert (caught.value.line, caught.value.id) == (2, "d2")
    labelled = {"id": "d2", "messages": [{"text": "x"}, {"text": "y", "spans": []}]}
    assert len(read_annotations(write(path, DIALOGUE, labelled))) == 2


@pytest.mark.parametrize(
    ("kind", "record"),
    [
        ("InvalidSpans", with_message(spans="Zorblatt")),
        ("InvalidSpans", with_message(spans=["Zorblatt"])),
        ("InvalidSpans", with_span(label=5)),
        ("InvalidSpans", with_span(label="")),
        ("InvalidSpans", with_span(role="Zorblatt")),
        ("InvalidSpans", with_span(score="Zorblatt")),
        ("InvalidSpans", with_span(score=1.5)),
        ("InvalidSpans", with_span(score=True)),
        ("InvalidSpans", with_span(score=float("nan"))),
        ("InvalidSpans", with_span(text="Zorblatt")),
        ("InvalidSpans", with_span(text="ana")),
        ("InvalidOffsets", with_span(start=None)),
        ("InvalidOffsets", with_span(start=3.0)),
        ("InvalidOffsets", with_span(start=False)),
        ("InvalidOffsets", with_span(start=-1)),
        ("InvalidOffsets", with_span(end=8)),
        ("InvalidOffsets", with_span(start=6)),
        ("InvalidSegment", with_message(segment="Zorblatt")),
        ("InvalidLookalikes", with_message(lookalikes={"Zorblatt": 1})),
        ("InvalidLookalikes", with_message(lookalikes=[{"start": 0, "end": 2}])),
        ("InvalidOffsets", with_message(lookalikes=[{"start": 0, "end": 9, "kind": "x"}])),
        ("InvalidCorpus", {**with_message(), "corpus": ["Zorblatt"]}),
        ("InvalidSwap", {**with_message(), "swap": "Zorblatt"}),
        ("InvalidSwap", {**with_message(), "swap": {"region": 5}}),
        ("InvalidSwap", {**with_message(), "swap": {"of": "d0"}}),
        ("DuplicateId", DIALOGUE),
        ("TextNotString", {"id": "d1", "messages": [{"spans": []}]}),
    ],
)
def test_a_bad_record_ends_the_reading_and_is_named_and_not_quoted(
    tmp_path: Path, kind: str, record: dict[str, Any]
) -> None:
    other = DIALOGUE if kind == "DuplicateId" else {**DIALOGUE, "id": "d0"}
    path = write(tmp_path / "gold.jsonl", other, "", record)
    with pytest.raises(RecordError) as caught:
        read_annotations(path)
    assert (caught.value.kind, caught.value.line, caught.value.id) == (kind, 3, "d1")
    if kind not in ("InvalidCorpus", "InvalidSwap", "DuplicateId"):
        assert "in message 0" in str(caught.value)
    assert "gold.jsonl" in str(caught.value)
    assert "Zorblatt" not in str(caught.value)
    assert caught.value.__context__ is None
