import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared_pipelines import blank_english

from spacy_piivot.core.dialogue import dialogue_to_doc
from spacy_piivot.core.labels import CANONICAL, ROLES
from spacy_piivot.corpus.annotated_spans import (
    OURS,
    AnnotatedSpan,
    EntryPosition,
    Lookalike,
    decode_lookalikes,
    decode_span,
    decode_spans,
    encode_lookalike,
    encode_span,
)
from spacy_piivot.corpus.doccano import to_doccano
from spacy_piivot.corpus.jsonl import parse_record
from spacy_piivot.corpus.standoff import add_texts, strip_texts
from spacy_piivot.errors import RecordError
from spacy_piivot.evaluation.readers.reading import read_annotations
from spacy_piivot.lang import ENGLISH
from spacy_piivot.runs.input_spans import set_input_spans

TEXT = "hi Zorblatt, I am 12"
SPAN = {"start": 3, "end": 11, "label": "NAME"}
PLACE = EntryPosition(line=4, id="d1", message=2)


def failure(entry: Any, **options: Any) -> RecordError:
    with pytest.raises(RecordError) as caught:
        decode_spans({"spans": [SPAN, entry]}, TEXT, PLACE, OURS, **options)
    assert caught.value.__context__ is None
    assert "orblatt" not in str(caught.value).casefold()
    return caught.value


@given(
    st.integers(0, 11), st.integers(1, 9), st.sampled_from(CANONICAL), st.sampled_from(("", *ROLES))
)
def test_what_is_written_is_read_again(start: int, length: int, label: str, role: str) -> None:
    entry = encode_span(start, start + length, label, score=0.123456, source="x", role=role)
    covered = TEXT[start : start + length]
    span = AnnotatedSpan(start, start + length, label, role, 0.1235, covered)
    assert decode_spans({"spans": [json.loads(json.dumps(entry))]}, TEXT, PLACE, OURS) == [span]


def test_a_surrogate_is_read_as_it_is_written_and_never_shown() -> None:
    entry = encode_span(3, 11, "NAME", surrogate=" Nora ")
    assert entry == {**SPAN, "surrogate": " Nora "}
    [span] = decode_spans({"spans": [entry]}, TEXT, PLACE, OURS)
    assert span.surrogate == " Nora "
    assert "Nora" not in repr(span)
    [span] = decode_spans({"spans": [{**SPAN, "surrogate": None}]}, TEXT, PLACE, OURS)
    assert span.surrogate is None
    for wrong in (7, ["Nora"], True):
        with pytest.raises(RecordError, match=r"InvalidSurrogate: in message 2, spans\[0\]: "):
            decode_spans({"spans": [{**SPAN, "surrogate": wrong}]}, TEXT, PLACE, OURS)


def test_gold_is_written_without_what_nobody_said() -> None:
    assert encode_span(3, 11, "NAME") == SPAN
    assert list(encode_span(3, 11, "NAME", score=1, source="x", role=None).items())[3:] == [
        ("score", 1), ("source", "x"), ("role", None),
    ]  # fmt: skip
    assert decode_spans({}, TEXT, PLACE) == decode_spans({"spans": None}, TEXT, PLACE) == []


@pytest.mark.parametrize(
    ("kind", "entry", "told"),
    [
        ("InvalidOffsets", {**SPAN, "start": None}, "start < end <= 20, the end of the text"),
        ("InvalidOffsets", {**SPAN, "start": 3.0}, "whole numbers"),
        ("InvalidOffsets", {**SPAN, "start": True}, "whole numbers"),
        ("InvalidOffsets", {**SPAN, "start": -1}, "from 0"),
        ("InvalidOffsets", {**SPAN, "start": 11}, "start < end"),
        ("InvalidOffsets", {**SPAN, "end": 21}, "<= 20"),
        ("InvalidSpans", {**SPAN, "label": None}, "label is missing: give it one"),
        ("InvalidSpans", {**SPAN, "label": ["Zorblatt"]}, "label is missing"),
        ("UnknownLabel", {**SPAN, "label": "Zorblatt"}, "Use one of: AGE, "),
        ("InvalidSpans", {**SPAN, "role": "Zorblatt"}, "Use one of: participant"),
        ("InvalidSpans", {**SPAN, "score": "Zorblatt"}, "from 0 to 1"),
        ("InvalidSpans", {**SPAN, "score": True}, "from 0 to 1"),
        ("InvalidSpans", {**SPAN, "score": float("nan")}, "from 0 to 1"),
        ("InvalidSpans", {**SPAN, "text": "zorblatt"}, "not the text at its offsets"),
        ("BlankSpan", {**SPAN, "start": 2, "end": 3}, "remove it"),
    ],
)
def test_an_error_names_the_entry_and_says_what_to_do(
    kind: str, entry: dict[str, Any], told: str
) -> None:
    error = failure(entry, blank=False)
    assert (error.kind, error.line, error.id) == (kind, 4, "d1")
    assert error.hint.startswith("in message 2, spans[1]: ")
    assert told in error.hint


