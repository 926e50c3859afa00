"""Reads and writes essays in the format of CRAPII and its Kaggle competition.

The format is JSON with tokens and BIO labels. The Doc keeps the source's tokens, so an essay is
written back unchanged.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from ..core.dialogue import Dialogue, Message, doc_id, set_dialogue
from ..core.spans import PII, Candidate, install_extensions, set_candidates
from ..errors import InputError, RecordError
from ..lang import ENGLISH
from .records import BOM, check_characters

SOURCE = "crapii"
DOCUMENT_KEY = "piivot_document"

_OUTSIDE = "O"
_Kind = TypeVar("_Kind")


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
    essays = _load(path)
    seen: set[str] = set()
    for number, essay in enumerate(essays):
        doc = _parse(essay, number, vocab)
        id = str(doc_id(doc))
        if id in seen:
            raise RecordError("DuplicateId", "an earlier essay has the same 'document'", id=id)
        seen.add(id)
        yield doc


def write_crapii(docs: Iterable[Doc], stream: BinaryIO) -> None:
    """Write Docs as a list of essays, one per line.

    docs (Iterable[Doc]): The Docs, with the spans to write in `doc.spans["pii"]`.
    stream (BinaryIO): Where to write.
    """
    separator = b"[\n"
    for doc in docs:
        stream.write(separator + json.dumps(doc_to_essay(doc), ensure_ascii=False).encode())
        separator = b",\n"
    stream.write(b"[]\n" if separator == b"[\n" else b"\n]\n")


def doc_to_essay(doc: Doc) -> dict[str, Any]:
    """A Doc as an essay, with its current spans.

    doc (Doc): A Doc, from `read_crapii` or elsewhere.
    RETURNS (dict[str, Any]): The five keys of an essay. Labels are on whole tokens: a partly
        covered token also gets the span's label, and of spans that share a token the first wins.
    """
    labels = [_OUTSIDE] * len(doc)
    spans = doc.spans.get(PII, ())
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        free = [i for i in range(span.start, span.end) if labels[i] == _OUTSIDE]
        for i in free:
            labels[i] = f"{'B' if i == free[0] else 'I'}-{span.label_}"
    return {
        "document": doc.user_data.get(DOCUMENT_KEY, doc_id(doc)),
        "full_text": doc.text,
        "tokens": [token.text for token in doc],
        "trailing_whitespace": [bool(token.whitespace_) for token in doc],
        "labels": labels,
    }


def _load(path: Path) -> list[Any]:
    # Raised outside the handlers, whose exceptions contain the text.
    essays: Any = None
    try:
        essays = json.loads(path.read_bytes().decode().removeprefix(BOM))
    except OSError as error:
        problem = f"cannot be read ({error.strerror or type(error).__name__})"
    except UnicodeDecodeError:
        problem = "is not UTF-8"
    except json.JSONDecodeError as error:
        problem = f"is not valid JSON from line {error.lineno} on"
    except (ValueError, RecursionError):
        problem = "is not valid JSON: a number is too long or brackets are nested too deep"
    else:
        problem = "" if isinstance(essays, list) else "must be a list of essays"
    if problem:
        raise InputError(f"{path}: {problem}.")
    return essays


def _parse(essay: Any, number: int, vocab: Vocab) -> Doc:
    if not isinstance(essay, dict):
        raise RecordError("NotAnObject", f"essay {number} (from 0) must be a JSON object")
    document = essay.get("document")
    if isinstance(document, bool) or not isinstance(document, int | str) or document == "":
        hint = f"'document' of essay {number} (from 0) must be a number or a non-empty string"
        raise RecordError("MissingId", hint)
    id = str(document)
    check_characters(id, line=None, id=None)
    text = essay.get("full_text")
    if not isinstance(text, str):
        raise RecordError("TextNotString", "'full_text' must be a string", id=id)
    check_characters(text, line=None, id=id)
    tokens = _list(essay, "tokens", str, id)
    spaces = _list(essay, "trailing_whitespace", bool, id)
    labels = _list(essay, "labels", str, id)
    if not len(tokens) == len(spaces) == len(labels):
        raise RecordError(
            "LengthsDiffer",
            f"there are {len(tokens)} tokens, {len(spaces)} values of 'trailing_whitespace' and "
            f"{len(labels)} labels: each token needs one of each",
            id=id,
        )
    if "" in tokens:
        hint = f"token {tokens.index('')} (from 0) is empty: remove it"
        raise RecordError("EmptyToken", hint, id=id)
    if "".join(t + " " * space for t, space in zip(tokens, spaces, strict=True)) != text:
        hint = "the tokens with their trailing white space differ from 'full_text': correct one"
        raise RecordError("TextDiffers", hint, id=id)
    entities = _entities(labels, id)
    doc = Doc(vocab, words=tokens, spaces=spaces)
    set_dialogue(doc, Dialogue(id, [Message("", text)]), [(0, len(doc))], ENGLISH)
    doc.user_data[DOCUMENT_KEY] = document
    spans = [Span(doc, start, end, label=label) for start, end, label in entities]
    set_candidates(doc, (Candidate(s.start_char, s.end_char, s.label_, 1.0, SOURCE) for s in spans))
    return doc


def _list(essay: dict[str, Any], key: str, kind: type[_Kind], id: str) -> list[_Kind]:
    values = essay.get(key)
    if not isinstance(values, list) or not all(isinstance(value, kind) for value in values):
        what = {str: "strings", bool: "true and false"}[kind]
        raise RecordError("NotAList", f"{key!r} must be a list of {what}", id=id)
    return values


def _entities(labels: Sequence[str], id: str) -> list[tuple[int, int, str]]:
    """The first token, the token after the last, and the label of each entity."""
    entities: list[tuple[int, int, str]] = []
    previous = ""
    for number, tag in enumerate(labels):
        prefix, _, label = tag.partition("-")
        if tag != _OUTSIDE and (prefix not in ("B", "I") or not label):
            hint = f"label {number} (from 0) must be O, or B- or I- followed by a label"
            raise RecordError("InvalidLabel", hint, id=id)
        if prefix == "I" and previous != label:
            hint = f"label {number} (from 0) starts an entity with I-: write B- there"
            raise RecordError("InvalidLabel", hint, id=id)
        if prefix == "I":
            start, _, _ = entities.pop()
            entities.append((start, number + 1, label))
        elif prefix == "B":
            entities.append((number, number + 1, label))
        previous = label
    return entities
