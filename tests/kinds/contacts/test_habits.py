"""A handle keeps the habits of the people who write it, and has no word of the original."""

import re

import pytest
from assigned import surrogates

from spacy_piivot.draws.choice import Draws
from spacy_piivot.kinds.contacts.habits import HandleHabits, HandleParts, draw_rare_ending
from spacy_piivot.lang import ENGLISH
from spacy_piivot.surrogates import Mention, assign

HABITS = ENGLISH.part(HandleHabits)
KEYS = [b"key of handles %04d" % number for number in range(5)]
# A word or two with a rare ending.
W = "[a-z]+[a-z][jkqvwxz]"

# What is found, how it may be written, and what must not be in it.
HANDLES = [
    ("itsjoana", f"its{W}", "joana"),
    ("itzjoana", f"itz{W}", "joana"),
    ("its.joana", rf"its\.{W}", "joana"),
    ("iamjoana", f"iam{W}", "joana"),
    ("imjoana", f"im{W}", "joana"),
    ("realjoana", f"real{W}", "joana"),
    ("therealjoana", f"thereal{W}", "joana"),
    ("the_real_joana", f"the_real_{W}", "joana"),
    ("officialjoana", f"official{W}", "joana"),
    ("joana.official", rf"{W}\.official", "joana"),
    ("simplyjoana", f"simply{W}", "joana"),
    ("callmejoana", f"callme{W}", "joana"),
    ("justjoana", f"just{W}", "joana"),
    ("lil_joana", f"lil_{W}", "joana"),
    ("miss.joana", rf"miss\.{W}", "joana"),
    ("joanaxo", f"{W}xo", "joana"),
    ("joanaxoxo", f"{W}xoxo", "joana"),
    ("joana_xo", f"{W}_xo", "joana"),
    ("joana.xx", rf"{W}\.xx", "joana"),
    ("xxjoanaxx", f"xx{W}xx", "joana"),
    ("xx_joana_xx", f"xx_{W}_xx", "joana"),
    ("_joana_", f"_{W}_", "joana"),
    ("__joana__", f"__{W}__", "joana"),
    ("joana4ever", f"{W}4ever", "joana"),
    ("joana4life", f"{W}4life", "joana"),
    ("joanatv", f"{W}tv", "joana"),
    ("joana.yt", rf"{W}\.yt", "joana"),
    ("joanagaming", f"{W}gaming", "joana"),
    ("joanaplays", f"{W}plays", "joana"),
    ("joana_2010", rf"{W}_20(?:0[7-9]|1[123])", "joana|2010"),
    ("joana2010", rf"{W}20(?:0[7-9]|1[123])", "joana|2010"),
    ("2010joana", rf"20(?:0[7-9]|1[123]){W}", "joana|2010"),
    ("joana.xo2010", rf"{W}\.xo20(?:0[7-9]|1[123])", "joana|2010"),
    ("joana_07", rf"{W}_(?:0\d|1[0-5])", "joana|07"),
    ("joana99", rf"{W}\d\d", "joana|99"),
    ("joana_1", rf"{W}_\d", "joana"),
    ("joana12345", rf"{W}\d{{5}}", "joana|12345"),
    ("joana", W, "joana"),
    ("@joana", f"@{W}", "joana"),
    ("JOANA_2010", r"[A-Z]+[JKQVWXZ]_20\d\d", "(?i:joana)|2010"),
    ("Joana_2010", r"[A-Z][a-z]+_20\d\d", "(?i:joana)|2010"),
    ("ItsJoana", "Its[A-Z][a-z]+", "(?i:joana)"),
    ("joanaaa", r"[a-z]*([a-z])\1\1[a-z]{2}", "joana"),
    ("joana#1234", rf"{W}#\d{{4}}", "joana|1234"),
    ("joana-lee", f"[a-z]+-{W}", "joana|lee"),
    ("joana.lee", rf"[a-z]+\.{W}", "joana|lee"),
    ("joana.lee.2010", rf"[a-z]+\.{W}\.20\d\d", "joana|lee|2010"),
    ("mathwizard", W, "math|wizardx"),
    ("MathWizard", "[A-Z][a-z]+[A-Z][a-z]+", "(?i:mathwizard)"),
    ("MathWizard99", r"[A-Z][a-z]+[A-Z][a-z]+\d\d", "(?i:mathwizard)|99"),
    ("soccerfan", f"{W}|{W}fan", "soccerfan"),
    ("dancer4life", f"{W}4life", "dancer4"),
    ("coolkid99", rf"{W}(?:kid)?\d\d", "coolkid|99"),
    ("gamergirl_2010", rf"{W}(?:girl)?_20\d\d", "gamergirl|2010"),
    ("book_lover", f"{W}_lover", "book"),
    ("d4rk", rf"[a-z0-9]+{W[:0]}", "d4rk"),
    ("th3_d4rk", r"th3_[a-z]+\d[a-z]+", "d4rk"),
    ("sk8erboi", r"[a-z]+\d[a-z]+", "sk8erboi"),
    ("zorblattina", W, "zorblattina"),
    ("kingsley", W, "kingsley"),
    ("xo", "[a-z]+", "^xo$"),
    ("dQw4w9WgXcQ", "[a-z][A-Z][a-z][0-9][a-z][0-9][A-Z][a-z][A-Z][a-z][A-Z]", "dQw4w9WgXcQ"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "form", "gone"), HANDLES)
