from pathlib import Path

import pytest

from spacy_piivot.kinds.dates.grammar import DateGrammar
from spacy_piivot.lang import ENGLISH, make_lexicon


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Monday, May 3rd, 2012", "month day year"),
        ("the fifth of June '09", "day month year2"),
        ("2012-05-03T10:00", "year month day"),
        ("2012-13", "year next year2"),
        ("May twenty twelve", "month year"),
        ("May twenty nineteen ninety", "month day year"),
        ("the early 1990s", "decade"),
        ("summer of 2012", "time year"),
        ("2 de mayo", "day month"),
        ("five apples", ""),
        ("3.14", ""),
    ],
)
def test_a_date_has_its_parts_in_order(text: str, kinds: str) -> None:
    found = ENGLISH.part(DateGrammar).parts(text, day_first=False)
    assert " ".join(slot.kind for slot in found) == kinds


def test_a_month_is_known_in_the_language_that_writes_it_so() -> None:
    grammar = ENGLISH.part(DateGrammar)
    months = ("April", "sept", "febuary", "mai", "Mai", "MAYO", "mays")
    assert [grammar.month(name)[0] for name in months] == [4, 9, 2, 5, 5, 5, 0]
    first = [names[0] for name in months if (names := grammar.month(name)[1])]
    assert first == ["january", "jan", "january", "janvier", "Januar", "enero"]


@pytest.mark.parametrize(
    ("month", "january"),
    [
        ("Agustus", "Januari"), ("Desember", "Januari"), ("Maret", "Januari"), ("Mei", "Januari"),
        ("mei", "januari"), ("juni", "januari"), ("oktober", "januari"), ("juli", "januari"),
        ("März", "Januar"), ("Dezember", "Januar"), ("dezembro", "janeiro"), ("märz", "Januar"),
    ],
)  # fmt: skip
def test_small_letters_show_a_language_that_writes_its_months_so(month: str, january: str) -> None:
    assert ENGLISH.part(DateGrammar).month(month)[1][0] == january


def test_every_language_has_twelve_months() -> None:
    rows = ENGLISH.table("dates.months_elsewhere")
    assert {len(set(row)) for row in rows.values()} == {12}
    assert set(ENGLISH.table("dates.misspelt_months").values()) <= {
        *ENGLISH.words("calendar.months")
    }


def test_a_pack_without_words_reads_numbers_day_first(tmp_path: Path) -> None:
    grammar = make_lexicon("xx", str(tmp_path)).part(DateGrammar)
    assert grammar.is_day_first
    assert [slot.kind for slot in grammar.parts("3/4/2012", day_first=True)] == [
        "day", "month", "year"
    ]  # fmt: skip
    assert grammar.parts("May 5", day_first=True) == []
