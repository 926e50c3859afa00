import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from spacy_piivot.corpus.standoff import add_texts, read_standoff, strip_texts
from spacy_piivot.errors import RecordError
from training.corpora.gold import app

REPOSITORY = Path(__file__).parent.parent.parent
LABELS = REPOSITORY / "corpus" / "gold_train_labels.jsonl"

TEXTS = ("So Zorblatt😀2x", "Yes.", "Quennfield is far, Zorblatt")
SOURCE: dict[str, Any] = {
    "id": "lesson",
    "corpus": "talk",
    "messages": [{"speaker": "Vexley", "text": text} for text in TEXTS],
}
SOURCES = {"talk": {"lesson": SOURCE}}
PRIVATE = ("Zorblatt", "Vexley", "Quennfield", "Yes", "far")
PUPIL = {"start": 3, "end": 11, "label": "NAME", "role": "participant"}
PLACE = {"start": 0, "end": 10, "label": "LOCATION"}


def labelled(*spans: list[dict[str, Any]], first: int = 0, **fields: Any) -> dict[str, Any]:
    """As many messages of the lesson as lists of spans are given."""
    messages = SOURCE["messages"][first : first + len(spans)]
    return {
        **SOURCE,
        "messages": [
            {**message, "spans": own} for message, own in zip(messages, spans, strict=True)
        ],
        **fields,
    }


def strip(dialogue: dict[str, Any]) -> dict[str, Any]:
    (record,) = strip_texts([dialogue], SOURCES)
    return record


def failure(record: dict[str, Any], sources: Any = SOURCES) -> RecordError:
    with pytest.raises(RecordError) as info:
        list(add_texts([record], sources))
    return info.value


def with_text(number: int, text: str) -> dict[str, dict[str, Any]]:
    messages = [dict(message) for message in SOURCE["messages"]]
    messages[number]["text"] = text
    return {"talk": {"lesson": {**SOURCE, "messages": messages}}}


def is_quiet(error: RecordError) -> bool:
    return error.__context__ is None and not any(word in str(error) for word in PRIVATE)


def test_a_record_holds_places_and_labels() -> None:
    record = strip(labelled([], [PLACE], first=1, id="lesson.1"))
    assert list(record) == ["source", "id", "of", "first", "messages", "sha256", "spans"]
    # sha256sum of the two texts with a line feed between them
    assert record == {
        "source": "talk",
        "id": "lesson.1",
        "of": "lesson",
        "first": 1,
        "messages": 2,
        "sha256": "936b3137e1a49b68",
        "spans": [[1, 0, 10, "LOCATION", None]],
    }


def test_a_record_of_a_whole_dialogue_names_it_once() -> None:
    record = strip(labelled([PUPIL], [], []))
    assert "of" not in record
    assert (record["first"], record["messages"]) == (0, 3)
    assert record["spans"] == [[0, 3, 11, "NAME", "participant"]]


def test_no_text_and_no_speaker_is_in_a_record() -> None:
    written = json.dumps(strip(labelled([PUPIL], [], [PLACE])), ensure_ascii=False)
    assert [word for word in PRIVATE if word in written] == []


@pytest.mark.parametrize("id", ["lesson", "lesson.1", "lesson.2", "lesson.02"])
def test_texts_come_back_with_the_order_of_keys(id: str) -> None:
    first = int(id.partition(".")[2] or 0)
    dialogue = labelled([], first=first, id=id)
    (back,) = add_texts([strip(dialogue)], SOURCES)
    assert json.dumps(back) == json.dumps(dialogue)


def test_a_dialogue_whose_own_id_looks_like_an_excerpt_is_found_whole() -> None:
    source = {**SOURCE, "id": "lesson.1"}
    (record,) = strip_texts(
        [labelled([], [], [], id="lesson.1")], {"talk": {"lesson": SOURCE, "lesson.1": source}}
    )
    assert (record["first"], "of" in record) == (0, False)


