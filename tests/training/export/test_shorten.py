"""An encoder without its top layers. Needs the [transformers] extra."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy
import pytest
import typer
from shared_pipelines import blank_english

from spacy_piivot.errors import InputError

shorten_encoder = pytest.importorskip("training.export.shorten")


def bert(layers: int) -> Any:
    transformers = pytest.importorskip("transformers")
    config = transformers.BertConfig(
        vocab_size=30, hidden_size=8, num_hidden_layers=layers, num_attention_heads=2,
        intermediate_size=16,
    )  # fmt: skip
    return transformers.BertModel(config).eval()


@pytest.mark.external
def test_the_layers_that_stay_answer_as_before(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    model = bert(3)
    ids = torch.tensor([[2, 7, 11, 3]])
    with torch.no_grad():
        states = model(ids, output_hidden_states=True).hidden_states
    shorten_encoder.shortened(model, 1).save_pretrained(tmp_path)
    loaded = transformers.AutoModel.from_pretrained(tmp_path).eval()
    assert loaded.config.num_hidden_layers == len(loaded.encoder.layer) == 2
    with torch.no_grad():
        numpy.testing.assert_allclose(loaded(ids).last_hidden_state, states[2], atol=1e-6)


@pytest.mark.external
def test_a_layer_must_stay() -> None:
    with pytest.raises(InputError, match="has 2 layers"):
        shorten_encoder.shortened(bert(2), 2)


def test_an_encoder_without_a_list_of_layers_is_refused() -> None:
    other = SimpleNamespace()
    with pytest.raises(InputError, match="no list of layers"):
        shorten_encoder.shortened(other, 1)
    assert shorten_encoder.shortened(other, 0) is other


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("two years")
    with pytest.raises(typer.Exit):
        shorten_encoder.main(tmp_path / "trained", tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "two years"


def test_a_pipeline_without_a_tagger_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blank_english().to_disk(tmp_path / "blank")
    with pytest.raises(typer.Exit):
        shorten_encoder.main(tmp_path / "blank", tmp_path / "out")
    assert "potential_pii_ner" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
