"""Maps the labels of gold and predictions to one scheme.

The labels of the field's schemes and of common systems are known. A prediction is first mapped to
the gold's own scheme: if the gold does not distinguish a street from a town, "STREET_ADDRESS" must
not count as wrong.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from ...core.labels import (
    BY_NAME,
    CITED,
    LABELS,
    NOT_PRIVATE,
    PLACEHOLDER,
    SCHEMES,
    from_codebook,
    known_label,
    labels_with,
    to_scheme,
)
from ...errors import InputError, UnknownScheme
from ...lang import ENGLISH
from .annotations import AnnotatedDialogue, AnnotatedMessage, AnnotatedSpan

CANONICAL = "canonical"
DISTRACTORS = (*sorted(labels_with("distractor")), PLACEHOLDER)
# The order in which schemes are tried, if a gold file's labels are all in several.
_ORDER = ("codebook", CANONICAL, "crapii", "mathed_pii", "presidio", "piivot")
_LABEL = re.compile(r"[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*")


@dataclass(frozen=True, slots=True)
class PreparedSpans:
    """Gold and predictions with labels of one scheme, and separate distractors.

    gold (Sequence[AnnotatedDialogue]): The gold side.
    predicted (Sequence[AnnotatedDialogue]): The predicted side, dialogue by dialogue.
    scheme (str): The scheme of the labels.
    notes (Sequence[str]): Notes for the user on what was excluded.
    """

    gold: Sequence[AnnotatedDialogue]
    predicted: Sequence[AnnotatedDialogue]
    scheme: str
    notes: Sequence[str] = field(default_factory=tuple)


def canonical_label(label: str, text: str = "") -> str:
    """Map a label of any known scheme or system to its canonical label.

    label (str): The label; case and punctuation do not matter ("PhoneNumber").
    text (str): The labelled text, which distinguishes an e-mail address from a user name.
    RETURNS (str): A label of `labels.CANONICAL`, or "PLACEHOLDER"; "" for a system's label that no
        scheme has, such as spaCy's CARDINAL.
    RAISES (InputError): If the label is not known.
    """
    if label in BY_NAME or label == PLACEHOLDER:
        return label
    known = known_label(label)
    if known is None:
        raise _unknown([label])
    if known == "USERNAME" and label.casefold() == "email_social":
        return from_codebook("EMAIL_SOCIAL", text, ENGLISH)
    return known


def _unknown(labels: Sequence[str]) -> InputError:
    # A column of names may have been read as one of labels: never show it.
    shown = [label for label in labels if _LABEL.fullmatch(label)]
    example = shown[0] if shown else "OLD"
    hidden = len(labels) - len(shown)
    named = [*map(repr, shown), *([f"{hidden} not shown, as they may be texts"] if hidden else [])]
    return InputError(
        f"Unknown labels: {', '.join(named)}. Rename them in the file, or map each with "
        f"--label {example}=NAME (or --label {example}= to exclude its spans). Labels: "
        f"{', '.join(BY_NAME)}."
    )


def check_labels(dialogues: Sequence[AnnotatedDialogue]) -> None:
    """Refuse labels that are not written like labels: a column of names must not be shown.

    dialogues (Sequence[AnnotatedDialogue]): Dialogues whose labels are used unchanged.
    RAISES (InputError): If a label is neither known nor in capitals.
    """
    odd = sorted(x for x in _labels(dialogues) if not _is_known(x) and not _LABEL.fullmatch(x))
    if odd:
        raise _unknown(odd)


def crapii_label(label: str, role: str, *, every_name: bool = False) -> str | None:
    """Map a canonical label to CRAPII's scheme, in which names and URLs count by their roles.

    label (str): A canonical label.
    role (str): The role of a name or URL; "" if unknown.
    every_name (bool): Whether names of all roles count.
    RETURNS (str | None): The label there. None if there is none, for a name that is no student's
        (`NOT_PRIVATE`), and for the URL of a source.
    """
    if label == "URL" and role == CITED:
        return None
    if label == "NAME" and role in NOT_PRIVATE and not every_name:
        return None
    return to_scheme(label, "crapii")


def name_label(scheme: str) -> str:
    """Return a scheme's label of personal names."""
    label = to_scheme("NAME", scheme)
    assert label is not None
    return label


def find_scheme(labels: Iterable[str]) -> str:
    """Find the scheme of a file's labels.

    labels (Iterable[str]): The labels that occur.
    RETURNS (str): The first scheme that has all of them; "canonical" if none has.
    """
    found = set(labels)
    for scheme in _ORDER:
        if found <= vocabulary(scheme):
            return scheme
    return CANONICAL


@cache
def vocabulary(scheme: str) -> frozenset[str]:
    """Return the labels of a scheme, including "PLACEHOLDER"."""
    labels = {to_scheme(label.name, scheme) for label in LABELS}
    return frozenset(label for label in labels if label) | {PLACEHOLDER}


def rename_labels(
    dialogues: Sequence[AnnotatedDialogue], names: Mapping[str, str]
) -> Sequence[AnnotatedDialogue]:
    """Rename the labels of a source that has labels of its own.

    dialogues (Sequence[AnnotatedDialogue]): The dialogues.
    names (Mapping[str, str]): New name by old name; an empty one excludes the spans.
    RETURNS (Sequence[AnnotatedDialogue]): The dialogues with the new names.
    RAISES (InputError): If a new name is not a label.
    """
    if not names:
        return dialogues
    unknown = [new for new in names.values() if new and not _is_known(new)]
    if unknown:
        raise InputError(
            f"--label: there is no label {unknown[0]!r} to rename to. Labels: {', '.join(BY_NAME)}."
        )

    def rename(span: AnnotatedSpan) -> AnnotatedSpan | None:
        label = names.get(span.label, span.label)
        return replace(span, label=label) if label else None

    return [_with_spans(dialogue, rename) for dialogue in dialogues]


