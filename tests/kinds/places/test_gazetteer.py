"""What is known of places; and all that is found by the gazetteer is replaced by it."""

import re
from collections.abc import Iterator

import pytest

from spacy_piivot.kinds.places import Gazetteer
from spacy_piivot.kinds.places.cities import Cities
from spacy_piivot.kinds.places.find import find_places
from spacy_piivot.kinds.places.gazetteer import country_of
from spacy_piivot.lang import ENGLISH
from spacy_piivot.patterns.recognizer import plain_text
from spacy_piivot.surrogates import Mention, assign

PLACES = ENGLISH.part(Gazetteer)
CITIES = ENGLISH.part(Cities)
ROWS = ENGLISH.rows("places")
KEY = b"0123456789abcdef"
NAMES = [*sorted({row["name"] for row in ROWS}), *ENGLISH.table("place_words.other_names")]


def replaced(*texts: str) -> list[str]:
    mentions = [Mention(text, "LOCATION") for text in texts]
    assigned = assign(mentions, key=KEY, scope="scope")
    return [assigned[mention] for mention in mentions]


def kind(name: str) -> str:
    """The kind of a place that the gazetteer or the list of cities has."""
    return PLACES.kind(name) or ("city" if CITIES.find(name) else "")


@pytest.mark.parametrize(
    ("name", "kind", "region"),
    [
        ("Texas", "province", "US-TX"),
        ("TX", "abbreviation", "US-TX"),
        ("tx", "", ""),
        ("Ontario", "province", "CA-ON"),
        ("ON", "abbreviation", "CA-ON"),
        ("scotland", "province", "GB-SCT"),
        ("Georgia", "province", "US-GA"),
        ("France", "country", "FR"),
        ("U.S.A.", "country", "US"),
        ("D.C.", "province", "US-DC"),
        ("Chicago", "city", ""),
        ("são paulo", "city", ""),
        ("Asia", "continent", ""),
        ("Larkmoor", "", ""),
    ],
)
def test_what_is_known_of_a_name(name: str, kind: str, region: str) -> None:
    assert PLACES.kind(name) == kind
    assert PLACES.region(name) == region


def test_of_two_cities_of_one_name_the_larger_is_first() -> None:
    assert PLACES.regions_of_city("portland") == ("US-OR", "US", "US-ME")


def test_the_file_is_whole() -> None:
    regions = {(row["country"], row["province"]) for row in ROWS if row["kind"] != "city"}
    for row in ROWS:
        assert row["kind"] in ("country", "province", "city")
        assert row["found"] in ("", "always", "capital")
        assert (row["country"], row["province"]) in regions, row["name"]
        assert row["population"].isdecimal() == (row["kind"] != "province")
    assert len({tuple(row.values()) for row in ROWS}) == len(ROWS)


def found() -> Iterator[str]:
    for name in sorted(PLACES.always):
        yield from (name, name.title(), name.upper())
    yield from sorted(PLACES.capitalised)


@pytest.fixture(params=[4, pytest.param(1, marks=pytest.mark.slow)])
def step(request: pytest.FixtureRequest) -> int:
    """Of how many names one is replaced."""
    return int(request.param)


def test_what_is_found_is_replaced_by_another_of_its_kind(step: int) -> None:
    for name in [*found()][::step]:
        text = f"we moved to {name}, and stayed"
        assert [text[f.start : f.end] for f in find_places(plain_text(text), "")] == [name]
        [new] = replaced(name)
        assert kind(new) == PLACES.kind(name) != "", name
        assert PLACES.region(new) != PLACES.region(name) or PLACES.kind(name) == "city", name
        if PLACES.kind(name) == "province":
            assert country_of(PLACES.region(new)) == country_of(PLACES.region(name)), name


def test_what_is_known_is_replaced_by_another_of_its_kind(step: int) -> None:
    for name in NAMES[::step]:
        [new] = replaced(name)
        assert new.lower() != name.lower()
        # A province and a country are of one name: "Georgia".
        kinds = {one for one in ("country", "province") if PLACES.region(new, one)}
        assert PLACES.kind(name) in {kind(new), *kinds}, name


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("Washington, DC", r"(\w+), ([A-Z]{2})"),
        ("Washington, D.C.", r"(\w+), ([\w ]+)"),
        ("New York, NY", r"(\w+), ([A-Z]{2})"),
        ("New Orleans, LA 70112", r"(\w+), ([A-Z]{2}) \d{5}"),
        ("toronto, ON", r"(\w+), ([A-Z]{2})"),
        ("Sydney, New South Wales", r"(\w+), ([\w ]+)"),
        ("Glasgow, Scotland", r"(\w+), ([\w ]+)"),
        ("Paris, France", r"(\w+), ([\w ]+)"),
    ],
)
def test_a_city_beside_its_region_lies_in_the_new_one(text: str, pattern: str) -> None:
    for label in ("LOCATION", "STREET_ADDRESS"):
        mention = Mention(text, label)
        new = assign([mention], key=KEY, scope="scope")[mention].rstrip(".")
        match = re.fullmatch(pattern, new)
        assert match
        region = PLACES.region(match[2])
        assert CITIES.is_in(match[1], region)
        assert region != PLACES.region(text.split(", ")[1].removesuffix(" 70112"))


def test_places_are_made_up_where_all_are_named() -> None:
    continents = PLACES.pool("continent")
    assert set(replaced(*continents)).isdisjoint(continents)
    provinces = PLACES.pool("province", "GB")
    assert set(replaced(*provinces)).isdisjoint(provinces)
