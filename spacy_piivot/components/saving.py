"""Keeps the words of processed documents and the addresses of endpoints out of saved pipelines.

spaCy interns every word it meets in the pipeline's vocabulary, and `nlp.to_disk` writes them
all: a pipeline saved after it has read transcripts would contain their names.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import srsly
from spacy.language import Language
from spacy.strings import StringStore


def save_without_texts(nlp: Language) -> None:
    """Make `nlp.to_disk` and `nlp.to_bytes` exclude the words of processed documents.

    The factories of our components call it, so every pipeline that has one is covered. It excludes
    the strings of lexemes (spaCy makes one for every word that it reads) that did not exist when
    this was called, unless they are labels or have a vector. Settings that a component lists in
    `unsaved` are written with the values given there, whichever block they are in.

    nlp (Language): The pipeline.
    """
    if not isinstance(nlp.to_disk, _ToDisk):
        known = frozenset(nlp.vocab.strings)
        nlp.to_disk = _ToDisk(nlp, known)  # type: ignore[method-assign]
        nlp.to_bytes = _ToBytes(nlp, known)  # type: ignore[method-assign]


class _Saver:
    def __init__(self, nlp: Language, known: frozenset[str]) -> None:
        self.nlp = nlp
        self.known = known

    def strings(self) -> StringStore:
        vocab = self.nlp.vocab
        words = {
            string
            for lexeme in vocab
            if lexeme.orth not in vocab.vectors
            for string in (
                lexeme.orth_, lexeme.lower_, lexeme.norm_, lexeme.prefix_, lexeme.suffix_,
                lexeme.shape_,
            )
        }  # fmt: skip
        labels = {label for labels in self.nlp.pipe_labels.values() for label in labels}
        return StringStore(sorted(set(vocab.strings) - words | self.known | labels))

    @contextmanager
    def without_unsaved(self) -> Iterator[None]:
        """Remove the unsaved settings from the config while the block runs."""
        former: list[tuple[dict[str, Any], dict[str, Any]]] = []
        try:
            for name, component in self.nlp.components:
                unsaved = getattr(component, "unsaved", {})
                for block in _blocks(self.nlp.get_pipe_config(name)):
                    values = {key: block[key] for key in unsaved if key in block}
                    former.append((block, values))
                    block.update({key: unsaved[key] for key in values})
            yield
        finally:
            for block, values in former:
                block.update(values)


class _ToDisk(_Saver):
    def __call__(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        excluded = list(exclude)
        with self.without_unsaved():
            Language.to_disk(self.nlp, path, exclude=[*excluded, "strings"])
        if not {"vocab", "strings"} & set(excluded):
            self.strings().to_disk(Path(path) / "vocab" / "strings.json")


class _ToBytes(_Saver):
    def __call__(self, *, exclude: Iterable[str] = ()) -> bytes:
        excluded = list(exclude)
        with self.without_unsaved():
            data = Language.to_bytes(self.nlp, exclude=[*excluded, "strings"])
        if {"vocab", "strings"} & set(excluded):
            return data
        parts = srsly.msgpack_loads(data)
        vocab = srsly.msgpack_loads(parts["vocab"])
        vocab["strings"] = self.strings().to_bytes()
        parts["vocab"] = srsly.msgpack_dumps(vocab)
        return srsly.msgpack_dumps(parts)


def _blocks(config: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A component's config, and every block in it."""
    yield config
    for value in config.values():
        if isinstance(value, dict):
            yield from _blocks(value)
