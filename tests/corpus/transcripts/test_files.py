import re
from pathlib import Path

import pytest
from spacy.language import Language
from transcripts import KEY, make_pipeline, names, set_key

from spacy_piivot.corpus import Columns, Record, find_inputs, read_inputs
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.restore import restore

CUE = "00:00:01.000 --> 00:00:02.000"
CONTENTS = {
    "a.vtt": f"WEBVTT - of Zorblatt\r\n\r\nNOTE Quibbly\r\n\r\n1\r\n{CUE} align:start\r\n"
    "<v Quibbly>I asked <i>Zorblatt</i>\r\nabout it</v>\r\n\r\n2\r\n"
    f"{CUE}\r\n<v Quibbly>and 6/8.</v>\r\n",
    "b.srt": "\ufeff1\n00:00:01,000 --> 00:00:02,000\nQuibbly: hi\n\n"
    "2\n00:00:02,500 --> 00:00:03,000\nZorblatt: 4/12\n",
    "c.txt": "10:02:33\t From Quibbly to Everyone:\n\tZorblatt, 6/8?\n"
    "10:02:40\t From Zorblatt to Quibbly (Direct Message):\n\tyes\n",
    "d.txt": "0:0:3.2 --> 0:0:5.6\nQuibbly\nHello Zorblatt\n\n0:0:6.0 --> 0:0:7.1\nZorblatt\n6/8\n",
    "e.txt": "\ufeffQuibbly  0:03 \r\nHello Zorblatt\r\n\r\nZorblatt  0:06 \r\n6/8\r\n",
    "f.txt": "Quibbly: Hello Zorblatt\nZorblatt: 6/8\nQuibbly: no\nZorblatt: 3/4\n",
    "g.txt": "Dear Zorblatt,\nQuibbly: 6/8\n",
}
WORDS = re.compile("Zorblatt|Quibbly")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = tmp_path / "in"
    source.mkdir()
    for name, content in CONTENTS.items():
        (source / name).write_bytes(content.encode())
    return source


def test_all_but_the_names_stays_to_the_byte(folder: Path, tmp_path: Path) -> None:
    lines: list[str] = []
    out = tmp_path / "out"
    summary = deidentify(
        folder, out, make_pipeline("fake_finder"), reading=InputReading(report=lines.append)
    )
    assert (summary.done, summary.quarantined) == (len(CONTENTS), 0)
    for name, content in CONTENTS.items():
        written = (out / name).read_bytes().decode()
        assert not WORDS.search(written)
        layout = ".+?".join(map(re.escape, WORDS.split(content)))
        assert re.fullmatch(layout, written, re.DOTALL), name
        # One surrogate for one name, in the labels and in the texts.
        found = re.fullmatch(layout.replace(".+?", "(.+?)"), written, re.DOTALL)
        assert found is not None
        assert len(set(found.groups())) == len(set(WORDS.findall(content)))
    said = [line for line in lines if "(--transcript none" in line]
    assert [line[:5] for line in said] == ["c.txt", "d.txt", "e.txt", "f.txt"]


def test_a_release_comes_back_with_its_vault(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    out, vault, key = tmp_path / "out", tmp_path / "vault", b"the key of the vault, not the other"
    deidentify(folder, out, make_pipeline("fake_finder"), vault=vault, vault_key=key)
    assert restore(out, tmp_path / "back", vault, key).quarantined == 0
    assert names(tmp_path / "back") == sorted(CONTENTS)
    for name, content in CONTENTS.items():
        assert (tmp_path / "back" / name).read_bytes().decode() == content


def test_names_over_lines_cues_and_tags_are_found(tmp_path: Path, keyed_nlp: Language) -> None:
    path = tmp_path / "a.vtt"
    path.write_text(
        f"WEBVTT\n\n1\n{CUE}\n<v Tutor>My friend Priya\nRaghavan and Chloe</v>\n\n2\n{CUE}\n"
        f"<v Tutor>Thornbury know that 6/8 is 3/4.</v>\n\n3\n{CUE}\n<v Tutor>Yes, "
        "Mar<00:00:01.500>cus <i>Okon</i>kwo said so.</v>\n"
    )
    set_key(keyed_nlp, KEY)
    deidentify(path, tmp_path / "out.vtt", keyed_nlp)
    written = (tmp_path / "out.vtt").read_text()
    assert not re.search("Priya|Raghavan|Chloe|Thornbury|Marcus|Okonkwo", written)
    assert re.fullmatch(
        rf"WEBVTT\n\n1\n{CUE}\n<v Tutor>My friend \w+\n[\w'-]+ and \w+</v>\n\n2\n{CUE}\n"
        rf"<v Tutor>[\w'-]+ know that 6/8 is 3/4\.</v>\n\n3\n{CUE}\n<v Tutor>Yes, "
        r"[\w' -]+<00:00:01\.500><i></i> said so\.</v>\n",
        written,
    )


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.vtt", b"1\n", "NotWebVTT"),
        ("a.vtt", b"WEBVTT\n\n\xff", "NotUTF8"),
        ("a.srt", b"a text", "NotSRT"),
        ("a.srt", b"1\0", "NulCharacter"),
    ],
)
def test_what_cannot_be_read_is_held_back(
    tmp_path: Path, name: str, content: bytes, kind: str
) -> None:
    (tmp_path / name).write_bytes(content)
    out = tmp_path / f"out{name[1:]}"
    assert deidentify(tmp_path / name, out, make_pipeline("fake_finder")).quarantined == 1
    assert kind in (tmp_path / f"{out.name}.quarantine.jsonl").read_text()
    assert not out.exists()


@pytest.mark.parametrize("content", ["", "WEBVTT", "WEBVTT\n\nSTYLE\n::cue {}\n"])
def test_a_transcript_of_nothing_is_one(tmp_path: Path, content: str) -> None:
    path = tmp_path / "a.vtt"
    path.write_text(content)
    out = tmp_path / "out.vtt"
    assert deidentify(path, out, make_pipeline("fake_finder")).done == 1
    assert out.read_text() == content.partition("STYLE")[0]


def test_what_a_text_is_can_be_said(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Ada: Zorblatt\nand\nBo: 6/8\n")
    out = tmp_path / "out.txt"
    for kind, label in (("none", "Ada: "), ("plain", "")):
        reading = InputReading(columns=Columns(transcript=kind))
        deidentify(path, out, make_pipeline("fake_finder"), reading=reading)
        assert out.read_text().endswith(": 6/8\n")
        assert out.read_text().startswith(label)
        assert out.read_text().startswith("Ada: ") == (kind == "none")


def test_other_commands_see_messages_and_no_pieces(folder: Path) -> None:
    for entry in read_inputs(find_inputs(folder), Columns()):
        assert isinstance(entry.item, Record)
        assert all(list(one) == ["speaker", "text"] for one in entry.item.source["messages"])
