"""Reads the text exports of Zoom, Teams and Otter, and plain transcripts ("Name: text").

A turn has a header line. Its text may stand in the same line, and goes on to the next header.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from .labels import find_label, may_speak
from .layout import Layout, Turn
from .lines import Line, joined, split_lines

_CLOCK = r"\d{1,2}:\d{2}:\d{2}(?:[ \u202f]?[AaPp]\.?[Mm]\.?)?"
_SHORT_CLOCK = r"(?:\d{1,2}:)?\d{1,2}:\d{2}"
_NAME = r"[^\W_](?:[^\t\n]{0,78}?[^\s])??"
# "10:02:33 From Maya Dent to Everyone: text"; in older exports without recipients.
_ZOOM_CHAT = re.compile(
    rf"(?:\d{{4}}-\d\d-\d\d[ \t]+)?{_CLOCK}[ \t]+(?i:from)[ \t]+(?P<speaker>{_NAME})"
    r"(?:[ \t]+(?i:to)[ \t]+(?P<recipients>[^:\t]{1,200}?))?[ \t]*:(?:[ \t]+|$)"
)
# "00:05:12<tab>Maya Dent:<tab>text", as chats of cloud recordings are saved.
_ZOOM_TABS = re.compile(rf"{_CLOCK}\t[ \t]*(?P<speaker>{_NAME})[ ]?:[ \t]+")
# "[Maya Dent] 10:02:33", the text in the next line.
_ZOOM_SPEECH = re.compile(rf"\[(?P<speaker>[^\[\]\t]{{1,80}})\][ \t]+{_CLOCK}[ \t]*")
# "0:0:3.2 --> 0:0:5.6", the speaker in the next line.
_TEAMS_TIME = r"(?:\d{1,3}:){1,2}\d{1,2}(?:\.\d{1,7})?"
_TEAMS_TIMES = re.compile(rf"{_TEAMS_TIME}[ \t]*-->[ \t]*{_TEAMS_TIME}[ \t]*")
# "Maya Dent   0:03", in Teams' documents and in Otter's texts.
_NAME_AND_CLOCK = re.compile(
    rf"(?P<speaker>{_NAME})[ \t\u00a0]{{2,}}(?P<clock>{_SHORT_CLOCK})[ \t]*"
)
# "(Direct Message)", "(Privately)" after the recipients.
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
# What parts several recipients: "Chen, Ana and Maya Dent", "Chen & Ana".
_BETWEEN = re.compile(r"(?:[,;&][ \t]*)+(?:and[ \t]+)?|[ \t]+and[ \t]+")
# "[00:12] Amara:", "Amara (00:12):", "00:12 Amara:".
_CLOCK_BEFORE = re.compile(rf"\s*[\[(]?{_SHORT_CLOCK}[\])]?[ \t]+")
_CLOCK_AFTER = re.compile(rf"(?P<speaker>{_NAME})[ \t]*[\[(]{_SHORT_CLOCK}[\])][ \t]*:(?:[ \t]+|$)")

_FEWEST = 2
_FEWEST_PLAIN = 4
_LONGEST_PREAMBLE = 6


class Header(NamedTuple):
    """Who speaks, in a line.

    labels (list[tuple[str, int, int]]): The speaker, with its place in the line, and then the
        recipients.
    text (int | None): Where the text begins in the line; None if it is on the next line.
    lines (int): How many lines the header has; the labels are in the last one.
    """

    labels: list[tuple[str, int, int]]
    text: int | None
    lines: int = 1


FindHeader = Callable[[Sequence[Line], int], Header | None]


def zoom_header(lines: Sequence[Line], number: int) -> Header | None:
    """The header of a Zoom chat or transcript in a line."""
    line = lines[number].text
    if match := _ZOOM_CHAT.match(line):
        labels = [_label(match), *_recipients(match)]
        return Header(labels, match.end())
    if match := _ZOOM_TABS.match(line):
        return Header([_label(match)], match.end())
    if match := _ZOOM_SPEECH.fullmatch(line):
        return Header([_label(match)], None)
    return None


def teams_header(lines: Sequence[Line], number: int) -> Header | None:
    """The header of a Teams transcript: the times and, on the next line, the speaker."""
    if not _TEAMS_TIMES.fullmatch(lines[number].text):
        return None
    following = lines[number + 1 : number + 2]
    if not following or following[0].is_blank or _TEAMS_TIMES.fullmatch(following[0].text):
        return Header([], None)
    name = following[0].text
    start = len(name) - len(name.lstrip())
    return Header([(name.strip(), start, start + len(name.strip()))], None, 2)


def clock_header(lines: Sequence[Line], number: int) -> Header | None:
    """The header of an Otter transcript, and of a newer one of Teams."""
    match = _NAME_AND_CLOCK.fullmatch(lines[number].text)
    return Header([_label(match)], None) if match else None


def plain_header(lines: Sequence[Line], number: int) -> Header | None:
    """The label that begins a line of a plain transcript."""
    line = lines[number].text
    if match := _CLOCK_AFTER.match(line):
        return Header([_label(match)], match.end())
    before = _CLOCK_BEFORE.match(line)
    shift = before.end() if before else 0
    label = find_label(line[shift:])
    if label is None:
        return None
    return Header([(label.speaker, label.start + shift, label.end + shift)], label.text + shift)


def _label(match: re.Match[str]) -> tuple[str, int, int]:
    return match["speaker"], match.start("speaker"), match.end("speaker")


def _recipients(match: re.Match[str]) -> Iterator[tuple[str, int, int]]:
    if not match["recipients"]:
        return
    names = _ASIDE.sub("", match["recipients"])
    first = match.start("recipients")
    start = 0
    for between in (*_BETWEEN.finditer(names), None):
        end = between.start() if between else len(names)
        bare = names[start:end].strip()
        if bare:
            at = first + names.index(bare, start)
            yield bare, at, at + len(bare)
        start = between.end() if between else end


# The kinds of exports, as an option names them, with what they are for the user.
HEADERS: dict[str, tuple[FindHeader, str]] = {
    "zoom": (zoom_header, "a Zoom chat or transcript"),
    "teams": (teams_header, "a Teams transcript"),
    "otter": (clock_header, "an Otter or Teams transcript"),
    "plain": (plain_header, "a transcript (Name: text)"),
}


def parse_export(text: str, kind: str) -> Layout:
    """The turns of an export.

    text (str): The file's text.
    kind (str): "zoom", "teams", "otter" or "plain".
    RETURNS (Layout): Its turns. What stands before the first header is a message without a
        speaker. The recipients of a message have an empty message each, so that they are
        replaced like speakers.
    """
    find, name = HEADERS[kind]
    layout = Layout(text, name)
    lines = split_lines(text)
    found = [(number, header) for number in range(len(lines)) if (header := find(lines, number))]
    first = found[0][0] if found else len(lines)
    _add_text(layout, Turn(), lines[:first])
    for position, (number, header) in enumerate(found):
        last = found[position + 1][0] if position + 1 < len(found) else len(lines)
        line = lines[number + header.lines - 1]
        turns = [
            Turn(label, [(line.start + start, line.start + end)])
            for label, start, end in header.labels
        ] or [Turn()]
        rest = list(lines[number + header.lines : last])
        if header.text is not None:
            begin = line.start + header.text
            rest.insert(0, line._replace(text=line.text[header.text :], start=begin))
        _add_text(layout, turns[0], rest)
        layout.turns += turns[1:]
    return layout


def _add_text(layout: Layout, turn: Turn, lines: Sequence[Line]) -> None:
    turn.pieces = joined(lines)
    if turn.pieces or turn.labels:
        layout.turns.append(turn)


def recognise(text: str) -> str | None:
    """What export a text certainly is.

    text (str): The text of a `.txt` file.
    RETURNS (str | None): "zoom", "teams", "otter" or "plain"; None for any other text.
    """
    lines = split_lines(text)
    written = [number for number, line in enumerate(lines) if not line.is_blank]
    for kind in ("zoom", "teams", "otter"):
        find, _ = HEADERS[kind]
        headers = [header for number in written if (header := find(lines, number))]
        if len(headers) >= _FEWEST and _is_full(lines, written, find, kind):
            return kind
    if len(written) < _FEWEST_PLAIN:
        return None
    turns = [plain_header(lines, number) for number in written]
    counts = Counter(turn.labels[0][0] for turn in turns if turn is not None)
    certain = sum(counts.values()) == len(written) and min(counts.values(), default=0) > 1
    return "plain" if certain and len(counts) > 1 and all(map(may_speak, counts)) else None


def _is_full(lines: Sequence[Line], written: list[int], find: FindHeader, kind: str) -> bool:
    """Whether headers begin the text, or follow a short title, and each has a text."""
    places = [position for position, number in enumerate(written) if find(lines, number)]
    if kind != "otter":
        return places[0] == 0 or (kind == "teams" and places[0] <= _LONGEST_PREAMBLE)
    # A timetable has such lines too. In a transcript each is followed by a text, and time passes.
    follow = [*places[1:], len(written)]
    spoken = all(after - before > 1 for before, after in zip(places, follow, strict=True))
    clocks = [_seconds(lines[written[position]].text) for position in places]
    return places[0] <= _LONGEST_PREAMBLE and spoken and clocks == sorted(clocks)


def _seconds(line: str) -> int:
    """The clock of a header in seconds."""
    match = _NAME_AND_CLOCK.fullmatch(line)
    assert match is not None
    seconds = 0
    for part in match["clock"].split(":"):
        seconds = seconds * 60 + int(part)
    return seconds
