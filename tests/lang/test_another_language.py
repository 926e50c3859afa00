"""A pipeline of another language never asks the English words."""

import json
from pathlib import Path
from typing import Any

import pytest
import spacy
from connections import with_connection
from presidio_analyzer import RecognizerResult
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from stand_in_server import Reply, StandInServer, said

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, message_roles
from spacy_piivot.core.spans import REJECTED, Candidate, get_candidates, set_candidates
from spacy_piivot.lang import ENGLISH, Lexicon
from spacy_piivot.presidio import MathVeto

ASKING = (
    "any_of", "content", "expression", "part", "pattern", "rows", "table", "word_set", "words",
)  # fmt: skip
WORDS = {
    "ages.toml": """
[expressions]
of_oneself = '''(?<!\\w)tengo (?P<age>[1-9]\\d)(?P<old> años)(?!\\w)'''
""",
    "announcing.toml": "[expressions]\nidentifier = '''(?<!\\w)carné(?!\\w)'''\n",
    "calendar.toml": """
months = ["enero", "mayo", "junio"]
weekdays = ["lunes", "martes"]
""",
    "dates.toml": """
before = ["el", "desde"]
[expressions]
elsewhere = '''(?<!\\w)[1-3]?\\d de {calendar.months}(?!\\w)'''
""",
    "endings.toml": 'plural = ["s"]\n',
    "greetings.toml": 'greetings = ["hola"]\n',
    "identifiers.toml": "[expressions]\nstrong = '''carné'''\n",
    "kinship.toml": """
parents = ["mamá", "papá"]
siblings = ["hermana"]
""",
    "labels.toml": """
[detector]
NAME = "cualquier nombre"
[called]
NAME = ["ALUMNA"]
""",
    "mathematics.toml": """
plurals = [["", "s"]]
[[vocabulary]]
domain = "fracciones"
grades = "3-5"
terms = ["fracción", "numerador", "suma", "tercio"]
phrases = ["mínimo común"]
""",
    "name_cues.toml": "[expressions]\nnamed = '''me\\s+llamo'''\n",
    "name_evidence.toml": "[expressions]\nnaming = '''\\bme llamo\\s+\\Z'''\n",
    "names.toml": """
particles = ["de", "la"]
plurals = ["s"]
conjunctions = ["y"]
""",
    "numbers.toml": """
units = ["uno", "dos", "tres"]
teens = ["diez", "once"]
""",
    "ordinary_words.txt": "de\nel\nfracción\nhoy\nla\nsuma\ny\n",
    "speakers.toml": '[roles]\nTUTOR = ["maestra"]\n',
    "titles.toml": 'with_names = ["doña"]\nalone_too = ["maestra"]\n',
}


