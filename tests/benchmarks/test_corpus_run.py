import gzip
import json
import re
import stat
from pathlib import Path

import pytest
import typer
from shared_pipelines import blank_english

from benchmarks.corpus_run import main, prepare


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "lessons.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf8") as out:
        for number in range(6):
            messages = [
                {"speaker": "Zorblatt Q", "text": "hi, call me at 612-555-0123"},
                {"speaker": "T", "text": "or 612.555.0123 it was" if number % 2 else "ok"},
                {"speaker": "T", "text": "ok" if number < 5 else "hi Zorblatt!"},
            ]
            out.write(json.dumps({"id": f"lesson {number}", "messages": messages}) + "\n")
        out.write("not JSON\n")
    return path


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Finds one spelling of a number, and lets one speaker stay."""
    nlp = blank_english()
    patterns = [
        {"label": "PHONE_NUMBER", "pattern": "612-555-0123"},
        {"label": "NAME", "pattern": "Zorblatt!"},
    ]
    nlp.add_pipe("span_ruler", config={"spans_key": "pii"}).add_patterns(patterns)  # type: ignore[attr-defined]
    nlp.add_pipe("hips_surrogator", config={"allow": ["Zorblatt Q"]})
    path = tmp_path_factory.mktemp("model") / "model"
    nlp.to_disk(path)
    return str(path)


@pytest.mark.slow
def test_a_run_is_reported_without_texts(
    corpus: Path, model: str, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    causes, figures = tmp_path / "causes.jsonl", tmp_path / "figures.json"
    main(corpus, None, None, "all", 1, model, causes, figures)
    said = capsys.readouterr()
    rows = dict(
        line.strip("| ").split(" | ", 1) for line in said.out.splitlines() if line.startswith("| ")
    )
    assert rows["dialogues"] == "3 | 3 | 6"
    # Of the last one the name that is replaced in the text stands in a speaker that may stay.
    assert rows["held back"] == "0 (0.0%) | 1 (33.3%) | 1 (16.7%)"
    assert rows["held back: ReleaseError: speaker NAME"] == "0 | 1 | 1"
    assert rows["repaired"] == "0 (0.0%) | 2 (66.7%) | 2 (33.3%)"
    assert rows["repaired: left PHONE_NUMBER"] == "0 | 2 | 2"
    assert rows["PHONE_NUMBER, digits"] == "3 | 4 | 7"
    assert "1 dialogues could not be read" in said.out
    written = said.out + said.err + figures.read_text()
    assert not re.search(r"612[-.]555", written)
    assert "Zorblatt" not in said.out + said.err + figures.read_text()
    assert json.loads(figures.read_text())["run"]["seconds"] > 0
    assert stat.S_IMODE(causes.stat().st_mode) == 0o600
    assert len(causes.read_text().splitlines()) == 1  # only odd places were repaired


def test_a_sample_is_of_the_half_that_is_asked_for(corpus: Path, tmp_path: Path) -> None:
    def places(limit: int | None, seed: int | None, half: str) -> list[int]:
        found = prepare(corpus, tmp_path, limit=limit, seed=seed, half=half)
        ids = [json.loads(line)["id"] for line in found.path.read_text().splitlines()]
        assert [found.places[id][1] for id in ids] == [f"lesson {id}" for id in ids]
        return [int(id) for id in ids]

    assert places(None, None, "all") == [0, 1, 2, 3, 4, 5]
    assert places(2, None, "odd") == [1, 3]
    assert places(None, None, "even") == [0, 2, 4]
    drawn = [places(2, seed, "all") for seed in range(8)]
    assert len({tuple(one) for one in drawn}) > 1
    assert drawn[3] == places(2, 3, "all")


def test_an_input_that_cannot_be_run_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text("Zorblatt\n")
    with pytest.raises(typer.Exit) as exit:
        main(path, None, None, "all", 1, None, None, None)
    assert exit.value.exit_code == 2
    assert "Zorblatt" not in capsys.readouterr().err
