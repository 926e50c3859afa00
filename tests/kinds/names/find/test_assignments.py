import numpy
import pytest
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.draft import CandidateDraft
from spacy_piivot.core.spans import PII, REJECTED, Candidate, get_candidates, set_candidates
from spacy_piivot.kinds.names.find.assignments import NOT_PII_ELSEWHERE, decide_strings
from spacy_piivot.kinds.names.find.positions import Messages
from spacy_piivot.kinds.names.find.token_scores import (
    TokenScores,
    set_token_scores,
    take_token_scores,
)
from spacy_piivot.release.last_check import check_release

NLP = blank_english()


def make(*texts: str) -> Doc:
    return dialogue_to_doc(Dialogue("d", [Message("S", text) for text in texts]), NLP)


def find(
    doc: Doc,
    string: str,
    score: float = 0.8,
    *,
    label: str = "NAME",
    role: str = "participant",
    source: str = "tagger",
    key: str = PII,
) -> None:
    """Add a component's finding: the first mention of a string in exactly this form."""
    start = doc.text.index(string)
    new = Candidate(start, start + len(string), label, score, source, role)
    set_candidates(doc, [*get_candidates(doc, key), new], key)


def scores(doc: Doc, **words: float) -> TokenScores:
    values = numpy.asarray([words.get(token.text, 0.0) for token in doc])
    set_token_scores(doc, "tagger", values, values)
    taken = take_token_scores(doc)
    assert taken is not None
    return taken


def settled(doc: Doc, given: TokenScores | None, *known: str) -> list[tuple[int, str]]:
    """The starts of the replaced strings after the decision, and the strings."""
    draft = CandidateDraft(doc, "known_names")
    decide_strings(draft, Messages(doc, doc.text), given, known, source="known_names")
    draft.write()
    text = doc.text
    return [(c.start, c.cut(text)) for c in get_candidates(doc) if c.role != "math_term"]


def strings(doc: Doc, given: TokenScores | None, *known: str) -> list[str]:
    return [string for _, string in settled(doc, given, *known)]


def test_a_lone_false_alarm_is_rejected() -> None:
    doc = make("Okay, SS, what is it?", "SS: yes", "SS: no", "SS")
    find(doc, "SS")
    given = scores(doc)
    assert strings(doc, given) == []
    assert [(c.label, c.reason) for c in get_candidates(doc, REJECTED)] == [
        ("NAME", NOT_PII_ELSEWHERE)
    ]


def test_a_name_is_found_everywhere() -> None:
    doc = make("Ilka, read.", "ask ilka", "ILKA!", "Ilka2x", "ilkas turn", "ilkaaa", "Ilka's 5")
    find(doc, "Ilka")
    given = scores(doc, Ilka=0.9, ilka=0.7, ILKA=0.5, ilkas=0.8, ilkaaa=0.6)
    expected = ["Ilka", "ilka", "ILKA", "Ilka", "ilka", "ilkaaa", "Ilka"]
    assert strings(doc, given) == expected
    assert {c.role for c in get_candidates(doc)} == {"participant"}


def test_a_sure_or_introduced_mention_outweighs_all_others() -> None:
    texts = ("my name is Oblong", "oblong", "oblong", "oblong", "oblong")
    doc = make(*texts)
    find(doc, "Oblong")
    assert len(strings(doc, scores(doc))) == 5
    doc = make("Oblong.", *texts[1:])
    find(doc, "Oblong", 0.99)
    assert len(strings(doc, scores(doc))) == 5


def test_without_scores_every_finding_is_found_everywhere() -> None:
    doc = make("Ilka, read.", "ask ilka")
    find(doc, "Ilka", source="llm_detector")
    assert strings(doc, None) == ["Ilka", "ilka"]


def test_findings_of_other_components_are_not_rejected() -> None:
    doc = make("SS, read.", "SS", "SS", "SS")
    find(doc, "SS", source="llm_detector")
    assert len(strings(doc, scores(doc))) == 4


def test_a_rejected_mention_of_a_name_is_restored() -> None:
    doc = make("Ilka, read.", "so ilka then")
    find(doc, "Ilka", 0.9)
    find(doc, "ilka", 0.5, key=REJECTED)
    assert strings(doc, scores(doc, Ilka=0.9, ilka=0.5)) == ["Ilka", "ilka"]
    assert get_candidates(doc, REJECTED) == []


