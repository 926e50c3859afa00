"""Traps 21, 22 and 24: what looks like an identifier and is none."""

import pytest

MATHEMATICS = [
    "pi is 3.14159265358",
    "3.14159265358979323846",
    "what is 10/12/14",
    "10/12/14 simplifies how?",
    "section 12.5.3.1 has the proof",
    "12.5.3.1",
    "A1 = 3, B2 = 4",
    "A1 = 3, B2 = 4 so A1B2 = 12",
    "987-65-4321",
    "987-65-4321 = ?",
    "5/12",
    "I got 5/12 and then 3/4",
    "it starts at 3:45",
    "2x+3=11",
    "1,234,567",
    "1,234,567,890 people",
    "555 x 1234",
    "1/2-3/4",
    "0.333333333333333333",
    "my calculator says 12345678901234567890",
    "123456789 + 987654321",
    "the point (3,4)",
    "20-8-5",
    "800-555-1234 = ?",
    "what is 800-555-1234",
    "100 200 300 400 500 600",
    "f(x) = x_1 + x_2",
    "4111111111111111",
    "2^10 = 1024 and 2^20 = 1048576",
    "John is 12 years old and Mary is 7 years old",
    "I'm 12 short of the total",
    "I'm 3 problems in",
    "a grade of 85 on the test",
    "grade 5 on the test",
    "the 5th grade math problem",
    "problem 2, Question 101, Lesson 3, Chapter 4 and Unit 5",
    "there may be 3 apples, may 3 apples be enough?",
    "High School is fun",
    "middle school",
    "the College",
    "my Elementary school",
    "it costs $20.50 or 15% off",
    "ratio 3:4:5",
    "1 1/2 cups of 3/4",
    "the year 3 balance is 1200",
    "x = 555-1234",
    "he drives 60 mph for 2.5 hours",
    "2 mi. 400 yd. 3 ft.",
    "the answer is 1000000007",
    "9 times 12 road signs",
]


@pytest.mark.parametrize("text", MATHEMATICS)
def test_mathematics_is_no_identifier(found, text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my phone is 800-555-1234", ("PHONE_NUMBER", "800-555-1234")),
        ("ssn: 987-65-4321", ("US_SSN", "987-65-4321")),
        ("the server's IP address is 12.5.3.1", ("IP_ADDRESS", "12.5.3.1")),
        ("my passport is 123456789", ("US_PASSPORT", "123456789")),
        ("driver's licence D1234567", ("US_DRIVER_LICENSE", "D1234567")),
        ("card 4111111111111111", ("CREDIT_CARD", "4111111111111111")),
        ("my bank account is 1234567890", ("US_BANK_NUMBER", "1234567890")),
        ("student id 123456789", ("ID_NUM", "123456789")),
        ("born 10/12/14", ("DATE_OF_BIRTH", "10/12/14")),
    ],
)
def test_the_same_numbers_count_with_context(found, text, expected):
    assert expected in found(text)


@pytest.mark.parametrize(
    ("question", "answer", "label"),
    [
        ("What's your phone number?", "5551234 567", "PHONE_NUMBER"),
        ("whats ur cell", "555 0143 22", "PHONE_NUMBER"),
        ("What's your student id?", "44712290", "ID_NUM"),
        ("when is your birthday?", "12/06", "DATE_OF_BIRTH"),
        ("how old are you?", "12", "AGE"),
        ("what grade are you in?", "7th", "GRADE_LEVEL"),
    ],
)
def test_a_question_gives_context_to_its_answer(found, question, answer, label):
    assert found(answer) == []
    assert (label, answer) in found(answer, question)


def test_context_words_match_whole_words(found):
    assert found("the public sum D1234567") == []
    assert found("a shipment of 12.5.3.1") == []
    assert found("textbook says 5551234567", only="phone") == []


def test_context_does_not_excuse_arithmetic(found):
    assert found("phone math: 5551234 + 20 = ?", only="phone") == []
    assert found("call it 1234567 x 2", only="phone") == []


def test_the_context_of_a_question_does_not_reach_far_into_the_answer(found):
    late = "let me think about the problem again, so we add all of them and then we have 5551234567"
    assert found(late, "what is your phone number?", only="phone") == []


@pytest.mark.parametrize(
    "text",
    ["id say 1200", "id like 4471 more", "think of a number 4471", "i used 12cm", "see you @3pm"],
)
def test_words_that_resemble_context_are_none(found, text):
    assert found(text) == []
