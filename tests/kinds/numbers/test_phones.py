import pytest


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("(206) 555-0129", "(206) 555-0129"),
        ("hi 206-555-0129 ok", "206-555-0129"),
        ("206.555.0129", "206.555.0129"),
        ("+44 7700 900741", "+44 7700 900741"),
        ("07700 900 741", "07700 900 741"),
        ("(206) 555-0177 ext 31", "(206) 555-0177 ext 31"),
        ("her cell is 206 555 0129", "206 555 0129"),
        ("txt me 2065550129", "2065550129"),
        ("call 0 7 7 0 0 9 0 0 7 4 1", "0 7 7 0 0 9 0 0 7 4 1"),
        (
            "new number: phone two oh six, five five five, oh one two nine.",
            "two oh six, five five five, oh one two nine",
        ),
        ("til 8. 206-555-0177 shop", "206-555-0177"),
        ("text +1 212 555 0147 ext 22", "+1 212 555 0147 ext 22"),
        ("or text +1 212 555 0147", "+1 212 555 0147"),
        ("ring ０７７００ ９００ ７４１", "０７７００ ９００ ７４１"),
        # In a row of contacts a bar is no operator.
        ("a@b.example | +234-555-301-4478\nMY DAY", "+234-555-301-4478"),
        ("a@b.example / +234 803 301 4478 / Lagos", "+234 803 301 4478"),
        ("+44 7700 900741 / +44 7700 900742", "+44 7700 900742"),
        ("tel/chat: +91-98450-12345", "+91-98450-12345"),
    ],
)
def test_phone_numbers_are_found(found, text, number):
    assert ("PHONE_NUMBER", number) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "one two three four five six seven",
        "two four six eight ten",
        "say six six six",
        "call 911",
        "x = +234-555-301-4478",
        "5 + +234-803-301-4478",
        "2x+2345678901 = 3",
    ],
)
def test_counting_aloud_is_no_phone_number(found, text):
    assert found(text) == []
