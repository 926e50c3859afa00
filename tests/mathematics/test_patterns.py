"""A unit test for each kind of pattern: what it matches, and what only looks like it."""

import pytest

from spacy_piivot.lang import ENGLISH
from spacy_piivot.mathematics.density import math_content
from spacy_piivot.mathematics.patterns import count_patterns, math_patterns

MATCHES = {
    "arithmetic": [
        "3 + 4", "7 − 2", "6*5", "3 x 4", "x = 5", "(2) ÷ 4", "12-5=7", "2 × 3", "12 - 5", "a + b",
        "5+-3", r"3 \times 4", "$12 / 4 = 3$", "9·2", "3²+4²=5²", "40 ÷8", "2x = 10", "= 10x + 5",
        "x-3", "10x-5", "8 −x",
        "y=mx+b", "y = mx + b", "A=πr²", "E=mc²", "A=lw", "A = bh", "s=5", "i = 4", "3 + ? = 7",
        "5 ÷ ?", "9 - ?", "? + 4", "12-5=", "3 + __ = 7", "x = ?", "k-1", "x-y", "n-1", "10-2x",
        "x-a", "12 -5",
        "100-37", "85-37", "what is 12-5", "95-25-50 = 20", "= 12", "so, = 12", "a²+b²=c²",
        "area = 12", "3 weeks = 21 days", "5 cm × 3 cm", "$5 + $3", "5 x $3", "x²-1",
        "(x-3)(x+2)-4",
        "5 - -3", "5 +- 3", "y = |x|", "y = sin x", "12 x 12", "t x 25", "555 - 1234 = ?",
        "y = 987-65-4321", "x = 314-159-2653", "5 times 6", "7 plus 5", "14 take away 6",
        "5:30 - 3:15 = 2:15", "12 - 5 = 7 am I right", "the problem 12 - 5", "x\u00a0=\t5",
    ],
    "coefficients": [
        "3x", "2y²", "1/2n", "−4ab", "10x + 5", "$5z$", "2(x+1)", "0.5t =", "7π", "2a + 3b",
        "2πr", "½bh", "5y = 10", "4a⁶b²", "3c - 5", "(5a - 2b)", "2(3)", "3(x)", "9p > 18",
        "3x-4y", "= 4p", "2x - 4y",
    ],
    "exponents": [
        "x^2", "10^-3", "x²", "2ⁿ", "x**2", "(a+b)^2", "e^{2x}", "3^4", "10⁻³", "2x^3", "xy^2",
        "mc²", "cm²", "units^2", "2x⁵", "x ^ 2",
    ],
    "functions": [
        "f(x)", "sin 30", "log(5)", "√2", "sin(x)", "cos^2 x", r"\sqrt{2}", "g'(3)", "ln x", "h(2)",
        "f(x+1)", "sin²x", "f(-2)", "f(2x² + 1)",
        "log_2(8)", "log_b(x)", "log₂ 8", "log10 100", "sin⁻¹(x)", "cos 60°", "sin 30 is 0.5",
        "tan 45 degrees", "sin 2x", "2 log b", "log2 of 32", "sqrt 24", "5!", "5! = 120", "n!",
        "(n-1)!", "what is 6!",
        "6!/3!",
    ],
    "inequalities": [
        "x < 5", "3 ≥ y", "a != b", "5<6", "x≤3", r"x \leq 3", "2x > 10", "-3 > -5", "x<y", "3 < π",
    ],
    "fractions": [
        "4/12", "1 3/4", "½", r"\frac{1}{2}", "(x+1)/2", "1⁄2", "3 / 4", "22/7", "x/2", "3/4x",
        "x/y", "dy/dx", "a/b", "1/x", "7/8ths", "1/10th", "3:4", "2:3:4", "60:40", "12 : 60",
        "ratio of 3:10", "-3/4", "12/$4", "24/7 = 3.43", "2/11 + 9/11 = 1", "rise/run", "1/2,1/4",
    ],
    "coordinates": [
        "(3, 4)", "(-1, 2.5, 0)", "(x, y)", "(0,0)", "(a,b)", "(2x, 3)", "(1/2, 3)", "(x₁, y₁)",
        "(√2, 1)", "(π/2, 1)", "(x+1, 4)",
    ],
    "indexed variables": ["x_1", "a_{n}", "x₁", "y2", "a_n", "x1 + x2", "x_i", "v_0"],
    "probability": [
        "P(A)", "P(A|B)", "5C2", "3 out of 10", "1 in 6", "Pr(X = 2)", "p(heads)", "10P3",
    ],
    "decimals": [
        "3.14", "25%", ".5", "-0.25", "12.5 %", "0.333", "1,234.5", "3.14159265358979323846264",
        "1.5kg", "0.333...", "1.5,2.5",
    ],
}  # fmt: skip
OTHERS = {
    "arithmetic": [
        "555-0199", "2024-05-17", "well-known", "C++", "a - the dog", "name = Bob", "email = x",
        "1-on-1", "+1 555 010 0199", "3-4 kids", "I am x", "7 - eleven", "F-16", "call me - 5pm",
        "A + a sticker", "C+ 2", "a C+ 5 times", "3:30 - 4:30", "10 - 12 am", "10 - 12pm",
        "5am - 6",
        "from 9 - 5", "open 9 - 5", "class is 9 - 5", "9 - 5 every day", "monday 9 - 5",
        "Oct 12 - 14", "may 3 - 5", "12 - 14 oct", "314 - 159 - 2653", "314 159 - 2653",
        "1 - 800 - 555 - 1234", "555 - 1234", "555 - 0199", "5550 - 0199", "0207 - 9461",
        "020 - 7946 - 0958", "987 - 65 - 4321",
        "pages 12 - 14", "ages 5 - 7", "2019-2020", "2024-25", "10-12", "K-12", "T-T", "x-x",
        "x-ray",
        "a-z", "4 =D", "=3", ":) - 5 more", "i have 5\n- 3 apples", "id = 4412998", "a +1 from me",
        "84-19 Larch Av", "my id is 7719-203", "do it 2x 3 days", "1919 -1985", "12 -_- 5",
        "won 41-38", "x_1@x.org+2", "http://a.b/?x=1&y=2", "see a.org/?x=1&y=2",
    ],
    "coefficients": [
        "3D", "5th", "1st", "20s", "4G", "10am", "12m", "R2D2", "3rd", "5k run", "12b Baker St",
        "2nd", "6B-19", "7B", "grade 5b", "1080p", "20p", "12v", "60w", "4y", "4y old", "5p.m.",
        "3x faster", "3x a week", "room 12(a)", "12(a)", "question 4(b)", "1(800) 555-1234",
        "1(800) 555", "3c)", "(12v)", "5 p m",
    ],
    "exponents": ["^^", "lol ^ this", "²", "**bold**", "m**", "a * b", "^2", "^_^"],
    "functions": [
        "sin of man", "a(b", "log in", "tan lines", "f (see below and then read on)",
        "cos i said so", "sum", "if(x)", "h(hi)", "one sec a", "log a complaint", "5 sec 3",
        "give me one sec x", "cos 5 of us came", "log 5 hours", "i turned 12!", "see you at 7!",
        "12! see you", "LN 5520",
    ],
    "inequalities": [
        "<3", "<b>", "->", "=>", "-> 5", "a <3 you", ">:(", "x > the", "5 -> 6", "5 <-- this",
    ],
    "fractions": [
        "10/12/14", "and/or", "w/ 2", "http://a/1/2", "24/7/365", "1/2/2010", "km/h", "5/11/2011",
        "w/2", "24/7", "9/11", "y/n", "w/o", "n/a", "b/c", "a/c", "12 y/o", "#DIV/0!", "3:45",
        "10:30:05", "1:1", "due 9/30", "b/4", "10 : 45",
    ],
    "coordinates": [
        "(555) 010-0199", "(i, me)", "(yes, no)", "(12)", "(a)", "(3 or 4)", "(o,o)", "(u, u)",
    ],
    "indexed variables": [
        "user_name", "a_long_name", "B12", "x_ray", "yn", "user_1", "x_x", "n_n", "o_o", "O_o",
        "x_X", "x_1@x.org", "T_T", "a.org/x_1",
    ],
    "probability": [
        "P.S.", "p (see", "CP3O", "C3PO", "5 in 2010", "5 in the morning", "30 in 5 years",
        "2 in 2,453",
    ],
    "decimals": [
        "3.2.1", "v1.2.3", "$5.", "10.", "1.5.2", "192.168.0.1", "a.5b", "9.30 pm", "9.30pm",
        "at 9.30", "version 2.5", "v2.5", "section 3.2", "exercise 9.1", "314.159.2653",
    ],
}  # fmt: skip


