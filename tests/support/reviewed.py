"""A corpus that was reviewed by two people, adjudicated, audited and released."""

from pathlib import Path

from json_lines import write_jsonl
from spacy.language import Language
from transcripts import dialogue
from two_reviewers import act, finish

from spacy_piivot.review.audit import draw
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.importing import import_corpus
from spacy_piivot.review.store import Store

# Of the audit's draw: another sample may hold no message with a miss.
SEED = 0


def reviewed(store: Store, nlp: Language, folder: Path, *, audited: int = 30) -> Desk:
    """Review twenty dialogues of three messages, in which the machine has missed a few names.

    The sample of the audit is always the same. All of it but the last message has an answer.
    """
    texts = [
        dialogue(
            f"id-{number}",
            f"Zorblatt, take {number}",
            "ask Ola Nordmann" if number % 5 == 0 else "ask Quibbly",
            "thanks Zorblatt",
        )
        for number in range(20)
    ]
    import_corpus(store, write_jsonl(folder / "in.jsonl", *texts, "{"), nlp)
    desk = Desk(store, nlp)
    for name in ("anna", "ben"):
        act(desk, name, "accept", 0, "Zorblatt", scope="corpus")
        act(desk, name, "add", 5, "Ola Nordmann")
        act(desk, name, "label", 1, "Quibbly", label="COURSE")
    act(desk, "anna", "add", 0, "Ola")
    act(desk, "ben", "reject", 2, "Quibbly")
    act(desk, "ben", "add", 10, "Ola Nordmann")
    desk.undo("ben")
    finish(desk, "anna")
    finish(desk, "ben")
    for found in desk.disagreements():
        desk.decide(found.dialogue, found.message, found.start, found.end, "a")
    draw(store, audited, desk.policy, seed=SEED)
    for position in range(1, audited):  # the last one has no answer
        text = desk.audit_item("eve", position).text
        marks = []
        for word in ("Ola Nordmann", "Zorblatt", "Quibbly"):
            if word in text:
                start = text.index(word)
                marks.append({"start": start, "end": start + len(word), "label": "NAME"})
        desk.audit_answer("eve", position, marks)
    return desk
