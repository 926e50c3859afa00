import numpy
import pytest
from spacy.language import Language

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import get_candidates
from spacy_piivot.kinds.names.find.unknown_words import in_name_list, joint_odds


def names(nlp: Language, *texts: str) -> list[str]:
    turns = [Message(("tutor", "student")[number % 2], text) for number, text in enumerate(texts)]
    doc = nlp(dialogue_to_doc(Dialogue("d1", turns), nlp))
    return [one.cut(doc.text) for one in get_candidates(doc) if one.label == "NAME"]


@pytest.mark.parametrize("name", ["abena", "kofi", "chidi", "tatanka", "owain", "yolotl"])
def test_a_name_on_no_list_stays_one_between_emoji(default_nlp: Language, name: str) -> None:
    texts = [f"{name}😊", f"😊{name}", f"{name} 🎉", f"lol {name}😂😂"]
    assert names(default_nlp, *texts) == [name] * 4


def test_names_in_a_list_stay(default_nlp: Language) -> None:
    texts = ["Table groups: Khoa, Thuy, Nhi; Bao, Dieu", "khoa"]
    assert names(default_nlp, *texts) == ["Khoa", "Thuy", "Nhi", "Bao", "Dieu", "khoa"]
    assert names(default_nlp, "Kofi 😊 Ama", "Kofi ❤ Ama") == ["Kofi", "Ama"] * 2


@pytest.mark.parametrize(
    "texts",
    [
        ("pepole go", "pepole"),
        ("ha ha ha", "Haha"),
        ("Our word of the day is mirage.", "mirage!", "Everybody: mirage."),
        ("It was toogether", "Wait, toogether."),
    ],
)
def test_words_and_sounds_are_still_rejected(default_nlp: Language, texts: list[str]) -> None:
    assert names(default_nlp, *texts) == []


def test_the_odds_of_tagger_and_second_look_are_multiplied() -> None:
    odds = joint_odds(numpy.asarray([0.5, 0.2]), numpy.asarray([0.9, 0.9], "float32"))
    assert odds == pytest.approx([81, 81 / 4], rel=1e-4)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ama, Efua", [True, True]),
        ("Ama and Efua", [True, True]),
        ("Ama, Weno", [True, True]),
        ("Ama. Efua", [True, False]),
        ("Ama\nEfua", [True, False]),
        ("Ama, efua", [True, False]),
        ("Ama, EFUA", [True, False]),
    ],
)
def test_the_names_of_a_list_are_in_the_same_case(text: str, found: list[bool]) -> None:
    places = [(0, 3), (len(text) - 4, len(text))]
    assert in_name_list(text, places, [True, False], [True, True]) == found
    assert in_name_list(text, places, [True, False], [True, False]) == [True, False]
