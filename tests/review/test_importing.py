import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from forked import forked
from json_lines import write_jsonl
from spacy.language import Language
from transcripts import dialogue, make_pipeline

from spacy_piivot.corpus import Columns
from spacy_piivot.corpus.lists import read_roster
from spacy_piivot.errors import InputError
from spacy_piivot.review import importing
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.importing import OtherInput, OtherPipeline, import_corpus
from spacy_piivot.review.log import check, entries
from spacy_piivot.review.model import QueueFilter
from spacy_piivot.review.store import StateError, Store
from spacy_piivot.runs.reading import InputReading

from .conftest import Open


def spans(store: Store) -> list[tuple]:
    return [
        tuple(row)
        for row in store.all('SELECT dialogue, message, start, "end", label, text, id FROM span')
    ]


def test_what_the_pipeline_finds_is_in_the_state(desk: Desk) -> None:
    assert spans(desk.store) == [
        (0, 0, 0, 8, "NAME", "zorblatt", 1),
        (1, 1, 4, 11, "NAME", "quibbly", 2),
        (1, 1, 16, 24, "NAME", "zorblatt", 3),
    ]
    rows = desk.queue("anna", QueueFilter(order="file")).rows
    assert [(row.id, row.messages, row.error) for row in rows] == [
        ("one", 3, ""),
        ("two", 2, ""),
        ("", 0, "NotJSON"),
        ("four", 1, ""),
    ]
    shown = desk.dialogue(0, "anna")
    assert [one.text for one in shown.messages][1] == "\r\n 4/12 👩‍🏫  \n"
    assert shown.messages[0].spans[0].score == 0.8765


def test_dialogues_on_which_the_pipeline_failed_are_kept_with_their_error(
    store: Store, tmp_path: Path
) -> None:
    nlp = make_pipeline("fake_finder", "fake_failing")
    source = write_jsonl(
        tmp_path / "in.jsonl", dialogue("one", "Zorblatt EXPLODE"), dialogue("two", "Zorblatt")
    )
    summary = import_corpus(store, source, nlp)
    assert (summary.done, summary.quarantined) == (1, 1)
    desk = Desk(store, nlp)
    failed = desk.dialogue(0, "anna")
    assert failed.error.startswith("fake_failing:")
    assert [one.text for one in failed.messages] == ["Zorblatt EXPLODE"]
    assert not failed.messages[0].spans


def test_a_second_dialogue_with_the_same_id_fails(opened: Open) -> None:
    desk = opened(dialogue("one", "Zorblatt"), dialogue("one", "Quibbly"))
    rows = desk.queue("anna", QueueFilter(order="file")).rows
    assert [row.error for row in rows] == ["", "DuplicateId"]


@pytest.mark.parametrize("records", [(), ("",), ("not JSON",)])
def test_a_corpus_without_dialogues(opened: Open, records: tuple) -> None:
    desk = opened(*records)
    assert desk.progress("anna").dialogues == len([one for one in records if one])
    assert desk.next_dialogue("anna", None) is None
    assert desk.worth_a_look("anna") == []
    assert len(list(entries(desk.store))) == 1


def test_the_log_begins_with_the_corpus_and_contains_none_of_it(desk: Desk, tmp_path: Path) -> None:
    (first,) = entries(desk.store)
    assert (first.do, first.reviewer) == ("import", "")
    what = first.what
    assert (what["dialogues"], what["messages"], what["failed"]) == (4, 6, {"NotJSON": 1})
    assert what["spans"] == {"NAME": 3}
    assert what["characters"] == 81
    assert what["pipeline"]["components"] == ["fake_finder", "hips_surrogator"]
    assert len(what["files"][0]) == 64
    told = json.dumps(first.what)
    assert not any(one in told for one in ("Zorblatt", "Quibbly", "in.jsonl", str(tmp_path)))
    assert check([first]) is None


def test_the_thresholds_of_the_shipped_pipeline_are_told(default_nlp: Language) -> None:
    assert importing.thresholds(default_nlp)["NAME"] == 0.4


def test_the_same_input_again_changes_nothing(desk: Desk, nlp: Language, tmp_path: Path) -> None:
    before = list(desk.store._connection.iterdump())
    summary = import_corpus(desk.store, tmp_path / "in.jsonl", nlp)
    assert (summary.done, summary.quarantined) == (3, 1)
    assert list(desk.store._connection.iterdump()) == before


def test_another_input_is_refused(desk: Desk, nlp: Language, tmp_path: Path) -> None:
    other = write_jsonl(tmp_path / "other.jsonl", dialogue("one", "Zorblatt"))
    with pytest.raises(OtherInput, match="belongs to another input"):
        import_corpus(desk.store, other, nlp)
    (tmp_path / "in.jsonl").write_text('{"id": "x", "messages": [{"text": "changed"}]}\n')
    with pytest.raises(OtherInput):
        import_corpus(desk.store, tmp_path / "in.jsonl", nlp)
    assert len(spans(desk.store)) == 3


def test_another_roster_or_columns_are_another_input(
    opened: Open, nlp: Language, tmp_path: Path
) -> None:
    desk = opened(dialogue("one", "Zorblatt"))
    roster = tmp_path / "roster.txt"
    roster.write_text("Quibbly\n")
    for reading in (
        InputReading(roster=read_roster(roster)),
        InputReading(columns=Columns(text="said")),
    ):
        with pytest.raises(OtherInput):
            import_corpus(desk.store, tmp_path / "in.jsonl", nlp, reading=reading)


