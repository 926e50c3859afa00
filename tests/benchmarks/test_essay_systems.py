from pathlib import Path
from typing import Any

import pytest
from made_essays import essay
from shared_pipelines import blank_english

from benchmarks import essay_systems
from benchmarks.essay_systems import load_baseline, load_ours
from spacy_piivot.errors import InputError

TEXT = "I am Zorblatt of Quillby.\n\nI am 12 and my book is by Vamsk."


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    nlp = blank_english()
    patterns = [
        {"label": "NAME", "pattern": "Zorblatt"},
        {"label": "NAME", "pattern": "Vamsk"},
        {"label": "NRP", "pattern": "Quillby"},
        {"label": "AGE", "pattern": "12"},
    ]
    nlp.add_pipe("span_ruler", config={"spans_key": "pii"}).add_patterns(patterns)  # type: ignore[attr-defined]
    nlp.add_pipe("hips_surrogator", config={"allow": ["Vamsk"]})
    path = tmp_path_factory.mktemp("model") / "model"
    nlp.to_disk(path)
    return str(path)


def test_what_is_replaced_or_masked_is_told_from_what_is_found(model: str) -> None:
    [outcome] = load_ours(model, None).read([essay(TEXT)])
    assert [(s.label, s.text) for s in outcome.found.spans()] == [
        ("NAME", "Zorblatt"),
        ("NRP", "Quillby"),
        ("AGE", "12"),
        ("NAME", "Vamsk"),
    ]
    assert [(s.label, s.text) for s in outcome.replaced.spans()] == [
        ("NAME", "Zorblatt"),
        ("NRP", "Quillby"),
    ]
    assert [TEXT[s.start : s.end] for s in outcome.replaced.spans()] == ["Zorblatt", "Quillby"]


def test_gold_is_not_shown_to_the_system(model: str) -> None:
    marked = essay("Nobody is here.", ("NAME", "Nobody"))
    [outcome] = load_ours(model, None).read([marked])
    assert not list(outcome.found.spans())
    assert list(marked.spans())


def test_a_policy_is_given_to_what_loads(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str | None] = []
    load = essay_systems.load_releasing_pipeline

    def with_policies(name: str | None, *files: None, policy: str | None = None) -> Any:
        given.append(policy)
        return load(name, *files)

    monkeypatch.setattr(essay_systems, "load_releasing_pipeline", with_policies)
    assert load_ours(model, "crapii").name == "en_pipeline, policy crapii"
    assert load_ours(model, None).name == "en_pipeline"
    assert given == ["crapii", None]


def test_a_policy_that_cannot_be_given_is_an_error(
    model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(essay_systems, "load_releasing_pipeline", lambda name, key, allow: None)
    with pytest.raises(InputError, match="--policy"):
        load_ours(model, "crapii")


def test_a_pipeline_that_replaces_nothing_is_refused(tmp_path: Path) -> None:
    nlp = blank_english()
    nlp.to_disk(tmp_path / "model")
    with pytest.raises(InputError, match="hips_surrogator"):
        load_ours(str(tmp_path / "model"), None)


def test_a_baseline_replaces_all_that_it_finds_under_our_labels(tmp_path: Path) -> None:
    nlp = blank_english()
    rules: Any = nlp.add_pipe("entity_ruler", name="ner")
    rules.add_patterns(
        [{"label": "PERSON", "pattern": "Zorblatt"}, {"label": "GPE", "pattern": "Quillby"}]
    )
    nlp.to_disk(tmp_path / "model")
    system = load_baseline(f"spacy:{tmp_path / 'model'}")
    [outcome] = system.read([essay(TEXT)])
    found = [(s.label, s.text) for s in outcome.found.spans()]
    assert found == [("NAME", "Zorblatt"), ("LOCATION", "Quillby")]
    assert outcome.replaced == outcome.found
