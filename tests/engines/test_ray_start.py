import os
import re
import sys
from types import SimpleNamespace

import pytest
from conftest import REPOSITORY

from spacy_piivot.engines import ray_start
from spacy_piivot.engines.ray_start import (
    REPORTS_TO,
    USAGE_STATISTICS,
    check_environment,
    import_ray,
    running_ray,
)
from spacy_piivot.errors import InputError


class FakeRay:
    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.begun: dict[str, object] = {}
        self.proxy: str | None = None
        self.stopped = 0

    def is_initialized(self) -> bool:
        return False

    def init(self, **options: object) -> None:
        self.begun = options
        self.proxy = os.environ.get("http_proxy")

    def shutdown(self) -> None:
        self.stopped += 1

    def get_runtime_context(self) -> SimpleNamespace:
        return SimpleNamespace(runtime_env={"env_vars": self.environment})


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay({})
    monkeypatch.setattr(ray_start, "require", lambda module, extra: fake)
    for name in (USAGE_STATISTICS, REPORTS_TO, ray_start.ANY_INTERFACE, "http_proxy"):
        monkeypatch.setenv(name, "before")
        if name != USAGE_STATISTICS:
            monkeypatch.delenv(name)
    return fake


def test_reports_are_off_before_ray_is_imported(ray: FakeRay) -> None:
    assert import_ray() is ray
    assert os.environ[USAGE_STATISTICS] == "0"
    assert os.environ[REPORTS_TO].startswith("http://127.0.0.1:")


def test_nothing_imports_ray_but_through_this() -> None:
    imports = re.compile(r"^(?:import|from) (?:ray|pyspark|polars|pandas)\b", re.MULTILINE)
    files = (REPOSITORY / "spacy_piivot").rglob("*.py")
    assert [path for path in files if imports.search(path.read_text("utf8"))] == []


def test_a_ray_of_this_machine_is_alone_and_is_stopped(ray: FakeRay) -> None:
    with running_ray(None, 3):
        assert ray.begun["num_cpus"] == 3
        assert ray.begun["include_dashboard"] is False
        assert ray.begun["log_to_driver"] is False
        assert (ray.proxy or "").startswith("http://127.0.0.1:")
        assert "http_proxy" not in os.environ
        if "ray" not in sys.modules:
            assert os.environ[ray_start.ANY_INTERFACE] == "0"
    assert ray.stopped == 1


def test_a_cluster_is_joined(ray: FakeRay) -> None:
    with running_ray("ray://somewhere", 3):
        assert ray.begun["address"] == "ray://somewhere"
        assert ray.proxy is None
    assert ray.stopped == 1


def test_a_cluster_that_cannot_be_reached_is_said(
    ray: FakeRay, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**options: object) -> None:
        raise ConnectionError("Zorblatt")

    monkeypatch.setattr(ray, "init", fail)
    with pytest.raises(InputError, match=r"\(ConnectionError\): check --address") as raised:
        running_ray("auto", 1).__enter__()
    assert "Zorblatt" not in str(raised.value)
    assert ray.stopped == 1


def test_a_key_that_everybody_sees_is_refused() -> None:
    check_environment(FakeRay({"OTHER": "x"}))
    with pytest.raises(InputError, match="Draw a new key") as raised:
        check_environment(FakeRay({"SPACY_PIIVOT_KEY": "Zorblatt"}))
    assert "Zorblatt" not in str(raised.value)
