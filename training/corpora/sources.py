"""Reads the public sources as dialogues with gold: files, transcripts with excerpts, sentences."""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from spacy_piivot.core.folding import fold
from spacy_piivot.errors import InputError, PIIvotError, RecordError
from spacy_piivot.kinds.names.find.adjacent import listed_places
from spacy_piivot.kinds.places.find import find_places
from spacy_piivot.patterns.recognizer import plain_text
from training.labelled import Gold, Labelled, LabelledDialogue, read_record

# Entities that the general corpora mark otherwise: their tokens are excluded from the loss.
UNKNOWN = "OTHER"
GENERAL = "general"

# Entity types of the general corpora; all others are unknown, and so are handles, tags, addresses.
_TYPES = {"PER": "NAME", "person": "NAME", "LOC": "LOCATION", "location": "LOCATION"}
_MONTH = re.compile(
    r"(?i)jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?"
    r"|oct(ober)?|nov(ember)?|dec(ember)?"
)
_NO_SPACE_BEFORE = re.compile(r"[,.!?;:)%]|'s$|n't$|'\w+$")
_CAPITALISED = re.compile(r"\b[A-Z][a-z]{2,}")
# The classes in the Amber transcripts measure the distance between these cities.
_TASK_PLACES = re.compile(r"\b(?:Providence|Newark)\b", re.IGNORECASE)


def read_dialogues(path: Path) -> Iterator[LabelledDialogue]:
    """The dialogues of a JSONL file; errors give the number of a bad line."""
    with path.open(encoding="utf8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            dialogue = None
            # Raised outside the handler, because the exception may contain the text.
            try:
                dialogue = read_record(json.loads(line))
            except PIIvotError:
                raise
            except (ValueError, KeyError, TypeError) as error:
                problem = type(error).__name__
            if dialogue is None:
                raise InputError(f"{path.name}, line {number}: not a dialogue ({problem}).")
            yield dialogue


def read_sentences(path: Path) -> Iterator[Labelled]:
    """The sentences of a file with one token and its IOB tag per line, except those with a month.

    path (Path): The file. Dates are not marked in it.
    YIELDS (Labelled): Messages without speakers. Names and places are gold; other marked
        entities, handles, tags and addresses are `UNKNOWN`.
    """
    rows: list[tuple[str, str]] = []
    with path.open(encoding="utf8") as lines:
        for line in (*lines, "\n"):
            word, _, tag = line.strip().replace("\t", " ").rpartition(" ")
            if word:
                rows.append((word, tag))
                continue
            if rows and not any(_MONTH.fullmatch(word) for word, _ in rows):
                yield _sentence(_with_handles(rows))
            rows = []


def _with_handles(rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Merge "@" and the handle after it into one token."""
    at = False
    for word, tag in rows:
        if word == "@":
            at = True
        elif at and (word[0].isalnum() or word[0] == "_"):
            yield f"@{word}", tag
            at = False
        else:
            yield word, tag


def _sentence(rows: Iterable[tuple[str, str]]) -> Labelled:
    text = ""
    spans: list[Gold] = []
    for word, tag in rows:
        if text and not _NO_SPACE_BEFORE.match(word) and text[-1] not in "($":
            text += " "
        start = len(text)
        text += word
        part, _, kind = tag.partition("-")
        label = _TYPES.get(kind, UNKNOWN) if kind else ""
        if word[:1] in "@#" or "://" in word:
            part, label = "B", UNKNOWN
        if not label:
            continue
        previous = spans[-1] if spans else None
        adjoins = previous is not None and not text[previous.end : start].strip()
        if previous is not None and adjoins and part == "I" and previous.label == label:
            spans[-1] = replace(previous, end=len(text))
        else:
            spans.append(Gold(start, len(text), label))
    return Labelled("", text, tuple(spans))


def pack(sentences: Iterable[Labelled], name: str, size: int = 6) -> Iterator[LabelledDialogue]:
    """Make pseudo-dialogues of several sentences.

    sentences (Iterable[Labelled]): Sentences in the order of their source.
    name (str): Name of the source, for the ids.
    size (int): Sentences per dialogue.
    """
    run: list[Labelled] = []
    number = 0
    for sentence in sentences:
        run.append(sentence)
        if len(run) == size:
            yield LabelledDialogue(f"{name}-{number}", GENERAL, tuple(run))
            run, number = [], number + 1
    if run:
        yield LabelledDialogue(f"{name}-{number}", GENERAL, tuple(run))


def without_excerpts(
    transcripts: Iterable[LabelledDialogue],
    excerpts: Sequence[LabelledDialogue],
    names: Collection[str],
    *,
    gold: bool = False,
) -> Iterator[LabelledDialogue]:
    """Unlabelled transcripts, without messages that seem to contain an unmasked name.

    transcripts (Iterable[LabelledDialogue]): Whole transcripts.
    excerpts (Sequence[LabelledDialogue]): Their labelled parts; an id is the transcript's,
        a full stop, and the number of the first message.
    names (Collection[str]): Forenames, folded.
    gold (bool): Whether to include the excerpts with their gold, or to exclude them.
    RAISES (RecordError): If an excerpt's text is not in its transcript.
    """
    places: dict[str, dict[int, tuple[LabelledDialogue, Labelled]]] = {}
    for excerpt in excerpts:
        transcript_id, start = excerpt.id.rsplit(".", 1)
        for number, message in enumerate(excerpt.messages):
            places.setdefault(transcript_id, {})[int(start) + number] = excerpt, message
    for transcript in transcripts:
        labelled = places.get(transcript.id, {})
        messages = []
        for number, message in enumerate(transcript.messages):
            if number in labelled:
                excerpt, with_gold = labelled[number]
                if with_gold.text != message.text:
                    raise RecordError(
                        "ForeignExcerpt", "its text is not its transcript's", id=excerpt.id
                    )
                messages += [with_gold] if gold else []
            elif not seems_to_name(message, names):
                messages.append(with_places(message))
        if messages:
            yield replace(transcript, messages=tuple(messages))


def without_names(
    dialogues: Iterable[LabelledDialogue], names: Collection[str]
) -> Iterator[LabelledDialogue]:
    """Dialogues in which no message seems to contain a name."""
    for dialogue in dialogues:
        if not any(seems_to_name(message, names) for message in dialogue.messages):
            yield replace(dialogue, messages=tuple(map(with_places, dialogue.messages)))


def with_places(message: Labelled) -> Labelled:
    """An unlabelled message with its unambiguous places as gold."""
    found = {(finding.start, finding.end) for finding in find_places(plain_text(message.text), "")}
    found.update(match.span() for match in _TASK_PLACES.finditer(message.text))
    return replace(
        message, spans=tuple(Gold(start, end, "LOCATION") for start, end in sorted(found))
    )


def parted_places(message: Labelled) -> Labelled:
    """A message in which "Newark, New Jersey" is two places, as in the annotation guide."""
    spans = [
        replace(gold, start=gold.start + part.start, end=gold.start + part.stop)
        for gold in message.spans
        for part in (
            listed_places(message.text[gold.start : gold.end])
            if gold.label == "LOCATION"
            else [slice(0, gold.end - gold.start)]
        )
    ]
    return replace(message, spans=tuple(spans))


def seems_to_name(message: Labelled, names: Collection[str]) -> bool:
    """Whether a capitalised word of a message is a known forename."""
    return any(fold(match.group()) in names for match in _CAPITALISED.finditer(message.text))
