import json
from pathlib import Path

import pytest
from releases import EDITS, ORIGINAL, RELEASED, gold, record

from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.attack.released import (
    ReleasedDialogue,
    ReleasedMessage,
    read_edits,
    released_dialogues,
)

GOLD = gold("d1", ORIGINAL, (0, 5, ""), (10, 15, "participant"), (20, 25, "public"))


def test_a_gold_name_that_no_edit_touches_is_a_leak() -> None:
    for edits in ({"d1": EDITS}, None):
        [dialogue] = released_dialogues([record("d1", RELEASED)], edits, [GOLD])
        [message] = dialogue.messages
        assert message.leaks == [(10, 15)]
        assert message.original == ORIGINAL


def test_a_leak_is_found_where_the_release_has_moved() -> None:
    edits = [{**EDITS[0], "new_end": 9, "surrogate": "Christina"}]
    released = "Christina and Maria met Priya"
    [dialogue] = released_dialogues([record("x", released)], {"x": edits}, [GOLD])
    [message] = dialogue.messages
    assert [released[start:end] for start, end in message.leaks] == ["Maria"]


def test_what_does_not_fit_together_is_refused() -> None:
    records = [record("d1", RELEASED)]
    with pytest.raises(InputError, match="do not match"):
        released_dialogues([record("d1", "Emily and Anna met Priya")], {"d1": EDITS}, [GOLD])
    with pytest.raises(InputError, match="not in the private edits"):
        released_dialogues(records, {}, [GOLD])
    with pytest.raises(InputError, match="not in the gold"):
        released_dialogues([*records, record("d2", "hi")], None, [GOLD])
    with pytest.raises(InputError, match="number of messages"):
        released_dialogues([record("d1", "a", "b")], None, [GOLD])
    with pytest.raises(InputError, match="not those of this release"):
        released_dialogues(records, {"d1": [{**EDITS[0], "message": 4}]}, [GOLD])


def test_edits_are_read_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "edits.jsonl"
    path.write_text('{"private": "x"}\n' + json.dumps({"id": "d1", "edits": EDITS}) + "\n")
    assert read_edits(path) == {"d1": EDITS}
    path.write_text("Maria")
    with pytest.raises(InputError) as caught:
        read_edits(path)
    assert "Maria" not in str(caught.value)


def dialogue(*messages: ReleasedMessage) -> ReleasedDialogue:
    return ReleasedDialogue("d", messages)
