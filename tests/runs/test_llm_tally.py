import io
import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest
from connections import with_connection
from json_lines import read_jsonl, write_jsonl
from mapping_model import inventor
from shared_pipelines import blank_english
from spacy.language import Language
from stand_in_server import Reply, StandInServer, entity
from transcripts import KEY, dialogue, make_pipeline

from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.detect import detect
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.show import show

pytest.importorskip("openai")

DIALOGUES = [dialogue(str(n), "hi Zorblatt", f"Quibbly has {n}") for n in range(4)]
DEAD = "http://127.0.0.1:9/v1"


def judge(body: dict[str, Any]) -> str:
    return "F" if entity(body) == "Quibbly" else "T"


def make_nlp(url: str, **config: Any) -> Language:
    nlp = make_pipeline("fake_finder")
    config = {"verify_band": [0, 1], **config}
    settings = with_connection(config, base_url=url, max_retries=0)
    nlp.add_pipe("llm_verifier", before="hips_surrogator", config=settings)
    return nlp


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_jsonl(tmp_path / "in.jsonl", *DIALOGUES)


@pytest.mark.parametrize("n_process", [1, 2])
def test_a_run_tells_what_it_asked(source: Path, tmp_path: Path, n_process: int) -> None:
    lines: list[str] = []
    reading = InputReading(report=lines.append, n_process=n_process)
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method("fork", force=True)
    try:
        with StandInServer(judge) as server:
            detect(source, tmp_path / "out.jsonl", make_nlp(server.base_url), reading=reading)
    finally:
        multiprocessing.set_start_method(before, force=True)
    [line] = lines
    assert line.startswith("llm_verifier: 8 requests, ")
    found = [
        [span["label"] for message in record["messages"] for span in message["spans"]]
        for record in read_jsonl(tmp_path / "out.jsonl")
    ]
    assert found == [["NAME"]] * 4


@pytest.mark.usefixtures("no_pauses")
def test_with_a_dead_endpoint_all_is_replaced_and_the_run_says_so(source: Path) -> None:
    lines: list[str] = []
    out = io.BytesIO()
    out.name = "out"  # type: ignore[attr-defined]
    summary = deidentify(source, out, make_nlp(DEAD), reading=InputReading(report=lines.append))
    assert (summary.done, summary.quarantined) == (4, 0)
    assert b"Zorblatt" not in out.getvalue()
    assert b"Quibbly" not in out.getvalue()
    assert lines[-1] == (
        "llm_verifier: findings that were not judged were kept (unreachable), in dialogues: 4"
    )


@pytest.mark.usefixtures("no_pauses")
def test_a_dialogue_that_could_not_be_searched_is_quarantined(source: Path, tmp_path: Path) -> None:
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator")
    nlp.get_pipe("hips_surrogator").key = KEY  # type: ignore[attr-defined]

    def model(body: dict[str, Any]) -> Reply:
        return Reply(status=500) if "Quibbly has 2" in json.dumps(body) else Reply('{"pii": []}')

    out = tmp_path / "out.jsonl"
    with StandInServer(model) as server:
        config = with_connection({}, base_url=server.base_url, max_retries=0)
        nlp.add_pipe("llm_detector", first=True, config=config)
        summary = deidentify(source, out, nlp)
    assert (summary.done, summary.quarantined) == (3, 1)
    [failed] = read_jsonl(tmp_path / "out.jsonl.quarantine.jsonl")
    assert (failed["id"], failed["error"]) == ("2", "llm_detector:NoAnswer")
    assert len(read_jsonl(out)) == 3


def make_inventing(url: str) -> Language:
    nlp = make_pipeline("fake_finder")
    nlp.remove_pipe("hips_surrogator")
    asked = with_connection({}, base_url=url, max_retries=0)
    settings = {"generator": {"@misc": "spacy_piivot.LLMSurrogates.v1", **asked}}
    nlp.add_pipe("hips_surrogator", config=settings).key = KEY  # type: ignore[attr-defined]
    return nlp


def test_a_release_has_the_surrogates_of_the_model(source: Path, tmp_path: Path) -> None:
    lines: list[str] = []
    out = tmp_path / "out.jsonl"
    with StandInServer(inventor({"Zorblatt": "Melissa", "Quibbly": "Ottoline"})) as server:
        nlp = make_inventing(server.base_url)
        summary = deidentify(source, out, nlp, reading=InputReading(report=lines.append))
        page = tmp_path / "page.html"
        show(source, page, nlp, reading=InputReading(report=lines.append))
    assert (summary.done, summary.quarantined) == (4, 0)
    texts = [[message["text"] for message in record["messages"]] for record in read_jsonl(out)]
    assert texts == [["hi Melissa", f"Ottoline has {n}"] for n in range(4)]
    assert "Ottoline" in page.read_text()
    told = [line for line in lines if not line.startswith("policy by shape: ")]
    assert len(told) == 2
    assert all(line.startswith("hips_surrogator: 4 requests, ") for line in told)


@pytest.mark.usefixtures("no_pauses")
def test_a_run_tells_what_was_drawn_in_place_of_the_models(source: Path, tmp_path: Path) -> None:
    for url, expected in (
        (
            DEAD,
            "hips_surrogator: some requests got no usable answer (unreachable), in dialogues: 4",
        ),
        ("", "hips_surrogator: surrogates drawn because the model gave no usable one: 4"),
    ):
        lines: list[str] = []
        out = tmp_path / "out.jsonl"
        with StandInServer(inventor({"Zorblatt": "Melissa"})) as server:
            nlp = make_inventing(url or server.base_url)
            deidentify(source, out, nlp, reading=InputReading(report=lines.append))
        assert lines[-1] == expected
        assert "Zorblatt" not in out.read_text()
        assert "Quibbly" not in out.read_text()
