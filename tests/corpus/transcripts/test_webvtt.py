import pytest

from spacy_piivot.corpus.transcripts.layout import Layout, replaced
from spacy_piivot.corpus.transcripts.webvtt import is_webvtt, parse_webvtt

CUE = "00:00:01.000 --> 00:00:02.000"
NEXT = "00:00:02.000 --> 00:00:03.500"


def turns(layout: Layout) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in layout.turns]


def unchanged(layout: Layout) -> str:
    messages = [{"speaker": turn.speaker, "text": turn.text} for turn in layout.turns]
    return replaced(layout.text, layout.replacements(messages))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{CUE}\n<v Maya Dent>Hi</v>", [("Maya Dent", "Hi")]),
        (f"{CUE}\n<v.loud Maya Dent>Hi", [("Maya Dent", "Hi")]),
        (f"{CUE}\n<v O&#39;Neil>Hi", [("O'Neil", "Hi")]),
        (f"{CUE}\n<v Maya>Hi</v> <v Chen>Yo</v>", [("Maya", "Hi "), ("Chen", "Yo")]),
        # Lines of a cue, and tags inside a name.
        (f"{CUE}\n<v Maya>I saw Chen\nWei</v>", [("Maya", "I saw Chen Wei")]),
        (f"{CUE}\nI saw Ch<c>en</c> <i>Wei</i>", [("", "I saw Chen Wei")]),
        (f"{CUE}\nI saw Ch<00:00:01.500>en", [("", "I saw Chen")]),
        (f"{CUE}\na &lt; b &amp; Sean O&apos;Brien", [("", "a < b & Sean O'Brien")]),
        # YouTube's captions begin with a line that has only a space, or end with one.
        (f"{CUE}\n \nI<00:00:01.500><c> saw</c><00:00:01.700><c> Chen</c>", [("", "I saw Chen")]),
        (f"{CUE}\nI saw Chen\n \n", [("", "I saw Chen")]),
        # What is no tag is text.
        (f"{CUE}\n2 <3 and <Maya> and <i Mia>", [("", "2 <3 and <Maya> and <i Mia>")]),
        # A sentence that goes on in the next cue, and one that does not.
        (f"{CUE}\n<v Maya>I saw Chen</v>\n\n{NEXT}\n<v Maya>Wei.</v>",
         [("Maya", "I saw Chen Wei.")]),
        (f"{CUE}\n<v Maya>Yes.</v>\n\n{NEXT}\n<v Maya>No.</v>",
         [("Maya", "Yes."), ("Maya", "No.")]),
        (f"{CUE}\n<v Maya>I saw</v>\n\n{NEXT}\n<v Chen>No</v>",
         [("Maya", "I saw"), ("Chen", "No")]),
        # Zoom: labels in the text.
        (f"1\n{CUE}\nMaya Dent: Hi\n\n2\n{NEXT}\nTutor: Yo",
         [("Maya Dent", "Hi"), ("Tutor", "Yo")]),
        (f"{CUE}\nMaya: it goes\n\n{NEXT}\non", [("Maya", "it goes on")]),
        # A colon in one of many cues is no speaker.
        (f"{CUE}\nhello.\n\n{CUE}\nStep one: add.\n\n{NEXT}\nyes.", [
            ("", "hello."), ("", "Step one: add."), ("", "yes.")]),
        # What is not said is text too.
        ("NOTE by Maya\nDent", [("", "by Maya Dent")]),
        ("NOTE\nby Maya", [("", "by Maya")]),
        (f"{CUE}\nHi\n\nsaid Maya", [("", "Hi"), ("", "said Maya")]),
        (f"{CUE}\nHi\n{NEXT}\nMaya", [("", "Hi Maya")]),
    ],
)  # fmt: skip
def test_what_is_said_is_found(text: str, said: list[tuple[str, str]]) -> None:
    for end in ("\n", "\r\n"):
        whole = f"WEBVTT\n\n{text}\n".replace("\n", end)
        layout = parse_webvtt(whole)
        assert turns(layout) == said
        assert unchanged(layout) == whole or layout.reasons == ["classes of tags"]


