"""Finds countries, provinces and large cities whose names have no other meaning.

Things that are named after a place are excluded ("Brazil nuts", "the University of Texas").
"""

import re
from collections.abc import Iterator
from functools import partial

from ...lang import ENGLISH, Lexicon
from ...lang.lexicon import any_word
from ...patterns.recognizer import Finding, Recognizer, first_cues
from . import Gazetteer

_SCORE = 0.6


class PlaceGrammar:
    """The places whose names have no other meaning.

    lexicon (Lexicon): The words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        places = lexicon.part(Gazetteer)
        part_of_name = "".join(
            rf"(?<!{re.escape(words)} )" for words in lexicon.words("places.institutions")
        )
        self.place = re.compile(
            rf"(?<![\w'’-]){part_of_name}"
            rf"(?:(?i:{any_word(places.always)})|{any_word(places.capitalised)})"
            rf"(?!\w)(?!(?i:{lexicon.expression('places.thing_after')}))"
        )


def find_places(text: str, previous: str, lexicon: Lexicon = ENGLISH) -> Iterator[Finding]:
    """Find countries, provinces and large cities whose names have no other meaning."""
    for match in lexicon.part(PlaceGrammar).place.finditer(text):
        yield Finding(match.start(), match.end(), "LOCATION", _SCORE)


def places(lexicon: Lexicon) -> tuple[Recognizer, ...]:
    """The recogniser of places.

    lexicon (Lexicon): The words.
    RETURNS (tuple[Recognizer, ...]): The recogniser.
    """
    known = lexicon.part(Gazetteer)
    cues = first_cues(known.always, known.capitalised)
    return (Recognizer("place", ("LOCATION",), cues, partial(find_places, lexicon=lexicon)),)
