import json
import threading
from pathlib import Path
from typing import Any

import numpy
import pytest
import spacy
from fresh_interpreter import observe
from spacy.language import Language

import spacy_piivot
from spacy_piivot.core import startup
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import get_candidates
from spacy_piivot.errors import PIIvotError

PIPELINE = Path(spacy_piivot.__file__).parent / "pipelines" / "en_piivot_light"


def test_the_default_pipeline_finds_names_in_a_lesson(default_nlp: Language) -> None:
    doc = dialogue_to_doc(
        Dialogue(
            "lesson",
            [
                Message("teacher", "Good morning. Okay, Tobias, what is three times four?"),
                Message("student", "Twelve."),
                Message("teacher", "Very good. What do you think about that, Mirela?"),
            ],
        ),
        default_nlp,
    )
    ner = default_nlp.get_pipe("potential_pii_ner")
    assert [c.cut(doc.text) for c in get_candidates(ner(doc))] == ["Tobias", "Mirela"]


def test_an_unknown_name_is_told_what_is_shipped() -> None:
    with pytest.raises(ValueError, match="en_piivot_light"):
        spacy_piivot.load("en_no_such_pipeline")
    with pytest.raises(ValueError, match="ships no pipeline"):
        spacy_piivot.load("../pipelines/en_piivot_light")


def test_importing_the_package_imports_nothing_heavy(fresh: dict[str, Any]) -> None:
    assert fresh["imported with the package"] == []


def test_the_shipped_vocabulary_holds_no_words_of_the_training_data() -> None:
    strings = set(json.loads((PIPELINE / "vocab" / "strings.json").read_text("utf8")))
    ours = set(
        json.loads((PIPELINE / "meta.json").read_text("utf8"))["labels"]["potential_pii_ner"]
    )
    assert strings - set(spacy.blank("en").vocab.strings) <= ours


def test_the_pipeline_is_small_and_says_what_it_is() -> None:
    size = sum(path.stat().st_size for path in PIPELINE.rglob("*") if path.is_file())
    assert size <= 40_000_000
    meta = json.loads((PIPELINE / "meta.json").read_text("utf8"))
    assert meta["name"] == "piivot_light"
    assert meta["lang"] == "en"
    assert meta["version"] == spacy_piivot.__version__
    assert meta["license"]
    assert meta["sources"]
    assert meta["performance"]["NAME"]["f"] > 0.9
    assert (PIPELINE / "README.md").read_text("utf8").startswith("# en_piivot_light")


def test_a_text_has_the_same_probabilities_alone_padded_and_among_others(
    default_nlp: Language,
) -> None:
    """No scale of the quantised weights or activations is taken over a batch (TRAPS 34)."""
    ner: Any = default_nlp.get_pipe("potential_pii_ner")
    texts = ["Okay, Tobias?", "4/12 is a third", "mirela sent it to m.koski@example.org " * 9]
    docs = [
        dialogue_to_doc(Dialogue("d", [Message("student", text)]), default_nlp)
        for text in [*texts, *(f"{number} times {number}, Anneke" * 3 for number in range(29))]
    ]
    assert len(docs) == 32
    together = ner.predict(docs)
    for doc, rows in zip(docs, together, strict=True):
        numpy.testing.assert_allclose(ner.predict([doc])[0], rows, atol=1e-5)
    # The short text is padded to the long one's length.
    numpy.testing.assert_allclose(ner.predict([docs[0], docs[2]])[0], together[0], atol=1e-5)


def test_names_have_their_roles(default_nlp: Language) -> None:
    messages = [
        Message("tutor", "Hi Mirela! Here is your problem."),
        Message("question", "Tobias has 12 apples and gives 5 to Anneke. How many are left?"),
        Message("student", "so tobias has 7"),
    ]
    doc = default_nlp(dialogue_to_doc(Dialogue("d", messages), default_nlp))
    roles = {c.cut(doc.text).casefold(): c.role for c in get_candidates(doc)}
    assert roles == {
        "mirela": "participant",
        "tobias": "problem",
        "anneke": "problem",
    }


def test_torch_is_not_needed_and_presidio_is_imported_when_it_is(fresh: dict[str, Any]) -> None:
    assert fresh["found without torch"] == ["Tobias"]
    assert fresh["presidio after a load"] == []
    assert fresh["presidio after an address"] == [["presidio_analyzer"], True]


def test_a_presidio_that_is_imported_already_is_left_alone(fresh: dict[str, Any]) -> None:
    left_alone, _ = fresh["presidio before us"]
    assert left_alone is True


def test_presidio_waits_while_a_pipeline_is_loaded_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    imported = threading.Event()
    monkeypatch.setattr(startup, "import_module", lambda name: imported.set())
    other = threading.Thread(target=startup.presidio_module, args=("predefined_recognizers",))
    with startup.without_presidio():
        other.start()
        assert not imported.wait(0.2)
    other.join()
    assert imported.is_set()


@pytest.mark.slow
def test_threads_load_at_once_while_another_needs_presidio(tmp_path: Path) -> None:
    (tmp_path / "fresh").mkdir()
    assert observe(tmp_path / "fresh", {}, "threads")["failed threads"] == []


def test_a_pipeline_is_loaded_with_a_policy(tmp_path: Path) -> None:
    nlp = spacy_piivot.load(policy="crapii")
    assert nlp.get_pipe("hips_surrogator").policy == "crapii"  # type: ignore[attr-defined]
    assert nlp.config["components"]["hips_surrogator"]["policy"] == "crapii"
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "essay"')
    nlp = spacy_piivot.load(policy=mine)
    assert nlp.get_pipe("hips_surrogator").policy == str(mine)  # type: ignore[attr-defined]
    with pytest.raises(PIIvotError, match="Use crapii, essay, tutoring"):
        spacy_piivot.load(policy="esay")
