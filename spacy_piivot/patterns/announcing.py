"""Words that announce an identifier, a date or an age: what follows them is somebody's."""

import re

_IDENTIFIER = re.compile(
    r"(?<![^\W_])(?:ssns?|social(?:\ssec(?:urity)?)?|soc sec|phones?|telephones?|tel|cell"
    r"|mobile|landline"
    r"|whatsapp|calls?|called|ring|rang|texts?|txt|fax|dial|hotline|contact|reach"
    r"|(?:my|her|his|their|your|ur|our) (?:numbers?|num|no|#|code|digits)"
    r"|(?:new|old|mom'?s|mum'?s|dad'?s|home|work|office|student|pupil|account|serial|lunch|locker"
    r"|member\w*|order|case|ticket|booking|invite|join|class)"
    r" (?:number|numbers|num|no|nr|code|line)"
    r"|(?:roll|reg(?:istration)?|admissions?|adm|candidate|enrol\w*|matric\w*|index|seat|form|staff"
    r"|employee|insurance|reference|ref|student)[ .]{0,2}(?:number|num|no|nr|id|code|#)"
    r"|student #|lrn|sid|studentids?|nhs|ph|facetime|message me|msg me|the number for"
    r"|ids?|i\.d\.|login|log[ -]in|logged in|user ?name|password|passcode|pin|passport|licen[cs]e"
    r"|permit|account|acct|iban|routing|bank|card|visa|osis|upn|uln|badge|zoom|meeting|session"
    r"|ip|server|router)(?![^\W_])",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?<![^\W_])(?:dob|d\.o\.b\.?|born|b-?days?|b day|birthdays?|birth ?dates?|birth|due|deadline"
    r"|until|till?|tests?|exams?|quiz(?:zes)?|class(?:es)?|lessons?|homework|hw|finals?|trip|party"
    r"|meeting|see (?:you|u|ya)|date|back|"
    r"(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?)(?![^\W_])",
    re.IGNORECASE,
)
_AGE = re.compile(
    r"(?<![^\W_])(?:i'?m|i am|(?:he|she|who)'?s|(?:he|she) is|you'?re|you are|turn(?:s|ed|ing)?"
    r"|they'?re|they are|we'?re|we are|(?:i|he|she|they)(?:'?ll| will) be"
    r"|(?:sister|sis|brother|bro|mom|mum|mama|mommy|mummy|dad|daddy|papa|uncle|aunt|auntie|cousin"
    r"|nephew|niece|son|daughter|grand(?:ma|pa|mother|father|son|daughter)|gran|granny|twin|baby"
    r"|mother|father|kid)(?:'?s)?"
    r"|years? old|y/?o|yrs? old|aged?|how old|born|b-?days?|birthdays?)(?![^\W_])",
    re.IGNORECASE,
)
_BIRTH = re.compile(
    r"(?<![^\W_])(?:dob|d\.o\.b|born|turn(?:s|ed|ing)|b-?days?|birthdays?|birth)(?![^\W_])",
    re.IGNORECASE,
)
_OWN = {"AGE": _AGE, "DATE_OF_BIRTH": _BIRTH, "DATE": _DATE}
# What may stand between such words and the value: small words, and what is part of the value.
_SMALL = re.compile(
    r"(?:[\s\d:=#,.|\-]"
    r"|(?<![^\W_])(?:is|was|me|us|at|on|to|number|num|no|now|it'?s|ko|[a-z]\d{1,2})(?![^\W_]))*",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"\?|(?<![^\W_])(?:what'?s?|which|give|send|tell|type|enter|put|write|need|your|ur)(?![^\W_])",
    re.IGNORECASE,
)


def announces_identifier(words: str) -> bool:
    """Whether some words announce a number of somebody: "my number is", "ssn:", "call me at".

    words (str): What stands before the number, as `plain_text` makes it.
    RETURNS (bool): Whether they do.
    """
    return bool(_IDENTIFIER.search(words))


def announces_date(words: str) -> bool:
    """Whether some words announce a date: "born", "due", "see you on"."""
    return bool(_DATE.search(words))


def announces(label: str, words: str) -> bool:
    """Whether some words announce a value of a label.

    label (str): A canonical label.
    words (str): What stands beside the value, as `plain_text` makes it.
    RETURNS (bool): Whether they do: an age or a date is announced by words of its own too ("i
        am", "born", "due"), and anything by those of an identifier.
    """
    own = _OWN.get(label)
    return announces_identifier(words) or bool(own and own.search(words))


def announces_directly(label: str, words: str) -> bool:
    """Whether words that announce a value of a label stand right before it.

    label (str): A canonical label.
    words (str): What stands before the value, as `plain_text` makes it.
    RETURNS (bool): Whether nothing but a small word or a sign is between: "ssn = ", "call me at ".
    """
    patterns = [_IDENTIFIER, *([_OWN[label]] if label in _OWN else [])]
    return any(
        _SMALL.fullmatch(words[match.end() :])
        for pattern in patterns
        for match in pattern.finditer(words)
    )


def is_request(message: str) -> bool:
    """Whether a message asks for something, so that the next one may hold it."""
    return bool(_REQUEST.search(message))
