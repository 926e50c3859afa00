"""Reads labelled dialogues as spaCy Examples, with messages, speakers and exact offsets.

`spacy.Corpus.v1`, which `spacy evaluate` also uses, gives the pipeline a Doc without span groups
and user data: a dialogue loses its messages and speakers. This reader keeps them.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from spacy.vocab import Vocab

from ...core.dialogue import (
    Dialogue,
    Message,
    TooLong,
    dialogue_to_doc,
    doc_id,
    doc_roster,
    doc_speakers,
    message_bounds,
    message_candidates,
    message_roles,
    message_tokens,
    set_dialogue,
)
from ...core.labels import PLACEHOLDER, from_codebook
from ...core.spans import MESSAGES, PII, Candidate, ensure_groups, get_candidates, set_candidates
from ...corpus.annotated_spans import OURS, EntryPosition, check_label
from ...corpus.jsonl import read_jsonl
from ...errors import InputError, RecordError
from ...lang import Lexicon
from ...lang.pipeline import pipeline_lexicon
from .jsonl_files import annotate

GOLD = "gold"
SPACY, JSONL = ".spacy", ".jsonl"

# A dialogue, and the gold spans of each message, with offsets in the message.
Labelled = tuple[Dialogue, list[list[Candidate]]]


class DialogueCorpus:
    """Reads labelled dialogues; see `make_dialogue_corpus`."""

    def __init__(self, path: Path, spans_key: str, canonical: bool) -> None:
        self.path = Path(path)
        self.spans_key = spans_key
        self.canonical = canonical

    def __call__(self, nlp: Language) -> Iterator[Example]:
        """Read the dialogues.

        nlp (Language): The pipeline whose tokeniser and vocabulary to use.
        YIELDS (Example): The dialogue without spans, and the same with its gold spans.
        RAISES (InputError, RecordError): At the first dialogue that cannot be used: none is
            skipped.
        """
        lexicon = pipeline_lexicon(nlp)
        for path in _files(self.path):
            read = _from_docbin if path.suffix == SPACY else _from_jsonl
            for dialogue, gold in read(path, self.spans_key, lexicon):
                yield self._example(dialogue, gold, nlp, lexicon)

    def _example(
        self, dialogue: Dialogue, gold: list[list[Candidate]], nlp: Language, lexicon: Lexicon
    ) -> Example:
        reason = ""
        try:
            predicted = dialogue_to_doc(dialogue, nlp, lexicon)
        except TooLong as error:
            reason = str(error)
        if reason:
            raise RecordError("TooLong", reason, id=dialogue.id)
        ensure_groups(predicted, self.spans_key)
        # `Doc.copy` fails on an empty message at either end.
        reference = Doc(
            predicted.vocab,
            words=[token.text for token in predicted],
            spaces=[bool(token.whitespace_) for token in predicted],
        )
        set_dialogue(reference, dialogue, message_tokens(predicted), lexicon)
        candidates = [
            replace(
                found,
                start=start + found.start,
                end=start + found.end,
                label=self._label(found, dialogue, number, lexicon),
            )
            for number, ((start, _), spans) in enumerate(
                zip(message_bounds(predicted), gold, strict=True)
            )
            for found in spans
        ]
        set_candidates(reference, candidates, self.spans_key)
        return Example(predicted, reference)

    def _label(self, found: Candidate, dialogue: Dialogue, number: int, lexicon: Lexicon) -> str:
        string = found.cut(dialogue.messages[number].text)
        place = EntryPosition(id=dialogue.id, message=number, entry="a gold span")
        if not string.strip():
            raise place.error("BlankSpan", "it covers white space only: remove it")
        if not self.canonical or found.label == PLACEHOLDER:
            return found.label
        check_label(found.label, place, OURS)
        return from_codebook(found.label, string, lexicon)


def make_dialogue_corpus(
    path: Path | None, spans_key: str = PII, canonical: bool = False
) -> Callable[[Language], Iterator[Example]]:
    """Registered as `spacy_piivot.DialogueCorpus.v1`.

    path (Path | None): Dialogue JSONL with gold `spans` in its messages, a `.spacy` file of
        Docs with messages (`DocBin` with `store_user_data=True`), or a folder of either. A config
        may leave it empty, but it must be set for training.
    spans_key (str): The span group of the references, and of the Docs in a `.spacy` file.
    canonical (bool): Whether to map the labels of the annotation guide to canonical ones, as
        training needs. Otherwise they stay unchanged.
    RETURNS (Callable[[Language], Iterator[Example]]): Makes Examples for `spacy train` and
        `nlp.evaluate`.
    RAISES (InputError): If no path is given.
    """
    if path is None:
        raise InputError("No dialogues are given: set --paths.train and --paths.dev.")
    return DialogueCorpus(path, spans_key, canonical)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.rglob("*") if file.suffix in (SPACY, JSONL))
    if not files:
        raise InputError(f"{path}: the folder has no {SPACY} or {JSONL} file.")
    return files


def _from_jsonl(path: Path, _: str, lexicon: Lexicon) -> Iterator[Labelled]:
    for item in read_jsonl(path):
        if isinstance(item, RecordError):
            raise item
        gold = [
            [Candidate(s.start, s.end, s.label, s.score, GOLD, s.role) for s in message.spans]
            for message in annotate(item, lexicon).messages
        ]
        yield item.dialogue, gold


def _from_docbin(path: Path, spans_key: str, _: Lexicon) -> Iterator[Labelled]:
    for number, doc in enumerate(_read_docs(path)):
        own = doc_id(doc)
        id = str(number) if own is None else str(own)
        if spans_key not in doc.spans:
            raise RecordError(
                "MissingSpans", f"the Doc has no span group {spans_key!r}, not even empty", id=id
            )
        yield doc_to_dialogue(doc, id), _gold(doc, spans_key, id)


def _gold(doc: Doc, spans_key: str, id: str) -> list[list[Candidate]]:
    """Return the gold spans of each message, none of them cut or skipped."""
    bounds = message_bounds(doc)
    starts = [start for start, _ in bounds]
    extents = [(found.start, found.end) for found in get_candidates(doc, spans_key)]
    # Offsets outside of the messages are refused, too.
    extents += doc.spans[spans_key].attrs.get("offsets", ()) if spans_key in doc.spans else ()
    for start, end in extents:
        number = bisect_right(starts, start) - 1
        if number < 0 or not start < end <= bounds[number][1]:
            raise RecordError(
                "InvalidSpans",
                f"a gold span that begins in message {max(number, 0)} ends outside of it: split "
                "it into one span per message",
                id=id,
            )
    return message_candidates(doc, spans_key)


def _read_docs(path: Path) -> Iterable[Doc]:
    docs = None
    # Raised outside the handler: the exception may contain the text.
    try:
        docs = DocBin(store_user_data=True).from_disk(path)
    except FileNotFoundError:
        reason = "there is no such file"
    except Exception as error:  # the errors of zlib, msgpack and spaCy have no common class
        reason = type(error).__name__
    if docs is None:
        raise InputError(f"{path}: is not a file of spaCy's DocBin ({reason}).")
    # A separate vocabulary: the pipeline's must only have tokens that its tokeniser made.
    return docs.get_docs(Vocab())


def doc_to_dialogue(doc: Doc, id: str) -> Dialogue:
    """Rebuild the dialogue that a Doc was made from, with its original texts and roster.

    doc (Doc): A Doc with messages, or one that is a single message.
    id (str): The id to give it.
    RETURNS (Dialogue): The dialogue.
    RAISES (RecordError): If the Doc does not have one speaker per message.
    """
    text = doc.text
    bounds = message_bounds(doc)
    speakers = doc_speakers(doc) or message_roles(doc)
    if len(speakers) != len(bounds):
        raise RecordError("SpeakersDiffer", "the Doc must have one speaker per message", id=id)
    ids = [span.id_ or None for span in doc.spans[MESSAGES]] if MESSAGES in doc.spans else [None]
    return Dialogue(
        id,
        [
            Message(speaker, text[start:end], own)
            for (start, end), speaker, own in zip(bounds, speakers, ids, strict=True)
        ],
        roster=doc_roster(doc) or None,
    )