def prepare(
    gold: Sequence[AnnotatedDialogue],
    predicted: Sequence[AnnotatedDialogue],
    scheme: str | None = None,
    *,
    own: str | None = None,
    every_name: bool = False,
) -> PreparedSpans:
    """Map the labels of both sides to one scheme.

    gold (Sequence[AnnotatedDialogue]): The gold side.
    predicted (Sequence[AnnotatedDialogue]): The predicted side, in the same order.
    scheme (str | None): A scheme of `labels.SCHEMES` or "canonical"; None for the gold's own.
    own (str | None): The gold's own scheme; None to find it by the labels that occur.
    every_name (bool): In CRAPII's scheme, whether names of all roles count as NAME_STUDENT. By
        default those in `NOT_PRIVATE` do not, on either side.
    RETURNS (PreparedSpans): Spans whose label the scheme lacks are excluded (a note counts the
        predictions); organisations and placeholders are distractors of their message.
    RAISES (InputError, UnknownScheme): If a label or the scheme is unknown.
    """
    if scheme is not None and scheme not in (CANONICAL, *SCHEMES):
        raise UnknownScheme(scheme, (CANONICAL, *SCHEMES))
    found = {side: _labels(dialogues) for side, dialogues in (("gold", gold), ("pred", predicted))}
    unknown = sorted(label for label in found["gold"] | found["pred"] if not _is_known(label))
    if unknown:
        raise _unknown(unknown)
    own = own or find_scheme(found["gold"])
    target = scheme or own
    outside: Counter[str] = Counter()

    def to_target(span: AnnotatedSpan, label: str | None) -> AnnotatedSpan | None:
        """Map a span from a label of the gold's scheme to the target scheme."""
        if not label:
            return None
        text = span.text or ""
        canonical = canonical_label(label, text)
        if not canonical:
            return None
        if canonical in DISTRACTORS:
            return replace(span, label=canonical)
        if target == "crapii" and not crapii_label(canonical, span.role, every_name=every_name):
            return None
        keeps = target == own and label in vocabulary(own)
        mapped = label if keeps else to_scheme(canonical, target)
        return replace(span, label=mapped) if mapped else None

    def gold_span(span: AnnotatedSpan) -> AnnotatedSpan | None:
        return to_target(span, span.label)

    def predicted_span(span: AnnotatedSpan) -> AnnotatedSpan | None:
        label: str | None = span.label
        if label not in vocabulary(own):
            canonical = canonical_label(span.label, span.text or "")
            label = canonical if canonical in ("", PLACEHOLDER) else to_scheme(canonical, own)
        if not label or not _is_in(target, label, span):
            outside[span.label] += 1
        return to_target(span, label)

    gold_side = [_separate_distractors(_with_labels(dialogue, gold_span)) for dialogue in gold]
    predicted_side = [
        _separate_distractors(_with_labels(dialogue, predicted_span)) for dialogue in predicted
    ]
    notes = []
    if outside:
        counted = ", ".join(f"{label} ({n})" for label, n in outside.most_common())
        notes.append(f"predictions excluded, as scheme {target!r} has no label for them: {counted}")
    return PreparedSpans(gold_side, predicted_side, target, notes)


def _with_labels(
    dialogue: AnnotatedDialogue, change: Callable[[AnnotatedSpan], AnnotatedSpan | None]
) -> AnnotatedDialogue:
    """Rename labels; of spans that differed in their label only, keep the highest-scored."""

    def rename(spans: Sequence[AnnotatedSpan]) -> list[AnnotatedSpan]:
        groups: dict[tuple[int, int, str], dict[str, list[AnnotatedSpan]]] = {}
        for span in spans:
            if (new := change(span)) is not None:
                same = groups.setdefault((new.start, new.end, new.label), {})
                same.setdefault(span.label, []).append(new)
        return [
            span
            for same in groups.values()
            for span in max(same.values(), key=lambda spans: max(s.score for s in spans))
        ]

    if not any(message.spans for message in dialogue.messages):
        return dialogue
    return replace(
        dialogue,
        messages=[replace(m, spans=rename(m.spans)) if m.spans else m for m in dialogue.messages],
    )


def _with_spans(
    dialogue: AnnotatedDialogue, change: Callable[[AnnotatedSpan], AnnotatedSpan | None]
) -> AnnotatedDialogue:
    if not any(message.spans for message in dialogue.messages):
        return dialogue
    return replace(
        dialogue,
        messages=[
            replace(
                message,
                spans=[new for span in message.spans if (new := change(span)) is not None],
            )
            if message.spans
            else message
            for message in dialogue.messages
        ],
    )


def _separate_distractors(dialogue: AnnotatedDialogue) -> AnnotatedDialogue:
    def separate(message: AnnotatedMessage) -> AnnotatedMessage:
        return replace(
            message,
            spans=[span for span in message.spans if span.label not in DISTRACTORS],
            distractors=[span for span in message.spans if span.label in DISTRACTORS],
        )

    if not any(message.spans for message in dialogue.messages):
        return dialogue
    return replace(dialogue, messages=[separate(m) if m.spans else m for m in dialogue.messages])


def _is_in(scheme: str, label: str, span: AnnotatedSpan) -> bool:
    canonical = canonical_label(label, span.text or "")
    if not canonical:
        return False
    return canonical in DISTRACTORS or to_scheme(canonical, scheme) is not None


def _labels(dialogues: Sequence[AnnotatedDialogue]) -> set[str]:
    return {span.label for dialogue in dialogues for span in dialogue.spans()}


def _is_known(label: str) -> bool:
    return label == PLACEHOLDER or known_label(label) is not None
