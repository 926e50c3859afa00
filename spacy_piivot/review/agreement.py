"""How far two passes agree, and where they do not: the figures of the command `agreement`."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..corpus.annotated_spans import AnnotatedSpan
from ..evaluation.core.annotations import AnnotatedDialogue, AnnotatedMessage
from ..evaluation.core.matching import match_all
from ..evaluation.core.tally import tally
from ..evaluation.scoring.agreement import agreement
from .model import ADJUDICATED, REJECTED, ReviewSpan
from .rows import MACHINE, spans_of, texts_of
from .store import StateError, Store

Kind = Literal["only", "extent", "label", "role", "late"]
Side = Literal["a", "b"]
Extent = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Spans of one place that two passes do not have alike.

    dialogue (int): The dialogue's number.
    message (int): The message, from 0.
    start (int): Where the first of the spans starts.
    end (int): Where the last of them ends.
    kind (str): "only" (one pass has a span here), "extent", "label" or "role" (both have one), or
        "late" (both have it, but changed it after the adjudication began).
    a (Sequence[ReviewSpan]): The first pass's spans that the release would replace.
    b (Sequence[ReviewSpan]): The second's.
    decided (bool): Whether the adjudicator has decided.
    """

    dialogue: int
    message: int
    start: int
    end: int
    kind: Kind
    a: Sequence[ReviewSpan]
    b: Sequence[ReviewSpan]
    decided: bool = False


class NoTwoPasses(StateError):
    """There are not exactly two reviewers whose passes could be compared."""

    def __init__(self, names: Sequence[str]) -> None:
        found = ", ".join(names) or "nobody"
        super().__init__(
            f"two passes are compared, and these have reviewed: {found}. Let a second person "
            "review (`spacy-piivot review --reviewer NAME`), or name two of them."
        )


class NoPassChosen(StateError):
    """Several people have reviewed, and nobody has adjudicated."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(
            f"{' and '.join(names)} have reviewed, and a release needs one decision on each span: "
            f"decide the disagreements (`spacy-piivot review --reviewer {ADJUDICATED}`, page "
            "/disagreements), or say whose pass is released."
        )


def reviewers(store: Store) -> list[str]:
    """The names of the passes in which something was done, without the adjudicator's."""
    rows = store.all("SELECT DISTINCT pass FROM reviewed ORDER BY pass")
    return [name for (name,) in rows if name not in (ADJUDICATED, MACHINE)]


def two_passes(store: Store) -> tuple[str, str]:
    """The two passes to compare.

    store (Store): The state.
    RETURNS (tuple[str, str]): Those that were adjudicated, if they were; else the only two.
    RAISES (NoTwoPasses): If there are not exactly two.
    """
    names = store.setting("adjudicated") or reviewers(store)
    if len(names) != 2:
        raise NoTwoPasses(names)
    return names[0], names[1]


def release_pass(store: Store) -> str:
    """The pass that a release uses.

    store (Store): The state.
    RETURNS (str): The adjudicator's if there is one, else the only reviewer's; the machine's if
        nobody has reviewed anything.
    RAISES (NoPassChosen): If several people have reviewed, and nobody has adjudicated.
    """
    if store.setting("adjudicated"):
        return ADJUDICATED
    names = reviewers(store)
    if len(names) > 1:
        raise NoPassChosen(names)
    return names[0] if names else MACHINE


def finished(store: Store, *passes: str) -> list[int]:
    """The dialogues that all of some passes have finished, in order."""
    rows = store.all(
        "SELECT dialogue FROM reviewed JOIN dialogue ON number = dialogue WHERE finished = 1 "
        f"AND error = '' AND pass IN ({', '.join('?' * len(passes))}) GROUP BY dialogue "
        "HAVING count(*) = ? ORDER BY dialogue",
        [*passes, len(passes)],
    )
    return [number for (number,) in rows]


def figures(store: Store, a: str, b: str, *, bootstrap: int = 1000) -> dict[str, Any]:
    """The agreement of two passes in the dialogues that both have finished.

    store (Store): The state.
    a (str): One pass.
    b (str): The other one.
    bootstrap (int): How many resamples the intervals have; 0 for none.
    RETURNS (dict[str, Any]): As `evaluation.scoring.agreement`, and `counts`: by matching, how many
        spans both have ("both"), and only one of them has. Without text. Only "a", "b" and
        "dialogues" (0) if there is no such dialogue.
    """
    numbers = finished(store, a, b)
    if not numbers:
        return {"a": a, "b": b, "dialogues": 0}
    first, second = (annotated(store, one, numbers) for one in (a, b))
    found = dict(agreement(first, second, bootstrap=bootstrap).to_dict())
    counts = {}
    for matching in ("strict", "any_label", "overlap"):
        total = tally(first, match_all(first, second, matching)).total()
        counts[matching] = {"both": total.tp, "only_a": total.fn, "only_b": total.fp}
    return {**found, "a": a, "b": b, "counts": counts}


