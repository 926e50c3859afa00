"""Components for the tests of runs: one that finds given words, one that fails on a given word."""

import fcntl
import os
import re
import signal
import time
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from spacy_piivot.components.document_component import DocumentComponent
from spacy_piivot.core.spans import Candidate, add_candidates

WORDS = {
    "Zorblatt": "NAME",
    "Quibbly": "NAME",
    "zorblatt@example.org": "EMAIL_ADDRESS",
    "Desmos": "ORG",
}


class WordFinder(DocumentComponent):
    def annotate(self, doc: Doc) -> None:
        text = doc.text
        found = [
            Candidate(match.start(), match.end(), label, 0.87654, self.name)
            for word, label in WORDS.items()
            for match in re.finditer(re.escape(word), text)
        ]
        add_candidates(doc, found)


@Language.factory("fake_finder")
def make_fake_finder(nlp: Language, name: str) -> WordFinder:
    return WordFinder(name)


class Failing(DocumentComponent):
    def annotate(self, doc: Doc) -> None:
        if "EXPLODE" in doc.text:
            raise KeyError(doc.text)


@Language.factory("fake_failing")
def make_fake_failing(nlp: Language, name: str) -> Failing:
    return Failing(name)


@Language.component("fake_dropping")
def drop(doc: Doc) -> Doc:
    """A foreign component: spaCy drops the Doc it raises on."""
    if "EXPLODE" in doc.text:
        raise ValueError(doc.text)
    return doc


class Breaking:
    """A foreign component that breaks off the stream, so that a whole batch is lost."""

    def __call__(self, doc: Doc) -> Doc:
        return drop(doc)

    def pipe(self, stream, *, batch_size: int):
        for doc in stream:
            yield self(doc)


@Language.factory("fake_breaking")
def make_fake_breaking(nlp: Language, name: str) -> Breaking:
    return Breaking()


@Language.component("fake_killed")
def kill(doc: Doc) -> Doc:
    if "EXPLODE" in doc.text:
        os.kill(os.getpid(), signal.SIGKILL)
    return doc


@Language.component("fake_slow")
def sleep(doc: Doc) -> Doc:
    if "SLOW" in doc.text:
        time.sleep(0.2)
    return doc


_held: list[Any] = []


@Language.component("fake_holding")
def hold(doc: Doc) -> Doc:
    """Lock a file of this process in the folder in LOCKS; the lock ends with the process."""
    if not _held:
        path = Path(os.environ["LOCKS"], str(os.getpid()))
        _held.append(path.with_suffix(".new").open("w"))
        fcntl.flock(_held[0], fcntl.LOCK_EX)
        path.with_suffix(".new").rename(path)
    return doc


_CATASTROPHIC = re.compile(r"(?:a|a)*b")


@Language.component("fake_hanging")
def hang(doc: Doc) -> Doc:
    """Hang in a regular expression, in a loop, or in a loop that catches all exceptions."""
    if "HANG in C" in doc.text:
        _CATASTROPHIC.match("a" * 60)
    if "HANG in Python" in doc.text:
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                continue
    return doc
