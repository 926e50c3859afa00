import json
from pathlib import Path
from typing import Any

import pytest
from commands import run

pytest.importorskip("cryptography")

DIALOGUE = {
    "id": "Ola Zorblatt",
    "messages": [
        {"speaker": "tutor", "text": "Hi Zorblatt and Quibbly, 4/12"},
        {"speaker": "Quibbly", "text": "Zorblatt, Zorblatt, e-mail ola@example.org"},
    ],
}


def read(path: Path) -> Any:
    return json.loads(path.read_text("utf8"))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps(DIALOGUE) + "\n", "utf8")
    return path


@pytest.fixture
def vault_key(tmp_path: Path) -> Path:
    path = tmp_path / "vault.key"
    path.write_text("only for the vault of this test\n")
    return path


def test_a_release_comes_back(
    source: Path, tmp_path: Path, model: str, roster: str, key_file: str, vault_key: Path
) -> None:
    out, vault, back = (tmp_path / name for name in ("out.jsonl", "vault", "back.jsonl"))
    result = run(
        "deidentify", source, "-o", out, "--model", model, "--roster", roster, "--key-file",
        key_file, "--ids", "hmac", "--vault", vault, "--vault-key-file", vault_key,
        "--strategy", "NAME=random", "--scope", "corpus",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    released = out.read_text("utf8")
    assert "Zorblatt" not in released
    second = read(out)["messages"][1]["text"]
    assert len(set(second.split(", ")[:2])) == 2
    result = run("restore", out, "-o", back, "--vault", vault, "--vault-key-file", vault_key)
    assert result.exit_code == 0, result.output
    assert read(back) == DIALOGUE
    result = run("restore", out, "-o", back, "--vault", vault, "--vault-key-file", key_file)
    assert result.exit_code == 2
    assert "Zorblatt" not in result.output
    for exit_code in (0, 2):
        result = run("restore", out, "--vault", vault, "--vault-key-file", vault_key)
        assert result.exit_code == exit_code, result.output
        assert read(tmp_path / "out.restored.jsonl") == DIALOGUE


def test_a_release_in_the_working_folder_comes_back(
    source: Path,
    tmp_path: Path,
    model: str,
    key_file: str,
    vault_key: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder, out, vault, back = (tmp_path / name for name in ("all", "out", "vault", "back"))
    folder.mkdir()
    source.rename(folder / source.name)
    result = run(
        "deidentify", folder, "-o", out, "--model", model, "--key-file", key_file,
        "--vault", vault, "--vault-key-file", vault_key,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    monkeypatch.chdir(out)
    for options, restored in ((("-o", back), back), ((), tmp_path / "out.restored")):
        result = run("restore", ".", *options, "--vault", vault, "--vault-key-file", vault_key)
        assert result.exit_code == 0, result.output
        assert read(restored / source.name) == DIALOGUE


@pytest.mark.parametrize("strategy", ["NAME=vanish", "NAMES=mask", "NAME", "NAME=shuffle"])
def test_a_strategy_that_cannot_be_is_refused(
    source: Path, tmp_path: Path, model: str, strategy: str
) -> None:
    out = tmp_path / "out.jsonl"
    result = run("deidentify", source, "-o", out, "--model", model, "--strategy", strategy)
    assert result.exit_code == 2
    assert "Use one of" in result.output
    assert not out.exists()
