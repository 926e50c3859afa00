"""Resolves who is who in one dialogue, as plain data."""

from collections.abc import Collection, Iterable
from typing import Any

from ..core.folding import fold, words
from ..core.labels import labels_of, made_by
from ..core.speakers import may_be_initials, speaker_name
from ..kinds.contacts.owners import Owners
from ..kinds.names.genders import PersonWords
from ..kinds.names.parsing import given_first, parse_name
from ..kinds.names.people import Identities
from ..kinds.names.written_forms import NameMention
from ..lang import ENGLISH, Lexicon
from .mentions import Mention, is_bare_name, is_role

_CONTACT_LABELS = labels_of("contact")


def who_is_who(
    mentions: Iterable[Mention],
    *,
    speakers: Iterable[str] = (),
    roster: Iterable[str] = (),
    lexicon: Lexicon = ENGLISH,
) -> list[dict[str, Any]]:
    """Gather the names of one dialogue into persons.

    mentions (Iterable[Mention]): The findings, in any order and number; labels other than NAME,
        EMAIL_ADDRESS, USERNAME and URL are ignored.
    speakers (Iterable[str]): The speakers as given in the source.
    roster (Iterable[str]): The names on the roster.
    lexicon (Lexicon): The words of the language.
    RETURNS (list[dict[str, Any]]): One dictionary per person, in a canonical order: `id` (the
        folded fullest form of the name), `parts` (given names first, each with `text` and
        `kind`), `gender` ("male", "female" or ""), and, as written, `names`, `contacts`,
        `speakers` and `roster`. Two people who share a first name are separate; the first name
        alone belongs to the first of them unless "Mr", "she" or the like indicates otherwise.
    """
    found = set(mentions)
    listed = {name for name in roster if not is_role(name, lexicon)}
    named = speaker_mentions(speakers, found, listed, lexicon)
    identities = Identities(name_mentions(found, named.values(), listed, lexicon), lexicon)
    owners = Owners(identities, lexicon)
    people: dict[str, dict[str, Any]] = {
        person.id: {
            "id": person.id,
            "parts": [{"text": part.folded, "kind": part.kind} for part in person.parts],
            "gender": person.gender,
            "names": [],
            "contacts": [],
            "speakers": [],
            "roster": [],
        }
        for person in identities.persons
    }

    def add(text: str, key: str, written: str) -> None:
        if aligned := identities.align(text):
            people[aligned[0].id][key].append(written)

    for text in sorted({mention.text for mention in found if mention.label == "NAME"}):
        add(text, "names", text)
    for speaker, mention in sorted(named.items()):
        if mention is not None:
            add(mention.text, "speakers", speaker)
    for name in sorted(listed):
        add(name, "roster", name)
    for text in sorted({mention.text for mention in found if mention.label in _CONTACT_LABELS}):
        if owner := owners.owner(text):
            people[owner.id]["contacts"].append(text)
    return list(people.values())


def name_mentions(
    mentions: Collection[Mention],
    speakers: Iterable[NameMention | None],
    roster: Iterable[str],
    lexicon: Lexicon = ENGLISH,
) -> list[NameMention]:
    """List all names of a dialogue's speakers, roster and text, also with another label."""
    people = [mention for mention in speakers if mention is not None]
    people += [NameMention(name, source="roster") for name in roster]
    people += [NameMention(m.whole) for m in mentions if m.label == "NAME" and m.whole]
    people += [
        NameMention(m.text, m.title, m.pronoun, others=m.others)
        for m in mentions
        if m.label == "NAME" or (m.label in made_by("email") and is_bare_name(m.text, lexicon))
    ]
    return people


def speaker_mentions(
    speakers: Iterable[str],
    mentions: Iterable[Mention],
    roster: Iterable[str],
    lexicon: Lexicon = ENGLISH,
) -> dict[str, NameMention | None]:
    """Find the names in the labels of a dialogue's speakers.

    speakers (Iterable[str]): The speakers as given in the source.
    mentions (Iterable[Mention]): The findings.
    roster (Iterable[str]): The names on the roster.
    lexicon (Lexicon): The words of the language.
    RETURNS (dict[str, NameMention | None]): By speaker: the name, or None for a role. A role in
        capitals ("SN") that is the initials of somebody's full name is a name.
    """
    named = {speaker: speaker_mention(speaker, lexicon) for speaker in set(speakers)}
    codes = [
        speaker for speaker, name in named.items() if name is None and may_be_initials(speaker)
    ]
    if codes:
        names = [name.text for name in named.values() if name]
        names += [mention.text for mention in mentions if mention.label == "NAME"]
        initials = set[str]().union(*(_initials_of(one, lexicon) for one in (*names, *roster)))
        for code in codes:
            if fold(code.strip().replace(".", "")) in initials:
                named[code] = NameMention(code.strip(), source="speaker")
    return named


def _initials_of(name: str, lexicon: Lexicon) -> set[str]:
    """The initials of a full name: all, and the first with the last."""
    parts = given_first(name, parse_name(name, lexicon), lexicon)
    letters = "".join(part.folded[:1] for part in parts if part.kind == "name")
    return {letters, letters[0] + letters[-1]} if len(letters) > 1 else set()


def speaker_mention(speaker: str, lexicon: Lexicon = ENGLISH) -> NameMention | None:
    """The name in a speaker's label and the title before it; None for a role."""
    name = speaker_name(speaker, lexicon)
    if not name:
        return None
    known = lexicon.part(PersonWords).titles
    titles = [word for word in words(speaker[: speaker.index(name)]) if word in known]
    return NameMention(name, titles[-1] if titles else "", source="speaker")
