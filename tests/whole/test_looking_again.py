"""The second look together with other rules: placeholders and initials."""

import pytest
from spacy.language import Language

from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import get_candidates


def names(nlp: Language, *texts: str) -> list[str]:
    turns = [Message(("tutor", "student")[number % 2], text) for number, text in enumerate(texts)]
    doc = nlp(dialogue_to_doc(Dialogue("d1", turns), nlp))
    text = doc.text
    return [one.cut(text) for one in get_candidates(doc) if one.label == "NAME"]


@pytest.mark.parametrize("said", ["good job SN", "SS said five", "what do you think, SN?"])
def test_a_faint_name_that_is_a_role_code_stays_one(default_nlp: Language, said: str) -> None:
    assert names(default_nlp, "ok", said, "yes") == []


def test_the_initial_of_somebody_known_is_not_refused(default_nlp: Language) -> None:
    found = names(default_nlp, "Hi Ngozi, ready?", "yes", "I agree with N. here")
    assert found == ["Ngozi", "N"]
