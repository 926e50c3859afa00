import pytest
from shared_pipelines import blank_english

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate
from spacy_piivot.kinds.names.find.roles import assign_roles


def roles(
    *messages: tuple[str, str], names: tuple[str, ...], participants: tuple[str, ...] = ()
) -> list[str]:
    """The role of each mention of the names, in text order."""
    dialogue = Dialogue("d", [Message(speaker, text) for speaker, text in messages])
    doc = dialogue_to_doc(dialogue, blank_english())
    candidates = []
    for name in names:
        start = doc.text.find(name)
        while start >= 0:
            candidates.append(Candidate(start, start + len(name), "NAME", 0.9, "x"))
            start = doc.text.find(name, start + 1)
    candidates.sort(key=lambda candidate: candidate.start)
    return [candidate.role for candidate in assign_roles(doc, candidates, participants)]


@pytest.mark.parametrize(
    "text",
    [
        "Hi Ilka! Ready?",
        "my name is Ilka",
        "I'm Ilka, nice to meet you",
        "Ilka, can you read it?",
        "Good job Ilka!",
        "What do you think, Ilka?",
        "my cousin Ilka told me",
        "Ms. Ilka is away",
        "Ilka said it was ten",
    ],
)
def test_people_spoken_to_or_of_are_participants(text: str) -> None:
    assert roles(("tutor", text), names=("Ilka",)) == ["participant"]


@pytest.mark.parametrize(
    "text",
    ["So Ilka has 5 apples.", "How many apples does Ilka eat?", "Ilka walks 3 miles each day."],
)
def test_third_persons_with_quantities_belong_to_the_problem(text: str) -> None:
    assert roles(("tutor", text), names=("Ilka",)) == ["problem"]


def test_a_name_from_the_question_stays_the_problems() -> None:
    assert roles(
        ("QUESTION", "Ilka Tamm has some apples."), ("student", "Then ilka and Ilka ate them"),
        names=("Ilka Tamm", "ilka"),
    ) == ["problem", "problem"]  # fmt: skip


def test_a_name_on_the_roster_is_a_participants_everywhere() -> None:
    assert roles(
        ("QUESTION", "Ilka has 5 apples."), names=("Ilka",), participants=("Ilka Tamm",)
    ) == ["participant"]


def test_terms_are_decided_mention_by_mention() -> None:
    assert roles(
        ("tutor", "Draw Pascal's triangle, please."), ("tutor", "Pascal, can you read row 3?"),
        names=("Pascal",),
    ) == ["math_term", "participant"]  # fmt: skip
    assert roles(("tutor", "Look at the Venn diagram"), names=("Venn",)) == ["math_term"]


def test_public_figures_are_known_by_their_full_names() -> None:
    assert roles(("tutor", "Ada Lovelace wrote it"), names=("Ada Lovelace",)) == ["public"]
    assert roles(("tutor", "Hi Ada"), names=("Ada",)) == ["participant"]


@pytest.mark.parametrize(
    "text",
    [
        "about Ilka then",
        "Here: Ilka, Oona, Runa",
        "me and Ilka and oona",
        "my siblings, Ilka and oona, have 2 dogs",
        "Mrs. Ilka called me on Tuesday, March 12",
        "im Ilka and im 12",
        "how many do you have then Ilka?",
        "my cousin Ilka has 3 cats",
    ],
)
def test_without_evidence_of_a_problem_a_name_is_a_participants(text: str) -> None:
    assert roles(("student", text), names=("Ilka",)) == ["participant"]


@pytest.mark.parametrize(
    "text",
    [
        "So the total of Ilka is 15",
        "Mr. Ilka has 20 cows.",
        "Now Ilka wanted 4 cups",
        "that gave me 6 cups that Ilka ate",
    ],
)
def test_a_name_among_quantities_is_a_problems(text: str) -> None:
    assert roles(("student", text), names=("Ilka",)) == ["problem"]


def test_other_labels_and_given_roles_are_kept() -> None:
    doc = dialogue_to_doc(Dialogue("d", [Message("", "Hi Ilka in Turku")]), blank_english())
    candidates = [
        Candidate(3, 7, "NAME", 0.9, "x", "problem"),
        Candidate(11, 16, "LOCATION", 0.9, "x"),
    ]
    assert assign_roles(doc, candidates, ()) == candidates
