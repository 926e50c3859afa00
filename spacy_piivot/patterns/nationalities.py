"""Nationalities, peoples and religions of persons.

An adjective of a country is a person's only with a person beside it ("my mom is Mexican",
"half Korean", "a Scottish guy"): languages, food and terms of mathematics bear the same words.
"""

import re
from collections.abc import Iterator

from .context import alternatives
from .recognizer import Finding, Recognizer

_SCORE = 0.6

_NATIONS = (
    "afghan albanian algerian american angolan argentine argentinian armenian australian austrian "
    "azerbaijani bahamian bahraini bangladeshi barbadian basque belarusian belgian belizean "
    "beninese bhutanese bolivian bosnian brazilian british bruneian bulgarian burkinabe burmese "
    "burundian cambodian cameroonian canadian catalan chadian chilean chinese colombian congolese "
    "croatian cuban cypriot czech danish djiboutian dominican dutch ecuadorian ecuadorean egyptian "
    "emirati english eritrean estonian ethiopian fijian filipina filipino finnish french gabonese "
    "gambian georgian german ghanaian greek grenadian guamanian guatemalan guinean guyanese "
    "haitian honduran hungarian icelandic indian indonesian iranian iraqi irish israeli italian "
    "ivorian jamaican japanese jordanian kazakh kenyan kiwi korean kosovar kuwaiti kyrgyz laotian "
    "latvian lebanese liberian libyan lithuanian luxembourgish macedonian malagasy malawian "
    "malaysian maldivian malian maltese mauritanian mauritian mexican micronesian moldovan "
    "mongolian montenegrin moroccan mozambican namibian nepalese nepali nicaraguan nigerian "
    "norwegian omani pakistani palestinian panamanian paraguayan peruvian polish portuguese qatari "
    "romanian russian rwandan salvadoran salvadorian samoan saudi scottish senegalese serbian "
    "singaporean slovak slovenian somali spanish sudanese surinamese swedish swiss syrian "
    "taiwanese tajik tanzanian thai tibetan togolese tongan trinidadian tunisian turkish turkmen "
    "ugandan ukrainian uruguayan uzbek venezuelan vietnamese welsh yemeni zambian zimbabwean "
    "african arab asian european latina latino latinx hispanic chicano chicana hawaiian "
    "kurdish kurd hmong igbo yoruba navajo diné cherokee lakota apache māori maori desi "
    "punjabi bengali tamil gujarati sikh jewish berber amazigh uyghur rohingya chaldean assyrian"
).split()
_PHRASES = (
    "puerto rican",
    "costa rican",
    "new zealander",
    "south african",
    "south korean",
    "north korean",
    "sri lankan",
    "cape verdean",
    "sierra leonean",
    "hong konger",
    "pacific islander",
    "native american",
    "papua new guinean",
    "saint lucian",
    "saudi arabian",
)
_FAITHS = (
    "adventist agnostic amish anglican atheist bahai bahá'í baptist buddhist catholic coptic "
    "episcopalian evangelical hindu lutheran maronite mennonite methodist mormon muslim muslima "
    "orthodox pentecostal presbyterian protestant quaker shia sunni wiccan zoroastrian democrat "
    "republican"
).split()
# A name too: counts where it can't be one.
_NAMES = ("christian", "jain")
_PERSONS = (
    "frenchman frenchwoman englishman englishwoman irishman irishwoman welshman welshwoman"
).split()

