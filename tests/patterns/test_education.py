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


@pytest.mark.parametrize(
    "course",
    ["Algebra 101", "MATH 1050", "Algebra 2 Honors", "Geometry 201", "Algebra 2", "Math 6"],
)
def test_courses_are_found(found, course):
    assert found(f"you are in {course}.", only="course") == [("COURSE", course)]


@pytest.mark.parametrize(
    "text", ["problem 2", "Question 101", "Lesson 3", "Chapter 4", "Unit 5", "Math 2+2", "THE 100"]
)
def test_parts_of_a_course_are_no_course(found, text):
    assert found(text) == []


@pytest.mark.parametrize(
    "school",
    [
        "Tarn Hollow Elementary",
        "Okell Middle School",
        "Fenwater High School",
        "Marlbrook Academy",
        "University of Okellshire",
        "Tarn State University",
        "P.S. 118",
        "I.S. 912",
        "St Orrin's School",
        "Hexley Grammar School",
        "Ysgol Bro Tarn",
        "Fenwater Model School for Boys",
    ],
)
def test_schools_are_found(found, school):
    assert found(f"she goes to {school}.", only="school") == [("SCHOOL", school)]


def test_words_before_a_school_are_left_out(found):
    assert found("The Fenwater High School", only="school") == [("SCHOOL", "Fenwater High School")]


@pytest.mark.parametrize(
    "text",
    [
        "High School",
        "middle school",
        "the College",
        "my Elementary school",
        "Our School is big",
        "In High School we",
        "Which University?",
        "Tarn Junior took it",
        "Tarn High Street",
    ],
)
def test_a_stage_alone_is_no_school(found, text):
    assert found(text, only="school") == []
