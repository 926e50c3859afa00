from pathlib import Path

import pytest
from shared_pipelines import blank_english


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A pipeline without weights: patterns and the roster find what there is to find."""
    nlp = blank_english()
    for component in ("pii_patterns", "known_names", "hips_surrogator"):
        nlp.add_pipe(component)
    path = tmp_path_factory.mktemp("model")
    nlp.to_disk(path)
    return str(path)


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
