"""English tokenisation for chats, where the space after a full stop is often missing.

"Maria!You" and "maria.your turn" are one token each to spaCy's English rules, so that a tagger
never sees the name. Here punctuation between letters parts words; addresses stay whole.
"""

import re
from collections.abc import Callable
from functools import cache

from spacy.lang.char_classes import ALPHA
from spacy.language import BaseDefaults, Language
from spacy.tokenizer import Tokenizer
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
# Its end and its case are in the pattern: a saved tokeniser keeps nothing else of it.
_ADDRESS = re.compile(
    r"(?i:(?:https?://|www\.)\S+|[^\s@]+@[^\s@]+\.[^\s@]+"
    r"|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|io|co\.uk|ac\.uk|uk|ca|au)(?:[/?#]\S*)?)\Z"
)


def make_dialogue_tokenizer() -> Callable[[Language], Tokenizer]:
    """Registered as `spacy_piivot.DialogueTokenizer.v1`.

    RETURNS (Callable[[Language], Tokenizer]): Makes the tokeniser of a pipeline from its
        language's rules and the ones for glued words.
    """
    return create_tokenizer


def create_tokenizer(nlp: Language) -> Tokenizer:
    """A pipeline's tokeniser: its language's, with words parted at glued punctuation.

    nlp (Language): The pipeline.
    RETURNS (Tokenizer): The tokeniser.
    """
    return _tokenizer(nlp.vocab, nlp.Defaults)


@cache
def language_tokenizer(lang: str) -> Tokenizer:
    """The tokeniser that pipelines of a language have, without a pipeline: for its words' text.

    lang (str): The language's code; "" for English.
    RETURNS (Tokenizer): The tokeniser, made once in a process.
    """
    return _tokenizer(Vocab(), get_lang_class(lang or "en").Defaults)


def _tokenizer(vocab: Vocab, defaults: type[BaseDefaults]) -> Tokenizer:
    return Tokenizer(
        vocab,
        rules=defaults.tokenizer_exceptions,
        prefix_search=compile_prefix_regex([*(defaults.prefixes or ()), *_EDGES]).search,
        suffix_search=compile_suffix_regex([*(defaults.suffixes or ()), r"(?<=[^_])_+"]).search,
        infix_finditer=compile_infix_regex([*(defaults.infixes or ()), *_GLUED]).finditer,
        token_match=defaults.token_match,
        url_match=_ADDRESS.match,
    )
