import pickle
from pathlib import Path

import pytest
from partitioned import KEY
from shared_pipelines import blank_english

from spacy_piivot.corpus import Roster
from spacy_piivot.draws.key import KEY_VARIABLE, BadKey
from spacy_piivot.engines import settings as module
from spacy_piivot.engines.settings import NoKey, make_settings
from spacy_piivot.errors import InputError


def test_what_is_sent_to_workers_has_no_key(model: str, key_file: Path) -> None:
    checked = make_settings(model=model, key_file=key_file, allow=["Zorblatt"]).checked()
    assert checked.key_check
    assert KEY.encode() not in pickle.dumps(checked)
    assert KEY not in repr(checked)
    assert "Zorblatt" not in repr(checked)


def test_the_key_may_stand_in_the_environment(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    by_environment = make_settings(model=model).checked()
    monkeypatch.setenv(KEY_VARIABLE, KEY + KEY)
    assert make_settings(model=model).checked().key_check != by_environment.key_check


def test_no_key_is_drawn(model: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    with pytest.raises(NoKey, match="never draw one"):
        make_settings(model=model).checked()
    with pytest.raises(BadKey):
        make_settings(model=model, key_file=tmp_path / "none").checked()


def test_searching_needs_no_key(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    assert make_settings("detect", model=model).checked().pipeline_check


@pytest.mark.parametrize(
    "changed",
    [
        {"strategies": {"NAME": "mask"}},
        {"policy": "essay"},
        {"scope": "corpus"},
        {"markov_p": 0.25},
        {"allow": ["Zorblatt"]},
    ],
)
def test_the_check_shows_other_settings(changed: dict, model: str, key_file: Path) -> None:
    settings = make_settings(model=model, key_file=key_file).checked()
    other = make_settings(model=model, key_file=key_file, **changed).checked()
    assert other.key_check == settings.key_check
    assert other.pipeline_check != settings.pipeline_check


def test_what_needs_the_whole_corpus_is_refused(model: str, key_file: Path) -> None:
    shuffling = make_settings(model=model, key_file=key_file, strategies={"SCHOOL": "shuffle"})
    with pytest.raises(InputError, match="whole corpus in one place"):
        shuffling.checked()
    with pytest.raises(InputError, match="no order in which to number"):
        make_settings(model=model, key_file=key_file, ids="number").checked()


def test_a_pipeline_that_asks_is_refused(key_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nlp = blank_english()
    nlp.add_pipe("llm_verifier")
    nlp.add_pipe("hips_surrogator")
    monkeypatch.setattr(module, "load_releasing_pipeline", lambda *_, **__: nlp)
    with pytest.raises(InputError, match="llm_verifier asks a language model"):
        make_settings(key_file=key_file).checked()


def test_a_roster_is_read_where_the_run_starts(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("dialogue,name\nd1,Ola\n,Ben\n")
    from_file = make_settings(roster=tmp_path / "roster.csv")
    assert from_file.roster == (("Ben",), (("d1", ("Ola",)),))
    assert from_file == make_settings(roster=Roster(["Ben"], {"d1": ["Ola"]}))
    assert make_settings(roster=["Ola", "Ben"]).roster == (("Ola", "Ben"), ())
