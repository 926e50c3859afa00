import random
from pathlib import Path

import pytest

from spacy_piivot.errors import InputError
from training.augment.name_pool import NamePool
from training.corpora.essay_corpus import (
    ESSAYS,
    FOLDER,
    augment_essay,
    essay_splits,
    fill_slots,
    pieces_of,
    read_slot_essays,
    split_of_essay,
    without_unlabelled_names,
)
from training.labelled import Gold, Labelled, LabelledDialogue, check

REPOSITORY = Path(__file__).parents[3]


def essay(text: str, *spans: Gold) -> LabelledDialogue:
    return LabelledDialogue("x-001", ESSAYS, (Labelled("", text, spans),))


@pytest.fixture(scope="module")
def pool(names: Path) -> NamePool:
    return NamePool(names, split="train")


def test_essays_are_split_by_the_last_digit_of_their_number() -> None:
    splits = essay_splits(REPOSITORY / FOLDER)
    assert {id[-1] for id in ids(splits["test"])} == {"9", "0"}
    assert {id[-1] for id in ids(splits["dev"])} == {"8"}
    assert len(splits["train"]) > 2 * len(splits["test"]) > 2 * len(splits["dev"])
    with pytest.raises(InputError, match="number"):
        split_of_essay("notes")


def ids(essays: list[LabelledDialogue]) -> list[str]:
    return [one.id for one in essays]


def test_slots_become_gold_names_and_addresses(data: Path, pool: NamePool) -> None:
    (slots,) = read_slot_essays(data / "essays_slots.jsonl")
    message = fill_slots(slots.messages[0], pool, random.Random(1))
    assert "<" not in message.text
    assert "Here is" not in message.text
    assert [gold.label for gold in message.spans] == ["NAME", "URL"]


def test_a_line_with_a_known_name_beside_the_slots_is_left_out() -> None:
    kept = without_unlabelled_names(essay("One line.\nIt was Anna.\nThe end."), frozenset(["anna"]))
    assert kept.messages[0].text == "One line.\nThe end."


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 8))]
)
def test_augmented_essays_keep_their_gold_on_words(seed: int, pool: NamePool) -> None:
    rng = random.Random(seed)
    for one in rng.sample(essay_splits(REPOSITORY / FOLDER)["train"], 6):
        new = augment_essay(one, pool, rng)
        check(new)
        (old_message,), (message,) = one.messages, new.messages
        assert [(g.label, g.role) for g in message.spans] == [
            (g.label, g.role) for g in old_message.spans
        ]
        pieces = list(pieces_of(new, rng))
        joined = "".join(piece.messages[0].text for piece in pieces)
        assert message.text.startswith(joined)
        assert not message.text[len(joined) :].strip()
        for piece in pieces:
            check(piece)
        assert sum(len(piece.messages[0].spans) for piece in pieces) == len(message.spans)
