import io
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forked import forked
from hypothesis import given
from hypothesis import strategies as st
from json_lines import read_jsonl, write_jsonl
from spacy.language import Language
from transcripts import KEY, OTHER_KEY, dialogue, interrupt_after, make_pipeline, names, set_key

from spacy_piivot.corpus import JournalMismatch, Roster
from spacy_piivot.errors import InputError
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.detect import detect
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.show import show

PIPELINE = make_pipeline("fake_finder")


def test_released_records_hold_id_speaker_and_text_only(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    out = tmp_path / "out.jsonl"
    lines: list[str] = []
    summary = deidentify(source, out, nlp, reading=InputReading(report=lines.append))
    assert (summary.done, summary.quarantined) == (3, 1)
    one, two, four = read_jsonl(out)
    assert list(one) == ["id", "messages"]
    assert list(one["messages"][0]) == ["speaker", "text"]
    assert one["messages"][0]["text"].endswith(", mark the point")
    assert one["messages"][1]["text"] == "\r\n 4/12 👩‍🏫  \n"
    assert two["messages"][0] == {"speaker": two["messages"][0]["speaker"], "text": ""}
    assert two["messages"][1]["text"] == f"ask {two['messages'][1]['speaker']}"
    assert four == dialogue("four", "3:45")
    assert "Zorblatt" not in out.read_text("utf8")
    assert "Quibbly" not in out.read_text("utf8")
    quarantine = tmp_path / "out.jsonl.quarantine.jsonl"
    assert read_jsonl(quarantine) == [
        {"line": 3, "file": "out.jsonl", "id": None, "error": "NotJSON"}
    ]
    line, policy = lines
    assert line.startswith("in.jsonl: line 3: NotJSON: ")
    assert policy == "policy by shape: tutoring 3 (--policy decides for all)"
    assert names(tmp_path) == ["in.jsonl", "out.jsonl", "out.jsonl.quarantine.jsonl"]


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)


@given(st.lists(st.tuples(TEXTS, st.sampled_from(["", " Zorblatt ", "Zorblatt's"]), TEXTS)))
def test_every_character_outside_an_edit_comes_back(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[str, str, str]]
) -> None:
    nlp = PIPELINE
    folder = tmp_path_factory.mktemp("exact")
    texts = ["".join(part) for part in parts] or [""]
    source = write_jsonl(folder / "in.jsonl", dialogue("one", *texts))
    edits = folder / "edits.jsonl"
    deidentify(source, folder / "out.jsonl", nlp, private_edits=edits)
    (released,) = read_jsonl(folder / "out.jsonl")
    for message in reversed(read_jsonl(edits)[1]["edits"]):
        number = message["message"]
        assert texts[number][message["start"] : message["end"]] == "Zorblatt"
        texts[number] = (
            texts[number][: message["start"]]
            + message["surrogate"]
            + texts[number][message["end"] :]
        )
    assert [message["text"] for message in released["messages"]] == texts


def test_another_key_gives_other_surrogates(nlp: Language, tmp_path: Path, source: Path) -> None:
    texts = set()
    for number, key in enumerate([KEY, OTHER_KEY, OTHER_KEY]):
        set_key(nlp, key)
        out = tmp_path / f"{number}.jsonl"
        deidentify(source, out, nlp)
        texts.add(out.read_bytes())
    assert len(texts) == 2


