"""Released dialogues to attack: one with a missed name, and a corpus of surrogates."""

from spacy_piivot.core.dialogue import Dialogue, Message
from spacy_piivot.corpus import Record
from spacy_piivot.evaluation.attack.released import ReleasedDialogue, ReleasedEdit, ReleasedMessage
from spacy_piivot.evaluation.core.annotations import (
    AnnotatedDialogue,
    AnnotatedMessage,
    AnnotatedSpan,
)

ORIGINAL = "Maria and Maria met Priya"
RELEASED = "Emily and Maria met Priya"
EDITS = [
    {"message": 0, "start": 0, "end": 5, "new_start": 0, "new_end": 5, "label": "NAME",
     "surrogate": "Emily"},
]  # fmt: skip


def record(id: str, *texts: str) -> Record:
    return Record(Dialogue(id, [Message("tutor", text) for text in texts]), None, {})


def gold(id: str, text: str, *names: tuple[int, int, str]) -> AnnotatedDialogue:
    spans = [AnnotatedSpan(start, end, "NAME", role) for start, end, role in names]
    return AnnotatedDialogue(id, [AnnotatedMessage(spans, text)])


def dialogue(*messages: ReleasedMessage) -> ReleasedDialogue:
    return ReleasedDialogue("d", messages)


PATTERNS = ["hi {}, your turn", "ok {} said it is 3", "good job {}!", "what does {} think?"]
SURROGATES = "Emily Anna Julia Carl David Peter Laura Susan Thomas Robert Sarah Diana".split()


def corpus() -> list[ReleasedDialogue]:
    dialogues = []
    for number, name in enumerate(SURROGATES * 2):
        messages = []
        for pattern in PATTERNS:
            start = pattern.index("{")
            edit = ReleasedEdit(start, start + 5, start, start + len(name), "NAME", name)
            messages.append(ReleasedMessage(pattern.format(name), [edit]))
        if number % 4 == 0:
            text = "the book was by Priya"
            messages.append(ReleasedMessage(text, [], None, (), [(16, 21)]))
        dialogues.append(dialogue(*messages))
    return dialogues
