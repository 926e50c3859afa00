import pytest


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("I'm in 7th grade", "7th grade"),
        ("she's in year 9", "year 9"),
        ("Yr 6 here", "Yr 6"),
        ("im grade 5", "grade 5"),
        ("my brother is in fifth grade", "fifth grade"),
        ("I'm a sophomore", "sophomore"),
        ("im in 6th", "6th"),
        ("Okay year eight, pencils down", "year eight"),
        ("We’re in Year 7 and Year 11", "Year 11"),
    ],
)
def test_grade_levels_of_people_are_found(found, text, grade):
    assert ("GRADE_LEVEL", grade) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "the 3rd place",
        "I'm in third place",
        "in year 2 the balance grows",
        "30 4th graders and 20 5th graders",
        "seats in first class",
        "every fifth grade student",
        "I'm first",
        "my grade is 7",
    ],
)
def test_ranks_and_years_of_problems_are_no_grade_levels(found, text):
    assert found(text) == []
