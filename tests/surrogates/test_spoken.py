from spacy_piivot.lang import ENGLISH
from spacy_piivot.surrogates.spoken import NumberWords

WORDS = ENGLISH.part(NumberWords)


def test_days_are_said_in_order() -> None:
    days = [WORDS.ordinal(day) for day in range(1, 32)]
    assert days[:3] == ["first", "second", "third"]
    assert days[11] == "twelfth"
    assert days[19:22] == ["twentieth", "twenty-first", "twenty-second"]
    assert days[29:] == ["thirtieth", "thirty-first"]
    assert len(set(days)) == 31


def test_cardinals_are_said_in_words() -> None:
    assert [WORDS.cardinal(n) for n in (0, 9, 13, 20, 21, 99)] == [
        "zero", "nine", "thirteen", "twenty", "twenty-one", "ninety-nine",
    ]  # fmt: skip
