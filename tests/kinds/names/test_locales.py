import pytest

from spacy_piivot.kinds.names.locales import (
    GENDERS,
    KINDS,
    listed_cities,
    listed_names,
    locales,
    weighted_family_names,
)
from spacy_piivot.kinds.names.pools import name_pools


def test_every_region_has_names() -> None:
    regions = name_pools().regions
    assert {locale for some in regions.values() for locale in some} <= set(locales())
    for region, some in regions.items():
        for kind in KINDS:
            listed = [
                name
                for locale in some
                for gender in GENDERS
                for name in listed_names(locale, kind, gender)
            ]
            # Icelanders have no family names.
            assert bool(listed) == ((region, kind) != ("icelandic", "family"))


def test_a_list_of_both_genders_contains_those_of_each() -> None:
    both = set(listed_names("en_US", "given", ""))
    assert {"Abigail", "Aaron"} <= both
    assert "Aaron" not in listed_names("en_US", "given", "female")


def test_names_have_no_surrounding_blanks_or_signs() -> None:
    for locale in locales():
        for kind in KINDS:
            for gender in GENDERS:
                for name in listed_names(locale, kind, gender):
                    assert name == name.strip()
                    assert not {*name} & set("=+[]#")


def test_family_names_have_weights() -> None:
    [weighted] = weighted_family_names("en_US")
    assert dict(weighted)["Smith"] > dict(weighted)["Zimmerman"] > 0
    [counted] = weighted_family_names("en_IN")
    assert dict(counted)["Agarwal"] == 1.0


@pytest.mark.parametrize(("locale", "has"), [("ru_RU", True), ("en_US", False)])
def test_cities_are_listed_for_locales_with_a_non_latin_script(locale: str, has: bool) -> None:
    assert bool(listed_cities(locale)) == has
