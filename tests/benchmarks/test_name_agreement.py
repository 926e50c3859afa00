import random

from benchmarks import name_agreement


def test_agreement_is_counted_by_measure() -> None:
    tally = name_agreement.Tally()
    name_agreement.sex_agreement(tally, "US", 0.99, 1.0)
    name_agreement.sex_agreement(tally, "US", 0.01, 1.0)
    name_agreement.sex_agreement(tally, "US", 0.5, 0.4)
    assert [line.split("%")[0].split() for line in tally.lines()] == [
        ["US:", "of", "both", "sexes", "1", "of", "1", "100.0"],
        ["US:", "sex", "1", "of", "2", "50.0"],
    ]


def test_a_surrogate_is_in_the_region_of_its_original_if_a_list_says_so() -> None:
    tally = name_agreement.Tally()
    listed = {"kofi": {"Sub-Saharan Africa"}}
    for name in ("Kofi", "unlisted"):
        name_agreement.in_region(tally, listed, name, "Sub-Saharan Africa", "region", "Africa")
    assert all(" 1 of 1 " in line for line in tally.lines())


def test_a_surrogate_depends_on_the_generator_alone() -> None:
    made = {name_agreement.surrogate(random.Random(1), "Emma Smith") for _ in range(3)}
    assert len(made) == 1
    assert "Emma" not in made.pop()
