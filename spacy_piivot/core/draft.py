"""The draft in which a component changes a Doc's candidates: read once, written once."""

from collections.abc import Callable, Iterable

from spacy.tokens import Doc

from .candidate import Candidate, split_refused, text_order
from .overlaps import not_rejected
from .spans import (
    PII,
    REJECTED,
    clip,
    ensure_groups,
    get_candidates,
    mark_searched,
    merge,
    set_candidates,
)
from .texts import doc_text


class CandidateDraft:
    """The found and rejected candidates of a Doc, to be changed step by step.

    doc (Doc): The document.
    component (str): The component that works on the document, noted as having searched it.
    key (str): The group of found candidates.
    """

    def __init__(self, doc: Doc, component: str, key: str = PII) -> None:
        self.doc = doc
        self.text = doc_text(doc)
        self._key = key
        mark_searched(doc, component, key)
        self._read = [get_candidates(doc, name) for name in (key, REJECTED)]
        self._found, self._rejected = self._read

    @property
    def found(self) -> list[Candidate]:
        """The found candidates, in text order."""
        return self._found

    @found.setter
    def found(self, candidates: Iterable[Candidate]) -> None:
        self._found = self._in_order(candidates, self._found)

    @property
    def rejected(self) -> list[Candidate]:
        """The rejected candidates, in text order."""
        return self._rejected

    @rejected.setter
    def rejected(self, candidates: Iterable[Candidate]) -> None:
        self._rejected = self._in_order(candidates, self._rejected)

    def add(self, new: Iterable[Candidate]) -> None:
        """Add candidates as `spans.add_candidates` does.

        new (Iterable[Candidate]): The candidates to add.
        """
        admitted = not_rejected(new, self._rejected if self._key == PII else ())
        if admitted:
            self.found = merge(self.doc, self._found, admitted)

    def reject(self, refused: Callable[[Candidate], str]) -> None:
        """Move candidates to the rejected as `spans.move_candidates` does.

        refused (Callable[[Candidate], str]): The reason against a candidate; "" to keep it.
        """
        remaining, moved = split_refused(self._found, refused, self.text)
        if moved:
            self._found = remaining
            self.rejected = [*self._rejected, *moved]

    def write(self) -> None:
        """Write the changes to the Doc."""
        for name, read, now in zip(
            (self._key, REJECTED), self._read, (self._found, self._rejected), strict=True
        ):
            if now != read:
                set_candidates(self.doc, now, name)
        ensure_groups(self.doc, self._key, REJECTED)

    def _in_order(self, candidates: Iterable[Candidate], now: list[Candidate]) -> list[Candidate]:
        candidates = list(candidates)
        if candidates == now:
            return now
        return sorted((clip(self.doc, candidate) for candidate in candidates), key=text_order)
