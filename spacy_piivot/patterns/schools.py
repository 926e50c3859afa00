"""Names of schools, colleges and universities, and courses with a number."""

import re
from collections.abc import Iterator

from .recognizer import DIGITS, Finding, Recognizer

_SCORE = 0.6

_SUBJECT = (
    r"(?:Pre-?)?Algebra|Geometry|Calculus|Calc|Precalculus|Pre-?Calc(?:ulus)?|Trigonometry|Trig"
    r"|Statistics"
    r"|Stats|Stat|Maths?|Mathematics|Biology|Bio|Chemistry|Chem|Physics|Phys|History|Hist"
    r"|English|Economics"
    r"|Econ|Psychology|Psych|Spanish|French|CS|Computer Science|Accounting|Integrated Math"
)
_COURSE = re.compile(
    rf"(?<![\w-])(?:(?:AP|IB|Honors|Intro to|College|CP)\s)?(?:{_SUBJECT})\s(?:Level\s)?"
    r"(?:\d{1,4}[A-Z]{0,2}|I{1,3}|IV)(?!\w|[.,:/]\d|\s?[=+*/x×÷%^-]\s?\d)(?:\s(?:Honors|Hons))?"
    r"|(?<![\w-])(?:[A-Z]{3,4}\s(?:0[0-9]{2}|[1-4][0-9]{2}|[1-4][0-9]{3})[A-Z]?)(?!\w|[.,:/]\d"
    r"|\s?[=+*/x×÷%^-]\s?\d)"
)
_NOT_A_COURSE = re.compile(
    r"\b(?:lesson|chapter|unit|question|problem|page|grade|level)\s$", re.IGNORECASE
)
_NOT_A_DEPARTMENT = frozenset(
    "THE AND FOR ARE BUT NOT YOU ALL ANY CAN HER WAS ONE OUR OUT DAY GET HAS HIM HIS HOW MAN NEW "
    "NOW OLD SEE "
    "TWO WAY WHO DID ITS LET PUT SAY SHE TOO USE USD GBP EUR AUD ISO RGB FEET INCH PAGE YEAR "
    "GRAM MILE PLUS "
    "SAT ACT GCSE OVER ONLY JUST THEN WITH FROM THAT THIS HAVE LIKE WHAT WHEN SOME MORE AREA SUM "
    "ADD KM ABC".split()
)


def find_courses(text: str, previous: str) -> Iterator[Finding]:
    """Courses with a number: "Algebra 2 Honors", "MATH 1050"."""
    for match in _COURSE.finditer(text):
        first = re.match(r"[A-Za-z]+", match.group())
        if first and first.group() in _NOT_A_DEPARTMENT:
            continue
        if not _NOT_A_COURSE.search(text[max(0, match.start() - 20) : match.start()]):
            yield Finding(*match.span(), "COURSE", _SCORE)


