"""Divides an essay into its sections."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..core.folding import fold
from ..lang import ENGLISH, Lexicon
from .author_block import AuthorBlocks, Running
from .entries import MARK, Entries
from .folded import unfold
from .lines import Line, split_lines
from .page_headers import find_page_headers
from .words import (
    ACKNOWLEDGEMENTS,
    APPENDIX,
    AUTHOR_BLOCK,
    BODY,
    FOOTNOTES,
    PAGE_HEADER,
    REFERENCES,
    SectionWords,
)

# Under a heading of references that may be another heading, an entry is among so many lines.
_NEAR = 5
# A line of a list of references that is longer, and no entry, is running text.
_LONG = 250
# So many lines above an address may say what it is.
_TITLES = 2
# After "Sources: ...", in the midst of the text, only so many lines may follow.
_LAST_LINES = 12
# The share of the text that is before an appendix, and after a table of contents.
_BEFORE_APPENDIX = 0.4
# Without an author block, a name is a signature in so many lines at the end.
_LAST_NAMES = 3
# A paragraph of thanks without a heading is among so many lines at the end.
_THANKS = 3
_NOTE_MARK = re.compile(r"\s*(?:\[\^\d{1,3}\]:?|[¹²³⁰⁴-⁹]{1,3}\s?\S)")
# The first mark of a note in the text; other raised numbers are exponents too.
_FIRST_NOTE = re.compile(
    r"(?<=[\w.,;:!?”\"’)])(?:¹(?![⁰-⁹²³])|\[\^1\])"
    r"|(?<=[a-z][.,;”\")])1(?=\s|$)|(?<=[a-z]{3})1(?=[\s.,;)]|$)"
)
# A star after a word that opens no emphasis: "the Kennedy* is".
_STAR = re.compile(r"(?<=[^\s*\d])\*(?=[\s.,;:)]|$)")
# "Inspired by: ...", before an entry.
_INTRODUCED = re.compile(r"^[^\W\d_][^\W\d_ ]*(?: [^\W\d_]+)?\s?:\s+")
_NUMBERED = re.compile(r"\[?(\d{1,3})[.)\]]?\s+\S")


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a text.

    start (int): Its first character.
    end (int): The character after its last one.
    label (str): Its name, such as "references".
    """

    start: int
    end: int
    label: str


def find_sections(text: str, lexicon: Lexicon = ENGLISH) -> list[Section]:
    """Divide an essay into its sections.

    text (str): The essay.
    lexicon (Lexicon): The words of its language.
    RETURNS (list[Section]): The sections in order; together they cover the text. None if it is
        empty.
    """
    lines = unfold(split_lines(text), lexicon)
    labels = _Reader(lines, lexicon).labels()
    found: list[Section] = []
    for line, label in zip(lines, labels, strict=True):
        if not found:
            found.append(Section(0, len(text), label))
        elif found[-1].label != label:
            found[-1] = Section(found[-1].start, line.start, found[-1].label)
            found.append(Section(line.start, len(text), label))
    return found or ([Section(0, len(text), BODY)] if text else [])


