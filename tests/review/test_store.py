import os
import sqlite3
import stat
import threading
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from forked import forked

from spacy_piivot.review.store import DATABASE, StateError, StateInUse, StateUnusable, Store


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_state_is_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    with Store.open(folder, create=True) as store:
        store.set_setting("a", 1)
        assert mode(folder) == 0o700
        assert {mode(path) for path in folder.iterdir()} == {0o600}


def test_a_folder_that_others_can_read_is_closed(tmp_path: Path) -> None:
    Store.open(tmp_path / "state", create=True).close()
    (tmp_path / "state").chmod(0o755)
    Store.open(tmp_path / "state").close()
    assert mode(tmp_path / "state") == 0o700


def test_every_decision_is_on_the_disk(store: Store) -> None:
    assert store.value("PRAGMA journal_mode") == "wal"
    assert store.value("PRAGMA synchronous") == 2  # FULL
    assert store.value("PRAGMA temp_store") == 2  # in memory


def test_there_must_be_a_state(tmp_path: Path) -> None:
    with pytest.raises(StateError, match="no review was started there"):
        Store.open(tmp_path)


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(StateError, match="has other files in it"):
        Store.open(tmp_path, create=True)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    with (
        Store.open(tmp_path / "state", create=True),
        pytest.raises(StateInUse, match="another review is using this state"),
    ):
        Store.open(tmp_path / "state")
    Store.open(tmp_path / "state").close()


def test_a_state_is_read_while_another_process_changes_it(tmp_path: Path) -> None:
    with Store.open(tmp_path / "state", create=True) as store:
        store.set_setting("a", [1])
        with Store.open(tmp_path / "state", read_only=True) as other:
            assert other.setting("a") == [1]
            with pytest.raises(StateUnusable, match="READONLY"):
                other.set_setting("a", 2)


def test_another_version_is_refused(tmp_path: Path) -> None:
    Store.open(tmp_path / "state", create=True).close()
    with sqlite3.connect(tmp_path / "state" / DATABASE) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StateError, match="version 99"):
        Store.open(tmp_path / "state")


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_text("Zorblatt " * 1000)
    with pytest.raises(StateUnusable) as error:
        Store.open(tmp_path)
    assert "NOTADB" in str(error.value)
    assert "Zorblatt" not in str(error.value)


def open_as_nobody(folder: Path, theirs: Connection) -> None:
    if os.getuid() == 0:
        os.setuid(65534)
    try:
        Store.open(folder)
    except StateUnusable as error:
        theirs.send(str(error))


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    """As another user, if this is the administrator, who may write anywhere."""
    folder = tmp_path / "state"
    Store.open(folder, create=True).close()
    folder.chmod(0o500)
    ours, theirs = Pipe()
    forked(open_as_nobody, folder, theirs).join()
    assert ours.poll(10)
    assert "may write in it" in ours.recv()
    folder.chmod(0o700)


def test_a_transaction_is_all_or_nothing(store: Store) -> None:
    def fail() -> None:
        with store.transaction():
            store.set_setting("a", 1)
            with store.transaction():
                store.set_setting("b", 2)
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert store.setting("a", "none") == "none"
    assert store.setting("b") is None


def test_threads_wait_for_each_other(store: Store) -> None:
    store.set_setting("count", 0)

    def add() -> None:
        for _ in range(50):
            with store.transaction():
                store.set_setting("count", store.setting("count") + 1)

    threads = [threading.Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.setting("count") == 200


@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_a_table_is_read_a_page_at_a_time(store: Store, size: int) -> None:
    rows = [(dialogue, number) for dialogue in range(3) for number in range(4)]
    store.write_all(
        "INSERT INTO audited (position, dialogue, message, stratum) VALUES (?, ?, ?, '')",
        ((n, *row) for n, row in enumerate(rows)),
    )
    found = store.pages("audited", "dialogue, message", ["dialogue", "message"], size=size)
    assert [tuple(row) for row in found] == rows
