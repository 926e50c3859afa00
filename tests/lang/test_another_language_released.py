"""A pipeline of another language replaces and checks with its own words, and no English one."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import spacy
from presidio_anonymizer.entities import RecognizerResult
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.components.hips_surrogator import HipsSurrogator
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, message_roles
from spacy_piivot.core.spans import Candidate, set_candidates
from spacy_piivot.core.speakers import speaker_name
from spacy_piivot.kinds.names.pools import name_pools
from spacy_piivot.lang import ENGLISH, Lexicon
from spacy_piivot.presidio.surrogate_operator import SurrogateOperator
from spacy_piivot.release.last_check import check_release, find_leaks
from spacy_piivot.release.repair import check_and_repair
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading

KEY = b"0123456789abcdef"
ASKED = ("part", "words", "word_set", "table", "rows", "any_of", "expression", "pattern", "content")
# A language of our own: months, numbers, people, places, schools, who speaks.
FOLDER = {
    "calendar.toml": """
months = ["prima", "dua", "tria", "kvara", "kvina", "sesa", "sepa", "oka", "naua", "deka",
  "lasta", "fina"]
weekdays = ["lundo", "mardo", "merkredo"]
""",
    "dates.toml": 'fillers = ["de", "la"]\nseasons = ["printempo", "autuno"]\n',
    "numbers.toml": """
zeros = ["nul"]
units = ["unu", "du", "tri", "kvar", "kvin", "ses", "sep", "ok", "nau"]
teens = ["dek", "dekunu", "dekdu", "dektri", "dekkvar", "dekkvin", "dekses", "deksep", "dekok",
  "deknau"]
tens = ["dudek", "tridek", "kvardek", "kvindek", "sesdek", "sepdek", "okdek", "naudek"]
""",
    "titles.toml": """
with_names = ["sinjoro", "sinjorino"]
male = ["sinjoro"]
female = ["sinjorino"]
""",
    "kinship.toml": """
others = ["onklo", "onklino"]
male = ["onklo"]
female = ["onklino"]
""",
    "pronouns.toml": 'male = ["li"]\nfemale = ["shi"]\n',
    "names.toml": 'possessives = ["-a"]\nplurals = ["j"]\n',
    "name_regions.toml": """
