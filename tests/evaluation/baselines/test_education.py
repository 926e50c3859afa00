import pytest

from spacy_piivot.evaluation.baselines.education import education_recognizers


@pytest.mark.parametrize(
    ("text", "label", "covered"),
    [
        ("I go to Lincoln High School now", "SCHOOL", "Lincoln High School"),
        ("at the St. Mary's Academy", "SCHOOL", "St. Mary's Academy"),
        (
            "from Martin Luther King elementary school",
            "SCHOOL",
            "Martin Luther King elementary school",
        ),
        ("the University of New Mexico, then", "SCHOOL", "University of New Mexico"),
        ("My High School is big, the Middle School too", "SCHOOL", None),
        ("i like school and college", "SCHOOL", None),
        ("we do Algebra 1, then", "COURSE", "Algebra 1"),
        ("is algebra II hard", "COURSE", "algebra II"),
        ("took MATH 101 and", "COURSE", "MATH 101"),
        ("my AP Calculus BC exam", "COURSE", "AP Calculus BC"),
        ("intro to statistics was fun", "COURSE", "intro to statistics"),
        ("in algebra I think", "COURSE", None),
        ("geometry is on page 12", "COURSE", None),
        ("she is a 7th grader", "GRADE_LEVEL", "7th grader"),
        ("in Ninth Grade", "GRADE_LEVEL", "Ninth Grade"),
        ("now in Year 9", "GRADE_LEVEL", "Year 9"),
        ("a freshman at", "GRADE_LEVEL", "freshman"),
        ("my senior year", "GRADE_LEVEL", "senior year"),
        ("the year 2050", "GRADE_LEVEL", None),
        ("a grade 7.5 out of 10", "GRADE_LEVEL", None),
    ],
)
def test_schools_courses_and_grades(text: str, label: str, covered: str | None) -> None:
    results = [
        (result.entity_type, text[result.start : result.end])
        for recognizer in education_recognizers()
        for result in recognizer.analyze(text, recognizer.supported_entities)
    ]
    assert (label, covered) in results if covered else results == []
