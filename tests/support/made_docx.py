# ruff: noqa: E501 (lines of XML)
"""Makes Word documents with names wherever a document can have them."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.sax.saxutils import escape

NAME = "Zorblatt"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    f' xmlns:r="{RELATIONS}"'
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    ' xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
    ' xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
)


def write_docx(path: Path, *body: str) -> Path:
    """Write a small document.

    path (Path): The file.
    *body (str): Its paragraphs: texts, or elements ("<w:p>…</w:p>") with any known prefix.
    RETURNS (Path): The file.
    """
    elements = [
        one if one.startswith("<") else f"<w:p><w:r><w:t>{escape(one)}</w:t></w:r></w:p>"
        for one in body
    ]
    types = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    package = "http://schemas.openxmlformats.org/package/2006"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
        f'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override '
        f'PartName="/word/document.xml" ContentType="{types}"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" '
        f'Type="{RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f"<w:document {_NAMESPACES}><w:body>{''.join(elements)}<w:sectPr/>"
        "</w:body></w:document>",
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def change_parts(path: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """Change the parts of a package in place."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    change(parts)
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def parts_of(content: bytes) -> Mapping[str, bytes]:
    """The parts of a package."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def png(text: str = NAME) -> bytes:
    """A picture of one red point, whose author it names."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    picture = chunk(b"IDAT", zlib.compress(b"\0\xff\0\0"))
    author = chunk(b"tEXt", b"Author\0" + text.encode())
    return b"\x89PNG\r\n\x1a\n" + head + author + picture + chunk(b"IEND", b"")


