"""Tells essays from dialogues by the shape of their messages."""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import Literal

from spacy.tokens import Doc

from .dialogue import message_bounds
from .notes import note_count
from .texts import doc_text

Shape = Literal["dialogue", "essay"]
# The least number of words, split at white space, of an essay.
ESSAY_WORDS = 80
# A line that begins with a speaker: "Ms. Okoye: ...", "[00:12] Amara:".
_TURN = re.compile(r"\s*(?:[\[(]?\d{1,2}:\d\d(?::\d\d)?[\])]?\s*)?([^\W\d_][^\n:]{0,30}):(?:\s|$)")
# So many turns by speakers who speak more than once make a dialogue, however long the turns are,
# if one of them is among the first lines.
_TURNS, _SPEAKERS, _FIRST = 6, 2, 3


def shape_of(texts: Iterable[str]) -> Shape:
    """The shape of a document.

    texts (Iterable[str]): The texts of its messages; none is read after the second with words.
    RETURNS (str): "essay" for one long message, unless most of its lines begin with a speaker who
        speaks more than once, or it begins with a turn and has at least six turns of two such
        speakers; else "dialogue".
    """
    written = list(islice((text for text in texts if text.strip()), 2))
    if len(written) != 1 or len(written[0].split(maxsplit=ESSAY_WORDS)) < ESSAY_WORDS:
        return "dialogue"
    lines = [line for line in written[0].splitlines() if line.strip()]
    speakers = [turn[1].strip() if (turn := _TURN.match(line)) else "" for line in lines]
    turns = Counter(filter(None, speakers))
    # "Name: …", "Course: …" and headings stand once each.
    spoken = [count for count in turns.values() if count > 1]
    # An essay quotes talk in its midst; a transcript begins with it.
    begins = any(turns[speaker] > 1 for speaker in speakers[:_FIRST])
    talk = begins and len(spoken) >= _SPEAKERS and sum(spoken) >= _TURNS
    return "dialogue" if talk or sum(spoken) > len(lines) / 2 else "essay"


def doc_shape(doc: Doc) -> Shape:
    """The shape of a document, by the messages that it has (`doc.spans["messages"]`)."""
    text, bounds = doc_text(doc), message_bounds(doc)
    turns = len(bounds) - note_count(doc)
    return shape_of(text[start:end] for start, end in bounds[:turns])