PROMPTS = {
    "detector-math-aware": (
        'Busca: {{ types | join(", ") }}.',
        '{{ start }}\n{{ lines | join("\n") }}\n{{ end }}',
    ),
    "verifier": ("¿Es personal?", "{{ excerpt.marked }}"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for file, text in WORDS.items():
        (tmp_path / file).write_text(text, "utf8")
    (tmp_path / "prompts").mkdir()
    for name, (system, user) in PROMPTS.items():
        (tmp_path / "prompts" / f"{name}.v1.jinja").write_text(
            f"{{% block system %}}{system}{{% endblock %}}{{% block user %}}{user}{{% endblock %}}",
            "utf8",
        )
    return tmp_path


@pytest.fixture
def lexicon(folder: Path) -> dict[str, Any]:
    return {"@misc": "spacy_piivot.Lexicon.v1", "lang": "tt", "path": str(folder)}


@pytest.fixture
def vocabulary(folder: Path) -> dict[str, Any]:
    path = str(folder / "mathematics.toml")
    return {"@misc": "spacy_piivot.MathVocabulary.v1", "lang": None, "path": path}


@pytest.fixture
def no_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """English words that nobody may ask for."""
    for name in ASKING:
        monkeypatch.setattr(Lexicon, name, _refusing(name))


def _refusing(method: str) -> Any:
    asked = getattr(Lexicon, method)

    def ask(self: Lexicon, *args: Any, **settings: Any) -> Any:
        if self is ENGLISH:
            raise AssertionError(f"English is asked: {method}{args}")
        return asked(self, *args, **settings)

    return ask


@pytest.fixture
def nlp(lexicon: dict[str, Any], vocabulary: dict[str, Any], no_english: None) -> Language:
    nlp = spacy.blank("xx")
    nlp.add_pipe("pii_patterns", config={"lexicon": lexicon})
    nlp.add_pipe("known_names", config={"lexicon": lexicon})
    nlp.add_pipe("document_sections", config={"lexicon": lexicon})
    nlp.add_pipe("math_segmenter", config={"lexicon": lexicon, "vocabulary": vocabulary})
    return nlp


@pytest.fixture
def failures(nlp: Language) -> list[BaseException]:
    """What was raised inside of the components, which quote nothing of it."""
    raised: list[BaseException] = []
    for _, component in nlp.pipeline:
        annotate = component.annotate  # type: ignore[attr-defined]

        def noting(doc: Doc, annotate: Any = annotate) -> None:
            try:
                annotate(doc)
            except Exception as error:
                raised.append(error)
                raise

        component.annotate = noting  # type: ignore[attr-defined]
    return raised


def found(doc: Doc, group: str = "pii") -> set[tuple[str, str]]:
    return {(c.cut(doc.text), c.label) for c in get_candidates(doc, group)}


TEXTS = [
    ("Hola, me llamo Itziar y tengo 12 años.", {("Itziar", "NAME"), ("12", "AGE")}),
    ("Mañana viene doña Aintzane.", {("Aintzane", "NAME")}),
    ("El examen es el 3 de mayo.", {("3 de mayo", "DATE")}),
    ("Mi carné: 8837261", {("8837261", "ID_NUM")}),
    ("ana.lee@example.org o @itziar_99", {("ana.lee@example.org", "EMAIL_ADDRESS")}),
    ("Llama al +34 600 123 456, mi IP es 84.127.10.200", {("+34 600 123 456", "PHONE_NUMBER")}),
    # Signs that the plain view reads.
    ("*Hola* me llamo I-t-z-i-a-r, tengo <b>12</b> años!!! h0la _y_ siiii x_{total}", set()),
    ("123-45-6789 + 2 = 4000123456789010 / 021000021", set()),
    ("I am 12 and my birthday is May 3rd. My name is Ana, my mom is 42. Mr. Lee", set()),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_it_finds_by_its_own_words(
    nlp: Language, failures: list[BaseException], text: str, expected: set[tuple[str, str]]
) -> None:
    doc = checked(nlp, failures, text)
    assert expected <= found(doc)


def checked(nlp: Language, failures: list[BaseException], text: str | Doc) -> Doc:
    try:
        return nlp(text)
    except Exception:
        for failure in failures:
            raise failure from None
        raise


def test_a_dialogue_is_read(nlp: Language, failures: list[BaseException]) -> None:
    messages = [
        Message("Maestra", "Hola Itziar, suma las fracciones 3/4 y 5/17. El numerador es 1234567."),
        Message("Itziar Ruiz", "me llamo Itziar, doña Aintzane. itziar2 dice 12/5"),
        Message("Maestra", "¿carné?"),
        Message("Itziar Ruiz", "8837261, y el 3 de mayo tengo 12 años. 3/4 + 5/6"),
    ]
    doc = checked(nlp, failures, dialogue_to_doc(Dialogue("d", messages), nlp))
    assert message_roles(doc)[0] == "TUTOR"
    texts = {text for text, _ in found(doc)}
    assert {"Itziar", "Aintzane", "8837261", "3 de mayo", "12"} <= texts
    assert not {"3/4", "5/17", "5/6", "1234567"} & texts


def test_mathematics_vetoes_by_its_own_words(nlp: Language, failures: list[BaseException]) -> None:
    doc = nlp.make_doc("suma la fracción 5/17 y el numerador 12 de la suma")
    assert found(checked(nlp, failures, doc)) == set()
    assert found(doc, REJECTED) <= {("5/17", "DATE"), ("12", "AGE")}


def test_models_are_asked_and_understood_in_its_words(
    lexicon: dict[str, Any], no_english: None
) -> None:
    def answer(body: dict[str, Any]) -> Reply | str:
        if "¿Es personal?" in body["messages"][0]["content"]:
            return "F" if "[[suma]]" in said(body) else "T"
        assert "PERSON (cualquier nombre)" in body["messages"][0]["content"]
        found = [("Itziar", "alumna"), ("suma", "PERSON")]
        return json.dumps({"pii": [{"message": 0, "text": x, "type": y} for x, y in found]})

    pytest.importorskip("openai")
    with StandInServer(answer, logprobs=False) as server:
        nlp = spacy.blank("xx")
        for name in ("llm_detector", "llm_verifier"):
            config = with_connection({"lexicon": lexicon}, base_url=server.base_url, max_retries=0)
            nlp.add_pipe(name, config=config)
        message = Message("Doña Aintzane", "*Itziar*, I-t-z-i-a-r, suma 3/4")
        doc = nlp(dialogue_to_doc(Dialogue("d", [message], roster=["Leire Ruiz"]), nlp))
    assert found(doc) == {("Itziar", "NAME"), ("I-t-z-i-a-r", "NAME")}
    assert found(doc, REJECTED) == {("suma", "NAME")}


def test_the_veto_of_presidio_takes_its_words(
    lexicon: dict[str, Any], vocabulary: dict[str, Any], no_english: None
) -> None:
    text = "suma la fracción 5/17 y el numerador 12. Llama al +34 600 123 456"
    results = [RecognizerResult("DATE_TIME", 17, 21, 0.6), RecognizerResult("URL", 30, 32, 0.9)]
    veto = MathVeto(_Nothing(), lexicon=lexicon, vocabulary=vocabulary)
    kept = veto.enhance_using_context(text, results, None, [])  # type: ignore[arg-type]
    assert [result.entity_type for result in kept] == ["URL"]


class _Nothing:
    """Raises no scores."""

    context_similarity_factor = min_score_with_context_similarity = 0.0
    context_prefix_count = context_suffix_count = 0

    def enhance_using_context(self, text: str, results: list[Any], *_: Any) -> list[Any]:
        return results


def test_a_tagger_learns_and_finds_with_its_words(
    lexicon: dict[str, Any], no_english: None
) -> None:
    tok2vec = {
        "@architectures": "spacy.HashEmbedCNN.v2",
        "pretrained_vectors": None,
        "width": 16,
        "depth": 1,
        "embed_size": 200,
        "window_size": 1,
        "maxout_pieces": 2,
        "subword_features": True,
    }
    model = {
        "@architectures": "spacy_piivot.TokenClassifier.v2",
        "tok2vec": tok2vec,
        "hidden": 16,
        "roles": 0,
        "lexicon": lexicon,
    }
    nlp = spacy.blank("xx")
    nlp.add_pipe("potential_pii_ner", config={"model": model, "lexicon": lexicon})
    gold = nlp.make_doc("hoy viene Itziar y suma")
    set_candidates(gold, [Candidate(10, 16, "NAME", 1.0, "gold")])
    examples = [Example(nlp.make_doc(gold.text), gold)]
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(30):
        nlp.update(examples, sgd=optimizer)
    assert found(nlp(gold.text)) == {("Itziar", "NAME")}
    again = spacy.blank("xx").from_config(nlp.config).from_bytes(nlp.to_bytes())
    assert found(again(gold.text)) == {("Itziar", "NAME")}
