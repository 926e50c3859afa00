import io
import json
import os
import signal
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forked import forked
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from transcripts import KEY, dialogue, make_pipeline, read_jsonl, write_jsonl

from spacy_piivot.corpus import JournalMismatch, Roster
from spacy_piivot.corpus.lists import read_roster
from spacy_piivot.errors import InputError
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.detect import detect
from spacy_piivot.runs.reading import Reading
from spacy_piivot.runs.show import show

OTHER_KEY = b"another key, as long as the first"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_jsonl(
        tmp_path / "in.jsonl",
        dialogue("one", "Zorblatt, mark the point", "\r\n 4/12 👩‍🏫  \n"),
        dialogue("two", "", "ask Quibbly", speaker="Quibbly"),
        '{"id": "three"',
        dialogue("four", "3:45"),
    )


PIPELINE = make_pipeline("fake_finder")


def set_key(nlp: Language, key: bytes) -> None:
    nlp.get_pipe("hips_surrogator").key = key  # type: ignore[attr-defined]


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_released_records_hold_id_speaker_and_text_only(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    out = tmp_path / "out.jsonl"
    lines: list[str] = []
    summary = deidentify(source, out, nlp, reading=Reading(report=lines.append))
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
    (line,) = lines
    assert line.startswith("in.jsonl: line 3: NotJSON: ")
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


def test_a_progress_bar_holds_counts_only(
    nlp: Language, tmp_path: Path, source: Path, capsys: pytest.CaptureFixture
) -> None:
    deidentify(source, tmp_path / "out.jsonl", nlp, reading=Reading(progress=True))
    said = capsys.readouterr().err
    assert "4/4" in said
    assert "Zorblatt" not in said


def test_lists_of_an_earlier_run_do_not_stay(nlp: Language, tmp_path: Path, source: Path) -> None:
    out = tmp_path / "out.jsonl"
    deidentify(source, out, nlp)
    write_jsonl(source, dialogue("one", "hello"))
    deidentify(source, out, nlp)
    assert names(tmp_path) == ["in.jsonl", "out.jsonl"]
    essay = tmp_path / "essay.txt"
    essay.write_bytes(b"\xff")
    released = tmp_path / "released.txt"
    released.write_text("of an earlier run")
    assert deidentify(essay, released, nlp).quarantined == 1
    assert not released.exists()


def test_a_stream_gets_the_bytes_of_the_file(nlp: Language, tmp_path: Path, source: Path) -> None:
    stream = io.BytesIO()
    deidentify(source, stream, nlp)
    deidentify(source, tmp_path / "out.jsonl", nlp)
    assert stream.getvalue() == (tmp_path / "out.jsonl").read_bytes()


@pytest.mark.parametrize("n_process", [1, 2])
def test_a_folder_in_gives_a_folder_out(nlp: Language, tmp_path: Path, n_process: int) -> None:
    folder = tmp_path / "in"
    (folder / "week 1").mkdir(parents=True)
    write_jsonl(folder / "week 1" / "a.jsonl", dialogue("x", "Zorblatt"), dialogue("y", "6/8"))
    (folder / "b.csv").write_bytes(b'speaker;grade;text\r\nT;7;Zorblatt\r\nS;7;"a;\r\nb"\r\n')
    (folder / "c.txt").write_bytes("\ufeffDear Zorblatt,\r\n\r\nbye ".encode())
    (folder / "d.txt").write_bytes(b"\xff")
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "photo.png").write_bytes(b"")
    out = tmp_path / "out"
    lines: list[str] = []
    reading = Reading(report=lines.append, n_process=n_process)
    summary = deidentify(folder, out, nlp, reading=reading)
    assert (summary.done, summary.quarantined) == (4, 1)
    assert names(out) == ["b.csv", "c.txt", "empty.jsonl", "week 1", "week 1/a.jsonl"]
    assert (out / "b.csv").read_bytes().endswith(b'\r\nS;"a;\r\nb"\r\n')
    assert (out / "b.csv").read_bytes().startswith(b"speaker;text\r\nT;")
    text = (out / "c.txt").read_bytes().decode()
    assert text.startswith("\ufeffDear ")
    assert text.endswith(",\r\n\r\nbye ")
    assert "Zorblatt" not in text
    assert [record["id"] for record in read_jsonl(out / "week 1" / "a.jsonl")] == ["x", "y"]
    assert "skipped: photo.png" in lines
    assert "b.csv: dropped columns: grade" in lines
    assert read_jsonl(tmp_path / "out.quarantine.jsonl") == [
        {"line": None, "file": "d.txt", "id": "d", "error": "NotUTF8"}
    ]


