import random
from types import SimpleNamespace
from typing import Any

import pytest

from training.augment.name_sentences import (
    VOCATIVES,
    fill_template,
    name_sentence,
    sentence_templates,
)
from training.augment.templates import Filler, Template
from training.augment.word_problems import word_problem, word_problem_templates
from training.labelled import Labelled

SPLITS = ("train", "dev", "test")
ROOM = ("Ana", "Bo", "Chidi", "Đức", "Zoë")


class Pool(SimpleNamespace):
    """Names without the lists."""

    ordinary_forenames = ("Hope", "Mark")

    def forename(self, rng: random.Random) -> str:
        return rng.choice(("Ines", "Kofi", "İlker", "Mei"))

    def surname(self, rng: random.Random) -> str:
        return rng.choice(("Okafor", "Nguyen", "Silva"))

    def full_name(self, rng: random.Random) -> str:
        return f"{self.forename(rng)} {self.surname(rng)}"

    def place(self, rng: random.Random) -> str:
        return "Lagos"

    def school(self, rng: random.Random) -> str:
        return "Lagos High"


def pool(split: str = "train") -> Any:
    return Pool(split=split)


def fill(text: str, seed: int = 1) -> Labelled:
    return Filler(ROOM, pool(), random.Random(seed)).fill(Template(text))


def names(message: Labelled, role: str = "") -> list[str]:
    return [
        message.text[gold.start : gold.end]
        for gold in message.spans
        if gold.label == "NAME" and role in ("", gold.role)
    ]


def check(message: Labelled) -> None:
    end = 0
    for gold in message.spans:
        string = message.text[gold.start : gold.end]
        assert string
        assert string == string.strip()
        assert gold.start >= end
        assert bool(gold.role) == (gold.label == "NAME")
        end = gold.end


@pytest.mark.parametrize("split", SPLITS)
def test_offsets_fit_and_every_name_has_a_role(split: str) -> None:
    rng = random.Random(1)
    for template in sentence_templates(split):
        message = fill_template(template, ROOM, pool(split), rng)
        check(message)
        assert message.spans
        assert "{" not in message.text


def test_every_role_occurs_in_every_split() -> None:
    for split in SPLITS:
        rng = random.Random(3)
        roles = {
            gold.role
            for _ in range(1500)
            for gold in name_sentence(ROOM, pool(split), rng).spans
            if gold.label == "NAME"
        }
        assert roles == {"participant", "problem", "math_term", "public"}


def test_some_turns_have_no_names() -> None:
    rng = random.Random(4)
    without = sum(not name_sentence(ROOM, pool(), rng).spans for _ in range(1000))
    assert 200 < without < 400


def test_splits_share_no_template() -> None:
    for find in (sentence_templates, word_problem_templates):
        texts = [{template.text for template in find(split)} for split in SPLITS]
        assert not texts[0] & texts[1]
        assert not texts[0] & texts[2]
        assert not texts[1] & texts[2]
    assert VOCATIVES


def test_a_title_a_possessive_and_a_glued_word_are_not_gold() -> None:
    assert names(fill("Mrs. {f}'s turn")) == [fill("{f}").text]
    glued = fill("hi{f}2x")
    assert glued.text[2:-2] == names(glued)[0]


def test_two_names_in_a_row_are_two_spans() -> None:
    assert len(names(fill("{f} {f} {f} sit down"))) == 3


def test_of_a_term_only_the_name_is_gold() -> None:
    for seed in range(60):
        message = fill("Use {term}.", seed)
        (name,) = names(message, "math_term")
        assert name[0].isupper()
        assert name + "." != message.text.removeprefix("Use ")


def test_a_numbered_slot_keeps_its_value_and_others_differ() -> None:
    first, second, third = names(fill("{f1}, Ask {f}. {f1}?"))
    assert first == third != second


def test_names_are_in_lower_case_where_the_turn_is() -> None:
    found = [names(fill("ok {f} go on", seed))[0] for seed in range(60)]
    assert 0.5 < sum(name.islower() for name in found) / 60 < 1


def test_lower_case_that_moves_offsets_is_left_out() -> None:
    rng = random.Random(1)
    for _ in range(300):
        message = fill_template(Template("{any} said Hello."), ROOM, pool(), rng)
        assert names(message)[0].casefold() in {
            name.casefold() for name in ("Ines", "Kofi", "İlker", "Mei")
        }


@pytest.mark.parametrize("split", SPLITS)
def test_characters_of_word_problems_are_problem_and_others_participants(split: str) -> None:
    rng = random.Random(5)
    turns: set[int] = set()
    addressed = 0
    for _ in range(400):
        problem, *talk = word_problem(pool(split), rng, split)
        turns.add(len(talk))
        assert {gold.role for gold in problem.spans if gold.label == "NAME"} == {"problem"}
        characters = {name.split()[0].casefold() for name in names(problem)}
        for message in (problem, *talk):
            check(message)
            assert "{" not in message.text
        for message in talk:
            assert names(message, "problem")
            for name in names(message, "problem"):
                assert name.split()[0].casefold() in characters
            addressed += bool(names(message, "participant"))
    assert turns == {0, 1, 2, 3, 4}
    assert addressed > 40


def test_the_same_seed_gives_the_same_turns() -> None:
    one, other = (
        [
            (name_sentence(ROOM, pool(), rng), word_problem(pool(), rng, "train"))
            for rng in map(random.Random, range(40))
        ]
        for _ in range(2)
    )
    assert one == other
