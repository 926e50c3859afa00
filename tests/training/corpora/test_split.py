import random
from collections import Counter
from pathlib import Path

import pytest

from training.augment.name_pool import NamePool
from training.corpora.sources import read_dialogues
from training.corpora.split import CorpusSplit, group_of, rarest_labels
from training.labelled import Gold, Labelled, LabelledDialogue
from training.splits import SPLITS, split_of_name


def dialogue(id: str, corpus: str, text: str = "", *labels: str) -> LabelledDialogue:
    spans = tuple(Gold(i, i + 1, label) for i, label in enumerate(labels))
    return LabelledDialogue(id, corpus, (Labelled("tutor", text or "x" * 9, spans),))


def test_the_rarest_label_of_a_dialogue_is_the_one_in_the_fewest() -> None:
    dialogues = [
        dialogue("a", "c", "", "NAME", "URL"),
        dialogue("b", "c", "", "NAME", "NAME"),
        dialogue("c", "c"),
    ]
    assert rarest_labels(dialogues) == {"a": "URL", "b": "NAME", "c": ""}


def test_shares_are_kept_within_each_corpus_and_rarest_label() -> None:
    dialogues = [
        dialogue(f"{corpus}{label}{i}", corpus, "", label)
        for corpus in ("one", "two")
        for label, count in (("URL", 25), ("NAME", 100))
        for i in range(count)
    ]
    split = CorpusSplit(dialogues)
    for corpus in ("one", "two"):
        for label, count in (("URL", 25), ("NAME", 100)):
            found = Counter(
                split.of(d)
                for d in dialogues
                if d.corpus == corpus and d.messages[0].spans[0].label == label
            )
            for name, share in (("train", 0.64), ("dev", 0.16), ("test", 0.20)):
                assert abs(found[name] - share * count) <= 1


def test_the_order_of_the_dialogues_is_of_no_importance() -> None:
    dialogues = [dialogue(f"br-{i % 40}_{i}", "bridge") for i in range(90)]
    split = CorpusSplit(dialogues)
    before = {d.id: split.of(d) for d in dialogues}
    random.Random(1).shuffle(dialogues)
    split = CorpusSplit(dialogues)
    assert {d.id: split.of(d) for d in dialogues} == before


@pytest.mark.parametrize(
    ("id", "corpus", "other"),
    [
        ("md-7_1_1", "mathdial", "md-7_2_2"),
        ("br-7_1", "bridge", "br-7_2"),
        ("nc-7.30", "ncte", "nc-7"),
        ("am-007.3", "amber", "am-007"),
    ],
)
def test_a_question_a_session_and_a_transcript_stay_whole(id: str, corpus: str, other: str) -> None:
    assert group_of(dialogue(id, corpus)) == group_of(dialogue(other, corpus))
    assert group_of(dialogue(id, corpus)) != group_of(dialogue(id.replace("7", "8"), corpus))


def problem(number: int, *more: str) -> str:
    words = (f"word{chr(97 + number % 26)}{chr(97 + number // 26)}{letter}" for letter in "abcdefg")
    return " ".join((*words, *more))


def test_problems_that_share_most_words_share_a_split_also_over_a_third() -> None:
    chain = [
        dialogue("gsm-a", "gsm8k", "alpha beta gamma delta"),
        dialogue("sv-b", "svamp", "gamma delta alpha epsilon"),
        dialogue("md-c_1", "mathdial", "gamma delta epsilon zeta"),
    ]
    others = [dialogue(f"gsm-{i}", "gsm8k", problem(i)) for i in range(100)]
    split = CorpusSplit([*others, *chain])
    assert len({split.of(d) for d in chain}) == 1
    assert {split.of(d) for d in others} == set(SPLITS)


def test_an_unlabelled_problem_like_one_of_dev_or_test_is_not_used() -> None:
    labelled = [dialogue(f"gsm-{i}", "gsm8k", problem(i)) for i in range(100)]
    split = CorpusSplit(labelled)
    for number, own in enumerate(labelled):
        copy = dialogue(f"gsm-copy{number}", "gsm8k", problem(number, "and", "more"))
        assert split.of(copy) == ("train" if split.of(own) == "train" else None)


def test_a_name_has_one_split_in_any_case() -> None:
    assert {split_of_name(name) for name in map(str, range(50))} == set(SPLITS)
    assert split_of_name("MARIA") == split_of_name("maria") == split_of_name("Maria")


@pytest.mark.parametrize(
    "split", [pytest.param(s, marks=[] if s == "test" else pytest.mark.slow) for s in SPLITS]
)
def test_pools_draw_names_of_their_split_alone(data_folder: Path, split: str) -> None:
    rng = random.Random(3)
    pool = NamePool(data_folder / "names", split=split)
    drawn = [pool.forename(rng) for _ in range(800)] + [pool.surname(rng) for _ in range(200)]
    assert {split_of_name(name) for name in drawn} == {split}
    assert len(set(drawn)) > 500


def test_the_hand_labelled_data_share_nothing(data_folder: Path) -> None:
    labelled = [
        d
        for name in ("gold_train", "synthetic_chat", "synthetic_classroom")
        for d in read_dialogues(data_folder / "train" / f"{name}.jsonl")
    ]
    split = CorpusSplit(labelled)
    groups = {name: {group_of(d) for d in labelled if split.of(d) == name} for name in SPLITS}
    assert not groups["train"] & groups["dev"]
    assert not groups["train"] & groups["test"]
    assert not groups["dev"] & groups["test"]
    found = Counter(split.of(d) for d in labelled)
    for name, share in (("train", 0.64), ("dev", 0.16), ("test", 0.20)):
        assert abs(found[name] / len(labelled) - share) < 0.01
