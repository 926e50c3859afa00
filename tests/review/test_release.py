import json
import stat
from pathlib import Path
from typing import Any

import pytest
from json_lines import write_jsonl
from spacy.language import Language
from transcripts import dialogue
from two_reviewers import act, finish

from spacy_piivot.errors import InputError
from spacy_piivot.review import release as module
from spacy_piivot.review.agreement import NoPassChosen
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.importing import import_corpus
from spacy_piivot.review.log import check, entries
from spacy_piivot.review.model import Action
from spacy_piivot.review.release import NothingToRelease, Undecided, Unfinished, looked_at
from spacy_piivot.review.released_files import released_files, same_files
from spacy_piivot.review.store import Store
from spacy_piivot.runs.deidentify import deidentify

from .conftest import Open


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf8").splitlines()]


def logged(desk: Desk) -> dict[str, Any]:
    *_, last = entries(desk.store)
    assert last.do == "release"
    return dict(last.what)


def texts(path: Path) -> str:
    return " ".join(message["text"] for one in read(path) for message in one["messages"])


def test_a_release_is_what_deidentify_makes_of_the_corrected_corpus(
    desk: Desk, nlp: Language, tmp_path: Path
) -> None:
    act(desk, "anna", "add", 0, "4/12", label="DATE")
    act(desk, "anna", "reject", 1, "Quibbly")
    finish(desk, "anna")
    out = tmp_path / "out.jsonl"
    summary = desk.release(out)
    assert (summary.done, summary.quarantined) == (3, 0)
    with (tmp_path / "corrected.jsonl").open("wb") as stream:
        module.write_corrected(desk.store, "anna", stream)
    deidentify(tmp_path / "corrected.jsonl", tmp_path / "other.jsonl", nlp, spans_from_input=True)
    assert out.read_bytes() == (tmp_path / "other.jsonl").read_bytes()
    assert "orblatt" not in out.read_text()
    assert "4/12" not in out.read_text()


def test_the_log_has_counts_and_checksums(desk: Desk, tmp_path: Path) -> None:
    act(desk, "anna", "accept", 0, "Zorblatt")
    act(desk, "anna", "reject", 1, "Quibbly")
    act(desk, "anna", "add", 0, "4/12", label="DATE")
    finish(desk, "anna")
    out = tmp_path / "out.jsonl"
    desk.release(out)
    told = logged(desk)
    assert told["pass"] == "anna"
    assert told["dialogues"] == {
        "released": 3,
        "held_back": 0,
        "dialogues": 3,
        "failed": 1,
        "finished": 3,
        "begun": 0,
        "never": 0,
    }
    assert told["statuses"] == {
        "DATE": {"added": 1},
        "NAME": {"accepted": 1, "open": 1, "rejected": 1},
    }
    # The last check has replaced what was not marked, and the rejected name of a speaker.
    assert told["spans"]["replaced"] == {"DATE": 1, "NAME": 2}
    assert told["spans"]["repaired"] == {"NAME": 2}
    assert told["spans"]["kept"] == {}
    assert same_files(released_files(out), told["files"])
    assert check(entries(desk.store)) is None
    assert "orblatt" not in json.dumps(told)
    assert "out.jsonl" not in json.dumps(told)


def test_what_the_policy_keeps_is_counted(opened: Open, tmp_path: Path) -> None:
    desk = opened(dialogue("one", "Zorblatt is next"))
    act(desk, "anna", "label", 0, "Zorblatt", label="COURSE")
    finish(desk, "anna")
    desk.release(tmp_path / "out.jsonl")
    assert logged(desk)["spans"] == {"kept": {"COURSE": 1}, "repaired": {}, "replaced": {}}


def test_unfinished_dialogues_are_refused_unless_told(desk: Desk, tmp_path: Path) -> None:
    act(desk, "anna", "accept", 0, "Zorblatt")
    desk.act("anna", Action("finish", 1))
    out = tmp_path / "out.jsonl"
    with pytest.raises(Unfinished, match="2 of 3 dialogues are not finished"):
        desk.release(out)
    assert not out.exists()
    desk.release(out, unfinished=True)
    counts = logged(desk)["dialogues"]
    assert (counts["finished"], counts["begun"], counts["never"]) == (1, 1, 1)


def test_a_corpus_that_nobody_reviewed_has_the_machines_findings(
    desk: Desk, tmp_path: Path
) -> None:
    desk.release(tmp_path / "out.jsonl", unfinished=True)
    assert logged(desk)["pass"] == ""
    assert logged(desk)["dialogues"]["never"] == 3
    assert "orblatt" not in (tmp_path / "out.jsonl").read_text()


