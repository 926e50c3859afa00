"""Likely misses that a reviewer has looked at and dismissed: which are left, and all like one."""

from collections.abc import Iterable, Iterator

from ..kinds.names import is_ordinary_word
from ..lang import Lexicon
from .history import HintChange
from .occurrences import folded_key, messages_with
from .rows import OPEN_HINT, texts_of
from .store import Store

_Place = tuple[int, int, int, int]


def dismissals(
    store: Store, reviewer: str, place: _Place, scope: str, lexicon: Lexicon
) -> list[HintChange]:
    """What it changes that a reviewer dismisses a likely miss.

    store (Store): The state.
    reviewer (str): The pass.
    place (tuple[int, int, int, int]): Dialogue, message, and where the hint starts and ends.
    scope (str): "one", or "dialogue" or "corpus": also the hints at the same words there. Ordinary
        words must be written as here: to dismiss "will" must not dismiss "Will".
    lexicon (Lexicon): The words of the language.
    RETURNS (list[HintChange]): The changes, this place's first.
    """
    dialogue, message, start, end = place
    found = [HintChange(*place, dismissed=True)]
    if scope == "one":
        return found
    shown = texts_of(store, dialogue, [message])[message][start:end]
    key = folded_key(shown)
    exact = all(is_ordinary_word(word, lexicon) for word in key.split())
    for number, other in messages_with(store, key, dialogue if scope == "dialogue" else None):
        hints = list(open_hints(store, reviewer, number, other))
        text = texts_of(store, number, [other])[other] if hints else ""
        for first, last in hints:
            cut = text[first:last]
            same = cut == shown or (not exact and folded_key(cut) == key)
            if same and (number, other, first, last) != place:
                found.append(HintChange(number, other, first, last, dismissed=True))
    return found


def open_hints(
    store: Store, reviewer: str, dialogue: int, message: int
) -> Iterator[tuple[int, int]]:
    """Where the hints of a message start and end about which a pass has not decided."""
    rows: Iterable = store.all(
        f'SELECT DISTINCT h.start, h."end" FROM hint h WHERE h.dialogue = :dialogue AND '
        f"h.message = :message AND {OPEN_HINT} ORDER BY 1, 2",
        {"dialogue": dialogue, "message": message, "pass": reviewer},
    )
    for row in rows:
        yield row[0], row[1]


def has_hint(store: Store, place: _Place) -> bool:
    """Whether there is a hint, also if it is dismissed or marked.

    store (Store): The state.
    place (tuple[int, int, int, int]): Dialogue, message, start and end.
    RETURNS (bool): Whether there is one.
    """
    sql = 'SELECT 1 FROM hint WHERE dialogue = ? AND message = ? AND start = ? AND "end" = ?'
    return store.value(sql, place) is not None


def is_dismissed(store: Store, reviewer: str, place: _Place) -> bool:
    """Whether a pass has dismissed exactly this hint."""
    sql = (
        "SELECT 1 FROM dismissed WHERE pass = ? AND dialogue = ? AND message = ? AND start = ? "
        'AND "end" = ?'
    )
    return store.value(sql, [reviewer, *place]) is not None
