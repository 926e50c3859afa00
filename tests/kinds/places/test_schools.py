import pytest


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


@pytest.mark.parametrize(
    ("text", "school"),
    [
        ("i go to PS 321", "PS 321"),
        ("she's at MS 51 now", "MS 51"),
        ("moved to IS 25", "IS 25"),
        ("P.S. 118 is fun", "P.S. 118"),
        ("see M.S. 51", "M.S. 51"),
        ("Martin Luther King Jr. Elementary School", "Martin Luther King Jr. Elementary School"),
        ("my cousin goes to UCLA", "UCLA"),
        ("she graduated from Tarn High School and then MIT", None),
        ("my sister goes to Bronx Science", "Bronx Science"),
        ("i go to okellfield high", "okellfield high"),
        ("he attends tarn hollow middle school", "tarn hollow middle school"),
    ],
)
def test_schools_that_somebody_goes_to_are_found(found, text, school):
    expected = ["MIT", "Tarn High School"] if school is None else [school]
    assert found(text, only="school") == [("SCHOOL", name) for name in expected]


def test_a_second_numbered_school_needs_no_cue_of_its_own(found):
    text = "kids from PS 9 and PS 118 meet"
    assert found(text, only="school") == [("SCHOOL", "PS 118"), ("SCHOOL", "PS 9")]


def test_a_numbered_school_answers_the_question_for_the_school(found):
    assert found("PS 118") == []
    assert found("PS 118", "what school do u go to") == [("SCHOOL", "PS 118")]


@pytest.mark.parametrize(
    "text",
    [
        "THE ANSWER IS 25",
        "X IS 12 AND Y IS 30",
        "PS 20 is due",
        "MS 51",
        "WHAT IS 25",
        "HS 12 units",
        "MIT is an acronym",
        "St. Patrick's day",
        "i go to middle school",
        "we went to a high school",
        "the temperature goes to very high",
    ],
)
def test_numbers_and_names_without_a_school_are_none(found, text):
    assert found(text, only="school") == []
