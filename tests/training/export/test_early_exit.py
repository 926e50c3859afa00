from pathlib import Path
from typing import Any

import numpy
import pytest
import typer
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from typer.testing import CliRunner

import spacy_piivot
from spacy_piivot.cli.running import load_pipeline
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import get_candidates

pytest.importorskip("onnx")
early_exit = pytest.importorskip("training.export.early_exit")

SHIPPED = Path(spacy_piivot.__file__).parent / "pipelines/en_piivot_light"
NAMES = ("Odile", "Tariq", "Mirela", "Bilal", "Oona", "Tendai", "Yuki", "Aurelio")


def lesson(nlp: Language, name: str, number: int) -> Doc:
    messages = [
        Message("tutor", f"Hello {name}, what is {number} times 4?"),
        Message("student", "i drew a rectangle and counted the squares along the longer side"),
        Message("tutor", f"Good. Now {name} divides the result by two and writes it down."),
        Message("student", "ok so half of it, because there are two equal groups of squares"),
    ]
    return dialogue_to_doc(Dialogue(f"lesson-{number}", messages), nlp)


def test_the_direction_parts_what_is_in_doubt_from_the_rest() -> None:
    vectors = numpy.random.default_rng(0).normal(size=(500, 6))
    doubtful = vectors[:, 2] - 2 * vectors[:, 4] > 1
    weights = early_exit.direction_of(vectors, doubtful)
    found = vectors @ weights[:-1] + weights[-1] > 0
    assert (found == doubtful).mean() > 0.95


@pytest.mark.slow
def test_the_faster_pipeline_finds_the_same_names(default_nlp: Language, tmp_path: Path) -> None:
    plain = blank_english("spacy_piivot.DialogueTokenizer.v1")
    docs = [lesson(plain, name, number) for number, name in enumerate(NAMES * 6)]
    corpus, out = tmp_path / "train.spacy", tmp_path / "faster"
    DocBin(docs=docs, attrs=["ORTH"], store_user_data=True).to_disk(corpus)
    app = typer.Typer()
    app.command()(early_exit.main)
    result = CliRunner().invoke(
        app, [str(SHIPPED), "--corpus", str(corpus), "--out", str(out), "--windows", "48"]
    )
    assert result.exit_code == 0, result.output
    share = float(result.output.split("%")[0])
    assert 2 < share < 60
    faster: Any = load_pipeline(str(out))
    for number, name in enumerate(NAMES):
        ours, theirs = (
            [
                (one.start, one.end, one.label)
                for one in get_candidates(nlp(lesson(nlp, name, number)))
            ]
            for nlp in (faster, default_nlp)
        )
        assert ours == theirs
        assert len(ours) == 2
