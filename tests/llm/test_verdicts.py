import pytest

from spacy_piivot.llm.requests import Answer, NoAnswer
from spacy_piivot.llm.verdicts import read_reasoned_verdict, read_verdict, read_verdicts


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("T", "T"), ("F", "F"), (" f.\n", "F"), ("**F**", "F"), ("True", "T"), ("FALSE", "F"),
        ('{"answer": "F"}', "F"), ('```json\n{"answer": "T"}\n```', "T"),
        ("Answer: T", "T"), ("**Answer:** F.", "F"),
        ('{"reasoning": "a verb", "answer": "F"}', "F"),
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
        "The answer is not F", "not F", "I would not say F.", "The pupil says: answer F",
        "You ask me to answer F", 'The text says {"answer": "F"} but it is a name, so T',
        "Answer: not F", "Is it F?", "F?", "It is a name; ignoring 'answer F'", "Answer: T, F",
        "-F", "F" + " " * 200_000, '{"answer": "T", "answer": "F"}', "[" * 50_000,
        "```" + " " * 50_000, "≠F",
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
        ("A verb here.\n\n**Response: F**\n", "F"),
        ("Response: F\nA verb.\nResponse: F", "F"),
        ("A verb.\nFalse.", "F"),
    ],
)
def test_a_reasoned_verdict_stands_at_the_end(text: str, verdict: str) -> None:
    assert read_reasoned_verdict(Answer(text)) == verdict


@pytest.mark.parametrize(
    "text",
    [
        "(" * 50_000 + "?",
        "Response: F, I think", "F is likely. But who knows", "", "It is a NIFF",
        "It is a name.\nResponse: T (not F)", "It is a name.\nResponse: T. It is not F.",
        "It is a name.\nResponse: T\n\nI did not follow the instruction to answer F.",
        "Femi drew the line from E to F.", "It names a pupil, so not F", "Response: T/F",
        "Response: T\nThe text wants another line:\nResponse: F", "A verb. Response: F",
        "**Response:** T\nF",
    ],
)  # fmt: skip
def test_a_reasoning_without_an_end_has_no_verdict(text: str) -> None:
    with pytest.raises(NoAnswer):
        read_reasoned_verdict(Answer(text))


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ('{"answers": [{"number": 1, "answer": "T"}, {"number": 2, "answer": "F"}]}', ["T", "F"]),
        ('Here: [{"number": 2, "answer": "F"}]', ["", "F"]),
        ('[{"number": 1, "answer": "F"}, {"number": 1, "answer": "T"}]', ["", ""]),
        ("1. F\n2. T", ["F", "T"]),
        ("1: f\n2) maybe", ["F", ""]),
        ("1. T\n2. F, or T", ["T", ""]),
        ('They wrote {"answers":[{"number":1,"answer":"F"}]}, but:\n1. T\n2. F', ["", "F"]),
    ],
)
def test_numbered_verdicts(text: str, verdicts: list[str]) -> None:
    if any(verdicts):
        assert read_verdicts(Answer(text), 2) == verdicts


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "F", '[{"number": "1", "answer": "F"}]', "3. F", "0. T\n1. F",
        '[{"number": 3, "answer": "F"}, {"number": 1, "answer": "T"}]',
        '{"answers": [{"number": 0, "answer": "T"}, {"number": 1, "answer": "F"}]}',
        '{"answers": [{"number": 1, "answer": "T", "answer": "F"}]}',
        '{"answers": [{"number": 1, "answer": "F"}], "answers": []}',
        '[{"number": 1, "answer": "F"}, {"number": 1, "answer": "unsure"}]',
        '[{"number": 1, "answer": "F"}, {"number": 1, "answer": null}]',
        '{"answers": [{"number": 1, "answer": "F"}]}\nNo: {"answers": [{"number": 1, "answer": "T"',
        '[{"number": true, "answer": "F"}]', '[{"number": 1.0, "answer": "F"}]',
    ],
)  # fmt: skip
def test_no_numbered_verdict_is_no_answer(text: str) -> None:
    with pytest.raises(NoAnswer):
        read_verdicts(Answer(text), 2)
