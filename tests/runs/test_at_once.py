"""Runs that meet other runs, tampered journals, killed runs and files that change."""

import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from json_lines import read_jsonl, write_jsonl
from spacy.language import Language
from spacy.tokens import Doc
from transcripts import dialogue
from typer.testing import CliRunner

from spacy_piivot.cli import app
from spacy_piivot.corpus import InputChanged, JournalChanged, OutputInUse, locked
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.detect import detect
from spacy_piivot.runs.reading import InputReading

_NUMBERS = count()


def write_source(folder: Path, number: int = 40) -> Path:
    records = [dialogue(f"d{n}", f"Zorblatt {n}") for n in range(number)]
    return write_jsonl(folder / "in.jsonl", *records)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def during(nlp: Language, action: Callable[[], None]) -> None:
    """Let a pipeline do something else at its 20th dialogue."""
    seen: list[str] = []
    name = f"fake_meanwhile_{next(_NUMBERS)}"

    def meanwhile(doc: Doc) -> Doc:
        seen.append(doc.text)
        if len(seen) == 20:
            action()
        return doc

    Language.component(name, func=meanwhile)
    nlp.add_pipe(name, first=True)


@pytest.mark.parametrize("shared", ["output", "private_edits", "vault"])
def test_a_second_run_on_an_output_is_refused_and_harms_nothing(
    make_nlp: Callable[..., Language], tmp_path: Path, shared: str
) -> None:
    pytest.importorskip("cryptography")
    source = write_source(tmp_path)
    refused = []

    def files(run: str) -> dict[str, Any]:
        kinds = ("output", "private_edits", "vault")
        return {
            kind: tmp_path / (kind if kind == shared else f"{run}.{kind}") for kind in kinds
        } | {"vault_key": b"k" * 32}

    def second() -> None:
        settings = files("second")
        with pytest.raises(OutputInUse):
            deidentify(source, settings.pop("output"), make_nlp(), **settings)
        refused.append(names(tmp_path))

    first = make_nlp()
    during(first, second)
    settings = files("first")
    summary = deidentify(source, settings.pop("output"), first, **settings)
    assert (summary.done, summary.quarantined, len(refused)) == (40, 0, 1)
    expected = {path.name for path in files("first").values() if isinstance(path, Path)}
    assert set(names(tmp_path)) == {"in.jsonl", *expected}


COMMANDS = (["deidentify"], ["detect"], ["segment"], ["prelabel"])


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_the_command_exits_with_2_where_another_run_writes(
    tmp_path: Path, words: list[str]
) -> None:
    source, out = write_source(tmp_path, 2), tmp_path / "out.jsonl"
    with locked(out):
        run = CliRunner().invoke(app, [*words, str(source), "-o", str(out)])
    assert run.exit_code == 2
    assert run.stderr.strip().endswith("or give another output.")
    assert names(tmp_path) == ["in.jsonl"]


def test_a_second_detecting_run_is_refused_and_the_lock_goes_with_the_first(
    make_nlp: Callable[..., Language], tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    source, first, refused = write_source(tmp_path / "in"), make_nlp(), []
    for given, out in ((source, tmp_path / "out.jsonl"), (tmp_path / "in", tmp_path / "out")):

        def second(given: Path = given, out: Path = out) -> None:
            with pytest.raises(OutputInUse):
                detect(given, out, make_nlp())
            refused.append(out)

        first = make_nlp()
        during(first, second)
        assert detect(given, out, first).done == 40
        assert refused.pop() == out
    assert names(tmp_path) == ["in", "out", "out.jsonl"]
    assert names(tmp_path / "out") == ["in.jsonl"]


def test_a_folder_has_its_lock_beside_it(nlp: Language, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    write_source(tmp_path / "in", 3)
    deidentify(tmp_path / "in", tmp_path / "out", nlp)
    assert names(tmp_path) == ["in", "out"]
    assert names(tmp_path / "out") == ["in.jsonl"]
    with locked(tmp_path / "new"), pytest.raises(OutputInUse):
        deidentify(tmp_path / "in", tmp_path / "new", nlp)


def test_a_journal_that_is_changed_during_the_run_publishes_nothing(
    make_nlp: Callable[..., Language], tmp_path: Path
) -> None:
    source, out, edits = write_source(tmp_path), tmp_path / "out.jsonl", tmp_path / "edits"
    for path in (out, edits):
        nlp = make_nlp()
        journal = path.with_name(path.name + ".journal.jsonl")

        def change(journal: Path = journal) -> None:
            with journal.open("r+b") as stream:
                lines = stream.read().splitlines(keepends=True)
                stream.seek(len(lines[0]) + lines[1].index(b'"id": "d0"') + 8)
                stream.write(b"X")

        during(nlp, change)
        with pytest.raises(JournalChanged):
            deidentify(source, out, nlp, private_edits=edits)
        assert not out.exists()
        assert not edits.exists()
        with pytest.raises(JournalChanged):
            deidentify(source, out, nlp, private_edits=edits, resume=True)
        assert not out.exists()
    deidentify(source, out, make_nlp(), private_edits=edits)
    assert len(read_jsonl(out)) == 40


def test_what_a_killed_run_left_beside_its_outputs_is_removed(
    nlp: Language, tmp_path: Path
) -> None:
    source, out, edits = write_source(tmp_path, 3), tmp_path / "out.jsonl", tmp_path / "edits"
    for name in ("out.jsonl", "out.jsonl.quarantine.jsonl", "edits"):
        (tmp_path / f".{name}.0123abcd.part").write_text("half")
    deidentify(source, out, nlp, private_edits=edits)
    assert names(tmp_path) == ["edits", "in.jsonl", "out.jsonl"]


def shrink(path: Path) -> None:
    os.truncate(path, 300)


def grow(path: Path) -> None:
    with path.open("a") as stream:
        stream.write('{"id": "new", "messages": []}\n')


def swap(path: Path) -> None:
    other = path.with_name("other.jsonl")
    other.write_bytes(path.read_bytes())
    other.replace(path)


@pytest.mark.parametrize("change", [shrink, grow, swap])
def test_an_input_that_changes_while_it_is_read_fails_the_run(
    nlp: Language, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    source, out = write_source(tmp_path), tmp_path / "out.jsonl"
    during(nlp, lambda: change(source))
    with pytest.raises(InputChanged):
        deidentify(source, out, nlp)
    assert not out.exists()
    assert not (tmp_path / "out.jsonl.quarantine.jsonl").exists()


def test_the_other_commands_do_not_publish_of_a_changed_input_either(
    nlp: Language, tmp_path: Path
) -> None:
    source, out = write_source(tmp_path), tmp_path / "out.jsonl"
    changed: list[str] = []

    def interrupted() -> bool:
        changed.append("asked")
        if len(changed) == 3:
            shrink(source)
        return False

    with pytest.raises(InputChanged):
        detect(source, out, nlp, reading=InputReading(interrupted=interrupted))
    assert not out.exists()


@pytest.mark.parametrize("run", [deidentify, detect])
def test_a_folder_that_gets_a_file_while_it_is_read_fails_the_run(
    make_nlp: Callable[..., Language], tmp_path: Path, run: Callable[..., Any]
) -> None:
    (tmp_path / "in").mkdir()
    source, nlp = write_source(tmp_path / "in"), make_nlp()
    during(nlp, lambda: source.with_name("new.jsonl").write_bytes(source.read_bytes()) and None)
    with pytest.raises(InputChanged, match="its files are not those at the start"):
        run(tmp_path / "in", tmp_path / "out", nlp)
    assert not (tmp_path / "out").exists()
