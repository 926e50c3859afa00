"""The steps of the second look of `known_names` at a tagger's names, faint ones and cued ones."""

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import cast

import numpy
from thinc.types import Floats2d

from ..architectures.tags import decode
from ..core.draft import CandidateDraft
from ..core.spans import Candidate
from ..kinds.names import is_ordinary_word, name_parts
from ..kinds.names.find.corrections import folded_parts
from ..kinds.names.find.features import DialogueFeatures, Possible
from ..kinds.names.find.positions import NAME, Cover
from ..kinds.names.find.rejection import SECOND_LOOK, reason_against
from ..kinds.names.find.second_look import SecondLook

# The lowest probability at which a faint ordinary word is taken for a name.
LEAST_FOR_WORDS = 0.5

Place = tuple[int, int]


def look_again(
    draft: CandidateDraft,
    dialogue: DialogueFeatures,
    second_look: SecondLook,
    said: Sequence[Place],
    known: Set[str],
    source: str,
) -> list[Candidate]:
    """Judge the tagger's names, including faint ones, and names that were found by a cue only.

    draft (CandidateDraft): The findings; those that fail the second look are rejected.
    dialogue (DialogueFeatures): The dialogue with the tagger's scores.
    second_look (SecondLook): The model that judges.
    said (Sequence[tuple[int, int]]): The positions of names that were found by a cue only.
    known (Set[str]): The folded parts of names known for the dialogue, which are not judged.
    source (str): The component that found the cued names.
    RETURNS (list[Candidate]): The names to add.
    """
    text, lexicon = dialogue.text, dialogue.lexicon

    def is_open(start: int, end: int) -> bool:
        return known.isdisjoint(folded_parts([text[start:end]], lexicon))

    found = {
        (c.start, c.end): c
        for c in draft.found
        if c.label == NAME and c.sources == {dialogue.scores.source} and is_open(c.start, c.end)
    }
    new = {place: Possible(*place, said=True) for place in said if is_open(*place)}
    for place in _faint(draft, dialogue, second_look.faint, said):
        if is_open(*place):
            new[place] = Possible(*place)
    possible = sorted(
        [*(Possible(*place) for place in found), *new.values()], key=lambda p: p.start
    )
    verdicts = {
        (p.start, p.end): probability
        for p, probability in zip(possible, second_look(dialogue, possible), strict=True)
    }
    refused = {place for place in found if verdicts[place] < second_look.least}

    def reason(candidate: Candidate) -> str:
        place = (candidate.start, candidate.end)
        return SECOND_LOOK if place in refused and found[place] == candidate else ""

    draft.reject(reason)

    def least(possible: Possible) -> float:
        """The lowest probability of a name; for a faint ordinary word at least one half."""
        word = text[possible.start : possible.end]
        is_word = word.islower() and all(
            is_ordinary_word(part, lexicon) for part in name_parts(word, lexicon)
        )
        if is_word and not possible.said:
            return max(second_look.sure, LEAST_FOR_WORDS)
        return second_look.sure

    return [
        Candidate(
            *place, NAME, round(verdicts[place], 4), source if p.said else dialogue.scores.source
        )
        for place, p in new.items()
        if verdicts[place] >= least(p)
    ]


def _faint(
    draft: CandidateDraft, dialogue: DialogueFeatures, least: float, said: Iterable[Place]
) -> Iterator[Place]:
    """Find possible names that the tagger scored below its threshold."""
    names = dialogue.scores.names
    columns = cast(Floats2d, numpy.stack([1 - names, names], axis=1))
    known = [*draft.found, *draft.rejected]
    taken = Cover([*known, *(Candidate(*place, NAME, 0.0, "") for place in said)])
    for start, end, _, _ in decode(
        draft.doc, columns, [NAME], "io", [least], "none", dialogue.lexicon
    ):
        if taken.touches(start, end):
            continue
        offset, message = dialogue.messages.at(start)
        place = (start - offset, end - offset)
        if not reason_against(message, *place, known=frozenset(), sure=True):
            yield start, end
