from pathlib import Path

import pytest

from spacy_piivot.core import optional as compat
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.groups import demographics
from spacy_piivot.evaluation.groups.demographics import (
    country_of,
    demographics_of,
    gender_of,
    locale_countries,
    parse_name,
    region_of,
    subregion_of,
)
from spacy_piivot.kinds.names import locales
from spacy_piivot.kinds.names.pools import name_key


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Juan Garcia", "Juan", "Garcia"),
        ("juan garcia", "juan", "garcia"),
        ("JUAN GARCIA", "JUAN", "GARCIA"),
        ("Garcia, Juan", "Juan", "Garcia"),
        ("Dr. Juan Q. de la Vega III", "Juan", "de la Vega"),
        ("Maria van der Berg", "Maria", "van der Berg"),
        ("van der Berg", "", "van der Berg"),
        ("Van der Berg", "", "Van der Berg"),
        ("van der Berg, Jan", "Jan", "van der Berg"),
        ("El Amrani", "", "El Amrani"),
        ("Van Morrison", "Van", "Morrison"),
        ("Maria", "Maria", ""),
        ("maria", "maria", ""),
        ("Ms. Koski", "", "Koski"),
        ("Koski", "", "Koski"),
        ("Okafor-Smith", "", "Okafor-Smith"),
        ("J. Smith", "J.", "Smith"),
        ("...", "", ""),
        ("", "", ""),
    ],
)
def test_a_name_has_a_first_and_a_last(text: str, first: str, last: str) -> None:
    assert parse_name(text) == (first, last)


def test_gender_is_that_of_the_first_name() -> None:
    assert gender_of("Maria") == "female"
    assert gender_of("JUAN") == "male"
    assert gender_of("Anna-Lena") == "female"
    assert gender_of("Taylor") == ""
    assert gender_of("Qwzx") == ""
    assert gender_of("") == ""


PLAIN = "[given]\nNobody\n\n[family]\nWuri\nYARA\nYara\nZibo\nzibo\n"
LISTS = {
    "aa_SE": "[family]\nWuri = 22.0\nXolo = 25.0\nYara = 53.0\n",
    "bb_PL": PLAIN,
    "cc_FI": f"[family female]\nOpo\nWuri\nXolo\nZibo\n\n{PLAIN}",
}


@pytest.fixture
def toy_lists(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, text in LISTS.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf8")
    monkeypatch.setattr(locales, "FOLDER", tmp_path)
    monkeypatch.setattr(
        demographics, "locale_countries", lambda: {name: name[3:] for name in LISTS}
    )


@pytest.mark.usefixtures("toy_lists")
def test_country_is_where_the_share_of_a_family_name_is_highest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Weights are shares where a list has them; each entry of a list without counts once."""
    monkeypatch.setattr(demographics, "_population", lambda country: 1.0)
    found = demographics._countries.__wrapped__()
    assert found == {
        "yara": "SE",  # 53 of 100 against 2/5
        "xolo": "FI",  # 1/4 in both: Finland before Sweden
        "zibo": "FI",  # 2/5 in both: Finland before Poland
        "wuri": "FI",  # 1/4 in one of its lists, against 22 of 100
        "opo": "FI",
    }


@pytest.mark.usefixtures("toy_lists")
def test_more_people_make_a_country_more_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    people = {"SE": 1.0, "PL": 1.0, "FI": 0.0}
    monkeypatch.setattr(demographics, "_population", people.get)
    assert demographics._countries.__wrapped__()["yara"] == "SE"
    # 2/5 in Poland, times the root of 1.8, is more than 53 of 100 in Sweden.
    people["PL"] = 1.8
    assert demographics._countries.__wrapped__()["yara"] == "PL"


def test_country_of_real_names() -> None:
    assert region_of(country_of("Singh")) == region_of(country_of("Patel")) == "Asia"
    assert country_of("Nguyen") == "VN"
    assert country_of("nguyễn") == "VN"
    assert country_of("Koski") == "FI"
    assert country_of("Okafor") == "NG"
    assert country_of("SUZUKI") == "JP"
    assert country_of("Okafor-Qwzx") == country_of("Qwzx-Okafor") == "NG"
    assert country_of("van der Koski") == "FI"
    assert country_of("Qwzx") == country_of("") == country_of("van") == ""


def test_every_country_has_a_region_and_a_subregion() -> None:
    countries = set(locale_countries().values())
    regions = {region_of(country) for country in countries}
    assert regions == {"Africa", "Americas", "Asia", "Europe", "Oceania"}
    assert "" not in {subregion_of(country) for country in countries}
    assert set(demographics._un_regions()) == countries
    assert (region_of("MX"), subregion_of("MX")) == ("Americas", "Latin America and the Caribbean")
    assert (region_of("IR"), subregion_of("IR")) == ("Asia", "Southern Asia")
    assert (region_of(""), subregion_of("XX")) == ("", "")


def test_locales_of_no_country_have_none() -> None:
    countries = locale_countries()
    assert not {"en", "sw", "ar_AA"} & set(countries)
    assert countries["es_CA"] == "ES"
    assert countries["fr_CA"] == "CA"


def test_what_has_no_list_points_nowhere() -> None:
    """Iceland has no list of family names."""
    assert "IS" not in demographics._countries().values()


def test_all_guesses_at_once() -> None:
    assert demographics_of("amara okafor") == (
        "female", "NG", "Africa", "Sub-Saharan Africa",
    )  # fmt: skip
    assert demographics_of("Maria") == ("female", "", "", "")
    assert demographics_of("x7") == ("", "", "", "")


def test_every_listed_family_name_is_folded() -> None:
    """A name is looked up folded: one that is kept otherwise would never be found."""
    assert all(name == name_key(name).strip() for name in demographics._countries())


def test_without_nameparser_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compat, "find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"nameparser.*spacy-piivot\[evaluation\]"):
        parse_name("Ana")
