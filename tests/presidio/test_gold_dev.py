"""Presidio's engine and `nlp.pipe` find the same in 138 real dialogues, where they are at hand."""

from pathlib import Path
from typing import Any

import pytest
import srsly
from presidio_analyzer import AnalyzerEngine, BatchAnalyzerEngine, RecognizerResult
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.labels import to_presidio
from spacy_piivot.core.spans import get_candidates

SURROGATOR = "hips_surrogator"


@pytest.fixture(scope="module")
def dialogues(data_folder: Path) -> list[list[str]]:
    records = srsly.read_jsonl(data_folder / "eval" / "gold_dev.jsonl")
    return [[message["text"] for message in record["messages"]] for record in records]


def expected(doc: Doc) -> list[tuple[Any, ...]]:
    return sorted(
        (c.start, c.end, to_presidio(c.label), c.score, c.label, c.source, c.role)
        for c in get_candidates(doc)
    )


def given(results: list[RecognizerResult]) -> list[tuple[Any, ...]]:
    return sorted(
        (
            result.start,
            result.end,
            result.entity_type,
            result.score,
            *(result.recognition_metadata[f"piivot_{key}"] for key in ("label", "source", "role")),
        )
        for result in results
    )


@pytest.mark.slow
def test_messages_one_by_one(
    dialogues: list[list[str]], analyzer: AnalyzerEngine, default_nlp: Language
) -> None:
    texts = [text for messages in dialogues for text in messages]
    results = BatchAnalyzerEngine(analyzer).analyze_iterator(texts, language="en", batch_size=64)
    docs = list(default_nlp.pipe(texts, disable=[SURROGATOR]))
    assert len(docs) == 3_113
    assert sum(map(len, results)) > 300
    assert [given(some) for some in results] == [expected(doc) for doc in docs]
    some = range(0, len(texts), 17)
    alone = [given(analyzer.analyze(texts[number], language="en")) for number in some]
    assert alone == [expected(docs[number]) for number in some]


@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.slow)])
def test_whole_dialogues(
    dialogues: list[list[str]], analyzer: AnalyzerEngine, default_nlp: Language, step: int
) -> None:
    engine: Any = analyzer.nlp_engine
    docs = (
        dialogue_to_doc(Dialogue(str(n), [Message("", text) for text in messages]), default_nlp)
        for n, messages in enumerate(dialogues[::step])
    )
    found = 0
    for doc in default_nlp.pipe(docs, disable=[SURROGATOR]):
        artifacts = engine.doc_artifacts(doc)
        results = analyzer.analyze(doc.text, language="en", nlp_artifacts=artifacts)
        assert given(results) == expected(doc)
        found += len(results)
    assert found > 400 / step
