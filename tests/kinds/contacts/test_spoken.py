import pytest

from spacy_piivot.kinds.contacts.spoken import SpokenSigns
from spacy_piivot.lang import ENGLISH

SIGNS = ENGLISH.part(SpokenSigns)


@pytest.mark.parametrize(
    ("spoken", "written"),
    [
        ("my-school dot org slash maths", "my-school.org/maths"),
        ("http colon slash slash a dot b", "http://a.b"),
        ("a underscore b dot com", "a_b.com"),
        ("a dash b dot com", "a-b.com"),
        ("A Dot Com", "A.Com"),
        ("a full stop com forward slash b", "a.com/b"),
        ("a ponto com", "a.com"),
    ],
)
def test_a_spoken_address_is_written_with_signs_and_back(spoken: str, written: str) -> None:
    read = SIGNS.read(spoken)
    assert read
    assert read.written == written
    assert read.speak(written) == spoken


@pytest.mark.parametrize("text", ["example.org/dot", "dotty.com", "polka-dot.com", "slashdot.org"])
def test_a_sign_inside_a_word_is_not_spoken(text: str) -> None:
    assert SIGNS.read(text) is None
