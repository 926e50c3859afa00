import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy
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


def test_torch_is_not_needed_and_presidio_is_imported_when_it_is() -> None:
    code = (
        "import sys; sys.modules['torch'] = None; import spacy_piivot\n"
        "loaded = lambda: 'presidio_analyzer' in sys.modules\n"
        "nlp = spacy_piivot.load(); doc = nlp('Okay, Tobias, what is 3 x 4?')\n"
        "print([span.text for span in doc.spans['pii']])\n"
        "assert not loaded() and 'presidio_analyzer.nlp_engine' not in str(list(sys.modules))\n"
        "nlp('write to tobias@example.org'); assert loaded()\n"
        "import spacy; spacy.blank('en')\n"
        "from spacy.language import Language\n"
        "print(Language.has_factory('presidio_hf_token_pipe'))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.splitlines() == ["['Tobias']", "True"]


def test_a_presidio_that_is_imported_already_is_left_alone() -> None:
    code = (
        "import sys, presidio_analyzer, spacy_piivot\n"
        "name = 'presidio_analyzer.nlp_engine.huggingface_token_pipe'\n"
        "spacy_piivot.load(); print(sys.modules[name].create_huggingface_token_pipe is not None)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "True"


def test_threads_load_at_once_while_another_needs_presidio() -> None:
    code = (
        "import threading, spacy_piivot\n"
        "failed = []\n"
        "def work():\n"
        "    try:\n"
        "        spacy_piivot.load()('write to tobias@example.org')\n"
        "    except Exception as error:\n"
        "        failed.append(type(error).__name__)\n"
        "threads = [threading.Thread(target=work) for _ in range(3)]\n"
        "[thread.start() for thread in threads]; [thread.join() for thread in threads]\n"
        "print(failed)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
