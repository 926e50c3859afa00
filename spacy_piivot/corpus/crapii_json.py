"""Reads and writes essays in the format of CRAPII and its Kaggle competition.

The format is JSON with tokens and BIO labels. The Doc keeps the source's tokens, so an essay is
written back unchanged.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from ..core.dialogue import Dialogue, Message, doc_id, set_dialogue
from ..core.spans import PII, Candidate, install_extensions, set_candidates
from ..errors import RecordError
from ..lang import ENGLISH
from .essays import OUTSIDE, Essay, read_essays
from .json_items import ListWriter

SOURCE = "crapii"
DOCUMENT_KEY = "piivot_document"


def read_crapii(path: Path, vocab: Vocab) -> Iterator[Doc]:
    """Read essays with the source's tokens and gold spans.

    path (Path): A list of objects with `document`, `full_text`, `tokens`,
        `trailing_whitespace` and `labels` (BIO), UTF-8. Other keys are not kept.
    vocab (Vocab): The vocabulary of the Docs.
    YIELDS (Doc): An essay: one message, its entities in `doc.spans["pii"]`, its id (the
        document as a string) in `doc.user_data`.
    RAISES (InputError): If the file is not a JSON list. (RecordError): If an essay cannot be
        used.
    """
    install_extensions()
    for essay in read_essays(path):
        if isinstance(essay, RecordError):
            raise essay
        yield _to_doc(essay, vocab)


def write_crapii(docs: Iterable[Doc], stream: BinaryIO) -> None:
    """Write Docs as a list of essays, one per line.

    docs (Iterable[Doc]): The Docs, with the spans to write in `doc.spans["pii"]`.
    stream (BinaryIO): Where to write.
    """
    writer = ListWriter(stream)
    for doc in docs:
        writer.write(doc_to_essay(doc))
    writer.close()


def doc_to_essay(doc: Doc) -> dict[str, Any]:
    """A Doc as an essay, with its current spans.

    doc (Doc): A Doc, from `read_crapii` or elsewhere.
    RETURNS (dict[str, Any]): The five keys of an essay. Labels are on whole tokens: a partly
        covered token also gets the span's label, and of spans that share a token the first wins.
    """
    labels = [OUTSIDE] * len(doc)
    spans = doc.spans.get(PII, ())
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        free = [i for i in range(span.start, span.end) if labels[i] == OUTSIDE]
        for i in free:
            labels[i] = f"{'B' if i == free[0] else 'I'}-{span.label_}"
    return {
        "document": doc.user_data.get(DOCUMENT_KEY, doc_id(doc)),
        "full_text": doc.text,
        "tokens": [token.text for token in doc],
        "trailing_whitespace": [bool(token.whitespace_) for token in doc],
        "labels": labels,
    }


def _to_doc(essay: Essay, vocab: Vocab) -> Doc:
    if essay.tokens is None or essay.spaces is None:
        raise essay.error("NotAList", "'tokens' must be a list of strings")
    if essay.labels is None:
        raise essay.error("NotAList", "'labels' must be a list of strings")
    entities = essay_entities(essay, essay.labels)
    doc = Doc(vocab, words=list(essay.tokens), spaces=list(essay.spaces))
    set_dialogue(doc, Dialogue(essay.id, [Message("", essay.text)]), [(0, len(doc))], ENGLISH)
    doc.user_data[DOCUMENT_KEY] = essay.document
    spans = [Span(doc, start, end, label=label) for start, end, label in entities]
    set_candidates(doc, (Candidate(s.start_char, s.end_char, s.label_, 1.0, SOURCE) for s in spans))
    return doc


def essay_entities(essay: Essay, labels: Sequence[str]) -> list[tuple[int, int, str]]:
    """Join the labels of an essay's tokens to entities.

    essay (Essay): The essay.
    labels (Sequence[str]): Its labels.
    RETURNS (list[tuple[int, int, str]]): The first token, the token after the last, and the label
        of each entity.
    RAISES (RecordError): If the labels are not BIO.
    """
    entities: list[tuple[int, int, str]] = []
    previous = ""
    for number, tag in enumerate(labels):
        prefix, _, label = tag.partition("-")
        if tag != OUTSIDE and (prefix not in ("B", "I") or not label):
            hint = f"label {number} (from 0) must be O, or B- or I- followed by a label"
            raise essay.error("InvalidLabel", hint)
        if prefix == "I" and previous != label:
            hint = f"label {number} (from 0) starts an entity with I-: write B- there"
            raise essay.error("InvalidLabel", hint)
        if prefix == "I":
            start, _, _ = entities.pop()
            entities.append((start, number + 1, label))
        elif prefix == "B":
            entities.append((number, number + 1, label))
        previous = label
    return entities
