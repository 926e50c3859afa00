"""The turns in cues: texts between time stamps, in which a sentence goes on from cue to cue."""

import html
import re
from collections.abc import Iterator, Sequence

from ..pieces import Piece
from .labels import Label, find_label, speakers_among
from .layout import Layout, Placed, Turn
from .lines import Line

# A cue that ends so ends a sentence, and the next one is another message.
_SENTENCE_END = re.compile(r"[.?!…。？！][\"'”’)\]]*\s*\Z")
# However long a sentence is, a message is not much longer.
_LONGEST = 2000
_VOICE = re.compile(r"<v(?P<classes>(?:\.[^\s<>.]+)*)[ \t]+(?P<speaker>[^<>]+)>")
_TAG = re.compile(
    r"</?(?:c|i|b|u|v|ruby|rt|lang)(?P<classes>(?:\.[^\s<>.]+)*)(?P<rest>[ \t][^<>]*)?>"
    r"|<\d{1,4}:\d\d(?::\d\d)?\.\d{3}>"
)
_SRT_TAG = re.compile(
    r"</?[ibus]>|</?font(?:\s+(?:color|size)=\"?[#\w]+\"?)*>|\{\\an?\d{1,2}\}", re.IGNORECASE
)
_LANGUAGE = re.compile(r"<lang[ \t]+[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*[ \t]*>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
# A dash begins what another person says: "- Hi", and "-Hi" in the first line of a cue.
_DASH = re.compile(r"\s*(?:[-–—][ \t]+|>>+[ \t]*)(?=\S)")
_TIGHT_DASH = re.compile(r"\s*[-–—](?=[^\W\d])")
# The classes of WebVTT itself; any other is a word of the author, and may be a name.
_COLOURS = frozenset({"white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"})


class Cues:
    """Adds the turns of one cue after the other to a layout.

    layout (Layout): The layout.
    texts (Sequence[Sequence[Line]]): The text lines of all cues, by which speakers are known.
    webvtt (bool): Whether tags and entities are those of WebVTT, else of SRT.
    """

    def __init__(
        self, layout: Layout, texts: Sequence[Sequence[Line]], *, webvtt: bool = True
    ) -> None:
        self._layout = layout
        self._webvtt = webvtt
        self._open: Turn | None = None
        self._speaker = ""
        self._voice: Turn | None = None
        # Whether the first line of the cue begins with a dash without a space.
        self._tight = False
        labels = ([find_label(line.text) for line in lines] for lines in texts)
        self._speakers = speakers_among(labels)

    def close(self) -> None:
        """End the turn: what follows is not its continuation."""
        self._open = None

    def add(self, lines: Sequence[Line]) -> None:
        """Add the text of a cue."""
        self._voice = None
        first = lines[0].text[self._after_tags(lines[0]) :] if lines else ""
        self._tight = _TIGHT_DASH.match(first) is not None
        for number, line in enumerate(lines):
            between = lines[number - 1].end if number else None
            self._add_line(line, between)

    def _add_line(self, line: Line, between: int | None) -> None:
        """Add a line; `between` is the end of the line before it in the cue."""
        position = line.start
        voices = list(_VOICE.finditer(self._layout.text, line.start, line.end))
        if not self._webvtt or not voices:
            label = self._label(line)
            if label is None and self._is_dashed(line):
                self._open, self._speaker, between = None, "", None
            self._add_text(position, line.end, between, label)
            return
        for number, voice in enumerate(voices):
            if self._layout.text[position : voice.start()].strip():
                self._add_text(position, voice.start(), between, None)
                between = None
            self._drop_classes(voice)
            speaker = html.unescape(voice["speaker"]).strip()
            inside = voice["speaker"]
            start = voice.start("speaker") + len(inside) - len(inside.lstrip())
            label = Label(speaker, start, start + len(inside.strip()), voice.end())
            following = voices[number + 1].start() if number + 1 < len(voices) else line.end
            self._add_text(voice.end(), following, between, label, voice=True)
            position, between = following, None

    def _label(self, line: Line) -> Label | None:
        """The label at the begin of a line, as places in the text."""
        skipped = self._after_tags(line)
        found = find_label(line.text[skipped:])
        if found is None or found.speaker not in self._speakers:
            return None
        shift = line.start + skipped
        speaker = html.unescape(found.speaker) if self._webvtt else found.speaker
        return Label(speaker, found.start + shift, found.end + shift, found.text + shift)

    def _after_tags(self, line: Line) -> int:
        """Where a line's text begins."""
        tags = _TAG if self._webvtt else _SRT_TAG
        skipped = 0
        while match := tags.match(line.text, skipped):
            skipped = match.end()
        return skipped

    def _is_dashed(self, line: Line) -> bool:
        """Whether a line without a label begins what another person says."""
        text = line.text[self._after_tags(line) :]
        return bool(_DASH.match(text) or (self._tight and _TIGHT_DASH.match(text)))

    def _add_text(
        self, start: int, end: int, between: int | None, label: Label | None, *, voice: bool = False
    ) -> None:
        if label is not None:
            start = max(start, label.text)
        turn = self._turn(between, label, start)
        turn.pieces += self._pieces(start, end)
        if voice:
            self._voice = turn

    def _turn(self, between: int | None, label: Label | None, start: int) -> Turn:
        """The turn that goes on, or a new one."""
        former = self._open
        speaker = self._speaker if label is None else label.speaker
        wraps = between is not None and label is None
        if former is not None and former.speaker == speaker and (wraps or _goes_on(former)):
            if former.pieces:
                before = between if wraps and between is not None else former.pieces[-1].end
                stop = start if label is None else label.start
                # What is between two cues stays; a line end in a cue may go.
                former.pieces.append(
                    Placed(Piece(" ", True), before, max(stop, before), removable=wraps)
                )
        else:
            former = Turn(speaker)
            self._layout.turns.append(former)
        if label is not None:
            former.labels.append((label.start, label.end))
        self._open, self._speaker = former, speaker
        return former

    def _pieces(self, start: int, end: int) -> Iterator[Placed]:
        """The text between the tags."""
        text = self._layout.text
        position = start
        tags = _TAG if self._webvtt else _SRT_TAG
        for tag in tags.finditer(text, start, end):
            if self._webvtt and tag["rest"] and not _LANGUAGE.fullmatch(tag.group()):
                continue  # "<i hello>": its words are text
            yield from self._plain(position, tag.start())
            self._drop_classes(tag)
            position = tag.end()
        yield from self._plain(position, end)

    def _plain(self, start: int, end: int) -> Iterator[Placed]:
        text = self._layout.text
        position = start
        for entity in _ENTITY.finditer(text, start, end) if self._webvtt else ():
            if position < entity.start():
                before = Piece(text[position : entity.start()])
                yield Placed(before, position, entity.start())
            yield Placed(Piece(html.unescape(entity.group())), entity.start(), entity.end())
            position = entity.end()
        if position < end:
            yield Placed(Piece(text[position:end]), position, end)

    def _drop_classes(self, tag: re.Match[str]) -> None:
        if not self._webvtt or not tag["classes"]:
            return
        position = tag.start("classes")
        for name in tag["classes"].split(".")[1:]:
            end = position + 1 + len(name)
            if name.removeprefix("bg_") not in _COLOURS:
                self._layout.drop(position, end, "classes of tags")
            position = end


def _goes_on(turn: Turn) -> bool:
    """Whether the next cue of the same speaker belongs to the same message."""
    text = turn.text
    return len(text) < _LONGEST and not _SENTENCE_END.search(text)


def webvtt_text(text: str) -> str:
    """New characters as WebVTT writes them."""
    return html.escape(text, quote=False)
