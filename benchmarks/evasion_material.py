"""The names, sentences and formulas that `evasion.py` tries."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Material:
    """Names, words and sentences.

    names (Sequence[str]): Names that occur in no sentence.
    words (Sequence[str]): Ordinary words.
    emoji (Sequence[str]): Emoji.
    sentences (Sequence[str]): What a pupil or tutor types around a name.
    word_sentences (Sequence[str]): Sentences for ordinary words.
    phones (Sequence[str]): Telephone numbers.
    phone_sentences (Sequence[str]): Sentences for telephone numbers.
    emails (Sequence[str]): E-mail addresses.
    email_sentences (Sequence[str]): Sentences for e-mail addresses.
    initials (Sequence[str]): Sentences for initials.
    """

    names: Sequence[str]
    words: Sequence[str]
    emoji: Sequence[str]
    sentences: Sequence[str]
    word_sentences: Sequence[str]
    phones: Sequence[str]
    phone_sentences: Sequence[str]
    emails: Sequence[str]
    email_sentences: Sequence[str]
    initials: Sequence[str]


DEVELOPMENT = Material(
    names=(
        "Kofi Maria Jasmine Xochitl Deshawn Priya Oluwaseun Emily Zandile Tyler Fatima Joaquin"
    ).split(),
    words=(
        "slope answer total Great perimeter Table area Half numerator Maybe graph Question"
    ).split(),
    emoji="😊 🎉 ❤️ 🙏🏽 👍 😂 🔥 💯 🥰 ✨".split(),
    sentences=(
        "thx {}",
        "yes {} is right",
        "ok {} your turn",
        "i think {} got 5",
        "Nice work, {} you found the slope",
        "hi {}",
    ),
    word_sentences=("the {} is 5", "i found the {}", "{} what do we do next", "ok now the {}"),
    phones=("555-123-4567", "555-867-5309", "212-555-0147"),
    phone_sentences=("call me at {}", "my number is {}", "text {} after class", "{} is my phone"),
    emails=("kofi.m@gmail.com", "maria22@school.org", "jas.lee@yahoo.com"),
    email_sentences=("my email is {}", "send it to {}", "{}", "you can reach me: {}"),
    initials=(
        *("{} said so", "thanks {}", "ok {} what did you get", "ask {} about it"),
        *("hi {}", "nice job {}"),
    ),
)
HELD_OUT = Material(
    names=(
        "Thandiwe Rashida Leonardo Meiling Brianna Tomasz Amara Diego Hannah Siddharth Yara Marcus"
    ).split(),
    words=(
        "fraction product Height number equation Correct table line Next radius problem Step"
    ).split(),
    emoji="😎 🥳 💕 👏🏿 🙌 🤣 ⭐ 💀 😭 🌈".split(),
    sentences=(
        "thank you {}",
        "no {} had 12",
        "{} can you read the next one",
        "did {} finish already?",
        "good job {} that is correct",
        "me and {} did number 3",
    ),
    word_sentences=(
        "whats the {} here",
        "we need the {} first",
        "{} is what i wrote",
        "so {} then",
    ),
    phones=("312-555-0188", "646-555-2210", "408-555-7731"),
    phone_sentences=("you can text me {}", "my cell is {}", "phone: {}", "{} is my moms number"),
    emails=("t.nkosi@outlook.com", "rashida_k@gmail.com", "leo.p99@icloud.com"),
    email_sentences=("email me at {}", "its {}", "my address is {} ok", "write to {} please"),
    initials=(
        *("{} had it right", "thank you {}", "so {} can you explain", "i agree with {}"),
        *("good morning {}", "way to go {}"),
    ),
)

MATHEMATICS = (
    "x_{2} + x_{1}", r"\frac{4}{12} = \frac{1}{3}", "4*3*2", "2**3 = 8", "a_b + c_d",
    "3 < x < 5", "it costs $5 and $6", "x_{max} - x_{min}", r"\text{area} = 5 \cdot 3",
    r"$\text{rise} / \text{run}$", r"\mathrm{lim}_{x \to 2}", "v_{total} = 12", "a<b and b>c",
    "2*x*y", "f(x)=3x^{2}", "|x-3| = 5", "|-4|", r"\sqrt{16}", "x² + 2πr", "△ABC ≅ △DEF",
    "-x + 3 = 5", "1)4 2)6 3)8", "10😊20😊30", "1️⃣ 2 + 3 2️⃣ 4 + 5", "A. 12 B. 15 C. 18 D. 21",
    "point K. Then draw the line", "K. 5", "angle B. is 40", "choose C!", "x = y; y = z.",
    "٣ + ٤ = ٧", "①②③ are the steps", "𝑥 + 𝑦 = 𝟏𝟎", "ⓧ marks it", "s-l-o-p-e", "spell it: c-a-t",
    "sooooo good", "yesssss", "n0 w4y", "l8r", "gr8 w0rk", "h3ll0 everyone", "b4 the test",
    "100% of 20%20", "a&b, c&amp;d", "&lt;5 &gt;3", "E = mc^{2}", r"\sin(\theta) = 0.5",
    'print("hello")', "for i in range(10):", "print(total)", 'x = "answer"', "def add(a, b):",
    '{"x": 5, "y": 6}', "y=mx+b", "[1, 2, 3]", "(2,3) and (4,5)", "**Step 1**", "_hint_: add",
    "- add 3\n- divide by 2", "<b>Hint</b>: add 3", "~5 or ~10", "x_i + y_i", "l x w x h",
)  # fmt: skip
