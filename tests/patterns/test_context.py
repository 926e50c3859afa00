import pytest


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
