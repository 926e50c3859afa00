"""Tokenises chats, where the space after a full stop is often missing.

"Maria!You" and "maria.your turn" are one token each to spaCy's English rules, so that a tagger
never sees the name. Here punctuation between letters splits words; addresses stay whole.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise

from spacy.lang.char_classes import ALPHA
from spacy.language import BaseDefaults, Language
from spacy.tokenizer import Tokenizer
from spacy.tokens import Doc
from spacy.util import (
    compile_infix_regex,
    compile_prefix_regex,
    compile_suffix_regex,
    get_lang_class,
)
from spacy.vocab import Vocab

_GLUED = (
    rf"(?<=[{ALPHA}])[!?;:*]+(?=[{ALPHA}])",
    # Two letters on either side: initials ("J.T.") and abbreviations ("e.g") stay whole.
    rf"(?<=[{ALPHA}][{ALPHA}])\.(?=[{ALPHA}][{ALPHA}])",
)
_EDGES = (r"_+(?=[^_])", r"\*")
# The pattern contains its own end and flags, because a saved tokeniser keeps only the pattern.
_ADDRESS = re.compile(
    r"(?i:(?:https?://|www\.)\S+|[^\s@]+@[^\s@]+\.[^\s@]+"
    r"|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|io|co\.uk|ac\.uk|uk|ca|au)(?:[/?#]\S*)?)\Z"
)


# The longest run of characters without a space that is tokenised as one. spaCy strips prefixes and
# suffixes one by one, and reads all of the rest each time.
LONGEST = 256
_LONG = re.compile(rf"\S{{{LONGEST + 1},}}")
# A web address stays one token, up to this length.
LONGEST_ADDRESS = 2_000
_WEB_ADDRESS = re.compile(r"(?i:https?://|www\.)\S*[\w/]")
# Splits a longer run after the last character that cannot be part of a word.
_SEAM = re.compile(rf"[\s\S]{{1,{LONGEST}}}(?<=[\W_])|[\s\S]{{1,{LONGEST}}}")


class DialogueTokenizer(Tokenizer):
    """spaCy's tokeniser in linear time: long runs are tokenised in pieces.

    A web address stays one token, up to `LONGEST_ADDRESS` characters.
    """

    def __call__(self, text: str) -> Doc:
        cuts = [cut for run in _LONG.finditer(text) for cut in self._cuts(run)]
        if not cuts:
            return super().__call__(text)
        words: list[str] = []
        spaces: list[bool] = []
        norms: list[str] = []
        for start, end in pairwise([0, *cuts, len(text)]):
            for token in super().__call__(text[start:end]):
                words.append(token.text)
                spaces.append(bool(token.whitespace_))
                norms.append(token.norm_)
        doc = Doc(self.vocab, words=words, spaces=spaces)
        for token, norm in zip(doc, norms, strict=True):
            if token.norm_ != norm:  # set by an exception: the "n't" of "don't"
                token.norm_ = norm
        return doc

    def from_bytes(self, bytes_data: bytes, *, exclude: Iterable[str] = ()) -> Tokenizer:
        """Load a saved state. This is skipped if the state is the same: a pipeline that is loaded
        has already made the exceptions it reads.
        """
        if bytes_data == self.to_bytes(exclude=["vocab"]):
            return self
        return super().from_bytes(bytes_data, exclude=exclude)

    def _cuts(self, run: re.Match[str]) -> Iterator[int]:
        start = run.start()
        address = _WEB_ADDRESS.match(run.string, *run.span())
        if address and len(address.group()) <= LONGEST_ADDRESS:
            start = address.end()
            if start < run.end():
                yield start
        for piece in _SEAM.finditer(run.string, start, run.end()):
            if piece.end() < run.end():
                yield piece.end()


def make_dialogue_tokenizer() -> Callable[[Language], Tokenizer]:
    """Registered as `spacy_piivot.DialogueTokenizer.v1`.

    RETURNS (Callable[[Language], Tokenizer]): Makes a pipeline's tokeniser from the rules
        of its language and those for glued words.
    """
    return create_tokenizer


def create_tokenizer(nlp: Language) -> Tokenizer:
    """Make a pipeline's tokeniser: its language's own, which also splits at glued punctuation.

    nlp (Language): The pipeline.
    RETURNS (Tokenizer): The tokeniser.
    """
    return _tokenizer(nlp.vocab, nlp.Defaults)


@cache
def language_tokenizer(lang: str) -> Tokenizer:
    """The tokeniser of a language's pipelines, without a pipeline.

    lang (str): The language's code; "" for English.
    RETURNS (Tokenizer): The tokeniser, made once per process.
    """
    return _tokenizer(Vocab(), get_lang_class(lang or "en").Defaults)


def _tokenizer(vocab: Vocab, defaults: type[BaseDefaults]) -> Tokenizer:
    return DialogueTokenizer(
        vocab,
        rules=defaults.tokenizer_exceptions,
        prefix_search=compile_prefix_regex([*(defaults.prefixes or ()), *_EDGES]).search,
        suffix_search=compile_suffix_regex([*(defaults.suffixes or ()), r"(?<=[^_])_+"]).search,
        infix_finditer=compile_infix_regex([*(defaults.infixes or ()), *_GLUED]).finditer,
        token_match=defaults.token_match,
        url_match=_ADDRESS.match,
    )
