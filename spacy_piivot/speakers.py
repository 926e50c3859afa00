"""Who speaks: telling a role ("tutor", "S1") from a personal name ("Cassie")."""

import re

from .names.words import NAME_WORD, TITLES

# The word a speaker's role is known by, and the label its messages get.
_ROLE_WORDS = {
    "tutor": "TUTOR", "teacher": "TUTOR", "instructor": "TUTOR", "educator": "TUTOR",
    "coach": "TUTOR", "professor": "TUTOR", "lecturer": "TUTOR", "t": "TUTOR", "ta": "TUTOR",
    "mentor": "TUTOR", "volunteer": "TUTOR", "facilitator": "TUTOR", "helper": "TUTOR",
    "substitute": "TUTOR", "aide": "TUTOR", "assistant": "ASSISTANT", "bot": "ASSISTANT",
    "ai": "ASSISTANT", "agent": "ASSISTANT", "model": "ASSISTANT", "chatbot": "ASSISTANT",
    "system": "SYSTEM", "moderator": "SYSTEM", "admin": "SYSTEM", "narrator": "SYSTEM",
    "student": "STUDENT", "students": "STUDENT", "pupil": "STUDENT", "pupils": "STUDENT",
    "s": "STUDENT", "ss": "STUDENT", "learner": "STUDENT", "child": "STUDENT", "kid": "STUDENT",
    "boy": "STUDENT", "girl": "STUDENT", "class": "STUDENT", "group": "STUDENT",
    "everyone": "STUDENT", "everybody": "STUDENT", "all": "STUDENT", "tutee": "STUDENT",
    "children": "STUDENT", "kids": "STUDENT", "peer": "STUDENT", "user": "STUDENT",
    "st": "STUDENT", "stu": "STUDENT", "sn": "STUDENT", "sns": "STUDENT", "sts": "STUDENT",
    "sx": "STUDENT", "fs": "STUDENT", "stud": "STUDENT", "tch": "TUTOR", "tchr": "TUTOR",
    "p": "STUDENT", "m": "STUDENT", "f": "STUDENT",
    "question": "QUESTION", "problem": "QUESTION", "task": "QUESTION", "answer": "QUESTION",
    "prompt": "QUESTION", "essay": "ESSAY", "text": "ESSAY", "author": "ESSAY",
    "parent": "OTHER", "mother": "OTHER", "father": "OTHER", "mom": "OTHER", "mum": "OTHER",
    "dad": "OTHER", "guardian": "OTHER", "visitor": "OTHER", "researcher": "OTHER",
    "interviewer": "OTHER", "observer": "OTHER", "guest": "OTHER", "speaker": "OTHER",
    "none": "OTHER", "unknown": "OTHER", "other": "OTHER", "others": "OTHER", "null": "OTHER",
    "inaudible": "OTHER", "video": "OTHER", "announcement": "OTHER", "i": "OTHER", "r": "OTHER",
    "spk": "OTHER", "participant": "OTHER", "customer": "OTHER", "human": "STUDENT",
    "name": "OTHER", "redacted": "OTHER", "unintelligible": "OTHER", "crosstalk": "OTHER",
    "person": "OTHER", "voice": "OTHER", "host": "OTHER", "intercom": "OTHER",
}  # fmt: skip

_QUALIFIERS = frozenset(
    "multiple several some many unidentified unknown new male female another different one two "
    "the a of and or whole entire first second third both lead head co small intercom online "
    "human adult older younger number no math maths science reading class group virtual "
    "anonymous".split()
)

# Somebody without a name, also where no role is said.
_NOBODY = frozenset("unidentified anonymous multiple several unnamed".split())

# Capitalised beside other words, these are parts of names ("Ai Tanaka", "Lee Child").
_ALSO_NAMES = frozenset("ai all child guest host person st stu ta".split())

_PARTS = re.compile(rf"{NAME_WORD.pattern}|\d+")


def speaker_role(speaker: str) -> str:
    """The role of a speaker, or nothing for a personal name.

    speaker (str): What the source gives as speaker: "tutor", "Student 3", "Cassie".
    RETURNS (str): The role in capitals ("TUTOR", "STUDENT", "QUESTION", …); "" if the
        speaker is not only a role and must be treated as a name. A speaker without any
        letter is no role: it may be an account number. A letter code ("A", "B2") is one;
        initials ("J.T.") are a name.
    """
    parts = [part.casefold() for part in _PARTS.findall(speaker)]
    letters = [part for part in parts if not part.isdigit()]
    if len(letters) == 1 and len(letters[0]) == 1:
        # In scripts without an alphabet one character is a name.
        return _ROLE_WORDS.get(letters[0], "OTHER") if letters[0].isascii() else ""
    role = ""
    for position, part in enumerate(parts):
        if part in _ROLE_WORDS:
            role = role or _ROLE_WORDS[part]
        elif part in _QUALIFIERS or (part.isdigit() and len(part) <= 3 and role):
            continue
        elif len(part) == 1 and position > 0 and role:
            continue  # "Student J"
        else:
            return ""
    if not role and letters and _NOBODY.issuperset(letters):
        return "OTHER"
    return role


def is_role_code(text: str) -> bool:
    """Whether a text can only be a transcriber's code for who speaks ("SS", "T", "Student 3").

    text (str): A speaker's label, or what was taken for a name.
    RETURNS (bool): False for what may be a name too ("Ai", "Stu").
    """
    parts = {part.casefold() for part in _PARTS.findall(text)}
    return bool(speaker_role(text)) and parts.isdisjoint(_ALSO_NAMES)


def speaker_name(speaker: str) -> str:
    """The personal name in a speaker's label.

    speaker (str): What the source gives as speaker.
    RETURNS (str): The name without titles and role words ("Ms. Koski" gives "Koski",
        "Cassie (student)" gives "Cassie"); "" where the speaker is only a role or holds
        no letters.
    """
    if speaker_role(speaker):
        return ""
    words = [
        match
        for match in NAME_WORD.finditer(speaker)
        if not _is_no_name(match.group(), first=match.start() == 0)
    ]
    if not words:
        return ""
    return speaker[words[0].start() : words[-1].end()]


def _is_no_name(word: str, *, first: bool) -> bool:
    folded = word.casefold()
    if folded in _ALSO_NAMES:
        return not word.istitle()
    if len(word) == 1 and not first:
        return not word.isupper()  # "Cassie M"
    return folded in TITLES or folded in _ROLE_WORDS