[classroom]
home = "pupils"
home_given = 0.5
home_family = 0.5
[locales]
pupils = ["es_MX"]
""",
    "made_up_places.toml": 'beginnings = ["Verd", "Blank"]\nendings = ["monto", "valo", "urbo"]\n',
    "place_words.toml": 'place_words = ["lago", "de"]\n',
    "schools.toml": 'kept_words = ["lernejo", "supera"]\n',
    "speakers.toml": '[roles]\nTUTOR = ["instruisto"]\nSTUDENT = ["lernanto"]\n',
    "nobody.toml": 'everyone = ["cheesuj"]\ndays = ["morgau"]\n',
    "labels.toml": 'written_at = [" che "]\n',
    "ordinary_words.txt": "kaj\nestas\nla\nmia\n",
}
MESSAGES = [
    Message("Instruisto", "saluton sinjorino Qwerda, vi naskighis 12 de kvina de 2011?"),
    Message("Lernanto 2", "jes, mi estas dekdu kaj logas en Lago de Zxqura."),
    Message("Zadie Okell", "mia lernejo estas Lernejo Supera Wexfordo, &#81;werda!"),
    Message("Sinjoro Brontu", "voku 612-555-0142 aŭ skribu al qwerda@hollyfarm.edu, <b>Qwerda</b>"),
    Message("Lernanto 2", "morgau, @cheesuj"),
]
FOUND = [
    ("Qwerda", "NAME"),
    ("12 de kvina de 2011", "DATE"),
    ("dekdu", "AGE"),
    ("Lago de Zxqura", "LOCATION"),
    ("Lernejo Supera Wexfordo", "SCHOOL"),
    ("612-555-0142", "PHONE_NUMBER"),
    ("qwerda@hollyfarm.edu", "EMAIL_ADDRESS"),
    ("morgau", "DATE"),
    ("@cheesuj", "USERNAME"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "tt"
    folder.mkdir()
    for name, text in FOLDER.items():
        (folder / name).write_text(text, "utf8")
    return folder


@pytest.fixture
def nlp(folder: Path) -> Language:
    nlp = spacy.blank("tt")
    config = {
        "lexicon": {"@misc": "spacy_piivot.Lexicon.v1", "lang": "tt", "path": str(folder)},
        "allow": ["Desmos"],
        "strategies": {"AGE": "consistent"},
    }
    surrogator = nlp.add_pipe("hips_surrogator", config=config)
    assert isinstance(surrogator, HipsSurrogator)
    surrogator.set_key(KEY)
    return nlp


@pytest.fixture(autouse=True)
def poisoned(nlp: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    """English words may not be asked for, once the pipeline is made."""
    for name in ASKED:
        monkeypatch.setattr(Lexicon, name, guarded(name, getattr(Lexicon, name)))


def guarded(name: str, own: Callable[..., Any]) -> Callable[..., Any]:
    def ask(self: Lexicon, *asked: Any, **options: Any) -> Any:
        if self is ENGLISH:
            raise AssertionError(f"the English words were asked for {name} {asked}")
        return own(self, *asked, **options)

    return ask


def surrogator_of(nlp: Language) -> HipsSurrogator:
    surrogator = nlp.get_pipe("hips_surrogator")
    assert isinstance(surrogator, HipsSurrogator)
    return surrogator


def released(
    nlp: Language, messages: list[Message] = MESSAGES, found: list[tuple[str, str]] = FOUND
) -> Doc:
    doc = dialogue_to_doc(Dialogue("d1", messages, ["Sinjoro Brontu", "Lernanto 2"]), nlp)
    text = doc.text
    set_candidates(
        doc,
        [
            Candidate(text.index(cut), text.index(cut) + len(cut), label, 1.0, "test", "")
            for cut, label in found
        ],
    )
    # The failure itself, where there is one.
    return surrogator_of(nlp).begin(doc)(doc) or doc  # type: ignore[operator]


def surrogates(doc: Doc) -> dict[str, str]:
    return {doc.text[edit["start"] : edit["end"]]: edit["surrogate"] for edit in doc._.piivot_edits}


def test_the_poison_works() -> None:
    with pytest.raises(AssertionError, match="words"):
        ENGLISH.words("calendar.months")


def test_another_language_is_replaced_with_its_own_words(nlp: Language) -> None:
    lexicon = surrogator_of(nlp).lexicon
    doc = released(nlp)
    assert message_roles(doc) == ["TUTOR", "STUDENT", "", "", "STUDENT"]
    new = surrogates(doc)
    day = re.fullmatch(r"\d+ de (\w+) de 20\d\d", new["12 de kvina de 2011"])
    assert day
    assert day[1] in lexicon.words("calendar.months")
    assert new["dekdu"] in {*lexicon.words("numbers.teens"), *lexicon.words("numbers.units")}
    assert re.fullmatch(r"Lago de \w+", new["Lago de Zxqura"])
    assert re.fullmatch(
        r"Lernejo Supera (?:Verd|Blank)(?:monto|valo|urbo)", new["Lernejo Supera Wexfordo"]
    )
    assert name_pools(lexicon).is_known(new["Qwerda"].lower(), "family", "pupils")
    assert re.fullmatch(r"\d{3}-\d{3}-\d{4}", new["612-555-0142"])
    assert "qwerda" not in new["qwerda@hollyfarm.edu"]
    assert "@" in new["qwerda@hollyfarm.edu"]
    # What points at nobody there is kept.
    assert not {"morgau", "@cheesuj"} & new.keys()
    assert not any("[" in one for one in new.values())
    tutor, pupil, zadie, brontu, _ = doc._.piivot_speakers
    assert (tutor, pupil) == ("Instruisto", "Lernanto 2")
    assert zadie != "Zadie Okell"
    assert brontu.startswith("Sinjoro ")
    assert brontu != "Sinjoro Brontu"
    assert speaker_name(brontu, lexicon) == brontu.removeprefix("Sinjoro ")


def test_the_last_check_and_the_repair_read_its_words(nlp: Language) -> None:
    surrogator = surrogator_of(nlp)
    doc = released(nlp)
    leaks, _ = find_leaks(doc, allow=surrogator.allow, lexicon=surrogator.lexicon)
    assert leaks  # "&#81;werda" and "<b>Qwerda</b>" were left
    checked = check_and_repair(doc, surrogator)
    assert checked.found
    assert not checked.left
    assert check_release(doc, lexicon=surrogator.lexicon).checked
    assert "werda" not in doc._.piivot_text


def test_the_operator_of_presidio_takes_its_words(nlp: Language) -> None:
    text = "sinjorino Qwerda venis 12 de kvina de 2011"
    results = [
        RecognizerResult("PERSON", 10, 16, 1.0),
        RecognizerResult("DATE_TIME", 23, 42, 1.0),
    ]
    operators = SurrogateOperator.for_text(text, results, id="d1", surrogator=surrogator_of(nlp))
    made = operators["DEFAULT"].params["surrogates"]
    assert made["PERSON"]["Qwerda"] != "Qwerda"
    [day] = made["DATE_TIME"].values()
    assert day.split(" de ")[1] in surrogator_of(nlp).lexicon.words("calendar.months")


def test_a_corpus_is_deidentified_with_its_words(nlp: Language, tmp_path: Path) -> None:
    def message(speaker: str, text: str) -> dict[str, Any]:
        spans = [
            {"start": text.index(cut), "end": text.index(cut) + len(cut), "label": label}
            for cut, label in [*FOUND, ("qwerda che hollyfarm", "EMAIL_SOCIAL")]
            if cut in text
        ]
        return {"speaker": speaker, "text": text, "spans": spans}

    said = [(one.speaker, one.text) for one in MESSAGES] + [("", "aŭ qwerda che hollyfarm")]
    source, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    record = {"id": "Qwerda-1", "messages": [message(*one) for one in said]}
    source.write_text(json.dumps(record) + "\n", "utf8")
    lines: list[str] = []
    reading = InputReading(report=lines.append)
    summary = deidentify(source, out, nlp, reading=reading, spans_from_input=True)
    assert (summary.done, summary.quarantined) == (1, 0)
    [line] = out.read_text("utf8").splitlines()
    texts = " ".join(one["text"] for one in json.loads(line)["messages"])
    assert "werda" not in texts
    assert "Lernejo Supera" in texts
    assert any("contain a name that was replaced" in one for one in lines)
