"""Money, examinations, telephone numbers and web addresses show the country of a dialogue."""

import pytest

from spacy_piivot.kinds.places.country_signs import CountrySigns
from spacy_piivot.lang import ENGLISH


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("Ana and Tom share £84 in the ratio 5:2", "GB"),
        ("ring (0116) 496 0 210 after six", "GB"),
        ("my aunt, 01632 96 01 14", "GB"),
        ("07700 900 447 is my mum", "GB"),
        ("text (+44) 07700 900 447", "GB"),
        ("simu ya baba +255 760 555 041", "TZ"),
        ("+27821234567", "ZA"),
        ("a kilo is ₹40 and I have ₹200", "IN"),
        ("sent from maths@hillview.ac.ke", "KE"),
        ("https://clipboardclass.co.uk/r/8", "GB"),
        ("we moved to Lincolnshire for her GCSEs", "GB"),
        ("£5, but call me on +44 7700 900123 or +1 212 555 0147", "GB"),
    ],
)
def test_signs_show_a_country(text: str, country: str) -> None:
    shown = ENGLISH.part(CountrySigns).shown(text)
    assert shown.most_common(1)[0][0] == country


@pytest.mark.parametrize(
    "text",
    [
        "",
        "call 212-555-0147 or (212) 555-0147",
        "x +254 7 = 300, and +27 8 is 35",
        "0.7512 + 0.0123 = 0.7635",
        "look at example.com/co/uk",
        "12 345 678 901 234",
        "the number is 0 1 2 3 4 5 6 7 8 9 10",
    ],
)
def test_mathematics_shows_none(text: str) -> None:
    assert not ENGLISH.part(CountrySigns).shown(text)
