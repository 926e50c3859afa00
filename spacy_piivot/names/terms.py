"""Terms that are capitalised like names: "angle JKL", "Row B", "Cartesian", "jack of hearts"."""

import re
from bisect import bisect_left

from .evidence import PERSON_VERBS, Message, stands_as_name

# How far a term may reach beyond a possible name, in characters, and company, in words.
_REACH = 48
_COMPANY = 40

# Places in the text that no name stands in, unless it is known otherwise.
_PLACES = (
    # Figures and their points. "Ray A" may be a pupil's first name and initial.
    re.compile(
        r"\b(?:[Ll]ines?|[Aa]ngles?|[Ss]egments?|[Tt]riangles?|[Pp]oints?|[Vv]ert(?:ex|ices)|"
        r"[Ss]ides?|[Pp]lanes?|[Cc]ircles?|[Aa]rcs?)\s+[A-Z]{1,4}\b(?!['’])"
    ),
    re.compile(r"\b[Rr]ays?\s+[A-Z]{2}\b"),
    re.compile(
        r"\b(?:Case|Step|Part|Figure|Table|Rod|Row|Column|Problem|Question|Unit|Lesson|Chapter|"
        r"Page|Section|Exercise|Example|Group|Option|Choice)s?\s+(?:\d{1,4}|[A-Z])\b(?!\.\w|['’])"
    ),
    re.compile(r"\b(?:Cartesian|Euclidean|Gaussian|Pythagorean|Newtonian|Boolean|Platonic)\b"),
    re.compile(
        r"\b(?:roman|arabic|greek|hebrew|latin)\s+(?:numerals?|numbers?|letters?|alphabet|symbols?)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\bst\.?\s+(?:patrick|valentine)['’]?s(?:\s+day)?\b|\bvalentine['’]?s(?:\s+day)?\b|"
        r"\bmartin\s+luther\s+king,?(?:\s+jr\.?,?)?(?:['’]s)?\s+(?:day|holiday|weekend)\b|"
        r"\b(?:columbus|washington['’]?s|lincoln['’]?s)\s+(?:day|birthday)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:jacks?|kings?|queens?|aces?)\s+of\s+(?:hearts|spades|clubs|diamonds)\b|"
        r"\bjack(?:ed|ing|s)?\s+up\b|\bjack\s+of\s+all\b",
        re.IGNORECASE,
    ),
    re.compile(r"\bAP\s+[A-Z][a-z]+"),
)
_GREEK = frozenset(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma "
    "tau upsilon phi chi psi omega".split()
)
# Names too, most of them: terms only beside another of their kind, or after an article.
_STATISTICS = frozenset("max min mode mean median range norm avg average quartile outlier".split())
_FUNCTIONS = frozenset("sin cos tan log ln cot sec csc sine cosine tangent theta".split())
_PLANTS = frozenset("stem leaf leaves".split())
_COLOURS = frozenset(
    "red white purple lime yellow green black brown blue orange pink gray grey".split()
)
_FAMILIES = (_STATISTICS, _FUNCTIONS, _PLANTS)
_RODS = frozenset("rod rods cuisenaire".split())
# "Max has 5, Min and Max have 3": persons, whatever they are called.
_ACTS = PERSON_VERBS | {"have", "get", "go", "each"}
_ARTICLE = re.compile(r"\b(?:the|a|an|each|every|its|local|global|find)\s+\Z", re.IGNORECASE)


def is_term(message: Message, start: int, end: int) -> bool:
    """Whether a possible name is a term here, or stands inside one.

    message (Message): The message.
    start (int): Where the possible name begins in the message's text.
    end (int): Where it ends.
    RETURNS (bool): True for points of figures, numbered things, adjectives made from names,
        holidays, playing cards, Greek letters, and words of statistics, functions and colours
        in company of others.
    """
    text = message.text
    first = max(0, start - _REACH)
    around = text[first : end + _REACH]
    if any(
        first + place.start() <= start and end <= first + place.end()
        for pattern in _PLACES
        for place in pattern.finditer(around)
    ):
        return True
    found = text[start:end].casefold()
    number = bisect_left(message.words, (start, end))
    if number == len(message.words) or message.words[number] != (start, end):
        return False
    if _ACTS & {message.word(number + i) for i in (1, 2, 3)}:
        return False
    if found in _GREEK:
        return not stands_as_name(message, number, start, end, doubtful=True)
    companions = [family for family in _FAMILIES if found in family]
    if found in _COLOURS:
        companions.append(_RODS)
    article = _ARTICLE.search(text[max(0, start - 12) : start]) and found not in _COLOURS
    near = range(number - _COMPANY, number + _COMPANY)
    company = {message.word(i) for i in near} - {found} if companions else set()
    shown = companions and (article or any(family & company for family in companions))
    return bool(shown) and not stands_as_name(message, number, start, end, doubtful=True)
