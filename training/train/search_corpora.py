"""Selects the training and dev Docs that the runs of a search use."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from spacy_piivot.cli.running import say
from spacy_piivot.core.dialogue import doc_id
from spacy_piivot.corpus import replacing
from spacy_piivot.errors import InputError
from training.labelled import SOURCE_KEY
from training.train.runs import count_words

# Sources of training Docs that are synthetic.
SYNTHETIC = frozenset({"synthetic", "written", "injected", "templates", "word_problems"})
# In the ids of synthetic dialogues, for Docs that do not give their source.
SYNTHETIC_IDS = ("syn-", "template", "problem")


class Subset(NamedTuple):
    """A file of training Docs and its size."""

    path: Path
    words: int
    tokens: int


class Corpora:
    """The training and dev Docs that runs use, as files that are written when first needed.

    train (Path): The training Docs.
    dev (Path): The dev Docs.
    folder (Path): Folder for the files.
    max_words (int | None): The most words of training Docs; None for all.
    dev_docs (int | None): The most dev Docs; None for all.
    """

    def __init__(
        self, train: Path, dev: Path, folder: Path, max_words: int | None, dev_docs: int | None
    ) -> None:
        self.source = train
        self.dev_source = dev
        self.folder = folder
        self.max_words = max_words
        self.dev_docs = dev_docs
        self._train: dict[str, Subset] = {}

    def train(self, data: str) -> Subset:
        """The training Docs for a value of `DATA`: the first ones in the file."""
        if data not in self._train:
            self._train[data] = self._write_train(data)
        return self._train[data]

    @cached_property
    def dev(self) -> Path:
        """The dev Docs."""
        return _write(_read(self.dev_source)[: self.dev_docs], self.folder / "dev.spacy")

    @cached_property
    def probe(self) -> Path:
        """One dev Doc, because spaCy's training loop needs an evaluation."""
        return _write(_read(self.dev_source)[:1], self.folder / "probe.spacy")

    @cached_property
    def _docs(self) -> list[Doc]:
        docs = _read(self.source)
        if not any(SOURCE_KEY in doc.user_data for doc in docs):
            say(
                f"{self.source.name}: its Docs do not say what they were made from. Synthetic ones "
                "are recognised by their ids, and text injected into real ones counts as real."
            )
        return docs

    def _write_train(self, data: str) -> Subset:
        chosen: list[Doc] = []
        words = 0
        for doc in self._docs:
            if self.max_words is not None and words >= self.max_words:
                break
            if data != "raw" or not is_synthetic(doc):
                chosen.append(doc)
                words += count_words(doc)
        if not chosen:
            raise InputError(f"{self.source}: contains no training Docs of the kind {data!r}.")
        path = _write(chosen, self.folder / f"{data}.spacy")
        return Subset(path, words, sum(map(len, chosen)))


def is_synthetic(doc: Doc) -> bool:
    """Whether a training Doc is synthetic, by its source or else its id.

    doc (Doc): A Doc of training.corpora.make.
    RETURNS (bool): Whether it is.
    """
    source = doc.user_data.get(SOURCE_KEY)
    if source is not None:
        return source in SYNTHETIC
    return (doc_id(doc) or "").startswith(SYNTHETIC_IDS)


def _read(path: Path) -> list[Doc]:
    docs = None
    # Raised outside the handler, because the exception may contain the text.
    try:
        docs = list(DocBin(store_user_data=True).from_disk(path).get_docs(Vocab()))
    except Exception as error:  # those of zlib, msgpack and spaCy have no common class
        problem = type(error).__name__
    if docs is None:
        raise InputError(f"{path}: not a file of training.corpora.make ({problem}).")
    if not docs:
        raise InputError(f"{path}: contains no Docs.")
    return docs


def _write(docs: Iterable[Doc], path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    content = DocBin(attrs=["ORTH"], store_user_data=True, docs=docs).to_bytes()
    with replacing(path) as stream:
        stream.write(content)
    return path
