"""Countries, states and large cities whose names are nothing else.

No name of a person and no other word is among them ("Georgia", "Jordan", "Turkey", "Phoenix"), and
what the place has given its name to is left out ("Brazil nuts", "the University of Texas").
"""

import re
from collections.abc import Iterator

from .context import alternatives
from .recognizer import Finding, Recognizer

_SCORE = 0.6

# Unmistakable in lower case too.
_LONG = (
    "new york city", "new york", "new jersey", "new mexico", "new hampshire", "rhode island",
    "north carolina", "south carolina", "north dakota", "south dakota", "west virginia",
    "district of columbia", "puerto rico", "los angeles", "san francisco", "san diego",
    "san antonio", "las vegas", "new orleans", "salt lake city", "kansas city", "mexico city",
    "united states of america", "united states", "united kingdom", "united arab emirates",
    "new zealand", "south africa", "south korea", "north korea", "saudi arabia", "costa rica",
    "el salvador", "sri lanka", "sierra leone", "ivory coast", "dominican republic",
    "czech republic", "burkina faso", "papua new guinea", "northern ireland", "hong kong",
    "buenos aires", "cape town", "new delhi", "kuala lumpur", "abu dhabi", "tel aviv",
    "rio de janeiro", "são paulo", "sao paulo", "british columbia", "nova scotia",
    "new south wales", "massachusetts", "connecticut", "pennsylvania", "philadelphia",
    "mississippi", "tennessee", "minnesota", "california", "oklahoma", "louisiana", "arkansas",
    "kentucky", "nebraska", "wisconsin", "michigan", "illinois", "pittsburgh", "minneapolis",
    "milwaukee", "baltimore", "bangladesh", "afghanistan", "pakistan", "philippines", "indonesia",
    "netherlands", "switzerland", "nicaragua", "guatemala", "venezuela", "argentina", "australia",
    "singapore", "uzbekistan", "kazakhstan", "zimbabwe", "tanzania", "ethiopia", "mozambique",
)  # fmt: skip
# With a capital only.
_SHORT = (
    "Alabama Alaska Arizona Colorado Delaware Florida Hawaii Idaho Indiana Iowa Kansas Maryland "
    "Missouri Nevada Ohio Oregon Texas Utah Vermont Wyoming Chicago Boston Houston Miami Seattle "
    "Detroit Atlanta Albuquerque Sacramento Toronto Montreal Vancouver Ontario Quebec "
    "Manitoba Alberta Tokyo Berlin Madrid Barcelona Moscow Beijing Shanghai Mumbai Bangalore "
    "Karachi Lahore Dhaka Manila Jakarta Seoul Bangkok Cairo Lagos Nairobi Accra Johannesburg "
    "Melbourne Auckland Edinburgh Glasgow Dublin Lisbon Stockholm Copenhagen Amsterdam Brussels "
    "Vienna Warsaw Prague Budapest Istanbul Athens Bogotá Havana France Germany Spain Italy "
    "Portugal Brazil Mexico Canada Japan Vietnam Thailand Malaysia Cambodia Mongolia Nepal Iraq "
    "Iran Syria Lebanon Yemen Egypt Morocco Algeria Tunisia Libya Sudan Nigeria Ghana Uganda "
    "Rwanda Zambia Malawi Cameroon Senegal Somalia Eritrea Colombia Ecuador Bolivia Paraguay "
    "Uruguay Honduras Haiti Jamaica Barbados Ireland Scotland England Sweden Norway Denmark "
    "Finland Poland Ukraine Russia Belarus Romania Bulgaria Greece Hungary Austria Belgium "
    "Croatia Serbia Slovakia Slovenia Estonia Latvia Lithuania Iceland"
).split()
# What bears a place's name and is none: a thing, a team, a school, a paper.
_THING_AFTER = (
    r"(?i:(?!['’]?s?[- ](?:nuts?|ink|hats?|toast|style|times|post|state|university|college|school"
    r"|academy|institute|instruments|tech|prep|high|middle|elementary|avenue|ave|street|st|road|rd"
    r"|lane|drive|boulevard|yankees|mets|giants|jets|knicks|nets|bulls|bears|cubs|lakers|dodgers"
    r"|red sox|celtics|patriots|heat|marlins|rangers|cowboys|mavericks|spurs|united|fc|open"
    r"|terriers?|sheepdog|shepherd|salmon|cheese|pizza|hold'?em|roll|blue|muffins?)(?!\w)))"
)
_PART_BEFORE = r"(?<![\w'’-])(?<!university of )(?<!University of )(?<!College of )(?<!Bank of )"
_PLACES = re.compile(
    rf"{_PART_BEFORE}(?:(?i:{alternatives(_LONG)})|{alternatives(_SHORT)})(?!\w){_THING_AFTER}"
)
_CUES = frozenset(word for place in (*_LONG, *_SHORT) for word in place.casefold().split()[:1])


def find_places(text: str, previous: str) -> Iterator[Finding]:
    """Countries, states and large cities that cannot be anything else."""
    for match in _PLACES.finditer(text):
        yield Finding(match.start(), match.end(), "LOCATION", _SCORE)


def is_only_place(text: str) -> bool:
    """Whether a string is the name of a place and of nothing else."""
    return bool(_PLACES.fullmatch(text))


PLACES: tuple[Recognizer, ...] = (Recognizer("place", ("LOCATION",), _CUES, find_places),)
