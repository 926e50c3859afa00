import pytest

from spacy_piivot.corpus.documents.paragraphs import joined_lines

LONG = "this is a line of a printed page that is as long as the others"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        (f"{LONG}\nand Priya", f"{LONG} and Priya"),
        (f"{LONG} Priya\nRaghavan and\n{LONG}", f"{LONG} Priya Raghavan and\n{LONG}"),
        (f"{LONG} Ragha-\nvan is", f"{LONG} Raghavan is"),
        ("Ragha-\nvan", "Raghavan"),
        (f"{LONG} Smith-\nJones", f"{LONG} Smith-Jones"),
        # Numbers, short lines and blank ones.
        (f"{LONG} 6-\n8", f"{LONG} 6- 8"),
        ("Maya Dent\nMrs. Ito\nPeriod 3\n\n" + LONG, "Maya Dent\nMrs. Ito\nPeriod 3\n\n" + LONG),
        (f"{LONG}\n\n{LONG}\n", f"{LONG}\n\n{LONG}\n"),
        ("", ""),
    ],
)
def test_full_lines_go_on(text: str, seen: str) -> None:
    pieces = joined_lines(text)
    assert "".join(placed.piece.text for placed in pieces) == seen
    # All of the text is in one of them.
    places = [(placed.start, placed.end) for placed in pieces]
    assert [start for start, _ in places] == [0, *(end for _, end in places)][: len(places)]
    assert "".join(text[start:end] for start, end in places) == text
