"""Distinguishes speaker roles ("tutor", "S1") from personal names ("Cassie")."""

import re

from ..lang import Lexicon
from ..lang.titles import NAME_WORD, titles

_PARTS = re.compile(rf"{NAME_WORD.pattern}|\d+")
_STROKES = re.compile(r"[^\W\d_]+(?:[ \t]*/[ \t]*[^\W\d_]+)+")
_MOST_INITIALS = 3


class SpeakerWords:
    """The words for speakers.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        # Words for a role, and the label that messages of the role get.
        self.roles = _by_word(lexicon, "speakers.roles")
        # Codes for a role: in capitals, or before a number.
        self.codes = _by_word(lexicon, "speakers.codes")
        # Codes that may be anybody's initials: only before a number.
        self.numbered_codes = _by_word(lexicon, "speakers.numbered_codes")
        self.qualifiers = lexicon.word_set("speakers.qualifiers")
        # Words for a speaker without a name, even if no role is given.
        self.unnamed = lexicon.word_set("speakers.nobody")
        # Next to other words and capitalised, these are parts of names ("Ai Tanaka", "Lee Child").
        self.also_names = lexicon.word_set("speakers.also_names")
        # Pronouns, as people write them after their names: "(she/her)".
        self.pronouns = lexicon.word_set("speakers.pronouns")
        self.not_names = titles(lexicon) | self.roles.keys()


def speaker_role(speaker: str, lexicon: Lexicon) -> str:
    """The role of a speaker; "" for a personal name.

    speaker (str): The speaker as in the source: "tutor", "Student 3", "Cassie".
    lexicon (Lexicon): The words of the language.
    RETURNS (str): The role in capitals ("TUTOR", "STUDENT", "QUESTION", …); "" if the
        speaker is not just a role and must be treated as a name. A speaker without any
        letters is not a role: it may be an account number. A letter code ("A", "B2") is a
        role; initials ("J.T.") are a name. A transcriber's code ("SLP", "MS1") is a role in
        capitals or before a number.
    """
    words = lexicon.part(SpeakerWords)
    written = [piece for part in _PARTS.findall(speaker) for piece in part.split("-")]
    parts = [part.casefold() for part in written]
    letters = [part for part in parts if not part.isdigit()]
    if len(letters) == 1 and len(letters[0]) == 1:
        # In scripts without an alphabet one character is a name.
        return words.roles.get(letters[0], "OTHER") if letters[0].isascii() else ""
    role = ""
    for position, part in enumerate(parts):
        numbered = "".join(parts[position + 1 : position + 2]).isdigit()
        if known := words.roles.get(part) or _role_of_code(written[position], numbered, words):
            role = role or known
        elif part in words.qualifiers or (part.isdigit() and len(part) <= 3 and role):
            continue
        elif len(part) == 1 and position > 0 and role:
            continue  # "Student J"
        else:
            return ""
    if not role and letters and words.unnamed.issuperset(letters):
        return "OTHER"
    return role


def may_be_initials(speaker: str) -> bool:
    """Whether a role may also be a person's initials: two or three capitals ("SN", "S.N.")."""
    letters = speaker.strip().replace(".", "")
    return 1 < len(letters) <= _MOST_INITIALS and letters.isalpha() and letters.isupper()


def is_role_code(text: str, lexicon: Lexicon) -> bool:
    """Whether a text can only be a transcriber's code for who speaks ("SS", "T", "Student 3").

    text (str): A speaker's label, or a supposed name.
    lexicon (Lexicon): The words of the language.
    RETURNS (bool): False if it may also be a name ("Ai", "Stu").
    """
    parts = {part.casefold() for part in _PARTS.findall(text)}
    also_names = lexicon.part(SpeakerWords).also_names
    return bool(speaker_role(text, lexicon)) and parts.isdisjoint(also_names)


def speaker_name(speaker: str, lexicon: Lexicon) -> str:
    """The personal name in a speaker's label.

    speaker (str): The speaker as in the source.
    lexicon (Lexicon): The words of the language.
    RETURNS (str): The name without titles and role words ("Ms. Koski" gives "Koski",
        "Cassie (student)" and "Cassie (she/her)" give "Cassie"); "" if the speaker is only a role
        or has no letters.
    """
    if speaker_role(speaker, lexicon):
        return ""
    known = lexicon.part(SpeakerWords)
    pronouns = [
        match.span()
        for match in _STROKES.finditer(speaker)
        if known.pronouns.issuperset(one.strip().casefold() for one in match.group().split("/"))
    ]
    words = [
        match
        for match in NAME_WORD.finditer(speaker)
        if not any(start <= match.start() < end for start, end in pronouns)
        and not _is_not_name(match.group(), known, first=match.start() == 0)
    ]
    if not words:
        return ""
    return speaker[words[0].start() : words[-1].end()]


def _by_word(lexicon: Lexicon, table: str) -> dict[str, str]:
    return {word: role for role, words in lexicon.table(table).items() for word in words}


def _role_of_code(word: str, numbered: bool, words: SpeakerWords) -> str:
    """The role for which a code stands as it is written; "" for none."""
    folded = word.casefold()
    if numbered and folded in words.numbered_codes:
        return words.numbered_codes[folded]
    return words.codes.get(folded, "") if numbered or word.isupper() else ""


def _is_not_name(word: str, words: SpeakerWords, *, first: bool) -> bool:
    folded = word.casefold()
    if first and word.isupper() and folded in words.codes:
        return True  # "SLP Rivera"
    if folded in words.also_names:
        return not word.istitle()
    if len(word) == 1 and not first:
        return not word.isupper()  # "Cassie M"
    return folded in words.not_names
