from pathlib import Path
from typing import Any

import pytest
import spacy
from partitioned import KEY, pipeline
from spacy.language import Language

from spacy_piivot.engines import loading


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a pipeline without weights."""
    path = tmp_path_factory.mktemp("model")
    pipeline().to_disk(path)
    return str(path)


@pytest.fixture(autouse=True)
def quickly_loaded(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make that pipeline anew where it would be loaded."""
    load = spacy.load

    def quick(name: str | Path, **options: Any) -> Language:
        return pipeline() if str(name) == model and not options else load(name, **options)

    monkeypatch.setattr(spacy, "load", quick)


@pytest.fixture(autouse=True)
def nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test is a process that has not loaded anything."""
    monkeypatch.setattr(loading, "_loaded", {})
    monkeypatch.setattr(loading, "loads", 0)


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_text(KEY)
    return path
