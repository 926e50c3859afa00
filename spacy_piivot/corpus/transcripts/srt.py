"""Reads SubRip subtitles (`.srt`)."""

import re

from .cues import Cues
from .layout import Layout, Turn
from .lines import Line, blocks, joined, split_lines

_TIME = r"\d{1,4}:\d{1,2}:\d{1,2}[,.]\d{1,3}"
_TIMING = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s+[XY][12]:\d+)*\s*")
_COUNT = re.compile(r"\s*\d{1,6}\s*")


def is_srt(text: str) -> bool:
    """Whether a text has the timing line of SRT among its first lines."""
    return any(_TIMING.fullmatch(line.text) for line in split_lines(text[:2000]))


def parse_srt(text: str) -> Layout:
    """The turns of a SubRip file.

    text (str): The file's text.
    RETURNS (Layout): Its turns. What is not in a cue is a message without a speaker.
    """
    layout = Layout(text, "SRT")
    parsed: list[tuple[list[Line], list[Line] | None]] = []
    for block in blocks(split_lines(text)):
        before: list[Line] = []
        texts: list[Line] | None = None
        for line in block:
            if _TIMING.fullmatch(line.text):
                # Without a blank line between, the counter of this cue ends the one before.
                count: list[Line] = []
                if texts and _COUNT.fullmatch(texts[-1].text):
                    count = [texts.pop()]
                if texts is not None:
                    parsed.append((before, texts))
                    before = count
                texts = []
            elif texts is None:
                before.append(line)
            else:
                texts.append(line)
        parsed.append((before, texts))
    cues = Cues(layout, [texts for _, texts in parsed if texts is not None], webvtt=False)
    for before, texts in parsed:
        # The line before the timing counts; all else is text.
        extra = before
        if texts is not None and before and _COUNT.fullmatch(before[-1].text):
            extra = before[:-1]
        if extra:
            cues.close()
            layout.turns.append(Turn(pieces=joined(extra)))
        if texts:
            cues.add(texts)
    return layout
