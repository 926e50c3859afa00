"""Decides whose the names of an essay are, person by person.

An essay tells who somebody is once ("Tony Buzan, who invented mind maps") and then uses the family
name alone. So the mentions of a person decide together. In doubt a mention is private.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from ..core.labels import NOT_PRIVATE, PARTICIPANT
from ..core.written_names import WrittenName, people_of, read_name, read_words
from ..kinds.names.listed import is_listed_given_name, is_listed_surname
from ..lang import ENGLISH, Lexicon

# The threshold for a public figure of the list: a private person may have the same name.
LISTED = 0.2
# The threshold for somebody who is only called by a given name: authors and public figures are
# called by the family name.
GIVEN_ALONE = 0.9
# A mention with less is private, whoever else has the name: "my classmate Emerson".
LEAST_OF_A_MENTION = 0.2
# A threshold that no probability reaches.
_NEVER = 1.1


class PublicFigures:
    """The public figures of a language's list.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.names = lexicon.word_set("public_figures")


def essay_roles(
    names: Sequence[str],
    means: Sequence[NDArray],
    roles: Sequence[str],
    threshold: float,
    lexicon: Lexicon = ENGLISH,
) -> list[str]:
    """Choose the role of each mention of a name.

    names (Sequence[str]): The mentions, as written.
    means (Sequence[ndarray]): The role probabilities of each.
    roles (Sequence[str]): The roles, in the order of the columns.
    threshold (float): The least probability of the roles that are not private
        (`labels.NOT_PRIVATE`), taken together, for one of them. For a person on the list of public
        figures it is at most `LISTED`, for another given name alone at least `GIVEN_ALONE`.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[str]): A role for each mention: the person's, but a private one for a mention
        whose own probability is below `LEAST_OF_A_MENTION`.
    """
    people: dict[int, list[int]] = defaultdict(list)
    written = [read_name(name) for name in names]
    for mention, person in enumerate(people_of(written)):
        people[person].append(mention)
    found = [PARTICIPANT] * len(names)
    famous = lexicon.part(PublicFigures).names
    for mentions in people.values():
        mean = numpy.mean([means[mention] for mention in mentions], axis=0)
        needed = threshold
        if any(" ".join(read_words(names[mention])) in famous for mention in mentions):
            needed = min(threshold, LISTED)
        elif all(_is_given_alone(written[mention], lexicon) for mention in mentions):
            needed = max(threshold, GIVEN_ALONE)
        role = _role(mean, roles, needed)
        for mention in mentions:
            own = means[mention]
            doubtful = role in NOT_PRIVATE and _known(own, roles) < LEAST_OF_A_MENTION
            found[mention] = _role(own, roles, _NEVER) if doubtful else role
    # "Ana" alone is the Ana Ruiz whom the essay knows, if she is private.
    private = {
        name.given
        for name, role in zip(written, found, strict=True)
        if name.given and role not in NOT_PRIVATE
    }
    for mention, name in enumerate(written):
        if not name.given and name.family in private and found[mention] in NOT_PRIVATE:
            found[mention] = _role(means[mention], roles, _NEVER)
    return found


def _is_given_alone(name: WrittenName, lexicon: Lexicon) -> bool:
    word = name.family
    return (
        not name.given
        and is_listed_given_name(word, lexicon)
        and not is_listed_surname(word, lexicon)
    )


def _role(mean: NDArray, roles: Sequence[str], threshold: float) -> str:
    known = _known(mean, roles) >= threshold
    wanted = [role for role in roles if (role in NOT_PRIVATE) == known]
    return max(wanted, key=lambda role: mean[roles.index(role)], default=PARTICIPANT)


def _known(mean: NDArray, roles: Sequence[str]) -> float:
    return float(sum(mean[column] for column, role in enumerate(roles) if role in NOT_PRIVATE))
