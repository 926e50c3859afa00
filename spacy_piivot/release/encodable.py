"""Draws surrogates again that a file's encoding lacks the letters for."""

from dataclasses import replace

from spacy.tokens import Doc

from ..components.edits import surrogate_units
from ..components.generators import get_given
from ..components.hips_surrogator import HipsSurrogator
from ..core.texts import doc_text
from ..errors import PIIvotError
from .repair import Checked, check_and_repair

# Names of some regions have many letters that are rare elsewhere.
_ROUNDS = 8


class NotInEncoding(PIIvotError):
    """A released dialogue that cannot be written in the encoding of its file.

    encoding (str): The encoding.
    """

    def __init__(self, encoding: str) -> None:
        super().__init__(
            f"no surrogates were found that {encoding} has all letters for: convert the file to "
            "UTF-8"
        )


def check_encodable(doc: Doc, surrogator: HipsSurrogator, encoding: str) -> Checked:
    """Check a de-identified document as `check_and_repair`, and that it can be written.

    Surrogates with letters that the encoding lacks are drawn again, by the same pure function.

    doc (Doc): A document that went through `surrogator`; it is changed in place.
    surrogator (HipsSurrogator): The component, with the key.
    encoding (str): The encoding of its file.
    RETURNS (Checked): The leaks found, and those left.
    RAISES (NotInEncoding): If none were found that can be written.
    """
    checked = check_and_repair(doc, surrogator)
    avoid: frozenset[str] = frozenset()
    for _ in range(_ROUNDS):
        made = [edit["surrogate"] for edit in doc._.piivot_edits]
        made += doc._.piivot_speakers or ()
        unwritable = [one for one in made if not _can_write(one, encoding)]
        if not unwritable:
            return checked
        avoid = avoid.union(*map(surrogate_units, unwritable))
        text = doc_text(doc)
        surrogator.replace(doc, text, surrogator.plan(doc, text), get_given(doc), avoid)
        again = check_and_repair(doc, surrogator, avoid)
        checked = replace(again, found=[*checked.found, *again.found])
    raise NotInEncoding(encoding)


def _can_write(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
