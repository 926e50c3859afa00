from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.corpus.pieces import Piece
from spacy_piivot.corpus.transcripts.exports import HEADERS, parse_export
from spacy_piivot.corpus.transcripts.layout import Layout, Placed, Turn, replaced
from spacy_piivot.corpus.transcripts.srt import parse_srt
from spacy_piivot.corpus.transcripts.webvtt import parse_webvtt

NAME = "Zorblatt"
CUE = "00:00:01.000 --> 00:00:02.000"
PARSERS: dict[str, Callable[[str], Layout]] = {
    "vtt": lambda text: parse_webvtt(f"WEBVTT{text}"),
    "srt": parse_srt,
    **{kind: partial(parse_export, kind=kind) for kind in HEADERS},
}
# What transcripts are made of, and a name in any place.
PARTS = st.sampled_from(
    [
        NAME, NAME, "\n", "\n", "\n\n", "\r\n", " ", "\t", ":", ": ", "a b", ".", "<", ">", "</v>",
        "<v ", f"<v {NAME}>", "<v.x Ada>", "<c.", "<i>", "<i ", "<lang en>", "<00:01.000>", "&amp;",
        "&#90;", "{\\an8}", "NOTE", "STYLE", "REGION", f"\n\n{CUE}", f"\n{CUE}", f"\n{CUE} line:0%",
        " align:", " region:", "-->", "\n\n1\n", "Kind: ", "00:00:01,000 --> 00:00:02,000\n",
        "10:02:33 From ", " to ", " (Direct Message)", "\n[", "] 10:02:33\n", "  0:03\n",
        "0:0:3.2 --> 0:0:5.6\n", "[00:12] ", " (00:12):", "- ", ">> ", "12", "\u2028", "\ufeff",
    ]
)  # fmt: skip


@pytest.mark.parametrize("kind", PARSERS)
@given(parts=st.lists(PARTS, max_size=30))
def test_no_place_is_kept_from_the_detectors(kind: str, parts: list[str]) -> None:
    layout = PARSERS[kind]("".join(parts))
    told = [{"speaker": turn.speaker, "text": turn.text} for turn in layout.turns]
    # What is not dropped comes back.
    dropped = [*sorted(layout.dropped), (len(layout.text), 0)]
    kept = "".join(
        layout.text[end:start]
        for (_, end), (start, _) in zip([(0, 0), *dropped[:-1]], dropped, strict=True)
    )
    assert replaced(layout.text, layout.replacements(told)) == kept
    # If all that detectors see is replaced, no name is left.
    hidden = [
        {"speaker": "x", "pieces": [placed.piece.text if placed.piece.breaks else "x"
                                    for placed in turn.pieces]}
        for turn in layout.turns
    ]  # fmt: skip
    assert NAME not in replaced(layout.text, layout.replacements(hidden))


def test_a_text_without_pieces_is_one_edit() -> None:
    layout = Layout("ab cd", "", [Turn()])
    layout.turns[0].pieces = [
        Placed(Piece("ab"), 0, 2),
        Placed(Piece(" ", True), 2, 3, removable=True),
        Placed(Piece("cd"), 3, 5),
    ]
    (change,) = layout.replacements([{"speaker": "", "text": "ab xd"}])
    assert change == (3, 5, "xd")
