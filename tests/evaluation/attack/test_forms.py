import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.evaluation.attack.forms import date_parts, keeps_form, phone_plans


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("22/08/2012", {"year", "month", "day"}), ("8/22", {"month", "day"}),
        ("13/6", {"month", "day"}), ("29 feb", {"month", "day"}),
        ("Aug 30 2002", {"year", "month", "day"}), ("1st april '11", {"year", "month", "day"}),
        ("May 2003", {"year", "month"}), ("March", {"month"}), ("2007", {"year"}),
        ("Tuesday", set()), ("31 Jan", {"month", "day"}),
    ],
)  # fmt: skip
def test_a_date_names_its_parts(text: str, parts: set[str]) -> None:
    assert date_parts(text) == parts


@pytest.mark.parametrize(
    "text", ["June 99, 2012", "31/13/2012", "30 feb", "hello", "the tenth of June", "", "1" * 400]
)
def test_what_no_calendar_has_is_no_date(text: str) -> None:
    assert date_parts(text) is None


@given(st.text(max_size=30) | st.text("0123456789/-.: apmTZ+janfeb", max_size=20))
def test_anything_may_be_asked(text: str) -> None:
    date_parts(text)
    phone_plans(text)


def test_a_date_keeps_its_parts() -> None:
    assert keeps_form("DATE", "May 5, 2012", "June 9, 2011")
    assert not keeps_form("DATE", "May 5, 2012", "June 9")
    assert keeps_form("DATE", "the day after", "June 9") is None


def test_a_telephone_number_keeps_its_country_kind_and_notation() -> None:
    assert keeps_form("PHONE_NUMBER", "(612) 555-4823", "(614) 555-9921")
    assert keeps_form("PHONE_NUMBER", "+44 7400 123456", "+44 7400 654321")
    assert not keeps_form("PHONE_NUMBER", "+44 7400 123456", "+44 2079 123456")
    assert not keeps_form("PHONE_NUMBER", "(612) 555-4823", "614-555-9921")
    assert keeps_form("PHONE_NUMBER", "six one two", "six one four") is None


def test_without_dateutil_dates_are_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "dateutil"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "dateutil", None)
    assert keeps_form("DATE", "May 5, 2012", "June 9, 2011") is None
    assert keeps_form("URL", "b.org/x", "d.org/y")
