"""Labels look different, also without colour."""

from spacy_piivot.core.labels import CANONICAL
from spacy_piivot.pages.colours import COLOURS, LINES, label_styles


def test_no_two_labels_look_the_same() -> None:
    rules = label_styles().splitlines()
    assert [rule.split()[0] for rule in rules] == [f".l-{label}" for label in CANONICAL]
    looks = [rule.partition("{")[2] for rule in rules]
    assert len(set(looks)) == len(looks) <= len(COLOURS) * len(LINES)


def test_a_new_label_gets_a_look() -> None:
    assert ".l-PET { --label: #d55e00" in label_styles([*"ABCDE", "PET"])
