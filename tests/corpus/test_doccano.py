import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.core.labels import CANONICAL, PLACEHOLDER
from spacy_piivot.corpus.annotated_spans import GUIDE
from spacy_piivot.corpus.annotation_page import Example, has_text
from spacy_piivot.corpus.doccano import format_example, from_doccano, read_examples, to_doccano
from spacy_piivot.corpus.jsonl import parse_record
from spacy_piivot.corpus.records import Record
from spacy_piivot.errors import RecordError

# Of every kind that Doccano or Python count or cut in a way of their own.
ALPHABET = "ab é\u0301\u200d👩🏫🇫𝓐𠮷▯␊ß\t \u00a0\r\n\v\x1c\x7f\x85\u2028\u2029\ufeff"
TEXTS = st.text(st.sampled_from(ALPHABET), max_size=12)


def make_record(*messages: tuple[str, str] | tuple[str, str, list[Any]], **fields: Any) -> Record:
    source = {
        "id": "t1",
        "messages": [
            {"speaker": speaker, "text": text, **({"spans": spans[0]} if spans else {})}
            for speaker, text, *spans in messages
        ],
        **fields,
    }
    return parse_record(source, 7, set())


def span(start: int, end: int, label: str = "NAME", **fields: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "label": label, **fields}


def corrected(record: Record, *label: Any) -> Example:
    return Example(3, {**to_doccano(record), "id": 12, "label": list(label)})


def spans_of(dialogue: dict[str, Any]) -> list[list[tuple[int, int, str]]]:
    return [
        [(s["start"], s["end"], s["label"]) for s in message["spans"]]
        for message in dialogue["messages"]
    ]


def failure(example: Example, record: Record) -> RecordError:
    with pytest.raises(RecordError) as info:
        from_doccano(example, record)
    error = info.value
    assert (error.line, error.id) == (3, "t1")
    assert error.__cause__ is None
    assert "Zorblatt" not in str(error)
    assert "Quibbly" not in str(error)
    return error


def test_a_dialogue_is_one_example_with_a_line_a_message() -> None:
    record = make_record(
        ("tutor", "Hi Zorblatt!", [span(3, 11, role="participant", score=0.5)]),
        ("", "ola@example.org", [span(0, 15, "EMAIL_ADDRESS")]),
        ("Quibbly", ""),
    )
    assert to_doccano(record) == {
        "text": "tutor: Hi Zorblatt!\nola@example.org\nQuibbly: ",
        "label": [[10, 18, "NAME"], [20, 35, "EMAIL_SOCIAL"]],
        "dialogue": "t1",
    }


def test_offsets_are_the_same_in_utf16_and_code_points() -> None:
    text = "👩‍🏫\r\n𝓐da Zorblatt"
    example = to_doccano(make_record(("a😀", text, [span(9, 17)])))
    shown = example["text"]
    assert shown == "a▯: ▯\u200d▯␍␊Ada Zorblatt"
    assert len(shown.encode("utf-16-le")) == 2 * len(shown)
    ((start, end, _),) = example["label"]
    assert shown[start:end] == "Zorblatt"


def test_corrections_come_back_with_every_field_of_the_record() -> None:
    record = make_record(
        ("tutor", "Hi 😀 Zorblatt!", [span(0, 2)]), ("", "ok"), ("s", "Quibbly\r\n"), corpus="c"
    )
    text = to_doccano(record)["text"]
    first, second = text.index("Zorblatt"), text.index("Quibbly")
    # White space around a span goes: the line break inside and the one behind the message.
    extents = [(second, second + 9), (first - 1, first + 8), (first, first + 8)]
    example = corrected(record, *([start, end, "NAME"] for start, end in extents))
    dialogue = from_doccano(example, record)
    assert spans_of(dialogue) == [[(5, 13, "NAME")], [], [(0, 7, "NAME")]]
    assert dialogue == {
        **record.source,
        "messages": [
            {**message, "spans": new["spans"]}
            for message, new in zip(record.source["messages"], dialogue["messages"], strict=True)
        ],
    }
    assert set(dialogue["messages"][0]["spans"][0]) == {"start", "end", "label"}


def test_a_surrogate_comes_back_if_its_span_does() -> None:
    spans = [span(0, 8, surrogate="Nora"), span(9, 16, "ID_NUM", surrogate="7"), span(17, 19)]
    record = make_record(("", "Zorblatt Quibbly Bo", spans))
    example = corrected(record, [0, 8, "NAME"], [9, 16, "NAME"], [17, 19, "NAME"])
    [message] = from_doccano(example, record)["messages"]
    assert [one.get("surrogate") for one in message["spans"]] == ["Nora", None, None]
    example = corrected(make_record(("", "Zorblatt")), [0, 8, "NAME"])
    odd = make_record(("", "Zorblatt", ["odd", {"label": 7}]))
    assert spans_of(from_doccano(example, odd)) == [[(0, 8, "NAME")]]


