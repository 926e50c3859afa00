"""Finds where the author block at the top of an essay ends, and the signature at its end."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from ..core.folding import fold
from ..lang import Lexicon
from .entries import Entries
from .lines import Line
from .people import People
from .words import SectionWords

# No author block has more lines, ...
_MOST_LINES = 70
# ... and no more of them in a row that say nothing about the author.
_MOST_BETWEEN = 5
# A line with more words is running text, unless it is a table's.
_MOST_WORDS = 24
_NUMBERED_HEADING = re.compile(r"(?:[IVX]{1,4}|\d{1,2}\.\d{1,2})[.)]?\s+[^\W\d_]")
# "AGR 2206 Field attachment"
_COURSE = re.compile(r"[A-Z]{2,5}[ -]?\d{3,4}(?!\d)")
# An item of a list.
_ITEM = re.compile(r"\d{1,2}[.)-]\s|[-*•–·]\s")
# So many lines with fields, of whatever kind, are an author block ("To: ...", "From: ...").
_FIELDS = 3
# A signature has no more lines.
_SIGNATURE = 4

_FIELD = re.compile(r"([^:：\t=]{1,40}?)\s*([:：\t=]|(?<=\s)[–—-](?=\s))")
_DASHES = "–—-"
# A longer label needs no colon: "Submitted By,".
_LONG_FIELD = 8
_CELLS = re.compile(r"\t+| {3,}")
_CONTACT = re.compile(
    r"[\w.+-]{1,64}@[\w-]{1,63}\.\w|(?:https?://|www\.)\S|(?<!\S)@\w{3,}|\w#\d{4}\b"
    r"|(?<![\w.])[a-z]{2,20}\.(?:com|org|net)/\w|^(?=\S*[_\d])[a-z][\w.]{5,30}$"
)
_PHONE = re.compile(r"(?<![\w/.-])\(?\+?\d[\d ()./-]{7,18}\d(?![\w/])")
# "19MBA0417", "BBM/1127/16", "2019-01-00457".
_CODE = re.compile(
    r"(?<![\w/.-])(?=[\w/.-]*\d[\w/.-]*\d[\w/.-]*\d[\w/.-]*\d)(?:[^\W\d_]{1,6}[\w/.-]*\d[\w/-]*"
    r"|\d{5,}[\w/-]*|\d{2,}(?:[-/]\w+){2,3}|\d{4,}[-/]\d{4,})"
)
# A shorter line may be a heading.
_LONG_LINE = 100
# So many lines that begin with a date are days of a diary.
_DAYS = 4
_RUNNING = re.compile(r"[.!?]\s+[^\W\d_]\w*\s+[a-z]+\s+[a-z]")
_IN_BRACKETS = re.compile(r"\([^()]*\)")
# "Ufa 2021", at the foot of a title page.
_YEAR_ONLY = re.compile(r"(?:[^\W\d_]+[, ]+){0,2}(?:19|20)\d\d")
# What may stand beside the date of a submission.
_BESIDE_DATE = 28


class AuthorBlocks:
    """Reads author blocks and signatures.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = lexicon.part(SectionWords)
        self._entries = lexicon.part(Entries)
        self._people = lexicon.part(People)
        numbered = lexicon.any_of("sections.numbered_fields")
        self._numbered_field = re.compile(
            rf"(?<!\w)(?i:{numbered})\.?\s?#?(?:\d{{1,3}}[A-Z]?\d?|[A-Z])(?!\w)"
            rf"|(?<!\w)\d{{1,2}}(?:st|nd|rd|th)?\s(?i:{numbered})(?!\w)"
        )

    def length(self, lines: Sequence[Line], running: "Running") -> int:
        """How many lines at the top are the author block.

        lines (Sequence[Line]): The lines of the essay, without headers of pages.
        running (Running): Its running text.
        RETURNS (int): Their number; 0 if the essay has no author block.
        """
        end = between = 0
        for number, line in enumerate(lines[:_MOST_LINES]):
            if self._ends_before(line.text, number, running):
                break
            if end and between and self._is_other_item(line.text):
                break
            if self._is_about_author(line, number, running):
                end, between = number + 1, 0
                continue
            between += 1
            if between > _MOST_BETWEEN or (number and _NUMBERED_HEADING.match(line.text)):
                break
        if not end and all(self._field(line.text) for line in lines[:_FIELDS]):
            end = len(lines[:_FIELDS])
        fields = sum(self._field(line.text) != "" for line in lines[:end])
        while 0 < end < min(len(lines), _MOST_LINES) and self._continues(
            lines[end], fields, running
        ):
            end += 1
        return end

    def signature(
        self, lines: Sequence[Line], names: frozenset[str], running: "Running"
    ) -> Sequence[int]:
        """The lines of a signature at the end of the body.

        lines (Sequence[Line]): The last lines of the body.
        names (frozenset[str]): The folded words of the author block.
        running (Running): The running text of the essay.
        RETURNS (Sequence[int]): The indices of its lines, after "Yours sincerely,".
        """
        first = max(0, len(lines) - _SIGNATURE - 1)
        for number in range(len(lines) - 1, first - 1, -1):
            if self.is_closing(lines[number].text):
                rest = range(number + 1, len(lines))
                return [n for n in rest if len(lines[n].text) < 70]
        if not lines or len(lines[-1].text.split()) > 6:
            return []
        signed = self._people.names(lines[-1].text, running.lower)
        return [len(lines) - 1] if signed and not names.isdisjoint(signed) else []

    def is_closing(self, text: str) -> bool:
        """Whether a line closes a letter: "Yours sincerely,"."""
        return fold(text.strip(" ,.:;!-–")) in self._words.closings

    def _ends_before(self, text: str, number: int, running: "Running") -> bool:
        if self._words.salutation.match(text) or self._words.heading(text):
            return True
        if "\t" in text or self._field(text):
            return len(text.split()) > 2 * _MOST_WORDS
        return (
            len(text.split()) > _MOST_WORDS
            or self._entries.is_prose(_IN_BRACKETS.sub("", text))
            or _RUNNING.search(text) is not None
            or (
                number > 0
                and self._words.is_body_heading(text)
                and not self._is_marked(text, running)
            )
        )

    def _is_other_item(self, text: str) -> bool:
        """Whether a line is an item of a list that is no list of members."""
        return (
            _ITEM.match(text) is not None
            and _CONTACT.search(text) is None
            and _CODE.search(text) is None
        )

    def _is_about_author(self, line: Line, number: int, running: "Running") -> bool:
        text = line.text
        field = self._field(text)
        if field:
            return (
                field not in self._words.weak_fields
                or self._is_marked(text, running)
                or self._people.has_title(text)
            )
        cells = [cell for cell in _CELLS.split(text) if cell]
        if len(cells) > 1 and sum(_label(cell) in self._words.fields for cell in cells) > 1:
            return True
        if self._is_marked(text, running):
            return True
        if number and _YEAR_ONLY.fullmatch(text):
            return True
        titled = self._people.has_title(text)
        names = self._people.names(text.rpartition(":")[2] if titled else text, running.lower)
        if not names:
            return False
        # A title about a person: the essay talks about nobody else.
        is_title = len(names) < 3 and running.mentions(names) > 0 and (line.apart or not number)
        return titled or not is_title

    def _is_marked(self, text: str, running: "Running") -> bool:
        """Whether a line has what only a person or a submission has."""
        words = self._words
        return (
            _CONTACT.search(text) is not None
            or _CODE.search(text) is not None
            or _PHONE.search(text) is not None
            or words.file_name.search(text) is not None
            or (self._is_date(text) and not (running.is_diary and words.date.match(text)))
            or (len(text) < 60 and self._numbered_field.search(text) is not None)
        )

    def _is_date(self, text: str) -> bool:
        found = self._words.date.search(text)
        return found is not None and len(text) - len(found[0]) <= _BESIDE_DATE

    def _continues(self, line: Line, fields: int, running: "Running") -> bool:
        """Whether a line right under the last one about the author is part of the block."""
        text = line.text
        if line.apart or len(text) > 90 or self._ends_before(text, 1, running):
            return False
        found = (word.strip(".,()") for word in fold(text).split())
        if fields and self._field(text):
            return True
        return _COURSE.match(text) is not None or not self._words.institutions.isdisjoint(found)

    def _field(self, text: str) -> str:
        """The label at the start of a line ("Roll No." of "Roll No.: 17"); "" for none."""
        found = _FIELD.match(text)
        label = _label(found[1] if found else text)
        if not found:
            return label if label in self._words.fields and len(label) > _LONG_FIELD else ""
        parts = [label, *(_label(part) for part in re.split("[/&]", label))]
        if not label.isascii():
            parts.append(label.split(" ")[-1])
        field = next((part for part in parts if part in self._words.fields), "")
        # "Lecturer – Mr. Lee", but not "Tool – A Reflection".
        return "" if found[2] in _DASHES and field in self._words.weak_fields else field


