import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import typer
from shared_pipelines import blank_english
from spacy.training import Example

from spacy_piivot.core.spans import get_candidates
from spacy_piivot.evaluation.readers.dialogue_corpus import make_dialogue_corpus
from training.corpora.make import main
from training.splits import SPLITS


@pytest.fixture(scope="session")
def out(data: Path, names: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("corpus") / "new"
    main(data=data, names=names, out=out, silver_from=None, copies=2, seed=5, words_scale=0.005)
    return out


@pytest.fixture(scope="session")
def examples(out: Path) -> dict[str, list[Example]]:
    nlp = blank_english()
    return {split: list(make_dialogue_corpus(out / f"{split}.spacy")(nlp)) for split in SPLITS}


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf8").splitlines()]


@pytest.mark.slow
def test_all_files_are_there_and_say_what_they_hold(
    out: Path, examples: dict[str, list[Example]]
) -> None:
    assert sorted(path.name for path in out.iterdir()) == [
        "corpus.json", "dev.jsonl", "dev.spacy", "dev_essays.jsonl", "test.jsonl", "test.spacy",
        "test_essays.jsonl", "train.spacy",
    ]  # fmt: skip
    summary = json.loads((out / "corpus.json").read_text("utf8"))
    assert (summary["seed"], summary["copies"], summary["silver"]) == (5, 2, False)
    assert len(summary["inputs"]) == 11 + 10 + 7
    assert {len(sha256) for sha256 in summary["inputs"].values()} == {64}
    for split in SPLITS:
        found = sum(len(get_candidates(example.reference)) for example in examples[split])
        sources = summary["splits"][split].values()
        assert sum(source["documents"] for source in sources) == len(examples[split])
        assert sum(sum(source["spans"].values()) for source in sources) == found


def test_a_run_that_broke_off_does_not_look_whole(
    data: Path, names: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "corpus.json").write_text("{}")

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("training.corpora.make.write_docs", interrupted)
    with pytest.raises(typer.Exit):
        main(data, names, tmp_path, silver_from=None, copies=1, seed=6, words_scale=0.005)
    assert (tmp_path / "train.spacy").exists()
    assert not (tmp_path / "corpus.json").exists()


@pytest.mark.slow
def test_dev_and_test_are_the_same_as_docs_and_as_jsonl(
    out: Path, examples: dict[str, list[Example]]
) -> None:
    nlp = blank_english()
    for split in ("dev", "test"):
        docs = examples[split]
        lines = [
            example
            for name, canonical in ((split, True), (f"{split}_essays", False))
            for example in make_dialogue_corpus(out / f"{name}.jsonl", canonical=canonical)(nlp)
        ]
        assert len(docs) == len(lines)
        for one, other in zip(docs, lines, strict=True):
            assert one.reference.text == other.reference.text
            assert get_candidates(one.reference) == get_candidates(other.reference)
        assert any(record["corpus"] == "injected" for record in records(out / f"{split}.jsonl"))


@pytest.mark.slow
def test_seen_tells_whether_training_has_the_name(
    out: Path, examples: dict[str, list[Example]]
) -> None:
    trained = {
        candidate.cut(text).casefold()
        for example in examples["train"]
        for text in [example.reference.text]
        for candidate in get_candidates(example.reference)
        if candidate.label == "NAME"
    }
    told = Counter()
    for split in ("dev", "test"):
        for record in records(out / f"{split}.jsonl"):
            for message in record["messages"]:
                for span in message["spans"]:
                    name = message["text"][span["start"] : span["end"]].casefold()
                    assert span.get("seen") == (
                        name in trained if span["label"] == "NAME" else None
                    )
                    told[span.get("seen")] += 1
    assert told[True]
    assert told[False]