_CAP = r"[^\W\d_a-zß-öø-ÿ]\w{0,30}(?:['.-]\w{1,30}){0,3}(?:'(?!\w))?"
_WORD = rf"(?:(?:Jr|Sr|St|Mt|Ft|Dr)\.|{_CAP})"
_JOIN = r"(?:of|the|and|de|del|la|las|los)"
_STAGE = (
    r"(?:Elementary|Primary|Middle|High|Secondary|Grammar|Prep|Preparatory|Junior High"
    r"|Jr\.? High|Intermediate"
    r"|Comprehensive|Charter|Public|State|Community|Model|International|Independent|Academy"
    r"|College|University"
    r"|Institute|Conservatoire|Seminary|Lyceum|Gymnasium|Juniors|Infants|Sixth Form|Elem|HS|MS"
    r"|ES|ISD|Tech|Girls|Boys)"
)
_SCHOOL = re.compile(
    rf"(?<![\w'-])(?P<name>{_WORD}(?: {_WORD}){{0,5}}) (?P<stage>{_STAGE}(?: (?:{_STAGE}|School"
    rf"|College))*"
    r"|School)(?: for (?:Boys|Girls))?(?![\w-])"
)
_SAINT_SCHOOL = re.compile(
    rf"(?<![\w'-])St\.? {_CAP}(?: {_CAP})? (?:School|Academy|High|Grammar|Primary|College)"
)
_UNIVERSITY_OF = re.compile(
    rf"(?<![\w'-])(?:University|College|Institute|Academy) of (?:the )?{_CAP}(?: {_CAP}){{0,3}}"
)
_NUMBER = (
    r"\s?(?:No\.?\s?|number\s|#\s?)?\d{1,3}(?!\w|[.,:/]\d|\s?[=+*/x×÷%^-]\s?\d|\s(?:students"
    r"|kids|teachers))"
)
_NUMBERED = re.compile(
    rf"(?<![\w.])(?:P\.\s?S\.|I\.\s?S\.|M\.\s?S\.|H\.\s?S\.|J\.H\.S\.|JHS|Public School"
    rf"|Gymnasium|School){_NUMBER}"
)
# "IS 25" is a part of a sentence in capitals too, and "PS" comes after a letter.
_BARE_NUMBERED = re.compile(rf"(?<![\w.])(?:PS|IS|MS|HS){_NUMBER}")
_PREFIXED = re.compile(
    rf"(?<![\w'-])(?:Ysgol|École|Ecole|Escuela|Liceo|Lycée|Colegio|Coláiste|Collège"
    rf"|Institución Educativa|Instituto"
    rf"|Gymnasium|Gaelscoil|Scoil|Escola|Scuola)(?: (?:{_JOIN}|an|y)(?= )| {_CAP}){{1,5}}"
)
_NOT_A_NAME = frozenset(
    "a an the my your his her our their its this that these those which what what's whose every "
    "each some any no "
    "is are was were in at to from of and or but if when where while so then than very too as "
    "for with about after "
    "before both either all most many i we you he she they it im i'm public private local old "
    "new high middle "
    "elementary primary secondary junior senior grammar state school schools college university "
    "academy community "
    "yes yeah ok okay oh well hi hello hey dear good how now there here let let's do does did "
    "can could will would "
    "should has have had not another other same different one two three first second next last "
    "jr mr mrs ms miss "
    "dr ask visit attend attends attended go goes going went left join joined model medical "
    "summer online".split()
)
_AMBIGUOUS_STAGE = frozenset(
    "High Middle Public State Community Model International Independent Primary Secondary "
    "Intermediate Junior "
    "Juniors Infant Infants Tech Girls Boys Elementary Prep Comprehensive Charter Institute "
    "Gymnasium".split()
)
_NOT_A_SCHOOL_AFTER = re.compile(
    r"\s(?:Street|St|Road|Rd|Ave|Avenue|Lane|Board|District|Court|Tea|Temperature|Score|Number"
    r"|Ground|Point|Five"
    r"|Tide|Jump|Performance|Percent|Scores?|Blood|Speed|[Ss]chool\s(?:musical|play))(?!\w)"
)
# A name that starts no later than this may answer a question.
_ANSWER = 20
_AT = re.compile(
    r"\b(?:at|from|to|of|attends?|goes|joined|left|for|school is|and|,|is|your|my|our)\s$",
    re.IGNORECASE,
)
# Somebody goes there, or comes from there.
_ATTENDING = (
    r"(?:go(?:es)?|going|went|goin)(?: back)? (?:to|2)|attend(?:s|ed|ing)?|mov(?:e|ed|es|ing) to"
    r"|transfer(?:s|red|ring)? (?:to|from)|switch(?:ed|ing)? to|(?:got|get|accepted) (?:in|in ?to)"
    r"|graduat(?:e|es|ed|ing) from|(?:student|senior|junior|freshman|sophomore|grade|grader) at"
    r"|(?:study|studies|studied|studying|teach|teaches|taught|enrolled) at|applied to"
    r"|accepted (?:at|to)"
)
_AT_SCHOOL = re.compile(
    rf"\b(?:{_ATTENDING}|at|from|left|join(?:s|ed|ing)?|school(?: is|'s|:)|visit(?:s|ed|ing)?)"
    r" (?:the )?$",
    re.IGNORECASE,
)
_WHICH_SCHOOL = re.compile(
    r"(?:what|which|wat|your|ur) (?:middle |high |elementary )?school|school do"
    r"|where do (?:you|u) go",
    re.IGNORECASE,
)
_ATTENDED = re.compile(
    rf"\b(?:{_ATTENDING}|at) (?:[^.!?;\n]{{0,60}}(?:\band |\bor |\bthen |, ))?$", re.IGNORECASE
)
_SHORT_NAME = re.compile(
    r"(?<![\w.-])(?:UCLA|UCSD|UCSB|UCSC|UCI|UCF|USC|USF|UNC|UNLV|MIT|NYU|CMU|LSU|BYU|ASU|FSU|MSU|OSU"
    r"|TCU|SMU|SDSU|SJSU|RPI|RIT|SUNY|CUNY|UPenn|UConn|Caltech|Harvard|Yale|Princeton|Stanford"
    r"|Cornell|Dartmouth|Georgetown|Oxford|Cambridge|Stuyvesant|Stuy|KIPP|Bronx Science|Brooklyn"
    r" Tech|Hunter College High)(?! (?:Street|St|Ave|Road|Rd)\b)(?![\w-])"
)
_LOWER_STAGE = re.compile(
    rf"\b(?:{_ATTENDING}) (?P<name>[a-z][a-z']{{2,20}}(?: [a-z][a-z']{{2,20}}){{0,2}}?)"
    r" (?P<stage>(?:junior |jr )?(?:high|middle|elementary|elem|academy|prep|primary|secondary"
    r"|grammar|college|university)(?: school)?)(?!\w)"
)


