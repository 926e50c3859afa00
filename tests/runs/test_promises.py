"""What holds for every format: ids, order, counts, text outside edits, quarantine, resume.

A format is added to `FORMATS`: the suffix, how a file is written of the dialogues below, and what
of it is not there (ids, speakers).
"""

import csv
import io
import json
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from xml.sax.saxutils import escape

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from forked import forked
from json_lines import read_jsonl
from made_docx import write_docx
from made_pdf import lines, write_pdf
from spacy.language import Language
from transcripts import make_pipeline

from spacy_piivot.corpus import Columns, Record, find_inputs, read_inputs
from spacy_piivot.corpus.known_formats import SUFFIXES
from spacy_piivot.corpus.tables.table_layout import TableLayout
from spacy_piivot.corpus.xlsx.writing import WorkbookWriter
from spacy_piivot.errors import RecordError
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.restore import restore

# By id: the messages. `Zorblatt` is replaced everywhere; all else has to stay, character by
# character. BAD is a dialogue that fails: a component raises on it.
Dialogues = dict[str, list[tuple[str, str]]]
SAID: Dialogues = {
    "one": [
        ("tutor", "Zorblatt, what is 4/12?\r\n  “Try” it; \t3:45 "),
        ("student", 'é "x", y ≠ 2\n\nZorblatt’s'),
    ],
    "two": [("student", "=1+1"), ("tutor", "Zorblatt Zorblatt")],
    "bad": [("tutor", "EXPLODE Zorblatt")],
    "three": [("tutor", "")],
    "four": [("student", "1/3 → 0,333…")] * 3,
}
WEST = {id: [(s, t.replace("≠", "!=").replace("→", "-")) for s, t in m] for id, m in SAID.items()}
KEPT = Columns(keep=("at", "note"))


def objects(said: Dialogues) -> list[dict[str, Any]]:
    return [
        {"id": id, "messages": [{"speaker": speaker, "text": text} for speaker, text in messages]}
        for id, messages in said.items()
    ]


def chats(said: Dialogues) -> list[dict[str, Any]]:
    return [
        {"messages": [{"role": speaker, "content": text} for speaker, text in messages]}
        for messages in said.values()
    ]


def rows(said: Dialogues, **more: str) -> list[dict[str, str]]:
    return [
        {"session": id, "sender": speaker, "message": text, **more}
        for id, messages in said.items()
        for speaker, text in messages
    ]


def apart(said: Dialogues) -> list[dict[str, str]]:
    """The rows, with others between those of a dialogue; the dialogues begin in their order."""
    turns = [(n, id, m) for id, messages in said.items() for n, m in enumerate(messages)]
    turns.sort(key=lambda turn: turn[0])
    return [{"session": id, "sender": s, "message": text} for _, id, (s, text) in turns]