@st.composite
def excerpts(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """A source's dialogue and a labelled excerpt of it."""
    texts = draw(st.lists(st.text(max_size=20), min_size=1, max_size=6))
    first = draw(st.integers(0, len(texts) - 1))
    last = draw(st.integers(first + 1, len(texts)))
    messages = [{"speaker": draw(st.text(max_size=5)), "text": text} for text in texts]

    def span(text: str) -> st.SearchStrategy[dict[str, Any]]:
        places = st.tuples(st.integers(0, len(text) - 1), st.integers(1, len(text)))
        labels = st.sampled_from([{"label": "NAME", "role": "problem"}, {"label": "PHONE"}])
        ordered = places.filter(lambda place: place[0] < place[1])
        return st.builds(
            lambda place, label: {"start": place[0], "end": place[1], **label}, ordered, labels
        )

    spans = [
        draw(st.lists(span(m["text"]), max_size=3)) if m["text"] else []
        for m in messages[first:last]
    ]
    source = {"id": "a.b", "corpus": "talk", "messages": messages}
    return source, {
        **source,
        "id": f"a.b.{first}",
        "messages": [
            {**message, "spans": own}
            for message, own in zip(messages[first:last], spans, strict=True)
        ],
    }


@given(excerpts())
def test_any_excerpt_comes_back(pair: tuple[dict[str, Any], dict[str, Any]]) -> None:
    source, excerpt = pair
    sources = {"talk": {"a.b": source}}
    records = [json.loads(json.dumps(record)) for record in strip_texts([excerpt], sources)]
    (back,) = add_texts(records, sources)
    assert json.dumps(back) == json.dumps(excerpt)


@pytest.mark.parametrize("text", ["So Zorblatt😀3x", "So  Zorblatt😀2x", ""])
def test_a_changed_text_is_noticed(text: str) -> None:
    dialogue = labelled([PUPIL], [])
    error = failure(strip(dialogue), with_text(0, text))
    assert (error.kind, error.id) == ("TextDiffers", "lesson")
    assert is_quiet(error)
    with pytest.raises(RecordError, match="TextDiffers"):
        list(strip_texts([dialogue], with_text(0, text)))


def test_a_text_changed_outside_of_the_excerpt_does_no_harm() -> None:
    record = strip(labelled([PUPIL], []))
    assert list(add_texts([record], with_text(2, "Other."))) == [labelled([PUPIL], [])]


@pytest.mark.parametrize("sources", [{}, {"talk": {}}, {"other": {"lesson": SOURCE}}])
def test_a_missing_dialogue_is_noticed(sources: dict[str, Any]) -> None:
    error = failure(strip(labelled([PUPIL])), sources)
    assert (error.kind, error.id) == ("NotInSource", "lesson")
    with pytest.raises(RecordError, match="NotInSource"):
        list(strip_texts([labelled([PUPIL])], sources))


def test_missing_messages_are_noticed() -> None:
    shorter = {"talk": {"lesson": {**SOURCE, "messages": SOURCE["messages"][:2]}}}
    error = failure(strip(labelled([PUPIL], [], [])), shorter)
    assert (error.kind, error.id) == ("MessagesNotInSource", "lesson")


@pytest.mark.parametrize(
    ("kind", "span"),
    [
        ("InvalidOffsets", [0, 3, 3, "NAME", "participant"]),
        ("InvalidOffsets", [0, 11, 3, "NAME", "participant"]),
        ("InvalidOffsets", [0, -1, 3, "NAME", "participant"]),
        ("InvalidOffsets", [0, 3, 15, "NAME", "participant"]),
        ("InvalidSpans", [1, 0, 1, "NAME", "participant"]),
        ("InvalidSpans", [-1, 0, 1, "NAME", "participant"]),
        ("InvalidSpans", [True, 0, 1, "NAME", "participant"]),
        ("UnknownLabel", [0, 3, 11, "Zorblatt", None]),
        ("InvalidSpans", [0, 3, 11, "NAME", "Zorblatt"]),
        ("InvalidSpans", [0, 3, 11, ["Zorblatt"], None]),
        ("InvalidSpans", [0, 3, 11, "NAME"]),
        ("InvalidOffsets", [0, 3, None, "NAME", None]),
        ("InvalidSpans", {"Zorblatt": 1}),
    ],
)
def test_a_span_that_cannot_be_is_refused(kind: str, span: Any) -> None:
    error = failure({**strip(labelled([PUPIL])), "spans": [span]})
    assert (error.kind, error.id) == (kind, "lesson")
    assert "spans[0]: " in error.hint
    assert is_quiet(error)


@pytest.mark.parametrize(
    ("kind", "dialogue"),
    [
        ("InvalidOffsets", labelled([{**PUPIL, "end": 15}])),
        ("UnknownLabel", labelled([{**PUPIL, "label": "Zorblatt"}])),
        ("InvalidOffsets", labelled([{"label": "NAME"}])),
        ("InvalidSpans", labelled(["Zorblatt"])),  # type: ignore[list-item]
        ("NotRebuilt", labelled([{**PUPIL, "text": "Zorblatt"}])),
        ("NotRebuilt", labelled([{**PLACE, "role": None}])),
        ("NotRebuilt", labelled([PUPIL], note="Zorblatt")),
        ("NotRebuilt", dict(reversed(labelled([PUPIL]).items()))),
        ("NotRebuilt", {**SOURCE, "messages": SOURCE["messages"][:1]}),
        ("MissingCorpus", labelled([PUPIL], corpus=None)),
        ("NotInSource", labelled([PUPIL], id="Lesson")),
        ("NotInSource", labelled([PUPIL], id="lesson.-1")),
        ("MessagesNotInSource", labelled([PUPIL], id="lesson.999999999")),
    ],
)
def test_what_would_not_come_back_is_not_stripped(kind: str, dialogue: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as info:
        list(strip_texts([dialogue], SOURCES))
    assert (info.value.kind, info.value.id) == (kind, dialogue["id"])
    assert is_quiet(info.value)


GOOD: dict[str, Any] = {
    "source": "talk",
    "id": "lesson",
    "first": 0,
    "messages": 1,
    "sha256": "0" * 16,
    "spans": [],
}


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b'{"id": "Zorblatt',
        b'{"id": "\xff"}',
        b"[" * 100_000,
        b"[]",
        json.dumps({**GOOD, "id": 5}).encode(),
        json.dumps({**GOOD, "of": None}).encode(),
        json.dumps({**GOOD, "first": -1}).encode(),
        json.dumps({**GOOD, "messages": 0}).encode(),
        json.dumps({**GOOD, "lookalikes": []}).encode(),
        json.dumps({key: value for key, value in GOOD.items() if key != "sha256"}).encode(),
    ],
)
def test_a_line_that_is_no_record_is_named(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_bytes(json.dumps({**GOOD, "id": "first"}).encode() + b"\n" + line + b"\n")
    with pytest.raises(RecordError) as info:
        list(read_standoff(path))
    assert (info.value.kind, info.value.line) == ("NotStandOff", 2)
    assert is_quiet(info.value)


def test_an_id_that_comes_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(2 * (json.dumps(GOOD) + "\n"), "utf8")
    with pytest.raises(RecordError, match="line 2, id 'lesson': DuplicateId"):
        list(read_standoff(path))


def run(command: str, given: Path, sources: Path, output: Path) -> int:
    arguments = [command, str(given), "--sources", str(sources), "-o", str(output)]
    result = CliRunner().invoke(app, arguments)
    assert not any(word in result.output for word in PRIVATE)
    return result.exit_code


def write_jsonl(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text(
        "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf8", newline=""
    )
    return path


def test_the_command_strips_and_rebuilds(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "talk.jsonl", SOURCE)
    gold = write_jsonl(
        tmp_path / "gold.jsonl",
        labelled([], [PLACE], first=1, id="lesson.1"),
        labelled([PUPIL], [], []),
    )
    labels, back = tmp_path / "corpus" / "labels.jsonl", tmp_path / "back.jsonl"
    assert run("strip", gold, tmp_path, labels) == 0
    assert run("rebuild", labels, tmp_path, back) == 0
    assert back.read_bytes() == gold.read_bytes()
    assert not any(word in labels.read_text("utf8") for word in PRIVATE)


def test_the_script_writes_nothing_if_one_dialogue_is_wrong(tmp_path: Path) -> None:
    write_jsonl(tmp_path / "talk.jsonl", SOURCE)
    good, bad = strip(labelled([PUPIL])), {**strip(labelled([PUPIL], [])), "id": "other"}
    labels, back = tmp_path / "labels.jsonl", tmp_path / "back.jsonl"
    write_jsonl(labels, good, bad)
    assert run("rebuild", labels, tmp_path, back) != 0
    assert not back.exists()
    assert run("rebuild", write_jsonl(labels, good), tmp_path / "none", back) != 0
    assert not back.exists()


@pytest.mark.parametrize("name", ["talk.jsonl", "labels.jsonl"])
def test_the_command_does_not_overwrite_what_it_reads(tmp_path: Path, name: str) -> None:
    write_jsonl(tmp_path / "talk.jsonl", SOURCE)
    labels = write_jsonl(tmp_path / "labels.jsonl", strip(labelled([PUPIL])))
    before = (tmp_path / name).read_bytes()
    assert run("rebuild", labels, tmp_path, tmp_path / name) != 0
    assert (tmp_path / name).read_bytes() == before


def test_the_committed_labels_are_those_of_the_labelled_data(
    data_folder: Path, tmp_path: Path
) -> None:
    train = data_folder / "train"
    labels, back = tmp_path / "labels.jsonl", tmp_path / "back.jsonl"
    assert run("strip", train / "gold_train.jsonl", train, labels) == 0
    assert labels.read_bytes() == LABELS.read_bytes()
    assert run("rebuild", LABELS, train, back) == 0
    assert back.read_bytes() == (train / "gold_train.jsonl").read_bytes()
