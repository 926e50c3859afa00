"""A pipeline's config says which words each component reads."""

from pathlib import Path

import pytest
import spacy
from spacy.cli.init_config import fill_config
from spacy.language import Language
from thinc.api import Config

import spacy_piivot
from spacy_piivot.lang import Lexicon

SHIPPED = Path(spacy_piivot.__file__).parent / "pipelines" / "en_piivot_light" / "config.cfg"
ENGLISH = {"@misc": "spacy_piivot.Lexicon.v1", "lang": "en", "path": None}
READERS = [
    "pii_patterns", "llm_detector", "known_names", "document_sections", "math_segmenter",
    "llm_verifier", "hips_surrogator",
]  # fmt: skip


def test_the_shipped_pipeline_says_it(default_nlp: Language) -> None:
    told = Config().from_disk(SHIPPED, interpolate=False)["components"]
    loaded = default_nlp.config["components"]
    for name, component in default_nlp.components:
        assert isinstance(component.lexicon, Lexicon)  # type: ignore[attr-defined]
        assert told[name]["lexicon"] == loaded[name]["lexicon"] == ENGLISH
    assert told["potential_pii_ner"]["model"]["lexicon"] is None
    assert loaded["potential_pii_ner"]["model"]["lexicon"] is None


def test_a_pipeline_that_is_made_says_it_and_is_read_again(tmp_path: Path) -> None:
    pytest.importorskip("openai")
    nlp = spacy.blank("en")
    for name in READERS:
        nlp.add_pipe(name)
    nlp.to_disk(tmp_path / "saved")
    again = spacy.load(tmp_path / "saved")
    for name in READERS:
        assert again.config["components"][name]["lexicon"] == ENGLISH
    assert again.config.to_str() == nlp.config.to_str()


def test_words_of_ones_own_are_kept(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "greetings.toml").write_text('greetings = ["moin"]')
    mine = {**ENGLISH, "lang": "de", "path": str(tmp_path / "words")}
    nlp = spacy.blank("de")
    nlp.add_pipe("known_names", config={"lexicon": mine})
    nlp.to_disk(tmp_path / "saved")
    again = spacy.load(tmp_path / "saved")
    assert again.config["components"]["known_names"]["lexicon"] == mine
    doc = again("moin Zorblatt!")
    assert [span.text for span in doc.spans["pii"]] == ["Zorblatt"]


def test_init_fill_config_writes_it(tmp_path: Path) -> None:
    base = tmp_path / "base.cfg"
    blocks = [f'[components.{name}]\nfactory = "{name}"\n' for name in READERS]
    pipeline = ", ".join(f'"{name}"' for name in READERS)
    nlp = f'[nlp]\nlang = "en"\npipeline = [{pipeline}]\n'
    base.write_text("\n".join([nlp, "[components]\n", *blocks]))
    fill_config(tmp_path / "filled.cfg", base)
    filled = Config().from_disk(tmp_path / "filled.cfg", interpolate=False)["components"]
    assert {name: block["lexicon"] for name, block in filled.items()} == dict.fromkeys(
        READERS, ENGLISH
    )
