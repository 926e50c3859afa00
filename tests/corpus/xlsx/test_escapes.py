from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.corpus.xlsx.escapes import escape, unescape


@pytest.mark.parametrize(
    ("xml", "text"),
    [
        ("plain", "plain"),
        ("a_x000D_\nb", "a\r\nb"),
        ("_x005F_x000D_", "_x000D_"),
        ("_x005f_x005f_", "_x005f_"),
        ("_x0007_", "\a"),
        ("_xD83D__xDE00_", "😀"),
        ("_x000G_ _x00_ x000D_", "_x000G_ _x00_ x000D_"),
        ("_x000D_x000D_", "\rx000D_"),
    ],
)
def test_escapes_are_read(xml: str, text: str) -> None:
    assert unescape(xml) == text


def test_half_of_a_pair_stays_and_is_refused_later() -> None:
    assert unescape("_xD83D_") == "\ud83d"


@given(st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("_x0D\r\n\t<&>")))
def test_every_text_comes_back_through_xml(text: str) -> None:
    element = ElementTree.fromstring(f"<t>{escape(text)}</t>")
    assert unescape(element.text or "") == text
