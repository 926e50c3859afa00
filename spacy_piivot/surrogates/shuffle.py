"""Gives each dialogue values of other dialogues (CRAPII, Holmes et al., 2024, 2.3.2).

The results are other people's real values. This is the only pass that reads the whole corpus.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from hashlib import sha256
from hmac import digest

from ..core.folding import fold

# A dialogue's id, a label and a value, folded.
Slot = tuple[str, str, str]


def shuffle_values(found: Iterable[tuple[str, str, str]], key: bytes) -> dict[Slot, str]:
    """Give each dialogue other dialogues' values.

    found (Iterable[tuple[str, str, str]]): Dialogue ids, labels and values as written, in any
        order and number.
    key (bytes): The secret key.
    RETURNS (dict[Slot, str]): A value for each slot: of the same label, not one of its own
        dialogue's values, and not shared by two slots of a dialogue. Each value is used once per
        slot it came from, so frequencies are kept; a slot for which none is left has no value.
    """
    written: dict[str, dict[Slot, str]] = defaultdict(dict)
    for id, label, value in sorted(set(found)):
        written[label].setdefault((id, label, fold(value)), value)
    shuffled: dict[Slot, str] = {}
    for label in sorted(written):
        shuffled |= _shuffle(written[label], key)
    return shuffled


def _shuffle(written: Mapping[Slot, str], key: bytes) -> dict[Slot, str]:
    slots = sorted(written, key=lambda slot: _rank(key, "slot", slot))
    values = sorted(written, key=lambda slot: _rank(key, "value", slot))
    # The values that each dialogue may not get: its own, and those it already has.
    taken: dict[str, set[str]] = defaultdict(set)
    for id, _, folded in written:
        taken[id].add(folded)
    given: dict[Slot, str] = {}
    left = dict.fromkeys(values)
    for slot in slots:
        barred = taken[slot[0]]
        value = next((value for value in left if value[2] not in barred), None)
        if value is not None:
            del left[value]
            barred.add(value[2])
            given[slot] = written[value]
    return given


def _rank(key: bytes, purpose: str, slot: Slot) -> bytes:
    fields = (purpose, *slot)
    joined = b"".join(sha256(field.encode("utf8", "surrogatepass")).digest() for field in fields)
    return digest(key, b"spacy-piivot shuffle" + joined, "sha256")
