from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
import spacy
from partitioned import KEY, dialogues, pipeline, released_alone, rows_of

from spacy_piivot import frames
from spacy_piivot.engines import loading
from spacy_piivot.errors import InputError

MADE = dialogues(10)[7:]
ROWS = pd.DataFrame(rows_of(MADE))


@pytest.fixture(autouse=True)
def quickly_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spacy, "load", lambda name: pipeline())
    monkeypatch.setattr(loading, "_loaded", {})
    monkeypatch.setattr(loading, "loads", 0)
    monkeypatch.setenv("SPACY_PIIVOT_KEY", KEY)


def test_a_frame_of_pandas_gives_the_release_of_the_command(tmp_path: Path) -> None:
    released, failed = frames.deidentify(ROWS, model="x", scope="group")
    assert isinstance(released, pd.DataFrame)
    assert list(released.columns) == ["dialogue", "speaker", "text"]
    assert list(failed.columns) == ["id", "error"]
    nlp: Any = pipeline()
    surrogator = nlp.get_pipe("hips_surrogator")
    surrogator.key, surrogator.scope = KEY.encode(), "group"
    alone = {one["id"]: one["messages"] for one in released_alone(MADE, nlp, tmp_path)}
    texts = [message["text"] for one in MADE for message in alone[one["id"]]]
    assert released["text"].tolist() == texts
    assert len(failed) == 0


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow"])
@pytest.mark.parametrize("nested", [False, True])
def test_all_kinds_of_frames_give_the_same(kind: str, nested: bool) -> None:
    table = pa.Table.from_pylist(MADE if nested else rows_of(MADE))
    expected, _ = frames.deidentify(table, model="x")
    frame: Any = table
    if kind == "pandas":
        frame = table.to_pandas()
    elif kind == "polars":
        frame = pytest.importorskip("polars").from_arrow(table)
    released, failed = frames.deidentify(frame, model="x")
    assert type(released) is type(failed) is type(frame)
    if kind == "pandas":
        released = pa.Table.from_pandas(released, preserve_index=False)
    elif kind == "polars":
        released = released.to_arrow()
    assert released.to_pylist() == expected.to_pylist()
    assert loading.loads == 1


def test_without_a_key_surrogates_are_random_but_hold_in_the_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keyed, _ = frames.deidentify(ROWS, model="x")
    monkeypatch.delenv("SPACY_PIIVOT_KEY")
    monkeypatch.setattr(loading, "_loaded", {})
    first, _ = frames.deidentify(ROWS, model="x")
    again, _ = frames.deidentify(ROWS, model="x")
    assert first.equals(again)
    assert not first.equals(keyed)


def test_spans_are_added() -> None:
    found, failed = frames.detect(ROWS, model="x")
    assert found["text"].tolist() == ROWS["text"].tolist()
    assert {span["label"] for spans in found["spans"] for span in spans} >= {"NAME"}
    assert len(failed) == 0


def test_a_frame_that_cannot_be_used_is_refused_without_quoting_it() -> None:
    with pytest.raises(InputError, match="Give a DataFrame"):
        frames.deidentify([{"text": "Zorblatt"}])
    mixed = pd.DataFrame({"id": ["a", "b"], "text": ["Zorblatt", 3]}, dtype=object)
    with pytest.raises(InputError, match="cannot be read as a table") as raised:
        frames.deidentify(mixed)
    assert "Zorblatt" not in str(raised.value)
    with pytest.raises(InputError, match="no column 'said'"):
        frames.deidentify(ROWS, columns=frames.TableColumns(text="said"))


def test_a_frame_is_read_as_a_file_is() -> None:
    table = pa.table(
        {
            "role": pa.array(["tutor", "Ola Zorblatt", "tutor"], pa.string_view()),
            "content": ["Hi Ola", "it's 4/12", None],
            "conversation_id": [7, 7, 8],
            "grade": pa.array([5, 5, 6], pa.int8()),
            "school": ["x", "x", "x"],
        }
    )
    columns = frames.TableColumns(keep=("grade",))
    released, failed = frames.deidentify(table, model="x", columns=columns)
    assert released.schema == table.schema.remove(4)
    assert released["conversation_id"].to_pylist() == [7, 7, 8]
    assert released["content"].to_pylist()[1:] == ["it's 4/12", None]
    assert "Zorblatt" not in str(released.to_pylist())
    assert len(failed) == 0
    hidden, _ = frames.deidentify(table, model="x", ids="hmac")
    assert hidden["conversation_id"].type == pa.string()
