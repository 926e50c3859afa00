"""The words by which the sections of an essay are known."""

import re
from collections.abc import Iterable
from functools import cached_property

from ..core.folding import fold, folded_words
from ..lang import Lexicon

AUTHOR_BLOCK = "author_block"
BODY = "body"
FOOTNOTES = "footnotes"
REFERENCES = "references"
PAGE_HEADER = "page_header"
ACKNOWLEDGEMENTS = "acknowledgements"
APPENDIX = "appendix"

_HEADINGS = (REFERENCES, FOOTNOTES, ACKNOWLEDGEMENTS)
# A heading has no more characters.
_LONGEST_HEADING = 60
# A shorter heading must be spelt right.
_LEAST_MISSPELT = 6
_NUMBERING = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2})*[.)]?|[ivxIVX]{1,4}[.)]|[A-Za-z][.)])\s+")
_DECORATION = " \t.:;–—-*#_=~•|\"'“”"
_IN_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
_BLANKS = re.compile(r"\s+")


class SectionWords:
    """The lists of `sections.toml`, folded.

    lexicon (Lexicon): The words of a language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self.body_headings = folded_words(lexicon, "sections.body_headings")
        self.weak_fields = folded_words(lexicon, "sections.weak_fields")
        self.fields = folded_words(lexicon, "sections.fields") | self.weak_fields
        self.closings = folded_words(lexicon, "sections.closings")
        self.particles = folded_words(lexicon, "names.particles", "sections.more_particles")
        self.before_names = folded_words(lexicon, "sections.before_names")
        self.titles = folded_words(lexicon, "sections.titles")
        self.prose = folded_words(lexicon, "sections.prose")
        self.institutions = folded_words(lexicon, "sections.institutions")
        self.never_names = folded_words(lexicon, "sections.never_names")
        self._headings = {
            entry: label
            for label in _HEADINGS
            for entry in folded_words(lexicon, f"sections.{label}")
        }
        self._misspelt = {
            form: label
            for entry, label in self._headings.items()
            if len(entry) >= _LEAST_MISSPELT
            for form in _shortened(entry)
        }
        self.joined = re.compile(rf"\s*[/&]\s*|\s+{lexicon.any_of('sections.and')}\s+")
        self._appendix = re.compile(
            rf"{lexicon.any_of('sections.appendix')}(?:\s+(?:\d{{1,2}}|[a-z]|[ivx]{{1,4}}))?"
            r"(?:\s*[.:–—-].{0,90}|\s\(.{0,90})?$",
            re.IGNORECASE,
        )
        self.inline_heading = re.compile(
            rf"({lexicon.any_of('sections.references')})\s*(?::|\s[–—-])\s*(?=\S)", re.IGNORECASE
        )
        self.inline_thanks = re.compile(
            rf"{lexicon.any_of('sections.acknowledgements')}\s*(?::|\s[–—-])\s*(?=\S.{{20}})",
            re.IGNORECASE,
        )
        self.own = re.compile(rf"{lexicon.any_of('sections.first_person')}\b", re.IGNORECASE)
        self.thanks = re.compile(
            rf"(?!{lexicon.any_of('sections.no_thanks')}\b){lexicon.any_of('sections.thanks')}\b",
            re.IGNORECASE,
        )
        self.salutation = re.compile(
            rf"{lexicon.any_of('sections.salutations')}\b.{{0,60}}$", re.IGNORECASE
        )
        self.entry_word = re.compile(
            rf"(?<!\w){lexicon.any_of('sections.entry_words')}(?!\w)", re.IGNORECASE
        )
        self.file_name = re.compile(rf"\w\.{lexicon.any_of('sections.suffixes')}$", re.IGNORECASE)
        page, of = lexicon.any_of("sections.page"), lexicon.any_of("sections.of")
        self.page = re.compile(
            rf"(?<!\w){page}\.?\s?\d{{1,3}}(?:\s?{of}\s?\d{{1,3}})?$", re.IGNORECASE
        )
        month = lexicon.any_of(
            "calendar.months",
            "calendar.month_abbreviations",
            "calendar.more_month_abbreviations",
            "sections.months_elsewhere",
        )
        link = lexicon.any_of("sections.of_month")
        th = lexicon.any_of("sections.ordinals")
        self.date = re.compile(
            rf"(?<!\w)(?:\d{{1,2}}{th}?\.?\s(?:{link}\s)?{month}\b[.,]?(?:\s(?:{link}\s)?\d{{2,4}})?"
            rf"|{month}\.?\s\d{{1,2}}{th}?,?\s\d{{4}}|{month}\.?,?\s\d{{4}}"
            r"|\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{1,4})(?!\w)",
            re.IGNORECASE,
        )

    @cached_property
    def ordinary(self) -> frozenset[str]:
        """Words that are hardly ever names."""
        listed = folded_words(self._lexicon, "ordinary_words")
        return listed - self.maybe_names | folded_words(self._lexicon, "sections.small_words")

    @cached_property
    def common(self) -> frozenset[str]:
        """Ordinary words, and others that no person is called."""
        return self.ordinary | self.never_names

    @cached_property
    def maybe_names(self) -> frozenset[str]:
        """Ordinary words that are names too."""
        return folded_words(self._lexicon, "names_that_are_words")

    def heading(self, line: str) -> str:
        """The section that a line is the heading of.

        line (str): A line.
        RETURNS (str): The label of the section; "" for no heading.
        """
        if len(line) > _LONGEST_HEADING + 40:
            return ""
        bare = bare_heading(line)
        if self._appendix.match(bare) and (bare[0].isupper() or len(bare) < 20):
            return APPENDIX
        bare = _IN_BRACKETS.sub("", bare) or bare
        if not bare or len(bare) > _LONGEST_HEADING:
            return ""
        folded = fold(_BLANKS.sub(" ", bare))
        if label := self._heading(folded):
            return label
        parts = [part for part in self.joined.split(folded) if part]
        labels = {self._headings.get(part, "") for part in parts}
        return labels.pop() if len(parts) > 1 and len(labels) == 1 else ""

    def is_body_heading(self, line: str) -> bool:
        """Whether a line begins with a heading of the body: "1. Introduction"."""
        folded = fold(bare_heading(line))
        first = re.split(r"[^\w]+", folded, maxsplit=1)[0]
        return len(line) <= _LONGEST_HEADING and (
            folded in self.body_headings or first in self.body_headings
        )

    def _heading(self, folded: str) -> str:
        if label := self._headings.get(folded, ""):
            return label
        if len(folded) < _LEAST_MISSPELT - 1 or folded in self.ordinary:
            return ""
        for form in _shortened(folded):
            label = self._misspelt.get(form, "")
            if label:
                return label
        return ""


def bare_heading(line: str) -> str:
    """A heading without its number and what decorates it.

    line (str): "7.0 REFERENCES:".
    RETURNS (str): "REFERENCES".
    """
    return _NUMBERING.sub("", line.strip(_DECORATION)).strip(_DECORATION)


def _shortened(word: str) -> Iterable[str]:
    """A word and its forms with one letter less: two words that share one are alike."""
    yield word
    for at in range(1, len(word)):
        yield word[:at] + word[at + 1 :]
