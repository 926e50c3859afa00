"""Finds names that are marked elsewhere in the corpus and stand unmarked in a dialogue."""

from collections.abc import Iterator

from ..kinds.names import is_ordinary_word
from ..lang import Lexicon
from .occurrences import find_key, messages_with
from .rows import MACHINE
from .store import Store

KIND = "elsewhere"
# Names from this score, of several words or of one that is no ordinary word, are searched for.
LEAST_SCORE = 0.8
# The chance that such a name is a miss if nearly all of its mentions are marked. Of 17 in the
# dialogues labelled by hand, one was.
_MOST_LIKELY = 0.15
_LEAST_LETTERS = 3

_Unmarked = tuple[int, int, int, int]


def mark_elsewhere(store: Store, lexicon: Lexicon) -> None:
    """Add a hint wherever a name stands unmarked that is marked in another dialogue.

    Its chance is the share of the name's mentions in the corpus that are marked. A hint that is
    there already keeps the higher chance, and so does the risk of its message.

    store (Store): A state with the spans and hints of all dialogues.
    lexicon (Lexicon): The words of the language.
    """
    for key in _names(store, lexicon):
        unmarked, marked = _mentions(store, key)
        chance = round(_MOST_LIKELY * marked / (marked + len(unmarked) or 1), 4)
        for place in unmarked:
            _add(store, place, chance)


def _names(store: Store, lexicon: Lexicon) -> Iterator[str]:
    rows = store.all(
        "SELECT text FROM span WHERE pass = ? AND label = 'NAME' AND score >= ? "
        "GROUP BY text ORDER BY text",
        [MACHINE, LEAST_SCORE],
    )
    for (key,) in rows:
        words = key.split()
        several = len(words) > 1 and not all(is_ordinary_word(word, lexicon) for word in words)
        single = len(words) == 1 and not is_ordinary_word(key, lexicon)
        if len(key) >= _LEAST_LETTERS and (several or single):
            yield key


def _mentions(store: Store, key: str) -> tuple[list[_Unmarked], int]:
    """Where a name stands unmarked (dialogue, message, start, end), and how often it is marked."""
    unmarked: list[_Unmarked] = []
    marked = 0
    for dialogue, message in messages_with(store, key):
        row = store.one(
            "SELECT text FROM message JOIN dialogue d ON d.number = dialogue WHERE dialogue = ? "
            "AND message.number = ? AND d.error = ''",
            [dialogue, message],
        )
        found = list(find_key(row["text"], key)) if row else []
        if not found:
            continue
        spans = store.all(
            'SELECT start, "end" FROM span WHERE dialogue = ? AND message = ? AND pass = ?',
            [dialogue, message, MACHINE],
        )
        for start, end in found:
            if any(start < last and first < end for first, last in spans):
                marked += 1
            else:
                unmarked.append((dialogue, message, start, end))
    return unmarked, marked


def _add(store: Store, place: _Unmarked, chance: float) -> None:
    there = store.all(
        'SELECT rowid, score, section FROM hint WHERE dialogue = ? AND message = ? AND "end" > ? '
        "AND start < ?",
        place,
    )
    before = max((row["score"] for row in there), default=0.0)
    if before >= chance:
        return
    section = there[0]["section"] if there else ""
    store.write_all("DELETE FROM hint WHERE rowid = ?", ([row["rowid"]] for row in there))
    dialogue, message, start, end = place
    store.write(
        "INSERT INTO hint VALUES (?, ?, ?, ?, ?, 'NAME', ?, ?)",
        [dialogue, message, start, end, KIND, chance, section],
    )
    store.write(
        "UPDATE message SET risk = risk + ? WHERE dialogue = ? AND number = ?",
        [chance - before, dialogue, message],
    )