def test_every_kind_has_its_cases() -> None:
    patterns = math_patterns(ENGLISH)
    assert set(patterns) == set(MATCHES) == set(OTHERS)
    assert len(patterns) == 10


@pytest.mark.parametrize("kind", MATCHES)
def test_a_kind_matches_what_its_name_says(kind: str) -> None:
    for text in MATCHES[kind]:
        assert kind in math_content(text, ENGLISH).patterns, text
        inside = math_content(f"hello, {text}", ENGLISH).patterns
        assert kind in inside or text in ("= 12", "5!"), text


@pytest.mark.parametrize("kind", OTHERS)
def test_a_kind_leaves_what_only_looks_like_it(kind: str) -> None:
    for text in OTHERS[kind]:
        assert kind not in math_content(text, ENGLISH).patterns, text
        assert kind not in math_content(f"hello, {text} thanks", ENGLISH).patterns, text


@pytest.mark.parametrize(
    ("kind", "text", "count"),
    [
        ("arithmetic", "3 + 4 + 5 = 12", 3),
        ("inequalities", "3 < x < 5", 2),
        ("fractions", "1/2 of 3/4 is 3/8", 3),
        ("exponents", "x^2 + y² = 10^2", 3),
        ("decimals", "0.5 + 25% = .75", 3),
        ("coefficients", "2x + 3(x - 1)", 2),
        ("coordinates", "(1, 2) and (3, 4)", 2),
    ],
)
def test_matches_are_counted(kind: str, text: str, count: int) -> None:
    assert count_patterns(text, ENGLISH)[kind] == count