@pytest.mark.parametrize("mode", ["number", "hmac"])
def test_ids_and_file_names_can_be_renamed(nlp: Language, tmp_path: Path, mode: Any) -> None:
    folder = tmp_path / "in"
    (folder / "Ms Quibbly").mkdir(parents=True)
    write_jsonl(
        folder / "Ms Quibbly" / "a.jsonl",
        {"id": "Zorblatt-1", "messages": [{"id": "Zorblatt", "speaker": "T", "text": "hi"}]},
        {"id": "Zorblatt-2"},
    )
    (folder / "Ola_Zorblatt.txt").write_text("ask Zorblatt")
    (folder / "t.csv").write_text("dialogue,text\nZorblatt-1,hi\n")
    out = tmp_path / "out"
    deidentify(folder, out, nlp, ids=mode)
    found = [
        *names(out),
        *(path.read_text() for path in out.rglob("*")),
        (tmp_path / "out.quarantine.jsonl").read_text(),
    ]
    assert not any("Zorblatt" in each or "Quibbly" in each for each in found)
    (quarantined,) = read_jsonl(tmp_path / "out.quarantine.jsonl")
    if mode == "number":
        (csv,), (jsonl,), (text,) = (out.glob(f"*.{suffix}") for suffix in ("csv", "jsonl", "txt"))
        first = read_jsonl(jsonl)[0]["id"]
        inside = [first, quarantined["id"], csv.read_text().split("\n")[1].split(",")[0]]
        assert sorted([*inside, text.stem]) == [f"d{number:06}" for number in range(1, 5)]
        assert quarantined["id"] > first
        assert quarantined["file"] == jsonl.name
        assert {csv.stem, jsonl.stem} < {f"f{number:06}" for number in range(1, 4)}
    else:
        deidentify(folder, tmp_path / "again", nlp, ids=mode)
        assert names(tmp_path / "again") == names(out)
        (csv,) = out.glob("*.csv")
        (jsonl,) = out.glob("*.jsonl")
        assert csv.read_text().split("\n")[1].startswith(read_jsonl(jsonl)[0]["id"])
    deidentify(folder, tmp_path / "kept", nlp)
    set_key(nlp, OTHER_KEY)
    deidentify(folder, tmp_path / "other", nlp, ids=mode)
    assert names(tmp_path / "other") != names(out)
    kept, renamed = (tmp_path / "kept" / "Ola_Zorblatt.txt"), next(out.glob("*.txt"))
    assert kept.read_bytes() == renamed.read_bytes()


