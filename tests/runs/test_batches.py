from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from transcripts import dialogue

from spacy_piivot.corpus import Entry, InputFile
from spacy_piivot.corpus.jsonl import parse_record
from spacy_piivot.errors import RecordError
from spacy_piivot.runs.batches import MOST_CHARACTERS, MOST_DIALOGUES, make_batches, size_of, window

FILE = InputFile(Path("in.jsonl"), PurePosixPath("in.jsonl"))


def entry(number: int, characters: int) -> Entry:
    source = dialogue(f"d{number}", "x" * characters)
    return Entry(FILE, parse_record(source, number, set()))


def entries(*lengths: int) -> Iterator[Entry]:
    return (entry(number, length) for number, length in enumerate(lengths))


@pytest.mark.parametrize("workers", [1, 2, 16])
@pytest.mark.parametrize(
    "lengths",
    [[], [5], [10] * 500, [3000] * 100, [MOST_CHARACTERS * 9], [10, MOST_CHARACTERS * 9, 10] * 30],
)
def test_batches_are_all_entries_in_order_and_bounded(lengths: list[int], workers: int) -> None:
    batches = list(make_batches(entries(*lengths), workers))
    together = [one for batch in batches for one in batch.entries]
    assert [size_of(one) for one in together] == [size_of(one) for one in entries(*lengths)]
    assert [one.item.line for one in together] == list(range(len(lengths)))
    for batch in batches:
        assert batch.size == sum(map(size_of, batch.entries))
        assert len(batch.entries) <= MOST_DIALOGUES
        assert batch.size <= MOST_CHARACTERS or len(batch.entries) == 1


def test_a_long_dialogue_is_alone() -> None:
    batches = list(make_batches(entries(*[10] * 5, 10 * MOST_CHARACTERS, *[10] * 5), 1))
    (alone,) = [batch for batch in batches if batch.is_long]
    assert len(alone.entries) == 1
    assert len(batches) >= 3


def test_every_worker_soon_has_work_even_with_few_dialogues() -> None:
    sizes = [len(batch.entries) for batch in make_batches(entries(*[1000] * 40), 8)]
    assert len(sizes) >= 16
    assert max(sizes[:8]) <= 2
    many = [batch.size for batch in make_batches(entries(*[1000] * 400), 2)]
    assert max(many) > MOST_CHARACTERS * 0.8


def test_no_more_is_read_than_a_batch_needs() -> None:
    taken = 0

    def counted() -> Iterator[Entry]:
        nonlocal taken
        for one in entries(*[10] * 1000):
            taken += 1
            yield one

    first = next(make_batches(counted(), 2))
    assert taken <= len(first.entries) + 1


def test_what_could_not_be_read_counts_a_little() -> None:
    errors = [Entry(FILE, RecordError("NotJSON", "hint", line=n)) for n in range(100)]
    assert sum(len(batch.entries) for batch in make_batches(errors, 2)) == 100
    assert size_of(errors[0]) > 0


def test_the_window_grows_with_the_workers_and_not_with_the_input() -> None:
    assert 2 * MOST_CHARACTERS < window(1) < window(64) < 20_000_000
