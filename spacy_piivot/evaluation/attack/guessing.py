"""Guesses names as an attacker without the private edits does."""

from collections.abc import Sequence

from ...kinds.names import is_ordinary_word
from ...kinds.names.pools import name_key, name_pools
from ...lang import ENGLISH
from ...lang.titles import NAME_WORD, titles
from ..core.annotations import Extent

_KINDS = ("given", "family")


def guess_names(text: str) -> Sequence[Extent]:
    """Find likely personal names, by capital letter and a public list.

    text (str): A message.
    RETURNS (Sequence[tuple[int, int]]): Start and end of each; adjacent names are one.
    """
    pools = name_pools(ENGLISH)
    found: list[Extent] = []
    for word in NAME_WORD.finditer(text):
        written = word.group()
        end = word.end()
        if written.endswith(("'s", "’s")):
            written, end = written[:-2], end - 2
        folded = name_key(written)
        is_name = (
            len(written) > 1
            and written[0].isupper()
            and folded not in titles(ENGLISH)
            and not is_ordinary_word(written, ENGLISH)
            and any(pools.is_known(folded, kind) for kind in _KINDS)
        )
        if not is_name:
            continue
        if found and text[found[-1][1] : word.start()] == " ":
            found[-1] = (found[-1][0], end)
        else:
            found.append((word.start(), end))
    return found