def test_numbers_do_not_tell_where_in_the_alphabet_a_file_name_stands(
    nlp: Language, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for letter in "abcdefgh":
        (folder / f"{letter}.txt").write_text(letter)
    orders = []
    for number, key in enumerate([KEY, KEY, OTHER_KEY]):
        set_key(nlp, key)
        out = tmp_path / f"out{number}"
        deidentify(folder, out, nlp, ids="number")
        orders.append([(out / name).read_text() for name in names(out)])
    assert orders[0] == orders[1]
    assert len({*map(tuple, orders), tuple("abcdefgh")}) == 3
    assert all(sorted(order) == list("abcdefgh") for order in orders)


def test_kept_ids_and_file_names_that_hold_a_name_are_counted_but_not_named(
    nlp: Language, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    write_jsonl(
        folder / "Quibbly.jsonl",
        dialogue("ZORBLATT_17", "hi Zorblatt"),
        dialogue("Zorblatts", "hi Zorblatt"),
        dialogue("x.Quibbly", "hi", speaker="Ms. Quibbly"),
        dialogue("Ólá-3", "hi"),
        dialogue("Ola-and-a-tutor", "hi Desmos"),
        dialogue("Desmos", "hi Desmos"),
    )
    (folder / "essay of Zorblatt.txt").write_text("I am Zorblatt.")
    (folder / "other.txt").write_text("I am Zorblatt.")
    (folder / "Zorblatt.csv").write_text("text\nI am Zorblatt.\n")

    def said(ids: Any, source: Path) -> list[str]:
        lines: list[str] = []
        reading = Reading(report=lines.append, roster=Roster(["Ola Fenwick", "tutor"], {}))
        out = tmp_path / f"out {ids} {source.stem}{source.suffix}"
        deidentify(source, out, nlp, reading=reading, ids=ids)
        return [line for line in lines if "hold a name" in line]

    hint = "ids or file names hold a name that was replaced in the text: use --ids number or --ids"
    assert said("keep", folder) == [f"7 {hint} hmac"]
    assert said("keep", folder / "Quibbly.jsonl") == [f"4 {hint} hmac"]
    assert said("keep", folder / "Zorblatt.csv") == []
    assert said("number", folder) == []
    assert said("hmac", folder) == []


def test_another_key_gives_other_surrogates(nlp: Language, tmp_path: Path, source: Path) -> None:
    texts = set()
    for number, key in enumerate([KEY, OTHER_KEY, OTHER_KEY]):
        set_key(nlp, key)
        out = tmp_path / f"{number}.jsonl"
        deidentify(source, out, nlp)
        texts.add(out.read_bytes())
    assert len(texts) == 2


def test_spans_of_the_input_are_taken_and_nothing_is_detected(
    nlp: Language, tmp_path: Path
) -> None:
    def record(id: str, span: Any) -> dict[str, Any]:
        messages = [
            {"speaker": "T", "text": "Quibbly met Ola"},
            {"speaker": "T", "text": "Ola met Zorblatt", "spans": [span]},
        ]
        return {"id": id, "messages": messages}

    good = {"start": 8, "end": 16, "label": "NAME", "role": "participant"}
    bad = [
        {**good, "end": 17},
        {**good, "start": -1},
        {**good, "start": 16},
        {**good, "start": 3, "end": 4},
        {**good, "start": True},
        {**good, "label": "SECRET"},
        {**good, "label": None},
        {**good, "role": "king"},
        {**good, "score": "high"},
        {"label": "NAME"},
        "Zorblatt",
    ]
    source = write_jsonl(
        tmp_path / "in.jsonl",
        record("good", good),
        record("placeholder", {**good, "label": "PLACEHOLDER"}),
        record("phone", {**good, "label": "PHONE", "score": None, "role": None}),
        *(record(f"bad {number}", span) for number, span in enumerate(bad)),
        {"id": "no list", "messages": [{"text": "x", "spans": {"start": 0}}]},
    )
    out = tmp_path / "out.jsonl"
    summary = deidentify(source, out, nlp, spans_from_input=True)
    assert (summary.done, summary.quarantined) == (3, len(bad) + 1)
    replaced, placeholder, phone = read_jsonl(out)
    assert replaced["messages"][0]["text"] == "Quibbly met Ola"
    assert replaced["messages"][1]["text"].startswith("Ola met ")
    assert "Zorblatt" not in replaced["messages"][1]["text"]
    assert placeholder["messages"][1]["text"] == "Ola met Zorblatt"
    assert "Zorblatt" not in phone["messages"][1]["text"]
    errors = read_jsonl(tmp_path / "out.jsonl.quarantine.jsonl")
    assert {error["error"] for error in errors} == {
        "InvalidSpans", "InvalidOffsets", "BlankSpan", "UnknownLabel",
    }  # fmt: skip
    assert "fake_finder" in nlp.pipe_names


def test_roster_names_reach_the_pipeline_and_missing_dialogues_are_told(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    path = tmp_path / "roster.csv"
    path.write_text("dialogue,name\none,Ola\ntypo,Bo\n")
    seen: dict[str, Any] = {}
    Language.component("fake_witness", func=lambda doc: seen.update(doc.user_data) or doc)
    nlp.add_pipe("fake_witness", first=True)
    write_jsonl(source, dialogue("one", "hello"))
    lines: list[str] = []
    deidentify(
        source,
        tmp_path / "out.jsonl",
        nlp,
        reading=Reading(roster=read_roster(path), report=lines.append),
    )
    assert list(seen["piivot_roster"]) == ["Ola"]
    assert "Ola" not in (tmp_path / "out.jsonl").read_text()
    assert "typo" in lines[0]


def test_private_edits_say_where_without_the_originals(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    out, path = tmp_path / "out.jsonl", tmp_path / "private" / "edits.jsonl"
    deidentify(source, out, nlp, private_edits=path)
    notice, *records = read_jsonl(path)
    assert "private" in notice
    assert [record["id"] for record in records] == ["one", "two", "four"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "Zorblatt" not in path.read_text()
    originals = {record["id"]: record for record in read_jsonl_with_bad_lines(source)}
    released = {record["id"]: record for record in read_jsonl(out)}
    for record in records:
        for edit in record["edits"]:
            after = released[record["id"]]["messages"][edit["message"]]["text"]
            before = originals[record["id"]]["messages"][edit["message"]]["text"]
            assert after[edit["new_start"] : edit["new_end"]] == edit["surrogate"]
            assert before[edit["start"] : edit["end"]] in ("Zorblatt", "Quibbly")
    assert [len(record["edits"]) for record in records] == [1, 1, 0]
    assert names(tmp_path / "private") == ["edits.jsonl"]


def read_jsonl_with_bad_lines(path: Path) -> list[Any]:
    lines = path.read_text("utf8").split("\n")
    return [json.loads(line) for line in lines if line.endswith("}]}")]


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


def test_a_link_leads_to_what_is_written(nlp: Language, tmp_path: Path, source: Path) -> None:
    store = tmp_path / "store"
    store.mkdir()
    for name in ("old.jsonl", "folder"):
        (tmp_path / f"link {name}").symlink_to(store / name)
    (store / "old.jsonl").write_text("old")
    (store / "folder").mkdir()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("Zorblatt")
    deidentify(source, tmp_path / "link old.jsonl", nlp)
    deidentify(tmp_path / "in", tmp_path / "link folder", nlp)
    assert len(read_jsonl(store / "old.jsonl")) == 3
    assert names(store) == ["folder", "folder/a.txt", "old.jsonl"]
    assert all((tmp_path / f"link {name}").is_symlink() for name in ("old.jsonl", "folder"))


def test_a_pipeline_that_replaces_nothing_is_refused(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    nlp.remove_pipe("hips_surrogator")
    with pytest.raises(InputError, match="hips_surrogator"):
        deidentify(source, tmp_path / "out.jsonl", nlp)


def interrupt_after(count: int, folder: Path) -> Callable[[str], None]:
    """A report that fails on the n-th bad record, as Ctrl-C would interrupt."""
    reported = 0

    def report(line: str) -> None:
        nonlocal reported
        reported += ": NotJSON: " in line
        if reported == count:
            raise KeyboardInterrupt

    return report


@pytest.fixture
def long_source(tmp_path: Path) -> Path:
    lines = [
        "not JSON" if number % 20 == 19 else dialogue(f"d{number}", f"Zorblatt {number}")
        for number in range(100)
    ]
    return write_jsonl(tmp_path / "in.jsonl", *lines)


def test_an_interrupted_run_is_resumed_to_the_same_bytes(
    nlp: Language, tmp_path: Path, long_source: Path
) -> None:
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    edits, whole_edits = tmp_path / "edits.jsonl", tmp_path / "whole.edits.jsonl"
    deidentify(long_source, whole, nlp, private_edits=whole_edits)
    with pytest.raises(KeyboardInterrupt):
        deidentify(
            long_source, out, nlp, reading=Reading(report=interrupt_after(3, tmp_path)),
            private_edits=edits,
        )  # fmt: skip
    assert not out.exists()
    assert not edits.exists()
    journal = tmp_path / "out.jsonl.journal.jsonl"
    assert len(journal.read_bytes().splitlines()) == 1 + 60
    assert "Zorblatt" not in journal.read_text()
    journal.write_bytes(journal.read_bytes()[:-10])
    lines: list[str] = []
    reading = Reading(report=lines.append)
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


@pytest.mark.parametrize("count", [1, 5])
def test_a_resumed_run_counts_the_names_in_ids_of_before_too(
    nlp: Language, tmp_path: Path, count: int
) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    lines = [
        "not JSON" if number % 20 == 19 else dialogue(f"Zorblatt {number}", "hi Zorblatt", "4/12")
        for number in range(100)
    ]
    write_jsonl(source / "Zorblatt.jsonl", *lines)
    with pytest.raises(KeyboardInterrupt):
        deidentify(source, out, nlp, reading=Reading(report=interrupt_after(count, tmp_path)))
    said: list[str] = []
    deidentify(source, out, nlp, reading=Reading(report=said.append), resume=True)
    (warning,) = (line for line in said if "hold a name" in line)
    assert warning.startswith("96 ids or file names hold a name")
    assert [list(record) for record in read_jsonl(out / "Zorblatt.jsonl")] == (
        [["id", "messages"]] * 95
    )


def test_a_run_is_only_resumed_with_the_same_key_pipeline_options_and_input(
    make_nlp: Callable[..., Language], nlp: Language, tmp_path: Path, long_source: Path
) -> None:
    out = tmp_path / "out.jsonl"
    with pytest.raises(KeyboardInterrupt):
        deidentify(long_source, out, nlp, reading=Reading(report=interrupt_after(2, tmp_path)))
    content = long_source.read_bytes()

    def resume(pipeline: Language = nlp, **options: Any) -> None:
        deidentify(long_source, out, pipeline, resume=True, **options)

    for options in (
        {"spans_from_input": True},
        {"reading": Reading(roster=Roster(["Ola"], {}))},
        {"ids": "number"},
        {"pipeline": make_nlp("fake_failing")},
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
        deidentify(long_source, out, nlp, reading=Reading(report=interrupt_after(2, tmp_path)))
    lines: list[str] = []
    deidentify(long_source, out, nlp, reading=Reading(report=lines.append))
    assert not any("resum" in line for line in lines)
    assert len(read_jsonl(out)) == 95


def test_a_new_run_tells_of_the_private_files_that_an_interrupted_one_left(
    nlp: Language, tmp_path: Path, long_source: Path
) -> None:
    out, reasons, edits = (tmp_path / name for name in ("out.jsonl", "r\u00e9asons", "edits"))
    left = [tmp_path / f"{path.name}.journal.jsonl" for path in (edits, reasons)]

    def run(report: Callable[[str], None] | None = None, **options: Any) -> list[str]:
        """What is said of the files; with a report the run is interrupted."""
        said: list[str] = []

        def both(line: str) -> None:
            said.append(line)
            if report is not None:
                report(line)

        try:
            deidentify(long_source, out, nlp, reading=Reading(report=both), **options)
        except KeyboardInterrupt:
            assert report is not None
        return [line.partition(": remove ")[2] for line in said if "private files" in line]

    private = {"private_edits": edits, "private_reasons": reasons}
    assert run(interrupt_after(2, tmp_path), **private) == []
    assert all(path.exists() for path in left)
    # What the run replaces itself is not left; what it does not is told again and again.
    assert run(interrupt_after(2, tmp_path), private_edits=edits) == [str(left[1])]
    assert run(interrupt_after(2, tmp_path)) == [f"{left[0]}, {left[1]}"]
    assert run(resume=True) == []
    left[0].unlink()
    left[1].unlink()
    assert run(interrupt_after(2, tmp_path), **private) == []
    assert run(resume=True, **private) == []
    assert run() == []
    assert not list(tmp_path.glob("*.journal.jsonl"))


def test_resume_says_that_there_is_nothing_to_resume(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    out = tmp_path / "out.jsonl"
    contents = []
    for _ in range(2):
        lines: list[str] = []
        deidentify(source, out, nlp, resume=True, reading=Reading(report=lines.append))
        assert lines[0] == "nothing to resume: starting from the beginning"
        contents.append(out.read_bytes())
    assert contents[0] == contents[1]


def test_a_run_with_private_edits_is_not_resumed_without_them(
    nlp: Language, tmp_path: Path, long_source: Path
) -> None:
    out, edits = tmp_path / "out.jsonl", tmp_path / "edits.jsonl"
    reading = Reading(report=interrupt_after(2, tmp_path))
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
        deidentify(source, out, first, reading=Reading(n_process=n_process))

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
    deidentify(source, out, same, reading=Reading(n_process=n_process), resume=True)
    deidentify(source, tmp_path / "whole.jsonl", nlp)
    assert out.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert [record["id"] for record in read_jsonl(out)] == [f"d{number}" for number in range(50)]


def test_without_a_detector_everything_is_held_back(tmp_path: Path, source: Path) -> None:
    out = tmp_path / "out.jsonl"
    lines: list[str] = []
    nlp = make_pipeline("math_segmenter")
    summary = deidentify(source, out, nlp, reading=Reading(report=lines.append))
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


def test_input_that_was_labelled_as_empty_was_searched(tmp_path: Path) -> None:
    record = dialogue("one", "what is 4/12")
    record["messages"][0]["spans"] = []
    source = write_jsonl(tmp_path / "in.jsonl", record)
    out = tmp_path / "out.jsonl"
    assert deidentify(source, out, make_pipeline(), spans_from_input=True).done == 1
    assert read_jsonl(out)[0]["messages"][0]["text"] == "what is 4/12"
