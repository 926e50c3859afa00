import json
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from spacy.language import Language

import spacy_piivot
from spacy_piivot.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.spans import get_candidates

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
    with pytest.raises(ValueError, match="No pipeline"):
        spacy_piivot.load("../pipelines/en_piivot_light")


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import sys, spacy_piivot; "
        "print([m for m in ('spacy', 'presidio_analyzer', 'faker', 'torch') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def test_the_shipped_vocabulary_holds_no_words_of_the_training_data() -> None:
    strings = set(json.loads((PIPELINE / "vocab" / "strings.json").read_text("utf8")))
    ours = set(
        json.loads((PIPELINE / "meta.json").read_text("utf8"))["labels"]["potential_pii_ner"]
    )
    assert strings - set(spacy.blank("en").vocab.strings) <= ours


def test_the_pipeline_is_small_and_says_what_it_is() -> None:
    size = sum(path.stat().st_size for path in PIPELINE.rglob("*") if path.is_file())
    assert size <= 30_000_000
    meta = json.loads((PIPELINE / "meta.json").read_text("utf8"))
    assert meta["name"] == "piivot_light"
    assert meta["lang"] == "en"
    assert meta["version"] == spacy_piivot.__version__
    assert meta["license"]
    assert meta["sources"]
    assert meta["performance"]["NAME"]["f"] > 0.9
    assert (PIPELINE / "README.md").read_text("utf8").startswith("# en_piivot_light")