# Elements with the name, and the text that is left for the detectors.
HIDING_PLACES = {
    "bookmark": (
        f'<w:p><w:bookmarkStart w:id="7" w:name="{NAME}"/><w:r><w:t>a</w:t></w:r>'
        f'<w:bookmarkEnd w:id="7"/><w:hyperlink w:anchor="{NAME}" w:tooltip="{NAME}">'
        "<w:r><w:t>b</w:t></w:r></w:hyperlink></w:p>",
        "ab",
    ),
    "inserted": (
        f'<w:p><w:ins w:id="1" w:author="{NAME}" w:date="2024-01-01T00:00:00Z"><w:r><w:t>a</w:t>'
        "</w:r></w:ins></w:p>",
        "a",
    ),
    "deleted": (
        f'<w:p><w:del w:id="2" w:author="{NAME}"><w:r><w:delText>{NAME}</w:delText></w:r></w:del>'
        f'<w:moveFrom w:id="3" w:author="{NAME}"><w:r><w:t>{NAME}</w:t></w:r></w:moveFrom>'
        f'<w:moveTo w:id="4" w:author="{NAME}"><w:r><w:t>a</w:t></w:r></w:moveTo></w:p>',
        "a",
    ),
    "deleted row": (
        f'<w:tbl><w:tr><w:trPr><w:del w:id="5" w:author="{NAME}"/></w:trPr><w:tc><w:p><w:r>'
        f"<w:t>{NAME}</w:t></w:r></w:p></w:tc></w:tr><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p>"
        "</w:tc></w:tr></w:tbl>",
        "a",
    ),
    "formatting change": (
        f'<w:p><w:pPr><w:pPrChange w:id="6" w:author="{NAME}"><w:pPr/></w:pPrChange></w:pPr><w:r>'
        f'<w:rPr><w:b/><w:rPrChange w:id="8" w:author="{NAME}"><w:rPr/></w:rPrChange></w:rPr>'
        "<w:t>a</w:t></w:r></w:p>",
        "a",
    ),
    "field": (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> AUTHOR </w:instrText>'
        f'</w:r><w:r><w:instrText>"{NAME}" </w:instrText></w:r><w:r><w:fldChar '
        'w:fldCharType="separate"/></w:r><w:r><w:t>a</w:t></w:r><w:r><w:fldChar '
        'w:fldCharType="end"/></w:r></w:p>',
        "a",
    ),
    "simple field": (
        f'<w:p><w:fldSimple w:instr=" MERGEFIELD {NAME} "><w:r><w:t>a</w:t></w:r></w:fldSimple></w:p>',
        "a",
    ),
    "unfinished field": (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE '
        f"{NAME}</w:instrText></w:r><w:r><w:t>a</w:t></w:r></w:p>",
        "a",
    ),
    "form field": (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData>'
        f'<w:name w:val="{NAME}"/><w:helpText w:val="{NAME}"/><w:textInput><w:default '
        f'w:val="{NAME}"/></w:textInput></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMTEXT '
        '</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>a</w:t></w:r></w:p>',
        "a",
    ),
    "content control": (
        f'<w:sdt><w:sdtPr><w:alias w:val="{NAME}"/><w:tag w:val="{NAME}"/><w:dropDownList>'
        f'<w:listItem w:displayText="{NAME}" w:value="{NAME}"/></w:dropDownList><w:dataBinding '
        f'w:xpath="/{NAME}"/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>a</w:t></w:r></w:p></w:sdtContent>'
        "</w:sdt>",
        "a",
    ),
    "smart tag": (
        f'<w:p><w:smartTag w:uri="{NAME}" w:element="{NAME}"><w:smartTagPr><w:attr w:name="{NAME}" '
        f'w:val="{NAME}"/></w:smartTagPr><w:r><w:t>a</w:t></w:r></w:smartTag></w:p>',
        "a",
    ),
    "permission": (
        f'<w:p><w:permStart w:id="9" w:ed="{NAME}@x.org"/><w:r><w:t>a</w:t></w:r></w:p>',
        "a",
    ),
    "table": (
        f'<w:tbl><w:tblPr><w:tblCaption w:val="{NAME}"/><w:tblDescription w:val="{NAME}"/></w:tblPr>'
        "<w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
        "a",
    ),
    "text box": (
        '<w:p><w:r><w:t>a</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires="wps">'
        f'<w:drawing><wp:inline><wp:extent cx="1" cy="1"/><wp:docPr id="9" name="{NAME}" '
        f'descr="{NAME}" title="{NAME}"/><a:graphic><a:graphicData '
        'uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp>'
        f'<wps:cNvPr id="1" name="{NAME}"/><wps:cNvSpPr/><wps:spPr/><wps:txbx><w:txbxContent><w:p>'
        "<w:r><w:t>b</w:t></w:r></w:p></w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp>"
        "</a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict>"
        f'<v:shape alt="{NAME}"><v:textbox><w:txbxContent><w:p><w:r><w:t>{NAME}</w:t></w:r></w:p>'
        "</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>",
        "a\nb",
    ),
    "old text box": (
        f'<w:p><w:r><w:pict><v:shape id="{NAME}" alt="{NAME}" title="{NAME}" href="{NAME}" '
        f'o:spid="{NAME}" style="width:1pt"><v:imagedata o:title="{NAME}"/><v:textbox>'
        "<w:txbxContent><w:p><w:r><w:t>a</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape>"
        "</w:pict></w:r></w:p>",
        "\na",
    ),
    "word art": (
        f'<w:p><w:r><w:t>a</w:t></w:r><w:r><w:pict><v:shape><v:textpath string="{NAME}"/></v:shape>'
        "</w:pict></w:r></w:p>",
        "a",
    ),
    "chart": (
        '<w:p><w:r><w:t>a</w:t></w:r><w:r><w:drawing><wp:inline><wp:docPr id="3" '
        f'name="{NAME}"/><a:graphic><a:graphicData uri="urn:{NAME}"><x:chart xmlns:x="urn:{NAME}">'
        f"{NAME}</x:chart></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>",
        "a",
    ),
    "object": (
        f'<w:p><w:r><w:t>a</w:t></w:r><w:r><w:object><o:OLEObject ProgID="{NAME}"/></w:object></w:r></w:p>',
        "a",
    ),
    "unknown": (
        f'<w:p w:rsidR="00AB12CD"><x:y xmlns:x="urn:{NAME}" z="{NAME}">{NAME}</x:y>{NAME}<w:r>{NAME}'
        f'<w:t x:z="{NAME}" xmlns:x="urn:{NAME}">a</w:t></w:r><!--{NAME}--><?pi {NAME}?></w:p>',
        "a",
    ),
    "math": ("<w:p><m:oMath><m:r><m:t>a</m:t></m:r></m:oMath></w:p>", "a"),
}
