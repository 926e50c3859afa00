"""English has every list that the modules for names read, and other languages can be used."""

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import spacy

from spacy_piivot.core.spans import get_candidates
from spacy_piivot.core.speakers import SpeakerWords, speaker_name, speaker_role
from spacy_piivot.kinds.names import name_extent
from spacy_piivot.kinds.names.find.beside_places import WordsBetween
from spacy_piivot.kinds.names.find.cues import Cues, cued_names
from spacy_piivot.kinds.names.find.evidence import Evidence, MessageWords, stands_as_name
from spacy_piivot.kinds.names.find.features import WordsAround
from spacy_piivot.kinds.names.find.initials import BesideInitials
from spacy_piivot.kinds.names.find.placeholders import TranscribersWords, is_placeholder
from spacy_piivot.kinds.names.find.rejection import Presentations
from spacy_piivot.kinds.names.find.roles import RoleWords
from spacy_piivot.kinds.names.find.terms import Terms
from spacy_piivot.kinds.names.find.trimming import GluedGreetings
from spacy_piivot.kinds.names.find.unknown_words import between_names
from spacy_piivot.kinds.names.forms import NameForms, is_ordinary_word
from spacy_piivot.kinds.names.index import Endings
from spacy_piivot.lang import Lexicon, make_lexicon
from spacy_piivot.lang.titles import Titles

PARTS = (
    BesideInitials, Cues, Endings, Evidence, GluedGreetings, NameForms, Presentations, RoleWords,
    SpeakerWords, Terms, Titles, TranscribersWords, WordsAround, WordsBetween, between_names,
)  # fmt: skip
TOY = {
    "titles.toml": 'with_names = ["sinjoro"]\n',
    "greetings.toml": 'greetings = ["saluton"]\n',
    "names.toml": "[expressions]\npossessive = '''ies$'''\n",
    "name_evidence.toml": "[expressions]\nnaming = '''\\bmia nomo estas\\s+\\Z'''\n",
    "name_cues.toml": "[expressions]\nnamed = '''mia\\s+nomo\\s+estas'''\n",
    "speakers.toml": '[roles]\nTUTOR = ["instruisto"]\n',
    "placeholders.txt": "lernanto\n",
    "ordinary_words.txt": "ruza\n",
}


class Recording(Lexicon):
    """English, noting the lists that are read and missing."""

    def __init__(self) -> None:
        super().__init__("en", files("spacy_piivot") / "lang" / "en")
        self.missing: list[str] = []

    def words(self, name: str) -> tuple[str, ...]:
        found = super().words(name)
        self.missing += [] if found else [name]
        return found

    def table(self, name: str) -> Mapping[str, Any]:
        found = super().table(name)
        self.missing += [] if found else [name]
        return found

    def expression(self, name: str) -> str:
        found = super().expression(name)
        self.missing += [name] if "(?!)" in found else []
        return found


@pytest.fixture
def toy(tmp_path: Path) -> Lexicon:
    for file, text in TOY.items():
        (tmp_path / file).write_text(text, "utf8")
    return make_lexicon("eo", str(tmp_path))


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_english_has_every_list_that_is_read(part: Any) -> None:
    lexicon = Recording()
    lexicon.part(part)
    assert lexicon.missing == []


def test_a_name_is_found_by_the_cues_of_another_language(toy: Lexicon) -> None:
    text = "Saluton! Mia nomo estas Kofi, sinjoro Mensah. My name is Ana."
    found = cued_names(MessageWords(text, toy), by_tutor=False)
    assert {text[start:end] for start, end in found} == {"Kofi", "Mensah"}
    assert stands_as_name(MessageWords("saluton ruza", toy), 1, 8, 12)
    assert not stands_as_name(MessageWords("saluton ruza"), 1, 8, 12)


def test_words_endings_and_roles_come_from_another_language(toy: Lexicon) -> None:
    assert is_ordinary_word("ruza", toy)
    assert not is_ordinary_word("table", toy)
    assert name_extent("sinjoro Kofiies", toy) == (8, 12)
    assert (speaker_role("Instruisto", toy), speaker_role("Tutor", toy)) == ("TUTOR", "")
    assert speaker_name("Sinjoro Kofi", toy) == "Kofi"
    assert is_placeholder("[lernanto]", 1, 9, toy)
    assert not is_placeholder("[student]", 1, 8, toy)


def test_a_component_uses_the_language_of_its_config(toy: Lexicon) -> None:
    nlp = spacy.blank("xx")
    config = {"lang": "eo", "path": toy._path, "@misc": "spacy_piivot.Lexicon.v1"}
    nlp.add_pipe("known_names", config={"lexicon": config})
    doc = nlp("Saluton! Mia nomo estas Kofi. My name is Ana.")
    assert [doc.text[c.start : c.end] for c in get_candidates(doc, "pii")] == ["Kofi"]
    assert nlp.get_pipe("known_names").lexicon is toy
