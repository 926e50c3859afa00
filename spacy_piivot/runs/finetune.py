"""Makes training files for language models from labelled dialogues."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from tqdm import tqdm

from ..core.dialogue import Dialogue, Message, dialogue_to_doc, message_bounds
from ..core.spans import PII, Candidate, get_candidates, set_candidates
from ..corpus import PRIVATE, check_replaceable, replacing, write_line
from ..corpus.annotated_spans import EntryPosition, decode_spans
from ..corpus.standoff import read_dialogues
from ..errors import InputError, RecordError
from ..evaluation.core.options import Options
from ..evaluation.core.schemes import canonical_label
from ..evaluation.readers.sources import pair_sources
from ..evaluation.utility.math_candidates import decide
from ..llm.connection import Connection
from ..llm.detection import NO_EXAMPLES, SPECIAL_IDENTIFIERS
from ..llm.excerpts import Excerpt
from ..llm.jobs import BATCH_URL
from ..llm.session import Session
from ..llm.training import chat_record, marked_copy, reason
from ..llm.usage import Usage, UsageTally
from ..llm.verdicts import FALSE, TRUE

MATCHING = "overlap"
GOLD_KEY, SOURCE = "gold", "detector"
# A batch's answers can be a reasoning, or a marked copy as long as the prompt's last message.
_EXTRA_TOKENS = 400


@dataclass(slots=True)
class TrainingFile:
    """The contents of a training file, as counts.

    records (int): How many records it has.
    verdicts (dict[str, int]): For a verifier, how many are T and how many F.
    defaults (int): How many reasonings are the default to T.
    usage (Usage): What the requests for reasonings used.
    """

    records: int = 0
    verdicts: dict[str, int] = field(default_factory=lambda: {TRUE: 0, FALSE: 0})
    defaults: int = 0
    usage: Usage = field(default_factory=Usage)


def prepare_detector(gold: Path, output: Path, *, chunk_tokens: int = 1500) -> TrainingFile:
    """Write records that teach a detector to copy messages and mark the PII.

    gold (Path): Dialogue JSONL with gold spans.
    output (Path): The JSONL file to write. It contains original texts: only its owner can read it.
    chunk_tokens (int): How many tokens of a dialogue a record contains.
    RETURNS (TrainingFile): The counts.
    RAISES (InputError): If a file cannot be used. Nothing is written then.
    """
    _check(output, gold)
    nlp = _pipeline(
        "llm_detector",
        {"prompt": SPECIAL_IDENTIFIERS, "examples": NO_EXAMPLES, "chunk_tokens": chunk_tokens},
    )
    component: Any = nlp.get_pipe("llm_detector")
    prepared = TrainingFile()
    with replacing(output, mode=PRIVATE) as stream:
        for doc in _gold_docs(gold, nlp):
            bounds = message_bounds(doc)
            for chunk in component.chunks(doc):
                numbers = range(chunk.first, chunk.first + len(chunk.messages))
                spans = [list(_inside(doc, *bounds[number])) for number in numbers]
                prompt = component.detector.request(chunk).messages
                write_line(stream, chat_record(prompt, marked_copy(chunk, spans)))
                prepared.records += 1
    return prepared


def prepare_verifier(
    gold: Path,
    predicted: Path,
    output: Path,
    *,
    reasoning: bool = False,
    connection: Connection | None = None,
    context_tokens: int = 20,
    mask_context: bool = True,
    progress: bool = False,
) -> TrainingFile:
    """Write records that teach a verifier which of a detector's spans are PII.

    gold (Path): Dialogue JSONL with gold spans.
    predicted (Path): The same dialogues with a detector's spans; those that overlap a gold span
        are T, the others F.
    output (Path): The JSONL file to write. It contains original texts: only its owner can read it.
    reasoning (bool): Whether to request a reasoning for each span, up to six times.
    connection (Connection | None): The model that reasons, and the connection to it.
    context_tokens (int): Tokens of context on each side, the same as for the verifier.
    mask_context (bool): Whether labels replace other candidates in the context, as for the
        verifier.
    progress (bool): Whether to show a progress bar.
    RETURNS (TrainingFile): The counts.
    RAISES (InputError): If a file cannot be used. Nothing is written then.
    """
    _check(output, gold, predicted)
    connection = connection or Connection()
    if reasoning:
        connection.check_models([connection.model])
        connection.endpoint()
    nlp = _pipeline(
        "llm_verifier",
        {
            "reasoning": reasoning,
            "connection": {"model": connection.model},
            "context_tokens": context_tokens,
            "mask_context": mask_context,
        },
    )
    component: Any = nlp.get_pipe("llm_verifier")
    options = Options(matching=MATCHING)
    prepared = TrainingFile()
    tally = UsageTally()
    session = Session(connection, None) if reasoning else None
    try:
        with replacing(output, mode=PRIVATE) as stream:
            judged = _judged(gold, predicted, options, nlp)
            for doc, verdicts in tqdm(judged, unit="dialogue", disable=not progress):
                found = get_candidates(doc)
                excerpts: list[Excerpt] = component.excerpts(doc, found)
                cases = [
                    (e, verdicts[c.start, c.end]) for e, c in zip(excerpts, found, strict=True)
                ]
                answers = [verdict for _, verdict in cases]
                if session is not None:
                    reasoned = session.submit(
                        reason(cases, component.verifier, session, tally)
                    ).result()
                    answers = [one.answer for one in reasoned]
                    prepared.defaults += sum(one.default for one in reasoned)
                for (excerpt, verdict), answer in zip(cases, answers, strict=True):
                    prompt = component.verifier.request([excerpt], connection.model).messages
                    write_line(stream, chat_record(prompt, answer))
                    prepared.records += 1
                    prepared.verdicts[verdict] += 1
    finally:
        if session is not None:
            session.close()
    prepared.usage = tally.usage
    return prepared


def prepare_batch(records: Path, output: Path, *, model: str) -> TrainingFile:
    """Write the requests of a batch: the prompts of a training file, without the answers.

    records (Path): The file that `prepare_detector` or `prepare_verifier` wrote.
    output (Path): The JSONL file to write. It contains original texts: only its owner can read it.
    model (str): The model to query.
    RETURNS (TrainingFile): The counts. A request's `custom_id` is its line in `records`.
    RAISES (InputError): If a file cannot be used. Nothing is written then.
    """
    _check(output, records)
    prepared = TrainingFile()
    with replacing(output, mode=PRIVATE) as stream:
        for number, messages in _prompts(records):
            body = {
                "model": model,
                "messages": messages,
                "max_tokens": _EXTRA_TOKENS + len(messages[-1]["content"]),
                "temperature": 0,
                "top_p": 1,
                "seed": 0,
            }
            request = {"custom_id": str(number), "method": "POST", "url": BATCH_URL, "body": body}
            write_line(stream, request)
            prepared.records += 1
    return prepared


def _check(output: Path, *sources: Path) -> None:
    for source in sources:
        if not source.is_file():
            raise InputError(f"{source}: no such file.")
        if source.resolve() == output.resolve():
            raise InputError(f"{output}: the output must not be the input.")
    check_replaceable(output)
    output.parent.mkdir(parents=True, exist_ok=True)


def _pipeline(component: str, config: Mapping[str, Any]) -> Language:
    """A pipeline whose component makes the same prompts as at run time, but is not run."""
    tokenizer = {"@tokenizers": "spacy_piivot.DialogueTokenizer.v1"}
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": tokenizer}})
    nlp.add_pipe(component, config=dict(config))
    return nlp


def _gold_docs(path: Path, nlp: Language) -> Iterator[Doc]:
    problem: RecordError | None = None
    try:
        for source in read_dialogues(path):
            yield _gold_doc(source, nlp)
    except RecordError as error:
        problem = error
    if problem is not None:
        raise InputError(f"{path.name}: {problem}")


def _gold_doc(source: Mapping[str, Any], nlp: Language) -> Doc:
    messages = [Message(str(m.get("speaker") or ""), m["text"]) for m in source["messages"]]
    id = str(source["id"])
    doc = dialogue_to_doc(Dialogue(id, messages), nlp)
    found = [
        Candidate(start + span.start, start + span.end, label, 1.0, GOLD_KEY)
        for number, ((start, _), message) in enumerate(
            zip(message_bounds(doc), source["messages"], strict=True)
        )
        for span in decode_spans(message, message["text"], EntryPosition(id=id, message=number))
        if (label := canonical_label(span.label, span.text or ""))
    ]
    set_candidates(doc, found)
    return doc


def _inside(doc: Doc, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    for candidate in get_candidates(doc):
        if start <= candidate.start and candidate.end <= end:
            yield candidate.start - start, candidate.end - start, candidate.label


def _judged(
    gold: Path, predicted: Path, options: Options, nlp: Language
) -> Iterator[tuple[Doc, dict[tuple[int, int], str]]]:
    """Docs with a detector's spans, and the verdict on each by its extent."""
    paired = pair_sources(gold, predicted, options)
    sides, decisions = decide(paired, options)
    for dialogue, some in zip(sides, decisions, strict=True):
        texts = [message.text for message in dialogue.messages]
        if None in texts:
            raise InputError("GOLD has no texts, and the prompts need them.")
        messages = [Message(m.speaker, m.text or "") for m in dialogue.messages]
        doc = dialogue_to_doc(Dialogue(dialogue.id, messages), nlp)
        starts = [start for start, _ in message_bounds(doc)]
        found: list[Candidate] = []
        verdicts: dict[tuple[int, int], str] = {}
        for decision in some:
            span = decision.predicted
            if span is None:
                continue
            start = starts[decision.message] + span.start
            end = starts[decision.message] + span.end
            if (start, end) not in verdicts:
                found.append(Candidate(start, end, span.label, span.score, SOURCE))
            if verdicts.get((start, end)) != TRUE:
                verdicts[start, end] = TRUE if decision.outcome == "tp" else FALSE
        set_candidates(doc, found, PII)
        yield doc, verdicts


def _prompts(path: Path) -> Iterable[tuple[int, list[Any]]]:
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                record = json.loads(line)
            except ValueError:
                record = None
            match record:
                case {"messages": [*prompt, {"content": str()} as last, {"role": "assistant"}]}:
                    yield number, [*prompt, last]
                case _:
                    raise InputError(f"{path}: line {number} is not a fine-tuning record.")
