import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.corpus.pieces import Piece, Replacement, one_edit, released_pieces

BREAK = Piece(" ", True)


@pytest.mark.parametrize(
    ("pieces", "edits", "released"),
    [
        ([Piece("Hi Maya.")], [(3, 7, "Elena")], ["Hi Elena."]),
        # A name over two runs.
        ([Piece("Hi Ma"), Piece("ya.")], [(3, 7, "Elena")], ["Hi Elena", "."]),
        ([Piece("M"), Piece("ay"), Piece("a!")], [(0, 4, "Elena")], ["Elena", "", "!"]),
        # A name over two lines goes back on two lines.
        (
            [Piece("ask Maya"), BREAK, Piece("Dent now")],
            [(4, 13, "Elena Ruiz")],
            ["ask Elena", " ", "Ruiz now"],
        ),
        # A surrogate that cannot be cut takes the break away.
        (
            [Piece("ask Maya"), BREAK, Piece("Dent now")],
            [(4, 13, "Elena")],
            ["ask Elena", None, " now"],
        ),
        (
            [Piece("a b"), BREAK, Piece("c"), BREAK, Piece("d")],
            [(2, 7, "x y z")],
            ["a x", " ", "y", " ", "z"],
        ),
        ([Piece("a"), BREAK, Piece("b")], [(0, 1, "x"), (2, 3, "y")], ["x", " ", "y"]),
        # The edit covers a break at its edge.
        ([Piece("a"), BREAK, Piece("b")], [(0, 2, "x")], ["x", " ", "b"]),
        ([Piece("a"), BREAK, Piece("b")], [(1, 3, "y")], ["a", " ", "y"]),
        # A word that is broken at a line's end.
        ([Piece("Ragha"), Piece("", True), Piece("van x")], [(0, 8, "Tandon")],
         ["Tandon", None, " x"]),
        ([Piece("Ragha"), Piece("", True), Piece("van x")], [(9, 10, "y")],
         ["Ragha", "", "van y"]),
        ([], [], []),
    ],
)  # fmt: skip
def test_a_surrogate_goes_where_its_original_stood(
    pieces: list[Piece], edits: list[tuple[int, int, str]], released: list[str | None]
) -> None:
    assert released_pieces(pieces, [Replacement(*edit) for edit in edits]) == released


words = st.text("ab \n", max_size=6)
texts = words.map(Piece)
breaks = st.sampled_from([" ", "\n", ""]).map(lambda text: Piece(text, True))


@given(
    st.lists(texts | breaks, max_size=8),
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9), st.text("XY ", max_size=5)),
             max_size=4),
)  # fmt: skip
def test_all_pieces_together_are_the_released_text(
    pieces: list[Piece], drawn: list[tuple[int, int, str]]
) -> None:
    text = "".join(piece.text for piece in pieces)
    edits: list[Replacement] = []
    for start, length, new in sorted(drawn):
        after = edits[-1].end if edits else 0
        if after <= start < min(start + length, len(text)):
            edits.append(Replacement(start, min(start + length, len(text)), new))
    expected = text
    for start, end, new in reversed(edits):
        expected = expected[:start] + new + expected[end:]
    written = released_pieces(pieces, edits)
    assert len(written) == len(pieces)
    # A break at the edge of an edit stays.
    assert "".join("".join(filter(None, written)).split()) == "".join(expected.split())
    if not edits:
        assert written == [piece.text for piece in pieces]


@given(words, words)
def test_one_edit_turns_one_text_into_the_other(before: str, after: str) -> None:
    edits = one_edit(before, after)
    changed = before
    for start, end, new in edits:
        changed = before[:start] + new + before[end:]
    assert changed == after
    assert bool(edits) == (before != after)
