import tomllib

import pytest


@pytest.mark.parametrize(
    "which",
    [
        *(
            pytest.param(which, marks=pytest.mark.slow)
            for which in ("developed", "second", "third")
        ),
        "reported",
    ],
)
def test_the_goals_of_the_surrogates_are_reached(which: str) -> None:
    from benchmarks import web_and_schools

    cases = tomllib.loads(web_and_schools.FILE.read_text("utf8"))[which]
    figures = web_and_schools.measure(cases, range(2))
    share = {name: count / size for name, (count, size) in figures.items()}
    assert share["schools with a coined word"] == 0
    assert share["abbreviations left or masked"] == 0
    assert share["abbreviations that fit"] == 1
    # Those that may be a name ("king", "a.okoye") are replaced.
    assert share["handles that keep their habits"] > 0.8
    assert share["handles that are a common name, or with digits"] == 0
    assert share["years that are near and not the same"] == 1
    assert share["free mail of common names"] == 0
    assert share["random ids with a surrogate name"] == 0


def test_no_case_is_in_two_sets() -> None:
    from benchmarks import web_and_schools

    sets = tomllib.loads(web_and_schools.FILE.read_text("utf8")).values()
    for kind in ("schools", "handles", "ids"):
        cases = [str(case) for one in sets for case in one[kind]]
        assert len(cases) == len(set(cases))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("joana_07", "milakz_12", True),
        ("joana_07", "milakz12", False),
        ("joana_07", "milakz_1", False),
        ("joana_07", "Milakz_12", False),
        ("itsjoana", "milakz", False),
        ("joanaxo", "milakz", False),
    ],
)
def test_what_keeps_the_habits_of_a_handle(old: str, new: str, expected: bool) -> None:
    from benchmarks.web_and_schools import keeps_habits

    before, after = "its" * old.startswith("its"), "xo" * old.endswith("xo")
    assert keeps_habits(old, new, before, after) is expected


@pytest.mark.parametrize(
    ("school", "expected"), [("Larkmoor High School", True), ("Lincoln High School", False)]
)
def test_what_is_coined(school: str, expected: bool) -> None:
    from benchmarks.web_and_schools import is_coined

    assert is_coined(school) is expected
