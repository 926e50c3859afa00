"""Grade levels and school years that describe a participant or somebody they know."""

import re
from collections.abc import Iterator

from .context import words
from .numerals import ORDINALS, SMALL, SMALL_WORD
from .recognizer import Finding, Recognizer

_SCORE = 0.6

_YEAR_NUMBER = rf"(?:1[0-3]|[1-9]|{SMALL_WORD})(?!\w|[.,:/]\d|\s?[=+*/x×÷%^-]\s?\d)"
_ORDINAL = (
    r"(?:1st|2nd|3rd|[4-9]th|1[0-2]th|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
    r"|tenth|eleventh|twelfth)"
)
_LATER_ORDINAL = r"(?:[4-9]th|1[0-2]th|fourth|fifth|sixth|seventh|eighth|ninth|tenth)"
_IS = r"(?:i'?m|i am|she'?s|he'?s|they'?re|we'?re|you'?re|ur|she is|he is|you are)"
_PAUSE = r"(?=\s?(?:$|[,!?;]|\.(?!\d))|\s(?:now|too|and|but|n|not|btw|so|at|this)(?!\w))"

# "Year 9", "yr8", "Grade Seven"
_NAMED_YEAR = re.compile(
    rf"(?<![\w-])(?:(?:years?|grades?|(?:yr|gr)\.?)\s?{_YEAR_NUMBER}"
    rf"|(?:year|grade)\s{SMALL_WORD}s(?!\w)|y(?:[3-9]|1[0-3])(?!\w|\s?[=+*/^(-]))",
    re.IGNORECASE,
)
# "7th grade", "fifth graders"
_ORDINAL_GRADE = re.compile(
    rf"(?<![\w-]){_ORDINAL}[ -]graders?(?!\w)|(?<![\w-]){_ORDINAL} grade(?!\w)", re.I
)
# "JSS 2", "Primary Five", "sixth class": a name for a group only when it is spoken to or told.
_GROUP_YEAR = re.compile(
    rf"(?<![\w-])(?:(?:class|primary|basic|jss|form|standard)\s{_YEAR_NUMBER}"
    rf"|{_LATER_ORDINAL} class"
    rf"|[PS][1-7]|freshmen|sophomores)(?!\w|\s?[=+*/^(-])",
    re.IGNORECASE,
)
_IN_ORDINAL = re.compile(
    rf"(?<!\w)(?:{_IS}|[A-Z]\w+'s)\s(?:(?:still|now|only|just|going|also)\s)*"
    rf"(?:(?:in|into)\s(?:the\s)?(?P<grade>{_ORDINAL})|(?P<bare>{_LATER_ORDINAL})){_PAUSE}",
    re.IGNORECASE,
)
_CLASS_YEAR = re.compile(
    rf"(?<!\w)(?:{_IS}|are|as|was|school|high|academy)[,]?\s(?:only\s|still\s|just\s)?(?:an?\s)?"
    r"(?P<grade>freshman|freshmen|sophomores?|junior|senior)(?=\s?(?:$|[,!?;]|\.(?!\d))|\s(?:at"
    r"|in|now|this|too|and)(?!\w))",
    re.IGNORECASE,
)
_PERSON = words(
    r"i'?m i am my you you're your ur u we we're she he she's he's shes hes im ya yep yes"
    r" sister brother cousin daughter son friend bestie school academy primary secondary still"
    r" go goes going"
)
_GRADE_QUESTION = re.compile(
    r"(?:what|which|wat)\s(?:grade|year|class|form)(?!s?\s(?:did|do)\s\w+\sget)|year group"
    r"|grade (?:are|is)|in school\?|grade and|your grade",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    rf"\s*(?:um+,?\s|uh,?\s|i'?m\s(?:in\s)?|in\s|the\s)*(?P<grade>{_ORDINAL}|[ysp]\d\d?)(?!\w"
    rf"|[ -]?grade)",
    re.IGNORECASE,
)
# A grade that names a level of work, or counts people in a problem.
_OF_WORK = re.compile(
    r"['-]?\s?(?:level\s)?(?:maths?|mathematics|problems?|questions?|standards?|content|work"
    r"|worksheet|book"
    r"|textbook|on (?:the|my|your|a|this)|reading|algebra|science|curriculum|topics?|skills?"
    r"|lessons?|test"
    r"|stuff|material|concepts?|students|boys|girls|classes|teachers?|of)(?!\w)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"(?:\d|\b(?:each|every|many|of the|per|another|all|some|several|half of|two|three|four|five"
    r"|six|seven"
    r"|eight|nine|ten|twenty|increase in|which is|would be in|in))\s$",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"$|[,.!?]|\s(?:now|since)(?!\w)")
# Only a school calls its years so: "yr 9"; "Year 9" inside a sentence.
_SCHOOL_YEAR = re.compile(rf"[Yy]r\.?\s?\d|(?<=.)Year\s(?:[5-9]|1[0-3]|{SMALL_WORD})(?!\s?:)")
_CONTINUES = re.compile(r"^(?:\s(?:and|not|or|n)\s|,\s)$")
_IS_IN = re.compile(
    r"(?:'s|'re|m|s|is|are|still|go\w{0,3})\s(?:\w{1,20}\s){0,2}in\s$", re.IGNORECASE
)
_SPOKEN_TO = re.compile(
    r"(?:^|[.!?,]\s)(?:(?:ok(?:ay)?|alright|right|now|so|well|good|morning|afternoon|hello|hi"
    r"|thank you|yes"
    r"|from)\s?,?\s){0,4}$",
    re.IGNORECASE,
)


def find_grade_levels(text: str, previous: str) -> Iterator[Finding]:
    """Grades and school years of a participant or somebody they know."""
    asked = bool(_GRADE_QUESTION.search(previous[-160:]))
    for pattern in (_NAMED_YEAR, _ORDINAL_GRADE, _GROUP_YEAR):
        last = 0
        for match in pattern.finditer(text):
            if _OF_WORK.match(text, match.end()):
                continue
            if (
                asked
                or (last and _CONTINUES.match(text[last : match.start()]))
                or _SCHOOL_YEAR.match(text, match.start())
                or _is_spoken_to(text, match.start(), match.end())
                or (pattern is not _GROUP_YEAR and _describes_person(text, match.start()))
            ):
                last = match.end()
                yield Finding(*match.span(), "GRADE_LEVEL", _SCORE)
    for match in _IN_ORDINAL.finditer(text):
        yield Finding(
            *match.span("grade" if match.group("grade") else "bare"), "GRADE_LEVEL", _SCORE
        )
    for match in _CLASS_YEAR.finditer(text):
        yield Finding(*match.span("grade"), "GRADE_LEVEL", _SCORE)
    if asked and (answer := _ANSWER.match(text)):
        yield Finding(*answer.span("grade"), "GRADE_LEVEL", _SCORE)


def _is_spoken_to(text: str, start: int, end: int) -> bool:
    """Whether a group stands as an address or an answer: "Okay year eight, pencils down"."""
    return bool(_CLOSED.match(text, end)) and bool(
        _SPOKEN_TO.search(text[max(0, start - 40) : start])
    )


def _describes_person(text: str, start: int) -> bool:
    before = text[max(0, start - 45) : start]
    person = max(_PERSON.finditer(before), key=re.Match.end, default=None)
    if person is None:
        return False
    near = before[person.end() :].count(" ") <= 5
    return near and (not _COUNTED.search(before) or bool(_IS_IN.search(before)))


_GRADE_CUES = (
    frozenset(
        "year years yr grade grades grader graders gr class form primary basic jss ss std y s p "
        "freshman freshmen "
        "sophomore sophomores junior senior st nd rd th".split()
    )
    | frozenset(ORDINALS)
    | frozenset(f"{word}s" for word in SMALL)
)

GRADES: tuple[Recognizer, ...] = (
    Recognizer("grade_level", ("GRADE_LEVEL",), _GRADE_CUES, find_grade_levels),
)
