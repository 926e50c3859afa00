import json
import pickle
from pathlib import Path
from typing import Any

import numpy
import pytest
from shared_pipelines import blank_english

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.errors import InputError
from spacy_piivot.kinds.names.find.features import FEATURES, DialogueFeatures, Possible
from spacy_piivot.kinds.names.find.positions import Messages
from spacy_piivot.kinds.names.find.second_look import SecondLook, make_second_look, read_trees
from spacy_piivot.kinds.names.find.token_scores import set_token_scores, take_token_scores

NLP = blank_english()


def dialogue(*texts: str, names: dict[str, float] | None = None) -> DialogueFeatures:
    """A dialogue with these probabilities for its words; 0 for the others."""
    doc = dialogue_to_doc(Dialogue("d", [Message("S", text) for text in texts]), NLP)
    values = numpy.asarray([(names or {}).get(token.text, 0.0) for token in doc])
    set_token_scores(doc, "tagger", values, values)
    scores = take_token_scores(doc)
    assert scores is not None
    return DialogueFeatures(doc.text, Messages(doc, doc.text), scores)


def features(place: DialogueFeatures, word: str, nth: int = 0) -> dict[str, float]:
    start = -1
    for _ in range(nth + 1):
        start = place.text.index(word, start + 1)
    (row,) = place.features([Possible(start, start + len(word))])
    return dict(zip(FEATURES, row.tolist(), strict=True))


def believed(word: str, *texts: str, score: float, nth: int = 0) -> float:
    place = dialogue(*texts, names={word: score})
    start = -1
    for _ in range(nth + 1):
        start = place.text.index(word, start + 1)
    (probability,) = make_second_look()(place, [Possible(start, start + len(word))])
    return probability


def trees(**changes: Any) -> dict[str, Any]:
    tree = {
        "feature": [1, -1, -1],
        "limit": [0.5, -2.0, 3.0],
        "left": [1, 0, 0],
        "right": [2, 0, 0],
    }
    stump = {"feature": [-1], "limit": [0.25], "left": [0], "right": [0]}
    return {"features": list(FEATURES), "prior": 0.5, "trees": [tree, stump]} | changes


def test_every_row_goes_down_every_tree() -> None:
    rows = numpy.zeros((2, len(FEATURES)), "float32")
    rows[1, 1] = 0.6
    odds = numpy.asarray([0.5 - 2.0 + 0.25, 0.5 + 3.0 + 0.25])
    assert read_trees(trees()).probabilities(rows) == pytest.approx(1 / (1 + numpy.exp(-odds)))


def test_trees_with_other_features_raise_an_error(tmp_path: Path) -> None:
    path = tmp_path / "trees.json"
    path.write_text(json.dumps(trees(features=["something"])))
    place = dialogue("ask Ilka", names={"Ilka": 0.5})
    with pytest.raises(InputError, match="Train it again"):
        SecondLook(0.2, 0.2, 0.1, str(path))(place, [Possible(4, 8)])


def test_it_can_be_pickled_after_use() -> None:
    look = make_second_look(least=0.1)
    place, possible = dialogue("ask Ilka", names={"Ilka": 0.5}), [Possible(4, 8)]
    before = look(place, possible)
    copy = pickle.loads(pickle.dumps(look))
    assert copy.least == 0.1
    assert copy(place, possible) == before


def test_a_rating_does_not_depend_on_what_is_rated_with_it() -> None:
    place = dialogue(
        "ask Ilka. Oko for Bala", "Ilka.", names={"Ilka": 0.5, "Oko": 0.3, "Bala": 0.9}
    )
    possible = [Possible(4, 8), Possible(10, 13), Possible(18, 22), Possible(23, 27)]
    look = make_second_look()
    assert look(place, possible) == [look(place, [one])[0] for one in possible]
    assert look(place, []) == []


def test_features_describe_the_spelling() -> None:
    place = dialogue("Triangel", "La la la", "okaaay", "B-e-e-p", "Brrt")
    assert features(place, "Triangel")["misspelt_word"] == 1
    assert features(place, "La la la")["repeated_syllables"] == 1
    assert features(place, "okaaay")["stretched_word"] == 1
    assert features(place, "B-e-e-p")["spelled_out"] == 1
    assert features(place, "Brrt")["without_vowels"] == 1
    assert features(dialogue("Maria"), "Maria")["misspelt_word"] == 0


def test_features_describe_the_context() -> None:
    place = dialogue("How do you spell oblong?", "Ms. Koski, what is it?", "so Vu said 5")
    assert features(place, "oblong")["of_words_before"] == 1
    assert features(place, "Koski")["title_before"] == 1
    assert features(place, "Koski")["comma_after"] == 1
    assert features(place, "Vu")["person_verb_after"] == 1
    assert features(place, "Vu")["capital_inside"] == 1


def test_all_mentions_of_a_word_are_pooled() -> None:
    place = dialogue(
        "Oblong.", "an oblong", "the oblong's side", names={"Oblong": 0.9, "oblong": 0.1}
    )
    seen = features(place, "Oblong")
    assert seen["pooled_mean"] == pytest.approx((0.9 + 0.1 + 0.1) / 3, abs=1e-3)
    assert seen["pooled_most"] == pytest.approx(0.9)
    assert seen["lower_share"] == pytest.approx(2 / 3)
    assert seen["alone_share"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("word", "texts"),
    [
        ("Plethora", ("Today's word is plethora.", "Plethora.", "What does plethora mean?")),
        ("Slowe", ("It was going down.", "Slowe.", "Yes.")),
        ("Ecuation", ("What do we call it?", "Ecuation", "Good.")),
        ("Ha-ha", ("Ha-ha.", "Okay, twelve.")),
        ("Er", ("Er", "five")),
        ("SS", ("What is it, SS?", "SS: Yes.", "SS: Four.", "Right, SS?")),
    ],
)
def test_half_sure_false_names_are_rejected(word: str, texts: tuple[str, ...]) -> None:
    assert believed(word, *texts, score=0.6) < 0.2


@pytest.mark.parametrize(
    ("word", "texts"),
    [
        ("kwame", ("ok", "thanks kwame", "bye")),
        ("Vu", ("What is it?", "my name is Vu", "ok")),
        ("Koski", ("Good morning.", "This is Ms. Koski, your teacher.", "hi")),
    ],
)
def test_names_are_accepted_though_the_tagger_was_unsure(word: str, texts: tuple[str, ...]) -> None:
    assert believed(word, *texts, score=0.35) >= 0.2


def test_a_message_is_read_once_for_what_it_is_about(monkeypatch: pytest.MonkeyPatch) -> None:
    place = dialogue("how do you spell Zorblatt")
    assert place.is_about_words(0)
    monkeypatch.setattr("spacy_piivot.kinds.names.find.evidence.MessageWords.word", None)
    assert place.is_about_words(17)
