"""Writes the submission of the competition on CRAPII, and scores it if there are labels."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from spacy.language import Language
from spacy.tokens import Doc

from ..corpus import Record
from ..corpus.essay_files import EssayRecord
from ..corpus.essays import OUTSIDE
from ..corpus.objects.json_files import holds_essays
from ..errors import InputError
from ..evaluation.core.counts import Counts
from .detect import annotate
from .essay_labels import essay_of, token_labels
from .process import Done, Failed, check_searched
from .reading import InputReading, Summary
from .result_writers import ResultWriter

COLUMNS = ("row_id", "document", "token", "label")


@dataclass(slots=True)
class Submission:
    """The outcome of `submit`.

    summary (Summary): How many essays were labelled, and how many failed.
    tokens (Counter[str]): How many tokens got each label, without B- and I-.
    scored (int): How many essays have labels of their own; those that failed too, all of whose
        tokens count as missed.
    counts (Counts): The competition's counts on them, token by token.
    """

    summary: Summary = field(default_factory=Summary)
    tokens: Counter[str] = field(default_factory=Counter)
    scored: int = 0
    counts: Counts = field(default_factory=Counts)

    def score(self, gold: Sequence[str] | None, found: Sequence[str]) -> None:
        """Count an essay's tokens, if it has labels of its own."""
        if gold is None:
            return
        self.scored += 1
        pairs = list(zip(gold, found, strict=True))
        self.counts += Counts(
            tp=sum(g == f != OUTSIDE for g, f in pairs),
            fp=sum(g != f != OUTSIDE for g, f in pairs),
            fn=sum(f != g != OUTSIDE for g, f in pairs),
        )


def submit(
    source: Path,
    output: Path,
    nlp: Language,
    *,
    reading: InputReading | None = None,
    mentioned: bool = True,
) -> Submission:
    """Write the labels that a pipeline finds as the competition wants them.

    source (Path): A `.json` file of essays with their tokens.
    output (Path): The CSV file to write: a row per token that has a label. Only its owner can
        read it. Failed essays are listed in `{output}.quarantine.jsonl`.
    nlp (Language): The pipeline; its `hips_surrogator` is not run.
    reading (InputReading | None): How the input is read.
    mentioned (bool): Whether names with the role `mentioned` are NAME_STUDENT.
    RETURNS (Submission): The counts, and the score if essays have labels.
    RAISES (InputError, WorkerDied, InputChanged): As `detect`.
    """
    if source.is_dir() or source.suffix.lower() != ".json" or not holds_essays(source):
        raise InputError(f"{source}: give one .json file of essays, as the competition has it.")
    submission = Submission()
    submission.summary = annotate(
        source,
        output,
        nlp,
        partial(_Rows, submission=submission, mentioned=mentioned),
        reading=reading,
        prepare=_check_tokens,
        check=check_searched,
    )
    return submission


class _Rows(ResultWriter):
    def __init__(self, stream: BinaryIO, *, submission: Submission, mentioned: bool) -> None:
        self.stream = stream
        self.submission = submission
        self.mentioned = mentioned
        self.rows = 0
        self._write_row(COLUMNS)

    def write(self, result: Done) -> None:
        essay = essay_of(result)
        labels = token_labels(result, mentioned=self.mentioned)
        for position, label in enumerate(labels):
            if label != OUTSIDE:
                self._write_row((self.rows, essay.document, position, label))
                self.rows += 1
                self.submission.tokens[label.partition("-")[2]] += 1
        self.submission.score(essay.labels, labels)

    def leave_out(self, result: Failed) -> None:
        if isinstance(result.record, EssayRecord):
            labels = result.record.essay.labels
            self.submission.score(labels, [OUTSIDE] * len(labels or ()))

    def _write_row(self, cells: Sequence[Any]) -> None:
        row = io.StringIO(newline="")
        csv.writer(row, lineterminator="\n").writerow(cells)
        self.stream.write(row.getvalue().encode())


def _check_tokens(doc: Doc, record: Record) -> None:
    """Refuse an essay without tokens: a row says which one has a label."""
    if isinstance(record, EssayRecord) and record.essay.tokens is None:
        hint = "it has no 'tokens' and 'trailing_whitespace', which the rows refer to: add them"
        raise record.essay.error("MissingTokens", hint)