@pytest.mark.parametrize(
    "export",
    [
        {"label": [[7, 15, "NAME"]]},
        {"labels": [[7, 15, "NAME"]], "Comments": []},
        {
            "entities": [{"id": 1, "label": "NAME", "start_offset": 7, "end_offset": 15}],
            "relations": [],
        },
    ],
)
def test_every_form_of_export_is_read(export: dict[str, Any]) -> None:
    record = make_record(("tutor", "Zorblatt"))
    example = Example(3, {"text": "tutor: Zorblatt", "dialogue": "t1", **export})
    assert spans_of(from_doccano(example, record)) == [[(0, 8, "NAME")]]


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ([7, 16, "ZORBLATT"], "UnknownLabel"),
        ([7, 15, "USERNAME"], "UnknownLabel"),
        ([0, 5, "NAME"], "SpanOnSpeaker"),
        ([5, 15, "NAME"], "SpanOnSpeaker"),
        ([16, 23, "NAME"], "SpanOnSpeaker"),
        ([7, 25, "NAME"], "SpanOverMessages"),
        ([7, 17, "NAME"], "SpanOverMessages"),
        ([25, 99, "NAME"], "InvalidOffsets"),
        ([-9, 15, "NAME"], "InvalidOffsets"),
        ([7, 7, "NAME"], "InvalidOffsets"),
        ([15, 16, "NAME"], "BlankSpan"),
        ([7, 15], "InvalidSpans"),
        ([7.0, 15, "NAME"], "InvalidSpans"),
        ([True, 15, "NAME"], "InvalidSpans"),
        ("Zorblatt", "InvalidSpans"),
        ({"start": 7, "end": 15, "label": "NAME"}, "InvalidSpans"),
    ],
)
def test_spans_that_cannot_be_placed_are_named(label: Any, kind: str) -> None:
    record = make_record(("tutor", "Zorblatt"), ("Quibbly", "hello"))
    assert to_doccano(record)["text"] == "tutor: Zorblatt\nQuibbly: hello"
    error = failure(corrected(record, [25, 30, "NAME"], label), record)
    assert error.kind == kind
    assert error.hint.startswith("label[1]: ")
    assert "ZORBLATT" not in str(error)


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"text": "tutor: Zorblatt "}, "TextDiffers"),
        ({"text": None}, "TextDiffers"),
        ({"label": None}, "MissingLabels"),
    ],
)
def test_what_doccano_changed_is_refused(fields: dict[str, Any], kind: str) -> None:
    record = make_record(("tutor", "Zorblatt"))
    example = Example(3, {**to_doccano(record), **fields})
    assert failure(example, record).kind == kind


@pytest.mark.parametrize(
    ("spans", "kind"),
    [
        ("x", "InvalidSpans"), ([3], "InvalidSpans"), ([span(0, 9)], "InvalidOffsets"),
        ([span(2, 2)], "InvalidOffsets"), ([span(0, 8, "ZORBLATT")], "UnknownLabel"),
    ],
)  # fmt: skip
def test_spans_to_export_must_be_in_the_text_and_known(spans: Any, kind: str) -> None:
    with pytest.raises(RecordError, match=rf"line 7, id 't1': {kind}: in message 0") as info:
        to_doccano(make_record(("", "Zorblatt", spans)))
    assert "Zorblatt" not in str(info.value)


def test_every_canonical_label_has_one_that_comes_back() -> None:
    record = make_record(*(("", "Zorblatt", [span(0, 8, label)]) for label in CANONICAL))
    example = to_doccano(record)
    assert {label for _, _, label in example["label"]} == GUIDE - {PLACEHOLDER}
    found = spans_of(from_doccano(Example(3, example), record))
    assert [len(spans) for spans in found] == [1] * len(CANONICAL)


def test_files_are_ascii_and_read_by_dialogue(tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    first, second = (
        {**to_doccano(make_record(("é", "Zorblatt é"), id=id)), "id": 1} for id in ("t1", "t2")
    )
    line = format_example(first)
    assert line.isascii()
    assert line.count(b"\n") == 1
    path.write_bytes(b"\xef\xbb\xbf" + line + b"\n" + json.dumps(second).encode())
    assert read_examples(path) == {"t1": Example(1, first), "t2": Example(3, second)}


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (b'{"dialogue": "t1", "text": "Zorblatt"}', "line 2, id 't1': DuplicateDialogue"),
        (b'{"text": "Zorblatt"}', "line 2: MissingDialogue"),
        (b'{"dialogue": 4, "text": "Zorblatt"}', "line 2: MissingDialogue"),
        (b'{"dialogue": "Zorblatt', "line 2: NotAnExample"),
        (b"PK\x03\x04\xff", "line 2: NotAnExample"),
        (b"[1]", "line 2: NotAnExample"),
    ],
)
def test_lines_that_are_no_examples_are_named(line: bytes, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "export.jsonl"
    path.write_bytes(b'{"dialogue": "t1"}\n' + line)
    with pytest.raises(RecordError, match=f"^{kind}") as info:
        read_examples(path)
    assert "Zorblatt" not in str(info.value)
    assert info.value.__cause__ is None


@given(st.data())
def test_any_span_comes_back_without_white_space_at_its_ends(data: st.DataObject) -> None:
    messages = []
    expected: list[list[tuple[int, int, str]]] = []
    for speaker, text in data.draw(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=4)):
        pairs = st.lists(st.integers(0, len(text)), min_size=2, max_size=2, unique=True)
        drawn = data.draw(st.lists(pairs.map(sorted), max_size=2)) if text else []
        spans = [(start, end) for start, end in drawn if text[start:end].strip()]
        messages.append((speaker, text, [span(start, end) for start, end in spans]))
        trimmed = {
            (end - len(text[start:end].lstrip()), start + len(text[start:end].rstrip()), "NAME")
            for start, end in spans
        }
        expected.append(sorted(trimmed))
    record = make_record(*messages)
    example = to_doccano(record)
    assert example["text"].count("\n") == len(messages) - 1
    assert len(example["text"].encode("utf-16-le")) == 2 * len(example["text"])
    exported = json.loads(format_example(example))
    assert spans_of(from_doccano(Example(1, exported), record)) == expected


@pytest.mark.parametrize(("text", "said"), [("", False), (" \r\n", False), ("a", True)])
def test_a_dialogue_in_which_nothing_is_said_is_known(text: str, said: bool) -> None:
    assert has_text(make_record(("tutor", ""), ("", text))) is said
