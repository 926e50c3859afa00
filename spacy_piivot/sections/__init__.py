"""The sections of an essay: author block, body, footnotes, references and others."""

from .marks import Sections, mark_sections, sections_of
from .reading import Section, find_sections

__all__ = ["Section", "Sections", "find_sections", "mark_sections", "sections_of"]
