import pytest

from spacy_piivot.corpus.records import Columns, nothing_to_keep
from spacy_piivot.corpus.tables.column_names import fold_name, identifying_label, is_known_name
from spacy_piivot.corpus.tables.table_layout import TableLayout, find_layout
from spacy_piivot.errors import InputError


def layout(header: str, **columns: str) -> TableLayout:
    return find_layout(header.split(","), Columns(**columns), "a.csv")  # type: ignore[arg-type]


def found(header: str, **columns: str) -> tuple:
    own = layout(header, **columns)
    return (own.text, own.speaker, own.dialogue, own.group)


@pytest.mark.parametrize(
    ("header", "positions"),
    [
        ("text,speaker,dialogue,group", (0, 1, 2, 3)),
        ("Session ID,Sender,Message", (2, 1, 0, None)),
        ("conversation_id,role,content,created_at", (2, 1, 0, None)),
        ("Conversation-Id,utterance", (1, None, 0, None)),
        ("chat,who,said,body", (3, 1, 0, None)),
        # Forums as Moodle and Canvas export them: the id is the post's.
        ("id,discussion,parent,userfullname,subject,message", (5, 3, 1, None)),
        ("Post Title,Post ID,Post Author,Post Message", (3, 2, None, None)),
        ("thread,author,body", (2, 1, 0, None)),
        ("sesión,hablante,mensaje,grupo", (2, 1, 0, 3)),
        ("Gespräch,Sprecher,Nachricht,Gruppe", (2, 1, 0, 3)),
        ("séance,locuteur,énoncé", (2, 1, 0, None)),
        ("conversation,auteur,texte,groupe", (2, 1, 0, 3)),
        ("FULL_TEXT,essay id", (0, None, 1, None)),
        # Our own names count before others.
        ("message,text,sender,speaker,session,dialogue", (1, 3, 5, None)),
        ("id,message,sender", (1, 2, None, None)),
        ("id,message", (1, None, 0, None)),
        ("text,class,section,value", (0, None, None, None)),
    ],
)
def test_columns_are_known_by_their_names(header: str, positions: tuple) -> None:
    assert found(header) == positions


def test_what_is_recognised_is_said_and_may_be_overridden() -> None:
    assert layout("dialogue,speaker,text").notes == []
    notes = layout("session,sender,message").notes
    assert [note.split(" (")[0] for note in notes] == [
        "'message' is read as the text",
        "'sender' is read as the speaker",
        "each 'session' is a dialogue",
    ]
    asked = {"text": "body", "speaker": "who", "dialogue": "x"}
    assert found("x,who,body,message,sender,session", **asked) == (2, 1, 0, None)
    assert layout("x,who,body,message,sender,session", **asked).notes == []
    assert found("a,Message Text", text="message_text") == (1, None, None, None)


@pytest.mark.parametrize(
    ("header", "asks"),
    [
        ("message,content", r"'message' or 'content'. Give --text-column"),
        ("message,session,chat_id", r"'session' or 'chat_id'. Give --dialogue-column"),
    ],
)
def test_where_two_could_be_meant_the_user_decides(header: str, asks: str) -> None:
    with pytest.raises(InputError, match=asks):
        layout(header)


def test_of_two_speakers_the_first_is_read_and_said() -> None:
    own = layout("message,sender,role")
    assert own.speaker == 1
    assert own.dropped == ["role"]
    assert "'sender' is read as the speaker" in str(own.notes)


def test_kept_columns_are_written_in_their_places() -> None:
    columns = Columns(keep=("Time", "note", "text"))
    own = find_layout(["time", "x", "text", "note"], columns, "a.csv")
    assert (own.kept, own.written, own.dropped) == ([0, 3], [0, 2, 3], ["x"])
    own = find_layout(["text", "time"], Columns(keep=("when", "Time")), "a.csv")
    assert (own.kept, own.notes) == ([1], [nothing_to_keep("when")])
    with pytest.raises(InputError, match="cannot be kept under its name"):
        find_layout(["body", "text"], Columns(text="body", keep=("text",)), "a.csv")


def test_the_names_of_roles_do_not_overlap() -> None:
    for name in ("message", "sender", "session"):
        roles = [
            role for role in ("text", "speaker", "dialogue", "group") if is_known_name(name, role)
        ]  # type: ignore[arg-type]
        assert len(roles) == 1
    assert not is_known_name("value", "text")


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("user_id", "ID_NUM"), ("User ID", "ID_NUM"), ("StudentId", "ID_NUM"),
        ("E-Mail", "EMAIL_ADDRESS"), ("teléfono", "PHONE_NUMBER"),
        ("SIS Login ID", "USERNAME"), ("Post Author ID", "ID_NUM"), ("userfullname", "NAME"),
        ("student name", "NAME"), ("Vorname", "NAME"), ("Prénom", "NAME"),
        ("dob", "DATE_OF_BIRTH"), ("condition", ""), ("timestamp", ""), ("n", ""),
    ],
)  # fmt: skip
def test_columns_that_identify_people_are_known(name: str, label: str) -> None:
    assert identifying_label(name) == label


def test_a_name_is_folded() -> None:
    assert fold_name(" Conversation_ID-2.x") == "conversationid2x"
