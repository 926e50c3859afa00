import pytest

from spacy_piivot.kinds.names.find.evidence import MessageWords
from spacy_piivot.kinds.names.find.terms import is_term


def term(text: str, name: str) -> bool:
    start = text.index(name)
    return is_term(MessageWords(text), start, start + len(name))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Sigma and Delta are greek letters", "Delta"),
        ("Max is 12, Min is 3", "Max"),
        ("the Norm of it", "Norm"),
        ("Tan is opposite, Cos adjacent", "Tan"),
        ("the Stem and the Leaf", "Stem"),
        ("look at angle JKL", "JKL"),
        ("so Ray EF is longer", "Ray"),
        ("Case B next", "Case"),
        ("Rod G and Rod H", "Rod"),
        ("a Cartesian plane", "Cartesian"),
        ("use Roman numerals", "Roman"),
        ("on St. Patrick's day", "Patrick"),
        ("off on Martin Luther King Day", "Martin Luther King"),
        ("by Valentine’s", "Valentine"),
        ("the jack of hearts", "jack"),
        ("Jack up the price", "Jack"),
        ("I take AP Calc", "Calc"),
        ("the White rod and the Brown one", "White"),
    ],
)
def test_terms_are_not_names(text: str, name: str) -> None:
    assert term(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Max has 5 apples and Min has 3", "Max"),
        ("Min and Max have 3 cats", "Min"),
        ("Max, can you say the min?", "Max"),
        ("Delta said ten", "Delta"),
        ("Delta Burke is here", "Delta Burke"),
        ("Ray thinks so. Ray A. too", "Ray"),
        ("Rod goes first", "Rod"),
        ("Patrick's day was long", "Patrick"),
        ("Jack has a heart", "Jack"),
        ("Violet has red candies", "Violet"),
        ("White, can you read?", "White"),
        ("Martin Luther King wrote", "Martin Luther King"),
        ("point A, Ilka", "Ilka"),
    ],
)
def test_names_that_look_like_terms_stay(text: str, name: str) -> None:
    assert not term(text, name)
