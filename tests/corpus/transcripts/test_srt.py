import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.corpus.transcripts.layout import replaced
from spacy_piivot.corpus.transcripts.srt import is_srt, parse_srt

CUE = "00:00:01,000 --> 00:00:02,000"
NEXT = "00:00:02,500 --> 00:00:03,000"


def back(text: str) -> str:
    layout = parse_srt(text)
    messages = [{"speaker": turn.speaker, "text": turn.text} for turn in layout.turns]
    return replaced(text, layout.replacements(messages))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"1\n{CUE}\nMaya: Hi\n\n2\n{NEXT}\nTutor: 6/8", [("Maya", "Hi"), ("Tutor", "6/8")]),
        (f"1\n{CUE}\nI saw Maya\nDent", [("", "I saw Maya Dent")]),
        (f"1\n{CUE}\nI saw Maya\n\n2\n{NEXT}\nDent.", [("", "I saw Maya Dent.")]),
        (f"1\n{CUE}\n- Maya: Hi.\n- Chen: Yo.", [("Maya", "Hi."), ("Chen", "Yo.")]),
        # A dash begins what another person says; a hyphen in a name does not.
        (f"1\n{CUE}\nMaya: Hi Chen\n- Hi Ms Koski", [("Maya", "Hi Chen"), ("", "- Hi Ms Koski")]),
        (f"1\n{CUE}\n-Hi Chen\n-Hi Maya", [("", "-Hi Chen"), ("", "-Hi Maya")]),
        (f"1\n{CUE}\nI saw Chen\n\n2\n{NEXT}\n<i>- Hi</i>", [("", "I saw Chen"), ("", "- Hi")]),
        (f"1\n{CUE}\nI saw Chen\n>> Hi", [("", "I saw Chen"), ("", ">> Hi")]),
        (f"1\n{CUE}\nI saw Anne\n-Marie", [("", "I saw Anne -Marie")]),
        (f"1\n{CUE}\n{{\\an8}}<i>Ma</i>ya", [("", "Maya")]),
        (f'1\n{CUE}\n<font color="#ffff00">Maya</font>', [("", "Maya")]),
        (f"1\n{CUE}\n<font face=Maya>x", [("", "<font face=Maya>x")]),
        # Without blank lines between, and with what does not belong there.
        (f"1\n{CUE}\nHi.\n2\n{NEXT}\nMaya", [("", "Hi."), ("", "Maya")]),
        (f"Maya\n{CUE}\nHi", [("", "Maya"), ("", "Hi")]),
        (f"1\n{CUE}\nHi\n\nMaya", [("", "Hi"), ("", "Maya")]),
    ],
)
def test_what_is_said_is_found(text: str, said: list[tuple[str, str]]) -> None:
    for end in ("\n", "\r\n"):
        whole = (text + "\n").replace("\n", end)
        assert [(turn.speaker, turn.text) for turn in parse_srt(whole).turns] == said
        assert back(whole) == whole


@given(st.lists(st.sampled_from(["1", CUE, NEXT, "", " ", "Maya: a", "- x", "<i>", "</i>b"])))
def test_every_text_comes_back_and_all_its_words_are_checked(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert back(text) == text
    layout = parse_srt(text)
    checked = "".join(turn.speaker + turn.text for turn in layout.turns)
    assert checked.count("a") >= text.count("a: a")
    assert checked.count("b") == text.count("b")


def test_the_timing_tells_the_format() -> None:
    assert is_srt(f"\n1\n{CUE}\nHi")
    assert not is_srt("Hi\nMaya")