def test_two_reviewers_must_be_adjudicated(desk: Desk, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    act(desk, "anna", "reject", 1, "Quibbly")
    finish(desk, "anna")
    finish(desk, "ben")
    with pytest.raises(NoPassChosen):
        desk.release(out)
    desk.begin_adjudication()
    with pytest.raises(Undecided, match="1 disagreements"):
        desk.release(out, unfinished=True)
    (found,) = desk.disagreements()
    desk.decide(found.dialogue, found.message, found.start, found.end, "b")
    desk.release(out)
    assert logged(desk)["pass"] == "adjudicated"
    assert "Quibbly" not in texts(out)


def test_somebodys_pass_can_be_named(desk: Desk, tmp_path: Path) -> None:
    finish(desk, "anna")
    finish(desk, "ben")
    desk.release(tmp_path / "out.jsonl", reviewer="ben")
    assert logged(desk)["pass"] == "ben"


def test_the_corrected_corpus_is_private_and_always_removed(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(desk, "anna")
    seen: list[tuple[Path, int, int]] = []

    def fail(source: Path, *_: Any, **__: Any) -> None:
        folder = source.parent
        assert "Zorblatt" in source.read_text()
        modes = (stat.S_IMODE(path.stat().st_mode) for path in (folder, source))
        seen.append((folder, *modes))
        raise RuntimeError

    monkeypatch.setattr(module, "deidentify", fail)
    (desk.store.folder / ".release-killed").mkdir()
    with pytest.raises(RuntimeError):
        desk.release(tmp_path / "out.jsonl")
    ((folder, of_folder, of_file),) = seen
    assert (of_folder, of_file) == (0o700, 0o600)
    assert folder.parent == desk.store.folder
    assert [path.name for path in desk.store.folder.iterdir() if path.is_dir()] == []
    assert not any(one.do == "release" for one in entries(desk.store))


def test_a_release_is_not_in_the_state_folder(desk: Desk) -> None:
    finish(desk, "anna")
    with pytest.raises(InputError, match="must not be in the state folder"):
        desk.release(desk.store.folder / "out.jsonl")


@pytest.mark.parametrize("ids", ["keep", "number", "hmac"])
def test_a_folder_is_released_as_a_folder(
    store: Store, nlp: Language, tmp_path: Path, ids: Any
) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    write_jsonl(source / "b.jsonl", dialogue("x", "Zorblatt"), dialogue("y", "3x"))
    write_jsonl(source / "a-1.jsonl", dialogue("x", "Quibbly, ask Zorblatt"))
    (source / "b.csv").write_text("dialogue,speaker,text\nz,tutor,Zorblatt is here\n")
    import_corpus(store, source, nlp)
    desk = Desk(store, nlp)
    finish(desk, "anna")
    desk.release(out, ids=ids)
    names = sorted(path.name for path in out.iterdir())
    if ids == "keep":
        assert names == ["a-1.jsonl", "b.csv.jsonl", "b.jsonl.jsonl"] or names == [
            "a-1.jsonl",
            "b.csv.jsonl",
            "b.jsonl",
        ]
    assert len(names) == 3
    assert not any("orblatt" in path.read_text() for path in out.iterdir())
    told = logged(desk)
    assert told["spans"]["replaced"] == {"NAME": 4}
    assert same_files(released_files(out), told["files"])
    (out / names[0]).write_text("{}\n")
    assert not same_files(released_files(out), told["files"])


def test_a_dialogue_that_is_held_back_is_logged_by_number(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its spans count neither as replaced nor as kept."""
    desk = opened(
        dialogue("one", "Zorblatt"),
        dialogue("two", "Quibbly said so"),
        dialogue("three", "Zorblatt and Quibbly"),
    )
    act(desk, "anna", "label", 1, "Quibbly", label="NAME")
    finish(desk, "anna")
    surrogator = desk.nlp.get_pipe("hips_surrogator")
    surrogator.strategies = {"URL": "hold"}
    act(desk, "anna", "label", 1, "Quibbly", label="URL")
    summary = desk.release(tmp_path / "out.jsonl")
    assert (summary.done, summary.quarantined) == (2, 1)
    told = logged(desk)
    assert told["held_back"] == [1]
    assert told["spans"]["replaced"] == {"NAME": 3}
    assert same_files(released_files(tmp_path / "out.jsonl"), told["files"])
    assert len(told["files"]) == 2  # with the list of those held back


def test_the_roster_is_used_again(store: Store, nlp: Language, tmp_path: Path) -> None:
    """The last check searches for its names in a release too."""
    from spacy_piivot.corpus import Roster
    from spacy_piivot.runs.reading import InputReading

    path = write_jsonl(tmp_path / "in.jsonl", dialogue("d", "Zorblatt and Ola"))
    import_corpus(store, path, nlp, reading=InputReading(roster=Roster(["Ola Nordmann"], {})))
    found = module._roster(store)
    assert found.names("d") == ["Ola Nordmann"]
    assert found.names("other") == []


def test_how_many_were_looked_at(desk: Desk) -> None:
    act(desk, "ben", "accept", 0, "Zorblatt")
    desk.act("anna", Action("finish", 1))
    assert looked_at(desk.store, "anna") == {
        "dialogues": 3,
        "failed": 1,
        "finished": 1,
        "begun": 1,
        "never": 1,
    }


def test_originals_that_a_killed_release_left_are_removed_at_the_next_start(
    desk: Desk, nlp: Language
) -> None:
    left = desk.store.folder / ".release-x7"
    left.mkdir()
    (left / "corrected.jsonl").write_text("Zorblatt")
    Desk(desk.store, nlp)
    assert not left.exists()


def test_an_empty_corpus_is_not_released(opened: Open, tmp_path: Path) -> None:
    with pytest.raises(NothingToRelease, match="has no dialogues"):
        opened().release(tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


def test_a_corpus_that_failed_is_not_released(opened: Open, tmp_path: Path) -> None:
    with pytest.raises(NothingToRelease, match="failed on all"):
        opened("{").release(tmp_path / "out.jsonl", unfinished=True)


def test_the_last_checksum_of_the_log_is_said(desk: Desk, tmp_path: Path) -> None:
    said: list[str] = []
    desk.release(tmp_path / "out.jsonl", unfinished=True, report=said.append)
    *_, last = entries(desk.store)
    assert last.hash in said[-1]