@pytest.mark.parametrize("entry", ["Zorblatt", 3, None, [3, 11, "NAME"]])
def test_what_is_no_object_is_no_span(entry: Any) -> None:
    assert failure(entry).hint == "in message 2, 'spans' must be a list of JSON objects"


def test_offsets_of_another_counting_are_recognised() -> None:
    text = "👩 hi Zorblatt, I am 12"
    entry = {"start": 6, "end": 14, "label": "NAME", "text": "Zorblatt"}
    with pytest.raises(RecordError, match="UTF-16 units, as JavaScript does; count code points"):
        decode_span(entry, text, PLACE)
    assert decode_span({**entry, "start": 5, "end": 13}, text, PLACE).text == "Zorblatt"


def test_without_the_message_the_text_of_the_span_is_measured() -> None:
    assert decode_span({**SPAN, "text": "Zorblatt"}, None, PLACE).text == "Zorblatt"
    with pytest.raises(RecordError, match=r"InvalidOffsets: .* 3 characters, .* cover 8"):
        decode_span({**SPAN, "text": "Bob"}, None, PLACE)


def test_lookalikes_are_read_and_written() -> None:
    entry = encode_lookalike(18, 20, "age of nobody")
    found = decode_lookalikes({"lookalikes": [entry]}, TEXT, PLACE)
    assert found == [Lookalike(18, 20, "age of nobody")]
    with pytest.raises(RecordError, match=r"InvalidLookalikes: in message 2, lookalikes\[0\]: "):
        decode_lookalikes({"lookalikes": [{**entry, "kind": None}]}, TEXT, PLACE)


def source(*spans: Any) -> dict[str, Any]:
    return {"id": "d1", "corpus": "talk", "messages": [{"text": TEXT, "spans": list(spans)}]}


def evaluated(spans: list[Any], tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(source(*spans)))
    read_annotations(path)


def released(spans: list[Any], tmp_path: Path) -> None:
    record = parse_record(source(*spans), 1, set())
    set_input_spans(dialogue_to_doc(record.dialogue, blank_english()), record, ENGLISH)


def shown(spans: list[Any], tmp_path: Path) -> None:
    to_doccano(parse_record(source(*spans), 1, set()))


def stripped(spans: list[Any], tmp_path: Path) -> None:
    bare = {"id": "d1", "corpus": "talk", "messages": [{"text": TEXT}]}
    sources = {"talk": {"d1": bare}}
    list(add_texts(strip_texts([source(*spans)], sources), sources))


@pytest.mark.parametrize("read", [evaluated, released, shown, stripped])
@pytest.mark.parametrize(
    ("kind", "entry"),
    [
        ("InvalidOffsets", {**SPAN, "end": 99}),
        ("InvalidSpans", {**SPAN, "label": ""}),
        ("InvalidSpans", {**SPAN, "role": "king"}),
        ("InvalidSpans", "Zorblatt"),
    ],
)
def test_whoever_reads_a_bad_span_says_the_same(
    read: Callable[[list[Any], Path], None], kind: str, entry: Any, tmp_path: Path
) -> None:
    with pytest.raises(RecordError) as caught:
        read([SPAN, entry], tmp_path)
    said = failure(entry).hint.replace("message 2", "message 0")
    assert caught.value.kind == kind
    # Readers of several files add which one it is.
    assert caught.value.hint.startswith(said)
