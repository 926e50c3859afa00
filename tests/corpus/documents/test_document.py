import io
from pathlib import Path
from typing import Any

import pytest

docx = pytest.importorskip("docx")
pytest.importorskip("lxml")

from made_docx import (  # noqa: E402
    HIDING_PLACES,
    NAME,
    RELATIONS,
    change_parts,
    parts_of,
    png,
    write_docx,
)

from spacy_piivot.corpus import Columns  # noqa: E402
from spacy_piivot.corpus.documents.document import Document, open_document  # noqa: E402
from spacy_piivot.corpus.pieces import Replacement, released_pieces  # noqa: E402
from spacy_piivot.errors import RecordError  # noqa: E402

# As Teams writes it: the speaker, the time and the text in one paragraph.
BROKEN_LINE = (
    '<w:p><w:r><w:t>Maya</w:t></w:r><w:r><w:t xml:space="preserve">   0:03</w:t><w:br/>'
    "<w:t>Hi</w:t></w:r></w:p>"
)


def released(document: Document, *edits: tuple[str, str], speakers: str = "") -> bytes:
    """The released copy, with some strings replaced in all messages."""
    messages: list[dict[str, Any]] = []
    for turn in document.layout.turns:
        text, found = turn.text, []
        for old, new in edits:
            start = text.find(old)
            while start >= 0:
                found.append(Replacement(start, start + len(old), new))
                start = text.find(old, start + len(old))
        pieces = released_pieces([placed.piece for placed in turn.pieces], found)
        messages.append({"speaker": speakers and turn.speaker and speakers, "pieces": pieces})
    return document.released(messages)


def texts(document: Document) -> list[str]:
    return [turn.text for turn in document.layout.turns]


@pytest.mark.parametrize("place", HIDING_PLACES)
def test_nothing_is_hidden_from_the_detectors(tmp_path: Path, place: str) -> None:
    xml, text = HIDING_PLACES[place]
    path = write_docx(tmp_path / "a.docx", "first", xml, "last")
    document = open_document(path, Columns(), "a")
    assert texts(document) == [f"first\n{text}\nlast"]
    content = released(document)
    for name, part in parts_of(content).items():
        assert NAME.encode() not in part, name
    # It is a document, with the same text.
    assert docx.Document(io.BytesIO(content)).paragraphs[0].text == "first"
    again = tmp_path / "b.docx"
    again.write_bytes(content)
    assert texts(open_document(again, Columns(), "b")) == [f"first\n{text}\nlast"]


def end_with(parts: dict[str, bytes], name: str, xml: str) -> None:
    """Add something at the end of a part's root."""
    head, end, tail = parts[name].rpartition(b"</")
    parts[name] = head + xml.encode() + end + tail


def hide_in_parts(parts: dict[str, bytes]) -> None:
    for part in ("docProps/custom.xml", "customXml/item9.xml", "word/people.xml", "word/x.xml"):
        parts[part] = f"<x>{NAME}</x>".encode()
    outside = ' TargetMode="External"'
    related = [
        (f"{RELATIONS}/attachedTemplate", f"file:///C:/{NAME}.dotm", outside),
        (f"{RELATIONS}/hyperlink", f"mailto:{NAME}@x.org", outside),
        (f"{RELATIONS}/people", "people.xml", ""),
        (f"urn:{NAME}", "x.xml", ""),
    ]
    relations = "".join(
        f'<Relationship Id="{NAME}{number}" Type="{type}" Target="{target}"{mode}/>'
        for number, (type, target, mode) in enumerate(related)
    )
    end_with(parts, "word/_rels/document.xml.rels", relations)
    variables = f'<w:docVars><w:docVar w:name="{NAME}" w:val="{NAME}"/></w:docVars>'
    template = f'<w:attachedTemplate xmlns:r="{RELATIONS}" r:id="{NAME}0"/>'
    mail = f'<w:mailMerge><w:query w:val="{NAME}"/></w:mailMerge>'
    end_with(parts, "word/settings.xml", variables + template + mail)
    parts["word/theme/theme1.xml"] = parts["word/theme/theme1.xml"].replace(
        b'name="Office', f'name="{NAME}'.encode()
    )
    parts["word/numbering.xml"] = parts["word/numbering.xml"].replace(
        b'<w:lvlText w:val="%1."/>', f'<w:lvlText w:val="{NAME} %1."/>'.encode()
    )


