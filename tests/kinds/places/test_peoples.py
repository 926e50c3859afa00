"""Whatever nationality, people or faith is found becomes another of its kind."""

import pytest

from spacy_piivot.kinds.places.nationalities import find_nationalities
from spacy_piivot.kinds.places.peoples import FAITH, KINDS, NAME_TOO, PeopleGrammar
from spacy_piivot.lang import ENGLISH
from spacy_piivot.patterns.recognizer import plain_text
from spacy_piivot.surrogates import Mention, assign

KEY = b"0123456789abcdef"
GRAMMAR = ENGLISH.part(PeopleGrammar)
WORDS = GRAMMAR.words(*KINDS)
FAITHS = GRAMMAR.words(FAITH, NAME_TOO)


def replaced(*mentions: tuple[str, str]) -> list[str]:
    found = [Mention(*mention) for mention in mentions]
    assigned = assign(found, key=KEY, scope="scope")
    return [assigned[mention] for mention in found]


@pytest.mark.parametrize("form", ["{}", "{}s"])
def test_what_is_found_becomes_another_of_its_kind(form: str) -> None:
    for word in WORDS:
        group = form.format(word.title())
        text = f"both of us, we are {group}, and I'm a {group}"
        assert group in {text[f.start : f.end] for f in find_nationalities(plain_text(text), "")}
        [new] = replaced((group, "NRP"))
        written = GRAMMAR.written.fullmatch(new)
        assert written, word
        assert written["word"].lower() != word
        assert (written["word"].lower() in FAITHS) == (word in FAITHS), word
        assert bool(GRAMMAR.region(written["word"])) == bool(GRAMMAR.region(word)), word
        assert new[0].isupper(), word


def test_a_nationality_never_goes_with_its_own_country() -> None:
    for number in range(100):
        mention = Mention("Italians", "NRP")
        key = b"key number %06d" % number
        new = assign([mention], key=key, scope="scope")[mention]
        assert new not in ("Italians", "[NRP]")


@pytest.mark.parametrize(
    ("place", "group"),
    [
        ("Mexico", "Mexican"), ("France", "french"), ("USA", "AMERICANS"), ("Scotland", "Scottish"),
        ("New Zealand", "kiwi"),
    ],
)  # fmt: skip
def test_a_nationality_goes_with_its_country(place: str, group: str) -> None:
    country, people = replaced((place, "LOCATION"), (group, "NRP"))
    written = GRAMMAR.written.fullmatch(people)
    assert written
    [again] = replaced((place, "LOCATION"))
    assert again == country
    assert GRAMMAR.region(written["word"]) in {
        row["country"] + (row["province"] and f"-{row['province']}")
        for row in ENGLISH.rows("places")
        if row["name"] == country
    }


def test_what_a_people_lives_in_its_casing_and_its_number_stay() -> None:
    one, two, three = replaced(
        ("korean american", "NRP"), ("Korean", "NRP"), ("KOREAN-CANADIANS", "NRP")
    )
    assert one == f"{two.lower()} american"
    assert three == f"{two.upper()}-CANADIANS"


def test_what_is_on_no_list_is_masked() -> None:
    assert replaced(("Zzyx-speaking", "NRP")) == ["[NRP]"]