def test_the_roster_is_kept(store: Store, nlp: Language, tmp_path: Path) -> None:
    roster = tmp_path / "roster.txt"
    roster.write_text("Quibbly Smith\n")
    source = write_jsonl(tmp_path / "in.jsonl", dialogue("one", "Zorblatt"))
    import_corpus(store, source, nlp, reading=InputReading(roster=read_roster(roster)))
    assert json.loads(store.value("SELECT roster FROM dialogue")) == ["Quibbly Smith"]


def test_spans_of_the_input_are_not_read(opened: Open) -> None:
    record = dialogue("one", "no name")
    record["messages"][0] |= {"spans": [{"start": 0, "end": 2, "label": "NAME"}], "kept": 1}
    desk = opened(record)
    assert spans(desk.store) == []
    source = json.loads(desk.store.value("SELECT source FROM dialogue"))
    assert source["messages"] == [{"speaker": "tutor", "text": "no name", "kept": 1}]


def many(count: int) -> Iterator[dict]:
    for number in range(count):
        yield dialogue(f"d{number}", f"Zorblatt said {number}", "ok")


def test_an_interrupted_import_goes_on(
    tmp_path: Path, nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_MOST_DIALOGUES", 3)
    source = write_jsonl(tmp_path / "in.jsonl", *many(20))
    seen = 0

    def interrupted() -> bool:
        nonlocal seen
        seen += 1
        return seen == 11

    with Store.open(tmp_path / "state", create=True) as store:
        with pytest.raises(KeyboardInterrupt):
            import_corpus(store, source, nlp, reading=InputReading(interrupted=interrupted))
        assert 0 < store.value("SELECT count(*) FROM dialogue") < 11
        with pytest.raises(StateError, match="not read completely"):
            Desk(store, nlp)
    lines: list[str] = []
    with Store.open(tmp_path / "state") as store:
        import_corpus(store, source, nlp, reading=InputReading(report=lines.append))
        resumed = store.all("SELECT number, id, risk, spans FROM dialogue")
        found = spans(store)
    assert lines == ["going on after 9 dialogues"]
    with Store.open(tmp_path / "whole", create=True) as store:
        import_corpus(store, source, nlp)
        assert store.all("SELECT number, id, risk, spans FROM dialogue") == resumed
        assert spans(store) == found


def test_a_killed_import_goes_on(
    tmp_path: Path, nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_MOST_DIALOGUES", 2)
    source = write_jsonl(
        tmp_path / "in.jsonl", *many(12), dialogue("last", "EXPLODE"), dialogue("x")
    )

    def run() -> None:
        with Store.open(tmp_path / "state", create=True) as store:
            import_corpus(store, source, make_pipeline("fake_finder", "fake_killed"))

    child = forked(run)
    child.join()
    assert child.exitcode == -9
    with Store.open(tmp_path / "state") as store:
        assert store.value("SELECT count(*) FROM dialogue") in (10, 12)
        store.write("DELETE FROM setting WHERE name = 'pipeline'")  # it had one that kills
        import_corpus(store, source, nlp)
        rows = store.all("SELECT number, id, error FROM dialogue")
        assert [row["id"] for row in rows] == [*(f"d{n}" for n in range(12)), "last", "x"]
        assert store.value("SELECT count(*) FROM message") == 25
        assert store.value("SELECT count(*) FROM word") == 25


def test_another_pipeline_does_not_go_on(
    tmp_path: Path, nlp: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_MOST_DIALOGUES", 1)
    source = write_jsonl(tmp_path / "in.jsonl", *many(20))
    with Store.open(tmp_path / "state", create=True) as store:
        reading = InputReading(interrupted=lambda: store.setting("next_span") is not None)
        with pytest.raises(KeyboardInterrupt):
            import_corpus(store, source, nlp, reading=reading)
        with pytest.raises(OtherPipeline):
            import_corpus(store, source, make_pipeline("fake_finder", "fake_failing"))


def test_a_pipeline_that_does_not_search_is_refused(store: Store, tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "in.jsonl", dialogue("one", "Zorblatt"))
    import_corpus(store, source, make_pipeline())
    assert store.value("SELECT error FROM dialogue") == "NotSearched"


def test_an_essay_has_sections(store: Store, default_nlp: Language, tmp_path: Path) -> None:
    text = "By Maria Lopez\nMs. Okoye's class\n\n" + "The story is about a river. " * 30
    source = tmp_path / "in.json"
    source.write_text(json.dumps([{"document": 7, "full_text": text}]))
    import_corpus(store, source, default_nlp)
    desk = Desk(store, default_nlp)
    shown = desk.dialogue(0, "anna")
    assert (shown.shape, shown.id) == ("essay", "7")
    assert shown.messages[0].section == "author_block"
    by_section = QueueFilter(sections=["author_block"])
    assert desk.queue("anna", by_section).total == 1
    assert desk.queue("anna", QueueFilter(sections=["references"])).total == 0


def test_an_input_that_is_missing(store: Store, nlp: Language, tmp_path: Path) -> None:
    with pytest.raises(InputError):
        import_corpus(store, tmp_path / "none.jsonl", nlp)
