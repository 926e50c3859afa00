"""The result of each dialogue of a run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from spacy.tokens import Doc

from ..corpus import InputFile, Record
from ..errors import RecordError
from ..release.reasons import LeakReason

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Done:
    """A dialogue that went through the pipeline.

    findings (tuple[LeakReason, ...]): The findings of the last check, all repaired.
    exempt (Mapping[str, int]): How many originals the last check did not search for, by reason.
    """

    file: InputFile
    record: Record
    doc: Doc
    findings: tuple[LeakReason, ...] = ()
    exempt: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """A dialogue that went through the pipeline, and what the run keeps of it.

    value (T): What the run keeps instead of the Doc.
    """

    file: InputFile
    record: Record
    value: T


@dataclass(frozen=True, slots=True)
class Failed:
    """A dialogue that could not be read or processed, and why.

    record (Record | None): The dialogue, if it could be read.
    findings (tuple[LeakReason, ...]): The findings of the last check, if it failed there.
    """

    file: InputFile
    error: RecordError
    record: Record | None = field(default=None, repr=False)
    findings: tuple[LeakReason, ...] = ()