@pytest.mark.parametrize(
    "text",
    [
        "call 314 - 159 - 2653 or 1(800) 555-1234 from 9 - 5, version 2.5, room 12(a)",
        "see you oct 12 - 14, 10 - 12 am, 24/7, at 9.30 x_x",
        "mail x_1@x.org or http://x.org/?a=1&b=2 one sec a",
    ],
)
def test_prose_has_no_patterns(text: str) -> None:
    assert math_content(text, ENGLISH).patterns == {}


AWKWARD = [
    *"1x-^ ._(@;=<?é²½\n\t",
    "1,", "1.", "(1,", "x ", "f(", "P(", "a_", "3 ", "1/", "()", "1-", "1 - ", "1:", "a.", "a@",
    "a@a.",
    "sin ", "http://", "www.", "at 9.", "pages ", "1 a", "x^", "1!", "1 in ", "oct 1", "+1 ", "1x ",
    "(a,", "\\", "√", "=(", "a/", "1)", "𝟙",
]  # fmt: skip


@pytest.mark.parametrize("unit", AWKWARD)
@pytest.mark.parametrize("size", [20_000, pytest.param(200_000, marks=pytest.mark.slow)])
def test_hostile_text_takes_linear_time(unit: str, size: int) -> None:
    """Of a quadratic pattern 200,000 characters would not come back, of a worse one 20,000."""
    math_content(unit * (size // len(unit)), ENGLISH)


@pytest.mark.parametrize(
    "day", ["mon", "tues", "wed", "weds", "thur", "thurs.", "fri", "saturday", "Sundays", "Mondays"]
)
def test_hours_of_a_day_are_no_difference(day: str) -> None:
    assert count_patterns("i am there with 97-5", ENGLISH) == {"arithmetic": 1}
    assert count_patterns(f"i am there {day} 97-5", ENGLISH) == {}
