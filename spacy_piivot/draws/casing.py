"""Writes a surrogate in the case of its original."""

from collections.abc import Sequence
from itertools import pairwise, zip_longest


def match_case(original: str, surrogate: str) -> str:
    """Write a surrogate in the case of the original.

    original (str): A word or phrase of the document.
    surrogate (str): Its surrogate as the pool spells it.
    RETURNS (str): MARK for JOHN, mark for john, Mark for John, mARK for jOHN; the pool's spelling
        if the original has no case or is one capital letter.
    """
    letters = [c for c in original if c.isalpha()]
    if not letters or not surrogate:
        return surrogate
    if original.islower():
        return surrogate.lower()
    if original.isupper() and len(letters) > 1:
        return surrogate.upper()
    if letters[0].islower():
        rest = "".join(letters[1:])
        return surrogate[0].lower() + (
            surrogate[1:].upper() if rest.isupper() else surrogate[1:].lower()
        )
    if letters[0].isupper():
        return surrogate[0].upper() + surrogate[1:]
    return surrogate


def match_case_by_segment(original: str, segments: Sequence[str]) -> str:
    """Write the surrogate of a run of letters and digits in the run's case.

    original (str): The run: "CassDent99".
    segments (Sequence[str]): The surrogates of its segments, in lower case: lydia, ward, 37.
    RETURNS (str): LydiaWard37; LWard for CDent, lydiaward for cassdent.
    """
    if original.islower():
        return "".join(segments).lower()
    own = humps(original)
    if len(own) == len(segments):
        return "".join(map(match_case, own, segments))
    if sum(map(str.isalpha, own)) < 2:
        return match_case(original, "".join(segments))
    return match_case(own[0], segments[0]) + "".join(map(str.title, segments[1:]))


def humps(run: str) -> list[str]:
    """Split a run by its case: "CassDent99" into "Cass", "Dent", "99"; "CDent" into "C", "Dent"."""
    starts = [0]
    for at, (a, b) in enumerate(pairwise(run), 1):
        following = run[at + 1 : at + 2]
        if (
            (b.isupper() and a.islower())
            or (a.isupper() and b.isupper() and following.islower())
            or a.isdecimal() != b.isdecimal()
        ):
            starts.append(at)
    return [run[start:end] for start, end in zip_longest(starts, starts[1:])]