def table(found: list[dict[str, str]], encoding: str = "utf-8", delimiter: str = ",") -> bytes:
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, list(found[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(found)
    return stream.getvalue().encode(encoding)


def as_table(said: Dialogues, suffix: str, *, nested: bool = False) -> bytes:
    """A Parquet or an Arrow file, with the dialogues or the messages as rows."""
    found = objects(said) if nested else rows(said, at="2024-03-05 10:00", note="Zorblatt?")
    stream = pa.BufferOutputStream()
    if suffix == ".parquet":
        pq.write_table(pa.Table.from_pylist(found), stream, row_group_size=3)
    else:
        make = pa.ipc.new_stream if suffix == ".arrows" else pa.ipc.new_file
        made = pa.Table.from_pylist(found)
        with make(stream, made.schema) as writer:
            writer.write_table(made, 3)
    return stream.getvalue().to_pybytes()


def workbook(said: Dialogues) -> bytes:
    stream = io.BytesIO()
    header = ["session", "sender", "message"]
    writer = WorkbookWriter(TableLayout(header, 2, speaker=1, dialogue=0), stream)
    for one in objects(said):
        writer.write(one)
    writer.close()
    return stream.getvalue()


def essays(said: Dialogues) -> bytes:
    return json.dumps(
        [{"document": id, "full_text": "\n".join(t for _, t in m)} for id, m in said.items()]
    ).encode()


def as_essays(said: Dialogues) -> Dialogues:
    return {id: [("", "\n".join(text for _, text in m))] for id, m in said.items()}


def lines_of(said: Dialogues) -> list[tuple[str, str]]:
    """What is said in one file, each message a sentence in one line."""
    return [(s, " ".join(text.split()) + ".") for m in said.values() for s, text in m]


def as_turns(said: Dialogues) -> Dialogues:
    return {"in": lines_of(said)}


def as_text(said: Dialogues) -> Dialogues:
    return {"in": [("", "\n".join(text for _, text in lines_of(said)))]}


def cues(said: Dialogues) -> bytes:
    turns = [f"00:01.000 --> 00:02.000\n<v {s}>{escape(t)}</v>\n" for s, t in lines_of(said)]
    return "\n".join(["WEBVTT\n", *turns]).encode()


def subtitles(said: Dialogues) -> bytes:
    turns = [f"00:00:01,000 --> 00:00:02,000\n{s}: {t}\n" for s, t in lines_of(said)]
    return "\n".join(f"{number}\n{turn}" for number, turn in enumerate(turns, 1)).encode()


def document(said: Dialogues) -> bytes:
    with NamedTemporaryFile() as file:
        return write_docx(Path(file.name), *(text for _, text in lines_of(said))).read_bytes()


def western_words(said: Dialogues) -> Dialogues:
    """A word a line, as no sentence goes on in the next."""
    words = [word for s, text in lines_of({id: WEST[id] for id in said}) for word in text.split()]
    return {"in": [("", "\n".join(words))]}


def printed(said: Dialogues) -> bytes:
    ((_, text),) = western_words(said)["in"]
    with NamedTemporaryFile() as file:
        return write_pdf(Path(file.name), lines(*text.split("\n"))).read_bytes()


@dataclass(frozen=True)
class Way:
    """A way in which dialogues come in files.

    write (Callable): The content of a file.
    said (Callable): The dialogues that the file has.
    has_ids (bool): Whether the file says the ids.
    columns (Columns): How it is read.
    one (bool): Whether a file is one dialogue, called like the file.
    released (str): The suffix of the released file; "" for the same.
    """

    suffix: str
    write: Callable[[Dialogues], bytes]
    said: Callable[[Dialogues], Dialogues] = lambda said: said
    has_ids: bool = True
    columns: Columns = Columns()  # noqa: RUF009 it is frozen
    one: bool = False
    released: str = ""


FORMATS = {
    "lines": Way(".jsonl", lambda s: "".join(json.dumps(o) + "\n" for o in objects(s)).encode()),
    "chat lines": Way(
        ".jsonl", lambda s: "".join(json.dumps(o) + "\n" for o in chats(s)).encode(), has_ids=False
    ),
    "list": Way(".json", lambda s: json.dumps(objects(s)).encode()),
    "chats": Way(".json", lambda s: json.dumps(chats(s)).encode(), has_ids=False),
    "objects as rows": Way(".json", lambda s: json.dumps(rows(s)).encode()),
    "essays": Way(".json", essays, as_essays),
    "table": Way(".csv", lambda s: table(rows(s))),
    "table of Excel": Way(".csv", lambda s: table(rows(s), "utf-8-sig", ";")),
    "Unicode text": Way(".tsv", lambda s: table(rows(s), "utf-16", "\t")),
    "table of Windows": Way(
        ".csv",
        lambda s: table(rows(s), "cp1252", ";"),
        lambda s: {id: WEST[id] for id in s},
        columns=Columns(encoding="cp1252"),
    ),
    "rows apart": Way(".csv", lambda s: table(apart(s))),
    "more columns": Way(
        ".csv", lambda s: table(rows(s, at="2024-03-05 10:00", note="Zorblatt?")), columns=KEPT
    ),
    "Parquet": Way(".parquet", lambda s: as_table(s, ".parquet")),
    "Parquet of dialogues": Way(".parquet", lambda s: as_table(s, ".parquet", nested=True)),
    "Parquet with more": Way(".parquet", lambda s: as_table(s, ".parquet"), columns=KEPT),
    "Arrow": Way(".arrow", lambda s: as_table(s, ".arrow")),
    "Arrow stream": Way(".arrows", lambda s: as_table(s, ".arrows", nested=True)),
    "Feather": Way(".feather", lambda s: as_table(s, ".feather"), columns=KEPT),
    "workbook": Way(".xlsx", workbook),
    "text": Way(".txt", lambda s: "\n".join(t for m in s.values() for _, t in m).encode(),
                lambda s: {"in": [("", "\n".join(t for m in s.values() for _, t in m))]},
                has_ids=False, one=True),
    "cues": Way(".vtt", cues, as_turns, has_ids=False, one=True),
    "subtitles": Way(".srt", subtitles, as_turns, has_ids=False, one=True),
    "document": Way(".docx", document, as_text, has_ids=False, one=True),
    "print": Way(".pdf", printed, western_words, has_ids=False, one=True, released=".txt"),
}  # fmt: skip

# One for each way to write the rest of a file; the others are slow tests.
RESUMED = ("lines", "list", "table", "rows apart", "Parquet with more", "workbook")


@pytest.fixture
def nlp(make_nlp: Callable[..., Language]) -> Language:
    return make_nlp("fake_failing")


def source_of(way: Way, folder: Path, said: Dialogues) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"in{way.suffix}"
    west = {id: WEST[id] for id in said}
    path.write_bytes(way.write(west if way.columns.encoding else said))
    return path


def read(path: Path, way: Way) -> list[Record]:
    found = []
    for entry in read_inputs(find_inputs(path), way.columns):
        assert not isinstance(entry.item, RecordError), entry.item
        found.append(entry.item)
    return found


def dialogues(records: list[Record]) -> list[list[tuple[str, str]]]:
    return [[(m.speaker, m.text) for m in record.dialogue.messages] for record in records]


def expected(way: Way, said: Dialogues) -> tuple[list[str], list[list[tuple[str, str]]]]:
    """The ids and the released dialogues, but for the one that fails."""
    released = {id: m for id, m in way.said(said).items() if not any("EXPLODE" in t for _, t in m)}
    return list(released), list(released.values())


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_released_is_what_was_read_but_for_the_edits(
    name: str, nlp: Language, tmp_path: Path
) -> None:
    way = FORMATS[name]
    said = {id: m for id, m in SAID.items() if not way.one or id != "bad"}
    source = source_of(way, tmp_path / "in", said)
    out = tmp_path / f"out{way.released or way.suffix}"
    assert dialogues(read(source, way)) == list(way.said(said).values())
    edits, vault = tmp_path / "edits.jsonl", tmp_path / "vault"
    reading = InputReading(columns=way.columns)
    summary = deidentify(
        source, out, nlp, reading=reading, private_edits=edits, vault=vault, vault_key=b"k" * 32
    )
    ids, whole = expected(way, said)
    released = read(out, way)
    held_back = len(way.said(said)) - len(ids)
    assert (summary.done, summary.quarantined) == (len(ids), held_back)
    if way.has_ids:
        assert [record.dialogue.id for record in released] == ids
    assert b"Zorblatt" not in out.read_bytes()
    own = {id: edited["edits"] for id, edited in zip(ids, read_jsonl(edits)[1:], strict=True)}
    for id, messages, record in zip(ids, whole, released, strict=True):
        texts = [text for _, text in messages]
        for edit in reversed(own[id]):
            text = texts[edit["message"]]
            assert text[edit["start"] : edit["end"]] == "Zorblatt"
            texts[edit["message"]] = text[: edit["start"]] + edit["surrogate"] + text[edit["end"] :]
        assert [m.text for m in record.dialogue.messages] == texts
        assert [m.speaker for m in record.dialogue.messages] == [speaker for speaker, _ in messages]
    if held_back:
        (failed,) = read_jsonl(out.with_name(out.name + ".quarantine.jsonl"))
        assert failed["error"].startswith("fake_failing")
    back = out.with_stem("back")
    restore(out, back, vault, b"k" * 32, reading=reading)
    assert dialogues(read(back, way)) == whole


@pytest.mark.parametrize(
    "name",
    [
        name if name in RESUMED else pytest.param(name, marks=pytest.mark.slow)
        for name, way in FORMATS.items()
        if not way.one
    ],
)
def test_a_killed_run_is_resumed_to_the_same_bytes(name: str, tmp_path: Path) -> None:
    way = FORMATS[name]
    slow = [("tutor", "SLOW Zorblatt")]
    said = {**{id: m for id, m in SAID.items() if id != "bad"}}
    WEST.update({f"s{n}": slow for n in range(3)})
    said |= {f"s{n}": slow for n in range(3)}
    source, out = source_of(way, tmp_path / "in", said), tmp_path / f"out{way.suffix}"
    whole = tmp_path / f"whole{way.suffix}"
    reading = InputReading(columns=way.columns)
    journal = out.with_name(out.name + ".journal.jsonl")

    def start() -> None:
        os.setsid()
        deidentify(source, out, make_pipeline("fake_finder", "fake_slow"), reading=reading)

    run = forked(start)
    while not (journal.exists() and journal.read_bytes().count(b"\n") > 2):
        assert run.is_alive()
        time.sleep(0.01)
    assert run.pid
    os.killpg(run.pid, signal.SIGKILL)
    run.join()
    assert not out.exists()
    assert not list(tmp_path.glob("*spacy-piivot*"))
    same = make_pipeline("fake_finder", "fake_slow")
    deidentify(source, out, same, reading=reading, resume=True)
    deidentify(source, whole, make_pipeline("fake_finder"), reading=reading)
    assert out.read_bytes() == whole.read_bytes()
    assert b"Zorblatt" not in whole.read_bytes()


def test_no_format_is_forgotten() -> None:
    assert {way.suffix for way in FORMATS.values()} == set(SUFFIXES)
