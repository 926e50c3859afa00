import json
import random
from pathlib import Path

from training.augment.name_filling import fill_masked, forget_spaces, renew_values, swap_names
from training.augment.name_pool import NamePool
from training.labelled import Gold, Labelled, LabelledDialogue, read_record
from training.splits import split_of_name


def test_masks_are_filled_the_same_all_through_a_dialogue(names: Path) -> None:
    texts = ("Students J, K and C, sit.", "Student J?", "Mr. B, [STUDENT]!", "[STUDENT]?")
    dialogue = LabelledDialogue("a", "ncte", tuple(Labelled("teacher", text) for text in texts))
    pool, same = NamePool(names, split="dev"), 0
    for seed in range(40):
        filled = fill_masked(dialogue, pool, random.Random(seed))
        strings = [
            message.text[gold.start : gold.end]
            for message in filled.messages
            for gold in message.spans
        ]
        assert len(strings) == 7
        assert {gold.role for message in filled.messages for gold in message.spans} == {
            "participant"
        }
        assert not any("Student" in m.text or "[" in m.text for m in filled.messages)
        assert filled.messages[2].text.startswith("Mr. ")
        same += strings[0] == strings[3] and strings[5] == strings[6]
    assert same > 25  # the others are spelt differently now and then


def test_a_mask_under_gold_stays(names: Path) -> None:
    message = Labelled("teacher", "Student J said", (Gold(0, 9, "ORG"),))
    dialogue = LabelledDialogue("a", "ncte", (message,))
    assert fill_masked(dialogue, NamePool(names, split="dev"), random.Random(1)) == dialogue


def test_swapped_names_and_renewed_values_are_consistent(names: Path) -> None:
    pool = NamePool(names, split="train")
    one = Labelled("s", "i am ana, 555-0199", (Gold(5, 8, "NAME"), Gold(10, 18, "PHONE_NUMBER")))
    two = Labelled("s", "555-0199!", (Gold(0, 8, "PHONE_NUMBER"),))
    pythagoras = Labelled("s", "Pythagoras", (Gold(0, 10, "NAME", "math_term"),))
    dialogue = LabelledDialogue("a", "c", (one, two, pythagoras))
    swapped = swap_names(dialogue, pool, random.Random(2))
    assert swapped.messages[2] == pythagoras
    name = swapped.messages[0].spans[0]
    assert swapped.messages[0].text[name.start : name.end] != "ana"
    renewed = renew_values(dialogue, pool, random.Random(2))
    number = renewed.messages[0].spans[1]
    string = renewed.messages[0].text[number.start : number.end]
    assert string != "555-0199"
    assert renewed.messages[1].text == f"{string}!"
    assert renewed.messages[0].text.startswith("i am ana, ")


def test_a_forgotten_space_leaves_the_gold_on_the_name() -> None:
    message = Labelled("s", "hi Alex can you", (Gold(3, 7, "NAME", "participant"),))
    dialogue = LabelledDialogue("a", "c", (message,))
    (glued,) = forget_spaces(dialogue, random.Random(1), rate=1.0).messages
    assert glued.text == "hiAlex can you"
    assert glued.spans == (Gold(2, 6, "NAME", "participant"),)


def test_filled_names_of_the_real_data_are_the_splits_own(data_folder: Path) -> None:
    pool = NamePool(data_folder / "names", split="dev")
    line = (data_folder / "train" / "ncte.jsonl").read_text("utf8").splitlines()[0]
    filled = fill_masked(read_record(json.loads(line)), pool, random.Random(1))
    strings = [m.text[g.start : g.end] for m in filled.messages for g in m.spans]
    parts = [part for string in strings for part in string.split()]
    assert len(strings) > 20
    assert sum(split_of_name(part) == "dev" for part in parts) > 0.85 * len(parts)
