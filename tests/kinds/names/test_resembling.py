import pytest

from spacy_piivot.kinds.names.resembling import Resembling
from spacy_piivot.surrogates import Mention, assign

PEOPLE = ["Maria Hill", "Christina Webb", "Marin Lane", "Ann Rose", "Joan Mills", "Dani Carlson"]
KEYS = [bytes([number]) * 32 for number in range(12)]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("mariana", True), ("marina", True), ("hillary", True), ("christian", True),
        ("rosemary", True), ("carl", True), ("carlson", True), ("dana", True), ("milo", False),
        ("joanna", True), ("webber", True), ("anna", False), ("hannah", False), ("kim", False),
        ("oliver", False), ("lan", False),
    ],
)  # fmt: skip
def test_a_name_shows_any_original_of_the_dialogue(name: str, shown: bool) -> None:
    originals = Resembling(" ".join(PEOPLE).casefold().split())
    assert originals.shows(name, "zoe") is shown


def test_its_own_original_shows_with_three_letters() -> None:
    originals = Resembling(["ann", "tom"])
    assert originals.shows("anna", "ann")
    assert not originals.shows("anna", "tom")


def test_no_surrogate_shows_anybody() -> None:
    originals = Resembling(" ".join(PEOPLE).casefold().split())
    mentions = [Mention(name, "NAME") for name in PEOPLE]
    for key in KEYS:
        for made in assign(mentions, key=key, scope="d1", text=" ".join(PEOPLE)).in_order:
            assert not any(originals.shows(part, "") for part in made.casefold().split()), made