def full(path: Path) -> Path:
    """A document with the name in all parts that python-docx knows."""
    document = docx.Document()
    properties = document.core_properties
    properties.author = properties.last_modified_by = properties.title = f"{NAME} a"
    section = document.sections[0]
    section.header.paragraphs[0].text = f"{NAME}, period 3"
    section.footer.paragraphs[0].text = f"for {NAME}"
    document.add_heading("A summer", 1)
    paragraph = document.add_paragraph("I am ", style="List Bullet")
    run = paragraph.add_run("Zor")
    run.bold = True
    paragraph.add_run("blatt").italic = True
    paragraph.add_run(" and 6/8 is 3/4.")
    style = document.styles.add_style(f"{NAME} Style", 1)
    style.font.name = f"{NAME} Hand"
    document.add_paragraph("in my hand", style=style)
    # As LibreOffice writes its users' styles.
    unmarked = document.styles.add_style(f"{NAME} Text", 1)
    del unmarked.element.attrib[docx.oxml.ns.qn("w:customStyle")]
    document.add_paragraph("in another hand", style=unmarked)
    document.add_table(1, 1).cell(0, 0).text = f"{NAME} scored 9"
    document.add_comment(run, text=f"Good, {NAME}!", author=f"Mrs. {NAME}", initials="MZ")
    document.add_picture(io.BytesIO(png()))
    document.save(str(path))
    return change_parts(path, hide_in_parts)


@pytest.mark.parametrize("pictures", ["drop", "keep"])
def test_no_part_of_a_release_has_an_original(tmp_path: Path, pictures: str) -> None:
    path = full(tmp_path / "a.docx")
    document = open_document(path, Columns(pictures=pictures), "a")
    content = released(document, (NAME, "Ekström"), speakers="Mrs. Ekström")
    parts = parts_of(content)
    for name, part in parts.items():
        assert NAME.encode() not in part, name
        assert NAME not in name
    assert ("word/media/picture1.png" in parts) == (pictures == "keep")
    before, after = docx.Document(str(path)), docx.Document(io.BytesIO(content))
    old = [p.text.replace(NAME, "Ekström") for p in before.paragraphs]
    assert [p.text for p in after.paragraphs] == old
    assert [(r.text, r.bold, r.italic) for r in after.paragraphs[1].runs] == [
        ("I am ", None, None), ("Ekström", True, None), ("", None, None), ("", None, True),
        (" and 6/8 is 3/4.", None, None),
    ]  # fmt: skip
    assert after.paragraphs[0].style.name == "Heading 1"
    assert after.paragraphs[1].style.name == "List Bullet"
    assert all(p.style.name.startswith("Custom ") for p in after.paragraphs[2:4])
    assert after.tables[0].cell(0, 0).text == "Ekström scored 9"
    assert after.sections[0].header.paragraphs[0].text == "Ekström, period 3"
    assert after.sections[0].footer.paragraphs[0].text == "for Ekström"
    (comment,) = after.comments
    assert (comment.author, comment.initials, comment.text) == (
        "Mrs. Ekström", "ME", "Good, Ekström!",
    )  # fmt: skip
    assert after.core_properties.author != f"{NAME} a"
    assert len(after.inline_shapes) == (pictures == "keep")
    assert any("WARNING: 1 picture kept" in note for note in document.notes) == (pictures == "keep")


def test_an_essay_is_one_message_and_commentators_have_empty_ones(tmp_path: Path) -> None:
    layout = open_document(full(tmp_path / "a.docx"), Columns(), "a").layout
    assert [turn.speaker for turn in layout.turns] == ["", f"Mrs. {NAME}"]
    assert layout.turns[0].text.startswith(f"A summer\nI am {NAME} and 6/8 is 3/4.\n")
    assert layout.turns[0].text.endswith(f"{NAME}, period 3\n\nfor {NAME}\n\nGood, {NAME}!")
    assert layout.turns[1].text == ""


