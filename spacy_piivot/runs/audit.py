"""Audits transcripts that arrive redacted: correct and wrong redactions, and missed PII.

After phase 1 of Zhou et al. (2026): a model judges, people correct, and the result is a
benchmark with gold spans.
"""

import asyncio
import csv
import io
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ..core.labels import BY_NAME, PLACEHOLDER, REPLACEABLE
from ..core.speakers import speaker_role
from ..corpus import (
    PRIVATE,
    Entry,
    InputFile,
    Journal,
    Record,
    check_apart,
    check_replaceable,
    locked,
    replacing_folder,
    write_line,
)
from ..corpus.annotated_spans import encode_lookalike, encode_span
from ..corpus.annotation_page import has_text
from ..corpus.doccano import format_example, to_doccano
from ..corpus.jsonl import parse_record
from ..errors import InputError, RecordError
from ..lang import Lexicon
from ..llm import auditing
from ..llm.auditing import NOT_PII, PII, UNCERTAIN, Judgement, Placeholder, spoken_words
from ..llm.connection import Connection
from ..llm.prompts import prompt_language
from ..llm.requests import NoAnswer
from ..llm.session import Session
from ..llm.usage import Usage, UsageTally
from ..surrogates import Mention, assign, environment_key, random_key
from .fingerprint import input_fingerprint
from .reading import InputReading

