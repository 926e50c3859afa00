"""Finds nicknames in quotation marks or brackets beside a name: `Emily “Em” Watson`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....core.candidate import Candidate
from ....core.folding import fold
from ....lang import Lexicon
from ..forms import is_ordinary_word
from ..nicknames import Nicknames
from ..parsing import NICKNAME_CLOSES, NICKNAME_OPENS
from .positions import NAME

_BESIDE = re.compile(
    rf"[^\S\n]?[{re.escape(NICKNAME_OPENS)}](?P<word>[^\W\d_]{{2,}})[{re.escape(NICKNAME_CLOSES)}]"
)
_LAST_WORD = re.compile(r"[^\W\d_]+\Z")
# The labels of what is taken for something else there.
_MISTAKEN = frozenset({"USERNAME", "ORG", "LOCATION"})


def with_nicknames(
    text: str, found: Sequence[Candidate], source: str, lexicon: Lexicon
) -> list[Candidate]:
    """Add the nicknames that stand beside found names.

    text (str): `doc.text`.
    found (Sequence[Candidate]): The candidates, in text order.
    source (str): The name of the component.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[Candidate]): The candidates, with a NAME for each nickname: a short form of the
        name before it or its first letters, or a capitalised word between two names.
    """
    places = dict(_beside(text, found, lexicon))
    if not places:
        return list(found)
    names = {(one.start, one.end) for one in found if one.label == NAME}
    new = [
        replace(name, start=start, end=end, source=source)
        for (start, end), name in places.items()
        if not any(s < end and start < e for s, e in names)
    ]
    taken = {(one.start, one.end) for one in new}
    kept = [one for one in found if (one.start, one.end) not in taken or one.label not in _MISTAKEN]
    return [*kept, *new]


def _beside(
    text: str, found: Sequence[Candidate], lexicon: Lexicon
) -> Iterator[tuple[tuple[int, int], Candidate]]:
    starts = {one.start for one in found if one.label == NAME}
    nicknames = lexicon.part(Nicknames)
    for name in found:
        match = _BESIDE.match(text, name.end) if name.label == NAME else None
        last = _LAST_WORD.search(text, name.start, name.end)
        if not match or not last:
            continue
        word, given = fold(match["word"]), fold(last.group())
        short = given.startswith(word) or given in nicknames.full_names(word)
        between = (
            match.end() + 1 in starts
            and text[match.end()].isspace()
            and match["word"].istitle()
            and not is_ordinary_word(word, lexicon)
        )
        if short or between:
            yield match.span("word"), name
