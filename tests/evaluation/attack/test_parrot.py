from spacy_piivot.evaluation.attack.parrot import LABEL, parrot_attack, train_tagger
from spacy_piivot.evaluation.attack.released import (
    Edit,
    ReleasedDialogue,
    ReleasedMessage,
)


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
            edit = Edit(start, start + 5, start, start + len(name), "NAME", name)
            messages.append(ReleasedMessage(pattern.format(name), [edit]))
        if number % 4 == 0:
            text = "the book was by Priya"
            messages.append(ReleasedMessage(text, [], None, (), [(16, 21)]))
        dialogues.append(dialogue(*messages))
    return dialogues


def test_the_parrot_flags_what_it_has_not_learnt_to_tag() -> None:
    found = parrot_attack(corpus(), known=True, epochs=6)
    assert found.leaks == 6
    assert found.found == 6
    assert found.precision is not None
    assert found.precision > 0.4
    assert parrot_attack(corpus(), known=True, epochs=6) == found


def test_a_tagger_learns_from_guesses_too() -> None:
    messages = [
        ReleasedMessage(pattern.format(name)) for name in SURROGATES for pattern in PATTERNS
    ]
    tagger = train_tagger(messages, epochs=6, seed=0)
    [ent] = tagger("good job Michelle!").ents
    assert (ent.text, ent.label_) == ("Michelle", LABEL)
    assert not train_tagger([], epochs=1, seed=0)("").ents