TABLE, DIALOGUES, DOCCANO = "table.csv", "dialogues.jsonl", "doccano.jsonl"
JOURNAL = ".journal.jsonl"
MISSED = "Missed"
MODEL, OWN = "model", "generator"
LOOKALIKE = "redacted"
# How many dialogues are judged at the same time.
CONCURRENT_DIALOGUES = 8


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One line of the table: a placeholder, or PII that was missed.

    dialogue (str): The dialogue's id.
    message (int): The number of the message, from 0.
    start (int): First character in the original message.
    end (int): Character after the last.
    text (str): The placeholder, or the missed PII.
    verdict (str): "PII", "Not PII", "Uncertain" or "Missed".
    reason (str): Why there was no verdict; "" if there was.
    label (str): The canonical label.
    fill (str): The text that replaces the placeholder.
    by (str): The source of the fill: "model" or "generator".
    new_start (int): First character in the filled message.
    new_end (int): Character after the last.
    """

    dialogue: str
    message: int
    start: int
    end: int
    text: str
    verdict: str
    reason: str
    label: str
    fill: str
    by: str
    new_start: int = 0
    new_end: int = 0


@dataclass(slots=True)
class AuditSummary:
    """The outcome of an audit.

    dialogues (int): How many dialogues are in the output: all of them.
    verdicts (Counter[str]): Placeholders by verdict, and missed PII.
    reasons (Counter[str]): Placeholders without a verdict, by reason.
    usage (Usage): The requests of this run.
    """

    dialogues: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    usage: Usage = field(default_factory=Usage)


class _Judged(NamedTuple):
    placeholder: Placeholder
    judgement: Judgement
    reason: str


def audit(
    source: Path,
    output: Path,
    *,
    connection: Connection,
    lexicon: Lexicon,
    prompt_path: str | None = None,
    reading: InputReading | None = None,
    resume: bool = False,
) -> AuditSummary:
    """Audit redacted dialogues.

    source (Path): A `.jsonl`, `.csv`, `.txt` or (essays) `.json` file, or a folder of them.
    output (Path): The folder to write, all private: `table.csv` (one row per placeholder and one
        per missed PII), `dialogues.jsonl` (the placeholders filled, with gold spans) and
        `doccano.jsonl` (the same for people to correct; `postlabel` joins their export with
        `dialogues.jsonl`).
    connection (Connection): The model that judges, and the connection to it. Its cache is not used
        because fills are texts.
    lexicon (Lexicon): The words of the language.
    prompt_path (str | None): A jinja file to use instead of the shipped prompt.
    reading (InputReading | None): How the input is read.
    resume (bool): Whether to continue an interrupted run.
    RETURNS (AuditSummary): The outcome.
    RAISES (InputError): If input, output or endpoint cannot be used, the budget limits the cost of
        a model without a price, a dialogue cannot be read, or two have the same id. Nothing is
        written then.
    """
    connection.check_models([connection.model])
    connection.endpoint()
    reading = reading or InputReading()
    inputs = reading.open(source)
    check_apart(inputs, output)
    if output.exists() and not (output.is_dir() and not any(output.iterdir())):
        raise InputError(f"{output}: must be a new or an empty folder.")
    path = output.with_name(output.name + JOURNAL)
    check_apart(inputs, path)
    check_replaceable(path)
    output.parent.mkdir(parents=True, exist_ok=True)
    options = {
        "columns": reading.columns.to_dict(),
        "model": connection.model,
        "prompt": prompt_path,
    }
    with ExitStack() as stack:
        stack.enter_context(locked(output))
        session = Session(connection, None)
        stack.callback(session.close)
        journal = Journal(path, input_fingerprint(inputs, options), resume=resume)
        stack.callback(journal.close)
        if resume and journal.finished:
            reading.report(f"resuming after {journal.finished} dialogues")
        auditor = _Auditor(session, connection.model, prompt_path, lexicon)
        records = _records(reading.entries(inputs), journal.finished)
        done = journal.finished
        for result in reading.track(auditor.audit(records), inputs, done):
            journal.append(result)
        summary = _publish(journal, output)
        summary.usage = session.run.usage
        journal.remove()
    return summary


class _Auditor:
    """Has the dialogues judged, several at a time, and fills them in order."""

    def __init__(
        self, session: Session, model: str, prompt_path: str | None, lexicon: Lexicon
    ) -> None:
        self.lexicon = lexicon
        self.language = prompt_language(auditing.PROMPT, prompt_path, lexicon)
        self.session = session
        self.model = model
        self.prompt_path = prompt_path
        self.key = environment_key() or random_key()

    def audit(self, records: Iterable[Record]) -> Iterator[dict[str, Any]]:
        waiting: deque[tuple[Record, Future[list[_Judged]]]] = deque()
        try:
            for record in records:
                waiting.append((record, self.session.submit(self._judge(record))))
                if len(waiting) >= CONCURRENT_DIALOGUES:
                    yield self._filled(*waiting.popleft())
            while waiting:
                yield self._filled(*waiting.popleft())
        finally:
            for _, future in waiting:
                future.cancel()

    async def _judge(self, record: Record) -> list[_Judged]:
        texts = [message.text for message in record.dialogue.messages]
        roles = [
            speaker_role(message.speaker, self.lexicon) for message in record.dialogue.messages
        ]

        async def one(placeholder: Placeholder) -> _Judged:
            chunk = auditing.window(texts, roles, placeholder)
            question = auditing.request(
                chunk, placeholder, self.model, self.prompt_path, self.language
            )
            try:
                judgement = await self.session.ask(
                    question,
                    lambda answer: auditing.read_judgement(
                        answer, chunk, placeholder, self.language
                    ),
                    UsageTally(),
                    keep=False,
                )
            except NoAnswer as error:
                return _Judged(placeholder, Judgement(UNCERTAIN, PLACEHOLDER), error.reason)
            return _Judged(placeholder, judgement, "")

        placeholders = auditing.find_placeholders(texts, self.lexicon)
        return list(await asyncio.gather(*map(one, placeholders)))

    def _filled(self, record: Record, future: "Future[list[_Judged]]") -> dict[str, Any]:
        """The rows of a dialogue, and its record with fills and gold spans."""
        judged = future.result()
        rows = [*self._rows(record, judged), *_missed(record, judged)]
        placed: list[AuditRow] = []
        messages = []
        for number, message in enumerate(record.source["messages"]):
            text, some = _fill(message["text"], [row for row in rows if row.message == number])
            placed += some
            messages.append(
                {
                    "speaker": message.get("speaker") or "",
                    "text": text,
                    "spans": [_span(row) for row in some if row.verdict != NOT_PII or not row.fill],
                    "lookalikes": [
                        encode_lookalike(row.new_start, row.new_end, LOOKALIKE)
                        for row in some
                        if row.verdict == NOT_PII and row.fill
                    ],
                }
            )
        filled = {"id": record.dialogue.id, "messages": messages}
        return {"rows": [asdict(row) for row in placed], "record": filled}

    def _rows(self, record: Record, judged: Sequence[_Judged]) -> Iterator[AuditRow]:
        same: dict[str, tuple[str, str]] = {}
        # An invented person must be neither someone in the dialogue nor another numbered person.
        taken = " ".join(message.text for message in record.dialogue.messages)
        words = spoken_words(taken)
        for number, (placeholder, judgement, reason) in enumerate(judged):
            fill, by = judgement.fill, MODEL
            if judgement.verdict == PII and placeholder.text in same:
                fill, by = same[placeholder.text]
            elif judgement.verdict == PII:
                if not fill or spoken_words(fill) & words or (fill, MODEL) in same.values():
                    scope = f"{record.dialogue.id} {number}"
                    fill, by = self._generate(judgement.label, scope, taken), OWN
                if placeholder.is_numbered:
                    same[placeholder.text] = fill, by
                    taken += f" {fill}"
                    words |= spoken_words(fill)
            yield AuditRow(
                record.dialogue.id,
                placeholder.message,
                placeholder.start,
                placeholder.end,
                placeholder.text,
                judgement.verdict,
                reason,
                judgement.label,
                fill,
                by if fill else "",
            )

    def _generate(self, label: str, scope: str, taken: str) -> str:
        """A surrogate without any word in `taken`; "" for a label that has no surrogates."""
        if label not in REPLACEABLE or not BY_NAME[label].example:
            return ""
        mention = Mention(BY_NAME[label].example, label)
        made = assign([mention], key=self.key, scope=scope, text=taken, lexicon=self.lexicon)
        return made[mention]


def _missed(record: Record, judged: Sequence[_Judged]) -> Iterator[AuditRow]:
    taken = [(p.message, p.start, p.end) for p, _, _ in judged]
    found = [finding for _, judgement, _ in judged for finding in judgement.missed]
    for number, start, end, label, _ in sorted(found, key=lambda f: (f[1] - f[2], f[0], f[1])):
        if any(n == number and start < last and first < end for n, first, last in taken):
            continue
        taken.append((number, start, end))
        text = record.dialogue.messages[number].text[start:end]
        yield AuditRow(record.dialogue.id, number, start, end, text, MISSED, "", label, "", "")


def _fill(text: str, rows: Sequence[AuditRow]) -> tuple[str, list[AuditRow]]:
    """A message with its fills, and the rows with their new offsets."""
    pieces: list[str] = []
    placed: list[AuditRow] = []
    position = length = 0
    for row in sorted(rows, key=lambda row: row.start):
        shown = row.fill or row.text
        start = length + row.start - position
        pieces += [text[position : row.start], shown]
        position, length = row.end, start + len(shown)
        placed.append(AuditRow(**{**asdict(row), "new_start": start, "new_end": length}))
    return "".join([*pieces, text[position:]]), placed


def _span(row: AuditRow) -> dict[str, Any]:
    is_filled = row.verdict == MISSED or (row.verdict == PII and row.fill)
    label = row.label if is_filled else PLACEHOLDER
    return encode_span(row.new_start, row.new_end, label)


def _records(entries: Iterable[Entry], finished: int) -> Iterator[Record]:
    files: dict[str, InputFile] = {}
    for number, (file, item) in enumerate(entries):
        if isinstance(item, RecordError):
            raise InputError(f"{file.name}: {item}")
        if item.dialogue.id in files:
            other = files[item.dialogue.id]
            hint = f"{other.name} has the same id: audit the files one by one"
            error = RecordError("DuplicateId", hint, line=item.line, id=item.dialogue.id)
            raise InputError(f"{file.name}: {error}")
        files[item.dialogue.id] = file
        if number >= finished:
            yield item


def _publish(journal: Journal, output: Path) -> AuditSummary:
    summary = AuditSummary()
    with replacing_folder(output) as folder, ExitStack() as stack:
        streams = {}
        for name in (TABLE, DIALOGUES, DOCCANO):
            path = folder / name
            path.touch(mode=PRIVATE)
            streams[name] = stack.enter_context(path.open("wb"))
        names = list(AuditRow.__slots__)
        streams[TABLE].write(_csv_line(names))
        for result in journal.records():
            summary.dialogues += 1
            for row in result["rows"]:
                summary.verdicts[row["verdict"]] += 1
                if row["reason"]:
                    summary.reasons[row["reason"]] += 1
                streams[TABLE].write(_csv_line([row[name] for name in names]))
            write_line(streams[DIALOGUES], result["record"])
            record = parse_record(result["record"], None, set())
            if has_text(record):
                streams[DOCCANO].write(format_example(to_doccano(record)))
    return summary


def _csv_line(values: Sequence[Any]) -> bytes:
    stream = io.StringIO()
    csv.writer(stream).writerow(values)
    return stream.getvalue().encode()
