"""Countries, states and large cities whose names are nothing else.

What the place has given its name to is left out ("Brazil nuts", "the University of Texas").
"""

import re
from collections.abc import Iterator
from functools import partial

from ..lang import ENGLISH, Lexicon
from .recognizer import Finding, Recognizer, first_cues

_SCORE = 0.6


class PlaceGrammar:
    """The places that are nothing else.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        part_of_name = "".join(
            rf"(?<!{re.escape(words)} )" for words in lexicon.words("places.institutions")
        )
        self.place = re.compile(
            rf"(?<![\w'’-]){part_of_name}"
            rf"(?:(?i:{lexicon.any_of('places.unmistakable')})|{lexicon.any_of('places.capitalised')})"
            rf"(?!\w)(?!(?i:{lexicon.expression('places.thing_after')}))"
        )


def find_places(text: str, previous: str, lexicon: Lexicon = ENGLISH) -> Iterator[Finding]:
    """Countries, states and large cities that cannot be anything else."""
    for match in lexicon.part(PlaceGrammar).place.finditer(text):
        yield Finding(match.start(), match.end(), "LOCATION", _SCORE)


def is_only_place(text: str, lexicon: Lexicon = ENGLISH) -> bool:
    """Whether a string is the name of a place and of nothing else."""
    return bool(lexicon.part(PlaceGrammar).place.fullmatch(text))


def places(lexicon: Lexicon) -> tuple[Recognizer, ...]:
    """The recogniser of places.

    lexicon (Lexicon): The words.
    RETURNS (tuple[Recognizer, ...]): The recogniser.
    """
    cues = first_cues(lexicon.words("places.unmistakable"), lexicon.words("places.capitalised"))
    return (Recognizer("place", ("LOCATION",), cues, partial(find_places, lexicon=lexicon)),)
