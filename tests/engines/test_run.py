import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from json_lines import read_jsonl, write_jsonl
from made_docx import write_docx
from made_pdf import lines as placed
from made_pdf import write_pdf
from made_tables import write_arrow
from made_xlsx import write_book
from partitioned import KEY, OTHER_KEY, dialogues, rows_of
from transcripts import names

from spacy_piivot.corpus import Columns, InputFile, JournalMismatch
from spacy_piivot.engines.parts import Job, work_on
from spacy_piivot.engines.run import Pool, deidentify_parts
from spacy_piivot.engines.settings import make_settings
from spacy_piivot.errors import InputError
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.names import IdMode
from spacy_piivot.runs.reading import InputReading

MADE = dialogues(12)


class HerePool:
    """Works in this process, from the last file to the first, and may break off."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.stop_after = stop_after
        self.done: list[str] = []

    def results(self, job: Job, files: Sequence[InputFile]) -> Iterator[dict[str, Any]]:
        for file in reversed(files):
            if len(self.done) == self.stop_after:
                raise KeyboardInterrupt
            yield work_on(job, file)
            self.done.append(str(file.name))

    @contextmanager
    def open(self) -> Iterator[Pool]:
        yield self


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    (folder / "sub").mkdir(parents=True)
    write_jsonl(folder / "a.jsonl", *MADE[:2], MADE[0])
    write_jsonl(folder / "sub" / "b.jsonl", "not JSON", *MADE[4:6])
    (folder / "c.csv").write_text("dialogue,speaker,text\nx,Ola Zorblatt,hi Zorblatt\n")
    return folder


@pytest.fixture
def run(model: str, key_file: Path, source: Path, tmp_path: Path) -> Callable[..., Any]:
    def run(pool: HerePool | None = None, resume: bool = False, **options: Any) -> Any:
        columns = Columns(**options.pop("columns", {}))
        job = Job(make_settings(model=model, key_file=key_file, **options), columns)
        lines: list[str] = []
        reading = InputReading(report=lines.append, exclude=["*.zip"])
        pool = pool or HerePool()
        out = tmp_path / "out"
        summary = deidentify_parts(source, out, job, pool.open, resume=resume, reading=reading)
        return summary, lines

    return run


@pytest.mark.parametrize("ids", ["keep", "hmac"])
def test_the_release_is_that_of_one_process(
    ids: IdMode, run: Callable[..., Any], model: str, source: Path, tmp_path: Path
) -> None:
    summary, lines = run(ids=ids, scope="corpus")
    nlp = make_settings(model=model, scope="corpus").load(KEY.encode())
    said: list[str] = []
    alone = tmp_path / "alone"
    expected = deidentify(source, alone, nlp, ids=ids, reading=InputReading(report=said.append))
    assert summary == expected
    for name in names(alone):
        if (alone / name).is_file():
            assert (tmp_path / "out" / name).read_bytes() == (alone / name).read_bytes()
    assert names(tmp_path / "out") == names(alone)
    quarantines = [tmp_path / f"{name}.quarantine.jsonl" for name in ("out", "alone")]
    assert quarantines[0].read_bytes() == quarantines[1].read_bytes()
    if ids == "keep":
        errors = {line for line in said if "NotJSON" in line or "DuplicateId" in line}
        assert len(errors) == 2
        assert errors <= set(lines)
    assert "Zorblatt" not in str(lines)
    assert not [name for name in names(tmp_path) if name.startswith(("out.parts", "out.journal"))]


def write_all_formats(folder: Path) -> None:
    """A file of each format, and what is left out."""
    rows = [{**row, "note": "for Ola Zorblatt"} for row in rows_of(MADE[:2])]
    table = pa.Table.from_pylist(rows)
    for name in ("rows.parquet", "rows.arrow", "more/rows.feather"):
        write_arrow(folder / name, table)
    write_arrow(folder / "nested.parquet", pa.Table.from_pylist(MADE[2:4]))
    cells = [[str(row[name]) for name in ("dialogue", "speaker", "text", "note")] for row in rows]
    write_book(folder / "book.xlsx", *cells, header=("dialogue", "speaker", "text", "note"))
    header = "conversation\tsender\tmessage\tnote\n"
    lines = ("\t".join(row) + "\n" for row in cells)
    (folder / "rows.tsv").write_text(header + "".join(lines))
    (folder / "list.json").write_text(json.dumps(MADE[4:6]))
    (folder / "essay.txt").write_text("I wrote to ola@example.org\n")
    (folder / "less" / "bad.txt").write_text("a\0b")
    cue = "00:00.000 --> 00:01.000\n<v Ola Zorblatt>hi Ola"
    (folder / "more" / "a.vtt").write_text(f"WEBVTT\n\n{cue}\n")
    write_docx(folder / "essay.docx", "I wrote to ola@example.org")
    write_pdf(folder / "essay.pdf", placed("I wrote to ola@example.org", "and to ben@example.org"))
    for ignored in ("_SUCCESS", "_delta_log/0.json", "left.zip", "more/.hidden.txt"):
        (folder / ignored).parent.mkdir(exist_ok=True)
        (folder / ignored).write_text("[1]")


@pytest.mark.parametrize("ids", ["keep", pytest.param("hmac", marks=pytest.mark.slow)])
def test_every_format_gives_the_release_of_one_process(
    ids: IdMode, run: Callable[..., Any], model: str, source: Path, tmp_path: Path
) -> None:
    for name in ("less", "more"):
        (source / name).mkdir()
    write_all_formats(source)
    for path in (source / "a.jsonl", source / "sub" / "b.jsonl", source / "c.csv"):
        path.unlink()
    summary, _ = run(ids=ids)
    nlp = make_settings(model=model).load(KEY.encode())
    alone = tmp_path / "alone"
    reading = InputReading(exclude=["*.zip"])
    assert summary == deidentify(source, alone, nlp, ids=ids, reading=reading)
    assert (summary.done, summary.quarantined) == (18, 1)
    assert names(tmp_path / "out") == names(alone)
    files = [name for name in names(alone) if (alone / name).is_file()]
    assert len(files) == 11
    for name in files:
        assert (tmp_path / "out" / name).read_bytes() == (alone / name).read_bytes(), name
    quarantines = [tmp_path / f"{name}.quarantine.jsonl" for name in ("out", "alone")]
    assert quarantines[0].read_bytes() == quarantines[1].read_bytes()


def test_kept_columns_and_encodings_are_those_of_one_process(
    run: Callable[..., Any], model: str, source: Path, tmp_path: Path
) -> None:
    (source / "a.jsonl").unlink()
    (source / "sub" / "b.jsonl").unlink()
    text = "dialogue;speaker;text;note\nx;Ola Zorblatt;né à 4/12;für Ola Zorblatt\n"
    (source / "c.csv").write_bytes(text.encode("cp1252"))
    columns = {"keep": ("note",), "encoding": "cp1252"}
    run(columns=columns)
    nlp = make_settings(model=model).load(KEY.encode())
    deidentify(source, tmp_path / "alone", nlp, reading=InputReading(columns=Columns(**columns)))
    released = (tmp_path / "out" / "c.csv").read_bytes()
    assert released == (tmp_path / "alone" / "c.csv").read_bytes()
    assert "für ".encode("cp1252") in released
    assert b"Zorblatt" not in released
    with pytest.raises(InputError, match="does not work with --spans-from-input"):
        run(columns=columns, spans_from_input=True)


def test_files_that_are_left_out_are_counted(
    model: str, key_file: Path, source: Path, tmp_path: Path
) -> None:
    (source / "more.odt").touch()
    (source / "left.zip").touch()
    lines: list[str] = []
    reading = InputReading(report=lines.append, exclude=["*.zip"])
    job = Job(make_settings(model=model, key_file=key_file))
    deidentify_parts(source, tmp_path / "out", job, HerePool().open, reading=reading)
    assert reading.skipped == ["more.odt"]
    assert lines[0] == "skipped: more.odt"


def test_an_interrupted_run_does_only_what_is_left(run: Callable[..., Any], tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(HerePool(stop_after=2))
    assert not (tmp_path / "out").exists()
    assert (tmp_path / "out.parts").stat().st_mode & 0o777 == 0o700
    assert "Zorblatt" not in (tmp_path / "out.journal.jsonl").read_text()
    pool = HerePool()
    summary, lines = run(pool, resume=True)
    assert pool.done == ["a.jsonl"]
    assert "resuming after 2 of 3 files" in lines
    assert (summary.done, summary.quarantined) == (5, 2)
    first = {name: (tmp_path / "out" / name).read_bytes() for name in ("a.jsonl", "sub/b.jsonl")}
    for name in ("a.jsonl", "c.csv", "sub/b.jsonl"):
        (tmp_path / "out" / name).unlink()
    (tmp_path / "out" / "sub").rmdir()
    run()
    for name, content in first.items():
        assert (tmp_path / "out" / name).read_bytes() == content


@pytest.mark.parametrize("what", ["input", "result", "result gone"])
def test_a_part_that_was_changed_meanwhile_is_done_again(
    what: str, run: Callable[..., Any], source: Path, tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(HerePool(stop_after=2))
    if what == "input":
        write_jsonl(source / "sub" / "b.jsonl", *MADE[7:8])
    elif what == "result":
        write_jsonl(tmp_path / "out.parts" / "sub" / "b.jsonl", {"id": "Zorblatt"})
    else:
        (tmp_path / "out.parts" / "sub" / "b.jsonl").unlink()
    pool = HerePool()
    run(pool, resume=True)
    assert pool.done == ["sub/b.jsonl", "a.jsonl"]
    expected = MADE[7:8] if what == "input" else MADE[4:6]
    released = [one["id"] for one in read_jsonl(tmp_path / "out" / "sub" / "b.jsonl")]
    assert released == [one["id"] for one in expected]


def test_nothing_is_published_if_a_result_was_changed_at_the_end(
    run: Callable[..., Any], tmp_path: Path
) -> None:
    class Meddled(HerePool):
        def results(self, job: Job, files: Sequence[InputFile]) -> Iterator[dict[str, Any]]:
            yield from super().results(job, files)
            (tmp_path / "out.parts" / "a.jsonl").write_text("Zorblatt")

    with pytest.raises(InputError, match="is not as a worker of this run wrote it"):
        run(Meddled())
    assert not (tmp_path / "out").exists()


def test_what_a_dead_worker_began_is_not_published(run: Callable[..., Any], tmp_path: Path) -> None:
    class Dying(HerePool):
        def results(self, job: Job, files: Sequence[InputFile]) -> Iterator[dict[str, Any]]:
            yield from super().results(job, files)
            (job.folder / ".a.jsonl.0123abcd.part").write_text("Zorblatt")

    run(Dying())
    assert names(tmp_path / "out") == ["a.jsonl", "c.csv", "sub", "sub/b.jsonl"]


def test_resuming_needs_the_same_key_and_options(
    run: Callable[..., Any], key_file: Path, tmp_path: Path
) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(HerePool(stop_after=1))
    with pytest.raises(JournalMismatch):
        run(resume=True, scope="corpus")
    with pytest.raises(JournalMismatch):
        run(resume=True, roster=["Ola"])
    key_file.write_text(OTHER_KEY)
    with pytest.raises(JournalMismatch):
        run(resume=True)
    key_file.write_text(KEY)
    run(resume=True)
    assert len(names(tmp_path / "out")) == 4


def test_without_resuming_a_run_begins_anew(run: Callable[..., Any], tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(HerePool(stop_after=2))
    pool = HerePool()
    run(pool)
    assert len(pool.done) == 3


def test_outputs_that_cannot_be_written_are_refused(
    run: Callable[..., Any], source: Path, tmp_path: Path
) -> None:
    (tmp_path / "out.parts").mkdir()
    with pytest.raises(InputError, match=r"out\.parts: this run's parts go there"):
        run()
    (tmp_path / "out.parts").rmdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "older").touch()
    with pytest.raises(InputError, match="must be a new or an empty folder"):
        run()
    (tmp_path / "out" / "older").unlink()
    assert run()[0].done == 5
