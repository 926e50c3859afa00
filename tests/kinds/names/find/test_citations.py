import pytest

from spacy_piivot.kinds.names.find.citations import Citations
from spacy_piivot.lang import ENGLISH

CITATIONS = Citations(ENGLISH)


@pytest.mark.parametrize(
    "after",
    [
        " (2011) wrote",
        ", 2011)",
        " 2011; Diaz",
        " & Park (1998a)",
        ", Diaz, & Okoro, 2009)",
        " et al. say",
        "’s (1871) book",
    ],
)
def test_a_text_cites_a_name_with_a_year_or_others(after: str) -> None:
    assert CITATIONS.after.match(f"Lee{after}", 3)


@pytest.mark.parametrize(
    "after", [" (1931-2019) was", " (my coach)", ", 14, is", " helped in 2011", " and Ana (2)", ""]
)
def test_other_numbers_and_brackets_cite_nobody(after: str) -> None:
    assert not CITATIONS.after.match(f"Lee{after}", 3)


@pytest.mark.parametrize(
    ("before", "titled", "close"),
    [
        ("I asked Mrs. ", True, False),
        ("I asked my classmate ", True, True),
        ("with our neighbour ", True, True),
        ("Mrs. Park and ", False, False),
        ("my classmate reads ", False, False),
        ("", False, False),
    ],
)
def test_titles_and_relatives_stand_right_before_a_name(
    before: str, titled: bool, close: bool
) -> None:
    text = f"{before}Lee"
    found = CITATIONS.is_titled(text, len(before)), CITATIONS.is_close(text, len(before))
    assert found == (titled, close)


def test_some_sources_are_persons() -> None:
    for line in ("Lee, S. Personal interview. 3 May", "S. Lee, tel. 0722", "Letter to S. Lee"):
        assert CITATIONS.personal.search(line)
    assert not CITATIONS.personal.search("Lee, S. (2011). Interviewing. Harbour Press.")
