import os
import stat
import tempfile
from pathlib import Path

import pytest
from forked import forked
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.corpus.records import Record
from spacy_piivot.corpus.tables.regrouping import CollectedRows, nameless_file
from spacy_piivot.corpus.tables.table_layout import TableLayout
from spacy_piivot.corpus.tables.table_reader import read_table
from spacy_piivot.corpus.tables.table_rows import TableRow

LAYOUT = TableLayout(["dialogue", "text"], text=1, dialogue=0)


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.text(max_size=9)), max_size=30),
    st.sampled_from([0, 1000, 1 << 20]),
)
def test_every_row_comes_back_in_its_order(rows: list[tuple[str, str]], in_memory: int) -> None:
    collected = CollectedRows(in_memory)
    for line, (id, text) in enumerate(rows):
        collected.add(id, TableRow(line, [id, text, None, 1.5, True]))
    for id in "dcba":
        own = [
            (line, [id, text, None, 1.5, True]) for line, (i, text) in enumerate(rows) if i == id
        ]
        assert [(row.line, list(row.cells)) for row in collected.take(id)] == own
        assert list(collected.take(id)) == []
    collected.close()


@given(st.lists(st.sampled_from("abcd")))
def test_dialogues_come_in_the_order_of_their_first_rows(ids: list[str]) -> None:
    rows = [TableRow(line, [id, f"{id}{line}"]) for line, id in enumerate(ids)]
    found = list(read_table(lambda: rows, LAYOUT, "x"))
    assert all(isinstance(one, Record) for one in found)
    records = [one for one in found if isinstance(one, Record)]
    assert [one.dialogue.id for one in records] == list(dict.fromkeys(ids))
    for one in records:
        texts = [f"{id}{line}" for line, id in enumerate(ids) if id == one.dialogue.id]
        assert [message.text for message in one.dialogue.messages] == texts


def test_what_does_not_fit_in_memory_is_in_a_private_file_without_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    collected = CollectedRows(in_memory=10)
    collected.add("a", TableRow(1, ["a", "Zorblatt" * 100]))
    assert collected.is_on_disk
    assert list(tmp_path.iterdir()) == []
    with nameless_file() as stream:
        state = os.fstat(stream.fileno())
        assert stat.S_IMODE(state.st_mode) == 0o600
        assert state.st_nlink == 0
    assert [row.line for row in collected.take("a")] == [1]
    collected.close()


def test_nothing_is_left_of_a_killed_process(tmp_path: Path) -> None:
    def collect_and_die() -> None:
        tempfile.tempdir = str(tmp_path)
        CollectedRows(in_memory=0).add("a", TableRow(1, ["a", "Zorblatt"]))
        os.kill(os.getpid(), 9)

    child = forked(collect_and_die)
    child.join()
    assert child.exitcode == -9
    assert list(tmp_path.iterdir()) == []
