"""Pairs gold and predictions by dialogue and message."""

from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, field, replace

from ...errors import InputError
from .annotations import AnnotatedDialogue, AnnotatedMessage


@dataclass(frozen=True, slots=True)
class Paired:
    """Gold and predictions of the same dialogues.

    dialogues (list[tuple[AnnotatedDialogue, AnnotatedDialogue]]): Gold and predicted, with the
        same id and the same number of messages.
    notes (list[str]): Notes for the user on what was excluded or taken as empty.
    scheme (str | None): The scheme of all of the gold's labels; None if it was not determined.
    """

    dialogues: list[tuple[AnnotatedDialogue, AnnotatedDialogue]]
    notes: list[str] = field(default_factory=list)
    scheme: str | None = None


def pair(
    gold: Sequence[AnnotatedDialogue],
    predicted: Sequence[AnnotatedDialogue],
    documents: Collection[str] | None = None,
) -> Paired:
    """Pair gold and predictions by id, or by file and id if both are folders.

    A side without any text is a list of spans, which does not name dialogues without spans. A
    dialogue missing from such predictions has no predictions. A dialogue missing from such gold
    has no gold spans, so that all its predictions are false positives.

    gold (Sequence[AnnotatedDialogue]): The gold side.
    predicted (Sequence[AnnotatedDialogue]): The predicted side.
    documents (Collection[str] | None): The ids to score; None for all. If gold is a list of
        spans, exactly these are scored, including those that neither side has.
    RETURNS (Paired): The dialogues in the order of gold; those that gold lacks follow, sorted by
        id, so that the same `documents` give the same order with any predictions.
    RAISES (InputError): If an id occurs twice, predictions with texts lack a dialogue of gold, or
        messages differ in number or text.
    """
    gold, predicted = _same_ids(gold, predicted)
    left, right = _Side("GOLD", gold), _Side("PRED", predicted)
    notes: list[str] = []
    if documents is not None:
        for side in (left, right):
            if outside := side.keep(documents):
                notes.append(f"{side.phrase(outside)} not among the documents to score: excluded")
    missing = [id for id in left.dialogues if id not in right.dialogues]
    extra = [id for id in right.dialogues if id not in left.dialogues]
    if missing and extra and len(missing) == len(left.dialogues) and not left.is_list:
        raise InputError(
            f"PRED has no dialogue of GOLD: no id is the same, and the first of GOLD is "
            f"{missing[0]!r}. Give two files, or two folders with the same file names; Docs keep "
            "their ids if they are written with store_user_data=True."
        )
    if missing and not right.is_list:
        raise InputError(
            f"{left.phrase(missing)} not in PRED, the first is {missing[0]!r}. Predict it (was it "
            "quarantined?), or remove it from GOLD; ids must be the same on both sides."
        )
    if missing:
        notes.append(
            f"{left.phrase(missing)} not in PRED, a list of spans: scored as without predictions"
        )
    ids = list(left.dialogues)
    unlisted = sorted({*extra, *(documents or ())}.difference(ids))
    if left.is_list:
        ids += unlisted
        if extra:
            notes.append(
                f"{right.phrase(extra)} not in GOLD, a list of spans: scored as without gold spans"
            )
    elif documents is not None and unlisted:
        notes.append(f"{len(unlisted):,} of the documents to score are not in GOLD: excluded")
    elif extra:
        notes.append(f"{right.phrase(extra)} not in GOLD: excluded")
    return Paired([_align(left.get(id), right.get(id)) for id in ids], notes)


def _same_ids(
    gold: Sequence[AnnotatedDialogue], predicted: Sequence[AnnotatedDialogue]
) -> tuple[Sequence[AnnotatedDialogue], Sequence[AnnotatedDialogue]]:
    """Prefix ids with files if both sides are folders that share files; else leave the ids."""

    def with_files(side: Sequence[AnnotatedDialogue]) -> list[AnnotatedDialogue]:
        return [replace(dialogue, id=f"{dialogue.file}:{dialogue.id}") for dialogue in side]

    files = [{dialogue.file for dialogue in side} for side in (gold, predicted)]
    if "" in files[0] | files[1] or not files[0] & files[1]:
        return gold, predicted
    return with_files(gold), with_files(predicted)


