"""The commands of evaluation, as a researcher runs them."""

import csv
import json
import re
import stat
from pathlib import Path

import pytest
from commands import SECRET, TEXT, record, run
from json_lines import write_jsonl

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def predicted(tmp_path: Path) -> Path:
    return write_jsonl(
        tmp_path / "predicted.jsonl",
        record("a", (3, 11, "PERSON"), (16, 20, "DATE_TIME")),
        record("b", (3, 6, "PERSON")),
        record("c", (0, 4, "PERSON"), text="mark the point"),
    )


def test_evaluate_prints_and_writes_the_same_figures(
    gold: Path, predicted: Path, tmp_path: Path
) -> None:
    outputs = {name: tmp_path / f"out.{name}" for name in ("json", "html", "markdown")}
    options = [part for name, path in outputs.items() for part in (f"--{name}", path)]
    result = run("evaluate", gold, predicted, "--bootstrap", "50", *options)
    assert result.exit_code == 0, result.output
    figures = json.loads(outputs["json"].read_text("utf8"))
    assert figures["scheme"] == "codebook"
    assert {k: figures["overall"][k] for k in ("tp", "fp", "fn")} == {"tp": 1, "fp": 3, "fn": 1}
    assert figures["numbers"] == {
        "untouched": 3, "of": 4, "share": 0.75, "math": None,
    }  # fmt: skip
    assert re.search(r"overall +1 +3 +1 +0\.2500 +0\.5000", result.stdout)
    assert "0.250" in outputs["markdown"].read_text("utf8")
    assert "<svg" in outputs["html"].read_text("utf8")
    for text in (result.output, *(path.read_text("utf8") for path in outputs.values())):
        assert SECRET not in text
        assert "4/12" not in text


def test_examples_are_written_on_request_alone_and_kept_private(
    gold: Path, predicted: Path, tmp_path: Path
) -> None:
    examples = tmp_path / "examples.md"
    assert run("evaluate", gold, predicted, "--bootstrap", "0").exit_code == 0
    assert not examples.exists()
    result = run("evaluate", gold, predicted, "--bootstrap", "0", "--examples", examples)
    assert result.exit_code == 0, result.output
    text = examples.read_text("utf8")
    assert SECRET in text
    assert "PRIVATE" in text.splitlines()[0]
    assert stat.S_IMODE(examples.stat().st_mode) == 0o600


@pytest.mark.parametrize("matching", ["strict", "any_label", "overlap", "token", "published"])
def test_every_matching_can_be_asked_for(gold: Path, matching: str) -> None:
    result = run("evaluate", gold, gold, "--matching", matching, "--bootstrap", "5")
    assert result.exit_code == 0, result.output
    assert re.search(r"overall +2 +0 +0 +1\.0000 +1\.0000 +1\.0000 +1\.0000", result.stdout)


def test_schemes_and_f_betas_can_be_asked_for(gold: Path, predicted: Path) -> None:
    result = run(
        "evaluate", gold, predicted, "--scheme", "crapii", "--beta", "2", "--bootstrap", "0"
    )
    assert result.exit_code == 0, result.output
    assert "NAME_STUDENT" in result.stdout
    assert "F2" in result.stdout
    assert "every name is NAME_STUDENT" in result.stdout


def test_unknown_labels_can_be_renamed(gold: Path, tmp_path: Path) -> None:
    odd = write_jsonl(
        tmp_path / "odd.jsonl",
        record("a", (3, 11, "TEACHER"), (16, 20, "SUM")),
        record("b"),
        record("c", text="mark the point"),
    )
    result = run("evaluate", gold, odd, "--bootstrap", "0")
    assert result.exit_code == 2
    assert "'SUM', 'TEACHER'" in result.output
    assert "--label SUM=NAME" in result.output
    renamed = ("--label", "TEACHER=NAME", "--label", "SUM=")
    result = run("evaluate", gold, odd, "--bootstrap", "0", *renamed)
    assert result.exit_code == 0, result.output
    assert re.search(r"overall +1 +0 +1 ", result.stdout)


def test_a_label_that_no_span_has_is_not_passed_over(gold: Path) -> None:
    result = run("evaluate", gold, gold, "--bootstrap", "0", "--label", "TEECHER=NAME")
    assert result.exit_code == 0
    assert "--label TEECHER: no span has this label" in result.output


