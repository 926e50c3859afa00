from spacy_piivot.evaluation.attack.outliers import outlier_attack
from spacy_piivot.evaluation.attack.released import ReleasedDialogue, ReleasedMessage


def dialogue(*messages: ReleasedMessage) -> ReleasedDialogue:
    return ReleasedDialogue("d", messages)


def test_the_name_that_stands_once_beside_others_that_repeat_is_an_outlier() -> None:
    texts = ["hi Emily", "ok Emily", "bye Priya"]
    leaks = [(), (), [(4, 9)]]
    one = dialogue(*(ReleasedMessage(t, leaks=own) for t, own in zip(texts, leaks, strict=True)))
    alone = dialogue(ReleasedMessage("hi Emily"), ReleasedMessage("bye Priya"))
    found = outlier_attack([one, alone], known=True)
    assert (found.flagged, found.found) == (1, 1)
