"""Writes small PDFs by hand."""

from collections.abc import Sequence
from pathlib import Path

# A line of text, and where it starts on the page, in points from the lower left corner.
Placed = tuple[float, float, str]


def write_pdf(path: Path, *pages: Sequence[Placed] | None, encrypted: bool = False) -> Path:
    """Write a PDF.

    path (Path): The file.
    *pages (Sequence[Placed] | None): The lines of each page; None for a page with only a picture.
    encrypted (bool): Whether it wants a password, which nobody knows.
    RETURNS (Path): The file.
    """
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode())
    objects.append(
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"
    )
    for number, lines in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * number} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        content = b"0 0 100 100 re f" if lines is None else b"".join(map(_line, lines))
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    written = b"%PDF-1.4\n"
    places = []
    for number, one in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    written += b"".join(b"%010d 00000 n \n" % place for place in places)
    lock = b""
    if encrypted:
        key = b"<" + b"00" * 32 + b">"
        lock = b" /Encrypt << /Filter /Standard /V 1 /R 2 /O %s /U %s /P -4 >>" % (key, key)
        lock += b" /ID [<00> <00>]"
    written += b"trailer\n<< /Size %d /Root 1 0 R%s >>\n" % (len(objects) + 1, lock)
    written += b"startxref\n%d\n%%%%EOF\n" % table
    path.write_bytes(written)
    return path


def _line(placed: Placed) -> bytes:
    x, y, text = placed
    shown = (
        text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    )
    return b"BT /F1 10 Tf %g %g Td (%s) Tj ET\n" % (x, y, shown)


def lines(*texts: str, left: float = 50, top: float = 740) -> list[Placed]:
    """Lines below each other."""
    return [(left, top - 14 * number, text) for number, text in enumerate(texts)]
