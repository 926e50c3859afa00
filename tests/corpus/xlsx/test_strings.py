from pathlib import Path

import pytest
from made_xlsx import MAIN, write_parts

from spacy_piivot.corpus.xlsx.package import Package
from spacy_piivot.corpus.xlsx.strings import SharedStrings

TEXTS = ["Ola", "", "  4/12 \n", "🎉", "x" * 300, "last"]


@pytest.mark.parametrize("in_memory", [1 << 20, 100, 0])
def test_texts_are_found_in_memory_and_on_disk(tmp_path: Path, in_memory: int) -> None:
    xml = "".join(f"<si><t>{text}</t></si>" for text in TEXTS)
    parts = {"xl/strings.xml": f'<sst xmlns="{MAIN}">{xml}</sst>'}
    with Package(write_parts(tmp_path / "a.xlsx", "", parts)) as package:
        strings = SharedStrings(package, in_memory=in_memory)
        assert [strings[number] for number in (5, 0, 1, 2, 3, 4, 0)] == [
            TEXTS[5],
            *TEXTS[:5],
            "Ola",
        ]
        for number in (6, -1):
            with pytest.raises(IndexError):
                strings[number]
        strings.close()


def test_fonts_and_phonetic_readings_are_left_out(tmp_path: Path) -> None:
    xml = (
        '<si><r><rPr><b/></rPr><t>My </t></r><r><t xml:space="preserve">name_x000D_ </t></r>'
        '<rPh sb="0" eb="2"><t>reading</t></rPh><phoneticPr fontId="1"/></si>'
    )
    parts = {"xl/strings.xml": f'<sst xmlns="{MAIN}">{xml}</sst>'}
    with Package(write_parts(tmp_path / "a.xlsx", "", parts)) as package:
        assert SharedStrings(package)[0] == "My name\r "