class _Side:
    """The dialogues of one side.

    name (str): Its name in the commands: GOLD or PRED.
    dialogues (Iterable[AnnotatedDialogue]): The dialogues.
    """

    def __init__(self, name: str, dialogues: Iterable[AnnotatedDialogue]) -> None:
        self.name = name
        self.dialogues: dict[str, AnnotatedDialogue] = {}
        for dialogue in dialogues:
            if dialogue.id in self.dialogues:
                raise InputError(f"{name} has the id {dialogue.id!r} twice. Ids must differ.")
            self.dialogues[dialogue.id] = dialogue
        self.is_list = not any(map(_has_text, self.dialogues.values()))

    def get(self, id: str) -> AnnotatedDialogue:
        """Return a dialogue; an empty one if it is missing."""
        return self.dialogues.get(id) or AnnotatedDialogue(id, ())

    def keep(self, ids: Container[str]) -> list[str]:
        """Remove the other dialogues, and return their ids."""
        others = [id for id in self.dialogues if id not in ids]
        for id in others:
            del self.dialogues[id]
        return others

    def phrase(self, ids: Sequence[str]) -> str:
        """Begin a sentence about some of the dialogues."""
        count = len(ids)
        return f"{count:,} {'dialogue' if count == 1 else 'dialogues'} of {self.name} " + (
            "is" if count == 1 else "are"
        )


def _has_text(dialogue: AnnotatedDialogue) -> bool:
    return any(message.text is not None for message in dialogue.messages)


def _align(
    gold: AnnotatedDialogue, predicted: AnnotatedDialogue
) -> tuple[AnnotatedDialogue, AnnotatedDialogue]:
    """Give both the same number of messages, and check that their texts are the same."""
    for first, second, sides in (
        (gold, predicted, ("GOLD", "PRED")),
        (predicted, gold, ("PRED", "GOLD")),
    ):
        if _lacks_messages(first, second):
            raise InputError(
                f"dialogue {gold.id!r}: {sides[0]} has spans without saying in which message, "
                f"but {sides[1]} has several messages. Give the index of the message, from 0, in "
                "a column 'message', and offsets in that message."
            )
    with_text = [dialogue for dialogue in (gold, predicted) if _has_text(dialogue)]
    count = (
        len(with_text[0].messages)
        if with_text
        else max(len(gold.messages), len(predicted.messages))
    )
    if len({len(dialogue.messages) for dialogue in with_text}) > 1:
        raise InputError(
            f"dialogue {gold.id!r}: GOLD has {len(gold.messages)} messages, PRED has "
            f"{len(predicted.messages)}. Predict the messages as they are in GOLD."
        )
    gold, predicted = _resize(gold, count), _resize(predicted, count)
    messages = [
        _share_text(*both, f"dialogue {gold.id!r}, message {number}")
        for number, both in enumerate(zip(gold.messages, predicted.messages, strict=True))
    ]
    return (
        replace(gold, messages=[message for message, _ in messages]),
        replace(predicted, messages=[message for _, message in messages]),
    )


def _lacks_messages(dialogue: AnnotatedDialogue, other: AnnotatedDialogue) -> bool:
    """Whether a list of spans names no messages but the other side has several."""
    return (
        not _has_text(dialogue)
        and len(dialogue.messages) == 1
        and any(dialogue.spans())
        and any(_has_text(other) or message.spans for message in other.messages[1:])
    )


def _resize(dialogue: AnnotatedDialogue, count: int) -> AnnotatedDialogue:
    messages = list(dialogue.messages)
    for number, message in enumerate(messages[count:], count):
        if message.spans:
            raise InputError(
                f"dialogue {dialogue.id!r}: there is a span in message {number}, but there are "
                f"{count} messages. Count messages from 0."
            )
    padding = [AnnotatedMessage(())] * (count - len(messages))
    return replace(dialogue, messages=[*messages[:count], *padding])


def _share_text(
    gold: AnnotatedMessage, predicted: AnnotatedMessage, place: str
) -> tuple[AnnotatedMessage, AnnotatedMessage]:
    """Copy the text of one side to the other; texts on both sides must be equal."""
    if gold.text is not None and predicted.text is not None and gold.text != predicted.text:
        raise InputError(
            f"{place}: the texts of GOLD and PRED differ. Predict the messages as they are in GOLD."
        )
    text = predicted.text if gold.text is None else gold.text
    return _with_text(gold, text, place), _with_text(predicted, text, place)


def _with_text(message: AnnotatedMessage, text: str | None, place: str) -> AnnotatedMessage:
    if text is None or (message.text == text and all(s.text is not None for s in message.spans)):
        return message
    if any(span.end > len(text) for span in message.spans):
        raise InputError(
            f"{place}: a span ends after the text. Offsets must count the characters of the "
            "message."
        )
    if any(s.text not in (None, text[s.start : s.end]) for s in message.spans):
        raise InputError(
            f"{place}: a span's own text is not the text at its offsets. Offsets must count the "
            "characters of the message from 0, with 'end' after the last."
        )
    spans = [replace(span, text=text[span.start : span.end]) for span in message.spans]
    return replace(message, text=text, spans=spans)
