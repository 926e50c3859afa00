"""The submission: its rows, its score, and what becomes of essays that fail."""

import csv
import multiprocessing
import os
import signal
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from essays import essay, write_essays
from forked import forked
from json_lines import read_jsonl
from spacy.language import Language
from transcripts import make_pipeline, names

from spacy_piivot.corpus import InputChanged
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation import evaluate
from spacy_piivot.evaluation.core.counts import Counts
from spacy_piivot.runs.detect import detect
from spacy_piivot.runs.kaggle import COLUMNS, Submission, submit
from spacy_piivot.runs.reading import InputReading

NAME = ["B-NAME_STUDENT"]


def rows(path: Path) -> list[tuple[str, ...]]:
    with path.open(newline="") as stream:
        header, *found = csv.reader(stream)
    assert tuple(header) == COLUMNS
    return [tuple(row) for row in found]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_essays(
        tmp_path / "in.json",
        essay(7, "By Zorblatt, at Desmos"),
        essay("8,b", "nobody"),
        essay(9, ""),
        essay(10, "Quibbly zorblatt@example.org"),
    )


def test_there_is_a_row_for_each_token_with_a_label(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    out = tmp_path / "new" / "submission.csv"
    submission = submit(source, out, nlp)
    assert out.read_bytes() == (
        b"row_id,document,token,label\n0,7,1,B-NAME_STUDENT\n1,10,0,B-NAME_STUDENT\n2,10,1,B-EMAIL\n"
    )
    assert (submission.summary.done, submission.summary.quarantined) == (4, 0)
    assert submission.tokens == {"NAME_STUDENT": 2, "EMAIL": 1}
    assert (submission.scored, submission.counts) == (0, Counts())
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert names(tmp_path / "new") == ["submission.csv"]


def test_an_id_with_a_comma_is_one_cell(nlp: Language, tmp_path: Path) -> None:
    source = write_essays(tmp_path / "in.json", essay('a,"b', "Quibbly"))
    submit(source, tmp_path / "out.csv", nlp)
    assert rows(tmp_path / "out.csv") == [("0", 'a,"b', "0", "B-NAME_STUDENT")]


def test_no_essays_give_a_table_without_rows(nlp: Language, tmp_path: Path) -> None:
    submission = submit(write_essays(tmp_path / "in.json"), tmp_path / "out.csv", nlp)
    assert rows(tmp_path / "out.csv") == []
    assert submission.tokens.total() == 0


def test_essays_that_fail_have_no_rows_and_are_named(
    make_nlp: Callable[..., Language], tmp_path: Path
) -> None:
    source = write_essays(
        tmp_path / "in.json",
        essay(1, "Zorblatt EXPLODE", [*NAME, "O"]),
        {"document": 2, "full_text": ["Zorblatt"]},
        {"document": 3, "full_text": "Zorblatt has no tokens"},
        essay(1, "Quibbly, twice"),
        essay(4, "Quibbly", NAME),
    )
    lines: list[str] = []
    out = tmp_path / "out.csv"
    nlp = make_nlp("fake_failing")
    submission = submit(source, out, nlp, reading=InputReading(report=lines.append))
    assert rows(out) == [("0", "4", "0", "B-NAME_STUDENT")]
    assert (submission.summary.done, submission.summary.quarantined) == (1, 4)
    failed = read_jsonl(tmp_path / "out.csv.quarantine.jsonl")
    assert [(one["id"], one["error"]) for one in failed] == [
        ("1", "fake_failing:KeyError"), ("2", "TextNotString"), ("3", "MissingTokens"),
        ("1", "DuplicateId"),
    ]  # fmt: skip
    assert [line for line in lines if "id '3': MissingTokens: in essay 2 (from 0)" in line]
    assert not any("Zorblatt" in line for line in lines)
    # The gold of an essay that failed was missed.
    assert (submission.scored, submission.counts) == (2, Counts(tp=1, fn=1))


def test_the_score_is_the_competitions(nlp: Language, tmp_path: Path) -> None:
    essays = [
        essay(1, "Zorblatt Quibbly Desmos x", [*NAME, "O", *NAME, "O"]),
        essay(2, "Zorblatt Quibbly", ["B-NAME_STUDENT", "I-NAME_STUDENT"]),
        essay(3, "nobody labelled Quibbly here"),
        essay(4, "zorblatt@example.org", ["B-USERNAME"]),
    ]
    source, found = write_essays(tmp_path / "in.json", *essays), tmp_path / "found.json"
    submission = submit(source, tmp_path / "out.csv", nlp)
    # By hand: right are both Zorblatts; a wrong prefix or label is a false alarm and a miss.
    assert submission.counts == Counts(tp=2, fp=3, fn=3)
    assert submission.scored == 3
    gold = write_essays(tmp_path / "gold.json", *(essays[n] for n in (0, 1, 3)))
    detect(gold, found, nlp)
    overall = evaluate(gold, found, matching="token").to_dict()["overall"]
    assert overall["f5"] == pytest.approx(submission.counts.f(5))


def test_perfect_labels_have_the_score_1(nlp: Language, tmp_path: Path, source: Path) -> None:
    detect(source, tmp_path / "found.json", nlp)
    submission = submit(tmp_path / "found.json", tmp_path / "out.csv", nlp)
    assert submission.counts == Counts(tp=3)
    assert submission.counts.f(5) == 1


@pytest.mark.parametrize("gold", [["O", "O"], ["B-EMAIL", "O"], ["O", "I-EMAIL"]])
@pytest.mark.parametrize("found", [["O", "O"], ["B-EMAIL", "O"], ["B-EMAIL", "I-EMAIL"]])
def test_a_token_is_right_wrong_or_missed(gold: list[str], found: list[str]) -> None:
    submission = Submission()
    submission.score(gold, found)
    counts = submission.counts
    assert counts.tp + counts.fn == sum(label != "O" for label in gold)
    assert counts.tp + counts.fp == sum(label != "O" for label in found)
    assert counts.tp == sum(g == f != "O" for g, f in zip(gold, found, strict=True))


@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_several_processes_write_the_same(nlp: Language, tmp_path: Path, method: str) -> None:
    essays = [essay(n, f"Zorblatt {n}\n\nand Quibbly 👩‍🏫", None) for n in range(40)]
    source = write_essays(tmp_path / "in.json", *essays)
    submit(source, tmp_path / "one.csv", nlp)
    default = multiprocessing.get_start_method()
    multiprocessing.set_start_method(method, force=True)
    try:
        submit(source, tmp_path / "two.csv", nlp, reading=InputReading(n_process=2))
    finally:
        multiprocessing.set_start_method(default, force=True)
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    assert len(rows(tmp_path / "one.csv")) == 80


def test_a_killed_run_leaves_nothing_that_looks_done(nlp: Language, tmp_path: Path) -> None:
    essays = [essay(n, f"Zorblatt {n}" + " SLOW" * (n > 30)) for n in range(60)]
    source, folder = write_essays(tmp_path / "in.json", *essays), tmp_path / "out"
    out = folder / "out.csv"

    def start() -> None:
        os.setsid()
        submit(source, out, make_pipeline("fake_finder", "fake_slow"))

    run = forked(start)
    while not list(folder.glob(".out.csv.*.part")):
        assert run.is_alive()
        time.sleep(0.02)
    assert run.pid
    os.killpg(run.pid, signal.SIGKILL)
    run.join()
    assert not out.exists()
    submit(source, out, nlp)
    assert len(rows(out)) == 60
    assert [name for name in names(folder) if name.endswith(".part")] == []


def test_an_older_submission_stays_until_the_new_one_is_whole(
    nlp: Language, tmp_path: Path, source: Path
) -> None:
    out = tmp_path / "out.csv"
    submit(source, out, nlp)
    before = out.read_bytes()
    calls: list[str] = []

    def interrupted() -> bool:
        calls.append("asked")
        if len(calls) == 2:
            source.write_text("[]")
        return False

    with pytest.raises(InputChanged):
        submit(source, out, nlp, reading=InputReading(interrupted=interrupted))
    assert out.read_bytes() == before


def test_only_a_file_of_essays_is_taken(nlp: Language, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("document,full_text\n1,Zorblatt\n")
    (tmp_path / "folder.json").mkdir()
    broken = tmp_path / "broken.json"
    broken.write_text('[{"document": 1, "full_text": "Zorblatt"')
    for source in (tmp_path / "in.csv", tmp_path / "folder.json", broken, tmp_path / "no.json"):
        with pytest.raises(InputError) as caught:
            submit(source, tmp_path / "out.csv", nlp)
        assert "Zorblatt" not in str(caught.value)
    assert not (tmp_path / "out.csv").exists()
    source = write_essays(tmp_path / "in.json")
    with pytest.raises(InputError, match="must not be the input"):
        submit(source, source, nlp)
