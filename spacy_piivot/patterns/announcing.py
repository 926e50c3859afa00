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
    r"|aged?|how old|born|b-?days?|birthdays?)(?![^\W_])",
    re.IGNORECASE,
)
_BIRTH = re.compile(
    r"(?<![^\W_])(?:dob|d\.o\.b|born|turn(?:s|ed|ing)|b-?days?|birthdays?|birth)(?![^\W_])",
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
    own = {"AGE": _AGE, "DATE_OF_BIRTH": _BIRTH, "DATE": _DATE}.get(label)
    return announces_identifier(words) or bool(own and own.search(words))


def is_request(message: str) -> bool:
    """Whether a message asks for something, so that the next one may hold it."""
    return bool(_REQUEST.search(message))
