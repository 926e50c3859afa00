"""Notes in the mentions of nicknames the whole names in which they stand: `Emily "Em" Watson`."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ..core.spans import Candidate
from ..kinds.names.parsing import NICKNAME_CLOSES, NICKNAME_OPENS
from ..plain import DocView
from ..surrogates import Mention

_OPENS = re.compile(rf"[^\S\n]?[{re.escape(NICKNAME_OPENS)}]")
_CLOSES = re.compile(rf"[{re.escape(NICKNAME_CLOSES)}]")
_CLOSES_BEFORE_NAME = re.compile(rf"[{re.escape(NICKNAME_CLOSES)}][^\S\n]")


def note_nicknames(
    view: DocView, candidates: Sequence[Candidate], mentions: Sequence[Mention]
) -> list[Mention]:
    """Note the whole names of nicknames in quotation marks or brackets.

    view (DocView): The document's text.
    candidates (Sequence[Candidate]): What is replaced, in text order.
    mentions (Sequence[Mention]): Their mentions.
    RETURNS (list[Mention]): The mentions, those of nicknames with `whole`.
    """
    places = [view.plain(one.start, one.end) for one in candidates]
    noted = list(mentions)
    for number in range(1, len(noted)):
        (start, end), (before, last) = places[number], places[number - 1]
        if any(mentions[one].label != "NAME" for one in (number - 1, number)):
            continue
        if not _OPENS.fullmatch(view.text, last, start) or not _CLOSES.match(view.text, end):
            continue
        end += 1
        if number + 1 < len(noted) and mentions[number + 1].label == "NAME":
            following, its_end = places[number + 1]
            if _CLOSES_BEFORE_NAME.fullmatch(view.text, end - 1, following):
                end = its_end
        noted[number] = replace(mentions[number], whole=view.text[before:end])
    return noted