def test_outputs_that_would_mix_up_files_are_refused(nlp: Language, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    file = write_jsonl(folder / "a.jsonl", dialogue("one", "hello"))
    quarantine = write_jsonl(tmp_path / "b.jsonl.quarantine.jsonl", dialogue("one", "hello"))
    full = tmp_path / "full"
    full.mkdir()
    (full / "note").write_text("x")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for source, output, options in [
        (file, file, {}),
        (folder, folder / "out", {}),
        (folder, full, {}),
        (folder, full / "note", {}),
        (folder, io.BytesIO(), {}),
        (file, full, {}),
        (file, tmp_path / "b.csv", {}),
        (file, io.BytesIO(), {"resume": True}),
        (quarantine, tmp_path / "b.jsonl", {}),
        (folder, tmp_path / "new", {"private_edits": tmp_path / "new" / "edits.jsonl"}),
        (folder, tmp_path / "new", {"private_edits": folder / "edits.jsonl"}),
        (file, tmp_path / "b.jsonl", {"private_edits": tmp_path / "b.jsonl"}),
        (file, tmp_path / "c.jsonl", {"private_edits": tmp_path / "c.jsonl.journal.jsonl"}),
    ]:
        with pytest.raises(InputError):
            deidentify(source, output, nlp, **options)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_what_is_no_file_is_not_replaced_by_one(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    def fifo(name: str) -> Path:
        os.mkfifo(tmp_path / name)
        return tmp_path / name

    cases: list[tuple[Path, dict[str, Any]]] = [
        (fifo("out"), {}),
        (tmp_path / "a", {"private_edits": fifo("edits")}),
    ]
    for name, beside in [("b", "b.journal.jsonl"), ("c", "c.quarantine.jsonl")]:
        fifo(beside)
        cases.append((tmp_path / name, {}))
    fifo("p.journal.jsonl")
    cases.append((tmp_path / "d", {"private_edits": tmp_path / "p"}))
    before = names(tmp_path)
    for out, options in cases:
        with pytest.raises(InputError):
            deidentify(source, out, nlp, **options)
    for command in (show, detect):
        with pytest.raises(InputError):
            command(source, tmp_path / "out", nlp)
    with pytest.raises(InputError):
        detect(source, tmp_path / "c", nlp)
    assert names(tmp_path) == before
    assert (tmp_path / "out").is_fifo()


def test_a_pipeline_that_replaces_nothing_is_refused(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    nlp.remove_pipe("hips_surrogator")
    with pytest.raises(InputError, match="hips_surrogator"):
        deidentify(source, tmp_path / "out.jsonl", nlp)


def test_an_interrupted_run_is_resumed_to_the_same_bytes(
    nlp: Language, tmp_path: Path, long_source: Path
) -> None:
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    edits, whole_edits = tmp_path / "edits.jsonl", tmp_path / "whole.edits.jsonl"
    deidentify(long_source, whole, nlp, private_edits=whole_edits)
    with pytest.raises(KeyboardInterrupt):
        deidentify(
            long_source, out, nlp, reading=InputReading(report=interrupt_after(3, tmp_path)),
            private_edits=edits,
        )  # fmt: skip
    assert not out.exists()
    assert not edits.exists()
    journal = tmp_path / "out.jsonl.journal.jsonl"
    assert len(journal.read_bytes().splitlines()) == 1 + 60
    assert "Zorblatt" not in journal.read_text()
    journal.write_bytes(journal.read_bytes()[:-10])
    lines: list[str] = []
    reading = InputReading(report=lines.append)
    summary = deidentify(long_source, out, nlp, reading=reading, resume=True, private_edits=edits)
    assert lines[0] == "resuming after 59 dialogues"
    assert (summary.done, summary.quarantined) == (95, 5)
    assert out.read_bytes() == whole.read_bytes()
    assert edits.read_bytes() == whole_edits.read_bytes()
    first, second = (
        [{**record, "file": ""} for record in read_jsonl(tmp_path / f"{name}.quarantine.jsonl")]
        for name in ("whole.jsonl", "out.jsonl")
    )
    assert first == second
    assert not list(tmp_path.glob("*.journal.jsonl"))


def with_policy(nlp: Language, policy: str) -> Language:
    nlp.get_pipe("hips_surrogator").policy = policy  # type: ignore[attr-defined]
    return nlp


def test_a_run_is_only_resumed_with_the_same_key_pipeline_options_and_input(
    make_nlp: Callable[..., Language], nlp: Language, tmp_path: Path, long_source: Path
) -> None:
    out = tmp_path / "out.jsonl"
    with pytest.raises(KeyboardInterrupt):
        deidentify(long_source, out, nlp, reading=InputReading(report=interrupt_after(2, tmp_path)))
    content = long_source.read_bytes()

    def resume(pipeline: Language = nlp, **options: Any) -> None:
        deidentify(long_source, out, pipeline, resume=True, **options)

    for options in (
        {"spans_from_input": True},
        {"reading": InputReading(roster=Roster(["Ola"], {}))},
        {"ids": "number"},
        {"pipeline": make_nlp("fake_failing")},
        {"pipeline": with_policy(make_nlp(), "tutoring")},
        {"pipeline": with_policy(make_nlp(), "crapii")},
        {"private_edits": tmp_path / "edits.jsonl"},
    ):
        with pytest.raises(JournalMismatch):
            resume(**options)  # type: ignore[arg-type]
    set_key(nlp, OTHER_KEY)
    with pytest.raises(JournalMismatch):
        resume()
    set_key(nlp, KEY)
    long_source.write_bytes(content + b"\n")
    with pytest.raises(JournalMismatch):
        resume()
    long_source.write_bytes(content)
    resume()  # the pipeline has seen the dialogues by now: it is still the same
    assert len(read_jsonl(out)) == 95


def test_without_resume_a_run_starts_from_the_beginning(
    nlp: Language, tmp_path: Path, long_source: Path
) -> None:
    out = tmp_path / "out.jsonl"
    with pytest.raises(KeyboardInterrupt):
        deidentify(long_source, out, nlp, reading=InputReading(report=interrupt_after(2, tmp_path)))
    lines: list[str] = []
    deidentify(long_source, out, nlp, reading=InputReading(report=lines.append))
    assert not any("resum" in line for line in lines)
    assert len(read_jsonl(out)) == 95


def test_resume_says_that_there_is_nothing_to_resume(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    out = tmp_path / "out.jsonl"
    contents = []
    for _ in range(2):
        lines: list[str] = []
        deidentify(source, out, nlp, resume=True, reading=InputReading(report=lines.append))
        assert lines[0] == "nothing to resume: starting from the beginning"
        contents.append(out.read_bytes())
    assert contents[0] == contents[1]


def test_a_run_with_private_edits_is_not_resumed_without_them(
    nlp: Language, tmp_path: Path, long_source: Path
) -> None:
    out, edits = tmp_path / "out.jsonl", tmp_path / "edits.jsonl"
    reading = InputReading(report=interrupt_after(2, tmp_path))
    with pytest.raises(KeyboardInterrupt):
        deidentify(long_source, out, nlp, reading=reading, private_edits=edits)
    with pytest.raises(JournalMismatch, match="--private-edits"):
        deidentify(long_source, out, nlp, resume=True)
    deidentify(long_source, out, nlp, resume=True, private_edits=edits)
    assert names(tmp_path) == [
        "edits.jsonl", "in.jsonl", "out.jsonl", "out.jsonl.quarantine.jsonl",
    ]  # fmt: skip


@pytest.mark.parametrize("n_process", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_a_killed_run_is_resumed_to_the_same_bytes(
    nlp: Language, tmp_path: Path, n_process: int
) -> None:
    records = [
        dialogue(f"d{number}", f"Zorblatt {number}" + (" SLOW" if number > 40 else ""))
        for number in range(50)
    ]
    source = write_jsonl(tmp_path / "in.jsonl", *records)
    out, journal = tmp_path / "out.jsonl", tmp_path / "out.jsonl.journal.jsonl"

    def start() -> None:
        os.setsid()
        first = make_pipeline("fake_finder", "fake_slow")
        deidentify(source, out, first, reading=InputReading(n_process=n_process))

    run = forked(start)
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 10):
        assert run.is_alive()
        time.sleep(0.02)
    assert run.pid
    os.killpg(run.pid, signal.SIGKILL)
    run.join()
    assert not out.exists()
    assert journal.read_bytes().count(b"\n") < 50
    same = make_pipeline("fake_finder", "fake_slow")
    deidentify(source, out, same, reading=InputReading(n_process=n_process), resume=True)
    deidentify(source, tmp_path / "whole.jsonl", nlp)
    assert out.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert [record["id"] for record in read_jsonl(out)] == [f"d{number}" for number in range(50)]


def test_without_a_detector_everything_is_held_back(tmp_path: Path, source: Path) -> None:
    out = tmp_path / "out.jsonl"
    lines: list[str] = []
    nlp = make_pipeline("math_segmenter")
    summary = deidentify(source, out, nlp, reading=InputReading(report=lines.append))
    assert (summary.done, summary.quarantined) == (0, 4)
    assert out.read_text("utf8") == ""
    records = read_jsonl(tmp_path / "out.jsonl.quarantine.jsonl")
    assert [record["error"] for record in records] == [
        "NotSearched", "NotSearched", "NotJSON", "NotSearched",
    ]  # fmt: skip
    assert "no component of the pipeline has looked for PII" in lines[0]
    assert "Zorblatt" not in str(lines)


def test_spans_that_nobody_looked_for_are_not_detected(tmp_path: Path, source: Path) -> None:
    """An empty list of spans would say to `--spans-from-input` that there are none."""
    out = tmp_path / "out.jsonl"
    assert detect(source, out, make_pipeline("math_segmenter")).done == 0
    assert out.read_text("utf8") == ""
    assert detect(source, out, make_pipeline("pii_patterns")).done == 3
