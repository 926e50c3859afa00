import pytest
from released import make_nlp, release

from spacy_piivot.core.folding import fold
from spacy_piivot.kinds.names.letter_patterns import are_isomorphs
from spacy_piivot.release.last_check import check_release


def text_of(messages: list[str], found: list[str]) -> str:
    doc = release(make_nlp(), messages, [(one, "NAME") for one in found])
    check_release(doc)
    return doc._.piivot_text


def test_the_letters_of_a_name_stay_true() -> None:
    text = text_of(["Anna has 2 n's, 4!/(2!2!) = 6"], ["Anna"])
    name = text.split()[0]
    assert are_isomorphs("anna", fold(name))
    assert text == f"{name} has 2 {name[1]}'s, 4!/(2!2!) = 6"


@pytest.mark.parametrize("written", ["A-M-B-E-R", "A M B E R", "A_M_B_E_R"])
def test_a_name_that_is_spelled_out_stays_spelled_out(written: str) -> None:
    text = text_of([f"{written}, so 5 letters, 5! = 120"], [written])
    letters = text.split(",")[0]
    assert letters[1::2] == written[1::2]
    assert are_isomorphs("amber", fold(letters[::2]))


def test_single_letters_follow_the_surrogate() -> None:
    text = text_of(["BELLA has 5 letters", "L appears twice, and B, E, A once"], ["BELLA"])
    name, rest = text.split(" has")
    assert are_isomorphs("bella", fold(name))
    assert f"{name[2]} appears twice, and {name[0]}, {name[1]}, {name[4]} once" in rest


def test_letters_of_algebra_stay() -> None:
    text = text_of(["Hi Max, use the letter x. You have 2 x's on the left"], ["Max"])
    assert text.endswith(", use the letter x. You have 2 x's on the left")
