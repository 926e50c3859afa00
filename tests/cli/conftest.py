import json
from pathlib import Path
from typing import Any

import pytest
import spacy
from commands import DIALOGUE, record
from json_lines import write_jsonl
from shared_pipelines import blank_english
from spacy.language import Language


def pipeline() -> Language:
    """A pipeline without weights: patterns and the roster find what there is to find."""
    nlp = blank_english()
    for component in ("pii_patterns", "known_names", "hips_surrogator"):
        nlp.add_pipe(component)
    return nlp


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of that pipeline."""
    path = tmp_path_factory.mktemp("model")
    pipeline().to_disk(path)
    return str(path)


@pytest.fixture(autouse=True)
def quickly_loaded(
    request: pytest.FixtureRequest, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Make that pipeline anew where a command would load it: loading takes a third of a second.

    Every command has its own one. A test marked `really_loaded` reads the folder, and so does a
    command in a process of its own.
    """
    if request.node.get_closest_marker("really_loaded"):
        return
    load = spacy.load

    def quick(name: str | Path, **options: Any) -> Language:
        return pipeline() if str(name) == model and not options else load(name, **options)

    monkeypatch.setattr(spacy, "load", quick)


@pytest.fixture
def key_file(tmp_path: Path) -> str:
    path = tmp_path / "key"
    path.write_text("nobody can guess this key of a test\n")
    return str(path)


@pytest.fixture
def roster(tmp_path: Path) -> str:
    path = tmp_path / "roster.txt"
    path.write_text("Ola Zorblatt\nQuibbly\n")
    return str(path)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text(json.dumps(DIALOGUE, ensure_ascii=False) + "\n", encoding="utf8")
    return path


@pytest.fixture
def bad_source(source: Path) -> Path:
    with source.open("a") as stream:
        stream.write('{"id": "Zorblatt\n')
        stream.write(json.dumps({"id": "two", "messages": [{"text": ["Zorblatt"]}]}) + "\n")
    return source


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    name = (3, 11, "NAME")
    clean = record("c", text="mark the point")
    return write_jsonl(tmp_path / "gold.jsonl", record("a", name), record("b", name), clean)
