import pytest

from spacy_piivot.corpus.transcripts.exports import parse_export, recognise
from spacy_piivot.corpus.transcripts.layout import replaced

ZOOM = "10:02:33 From Maya Dent to Everyone: Hi\n10:02:40 From Chen to Maya Dent: yo\n"
TABS = "00:05:12\tMaya Dent:\tHi: all\n00:05:20\tChen:\tyo\n"
SPEECH = "[Maya Dent] 10:02:33\nHi\nall\n\n[Chen] 10:02:40\nyo\n"
TEAMS = "0:0:3.2 --> 0:0:5.6\nMaya Dent\nHi\nall\n\n0:0:6.0 --> 0:0:7.1\nChen\nyo\n"
OTTER = "Maya Dent  0:03 \nHi all\n\nUnknown Speaker  0:06 \nyo\n\nTranscribed by an engine\n"
PLAIN = "Tutor: Hi\nMaya: yo\nTutor: 6/8?\nMaya: 3/4\n"

TALK = [("Maya Dent", "Hi"), ("Chen", "yo"), ("Maya Dent", "")]


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("zoom", ZOOM, [("Maya Dent", "Hi"), ("Everyone", ""), ("Chen", "yo"), ("Maya Dent", "")]),
        ("zoom", TABS, [("Maya Dent", "Hi: all"), ("Chen", "yo")]),
        ("zoom", SPEECH, [("Maya Dent", "Hi all"), ("Chen", "yo")]),
        ("teams", TEAMS, [("Maya Dent", "Hi all"), ("Chen", "yo")]),
        ("otter", OTTER, [("Maya Dent", "Hi all"),
                          ("Unknown Speaker", "yo\n\nTranscribed by an engine")]),
        ("otter", "Lesson of Maya\n\n" + OTTER.replace("  0:", "\u00a0  0:"),
         [("", "Lesson of Maya"), ("Maya Dent", "Hi all"),
          ("Unknown Speaker", "yo\n\nTranscribed by an engine")]),
        ("plain", PLAIN, [("Tutor", "Hi"), ("Maya", "yo"), ("Tutor", "6/8?"), ("Maya", "3/4")]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_an_export_is_recognised_and_comes_back(
    kind: str, text: str, said: list[tuple[str, str]], end: str
) -> None:
    text = text.replace("\n", end)
    assert recognise(text) == kind
    layout = parse_export(text, kind)
    found = [(turn.speaker, turn.text.replace("\r\n", "\n")) for turn in layout.turns]
    assert found == said
    messages = [{"speaker": turn.speaker, "text": turn.text} for turn in layout.turns]
    assert replaced(text, layout.replacements(messages)) == text


@pytest.mark.parametrize(
    ("line", "labels", "text"),
    [
        ("10:02:33 From Maya Dent : hi", ["Maya Dent"], "hi"),
        ("10:02:33\t From  Maya Dent  to  Everyone:", ["Maya Dent", "Everyone"], ""),
        ("10:02:33 AM From Maya to Chen Wei (Direct Message): hi", ["Maya", "Chen Wei"], "hi"),
        ("10:02:33 From Maya to Chen, Ana(Privately) : hi", ["Maya", "Chen", "Ana"], "hi"),
        ("10:02:33 From Maya to Chen Wei and Ana Li: hi", ["Maya", "Chen Wei", "Ana Li"], "hi"),
        ("10:02:33 From Maya to Al, Bo, and Sandy: hi", ["Maya", "Al", "Bo", "Sandy"], "hi"),
        ("2024-05-01 10:02:33 From Maya to Everyone: go to: 3", ["Maya", "Everyone"], "go to: 3"),
        ("10:02:33 From Maya : I go to you: hi", ["Maya"], "I go to you: hi"),
        ('10:02:33 From Maya to Everyone: Replying to "Chen: hi"', ["Maya", "Everyone"],
         'Replying to "Chen: hi"'),
    ],
)  # fmt: skip
def test_names_in_the_header_of_a_zoom_message(line: str, labels: list[str], text: str) -> None:
    layout = parse_export(f"{line}\n", "zoom")
    assert [turn.speaker for turn in layout.turns] == labels
    assert layout.turns[0].text == text
    for turn in layout.turns:
        ((start, end),) = turn.labels
        assert layout.text[start:end] == turn.speaker


@pytest.mark.parametrize(
    ("line", "speaker", "text"),
    [
        ("Maya: hi", "Maya", "hi"),
        ("[00:12] Maya: hi", "Maya", "hi"),
        ("Maya (00:12): hi", "Maya", "hi"),
        ("00:01:12 Maya Dent: hi", "Maya Dent", "hi"),
        (">> Maya: hi", "Maya", "hi"),
        ("Ms. Dent: hi: you", "Ms. Dent", "hi: you"),
        ("Student 3 (Maya): hi", "Student 3 (Maya)", "hi"),
    ],
)
def test_labels_of_plain_transcripts(line: str, speaker: str, text: str) -> None:
    (turn,) = parse_export(line, "plain").turns
    assert (turn.speaker, turn.text) == (speaker, text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Dear Maya,\nI write: hello\n",
        "Maya: hi\nChen: yo\n",
        # Each label once, as in a form or a recipe.
        "Name: Maya\nCourse: Maths\nDate: May 3\nTeacher: Ms. Dent\n",
        # One line without a label.
        PLAIN + "and so on\n",
        "Maya: a\nMaya: b\nMaya: c\nMaya: d\n",
        "Maths  9:00\nScience  10:00\nLunch  12:00\n",
        "Lunch  12:00\nat home\nMaths  9:00\nat school\n",
        "We met at 10:30\nand again at 11:30\n",
        "He said:\n" + ZOOM,
        # Labels that nobody is called by.
        "Given: a = 4/12\nFind: b\nGiven: c = 3\nFind: d\n",
        "Step 1: add\nStep 2: halve\nStep 1: take 5\nStep 2: done\n",
        "Name: Maya\nAge: 12\nName: Chen\nAge: 11\n",
        "Maya: I think\nHint: 4/12\nMaya: 1/3\nHint: yes\n",
        "The answer is: 5\nThe answer is: 6\nSo we have it: 5\nSo we have it: 6\n",
    ],
)
def test_what_is_not_certain_is_one_text(text: str) -> None:
    assert recognise(text) is None


@pytest.mark.parametrize("label", ["Grace", "Will", "Question", "Ms. Bear", "S1", "Rose Hill", "I"])
def test_words_that_are_names_or_roles_are_speakers(label: str) -> None:
    assert recognise(f"Tutor: Hi\n{label}: yo\n" * 2) == "plain"


def test_a_turn_goes_on_to_the_next_header() -> None:
    text = "Tutor: Hi Maya\nDent\n\nand you\nChen: yo\n"
    assert [turn.text for turn in parse_export(text, "plain").turns] == [
        "Hi Maya Dent\n\nand you",
        "yo",
    ]