_NATION = alternatives([*_NATIONS, *_PHRASES])
_GROUP = (
    rf"(?:(?:{_NATION})(?:[- ](?:american|canadian))?"
    rf"|{alternatives(_FAITHS)}|{alternatives(_PERSONS)})s?"
)
_RELATIVE = (
    r"(?:mother|mom|mum|mama|ma|father|dad|papa|parent|brother|bro|sister|sis|cousin|friend|bestie"
    r"|son|daughter|grandma|grandmother|grandpa|grandfather|gran|nan|auntie|aunt|uncle|nephew|niece"
    r"|wife|husband|family|neighbou?r|babysitter|stepdad|stepmom|stepmum|abuela|abuelo|side|people"
    r"|teacher|tutor|coach|classmate|roommate|boyfriend|girlfriend)"
)
_FILLER = (
    r"(?:(?:an?|half|part|quarter|fully|full|also|actually|originally|just|still|really|so|like|both"
    r"|not|either|proud|proudly|mostly|mixed|all|100%|technically|ethnically|very|practicing|devout"
    r"|raised|born)[ -]){0,4}"
)
_BE = r"(?:'?s|'?re| is| are| was| were| r)"
_SUBJECT = (
    r"(?:i'?m|i am|i was|im|me|we're|we are|we r|we were|you'?re|you are|ur|are (?:you|u|they|we)"
    r"|is (?:he|she)|y'?all are|she'?s|he'?s|they'?re|(?:she|he|they) (?:is|are|was|were)|who'?s"
    r"|who (?:is|are)|bein?g?|become|became"
    rf"|(?:my|his|her|our|your|ur|their)(?: \w+)?(?:['’]?s)? {_RELATIVE}s?(?: \w+)?{_BE}"
    rf"|(?:my|his|her|our|your|ur|their) {_RELATIVE}s?(?: \w+)?{_BE})"
)
# Taught, spoken, eaten or read: no person.
_THING_AFTER = (
    r"(?! (?:class|classes|teacher|tutor|lessons?|homework|hw|test|tests|exam|quiz|food|restaurant"
    r"|speaking|speaker|speakers|period|book|word|words|club|toast|fries|dressing|vocab|project"
    r"|numerals?|letters?|alphabet|language|major|today|now|tonight|next|later|tomorrow)\b|[-']\w)"
)
_OF_PERSON = re.compile(
    rf"(?<![\w'])(?:{_SUBJECT}) {_FILLER}(?P<group>{_GROUP})(?!\w){_THING_AFTER}", re.IGNORECASE
)
_HALF = re.compile(rf"(?<![\w'])(?:half|part)[- ](?P<group>{_NATION})(?!\w)", re.IGNORECASE)
_NAME_TOO = re.compile(
    rf"(?<![\w'])(?:{_SUBJECT}) (?:an? |both |all )(?P<group>(?:{alternatives(_NAMES)})s?)(?!\w)"
    rf"|(?<![\w'])(?:we'?re|we are|they'?re|they are) (?P<many>(?:{alternatives(_NAMES)})s?)(?!\w)",
    re.IGNORECASE,
)
_BEFORE_PERSON = re.compile(
    rf"(?<![\w'-])(?P<group>{_GROUP}) (?:people|persons?|kids?|girls?|boys?|guys?|man|woman|men"
    r"|women|lady|ladies|families|family|parents?|grandma|grandpa|grandparents|friends?|neighbou?rs?"
    r"|mathematicians?|citizens?|immigrants?|refugees?)(?!\w)",
    re.IGNORECASE,
)
_ALWAYS_PERSON = re.compile(rf"(?<![\w'-])(?P<group>{alternatives(_PERSONS)})(?!\w)", re.IGNORECASE)
_FURTHER = re.compile(
    rf"(?: and| n| &|,|,? (?:and )?(?:half|part|quarter))(?: (?:half|part|also|a|an))? "
    rf"(?P<group>{_GROUP})(?!\w){_THING_AFTER}",
    re.IGNORECASE,
)


def find_nationalities(text: str, previous: str) -> Iterator[Finding]:
    """Nationalities, peoples and religions that are said of a person."""
    for pattern in (_OF_PERSON, _HALF, _NAME_TOO, _BEFORE_PERSON, _ALWAYS_PERSON):
        end = 0
        for match in pattern.finditer(text):
            start, first_end = match.span(match.lastgroup or "group")
            if start < end:  # found as a further one of those before it
                continue
            end = first_end
            yield Finding(start, end, "NRP", _SCORE)
            while pattern is not _BEFORE_PERSON and (further := _FURTHER.match(text, end)):
                start, end = further.span("group")
                yield Finding(start, end, "NRP", _SCORE)


_WORDS = [*_NATIONS, *_FAITHS, *_NAMES, *_PERSONS, *(word.split()[-1] for word in _PHRASES)]
_NRP_CUES = frozenset(_WORDS) | frozenset(f"{word}s" for word in _WORDS) | {"bahá"}

NATIONALITIES: tuple[Recognizer, ...] = (
    Recognizer("nationality", ("NRP",), _NRP_CUES, find_nationalities),
)