def annotated(store: Store, reviewer: str, numbers: Iterable[int]) -> list[AnnotatedDialogue]:
    """Dialogues with the spans of a pass, for the code that scores systems; ids are numbers."""
    dialogues = []
    for number in numbers:
        spans: dict[int, list[AnnotatedSpan]] = defaultdict(list)
        for one in _replaced(store, reviewer, number):
            spans[one.message].append(
                AnnotatedSpan(one.start, one.end, one.label, one.role, one.score)
            )
        texts = texts_of(store, number)
        messages = [AnnotatedMessage(spans[at], texts[at]) for at in sorted(texts)]
        dialogues.append(AnnotatedDialogue(str(number), messages))
    return dialogues


def disagreements(store: Store, a: str, b: str) -> Iterator[Disagreement]:
    """Where two passes disagree, in the dialogues that both have finished.

    store (Store): The state.
    a (str): One pass.
    b (str): The other one.
    YIELDS (Disagreement): In the order of the corpus. Spans that overlap are one disagreement.
    """
    begun = bool(store.setting("adjudicated"))
    for number in finished(store, a, b):
        first, second = _replaced(store, a, number), _replaced(store, b, number)
        own = spans_of(store, ADJUDICATED, number) if begun else []
        for found in _compared(number, first, second):
            yield _with_decision(found, own)
        if begun:
            yield from _late(number, first, second, own)


def agreed(first: Sequence[ReviewSpan], second: Sequence[ReviewSpan]) -> list[ReviewSpan]:
    """The spans of the first pass that the second has too, with the same label and role."""
    there = set(map(_content, second))
    return [span for span in first if _content(span) in there]


def counted(found: Iterable[Disagreement]) -> Mapping[str, int]:
    """How many disagreements there are, by kind, and how many are not decided ("open")."""
    counts: dict[str, int] = defaultdict(int)
    for one in found:
        counts[one.kind] += 1
        counts["open"] += not one.decided
    return dict(sorted(counts.items()))


def _replaced(store: Store, reviewer: str, number: int) -> list[ReviewSpan]:
    return [one for one in spans_of(store, reviewer, number) if one.status != REJECTED]


def _compared(
    number: int, first: Sequence[ReviewSpan], second: Sequence[ReviewSpan]
) -> Iterator[Disagreement]:
    alike = {_content(one) for one in first} & {_content(one) for one in second}
    tagged = [(one, 0) for one in first if _content(one) not in alike]
    tagged += [(one, 1) for one in second if _content(one) not in alike]
    tagged.sort(key=lambda pair: (pair[0].message, pair[0].start, pair[0].end, pair[1]))
    cluster: list[tuple[ReviewSpan, int]] = []
    for one, side in tagged:
        if cluster and (one.message != cluster[0][0].message or one.start >= _end(cluster)):
            yield _disagreement(number, cluster)
            cluster = []
        cluster.append((one, side))
    if cluster:
        yield _disagreement(number, cluster)


def _disagreement(number: int, cluster: Sequence[tuple[ReviewSpan, int]]) -> Disagreement:
    a, b = ([one for one, side in cluster if side == wanted] for wanted in (0, 1))
    kind: Kind = "extent"
    if not a or not b:
        kind = "only"
    elif len(a) == len(b) == 1 and _extent(a[0]) == _extent(b[0]):
        kind = "label" if a[0].label != b[0].label else "role"
    start = min(one.start for one, _ in cluster)
    return Disagreement(number, cluster[0][0].message, start, _end(cluster), kind, a, b)


def _with_decision(found: Disagreement, own: Sequence[ReviewSpan]) -> Disagreement:
    """The disagreement with what the adjudicator has said of it.

    It is decided if a span of the adjudicator is accepted or added there, or one with the extent
    of a reviewer's is rejected, and nothing there is open.
    """
    extents = {_extent(one) for one in (*found.a, *found.b)}
    there = [
        one
        for one in own
        if one.message == found.message and one.start < found.end and found.start < one.end
    ]
    decided = any(
        one.status in ("accepted", "added") or (one.status == REJECTED and _extent(one) in extents)
        for one in there
    )
    decided = decided and all(one.status != "open" for one in there)
    return Disagreement(
        found.dialogue,
        found.message,
        found.start,
        found.end,
        found.kind,
        found.a,
        found.b,
        decided,
    )


def _late(
    number: int,
    first: Sequence[ReviewSpan],
    second: Sequence[ReviewSpan],
    own: Sequence[ReviewSpan],
) -> Iterator[Disagreement]:
    """What both reviewers have by now, and the adjudicator's pass has not, or has otherwise."""
    there = {_content(one) for one in own if one.status != REJECTED}
    others = {_content(one): one for one in second}
    for one in agreed(first, second):
        if _content(one) not in there:
            sides = [one], [others[_content(one)]]
            place = Disagreement(number, one.message, one.start, one.end, "late", *sides)
            if not _with_decision(place, own).decided:
                yield place


def _content(span: ReviewSpan) -> tuple[int, int, int, str, str]:
    return span.message, span.start, span.end, span.label, span.role


def _extent(span: ReviewSpan) -> Extent:
    return span.start, span.end


def _end(cluster: Sequence[tuple[ReviewSpan, int]]) -> int:
    return max(one.end for one, _ in cluster)
