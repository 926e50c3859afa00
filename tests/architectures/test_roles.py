import numpy
from shared_pipelines import blank_english
from spacy.tokens import Doc

from spacy_piivot.architectures.roles import role_targets, with_roles
from spacy_piivot.core.spans import Candidate

NLP = blank_english()
ROLES = ("participant", "problem", "math_term", "public")


def name(doc: Doc, text: str, role: str = "", nth: int = 0) -> Candidate:
    start = -1
    for _ in range(nth + 1):
        start = doc.text.index(text, start + 1)
    return Candidate(start, start + len(text), "NAME", 0.9, "gold", role)


def probabilities(doc: Doc, by_word: dict[str, list[tuple[float, ...]]]) -> numpy.ndarray:
    """Role probabilities of the words that are given, in the order of their mentions."""
    rows = numpy.full((len(doc), 4), 0.25, dtype="f")
    left = {word: list(values) for word, values in by_word.items()}
    for i, token in enumerate(doc):
        if left.get(token.text):
            rows[i] = left[token.text].pop(0)
    return rows


def roles(doc: Doc, names: list[Candidate], rows: numpy.ndarray, threshold: float = 0.5) -> list:
    return [c.role for c in with_roles(doc, names, rows, ROLES, threshold)]


def test_targets_are_the_names_with_a_known_role() -> None:
    doc = NLP.make_doc("Ana Lopez met Bo in Rome, Pascal")
    gold = [
        name(doc, "Ana Lopez", "problem"),
        name(doc, "Bo"),
        Candidate(doc.text.index("Rome"), doc.text.index("Rome") + 4, "LOCATION", 1.0, "gold"),
        name(doc, "Pascal", "math_term"),
    ]
    one_hot, counts = role_targets(doc, gold, ROLES)
    assert counts[:, 0].tolist() == [1, 1, 0, 0, 0, 0, 0, 1]
    assert one_hot[:2].tolist() == [[0, 1, 0, 0]] * 2
    assert one_hot[7].tolist() == [0, 0, 1, 0]
    assert not one_hot[2:7].any()


def test_all_mentions_of_a_name_decide_together() -> None:
    doc = NLP.make_doc("Maria has 5. maria and Maria")
    names = [name(doc, "Maria"), name(doc, "maria"), name(doc, "Maria", nth=1)]
    rows = probabilities(
        doc,
        {"Maria": [(0.1, 0.9, 0, 0), (0.6, 0.4, 0, 0)], "maria": [(0.2, 0.8, 0, 0)]},
    )
    assert roles(doc, names, rows) == ["problem"] * 3


def test_a_term_is_told_by_its_mention_alone() -> None:
    doc = NLP.make_doc("Pascal used the triangle of Pascal")
    names = [name(doc, "Pascal"), name(doc, "Pascal", nth=1)]
    rows = probabilities(doc, {"Pascal": [(0.9, 0.1, 0, 0), (0.05, 0.05, 0.9, 0)]})
    assert roles(doc, names, rows) == ["participant", "math_term"]


def test_undecided_is_a_participant() -> None:
    doc = NLP.make_doc("Maria has 5 and Euler")
    rows = probabilities(doc, {"Maria": [(0.3, 0.6, 0.1, 0)], "Euler": [(0.3, 0, 0.7, 0)]})
    names = [name(doc, "Maria"), name(doc, "Euler")]
    assert roles(doc, names, rows) == ["problem", "math_term"]
    assert roles(doc, names, rows, 0.75) == ["participant", "participant"]


def test_other_labels_keep_no_role() -> None:
    doc = NLP.make_doc("in Rome")
    place = Candidate(3, 7, "LOCATION", 0.9, "gold")
    assert with_roles(doc, [place], probabilities(doc, {}), ROLES, 0.5) == [place]
