"""Errors: each says what to do next, and none contains text, names or values of a document."""

import traceback
from collections.abc import Iterable
from typing import Any


class PIIvotError(ValueError):
    """Base class of the package's errors."""


class UnknownLabel(PIIvotError):
    def __init__(self, label: str, known: Iterable[str]) -> None:
        super().__init__(f"Unknown label {label!r}. Use one of: {', '.join(sorted(known))}.")


class UnknownScheme(PIIvotError):
    def __init__(self, scheme: str, known: Iterable[str]) -> None:
        super().__init__(f"Unknown label scheme {scheme!r}. Use one of: {', '.join(known)}.")


class UnknownPipeline(PIIvotError):
    def __init__(self, name: str, shipped: Iterable[str]) -> None:
        super().__init__(
            f"spacy_piivot ships no pipeline {name!r}. Shipped: "
            f"{', '.join(shipped) or 'none'}. Load others with spacy.load."
        )


class RecordError(PIIvotError):
    """An input record that cannot be used.

    kind (str): The error class as written to a quarantine file, e.g. "NotJSON".
    hint (str): What is wrong and what to do, without any text of the record.
    line (int | None): Its line in the input, from 1.
    id (str | None): Its id, if it could be read.
    """

    def __init__(
        self, kind: str, hint: str, *, line: int | None = None, id: str | None = None
    ) -> None:
        self.kind, self.hint, self.line, self.id = kind, hint, line, id
        where = ", ".join(
            part
            for part in (
                f"line {line}" if line is not None else "",
                f"id {id!r}" if id is not None else "",
            )
            if part
        )
        super().__init__(f"{where or 'record'}: {kind}: {hint}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _record_error, (self.kind, self.hint, self.line, self.id)

    def without_id(self) -> "RecordError":
        """The same error without the id in its message."""
        return RecordError(self.kind, self.hint, line=self.line)


def _record_error(kind: str, hint: str, line: int | None, id: str | None) -> RecordError:
    """Rebuild an error from its pickle."""
    return RecordError(kind, hint, line=line, id=id)


class InputError(PIIvotError):
    """The whole input, or an argument, cannot be used (exit status 2)."""


class RetokenizedError(PIIvotError):
    def __init__(self, component: str) -> None:
        super().__init__(
            f"'{component}' got a Doc that was retokenised after its messages or spans were "
            "set: their boundaries no longer fit its tokens. Remove components that merge or "
            "split tokens (merge_entities, merge_noun_chunks, …) or put them after the "
            "spacy_piivot components."
        )


class RemovedSpansError(PIIvotError):
    def __init__(self, component: str, key: str) -> None:
        super().__init__(
            f"'{component}' got a Doc in which spans of doc.spans[{key!r}] were removed or "
            "replaced, but not their attributes: the text they covered would be released "
            "unchanged. Append your spans, move candidates with "
            "spacy_piivot.spans.move_candidates, or rewrite the group with set_candidates."
        )


class PIIvotWarning(UserWarning):
    """A problem that may let PII through or damage a text. Never quotes a document."""


class ComponentError(PIIvotError):
    """A component failed on one document.

    The original exception is not chained: its message may quote the document.
    """

    def __init__(self, component: str, doc_id: str | None, error: BaseException) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
        which = f"document {doc_id!r}" if doc_id else "a document without an id"
        hint = f" {error}" if isinstance(error, PIIvotError) else ""
        super().__init__(
            f"'{component}' failed on {which}: {type(error).__name__}{place}.{hint} "
            "With an error handler other than spaCy's default, the document is passed on "
            "with doc._.piivot_status set and no de-identified text."
        )
        self.kind = type(error).__name__
