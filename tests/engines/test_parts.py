from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from json_lines import read_jsonl, write_jsonl
from partitioned import dialogues

from spacy_piivot.engines import parts
from spacy_piivot.engines.parts import Job, PartFailed, find_parts, keyed_digest, work_on
from spacy_piivot.engines.settings import make_settings
from spacy_piivot.errors import InputError

MADE = dialogues(6)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    (folder / "more").mkdir(parents=True)
    write_jsonl(folder / "a.jsonl", *MADE[:2])
    pq.write_table(pa.Table.from_pylist(MADE[2:4]), folder / "more" / "b.parquet")
    for ignored in ("_SUCCESS", ".hidden.jsonl"):
        (folder / ignored).touch()
    (folder / "notes.odt").touch()
    return folder


@pytest.fixture
def job(model: str, key_file: Path, source: Path, tmp_path: Path) -> Job:
    settings = make_settings(model=model, key_file=key_file).checked()
    return Job(settings, source=source, folder=tmp_path / "parts")


def test_files_of_known_kinds_are_parts(source: Path) -> None:
    found = find_parts(source)
    assert [str(file.name) for file in found.files] == ["a.jsonl", "more/b.parquet"]
    assert found.skipped == ["notes.odt"]
    with pytest.raises(InputError, match="needs a folder"):
        find_parts(source / "a.jsonl")
    (source / "empty").mkdir()
    with pytest.raises(InputError, match="no file of a known kind"):
        find_parts(source / "empty")


def test_a_part_is_done_with_a_record_of_it(job: Job) -> None:
    jsonl, parquet = (work_on(job, file) for file in find_parts(job.source).files)
    key = job.settings.read_key("a test")
    assert key is not None
    for record, loads in ((jsonl, 1), (parquet, 1)):
        path = job.folder / record["name"]
        assert record["digest"] == keyed_digest(path, key)
        assert (record["done"], record["failed"], record["loads"]) == (2, [], loads)
        assert "Zorblatt" not in str(record)
    assert pq.read_table(job.folder / "more" / "b.parquet")["id"].to_pylist() == ["d2", "d3"]
    assert [one["id"] for one in read_jsonl(job.folder / "a.jsonl")] == ["d0", "d1"]
    assert "more/b.parquet: dropped columns: group" in parquet["lines"]


def test_ids_that_contain_names_are_counted(job: Job) -> None:
    write_jsonl(job.source / "a.jsonl", {**MADE[0], "id": "zorblatt-1"})
    (record,) = (work_on(job, file) for file in find_parts(job.source).files[:1])
    assert "a.jsonl: 1 ids or file names contain a name" in "\n".join(record["lines"])


@pytest.mark.parametrize("error", [ValueError("Zorblatt"), OSError(28, "No space", "Zorblatt")])
def test_a_part_that_fails_leaves_nothing_and_quotes_nothing(
    error: Exception, job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise error

    monkeypatch.setattr(parts, "released_results", fail)
    with pytest.raises(PartFailed, match=r"^a\.jsonl: ") as raised:
        work_on(job, find_parts(job.source).files[0])
    assert "Zorblatt" not in str(raised.value)
    assert raised.value.__context__ is None
    assert list(job.folder.iterdir()) == []


def test_a_part_that_changes_meanwhile_is_not_done(
    job: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = parts.released_results

    def slowly(*arguments):
        yield from results(*arguments)
        write_jsonl(job.source / "a.jsonl", MADE[5])

    monkeypatch.setattr(parts, "released_results", slowly)
    with pytest.raises(PartFailed, match=r"a\.jsonl: the file was changed while it was read"):
        work_on(job, find_parts(job.source).files[0])
    assert list(job.folder.iterdir()) == []


def test_names_of_files_are_not_said_where_ids_are_hidden(job: Job) -> None:
    hidden = replace(job, settings=replace(job.settings, ids="hmac"))
    (job.source / "more" / "b.parquet").write_text("Zorblatt")
    with pytest.raises(PartFailed, match=r"^file 2 by name: is not a Parquet file"):
        work_on(hidden, find_parts(job.source).files[1])
    write_jsonl(job.source / "a.jsonl", MADE[0], {"id": "zorblatt"}, "Zorblatt")
    record = work_on(hidden, find_parts(job.source).files[0])
    said = str(record)
    assert "a.jsonl" not in said
    assert "zorblatt" not in said.lower()
    assert [line["error"] for line in record["failed"]] == ["MissingMessages", "NotJSON"]


def test_a_file_of_one_dialogue_that_is_held_back_leaves_none(job: Job) -> None:
    (job.source / "bad.txt").write_text("a\0b")
    (job.source / "z.txt").write_text("mail ola@example.org")
    bad, last = (work_on(job, file) for file in find_parts(job.source).files[1::2])
    assert (bad["done"], bad["digest"], len(bad["failed"])) == (0, "", 1)
    assert (last["name"], last["done"]) == ("z.txt", 1)
    assert [path.name for path in job.folder.iterdir()] == ["z.txt"]
