"""Describes spoken or disguised e-mail addresses, and the parts of addresses and handles."""

import re

from ...core.folding import fold
from ...lang import ENGLISH, Lexicon

_PART = r"[A-Za-z0-9_+\-]{1,40}"
_RUN = re.compile(r"[^\W_]+")


class EmailGrammar:
    """How e-mail addresses are said: "sam dot lee at mail dot com", "sam (at) mail [dot] com".

    spoken (Pattern): Finds one, with the groups "local", "at" and "domain".
    at_provider (Pattern): Finds one that ends in a provider's name: "sam.lee at gmail".
    at (Pattern): Finds the separator of the two halves in any form.
    at_after_name (Pattern): The same, right after the local part.
    dot (Pattern): Finds the separator of a domain's labels.
    spoken_dot (Pattern): Finds a dot in words.
    signs (frozenset[str]): The folded words for a dot and other signs.
    providers (frozenset[str]): The bare names of e-mail providers.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        at_word, dot_word = lexicon.any_of("web.at"), lexicon.any_of("web.dot")
        sign = lexicon.any_of("web.dot", "web.joins")
        at_said = rf"{_in_brackets(f'(?:{at_word}|@)')}|\s{{1,2}}{at_word}\s{{1,2}}"
        dot = rf"(?:{_in_brackets(dot_word)}|\s{dot_word}\s|\.)"
        join = rf"(?:{_in_brackets(dot_word)}|\s{sign}\s|\.)"
        local = rf"(?<![\w.@-])(?P<local>{_PART}(?:{join}{_PART}){{0,6}}"
        found_at = rf"(?:{at_said}|\s?@\s)"
        self.spoken = re.compile(
            rf"{local}(?:\s\d{{1,4}})?)(?P<at>{found_at})"
            rf"(?P<domain>{_PART}(?:\s{_PART}){{0,2}}?(?:{dot}[A-Za-z0-9\-]{{2,20}}){{1,4}})(?![\w@])",
            re.IGNORECASE,
        )
        self.at_provider = re.compile(
            rf"{local}){found_at}{lexicon.any_of('web.mail_providers')}(?![\w@])", re.IGNORECASE
        )
        self.at = re.compile(rf"{at_said}|\s*@\s*", re.IGNORECASE)
        self.at_after_name = re.compile(rf"(?<=\w)(?:{at_said}|\s*@)", re.IGNORECASE)
        self.dot = re.compile(dot, re.IGNORECASE)
        self.spoken_dot = re.compile(rf"[\s(\[{{<]{dot_word}[\s)\]}}>]", re.IGNORECASE)
        self.signs = frozenset(map(fold, lexicon.word_set("web.dot", "web.joins", "web.signs")))
        self.providers = lexicon.word_set("web.mail_providers")


def find_runs(text: str, lexicon: Lexicon = ENGLISH) -> list[re.Match[str]]:
    """Find the runs of letters and digits in an address or a handle.

    text (str): The handle: "sam dot w".
    lexicon (Lexicon): The words of the language.
    RETURNS (list[re.Match[str]]): The runs, without words such as "dot" between two others.
    """
    found = list(_RUN.finditer(text))
    signs = lexicon.part(EmailGrammar).signs
    last = len(found) - 1
    return [
        run
        for number, run in enumerate(found)
        if number in (0, last) or fold(run.group()) not in signs
    ]


def runs(text: str, lexicon: Lexicon = ENGLISH) -> list[str]:
    """The folded runs of an address or a handle, as `find_runs` finds them."""
    return [fold(run.group()) for run in find_runs(text, lexicon)]


def _in_brackets(expression: str) -> str:
    return rf"\s?[(\[{{<]\s?{expression}\s?[)\]}}>]\s?"
