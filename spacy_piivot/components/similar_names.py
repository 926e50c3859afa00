"""Notes in the mentions of names which similar names are other people's."""

from collections.abc import Iterable
from dataclasses import replace

from spacy.tokens import Doc

from ..core.dialogue import doc_speakers, message_bounds, overlapped_messages
from ..core.spans import Candidate
from ..kinds.names.parsing import given_first, parse_name
from ..kinds.names.side_by_side import SideBySide, Written
from ..lang import Lexicon
from ..surrogates import Mention, speaker_mention


def tell_apart(
    doc: Doc, text: str, found: Iterable[tuple[Candidate, Mention]], lexicon: Lexicon
) -> list[Mention]:
    """Note which names are other people's.

    doc (Doc): The document.
    text (str): `doc.text`.
    found (Iterable[tuple[Candidate, Mention]]): Its candidates with their mentions, in text order.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[Mention]): The mentions, those of names with `others`.
    """
    pairs = list(found)
    mentions = [mention for _, mention in pairs]
    parts = {m.text: _names_in(m.text, lexicon) for m in mentions if m.label == "NAME"}
    speakers = doc_speakers(doc)
    speaking = {
        speaker: _names_in(named.text, lexicon)
        for speaker in set(speakers)
        if (named := speaker_mention(speaker, lexicon))
    }
    apart = SideBySide(lexicon, {*parts.values(), *speaking.values()})
    if not apart.is_needed:
        return mentions
    bounds = message_bounds(doc)
    by_message: dict[int, list[int]] = {}
    for number, (candidate, mention) in enumerate(pairs):
        if mention.label == "NAME":
            for message in overlapped_messages(bounds, candidate.start, candidate.end):
                by_message.setdefault(message, []).append(number)
    for message, numbers in by_message.items():
        start, end = bounds[message]
        names = [
            Written(candidate.start - start, candidate.end - start, parts[mention.text])
            for candidate, mention in (pairs[number] for number in numbers)
        ]
        speaker = speaking.get(speakers[message], ()) if message < len(speakers) else ()
        for place, others in apart.in_message(text[start:end], names, speaker).items():
            number = numbers[place]
            mentions[number] = replace(mentions[number], others=others)
    return mentions


def _names_in(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The folded names of a written name, given names first."""
    content = given_first(text, parse_name(text, lexicon), lexicon)
    return tuple(part.folded for part in content if part.kind == "name")
