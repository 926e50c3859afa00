"""Reads WebVTT. See W3C, "WebVTT: The Web Video Text Tracks Format", sections 3 and 4."""

import re
from collections.abc import Sequence

from .cues import Cues, webvtt_text
from .layout import Layout, Turn
from .lines import Line, blocks, joined, split_lines

_SIGNATURE = "WEBVTT"
_TIME = r"(?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}"
_TIMING = re.compile(rf"[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}(?P<settings>(?:[ \t].*)?)")
_SETTING = re.compile(r"[^\s:]+(?::\S*)?")
# A cue's id that only counts.
_COUNT = re.compile(r"\s*\d{1,6}\s*")
_KEPT_HEADER = re.compile(
    r"X-TIMESTAMP-MAP=(?:LOCAL:[\d:.]+,MPEGTS:\d+|MPEGTS:\d+,LOCAL:[\d:.]+)"
    r"|Kind:[ \t]*[a-z]{1,12}|Language:[ \t]*[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*",
)
# The settings of a cue, all of whose values are numbers or words of the format.
_SETTINGS = {
    "align": re.compile(r"[a-z]{3,6}"),
    "line": re.compile(r"-?[\d.]+%?(?:,[a-z]{3,6})?"),
    "position": re.compile(r"[\d.]+%?(?:,[a-z-]{4,10})?"),
    "size": re.compile(r"[\d.]+%?"),
    "vertical": re.compile(r"rl|lr"),
}
_STYLES = frozenset({"STYLE", "REGION"})
_NOTE = "NOTE"
# What is encoded in new texts may stand bare in the file, where it stays.
_MARKUP = re.compile(r"([<>&])")


def is_webvtt(text: str) -> bool:
    """Whether a text has the signature of WebVTT."""
    after = text[len(_SIGNATURE) : len(_SIGNATURE) + 1]
    return text.startswith(_SIGNATURE) and not after.strip()


def parse_webvtt(text: str) -> Layout:
    """The turns of a WebVTT file.

    Notes, the header's text and what the format does not know are messages without a speaker.

    text (str): The file's text, with the signature.
    RETURNS (Layout): Its turns. Ids of cues that are more than counters, styles, regions and
        the classes of tags are dropped.
    """
    layout = Layout(text, "WebVTT", encode=webvtt_text)
    lines = split_lines(text)
    head = _header(layout, lines)
    found = blocks(lines[head:], _TIMING)
    cues = Cues(layout, [texts for block in found for _, texts in _cues_of(block)])
    for block in found:
        word, _, rest = block[0].text.partition(" ")
        if word in _STYLES and not rest.strip():
            layout.drop(block[0].start, block[-1].next, "styles and regions")
            continue
        if re.match(rf"{_NOTE}(?:\s|$)", block[0].text):
            cues.close()
            _note(layout, block)
            continue
        timings = _cues_of(block)
        if not timings:
            # No cue: for example what follows a blank line in a cue.
            cues.close()
            layout.turns.append(Turn(pieces=joined(block)))
            continue
        for before, texts in timings:
            *extra, timing = before
            _identifier(layout, extra)
            _settings(layout, timing)
            cues.add(texts)
    layout.part(_MARKUP)
    return layout


def _header(layout: Layout, lines: Sequence[Line]) -> int:
    """Read the header; the number of its lines."""
    first = lines[0]
    rest = first.text[len(_SIGNATURE) :]
    if rest.strip():
        start = first.end - len(rest.lstrip())
        layout.text_turn(start, first.end)
    for number, line in enumerate(lines[1:], 1):
        if line.is_blank or _TIMING.match(line.text):
            return number
        if not _KEPT_HEADER.fullmatch(line.text):
            layout.text_turn(line.start, line.end)
    return len(lines)


def _cues_of(block: Sequence[Line]) -> list[tuple[list[Line], list[Line]]]:
    """The cues of a block: the lines up to the timing, and the lines of text."""
    found: list[tuple[list[Line], list[Line]]] = []
    before: list[Line] = []
    for line in block:
        if _TIMING.fullmatch(line.text):
            found.append(([*before, line], []))
            before = []
        elif found:
            found[-1][1].append(line)
        else:
            before.append(line)
    return found


def _identifier(layout: Layout, lines: Sequence[Line]) -> None:
    """The lines before a cue's timing: its id."""
    for line in lines:
        if not _COUNT.fullmatch(line.text):
            layout.drop(line.start, line.next, "ids of cues")


def _settings(layout: Layout, line: Line) -> None:
    match = _TIMING.fullmatch(line.text)
    assert match is not None
    for setting in _SETTING.finditer(match["settings"]):
        name, _, value = setting.group().partition(":")
        known = _SETTINGS.get(name)
        if known is None or not known.fullmatch(value):
            shift = line.start + match.start("settings")
            # With the white space before it.
            space = len(match["settings"][: setting.start()]) - len(
                match["settings"][: setting.start()].rstrip()
            )
            start, end = shift + setting.start() - space, shift + setting.end()
            layout.drop(start, end, "unknown settings of cues")


def _note(layout: Layout, block: Sequence[Line]) -> None:
    first = block[0]
    rest = first.text[len(_NOTE) :]
    start = first.end - len(rest.lstrip())
    texts = [Line(first.text[start - first.start :], start, first.end, first.next), *block[1:]]
    if not texts[0].text:
        texts = texts[1:]
    if texts:
        layout.turns.append(Turn(pieces=joined(texts)))