class Running:
    """The running text of an essay: what occurs there in lower case is no name.

    lines (Sequence[Line]): The lines of the essay.
    words (SectionWords): The words of the language.
    """

    def __init__(self, lines: Sequence[Line], words: SectionWords) -> None:
        self._lines = [line.text for line in lines if len(line.text) > _LONG_LINE]
        dated = (words.date.match(line.text) for line in lines)
        self.is_diary = sum(match is not None for match in dated) >= _DAYS

    @cached_property
    def _all(self) -> list[str]:
        return re.findall(r"[^\W\d_]+", " ".join(self._lines))

    @cached_property
    def lower(self) -> frozenset[str]:
        """The folded words that are written in lower case more than once."""
        return frozenset(
            fold(word) for word, n in Counter(self._all).items() if word.islower() and n > 1
        )

    @cached_property
    def _counts(self) -> Counter[str]:
        folded: Counter[str] = Counter()
        for word, count in Counter(self._all).items():
            folded[fold(word)] += count
        return folded

    def mentions(self, names: frozenset[str]) -> int:
        """How often the rarest of some folded words occurs."""
        return min((self._counts[name] for name in names), default=0)


def _label(text: str) -> str:
    return fold(" ".join(text.replace(".", " ").split()).strip(" ,:;#*•-–"))