@pytest.mark.parametrize(
    ("head", "texts"),
    [
        ("WEBVTT", []),
        ("WEBVTT - lesson of Maya", ["- lesson of Maya"]),
        ("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000", []),
        ("WEBVTT\nKind: captions\nLanguage: en-GB", []),
        ("WEBVTT\nKind: Maya Dent", ["Kind: Maya Dent"]),
        ("WEBVTT\nAuthor: Maya Dent", ["Author: Maya Dent"]),
    ],
)
def test_the_header_is_checked_where_it_may_hold_names(head: str, texts: list[str]) -> None:
    whole = f"{head}\n\n{CUE}\nHi\n"
    layout = parse_webvtt(whole)
    assert turns(layout) == [*(("", text) for text in texts), ("", "Hi")]
    assert unchanged(layout) == whole


@pytest.mark.parametrize(
    ("text", "kept", "reason"),
    [
        (f"Maya\n{CUE}\nHi", f"{CUE}\nHi", "ids of cues"),
        (f"f81d4fae-7dec/12-0\n{CUE}\nHi", f"{CUE}\nHi", "ids of cues"),
        (f"12\n{CUE}\nHi", f"12\n{CUE}\nHi", ""),
        (f'STYLE\n::cue(v[voice="Maya"]) {{}}\n\n{CUE}\nHi', f"\n{CUE}\nHi", "styles and regions"),
        (f"REGION\nid:maya\n\n{CUE}\nHi", f"\n{CUE}\nHi", "styles and regions"),
        (f"{CUE} region:maya align:start\nHi", f"{CUE} align:start\nHi",
         "unknown settings of cues"),
        (f"{CUE} position:10%,line-left line:0 size:35% vertical:rl\nHi",
         f"{CUE} position:10%,line-left line:0 size:35% vertical:rl\nHi", ""),
        (f"{CUE}\n<c.maya.yellow.bg_blue>Hi</c>", f"{CUE}\n<c.yellow.bg_blue>Hi</c>",
         "classes of tags"),
    ],
)  # fmt: skip
def test_what_cannot_be_checked_is_dropped_and_said(text: str, kept: str, reason: str) -> None:
    layout = parse_webvtt(f"WEBVTT\n\n{text}\n")
    assert unchanged(layout) == f"WEBVTT\n\n{kept}\n"
    assert layout.reasons == [reason] * bool(reason)


def test_new_characters_are_written_as_the_format_does() -> None:
    layout = parse_webvtt(f"WEBVTT\n\n{CUE}\n<v Maya>Ask Maya &amp; me\n")
    messages = [{"speaker": "A<B", "text": "Ask X<Y & me"}]
    assert replaced(layout.text, layout.replacements(messages)) == (
        f"WEBVTT\n\n{CUE}\n<v A&lt;B>Ask X&lt;Y &amp; me\n"
    )


@pytest.mark.parametrize(
    "text",
    [f"{CUE}\n>> Hi Maya, I <3 A & B", f"NOTE >> Maya & B < C\n\n{CUE}\nHi", f"{CUE}\n<i Maya>"],
)
def test_bare_signs_stay_around_a_surrogate(text: str) -> None:
    whole = f"WEBVTT\n\n{text}\n"
    layout = parse_webvtt(whole)
    messages = [
        {"speaker": turn.speaker, "text": turn.text.replace("Maya", "Ana & Li")}
        for turn in layout.turns
    ]
    released = replaced(whole, layout.replacements(messages))
    assert released == whole.replace("Maya", "Ana &amp; Li")


@pytest.mark.parametrize(
    ("text", "known"),
    [("WEBVTT", True), ("WEBVTT - x\n", True), ("WEBVTTX", False), ("1\n", False), ("", False)],
)
def test_the_signature_is_known(text: str, known: bool) -> None:
    assert is_webvtt(text) is known
