import pytest

from spacy_piivot.patterns.arithmetic import is_mathematics


def cut(marked: str) -> tuple[str, int, int]:
    """The text of "my id is [4829]", and where the brackets stood."""
    start, end = marked.index("["), marked.index("]") - 1
    return marked.replace("[", "").replace("]", ""), start, end


@pytest.mark.parametrize(
    "marked",
    [
        "[343-706]=57",
        "[343-706=57]",
        "[672-2680]",
        "[1024-512-256] = 256",
        "1024-512-256 = [256]",
        "[(3,4), (5.5,-2)]",
        "([3,4]), (5.5,-2)",
        "(3,4), [(5.5,-2)]",
        "[555-1234] = -679",
        "[987-65]=922",
        "987-65=[922]",
        "[987−65]",
        "x = [4829]",
        "i got [7702486052]",
        "so its [7702486052]",
        "is it [4829]",
        "the answer is [48-29-10]",
        "[3.14159265358]",
        "[5/12]",
        "[1 1/2]",
        "[3:45]",
        "[1,234,567]",
        "compute [123-45-6789]",
        "first you subtract, then find [800-555-1234]",
        "so [10/12/14] is what you get",
    ],
)
def test_operands_and_results_are_mathematics(marked):
    text, start, end = cut(marked)
    assert is_mathematics(text, start, end)


@pytest.mark.parametrize(
    "marked",
    [
        "call me at [555-1234]",
        "my id is [4829]",
        "my number is [7702486052]",
        "[(415) 555-0134]",
        "[+44 7700 900209]",
        "+[44 7700 900209]",
        "text [07700-900-690]",
        "text me at +[44 7700 900209]",
        "[206-555-0129]",
        "its [206-555-0129]",
        "I have a question about [206-555-0129]",
        "zoom code [482 913]",
        "ssn [123-45-6789]",
        "hw due [5/17]",
        "Wed [5/22]",
        "born [12-31-10]",
        "on [12/10/2031]",
        "what is due: [5/17]",
        "my id is [K3-55]",
        "[may 20]",
        "my number [555-1234]\n= 5",
    ],
)
def test_what_is_announced_or_has_a_form_of_its_own_is_no_mathematics(marked):
    assert not is_mathematics(*cut(marked))


@pytest.mark.parametrize(
    ("marked", "previous", "expected"),
    [
        ("[343-706-1234]", "What do you get?", True),
        ("[7702486052]", "so what is 7 times that?", True),
        ("[(415) 555-0134]", "What do you get?", False),
        ("[07700-900-690]", "What do you get?", False),
        ("[7702486052]", "", False),
        ("its [555-0199]", "what's your phone number?", False),
        ("[5/12]", "when is your birthday?", False),
        ("[5/12]", "what is your student number?", False),
    ],
)
def test_the_message_before_tells_what_a_number_answers(marked, previous, expected):
    assert is_mathematics(*cut(marked), previous) is expected


@pytest.mark.parametrize(
    ("text", "previous"),
    [
        ("compute 123-45-6789", ""),
        ("its 487-65-4321", "What do you get?"),
        ("487-65-4321", "What do you get?"),
        ("could you please subtract 212-555-0199 now", ""),
        ("i get 212-555-0199", "how much is it?"),
    ],
)
def test_a_calculation_that_is_asked_for_holds_no_identifier(found, text, previous):
    assert found(text, previous) == []


def test_an_identifiers_own_word_outweighs_a_calculation(found):
    assert ("US_SSN", "219-09-9998") in found("what is it? my ssn is 219-09-9998", "compute it")
