"""The main job on 138 real dialogues, if the labelled data are there; a twelfth by default."""

import json
from pathlib import Path
from typing import Any

import pytest
import srsly
from spacy.language import Language

from spacy_piivot.evaluation import Evaluation, evaluate
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.detect import detect

KEY = b"a test key of more than sixteen bytes"


@pytest.fixture(scope="module", params=["a twelfth", pytest.param("all", marks=pytest.mark.slow)])
def gold_file(
    request: pytest.FixtureRequest, data_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    path = data_folder / "eval" / "gold_dev.jsonl"
    if request.param == "all":
        return path
    twelfth = tmp_path_factory.mktemp("gold") / "twelfth.jsonl"
    lines = path.read_text("utf8").split("\n")[:-1]
    twelfth.write_text("".join(line + "\n" for line in lines[::12]), "utf8")
    return twelfth


@pytest.fixture(scope="module")
def gold(gold_file: Path) -> list[dict[str, Any]]:
    return list(srsly.read_jsonl(gold_file))


@pytest.fixture(scope="module")
def nlp(keyed_nlp: Language) -> Language:
    return keyed_nlp


@pytest.fixture(scope="module")
def detected_file(gold_file: Path, nlp: Language, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("detected") / "spans.jsonl"
    detect(gold_file, output, nlp)
    return output


@pytest.fixture(scope="module")
def detected(detected_file: Path) -> list[dict[str, Any]]:
    return list(srsly.read_jsonl(detected_file))


@pytest.fixture(scope="module")
def evaluation(gold_file: Path, detected_file: Path) -> Evaluation:
    return evaluate(gold_file, detected_file, bootstrap=0)


def release(nlp: Language, source: Path, output: Path, key: bytes = KEY) -> list[dict[str, Any]]:
    nlp.get_pipe("hips_surrogator").key = key  # type: ignore[attr-defined]
    deidentify(source, output, nlp)
    return list(srsly.read_jsonl(output))


def test_every_dialogue_and_message_is_released_in_order(
    gold_file: Path,
    gold: list[dict[str, Any]],
    detected: list[dict[str, Any]],
    nlp: Language,
    tmp_path: Path,
) -> None:
    released = release(nlp, gold_file, tmp_path / "out.jsonl")
    assert [record["id"] for record in released] == [record["id"] for record in gold]
    messages = sum(len(record["messages"]) for record in released)
    assert (len(released), messages) in [(12, 314), (138, 3_113)]
    unchanged = 0
    for before, after, spans in zip(gold, released, detected, strict=True):
        assert set(after) == {"id", "messages"}
        for old, new, found in zip(
            before["messages"], after["messages"], spans["messages"], strict=True
        ):
            assert set(new) == {"speaker", "text"}
            if not found["spans"]:
                assert new["text"] == old["text"]
                unchanged += 1
    assert unchanged > 0.64 * messages


def test_the_input_order_does_not_matter_and_the_key_does(
    gold: list[dict[str, Any]], nlp: Language, tmp_path: Path
) -> None:
    some = gold[:: len(gold) // 3]
    files = {"forward": some, "backward": some[::-1]}
    for name, records in files.items():
        lines = [json.dumps(record, ensure_ascii=False) for record in records]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines), "utf8")
    forward = release(nlp, tmp_path / "forward.jsonl", tmp_path / "f.out.jsonl")
    backward = release(nlp, tmp_path / "backward.jsonl", tmp_path / "b.out.jsonl")
    other = release(
        nlp, tmp_path / "forward.jsonl", tmp_path / "o.out.jsonl", b"another key of 16 bytes"
    )
    assert forward == backward[::-1]
    assert forward != other


def test_the_strict_score_stays_well_above_presidios(evaluation: Evaluation) -> None:
    overall = evaluation.to_dict()["overall"]
    assert overall["f1"] > 0.9
    assert overall["recall"] > 0.95


def test_the_numbers_of_the_lesson_stay(evaluation: Evaluation) -> None:
    assert evaluation.to_dict()["numbers"]["share"] > 0.99
