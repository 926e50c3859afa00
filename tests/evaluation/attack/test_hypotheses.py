from spacy_piivot.evaluation.attack.hypotheses import judge
from spacy_piivot.evaluation.attack.released import ReleasedDialogue, ReleasedMessage


def dialogue(*messages: ReleasedMessage) -> ReleasedDialogue:
    return ReleasedDialogue("d", messages)


def test_hypotheses_are_judged_by_overlap() -> None:
    dialogues = [dialogue(ReleasedMessage("Anna Bell, Carl", leaks=[(0, 9), (11, 15)]))]
    found = judge([(0, 0, (0, 4)), (0, 0, (9, 11))], dialogues, known=True)
    assert (found.flagged, found.found, found.false_alarms, found.leaks) == (2, 1, 1, 2)
    assert (found.precision, found.recall) == (0.5, 0.5)
    assert judge([(0, 0, (0, 4))], dialogues, known=False).to_dict()["precision"] is None
