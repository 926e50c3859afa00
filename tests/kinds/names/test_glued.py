import pytest

from spacy_piivot.kinds.names.glued import find_glued, taken_apart
from spacy_piivot.kinds.names.parsing import parse_name
from spacy_piivot.lang import ENGLISH


@pytest.mark.parametrize(
    ("name", "word", "pieces"),
    [
        ("Mary Ann", "MaryAnn", ["Mary", "Ann"]),
        ("Mary Ann Lee", "maryann", ["mary", "ann"]),
        ("Mary-Ann", "Maryann", ["Mary", "ann"]),
        ("Jean Luc", "JEANLUC", ["JEAN", "LUC"]),
        ("Carlos De La Cruz", "Delacruz", ["Cruz"]),
        ("De Shawn", "DeShawn", ["Shawn"]),
        ("Mary Smith", "marysmith", ["mary", "smith"]),
        ("Fatima Al-Hassan", "alhassan", ["hassan"]),
        ("Ji-Woo Park", "Jiwoo", ["Ji", "woo"]),
        ("Mc Donald", "McDonald", ["Donald"]),
        ("Sarah Jane Moody", "sarahjanemoody", ["sarah", "jane", "moody"]),
        # Words that only look glued.
        ("Ed Ward", "Edward", ["Edward"]),
        ("Max Well", "Maxwell", ["Maxwell"]),
        ("Carl Son", "Carlson", ["Carlson"]),
        ("Al Ma", "Alma", ["Alma"]),
        ("Mary Smith", "Maryann", ["Maryann"]),
        ("Mary, Ann and Joe", "Annjoe", ["Annjoe"]),
    ],
)
def test_a_word_is_taken_apart_if_the_dialogue_has_its_parts(
    name: str, word: str, pieces: list[str]
) -> None:
    glued = find_glued([parse_name(name, ENGLISH)], ENGLISH)
    [part] = parse_name(word, ENGLISH)
    found = taken_apart(part, glued)
    assert [piece.text for piece in found] == pieces
    assert "".join(word[piece.start : piece.end] for piece in found) == word


def test_what_the_parts_are_depends_on_no_order() -> None:
    names = [parse_name(name, ENGLISH) for name in ("Xav Ierson", "Xavi Erson", "Mary Ann")]
    assert find_glued(names, ENGLISH) == find_glued(names[::-1], ENGLISH)
