"""A unit test for each kind of pattern: what it matches, and what only looks like it."""

import pytest

from spacy_piivot.mathematics.patterns import PATTERNS, count_pattern

MATCHES = {
    "arithmetic": [
        "3 + 4",
        "7 − 2",
        "6*5",
        "3 x 4",
        "x = 5",
        "(2) ÷ 4",
        "12-5=7",
        "2 × 3",
        "12 - 5",
        "a + b",
        "5+-3",
        r"3 \times 4",
        "$12 / 4 = 3$",
        "9·2",
        "3²+4²=5²",
        "40 ÷8",
        "2x = 10",
        "= 10x + 5",
        "x-3",
        "10x-5",
        "8 −x",
    ],
    "coefficients": [
        "3x",
        "2y²",
        "1/2n",
        "−4ab",
        "10x + 5",
        "$5z$",
        "2(x+1)",
        "0.5t =",
        "7π",
        "2a + 3b",
        "3c)",
    ],
    "exponents": ["x^2", "10^-3", "x²", "2ⁿ", "x**2", "(a+b)^2", "e^{2x}", "3^4", "10⁻³", "2x^3"],
    "functions": [
        "f(x)",
        "sin 30",
        "log(5)",
        "√2",
        "sin(x)",
        "cos^2 x",
        r"\sqrt{2}",
        "g'(3)",
        "ln x",
        "h(2)",
        "f(x+1)",
        "sin²x",
        "f(-2)",
    ],
    "inequalities": ["x < 5", "3 ≥ y", "a != b", "5<6", "x≤3", r"x \leq 3", "2x > 10", "-3 > -5"],
    "fractions": [
        "4/12",
        "1 3/4",
        "½",
        r"\frac{1}{2}",
        "(x+1)/2",
        "1⁄2",
        "3 / 4",
        "22/7",
        "x/2",
        "3/4x",
    ],
    "coordinates": ["(3, 4)", "(-1, 2.5, 0)", "(x, y)", "(0,0)", "(a,b)"],
    "indexed variables": ["x_1", "a_{n}", "x₁", "y2", "a_n", "x1 + x2"],
    "probability": [
        "P(A)",
        "P(A|B)",
        "5C2",
        "3 out of 10",
        "1 in 6",
        "Pr(X = 2)",
        "p(heads)",
        "10P3",
    ],
    "decimals": ["3.14", "25%", ".5", "-0.25", "12.5 %", "0.333"],
}
OTHERS = {
    "arithmetic": [
        "555-0199",
        "2024-05-17",
        "well-known",
        "C++",
        "a - the dog",
        "name = Bob",
        "email = x",
        "1-on-1",
        "+1 555 010 0199",
        "3-4 kids",
        "I am x",
        "7 - eleven",
        "F-16",
        "call me - 5pm",
    ],
    "coefficients": [
        "3D",
        "5th",
        "1st",
        "20s",
        "4G",
        "10am",
        "12m",
        "R2D2",
        "3rd",
        "5k run",
        "12b Baker St",
        "2nd",
        "6B-19",
        "7B",
        "grade 5b",
    ],
    "exponents": ["^^", "lol ^ this", "²", "**bold**", "m**", "a * b", "^2"],
    "functions": [
        "sin of man",
        "a(b",
        "log in",
        "tan lines",
        "f (see below and then read on)",
        "cos i said so",
        "sum",
        "if(x)",
        "h(hi)",
    ],
    "inequalities": ["<3", "<b>", "->", "=>", "-> 5", "a <3 you", ">:(", "x > the", "5 -> 6"],
    "fractions": [
        "10/12/14",
        "and/or",
        "w/ 2",
        "http://a/1/2",
        "24/7/365",
        "1/2/2010",
        "km/h",
        "5/11/2011",
        "w/2",
    ],
    "coordinates": ["(555) 010-0199", "(i, me)", "(yes, no)", "(12)", "(a)", "(3 or 4)"],
    "indexed variables": ["user_name", "a_long_name", "B12", "x_ray", "yn", "user_1"],
    "probability": ["P.S.", "p (see", "CP3O", "C3PO", "5 in 2010", "5 in the morning"],
    "decimals": ["3.2.1", "v1.2.3", "$5.", "10.", "1.5.2", "192.168.0.1", "a.5b"],
}


def test_every_kind_has_its_cases() -> None:
    assert set(PATTERNS) == set(MATCHES) == set(OTHERS)
    assert len(PATTERNS) == 10


@pytest.mark.parametrize(("kind", "text"), [(k, t) for k, texts in MATCHES.items() for t in texts])
def test_a_kind_matches_what_its_name_says(kind: str, text: str) -> None:
    assert count_pattern(kind, text)


@pytest.mark.parametrize(("kind", "text"), [(k, t) for k, texts in OTHERS.items() for t in texts])
def test_a_kind_leaves_what_only_looks_like_it(kind: str, text: str) -> None:
    assert not count_pattern(kind, text)


@pytest.mark.parametrize(
    ("kind", "text", "count"),
    [
        ("arithmetic", "3 + 4 + 5 = 12", 3),
        ("inequalities", "3 < x < 5", 2),
        ("fractions", "1/2 of 3/4 is 3/8", 3),
        ("exponents", "x^2 + y² = 10^2", 3),
        ("decimals", "0.5 + 25% = .75", 3),
    ],
)
def test_matches_are_counted(kind: str, text: str, count: int) -> None:
    assert count_pattern(kind, text) == count


@pytest.mark.parametrize("kind", PATTERNS)
@pytest.mark.parametrize(
    "unit", ["1", "1,", "1.", "(1,", "x", "x ", "f(", "P(", "a_", "3 ", "-", "1/", "^", " ", "()"]
)
def test_hostile_text_takes_linear_time(kind: str, unit: str) -> None:
    """Of a quadratic pattern half a million characters would not come back."""
    count_pattern(kind, unit * (500_000 // len(unit)))
