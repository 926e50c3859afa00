"""The plain view of a message, and the way back to its characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.lang import ENGLISH
from spacy_piivot.plain import plain_view


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("thx Ama😊", "thx Ama, "),
        ("yes Ama🎉great", "yes Ama, great"),
        ("✨Ama✨", ", Ama, "),
        ("Na😊omi said", "Naomi said"),
        ("N❤️a❤️o❤️m❤️i", "Naomi"),
        (r"\text{Naomi}", " Naomi "),
        ("x_{Naomi}", "x , Naomi , "),
        (r"$\text{Naomi has } 5x$", "  Naomi has   5x$"),
        (r"\textbf{\emph{Naomi}}", "  Naomi  "),
        ('print("Naomi")', " , Naomi , "),
        ("name='Naomi'", "name , Naomi , "),
        ('{"student": "Naomi"}', "{ student: , Naomi , }"),
        ("~Naomi~", "Naomi"),
        ("**Naomi**", "Naomi"),
        ("***_Naomi_***", "Naomi"),
        ("`Naomi`", "Naomi"),
        ("-Naomi got it", "- Naomi got it"),
        ("1.Naomi", "1. Naomi"),
        ("<b>Naomi</b> got 5", "Naomi got 5"),
        ("Na<b>om</b>i", "Naomi"),
        ("&#78;&#97;omi", "Naomi"),
        (r"\u004eaomi", "Naomi"),
        ("Naomi%20Kay", "Naomi Kay"),
        ("Na\u200bomi", "Naomi"),
        ("Na\u00adomi", "Naomi"),
        ("𝓝𝓪𝓸𝓶𝓲", "Naomi"),
        ("Ⓝⓐⓞⓜⓘ", "Naomi"),
        ("N̶a̶o̶m̶i̶", "Naomi"),
        ("Nаomi", "Naomi"),  # a Cyrillic letter
        ("ɴᴀᴏᴍɪ", "naomi"),
        ("Jose\u0301", "José"),
        (r"Jos\'e", "José"),
        ("5️⃣5️⃣5️⃣ 1️⃣2️⃣3️⃣", "555 123"),
        ("٥٥٥-١٢٣", "555-123"),
        ("555😊123😊4567", "555 123 4567"),
        ("ｎａ＠ｂ．ｏｒｇ", "na@b.org"),
        ("na@b🎉b.org🎉", "na@bb.org, "),
        ("n-a-o-m-i", "naomi"),
        ("N a o m i said", "Naomi said"),
        ("Na0mi", "Naomi"),
        ("Naomiiii", "Naomi"),
        ("sooooo good", "so good"),
    ],
)
def test_a_message_is_read_plain(text: str, plain: str) -> None:
    assert plain_view(text, ENGLISH).text == plain


@pytest.mark.parametrize(
    "text",
    [
        "4*3*2", "2**3 = 8", "a_b + c_d", "x_{2} + x_{1}", "x_{max}", "3 < x < 5", "a<b>c",
        r"\frac{4}{12}", r"\sqrt{16}", "it costs $5 and $6", "x² + 2πr", "△ABC", "2*x*y",
        "|x-3| = 5", "f(x)=3x^{2}", "-x + 3 = 5", "½ of 10°", "x = y; y = z.", "10% of 20%",
        "I ❤️ maths", "Well done 🎉 Ama", "don’t … “quote”", "4/12", 'she said, "Hey Ama"',
        "www.b.org/a_b", "ana_b", "maria4", "kofi22", "1st 2nd 5th", "AB3D5", "a-b", "x-y-z",
        "Привет", "Γιώργος", "فاطمة", "अनिल", "さくら",
    ],
)  # fmt: skip
def test_mathematics_and_prose_write_themselves(text: str) -> None:
    assert plain_view(text, ENGLISH).is_original


def test_what_is_set_aside_inside_is_inside_and_round_it_outside() -> None:
    text = "so **Na<b>om</b>i** 🎉"
    view = plain_view(text, ENGLISH)
    start = view.text.index("Naomi")
    first, last = view.original(start, start + 5)
    assert text[first:last] == "Na<b>om</b>i"
    assert view.plain(first, last) == (start, start + 5)


def test_all_of_a_stretched_name_is_covered() -> None:
    text = "hi Naomiiii"
    view = plain_view(text, ENGLISH)
    first, last = view.original(3, 8)
    assert text[first:last] == "Naomiiii"


PIECES = st.lists(
    st.sampled_from(
        [
            *"Naomi x5_*~`$|-<>{}[]()&;:\"'\\=.@!?#%\n",
            *("😊", "\u200b", "\u0301", "é", "<b>", "</b>", "\\text{", "&#75;", "**", "５", "Ａ"),
            *("\ufe0f\u20e3", "ж", "\u202e", "aaa", "a-b-c-d"),
        ]
    ),
    max_size=30,
)


@given(PIECES)
def test_every_plain_character_leads_back(pieces: list[str]) -> None:
    text = "".join(pieces)
    view = plain_view(text, ENGLISH)
    position = 0
    for at in range(len(view.text)):
        start, end = view.original(at, at + 1)
        assert position <= start <= end <= len(text)
        position = start
        first, last = view.plain(start, end)
        assert start == end or first <= at < last
    assert view.original(0, len(view.text))[1] <= len(text)
