"""Pipelines that share a vocabulary and tokenizer, whose exceptions take a tenth of a second."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import spacy
import spacy.util
from spacy.lang.en import English
from spacy.language import Language
from spacy.tokenizer import Tokenizer
from spacy.vocab import Vocab, create_vocab

from spacy_piivot.core.tokenizer import DialogueTokenizer

_blank = spacy.blank  # conftest.py replaces it


def with_tokenizer(name: str | None) -> dict[str, Any]:
    """The options of `spacy.blank` for a registered tokenizer, or for spaCy's own."""
    return {"config": {"nlp": {"tokenizer": {"@tokenizers": name}}}} if name else {}


@cache
def _first(tokenizer: str | None) -> Language:
    return _blank("en", **with_tokenizer(tokenizer))


def blank_english(tokenizer: str | None = None) -> Language:
    """A blank English pipeline that shares its vocabulary and tokenizer with all others.

    Its components are its own: add, change and remove them as you like. A test that looks at the
    words that a pipeline keeps or saves, or changes how it tokenises, needs its own vocabulary:
    use `spacy.blank("en")` there.

    tokenizer (str | None): The registered name of its tokenizer; None for spaCy's.
    RETURNS (Language): The pipeline, without components.
    """
    first = _first(tokenizer)
    nlp = English(vocab=first.vocab, create_tokenizer=lambda nlp: first.tokenizer)
    nlp.config = first.config.copy()
    return nlp


_load = spacy.util.load_model_from_path  # conftest.py replaces it


class _Unchanged:
    """A tokenizer that no loaded pipeline changes."""

    def from_bytes(self: Any, bytes_data: bytes, *, exclude: Iterable[str] = ()) -> Tokenizer:
        state = self.to_bytes(exclude=["vocab"])
        assert bytes_data == state, "another tokenizer: use the fixture own_vocabulary"
        return self  # type: ignore[no-any-return]


class SharedTokenizer(_Unchanged, Tokenizer):
    pass


class SharedDialogueTokenizer(_Unchanged, DialogueTokenizer):
    pass


@cache
def _vocabulary() -> Vocab:
    return create_vocab("en", English.Defaults)


@cache
def _loaded_tokenizer(dialogues: bool) -> Tokenizer:
    own = _first("spacy_piivot.DialogueTokenizer.v1" if dialogues else None).tokenizer
    return (SharedDialogueTokenizer if dialogues else SharedTokenizer)(
        _vocabulary(),
        rules=own.rules,
        prefix_search=own.prefix_search,
        suffix_search=own.suffix_search,
        infix_finditer=own.infix_finditer,
        token_match=own.token_match,
        url_match=own.url_match,
    )


def load_english(path: Path, *, vocab: Vocab | bool = True, **options: Any) -> Language:
    """Load a saved pipeline as `spacy.load` does.

    If it is an English one with a usual tokenizer, it shares its vocabulary and tokenizer with all
    others that are loaded. It is saved with all of their words: a test that looks at them, or
    changes the tokenizer, uses the fixture `own_vocabulary`.

    path (Path): Its folder.
    vocab (Vocab | bool): The vocabulary; True for the shared one.
    **options: The other arguments of `spacy.load`.
    RETURNS (Language): The pipeline.
    """
    config = path / "config.cfg"
    if vocab is True and config.is_file() and 'lang = "en"' in config.read_text("utf8"):
        vocab = _vocabulary()
    return _load(path, vocab=vocab, **options)


def shared_tokenizer(vocab: Vocab, *, dialogues: bool) -> Tokenizer | None:
    """The tokenizer of a pipeline that is being loaded; None if its vocabulary is its own.

    vocab (Vocab): The pipeline's vocabulary.
    dialogues (bool): Whether our tokenizer is asked for, not spaCy's.
    RETURNS (Tokenizer | None): The tokenizer.
    """
    return _loaded_tokenizer(dialogues) if vocab is _vocabulary() else None
