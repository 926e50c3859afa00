import pytest

from spacy_piivot.evaluation.core.shares import Share
from spacy_piivot.evaluation.plain_sight.agreement import Agreement, agreement_of
from spacy_piivot.evaluation.plain_sight.name_lists import Births, NameLists
from spacy_piivot.evaluation.plain_sight.versions import Text, Version

LISTS = NameLists(
    female={"anna": 0.99, "emma": 0.98, "carl": 0.01, "dan": 0.02, "chris": 0.4},
    births={
        "anna": Births(50_000, 1990.0),
        "emma": Births(60_000, 1996.0),
        "carl": Births(40_000, 1950.0),
        "dan": Births(1_000, 1980.0),
    },
    bearers={
        "anna": {"English": 400},
        "emma": {"English": 300},
        "carl": {"English": 900},
        "dan": {"English": 10},
        "bell": {"English": 90},
        "moss": {"English": 80},
        "kofi": {"African": 50},
        "kwame": {"African": 60},
        "mensah": {"African": 70},
        "mei": {"East Asian": 80},
    },
)


def version(*names: str, pattern: str = "{} is here.") -> Version:
    at = pattern.index("{}")
    return Version([Text(pattern.format(name), [(at, at + len(name))], True) for name in names])


def compared(pattern: str = "{} is here.", **pairs: str) -> Agreement:
    old = version(*(name.replace("_", " ") for name in pairs), pattern=pattern)
    return agreement_of([old], [version(*pairs.values(), pattern=pattern)], LISTS)


@pytest.mark.parametrize(
    ("name", "surrogate", "same", "opposite"),
    [
        ("Anna", "Emma", 1, 0),
        ("Anna", "Carl", 0, 1),
        ("Carl", "Dan", 1, 0),
        ("ANNA", "EMMA", 1, 0),
        ("Anna Bell", "Emma Moss", 1, 0),
        ("Anna", "Chris", 0, 0),
    ],
)
def test_sex(name: str, surrogate: str, same: int, opposite: int) -> None:
    found = agreement_of([version(name)], [version(surrogate)], LISTS)
    assert found.sex == Share(same, 1)
    assert found.opposite == Share(opposite, 1)


def test_sex_is_compared_where_it_is_known() -> None:
    assert compared(Chris="Anna").sex == Share()
    assert compared(Zorblatt="Anna").sex == Share()
    found = compared(Anna="Zorblatt")
    assert (found.sex, found.unlisted) == (Share(), 1)


def test_a_family_name_after_a_title_has_no_sex() -> None:
    found = compared("Ms. {} is here.", Carl="Dan")
    assert found.sex == Share()
    assert found.region["family or two names"] == Share(1, 1)


@pytest.mark.parametrize(
    ("name", "surrogate", "kind", "same", "other"),
    [
        ("Kofi", "Kwame", "one given name", 1, 0),
        ("Kofi", "Anna", "one given name", 0, 1),
        ("Kofi Mensah", "Anna Bell", "family or two names", 0, 1),
        ("Kofi Mensah", "Kwame Mensah", "family or two names", 1, 0),
    ],
)
def test_region(name: str, surrogate: str, kind: str, same: int, other: int) -> None:
    found = agreement_of([version(name)], [version(surrogate)], LISTS)
    assert found.region[f"{kind}, not English"] == Share(same, 1)
    assert found.other_region[f"{kind}, not English"] == Share(other, 1)


def test_a_name_of_two_heritages_is_surely_of_neither() -> None:
    found = compared(Kofi_Mensah="Mei Mensah")
    assert found.other_region["family or two names, not English"] == Share(0, 1)


def test_cohort_and_frequency() -> None:
    found = compared(Anna="Emma", Carl="Dan")
    assert sorted(found.years) == [(1950.0, 1980.0), (1990.0, 1996.0)]
    assert found.cohort == Share(1, 2)
    assert found.apart == 18.0
    assert found.shift == 18.0
    assert found.bands == Share(1, 2)
    assert found.births == Share(1, 2)
    assert found.rarer == Share(1, 2)


def test_a_surrogate_that_no_list_has_is_much_rarer() -> None:
    found = compared(Anna="Zyxia")
    assert found.bands == Share(0, 1)
    assert found.rarer == Share(1, 1)


@pytest.mark.parametrize(
    ("pattern", "clash"),
    [
        ("{} said he is done.", 1),
        ("{} is here. Is he done?", 1),
        ("{} is here. Good. He is done.", 1),
        ("{} is here. Good. Yes. He is done.", None),
        ("{} said she is done.", 0),
        ("{} said he and she are done.", None),
        ("He knows {}.", None),
    ],
)
def test_clashes_with_pronouns(pattern: str, clash: int | None) -> None:
    found = agreement_of([version("Carl", pattern=pattern)], [version("Anna", pattern=pattern)],
                         LISTS)  # fmt: skip
    expected = None if clash is None else Share(clash, 1)
    assert found.clashes.get("released") == expected
    assert found.clashes.get("new") == (expected if clash == 1 else None)


def test_where_the_original_clashes_the_pronoun_is_somebody_elses() -> None:
    pattern = "{} said she is done."
    old, epicene = (version(name, pattern=pattern) for name in ("Carl", "Chris"))
    assert agreement_of([old], [old], LISTS).clashes == {
        "original": Share(1, 1), "released": Share(1, 1)
    }  # fmt: skip
    assert agreement_of([epicene], [old], LISTS).clashes["new"] == Share(1, 1)


def test_each_name_counts_once_in_a_dialogue() -> None:
    found = agreement_of([version("Anna", "Anna", "anna")], [version("Emma", "Emma", "emma")],
                         LISTS)  # fmt: skip
    assert found.sex == Share(1, 1)
    twice = agreement_of([version("Anna")] * 2, [version("Emma")] * 2, LISTS)
    assert twice.sex == Share(2, 2)


def test_figures_are_plain_values() -> None:
    figures = compared(Anna="Emma").to_dict()
    assert figures["sex"] == {"count": 1, "of": 1, "share": 1.0}
    assert figures["median_years_apart"] == 6.0
    assert compared(Emma="Anna").to_dict()["median_year_shift"] == -6.0
    assert "Emma" not in str(figures)