def find_schools(text: str, previous: str) -> Iterator[Finding]:
    """Names of schools, colleges and universities: a name with a word for the kind of school."""
    for match in _SCHOOL.finditer(text):
        start = _name_start(text, match)
        if start is None or _NOT_A_SCHOOL_AFTER.match(text, match.end()):
            continue
        name = text[start : match.start("stage")].strip()
        if (
            match.group("stage") in _AMBIGUOUS_STAGE
            and " " not in name
            and not _AT.search(text[max(0, start - 12) : start])
        ):
            continue
        yield Finding(start, match.end(), "SCHOOL", _SCORE)
    for pattern in (_SAINT_SCHOOL, _UNIVERSITY_OF, _NUMBERED, _PREFIXED):
        for match in pattern.finditer(text):
            yield Finding(*match.span(), "SCHOOL", _SCORE)
    last = 0
    for match in _BARE_NUMBERED.finditer(text):
        before = text[max(0, match.start() - 30) : match.start()]
        answers = _WHICH_SCHOOL.search(previous) and match.start() <= _ANSWER
        another = last and text[last : match.start()] in (" and ", " or ", " & ", ", ")
        if another or _AT_SCHOOL.search(before) or (answers and not match.group().startswith("IS")):
            last = match.end()
            yield Finding(*match.span(), "SCHOOL", _SCORE)
    for match in _SHORT_NAME.finditer(text):
        if _ATTENDED.search(text[max(0, match.start() - 90) : match.start()]):
            yield Finding(*match.span(), "SCHOOL", _SCORE)
    for match in _LOWER_STAGE.finditer(text):
        if _NOT_A_NAME.isdisjoint(match.group("name").split()):
            yield Finding(match.start("name"), match.end(), "SCHOOL", _SCORE)


def _name_start(text: str, match: re.Match[str]) -> int | None:
    """Where the name begins, without the ordinary words that stand capitalised before it."""
    position = match.start("name")
    for word in match.group("name").split(" "):
        if word.strip(".,").lower() not in _NOT_A_NAME:
            return position
        position += len(word) + 1
    return None


_SCHOOL_CUES = frozenset(
    "elementary primary middle high secondary grammar prep preparatory academy college "
    "university institute isd "
    "school hs ms es elem charter conservatoire intermediate comprehensive juniors junior "
    "infants seminary lyceum "
    "gymnasium public state international model independent community ps s is tech girls boys st "
    "ysgol école ecole escuela liceo lycée "
    "colegio coláiste collège institución instituto gaelscoil scoil escola scuola "
    "sixth h m ucla ucsd ucsb ucsc uci ucf usc usf "
    "unc unlv mit nyu cmu lsu byu asu fsu msu osu tcu smu sdsu sjsu rpi rit suny cuny upenn uconn "
    "caltech harvard yale princeton stanford cornell dartmouth georgetown oxford cambridge "
    "stuyvesant stuy kipp bronx brooklyn".split()
)

SCHOOLS: tuple[Recognizer, ...] = (
    Recognizer("course", ("COURSE",), DIGITS, find_courses),
    Recognizer("school", ("SCHOOL",), _SCHOOL_CUES, find_schools),
)