class _Reader:
    """Labels the lines of an essay."""

    def __init__(self, lines: Sequence[Line], lexicon: Lexicon) -> None:
        self._all = lines
        self._words = lexicon.part(SectionWords)
        self._entries = lexicon.part(Entries)
        self._blocks = lexicon.part(AuthorBlocks)
        self._headers = find_page_headers(lines, lexicon)
        self._lines = [line for n, line in enumerate(lines) if n not in self._headers]
        self._labels = [BODY] * len(self._lines)
        self._earliest_appendix = _BEFORE_APPENDIX * (lines[-1].end if lines else 0)

    def labels(self) -> list[str]:
        running = Running(self._lines, self._words)
        top = self._blocks.length(self._lines, running)
        self._labels[:top] = [AUTHOR_BLOCK] * top
        self._follow_headings(top)
        if REFERENCES not in self._labels:
            self._last_entries(top)
        self._notes(top)
        if ACKNOWLEDGEMENTS not in self._labels:
            self._thanks(top)
        self._signature(top, running)
        self._authors_among_entries(top, running)
        labels = iter(self._labels)
        return [
            PAGE_HEADER if number in self._headers else next(labels)
            for number in range(len(self._all))
        ]

    def _follow_headings(self, top: int) -> None:
        label = BODY
        for number in range(top, len(self._lines)):
            line = self._lines[number]
            heading = self._heading(number)
            if heading:
                label = heading
            elif label != BODY and self._ends(label, line):
                label = BODY
            is_aside = label == REFERENCES and self._words.own.match(line.text)
            self._labels[number] = BODY if is_aside else label

    def _heading(self, number: int) -> str:
        text = self._lines[number].text
        after = [line.text for line in self._lines[number + 1 : number + 1 + _NEAR]]
        label = self._words.heading(text)
        if label == REFERENCES:
            if not after or self._words.is_body_heading(after[0]):
                return ""
            if not any(map(self._entries.is_entry, after)):
                return label if self._are_last(number + 1) else ""
        elif label == FOOTNOTES:
            return label if after and MARK.match(after[0]) else ""
        elif label == ACKNOWLEDGEMENTS:
            return label if after and len(after[0]) > 30 and not text.endswith(",") else ""
        elif not label and self._words.inline_thanks.match(text):
            return ACKNOWLEDGEMENTS
        elif not label and (inline := self._words.inline_heading.match(text)):
            rest = text[inline.end() :]
            listed = self._entries.is_entry(rest) or not self._entries.is_prose(rest)
            return REFERENCES if listed and self._are_last(number + 1) else ""
        elif label == APPENDIX:
            # A table of contents names it before.
            return label if self._lines[number].start > self._earliest_appendix else ""
        return label

    def _are_last(self, number: int) -> bool:
        """Whether few lines are left, all of them entries or short."""
        if len(self._lines) - number > _LAST_LINES:
            return False
        return all(self._is_listed(line.text) for line in self._lines[number:])

    def _is_listed(self, text: str) -> bool:
        return self._entries.is_entry(text) or self._entries.is_loose(text)

    def _ends(self, label: str, line: Line) -> bool:
        text = line.text
        if label == ACKNOWLEDGEMENTS:
            return len(text) < 80 and (
                self._words.is_body_heading(text) or (text.isupper() and line.apart)
            )
        if label == APPENDIX:
            return False
        if self._words.is_body_heading(text) and not self._entries.is_entry(text):
            return True
        return label == REFERENCES and len(text) > _LONG and self._entries.score(text) < 1

    def _last_entries(self, top: int) -> None:
        """A list of references without a heading, at the end."""
        first = end = len(self._lines)
        loose = 0
        for number in range(end - 1, top, -1):
            text = self._lines[number].text
            if self._entries.is_entry(_INTRODUCED.sub("", text)):
                first, loose = number, 0
            elif (first == end and self._blocks.is_closing(text)) or (
                self._entries.is_loose(text) and not self._blocks.is_closing(text)
            ):
                loose += 1
                if loose > _NEAR:
                    break
            else:
                break
        # What is right above a lone address may be its title.
        if first < end and self._entries.is_address(self._lines[first].text):
            for _ in range(_TITLES):
                first -= first - 1 > top and self._joins(first)
        self._labels[first:] = [REFERENCES] * (end - first)

    def _joins(self, first: int) -> bool:
        above, line = self._lines[first - 1], self._lines[first]
        if line.apart or not self._entries.is_loose(above.text) or above.text.endswith((".", ":")):
            return False
        return len(above.text) < 60 and not self._blocks.is_closing(above.text)

    def _notes(self, top: int) -> None:
        """Footnotes without a heading: lines with a raised number, or a numbered list at the end
        of a text with raised numbers."""
        marked = starred = False
        for number in range(top, len(self._lines)):
            text = self._lines[number].text
            if _NOTE_MARK.match(text) or (starred and text.startswith("*")):
                self._labels[number] = FOOTNOTES
            elif not marked and _FIRST_NOTE.search(text):
                marked = True
            starred = starred or _STAR.search(text) is not None
        if not marked:
            return
        number = len(self._lines)
        while number > top and self._labels[number - 1] not in (BODY, REFERENCES):
            number -= 1
        end = number
        while number > top and _NUMBERED.match(self._lines[number - 1].text):
            number -= 1
        numbered = [_NUMBERED.match(line.text) for line in self._lines[number:end]]
        if numbered and numbered[0] and numbered[0][1] == "1":
            self._labels[number:end] = [FOOTNOTES] * (end - number)

    def _thanks(self, top: int) -> None:
        end = len(self._lines)
        while end > top and self._labels[end - 1] != BODY:
            end -= 1
        for number in range(max(top + 1, end - _THANKS), end):
            if self._words.thanks.match(self._lines[number].text):
                self._labels[number:end] = [ACKNOWLEDGEMENTS] * (end - number)
                return

    def _signature(self, top: int, running: Running) -> None:
        end = len(self._lines)
        while end > top and self._labels[end - 1] != BODY:
            end -= 1
        first = max(top, end - 8)
        names = self._names(top)
        for number in self._blocks.signature(self._lines[first:end], names, running):
            self._labels[first + number] = AUTHOR_BLOCK

    def _authors_among_entries(self, top: int, running: Running) -> None:
        """The author may sign, or add fields, after the list of references: no entry is so."""
        names = self._names(top)
        signed = False
        for number in range(top, len(self._lines)):
            text = self._lines[number].text
            if self._labels[number] != REFERENCES or MARK.match(text):
                continue
            if self._entries.is_entry(text) or self._words.heading(text) == REFERENCES:
                signed = False
                continue
            is_last = number >= len(self._lines) - _LAST_NAMES
            signed = signed or self._blocks.is_closing(text)
            if signed or ((names or is_last) and self._blocks.is_signed(text, names, running)):
                self._labels[number] = AUTHOR_BLOCK

    def _names(self, top: int) -> frozenset[str]:
        """The folded words of the author block."""
        words = (re.findall(r"[^\W\d_]{2,}", line.text) for line in self._lines[:top])
        return frozenset(fold(word) for found in words for word in found)
