import logging
import multiprocessing
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import raise_error

from spacy_piivot.corpus import Entry, InputFile, Record
from spacy_piivot.corpus.jsonl import parse_record
from spacy_piivot.errors import RecordError
from spacy_piivot.runs.process import BATCH_SIZE, Done, Failed, process
from spacy_piivot.runs.workers import WorkerDied

FILE = InputFile(Path("in.jsonl"), PurePosixPath("in.jsonl"))
COUNT = 3 * BATCH_SIZE + 5


def entries(exploding: set[int], count: int = COUNT) -> Iterator[Entry]:
    for number in range(count):
        if number % 10 == 9:
            yield Entry(FILE, RecordError("NotJSON", "hint", line=number))
            continue
        text = f"Zorblatt said {number}" + (" EXPLODE" if number in exploding else "")
        source = {"id": f"d{number}", "messages": [{"speaker": "T", "text": text}]}
        yield Entry(FILE, parse_record(source, number, set()))


def outcome(results: Any) -> list[tuple[int | None, str]]:
    return [
        (result.error.line, result.error.kind)
        if isinstance(result, Failed)
        else (result.record.line, "ok")
        for result in results
    ]


def expected(exploding: set[int], kind: str, count: int = COUNT) -> list[tuple[int, str]]:
    return [
        (n, "NotJSON" if n % 10 == 9 else kind if n in exploding else "ok") for n in range(count)
    ]


@Language.component("late_spans")
def late_spans(doc: Doc) -> Doc:
    doc.spans["pii"].append(Span(doc, 1, 2, label="PERSON"))
    return doc


def test_spans_behind_the_surrogates_fail_the_dialogue_with_advice(
    make_nlp: Callable[..., Language],
) -> None:
    nlp = make_nlp()
    nlp.add_pipe("late_spans")
    (failed,) = process(nlp, entries(set(), 1))
    assert isinstance(failed, Failed)
    assert failed.error.kind == "FoundLater"
    assert "before 'hips_surrogator'" in str(failed.error)
    assert "Zorblatt" not in str(failed.error)


@pytest.mark.parametrize("n_process", [1, 2])
@pytest.mark.parametrize(
    ("component", "kind"),
    [
        ("fake_failing", "fake_failing:KeyError"),
        ("fake_dropping", "fake_dropping:ValueError"),
        ("fake_breaking", "ValueError"),
    ],
)
def test_a_dialogue_that_fails_is_named_in_its_place_and_no_other_is_lost(
    make_nlp: Callable[..., Language],
    component: str,
    kind: str,
    n_process: int,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture,
) -> None:
    nlp = make_nlp(component)
    exploding = {0, 7, 8, BATCH_SIZE + 1, COUNT - 1}
    with caplog.at_level(logging.DEBUG), warnings.catch_warnings(record=True) as warned:
        results = list(process(nlp, entries(exploding), n_process=n_process))
    assert outcome(results) == expected(exploding, kind)
    for result in results:
        if isinstance(result, Failed):
            assert "Zorblatt" not in str(result.error)
            assert "Zorblatt" not in repr(result.error.__context__)
    assert "Zorblatt" not in caplog.text
    assert "Zorblatt" not in "".join(str(warning.message) for warning in warned)
    assert "Zorblatt" not in "".join(capfd.readouterr())


@pytest.mark.slow
def test_spawned_workers_give_the_same_answer(
    make_nlp: Callable[..., Language], default_nlp: Language
) -> None:
    """With every component of the shipped pipeline: each is pickled, and imported anew."""
    nlp = make_nlp(
        "document_sections", "pii_patterns", "known_names", "essay_sources", "math_segmenter"
    )
    nlp.add_pipe("potential_pii_ner", source=default_nlp, first=True)
    assert set(nlp.pipe_names) > set(default_nlp.pipe_names)
    alone = [r.doc._.piivot_text for r in process(nlp, entries(set(), 9)) if isinstance(r, Done)]
    assert not any("Zorblatt" in text for text in alone)
    default = multiprocessing.get_start_method()
    multiprocessing.set_start_method("spawn", force=True)
    try:
        results = list(process(nlp, entries(set(), 9), n_process=2))
    finally:
        multiprocessing.set_start_method(default, force=True)
    assert [result.doc._.piivot_text for result in results if isinstance(result, Done)] == alone
    assert len(alone) == 9


@pytest.mark.filterwarnings("ignore:\\[W127\\]")
def test_a_killed_worker_ends_the_run(make_nlp: Callable[..., Language]) -> None:
    nlp = make_nlp("fake_killed")
    with pytest.raises(WorkerDied):
        list(process(nlp, entries({3}), n_process=2))


def test_the_error_handlers_of_the_pipeline_are_given_back(nlp: Language) -> None:
    def own(*args: Any) -> None: ...

    nlp.get_pipe("fake_finder").set_error_handler(own)  # type: ignore[attr-defined]
    list(process(nlp, entries(set(), 3)))
    assert nlp.default_error_handler is raise_error
    assert nlp.get_pipe("fake_finder").get_error_handler() is own  # type: ignore[attr-defined]
    assert nlp.get_pipe("hips_surrogator").get_error_handler() is raise_error  # type: ignore[attr-defined]


def test_a_dialogue_longer_than_the_pipeline_takes_is_named(nlp: Language) -> None:
    nlp.max_length = 20
    results = list(process(nlp, entries({4}, 6)))
    assert outcome(results) == expected({4}, "TooLong", 6)


def test_what_must_not_be_released_is_named(nlp: Language) -> None:
    def check(doc: Doc) -> None:
        if "5" in doc.text:
            raise PermissionError(doc.text)

    results = list(process(nlp, entries(set(), 8), check=check))
    assert outcome(results) == expected({5}, "PermissionError", 8)
    assert "Zorblatt" not in str(results[5].error)  # type: ignore[union-attr]


def test_a_failure_to_read_ends_the_run(nlp: Language) -> None:
    def broken() -> Iterator[Entry]:
        yield from entries(set(), 3)
        raise OSError("disk")

    with pytest.raises(OSError, match="disk"):
        list(process(nlp, broken()))


def test_a_component_that_cannot_start_ends_the_run(nlp: Language) -> None:
    class Unready:
        def __call__(self, doc: Doc) -> Doc:
            return doc

        def pipe(self, stream: Any, *, batch_size: int) -> Iterator[Doc]:
            raise RuntimeError("not ready")

    Language.factory("fake_unready", func=lambda nlp, name: Unready())
    nlp.add_pipe("fake_unready")
    with pytest.raises(RuntimeError, match="not ready"):
        list(process(nlp, entries(set(), 3)))


def test_dialogues_are_read_as_they_are_needed(nlp: Language) -> None:
    taken = 0

    def counted() -> Iterator[Entry]:
        nonlocal taken
        for entry in entries(set(), 1000):
            taken += 1
            yield entry

    results = process(nlp, counted())
    next(results)
    assert taken <= 2 * BATCH_SIZE


def test_a_dialogue_without_words_goes_through(nlp: Language) -> None:
    source = {"id": "empty", "messages": [{"speaker": "", "text": ""}]}
    (result,) = process(nlp, [Entry(FILE, parse_record(source, 1, set()))])
    assert isinstance(result, Done)
    assert isinstance(result.record, Record)
