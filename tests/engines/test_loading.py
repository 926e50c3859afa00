from dataclasses import replace
from pathlib import Path

import pytest
from partitioned import KEY, OTHER_KEY

from spacy_piivot.draws.key import KEY_VARIABLE
from spacy_piivot.engines import loading
from spacy_piivot.engines.loading import load_once
from spacy_piivot.engines.settings import NoKey, WorkerDiffers, make_settings


def test_a_process_loads_once(model: str, key_file: Path) -> None:
    settings = make_settings(model=model, key_file=key_file).checked()
    first = load_once(settings)
    assert load_once(make_settings(model=model, key_file=key_file).checked()) is first
    assert loading.loads == 1
    load_once(replace(settings, scope="corpus", pipeline_check="", key_check=""))
    assert loading.loads == 2


def test_few_pipelines_are_kept(model: str, key_file: Path) -> None:
    for number in range(6):
        load_once(make_settings(model=model, key_file=key_file, markov_p=number / 10))
    assert len(loading._loaded) == 4


def test_a_worker_with_another_key_fails(model: str, key_file: Path) -> None:
    settings = make_settings(model=model, key_file=key_file).checked()
    key_file.write_text(OTHER_KEY)
    with pytest.raises(WorkerDiffers, match="another key") as raised:
        load_once(settings)
    assert KEY not in str(raised.value)
    assert OTHER_KEY not in str(raised.value)


def test_a_worker_without_a_key_fails(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    settings = make_settings(model=model).checked()
    monkeypatch.delenv(KEY_VARIABLE)
    with pytest.raises(NoKey, match="A worker has no key"):
        load_once(settings)


def test_a_worker_with_another_pipeline_fails(model: str, key_file: Path) -> None:
    settings = make_settings(model=model, key_file=key_file).checked()
    with pytest.raises(WorkerDiffers, match="another pipeline, policy or version"):
        load_once(replace(settings, strategies=(("NAME", "mask"),)))
