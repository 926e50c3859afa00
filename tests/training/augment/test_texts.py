import re

import pytest

from training.augment.numbers import SYMBOLS
from training.augment.templates import SLOTS
from training.augment.texts import FOLDER, lines, read_texts

FILES = sorted(path.name for path in FOLDER.iterdir())


@pytest.mark.parametrize("name", FILES)
def test_a_file_says_what_it_is_and_its_licence(name: str) -> None:
    header = (FOLDER / name).read_text("utf8").partition("\n\n")[0].replace("\n# ", " ")
    assert header.startswith("# ")
    assert "CC0 1.0." in header
    assert read_texts(name)


def blocks(entry: object) -> list[str]:
    """The blocks of text of a file: its strings of several lines."""
    if isinstance(entry, dict):
        return [block for value in entry.values() for block in blocks(value)]
    return [entry] if isinstance(entry, str) and "\n" in entry else []


@pytest.mark.parametrize("name", FILES)
def test_no_line_stands_twice_in_a_block(name: str) -> None:
    for block in blocks(read_texts(name)):
        assert len(set(lines(block))) == len(lines(block)) > 0


@pytest.mark.parametrize("name", ["lookalikes.toml", "name_sentences.toml"])
def test_every_slot_is_known(name: str) -> None:
    slots = {
        slot for block in blocks(read_texts(name)) for slot in re.findall(r"\{([a-z]+)\d?\}", block)
    }
    assert slots <= {*SLOTS, *SYMBOLS}


def test_lines_stand_without_space_around_them() -> None:
    assert lines("\n a \n\n  b c\n") == ("a", "b c")
