import random
from pathlib import Path

import pytest

from training.augment import essay_names
from training.augment.essay_names import swap_essay_names
from training.augment.name_pool import NamePool
from training.augment.values.words import slug
from training.labelled import Gold, Labelled

TEXT = "Okafor, Amara. A. Okafor wrote this. amara.okafor@mail.example Thanks, AMARA"
SPANS = (
    Gold(0, 13, "NAME", "participant"),
    Gold(15, 24, "NAME", "participant"),
    Gold(37, 62, "EMAIL_ADDRESS"),
    Gold(71, 76, "NAME", "participant"),
)


@pytest.fixture(scope="module")
def pool(names: Path) -> NamePool:
    return NamePool(names, split="train")


def swapped(pool: NamePool, seed: int, *spans: Gold) -> list[str]:
    message = swap_essay_names(Labelled("", TEXT, spans), pool, random.Random(seed))
    return [message.text[gold.start : gold.end] for gold in message.spans]


@pytest.mark.parametrize("seed", range(20))
def test_a_person_has_one_new_name_in_every_form(
    seed: int, pool: NamePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(essay_names, "vary_spelling", lambda name, rng: name)
    whole, short, mail, loud = swapped(pool, seed, *SPANS)
    family, given = whole.split(", ")
    assert not {"okafor", "amara"} & {family.casefold(), given.casefold()}
    assert short == f"{given[0]}. {family}"
    assert mail == f"{slug(given)}.{slug(family)}@mail.example"
    assert loud == given.upper()


@pytest.mark.parametrize("seed", range(20))
def test_however_it_is_spelt_a_new_name_is_not_the_old_one(seed: int, pool: NamePool) -> None:
    for new in swapped(pool, seed, *SPANS):
        assert "okafor" not in new.casefold()
        assert "amara" not in new.casefold()


@pytest.mark.parametrize("role", ["public", "math_term", "problem"])
def test_public_figures_characters_and_terms_keep_their_names(role: str, pool: NamePool) -> None:
    assert swapped(pool, 1, Gold(0, 13, "NAME", role)) == ["Okafor, Amara"]
