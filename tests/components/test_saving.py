import multiprocessing
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

pytestmark = pytest.mark.usefixtures("own_vocabulary")

NAME = "Zephyrine"


@pytest.fixture
def nlp() -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("pii_patterns")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "INNLABEL", "pattern": "mars"}])
    assert nlp(f"{NAME} on mars.").ents[0].label_ == "INNLABEL"
    return nlp


def test_a_saved_pipeline_holds_no_words_it_has_read(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "model")
    for path in (tmp_path / "model").rglob("*"):
        assert path.is_dir() or NAME.encode() not in path.read_bytes()
    again = spacy.load(tmp_path / "model")
    assert "INNLABEL" in again.vocab.strings
    assert again("to mars").ents[0].label_ == "INNLABEL"


def test_its_bytes_hold_none_either_and_load(nlp: Language) -> None:
    data = nlp.to_bytes()
    assert NAME.encode() not in data
    again = spacy.blank("en")
    again.add_pipe("sentencizer")
    again.from_bytes(data)
    assert "INNLABEL" in again.vocab.strings
    assert [sentence.text for sentence in again("one. two.").sents] == ["one.", "two."]


def test_excluding_the_vocabulary_still_works(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "model", exclude=["vocab"])
    assert not (tmp_path / "model" / "vocab").exists()
    assert nlp.to_bytes(exclude=["vocab"])


def test_documents_in_hand_stay_readable(nlp: Language, tmp_path: Path) -> None:
    doc = nlp(f"{NAME} waved")
    nlp.to_disk(tmp_path / "model")
    assert Doc(nlp.vocab).from_bytes(doc.to_bytes()).text == f"{NAME} waved"


@pytest.mark.slow
def test_workers_can_be_spawned(nlp: Language) -> None:
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method("spawn", force=True)
    try:
        texts = [doc.text for doc in nlp.pipe(["one", "two"], n_process=2)]
    finally:
        multiprocessing.set_start_method(before, force=True)
    assert texts == ["one", "two"]


def test_a_reloaded_pipeline_keeps_texts_out_too(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "one")
    again = spacy.load(tmp_path / "one")
    again(f"{NAME} on mars.")
    again.to_disk(tmp_path / "two")
    for path in (tmp_path / "two").rglob("*"):
        assert path.is_dir() or NAME.encode() not in path.read_bytes()
    assert spacy.load(tmp_path / "two")("to mars").ents[0].label_ == "INNLABEL"