def test_a_release_is_the_same_each_time(tmp_path: Path) -> None:
    path = full(tmp_path / "a.docx")
    first, second = (released(open_document(path, Columns(), "a")) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (("Maya Dent   0:03", "Hi.", "Chen   0:05", "yo"), [("Maya Dent", "Hi."), ("Chen", "yo")]),
        (("0:0:3.2 --> 0:0:5.6", "Maya", "Hi", "all", "0:0:6.0 --> 0:0:7.1", "Chen", "yo"),
         [("Maya", "Hi all"), ("Chen", "yo")]),
        ((BROKEN_LINE, "Chen   0:05", "yo"), [("Maya", "Hi"), ("Chen", "yo")]),
    ],
)  # fmt: skip
def test_a_transcript_of_teams_is_a_dialogue(
    tmp_path: Path, body: tuple[str, ...], said: list[tuple[str, str]]
) -> None:
    path = write_docx(tmp_path / "a.docx", *body)
    document = open_document(path, Columns(), "a")
    assert [(turn.speaker, turn.text) for turn in document.layout.turns] == said
    messages = [{"speaker": f"New {name}", "text": text} for name, text in said]
    after = docx.Document(io.BytesIO(document.released(messages)))
    before = docx.Document(str(path))
    written = "\n".join(p.text for p in before.paragraphs)
    for name, _ in said:
        written = written.replace(name, f"New {name}")
    assert "\n".join(p.text for p in after.paragraphs) == written
    one = open_document(path, Columns(transcript="none"), "a")
    assert len(one.layout.turns) == 1


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("BrokenDOCX", b"<w:body>", b"<w:body"),
        ("BrokenDOCX", b"<w:document", b'<!DOCTYPE x [<!ENTITY e "a">]><w:document'),
        ("StrictDOCX", b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
         b"http://purl.oclc.org/ooxml/wordprocessingml/main"),
    ],
)  # fmt: skip
def test_a_document_that_cannot_be_read_is_refused(
    tmp_path: Path, kind: str, old: bytes, new: bytes
) -> None:
    def spoil(parts: dict[str, bytes]) -> None:
        parts["word/document.xml"] = parts["word/document.xml"].replace(old, new)

    path = change_parts(write_docx(tmp_path / "a.docx", "a"), spoil)
    with pytest.raises(RecordError) as caught:
        open_document(path, Columns(), "a")
    assert caught.value.kind == kind


PICTURE = (
    '<pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="{name}" descr="{name}"><a:hlinkClick r:id="h"/>'
    '</pic:cNvPr><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="{id}" r:link="x"/>'
    "</pic:blipFill><pic:spPr/></pic:pic>"
)
GROUP = (
    '<w:p xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"><w:r>'
    '<mc:AlternateContent><mc:Choice Requires="wpg"><w:drawing><wp:inline>'
    '<wp:docPr id="1" name="g"/><a:graphic><a:graphicData '
    'uri="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"><wpg:wgp>{}<wps:wsp>'
    "<wps:txbx><w:txbxContent><w:p><w:r><w:t>inside</w:t></w:r></w:p></w:txbxContent></wps:txbx>"
    "</wps:wsp></wpg:wgp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice>"
    "</mc:AlternateContent></w:r></w:p>"
)


def relate(parts: dict[str, bytes], part: str, *related: tuple[str, str, str]) -> None:
    """Add relations to a part: id, type, target."""
    folder, _, base = part.rpartition("/")
    listed = "".join(
        f'<Relationship Id="{id}" Type="{RELATIONS}/{type}" Target="{target}"/>'
        for id, type, target in related
    )
    parts[f"{folder}/_rels/{base}.rels"] = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f"{listed}</Relationships>"
    ).encode()


def story(kind: str, inside: str) -> bytes:
    """A part with texts."""
    names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    return f"<w:{kind} {names}>{inside}</w:{kind}>".encode()


