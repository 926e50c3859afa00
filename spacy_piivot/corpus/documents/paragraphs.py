"""Joins the lines of a printed page where a sentence goes on, so that names are found whole."""

from ..pieces import Piece
from ..transcripts.layout import Placed
from ..transcripts.lines import Line, split_lines

# A line that is shorter, compared with the longest lines, ends a paragraph.
_FULL = 0.6
_LONGEST_SHARE = 0.9
_FEWEST_CHARACTERS = 30
_HYPHEN = "-"


def joined_lines(text: str) -> list[Placed]:
    """The pieces of a text with printed lines.

    text (str): The text.
    RETURNS (list[Placed]): Its lines. Where a line is full, a space stands for its end; nothing
        stands for it after a hyphen, nor for the hyphen if it divides a word.
    """
    lines = split_lines(text)
    lengths = sorted(len(line.text) for line in lines if not line.is_blank)
    longest = lengths[int((len(lengths) - 1) * _LONGEST_SHARE)] if lengths else 0
    full = max(longest * _FULL, _FEWEST_CHARACTERS)
    pieces: list[Placed] = []
    for number, line in enumerate(lines):
        end = line.end
        following = lines[number + 1] if number + 1 < len(lines) else None
        break_text = _break(line, following, full)
        if break_text == "" and following is not None and following.text[0].islower():
            end -= 1  # the hyphen
        if line.start < end:
            pieces.append(Placed(Piece(text[line.start : end]), line.start, end))
        if end < line.next:
            between = text[end : line.next] if break_text is None else break_text
            breaks = Piece(between, True)
            pieces.append(Placed(breaks, end, line.next, removable=break_text is not None))
    return pieces


def _break(line: Line, following: Line | None, full: float) -> str | None:
    """What stands for the end of a line; None for the end itself."""
    if following is None or line.is_blank or following.is_blank:
        return None
    words = line.text
    divided = len(words) > 1 and words[-1] == _HYPHEN and words[-2].isalpha()
    if divided and following.text[0].isalpha():
        return ""
    return " " if len(line.text) >= full else None