def test_a_handle_keeps_its_habits_and_nothing_else(text: str, form: str, gone: str) -> None:
    for key in KEYS:
        [new] = surrogates((text, "USERNAME"), key=key)
        assert re.fullmatch(form, new)
        assert not re.search(gone, new)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("itsjoana", "its{f}??"), ("joanaxo", "{f}??xo"), ("xx_joana_xx", "xx_{f}??_xx"),
        ("realjoanalee", "real{f}{l}??"), ("joana.lee.2010", "{f}.{l}??.20\\d\\d"),
        ("joanaaa", "{f}[a-z]{2,4}"), ("jlee", "{i}{l}??"), ("JoanaLee", "{F}{L}??"),
        ("@itsJoana", "@its{F}??"), ("joana4ever", "{f}??4ever"), ("lee.joana", "{l}.{f}??"),
        ("_joana.xo_", "_{f}??.xo_"), ("JOANA", "(?i:{f}??)"), ("joana_lee_07", "{f}_{l}??_\\d\\d"),
    ],
)  # fmt: skip
def test_a_handle_carries_its_owners_surrogate(text: str, form: str) -> None:
    for key in KEYS:
        name, new = surrogates(("Joana Lee", "NAME"), (text, "USERNAME"), key=key)
        first, last = name.split()
        parts = {
            "f": first.lower(),
            "l": last.lower(),
            "i": first[0].lower(),
            "F": first,
            "L": last,
        }
        pattern = form
        for letter, part in parts.items():
            pattern = pattern.replace(f"{{{letter}}}", part)
        assert re.fullmatch(pattern.replace("??", "[a-z][jkqvwxz]"), new)


def test_a_handle_is_no_bare_name() -> None:
    for key in KEYS:
        name, handle, mail = surrogates(
            ("Joana Lee", "NAME"), ("joana", "USERNAME"), ("joana.lee@gmail.com", "EMAIL_ADDRESS"),
            key=key,
        )  # fmt: skip
        first, last = name.lower().split()
        assert handle != first
        assert mail != f"{first}.{last}@gmail.com"


def test_a_person_called_like_a_habit_is_replaced() -> None:
    name, handle, page = surrogates(
        ("King", "NAME"), ("king_xo", "USERNAME"), ("https://instagram.com/king.xo", "URL")
    )
    assert handle.startswith(name.lower())
    assert "king" not in page.removeprefix("https://instagram.com")


@pytest.mark.parametrize(
    ("letters", "parts"),
    [
        ("itsjoana", ("its", "joana", "")), ("joanaxo", ("", "joana", "xo")),
        ("itsmathxo", ("its", "math", "xo")), ("joana", ("", "joana", "")),
        ("zorblat", ("", "zorblat", "")), ("itszorblat", ("its", "zorblat", "")),
        ("zorblatxo", ("", "zorblat", "xo")), ("lexxi", ("", "lexxi", "")),
        ("notebook", ("", "notebook", "")), ("kingston", ("", "kingston", "")),
    ],
)  # fmt: skip
def test_letters_are_split_at_habits(letters: str, parts: tuple[str, str, str]) -> None:
    assert HABITS.split(letters) == HandleParts(*parts)


def test_rare_endings_are_many() -> None:
    drawn = {draw_rare_ending(Draws(b"key", str(number))) for number in range(2000)}
    assert len(drawn) >= 100


@pytest.mark.parametrize(
    ("handle", "left"),
    [
        ("will.young@gmail.com", "young"),
        ("an.do@gmail.com", r"\bdo\b"),
        ("maria.an@gmail.com", r"\ban\b"),
        ("@grace_king", "king"),
        ("@mariaking12", "king"),
        ("x.lopez@gmail.com", r"\bx\."),
        ("o.ruiz@gmail.com", r"\bo\."),
        ("@a_okoye", "@a_"),
        ("@a.o.2010", r"@a\.o"),
    ],
)
def test_what_may_be_a_name_is_no_habit(handle: str, left: str) -> None:
    for number in range(12):
        label = "EMAIL_ADDRESS" if handle.count("@") and handle[0] != "@" else "USERNAME"
        key = bytes([number]) * 32
        made = assign([Mention(handle, label)], key=key, scope="d", text=handle).in_order[0]
        if not re.search(left, made):
            return
    pytest.fail(f"{handle} keeps a name under every key")
