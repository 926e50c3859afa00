"""Writes the sections of a document on it, and reads them."""

from bisect import bisect_right
from collections.abc import Sequence

from spacy.tokens import Doc, Span

from ..core.notes import notes_start
from ..core.shape import doc_shape
from ..core.spans import SECTIONS, set_sections
from ..core.texts import doc_text
from ..lang import ENGLISH, Lexicon
from .reading import Section, find_sections
from .words import BODY


class Sections:
    """The sections of a document, by character.

    sections (Sequence[Section]): The sections in order.
    """

    def __init__(self, sections: Sequence[Section]) -> None:
        self.sections = tuple(sections)
        self._starts = [section.start for section in self.sections]

    def at(self, offset: int) -> str:
        """The section of a character.

        offset (int): Its place in the text.
        RETURNS (str): The label, such as "references"; "" in a document without sections.
        """
        number = bisect_right(self._starts, offset) - 1
        return self.sections[max(number, 0)].label if self.sections else ""

    def __bool__(self) -> bool:
        return bool(self.sections)


def mark_sections(doc: Doc, lexicon: Lexicon = ENGLISH) -> None:
    """Write `doc.spans["sections"]`: the sections of an essay, none of a dialogue.

    doc (Doc): The document.
    lexicon (Lexicon): The words of its language.
    """
    starts = [token.idx for token in doc]
    first = 0
    spans = []
    sections = _read(doc, lexicon)
    for number, section in enumerate(sections):
        is_last = number == len(sections) - 1
        # A token over a boundary is the section's that it ends in.
        end = len(doc) if is_last else max(first, bisect_right(starts, section.end) - 1)
        if end > first:
            spans.append(Span(doc, first, end, label=section.label))
            first = end
    set_sections(doc, spans)


def sections_of(doc: Doc, lexicon: Lexicon = ENGLISH) -> Sections:
    """The sections of a document: those written on it, or else found now.

    doc (Doc): The document.
    lexicon (Lexicon): The words of its language.
    RETURNS (Sections): The sections; none for a dialogue.
    """
    if SECTIONS not in doc.spans:
        return Sections(_read(doc, lexicon))
    return Sections(
        [Section(span.start_char, span.end_char, span.label_) for span in doc.spans[SECTIONS]]
    )


def _read(doc: Doc, lexicon: Lexicon) -> list[Section]:
    if doc_shape(doc) != "essay":
        return []
    text, start = doc_text(doc), notes_start(doc)
    if start is None:
        return find_sections(text, lexicon)
    # Notes belong to no reference list.
    return [*find_sections(text[: start - 1], lexicon), Section(start - 1, len(text), BODY)]
