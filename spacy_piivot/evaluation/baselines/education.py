"""Presidio recognisers for schools, courses and grade levels.

The baseline of Zhou et al. (2026) adds recognisers for these three. The patterns here are ours:
simple ones, as a user of Presidio would write them, without context.
"""

from presidio_analyzer import Pattern, PatternRecognizer

_SCORE = 0.6

_STAGE = (
    r"(?:elementary|primary|middle|junior high|high|secondary|grammar|prep(?:aratory)?|charter)"
)
_ORDINARY = r"(?:the|an?|my|your|our|his|her|their|this|that|which|in|at|to|from|and)"
_WORD = r"[A-Z][\w.'’-]*"
_SCHOOL = (
    rf"\b(?!(?i:{_ORDINARY}|{_STAGE}) )(?:{_WORD} ){{1,5}}"
    rf"(?:School|Academy|College|University|(?i:{_STAGE} school))\b",
    rf"\b(?:University|College|Institute|Academy) of (?:the )?{_WORD}(?: {_WORD}){{0,2}}\b",
)

_LEVEL = r"(?:AP|IB|Honou?rs|College|Intro(?:duction)? to)"
_SUBJECT = (
    r"(?:(?:Pre-?)?Algebra|(?:Pre-?)?Calculus|Geometry|Trigonometry|Statistics|Stats|Maths?"
    r"|Mathematics|Biology|Chemistry|Physics|Science|Computer Science|English|History|Geography"
    r"|Economics|Psychology|Spanish|French|German)"
)
_COURSE = (
    rf"\b(?i:(?:{_LEVEL} )?{_SUBJECT}) (?:[1-9]\d{{0,2}}[A-Z]?|IV|I{{2,3}}|I(?! [a-z]))\b",
    rf"\b(?i:{_LEVEL} {_SUBJECT})(?: AB| BC)?\b",
)

_ORDINAL = (
    r"(?:1st|2nd|3rd|[4-9]th|1[0-2]th|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
    r"|tenth|eleventh|twelfth)"
)
_NUMBER = (
    r"(?:1[0-3]|[1-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen)"
)
_GRADE_LEVEL = (
    rf"(?i)\b{_ORDINAL}[ -]grade(?:rs?)?\b",
    rf"(?i)\b(?:grade|year) {_NUMBER}\b(?![.,:/]\d)",
    r"(?i)\b(?:freshm[ae]n|sophomores?|(?:junior|senior) year|kindergart(?:en|e?ners?))\b",
)


def education_recognizers() -> list[PatternRecognizer]:
    """Make the recognisers.

    RETURNS (list[PatternRecognizer]): One each for SCHOOL, COURSE and GRADE_LEVEL.
    """
    return [
        PatternRecognizer(
            label,
            patterns=[Pattern(label, pattern, _SCORE) for pattern in patterns],
            # Presidio ignores case by default, but names of schools are capitalised.
            global_regex_flags=0,
        )
        for label, patterns in (
            ("SCHOOL", _SCHOOL),
            ("COURSE", _COURSE),
            ("GRADE_LEVEL", _GRADE_LEVEL),
        )
    ]