def test_documents_can_be_chosen(gold: Path, predicted: Path, tmp_path: Path) -> None:
    ids = tmp_path / "ids.txt"
    ids.write_text("a\n\n", "utf8")
    result = run("evaluate", gold, predicted, "--bootstrap", "0", "--documents", ids)
    assert result.exit_code == 0, result.output
    assert re.search(r"overall +1 +1 +0 ", result.stdout)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--matching", "fuzzy"], "any_label"),
        (["--scheme", "klingon"], "crapii"),
        (["--label", "TEACHER"], "OLD=NEW"),
        (["--label", "PERSON=PUPIL"], "no label 'PUPIL'"),
        (["--documents", "nowhere.txt"], "no such file"),
    ],
)
def test_unusable_options_say_what_to_do(
    gold: Path, predicted: Path, arguments: list[str], hint: str
) -> None:
    result = run("evaluate", gold, predicted, *arguments)
    assert result.exit_code == 2
    assert hint in result.output


def test_dialogues_that_do_not_fit_are_named_by_id_never_quoted(gold: Path, tmp_path: Path) -> None:
    other = write_jsonl(
        tmp_path / "other.jsonl",
        record("a", text=TEXT + "!"),
        record("b"),
        record("c", text="mark the point"),
    )
    for predicted in (other, write_jsonl(tmp_path / "one.jsonl", record("b"))):
        result = run("evaluate", gold, predicted)
        assert result.exit_code == 2
        assert "'a'" in result.output
        assert SECRET not in result.output


@pytest.mark.parametrize("option", ["--json", "--markdown", "--html", "--examples"])
def test_a_report_never_replaces_what_is_read(
    gold: Path, predicted: Path, tmp_path: Path, option: str
) -> None:
    ids = tmp_path / "ids.txt"
    ids.write_text("\ufeffa\n", "utf8")
    link = tmp_path / "link"
    link.symlink_to(gold)
    before = {path: path.read_bytes() for path in (gold, predicted, ids)}
    for target in (*before, link):
        result = run("evaluate", gold, predicted, "--documents", ids, option, target)
        assert result.exit_code == 2
        assert {path: path.read_bytes() for path in before} == before
    result = run("evaluate", gold, predicted, "--documents", ids, "--bootstrap", "0")
    assert result.exit_code == 0, result.output
    assert re.search(r"overall +1 +1 +0 ", result.stdout)
    twice = run("evaluate", gold, predicted, "--json", tmp_path / "r", "--markdown", tmp_path / "r")
    assert twice.exit_code == 2
    assert not (tmp_path / "r").exists()


def test_agreement_shows_no_label_that_may_be_a_name(tmp_path: Path) -> None:
    odd = write_jsonl(tmp_path / "odd.jsonl", record("a", (3, 11, SECRET)))
    result = run("agreement", odd, odd)
    assert result.exit_code == 2
    assert SECRET not in result.output


def test_compare_shows_every_system_and_difference(
    gold: Path, predicted: Path, tmp_path: Path
) -> None:
    out = tmp_path / "c.json"
    html = tmp_path / "c.html"
    result = run(
        "compare", gold, gold, predicted, "--bootstrap", "50", "--json", out, "--html", html
    )
    assert result.exit_code == 0, result.output
    assert "gold.jsonl - predicted.jsonl" in result.stdout
    found = json.loads(out.read_text("utf8"))
    assert found["differences"][0]["precision"]["difference"] == pytest.approx(0.75)
    assert "<svg" in html.read_text("utf8")


def test_agreement_of_two_annotators(gold: Path, predicted: Path, tmp_path: Path) -> None:
    out = tmp_path / "a.json"
    result = run("agreement", gold, predicted, "--scheme", "codebook", "--json", out)
    assert result.exit_code == 0, result.output
    found = json.loads(out.read_text("utf8"))
    assert found["span_f1"]["strict"]["f1"] == pytest.approx(2 / 6)
    assert "weighted F1" in result.stdout


@pytest.mark.slow
def test_every_row_of_table_7_is_as_published(data_folder: Path, tmp_path: Path) -> None:
    """Shen et al. (2025), through the command, system by system."""
    folder = data_folder / "eval" / "crapii_published"
    with (REPOSITORY / "benchmarks" / "published_table7.csv").open(newline="") as lines:
        table = list(csv.DictReader(lines))
    assert len(table) == 35
    for file in dict.fromkeys(row["file"] for row in table):
        out = tmp_path / f"{file}.json"
        result = run(
            "evaluate", folder / "gold_entities.csv", folder / file,
            "--matching", "published", "--bootstrap", "0", "--json", out,
        )  # fmt: skip
        assert result.exit_code == 0, result.output
        figures = json.loads(out.read_text("utf8"))
        for row in (row for row in table if row["file"] == file):
            overall = row["type"] == "Overall"
            found = figures["overall"] if overall else figures["by_label"][row["type"]]
            for name in ("tp", "fp", "fn"):
                assert found[name] == int(row[name]), (file, row["type"], name)
            for name in ("precision", "recall", "f1", "f5"):
                assert f"{found[name]:.4f}" == row[name], (file, row["type"], name)
