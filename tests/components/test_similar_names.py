from support.shared_pipelines import blank_english

from spacy_piivot.components.similar_names import tell_apart
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate
from spacy_piivot.lang import ENGLISH
from spacy_piivot.surrogates import Mention


def others(turns: list[tuple[str, str]], names: list[str]) -> list[set[str]]:
    """The `others` of the names, which are in the turns in this order."""
    messages = [Message(speaker, text) for speaker, text in turns]
    doc = dialogue_to_doc(Dialogue("d", messages), blank_english())
    found, at = [], 0
    for name in names:
        start = doc.text.index(name, at)
        at = start + len(name)
        found.append((Candidate(start, at, "NAME", 1.0, "gold"), Mention(name, "NAME")))
    told = tell_apart(doc, doc.text, found, ENGLISH)
    assert [mention.text for mention in told] == names
    return [set(mention.others) for mention in told]


def test_names_of_one_sentence_are_compared_and_those_of_two_messages_are_not() -> None:
    turns = [("T", "Alex and Alexandra, come here."), ("S", "Sara is late"), ("T", "Sarah too")]
    names = ["Alex", "Alexandra", "Sara", "Sarah"]
    assert others(turns, names) == [{"alexandra"}, {"alex"}, set(), set()]


def test_who_speaks_to_a_similar_name_is_another_person() -> None:
    turns = [("Alex", "ok"), ("Alex", "Alexandra, help me"), ("T", "Alexandra?")]
    assert others(turns, ["Alexandra", "Alexandra"]) == [{"alex"}, set()]
    assert others([("Ms. Kate Roe", "Katherine, help me")], ["Katherine"]) == [{"kate"}]


def test_a_text_without_messages_is_one_message() -> None:
    doc = blank_english().make_doc("Ben and Benjamin")
    found = [
        (Candidate(0, 3, "NAME", 1.0, "gold"), Mention("Ben", "NAME")),
        (Candidate(8, 16, "NAME", 1.0, "gold"), Mention("Benjamin", "NAME")),
    ]
    assert [set(one.others) for one in tell_apart(doc, doc.text, found, ENGLISH)] == [
        {"benjamin"},
        {"ben"},
    ]


def test_other_labels_are_left_alone() -> None:
    doc = blank_english().make_doc("Austin and Augusta")
    found = [(Candidate(0, 6, "LOCATION", 1.0, "gold"), Mention("Austin", "LOCATION"))]
    assert tell_apart(doc, doc.text, found, ENGLISH) == [found[0][1]]
