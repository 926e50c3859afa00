"""Essays with their marks: the text, what is labelled in it, and its sections.

`corpus/essays/README.md` describes the format.
"""

import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from spacy_piivot.core.labels import LABELS
from spacy_piivot.errors import InputError

SECTIONS = frozenset(
    "author_block body footnotes references page_header acknowledgements appendix".split()
)
ROLES = frozenset("participant mentioned cited public problem math_term".split())
# The label that may have a role beside names: a URL of something public.
CITED_URL = ("URL", "cited")
_LABELS = frozenset(label.name for label in LABELS)
_SECTION = "%% "
_MARK = re.compile(r"⟦(?P<label>[A-Z_]+)(?::(?P<role>[a-z_]+))?\|(?P<text>[^⟦⟧|]+)⟧")


@dataclass(frozen=True, slots=True)
class EssaySpan:
    """A labelled stretch of an essay, or one of its sections.

    start (int): First character in the text.
    end (int): Character after the last.
    label (str): A canonical label, or the name of a section.
    role (str): Whose name it is; "cited" for the URL of something public; "" otherwise.
    """

    start: int
    end: int
    label: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Essay:
    """An essay with its labels.

    id (str): The name of its file, without the suffix.
    text (str): The text as it was handed in.
    spans (tuple[EssaySpan, ...]): What is labelled, in text order, apart from each other.
    sections (tuple[EssaySpan, ...]): The sections, in text order; together they cover the text.
    """

    id: str
    text: str
    spans: tuple[EssaySpan, ...]
    sections: tuple[EssaySpan, ...]


def read_essay(path: Path) -> Essay:
    """Read one essay.

    path (Path): A text file with section lines and marks.
    RETURNS (Essay): The essay.
    RAISES (InputError): If a line or a mark is malformed; names the file and the line.
    """
    text = ""
    spans: list[EssaySpan] = []
    sections: list[tuple[int, str]] = []
    with path.open(encoding="utf8", newline="") as file:
        lines = file.read().split("\n")
    for number, line in enumerate(lines, start=1):
        where = f"{path.name}, line {number}"
        if line.startswith(_SECTION):
            name = line.removeprefix(_SECTION)
            if name not in SECTIONS:
                raise InputError(f"{where}: not a section. Use one of {sorted(SECTIONS)}.")
            sections.append((len(text), name))
            continue
        if not sections:
            raise InputError(f"{where}: an essay begins with a section line, such as '%% body'.")
        plain, found = _read_line(line, where)
        spans += (
            EssaySpan(len(text) + one.start, len(text) + one.end, one.label, one.role)
            for one in found
        )
        text += plain + ("\n" if number < len(lines) else "")
    ends = [start for start, _ in sections[1:]] + [len(text)]
    return Essay(
        path.stem,
        text,
        tuple(spans),
        tuple(
            EssaySpan(start, end, name) for (start, name), end in zip(sections, ends, strict=True)
        ),
    )


def read_essays(folder: Path) -> list[Essay]:
    """Read all essays of a folder, in the order of their names.

    folder (Path): The folder.
    RETURNS (list[Essay]): The essays.
    RAISES (InputError): If there is none, or one is malformed.
    """
    essays = [read_essay(path) for path in sorted(folder.glob("*.txt"))]
    if not essays:
        raise InputError(f"{folder}: contains no essays (*.txt).")
    return essays


def _read_line(line: str, where: str) -> tuple[str, list[EssaySpan]]:
    plain = ""
    spans = []
    position = 0
    for mark in _MARK.finditer(line):
        plain += line[position : mark.start()]
        position = mark.end()
        label, role, text = mark["label"], mark["role"] or "", mark["text"]
        if label not in _LABELS:
            raise InputError(f"{where}: a mark has an unknown label.")
        if label == "NAME" and role not in ROLES:
            raise InputError(f"{where}: a NAME mark needs a role, one of {sorted(ROLES)}.")
        if label != "NAME" and role and (label, role) != CITED_URL:
            raise InputError(f"{where}: a mark has a role that is not for its label.")
        if text != text.strip():
            raise InputError(f"{where}: a mark begins or ends with white space.")
        spans.append(EssaySpan(len(plain), len(plain) + len(text), label, role))
        plain += text
    plain += line[position:]
    if "⟦" in plain or "⟧" in plain:
        raise InputError(f"{where}: a mark is malformed. Write ⟦LABEL|text⟧ or ⟦NAME:role|text⟧.")
    return plain, spans


def main(folder: Path) -> None:
    """Check all essays of a folder, and print what they contain."""
    essays = read_essays(folder)
    labels = Counter(
        f"{one.label}:{one.role}".rstrip(":") for essay in essays for one in essay.spans
    )
    sections = Counter(one.label for essay in essays for one in essay.sections)
    print(f"{len(essays)} essays, {sum(len(essay.text.split()) for essay in essays):,} words")
    for title, counts in (("labels", labels), ("sections", sections)):
        print(f"{title}: " + ", ".join(f"{name} {n}" for name, n in counts.most_common()))


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1] if len(sys.argv) > 1 else "corpus/essays"))
    except InputError as error:
        sys.exit(f"Error: {error}")