def test_a_string_found_everywhere_is_unchanged() -> None:
    doc = make("Oko.", "ask Bala")
    find(doc, "Oko", 0.5)
    find(doc, "Bala", 0.5)
    before = get_candidates(doc)
    assert strings(doc, scores(doc)) == ["Oko", "Bala"]
    assert get_candidates(doc) == before


def test_names_that_are_words_are_decided_by_their_use() -> None:
    doc = make("Mark, read.", "mark the point", "Mark it")
    find(doc, "Mark", 0.99)
    assert settled(doc, scores(doc, Mark=0.99)) == [(0, "Mark")]


def test_points_of_a_figure_are_kept_as_a_term() -> None:
    doc = make("Ilka, what is triangle ILK?", "Ask Ilk.", "ilk said 5")
    find(doc, "Ilk.", 0.99)
    set_candidates(doc, [Candidate(c.start, c.end - 1, "NAME", 0.99, "tagger", "participant")
                         for c in get_candidates(doc)])  # fmt: skip
    assert strings(doc, scores(doc)) == ["Ilk", "ilk"]
    first = get_candidates(doc)[0]
    assert (first.cut(doc.text), first.role) == ("ILK", "math_term")


@pytest.mark.parametrize("role", ["problem", "public"])
def test_a_name_of_any_role_is_decided(role: str) -> None:
    doc = make("Table 1: Ilka, 3/4", "ilka = 3", "ok ilka")
    find(doc, "ilka", 0.7, role=role)
    assert strings(doc, scores(doc, Ilka=0.9, ilka=0.7)) == ["Ilka", "ilka", "ilka"]


def test_a_term_of_mathematics_is_not_searched_for() -> None:
    doc = make("Pascal's triangle", "pascal said 5")
    find(doc, "Pascal", 0.99, role="math_term")
    assert settled(doc, scores(doc, Pascal=0.99, pascal=0.9)) == []


def test_known_names_are_found_everywhere() -> None:
    doc = make("vy said 5", "nothing")
    assert strings(doc, None, "Vy") == ["vy"]


@pytest.mark.parametrize(("score", "rest", "count"), [(0.79, 0.1, 0), (0.99, 0.1, 3)])
def test_identifiers_are_also_decided(score: float, rest: float, count: int) -> None:
    doc = make("it is 123456789", "count: 123456789", "123456789 is big")
    find(doc, "123456789", score, label="PHONE_NUMBER", role="")
    given = scores(doc, **{"123456789": rest})
    assert len(strings(doc, given)) == count


def test_addresses_are_compared_with_their_punctuation() -> None:
    doc = make("mail a.b@ilka.ee", "a b ilka ee")
    find(doc, "a.b@ilka.ee", 0.99, label="EMAIL_ADDRESS", role="")
    assert strings(doc, None) == ["a.b@ilka.ee"]


@pytest.fixture(scope="module")
def light(keyed_nlp: Language) -> Language:
    keyed_nlp.get_pipe("hips_surrogator").key = b"a test key of more than sixteen bytes"
    return keyed_nlp


@pytest.mark.parametrize(
    "texts",
    [
        ("Okay, SS, what is it?", "True.", "And SS?", "SS: four.", "Good, SS.", "(SS) yes"),
        ("Kofi, can you read?", "kofi said 5", "KOFI!!", "kofiii", "kofis turn", "Kofi2x"),
        ("My phone is 617-555-0148", "again: 617-555-0148", "so 617-555-0148 it is"),
        ("Plethora.", "Say plethora.", "A plethora of words", "PLETHORA", "plethoras"),
    ],
)
def test_the_last_check_finds_nothing(light: Language, texts: tuple[str, ...]) -> None:
    messages = [Message("T", text) for text in texts]
    doc = light(dialogue_to_doc(Dialogue("d", messages), light))
    check_release(doc)


def test_a_transcribers_code_is_left_alone(light: Language) -> None:
    texts = ("Okay, SS, what is it?", "True.", "And SS?", "SS: four.", "Good, SS.")
    doc = light(dialogue_to_doc(Dialogue("d", [Message("T", text) for text in texts]), light))
    assert doc._.piivot_text == doc.text
