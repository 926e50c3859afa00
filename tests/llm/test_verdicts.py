import pytest

from spacy_piivot.llm.requests import Answer, NoAnswer
from spacy_piivot.llm.verdicts import read_reasoned_verdict, read_verdict, read_verdicts


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("T", "T"), ("F", "F"), (" f.\n", "F"), ("**F**", "F"), ("True", "T"), ("FALSE", "F"),
        ('{"answer": "F"}', "F"), ('```json\n{"answer": "T"}\n```', "T"),
        ("The answer is F.", "F"), ("Answer: T", "T"), ("Sure! F", "F"),
        ("It is a word of the lesson, so my verdict is F.", "F"),
    ],
)  # fmt: skip
def test_a_plain_verdict_is_read(text: str, verdict: str) -> None:
    assert read_verdict(Answer(text)) == verdict


@pytest.mark.parametrize(
    "text",
    [
        "", "T or F", "T/F", "I cannot help with that.", "f(x) = 3 is a function",
        "The answer: T. F",
        "Answer: F. No, answer: T", '{"answer": "maybe"}', '{"answer": "F"} {"answer": "T"}', "No.",
        "Find out", "F is what they asked for", '{"answer": true}', "{", "the answer is f",
    ],
)  # fmt: skip
def test_in_doubt_there_is_no_verdict(text: str) -> None:
    with pytest.raises(NoAnswer, match="unparsable"):
        read_verdict(Answer(text))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("It greets somebody.\nResponse: T", "T"),
        ("They wrote: answer F. But it is a name.\n[Response:] T", "T"),
        ("A verb here. **Response: F**", "F"),
        ("A verb.\nFalse.", "F"),
    ],
)
def test_a_reasoned_verdict_stands_at_the_end(text: str, verdict: str) -> None:
    assert read_reasoned_verdict(Answer(text)) == verdict


@pytest.mark.parametrize(
    "text", ["Response: F, I think", "F is likely. But who knows", "", "It is a NIFF"]
)
def test_a_reasoning_without_an_end_has_no_verdict(text: str) -> None:
    with pytest.raises(NoAnswer):
        read_reasoned_verdict(Answer(text))


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ('{"answers": [{"number": 1, "answer": "T"}, {"number": 2, "answer": "F"}]}', ["T", "F"]),
        ('Here: [{"number": 2, "answer": "F"}]', ["", "F"]),
        ('[{"number": 1, "answer": "F"}, {"number": 1, "answer": "T"}]', ["", ""]),
        ('[{"number": 3, "answer": "F"}, {"number": 1, "answer": "T"}]', ["T", ""]),
        ("1. F\n2. T", ["F", "T"]),
        ("1: f\n2) maybe", ["F", ""]),
    ],
)
def test_numbered_verdicts(text: str, verdicts: list[str]) -> None:
    if any(verdicts):
        assert read_verdicts(Answer(text), 2) == verdicts


@pytest.mark.parametrize("text", ["", "[]", "F", '[{"number": "1", "answer": "F"}]', "3. F"])
def test_no_numbered_verdict_is_no_answer(text: str) -> None:
    with pytest.raises(NoAnswer):
        read_verdicts(Answer(text), 2)