def test_notes_are_read_and_written(tmp_path: Path) -> None:
    body = (
        '<w:p><w:r><w:t>So</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r>'
        '<w:endnoteReference w:id="3"/></w:r></w:p>'
    )
    text = f"<w:p><w:r><w:t>see {NAME}</w:t></w:r></w:p>"

    def add(parts: dict[str, bytes]) -> None:
        for kind, number in (("footnote", 2), ("endnote", 3)):
            note = f'<w:{kind} w:id="{number}">{text}</w:{kind}>'
            parts[f"word/{NAME}{kind}.xml"] = story(f"{kind}s", note)
        relate(
            parts, "word/document.xml",
            (NAME, "footnotes", f"{NAME}footnote.xml"), ("e", "endnotes", f"{NAME}endnote.xml"),
        )  # fmt: skip

    path = change_parts(write_docx(tmp_path / "a.docx", body), add)
    document = open_document(path, Columns(), "a")
    assert texts(document) == [f"So\n\nsee {NAME}\n\nsee {NAME}"]
    parts = parts_of(released(document, (NAME, "Ann")))
    assert b"see Ann" in parts["word/footnotes.xml"]
    assert b"see Ann" in parts["word/endnotes.xml"]
    assert b'w:footnoteReference w:id="2"' in parts["word/document.xml"]
    assert not any(NAME.encode() in part or NAME in name for name, part in parts.items())


@pytest.mark.parametrize("pictures", ["drop", "keep"])
def test_a_group_keeps_its_text_without_its_pictures(tmp_path: Path, pictures: str) -> None:
    picture = PICTURE.format(name=NAME, id="p")

    def add(parts: dict[str, bytes]) -> None:
        parts["word/media/a.png"] = png()
        relate(parts, "word/document.xml", ("p", "image", "media/a.png"))

    path = change_parts(write_docx(tmp_path / "a.docx", GROUP.format(picture)), add)
    document = open_document(path, Columns(pictures=pictures), "a")
    assert texts(document) == ["\ninside"]
    parts = parts_of(released(document))
    kept = pictures == "keep"
    assert (b"pic:pic" in parts["word/document.xml"]) == kept
    assert ("word/media/picture1.png" in parts) == kept
    assert b"inside" in parts["word/document.xml"]
    assert b"hlinkClick" not in parts["word/document.xml"]
    assert b"xmlns:wpg=" in parts["word/document.xml"].partition(b"Requires=")[0]
    assert not any(NAME.encode() in part for part in parts.values())


@pytest.mark.parametrize(
    ("instruction", "kept"),
    [
        (" PAGE ", " PAGE "),
        (r' TOC \o "1-3" \h \z \u ', r' TOC \o "1-3" \h \z \u '),
        (r" PAGEREF _Toc123 \h ", r" PAGEREF _Toc123 \h "),
        (rf" REF {NAME} \h ", r" REF _Ref900000000 \h "),
        (rf" PAGE \* {NAME}s", None),
        (f' HYPERLINK "mailto:{NAME}@x.org" ', None),
        (f" AUTHOR {NAME} ", None),
        (f' INCLUDETEXT "C:/{NAME}.docx" ', None),
        (f' TOC \\t "{NAME},1" ', None),
    ],
)
def test_only_fields_that_count_or_refer_stay(
    tmp_path: Path, instruction: str, kept: str | None
) -> None:
    def parts(kind: str, inside: str = "") -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/>{inside}</w:r>'

    escaped = instruction.replace('"', "&quot;")
    code = f'<w:r><w:instrText xml:space="preserve">{escaped}</w:instrText></w:r>'
    field = f"{parts('begin')}{code}{parts('separate')}<w:r><w:t>7</w:t></w:r>{parts('end')}"
    simple = f'<w:fldSimple w:instr="{escaped}"><w:r><w:t>8</w:t></w:r></w:fldSimple>'
    path = write_docx(tmp_path / "a.docx", f"<w:p>{field}{simple}</w:p>")
    document = open_document(path, Columns(), "a")
    assert texts(document) == ["78"]
    main = parts_of(released(document))["word/document.xml"].decode().replace("&quot;", '"')
    assert main.count("fldChar ") == (3 if kept else 0)
    assert main.count("fldSimple ") == (1 if kept else 0)
    if kept:
        assert main.count(kept) == 2
    assert NAME not in main
