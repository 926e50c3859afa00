"""The edits of a Doc, message by message."""

from bisect import bisect_right
from dataclasses import dataclass

from spacy.tokens import Doc

from ..core.dialogue import message_bounds


@dataclass(frozen=True, slots=True)
class MessageEdit:
    """One replacement; offsets are characters of its message.

    start (int): Where the original starts.
    end (int): Where it ends.
    new_start (int): Where the surrogate starts in the de-identified message.
    new_end (int): Where it ends.
    label (str): The label of the span.
    score (float): Its score.
    source (str): The component that found it.
    surrogate (str): The text that replaces the original.
    role (str): The role of the span; "" if it has none.
    """

    start: int
    end: int
    new_start: int
    new_end: int
    label: str
    score: float
    source: str
    surrogate: str
    role: str = ""


def message_edits(doc: Doc) -> list[list[MessageEdit]]:
    """The edits of each message.

    doc (Doc): A Doc with `doc._.piivot_edits`.
    RETURNS (list[list[MessageEdit]]): One list per message, in order.
    """
    bounds = message_bounds(doc)
    starts = [start for start, _ in bounds]
    result: list[list[MessageEdit]] = [[] for _ in bounds]
    shifts = [0] * len(bounds)
    for edit in sorted(doc._.piivot_edits or (), key=lambda edit: edit["start"]):
        number = bisect_right(starts, edit["start"]) - 1
        start, end = edit["start"] - starts[number], edit["end"] - starts[number]
        new_start = start + shifts[number]
        new_end = new_start + len(edit["surrogate"])
        shifts[number] = new_end - end
        result[number].append(
            MessageEdit(
                start, end, new_start, new_end, edit["label"], round(float(edit["score"]), 4),
                edit["source"], edit["surrogate"], edit.get("role", ""),
            )
        )  # fmt: skip
    return result
