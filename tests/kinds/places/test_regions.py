"""The countries and provinces that can replace another."""

import pytest

from spacy_piivot.kinds.places import Gazetteer
from spacy_piivot.kinds.places.cities import LEAST, Cities
from spacy_piivot.kinds.places.regions import Regions
from spacy_piivot.lang import ENGLISH

REGIONS, PLACES, CITIES = (ENGLISH.part(part) for part in (Regions, Gazetteer, Cities))
WITH_ARTICLE = ENGLISH.word_set("place_words.with_article")


@pytest.mark.parametrize("country", ["NL", "US", "GB", "PH", "BS", "RU", "FR", "JP", "CH", "NP"])
def test_a_country_keeps_its_article(country: str) -> None:
    first, *_ = REGIONS.like(country)
    assert len(first) >= LEAST
    with_article = PLACES.name(country) in WITH_ARTICLE
    assert {name in WITH_ARTICLE for name in first} == {with_article}


@pytest.mark.parametrize("region", ["CH", "NP", "BO", "US-OH", "US-CO", "US-IA"])
def test_what_has_no_coast_gets_none(region: str) -> None:
    kind = "province" if "-" in region else "country"
    first, *_ = REGIONS.like(region)
    assert len(first) >= LEAST
    assert not any(CITIES.has_coast(PLACES.region(name, kind)) for name in first)


def test_the_countries_with_an_article_are_known() -> None:
    assert all(PLACES.kind(name) == "country" for name in WITH_ARTICLE)
