"""Values of the rare labels, in the many ways people write and say them, and other such values."""

import random
import re
import unicodedata
from collections.abc import Callable, Sequence

from training.augment.name_pool import NamePool
from training.labelled import Gold


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(" ".join(phrase.split()) for phrase in text.split("|"))


MAIL_HOSTS = _words(
    "gmail.com gmail.com gmail.com gmail.com yahoo.com yahoo.com hotmail.com outlook.com "
    "icloud.com aol.com live.com msn.com me.com comcast.net verizon.net att.net proton.me "
    "protonmail.com gmx.de web.de gmx.net t-online.de yahoo.co.uk hotmail.co.uk btinternet.com "
    "sky.com outlook.fr orange.fr free.fr laposte.net libero.it virgilio.it wp.pl o2.pl seznam.cz "
    "mail.ru yandex.ru ukr.net naver.com hanmail.net daum.net qq.com 163.com 126.com yahoo.co.jp "
    "docomo.ne.jp rediffmail.com yahoo.co.in yahoo.com.br uol.com.br bol.com.br hotmail.es "
    "yahoo.com.mx bigpond.com xtra.co.nz telkomsa.net ymail.com zoho.com tutanota.com hey.com "
    "fastmail.com gmial.com gmail.con gmai.com mail.com rocketmail.com sbcglobal.net charter.net "
    "telus.net shaw.ca rogers.com"
)
DOMAIN_ENDINGS = _words(
    "com com com org org net edu info io co me us app tv site online xyz school academy co.uk "
    "org.uk sch.uk ac.uk ie ca com.au edu.au co.nz school.nz co.za in org.in edu.in de fr es it "
    "nl se no pl ch at be pt com.br com.mx edu.mx edu.co cl pe jp co.kr sg edu.sg my ph ng com.ng "
    "co.ke com.gh com.pk com.tr ae gr ro hu cz ua"
)
_SCHOOL_HOSTS = _phrases(
    "{}schools.org | {}.k12.ca.us | {}.k12.tx.us | {}isd.net | stu.{}isd.org | {}usd.org | "
    "student.{}.edu | {}.edu | my.{}.edu | mail.{}college.edu | {}academy.org | {}.sch.uk | "
    "{}high.school.nz | {}.vic.edu.au | {}.edu.in | students.{}schools.net | {}prep.org | "
    "{}district.org | {}charter.org | {}.ac.uk | {}tutoring.com | {}tutors.org | {}learning.com"
)
_FANCIES = _words(
    "dragon panda soccer gamer wolf ninja shadow pixel unicorn cookie star moon galaxy tiger "
    "slime potato noodle taco boba skater hoops goalie lacrosse dancer ballet guitar drummer "
    "anime manga kpop army blink swiftie cactus mango peach cherry waffle pickle turtle penguin "
    "koala fox owl raven phoenix storm thunder blaze frost ghost zombie creeper miner builder "
    "racer pilot rocket comet nova cosmic turbo nitro savage chill lazy sleepy happy sunny rainy "
    "crazy epic mega super golden silver neon purple blue red math science book art craft bike "
    "surf beach ocean river"
)  # fmt: skip
_MONTHS = _words(
    "January February March April May June July August September October November December"
)
_SHORT_MONTHS = _words("Jan Feb Mar Apr May Jun Jul Aug Sep Sept Oct Nov Dec")
_WEEKDAYS = _words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
_SHORT_WEEKDAYS = _words("Mon Tue Tues Wed Thu Thurs Fri Sat Sun")
_UNITS = _words("zero one two three four five six seven eight nine")
_NUMBERS = (
    *_UNITS,
    *_words(
        "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
    ),
)
_TENS = _words("thirty forty fifty sixty seventy eighty ninety")
_ORDINALS = _words(
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth "
    "twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth "
    "twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
)
BIRTHDAYS_BY_NAME = _phrases(
    "today | today | tomorrow | tmrw | tmr | this friday | next tuesday | this saturday | sunday | "
    "next monday | christmas day | halloween | new years day | valentines day | boxing day | "
    "leap day | the 15th | the 3rd | christmas eve | last sunday | yesterday | st patricks day | "
    "independence day | the 22nd | 4th of july"
)
NATIONS_AND_FAITHS = _phrases(
    "Mexican | Nigerian | Korean | Brazilian | Vietnamese | Somali | Filipino | Jamaican | "
    "Polish | Turkish | Canadian | Haitian | Indian | Pakistani | Bangladeshi | Chinese | "
    "Japanese | Thai | Ethiopian | Eritrean | Ghanaian | Kenyan | Egyptian | Moroccan | Syrian | "
    "Lebanese | Iraqi | Iranian | Persian | Afghan | Ukrainian | Russian | German | French | "
    "Italian | Spanish | Irish | Scottish | Welsh | English | British | Dutch | Swedish | "
    "Norwegian | Danish | Finnish | Greek | Portuguese | Romanian | Hungarian | Czech | "
    "Albanian | Serbian | Bosnian | Armenian | Georgian | Colombian | Venezuelan | Peruvian | "
    "Chilean | Argentinian | Ecuadorian | Bolivian | Cuban | Dominican | Puerto Rican | "
    "Guatemalan | Honduran | Salvadoran | Nicaraguan | Costa Rican | Trinidadian | Guyanese | "
    "Australian | Samoan | Tongan | Fijian | Hawaiian | Nepali | Sri Lankan | Burmese | "
    "Cambodian | Laotian | Hmong | Indonesian | Malaysian | Singaporean | Taiwanese | Mongolian | "
    "Kazakh | Uzbek | Israeli | Palestinian | Jordanian | Saudi | Yemeni | Sudanese | Congolese | "
    "Senegalese | Liberian | Cameroonian | South African | Zimbabwean | Ugandan | Rwandan | "
    "American | Native American | Navajo | Cherokee | Kurdish | Latina | Latino | Hispanic | "
    "Asian American | African American | Mexican American | Chinese American | Korean American | "
    "Indian American | Muslim | Christian | Catholic | Jewish | Hindu | Sikh | Buddhist | "
    "Protestant | Orthodox | Baptist | Methodist | Lutheran | Mormon | Pentecostal | "
    "Presbyterian | Jain | Quaker | Mennonite | Amish | Anglican | Adventist | Republican | "
    "Democrat | Libertarian | socialist | Labour | Tory"
)
STATES = _phrases(
    "Texas | California | Ohio | New Jersey | Florida | Georgia | Michigan | Oregon | Utah | "
    "Iowa | Nevada | Arizona | Colorado | Kansas | Virginia | North Carolina | Minnesota | "
    "Wisconsin | Illinois | Indiana | Maine | Alaska | Hawaii | New Mexico | Tennessee | "
    "Kentucky | Alabama | Ontario | Alberta | Quebec | Queensland | Victoria | Punjab | Kerala | "
    "Bavaria | Lagos State | Yorkshire | Kent | Brooklyn | the Bronx | Queens | Harlem | SoCal | "
    "NYC | Puerto Rico"
)
_SUBJECTS = _words(
    "Algebra Math Maths Geometry Calculus Calc Precalc Physics Chemistry Chem Biology Bio English "
    "History Stats Statistics Economics Econ Psych Sociology Spanish French Science Accounting "
    "Trigonometry Trig Engineering Philosophy Pre-Algebra MATH MAT MTH ALG STAT PHYS CHEM BIO ENGL "
    "HIST PSYC CS CSE COMP ECON ART Writing Art Health Programming"
)
_PRECISE = frozenset(_words("Algebra Math Maths Geometry Calculus Calc Physics Precalc"))
_STREET_TYPES = _words(
    "Street St St. Avenue Ave Ave. Road Rd Drive Dr Lane Ln Court Ct Blvd Boulevard Way Place Pl "
    "Terrace Circle Cir Parkway Trail Crescent Close Gardens Grove Row Square Hill Walk Mews Rise"
)
_TREES = _words(
    "Maple Oak Pine Cedar Elm Birch Walnut Cherry Willow Chestnut Spruce Magnolia Juniper Hickory "
    "Sycamore Poplar Main Church Park Lake River Hill Mill Station Market High Spring Sunset Ridge "
    "Meadow Orchard Highland Forest Valley Canyon Mission Lincoln Washington Jefferson Madison"
)
_STATE_CODES = _words(
    "TX CA OH NJ FL GA MI OR UT IA NV AZ CO KS VA NC MN WI IL IN ME NM TN KY NY PA"
)

# "#": any digit, "%": a digit from 2 to 9.
_US_PHONES = _phrases(
    "%##-%##-#### | (%##) %##-#### | (%##)%##-#### | %##.%##.#### | %## %## #### | %##%##%### | "
    "+1 %##-%##-#### | 1-%##-%##-#### | +1 (%##) %##-#### | 1 (%##) %##-#### | +1%##%##%### | "
    "(%##) %## #### | %##/%##-#### | %##-%##%### | %##-#### | %##.#### | %##-555-01## | "
    "(%##) 555-01## | %## 555 01## | %##.555.01## | 555-01## | %## - %## - #### | "
    "+1.%##.%##.#### | %##–%##–#### | %##_%##_#### | 1%##%##%### | %##-%##-####"
)
_WORLD_PHONES = _phrases(
    "+44 7%## ###### | 07%## ###### | 07%## ### ### | (+44) 07%## ### ### | 020 7### #### | "
    "0121 4## #### | +44 (0)20 7### #### | 07%#-###-#### | 0161-496-0### | +447######### | "
    "+353 8% ### #### | 08% ### #### | +61 4## ### ### | 04## ### ### | (02) 9### #### | "
    "+64 21 ### #### | 021 ### #### | +91 9#### ##### | +91-98######## | 98######## | "
    "+92 3## ####### | 03##-####### | +880 17##-###### | +94 7% ### #### | +977 98######## | "
    "+86 13# #### #### | 138######## | +852 %### #### | +886 9## ### ### | +81 90-####-#### | "
    "090-####-#### | +82 10-%###-#### | 010-%###-#### | +63 9## ### #### | 09## ### #### | "
    "+62 812-####-#### | 0812######## | +60 12-### #### | 012-### #### | +65 8### #### | "
    "+66 8% ### #### | +84 9# ### ## ## | +49 15# ####### | 0151 ######## | 030 %####### | "
    "+33 6 ## ## ## ## | 06 ## ## ## ## | 06.##.##.##.## | +34 6## ### ### | 6## ## ## ## | "
    "+39 3## ### #### | 3## ####### | +351 9## ### ### | +31 6 ######## | 06-######## | "
    "+32 4## ## ## ## | +41 79 ### ## ## | +43 664 ####### | +46 70-### ## ## | 070-### ## ## | "
    "+47 %## ## ### | +45 %# ## ## ## | +358 40 ####### | +48 %## ### ### | +420 %## ### ### | "
    "+40 7## ### ### | 07## ### ### | +30 69# ### #### | +36 30 ### #### | +380 67 ### ## ## | "
    "+7 9## ###-##-## | 8 (9##) ###-##-## | +90 5## ### ## ## | 0(5##) ### ## ## | "
    "+972 5#-###-#### | +971 50 ### #### | +966 5# ### #### | +20 10 #### #### | "
    "+962 7 %### #### | +961 %# ### ### | +98 912 ### #### | +234 80% ### #### | 080%####### | "
    "+254 7## ###### | 07## ###### | +233 24 ### #### | 024 ### #### | +27 82 ### #### | "
    "082 ### #### | +251 91 ### #### | +256 7## ###### | +212 6##-###### | +221 77 ### ## ## | "
    "+263 77 ### #### | +237 6 ## ## ## ## | +52 55 #### #### | 55 #### #### | "
    "+55 11 9####-#### | (11) 9####-#### | +57 3## ### #### | +54 9 11 ####-#### | "
    "+56 9 #### #### | +51 9## ### ### | +58 412-####### | +593 99 ### #### | +502 %### #### | "
    "+503 7### #### | +509 %# ## #### | +1 876-%##-#### | +1 868 %##-#### | +1-809-%##-####"
)
# Besides: "?": a capital, "*": a small letter.
_IDS = _phrases(
    "#### | ##### | ###### | ####### | ######## | ######### | 0####### | 00##### | %### | "
    "%##### | S-######## | S####### | ST##### | STU-#### | STU##### | ID-##### | U##### | "
    "u-##### | ?######## | ?######## | ??###### | ???###### | ??-##### | ??-####-? | ???-#### | "
    "??? #### | ??-###-### | ####-? | ###-#### | ##-##### | ####-#### | ###-##-#### | "
    "###-###-### | ## #### #### | ### ### ### | ??/##### | ??/####/??? | ##-???-### | "
    "20##-##### | 20##-?-### | 20##### | @######## | %-###-#### | #?#?## | ?#?#?# | *##*# | "
    "##*#**# | *###* | ???##?? | ??##??# | #?-## | ??%## | ??## #### # | ?-###### | ??.#####.?? | "
    "REF-##### | ORD-##### | CASE-#### | TKT-##### | SES-###### | ACC##### | CUST-#### | "
    "MEM-##### | LIB###### | INV-##### | ?##-?##-?## | %-#-#-#-# | # # # # # # | ########-? | "
    "**##### | ***###### | ??####??## | ##########"
)  # fmt: skip

_LETTERED_IDS = tuple(ids for ids in _IDS if any(c.isalpha() or c in "?*@" for c in ids))

_PATTERN = {
    "#": lambda rng: rng.choice("0123456789"),
    "%": lambda rng: rng.choice("23456789"),
    "?": lambda rng: rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ"),
    "*": lambda rng: rng.choice("abcdefghjkmnpqrstuvwxyz"),
}


def _draw(patterns: Sequence[str], rng: random.Random) -> str:
    return "".join(_PATTERN[c](rng) if c in _PATTERN else c for c in rng.choice(patterns))


def _digits(count: int, rng: random.Random) -> str:
    return "".join(rng.choice("0123456789") for _ in range(count))


def _code(count: int, rng: random.Random) -> str:
    letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
    return "".join(rng.choice(letters) for _ in range(count))


def slug(name: str) -> str:
    """A name as it stands in addresses: small ASCII letters only; may be empty."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(c for c in plain.lower() if c.isascii() and c.isalpha())


def _first(pool: NamePool, rng: random.Random, names: Sequence[str]) -> str:
    return _address_part(names[0] if names else "", pool.forename, rng)


def _last(pool: NamePool, rng: random.Random, names: Sequence[str]) -> str:
    return _address_part(names[1] if len(names) > 1 else "", pool.surname, rng)


def _address_part(name: str, draw: Callable[[random.Random], str], rng: random.Random) -> str:
    for candidate in (name, draw(rng), draw(rng)):
        if len(slug(candidate)) > 1:
            return slug(candidate)
    return rng.choice(_FANCIES)


def _tail(rng: random.Random) -> str:
    """The digits people put behind a name."""
    return rng.choice(
        (_digits(1, rng), _digits(2, rng), _digits(2, rng), _digits(3, rng), _digits(4, rng),
         str(rng.randint(1960, 2018)), str(rng.randint(2005, 2016)))
    )  # fmt: skip


def _ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _said_number(number: int) -> str:
    if number <= 20:
        return _NUMBERS[number]
    tens = ("twenty", *_TENS)[number // 10 - 2]
    return tens if number % 10 == 0 else f"{tens}-{_UNITS[number % 10]}"


def _said_digits(number: str, rng: random.Random) -> str:
    """A number said digit by digit, in groups."""
    zero = rng.choice(("oh", "oh", "zero"))
    groups = re.findall(r"\d+", number)
    if len(groups) == 1 and len(number) > 5:
        groups = [number[:3], *re.findall(r"\d{3,4}(?!\d)|\d{3}", number[3:])]
        if "".join(groups) != number:
            groups = [number[i : i + 3] for i in range(0, len(number), 3)]
    said = [" ".join(zero if d == "0" else _UNITS[int(d)] for d in group) for group in groups]
    return rng.choice((", ", " ", ", ", "... ")).join(said)


def email(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    first, last = _first(pool, rng, names), _last(pool, rng, names)
    tail, fancy = _tail(rng), rng.choice(_FANCIES)
    local = rng.choice(
        (f"{first}.{last}", f"{first}.{last}", f"{first}.{last}{tail}", f"{first}{last}",
         f"{first}{last}{tail}", f"{first}{tail}", f"{first}_{last}", f"{first}_{tail}",
         f"{first}-{last}", f"{first[0]}{last}", f"{first[0]}{last}{tail}", f"{first[0]}.{last}",
         f"{last}.{first}", f"{last}{first[0]}", f"{last}{first[:2]}{_digits(2, rng)}",
         f"{first}.{rng.choice('abcdefghjklm')}.{last}", f"{fancy}{first}{_digits(2, rng)}",
         f"{first}.{fancy}", f"{fancy}.{rng.choice(_FANCIES)}{_digits(2, rng)}",
         f"{first}s.mom", f"{first}smom{_digits(2, rng)}", f"the{last}family", f"{last}.family",
         f"mrs.{last}", f"mr{last}", f"{first}+school", f"{first}.{last}.tutor", f"its{first}",
         f"info.{last}", f"{first[:3]}{last[:3]}{tail}",
         f"{first.capitalize()}.{last.capitalize()}",
         f"{first.capitalize()}{last.capitalize()}{tail}")
    )  # fmt: skip
    share = rng.random()
    if share < 0.64:
        host = rng.choice(MAIL_HOSTS)
    elif share < 0.86:
        stem = slug(rng.choice((pool.place(rng), pool.surname(rng)))) or rng.choice(_FANCIES)
        host = rng.choice(_SCHOOL_HOSTS).format(stem)
    else:
        stem = slug(pool.surname(rng)) or fancy
        joint = rng.choice(("", "-", "")) + rng.choice((*_FANCIES, "family", "law", "design", "co"))
        host = f"{stem}{joint}.{rng.choice(DOMAIN_ENDINGS)}"
    return _written_at(local, host, rng)


def _written_at(local: str, host: str, rng: random.Random) -> str:
    share = rng.random()
    if share < 0.84:
        return f"{local}@{host}"
    if share < 0.87:
        return f"{local}@{host}".upper()
    if share < 0.89:
        return f"{local} @ {host}"
    if share < 0.91:
        return f"{local}@{host.split('.')[0]}"
    dotted = rng.choice((host, host.replace(".", " dot "), host.replace(".", "(dot)")))
    at = rng.choice((" at ", " at ", "(at)", "[at]", " (at) ", " AT "))
    return f"{local}{at}{dotted}"


def said_email(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    first, last = _first(pool, rng, names), _last(pool, rng, names)
    number = rng.choice(
        ("", "", _said_number(rng.randint(1, 99)), str(rng.randint(1, 99)),
         _said_digits(_digits(2, rng), rng), f"twenty {_said_number(rng.randint(10, 16))}")
    )  # fmt: skip
    joint = rng.choice((" dot ", " dot ", " underscore ", " ", " dash "))
    local = rng.choice(
        (f"{first}{joint}{last}", f"{first[0]}{joint}{last}", first, f"{first}{last}",
         " ".join(first), f"{first[0].upper()} {last}")
    )  # fmt: skip
    host = rng.choice((rng.choice(MAIL_HOSTS), f"{last}.{rng.choice(DOMAIN_ENDINGS)}"))
    host = host.replace("-", " dash ").replace(".", " dot ")
    return f"{local} {number}".strip() + f" at {host}"


def handle(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    first, last = _first(pool, rng, names), _last(pool, rng, names)
    tail, one, two = _tail(rng), rng.choice(_FANCIES), rng.choice(_FANCIES)
    stem = rng.choice(
        (f"{first}{tail}", f"{first}_{last}", f"{first}.{last}", f"{first}.{last}{_digits(2, rng)}",
         f"{first}_{tail}", f"{first}_xo", f"xx_{first}_xx", f"its.{first}", f"its{first}{tail}",
         f"_{first}_{last[0]}", f"{first}__{one}", f"{first}.{one}", f"real{first}{last}",
         f"{first}plays", f"{first}draws", f"{first}{last[:3]}yt", f"{one}{two}{tail}",
         f"{one}_{two}", f"{one}_{two}{_digits(2, rng)}", f"{one.title()}{two.title()}{tail}",
         f"{one.title()}{two.title()}", f"{first.title()}The{one.title()}", f"xX{one.title()}Xx",
         f"{first.title()}{last.title()}", f"{first.title()}_{tail}", f"{one}{first}",
         f"{last}{tail}",
         f"not{first}{tail}", f"{first}{first[-1] * 2}{_digits(1, rng)}", f"lil{first}{tail}",
         f"{one}.{first}", f"coach{last}", f"mr_{last}_math", f"ms.{last}", f"{first}.exe",
         f"{first}{one}", f"{first}0{first[0]}{tail}", f"{one}girl{tail}", f"{one}boy_{tail}",
         f"{one.upper()}{tail}", f"{first[0]}{last}_{_digits(2, rng)}", f"{two}queen_{first}")
    )  # fmt: skip
    share = rng.random()
    if share < 0.36:
        return f"@{stem}"
    if share < 0.43:
        return f"{stem}#{_digits(4, rng)}"
    return f"u/{stem}" if share < 0.44 else stem


def login(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """The user name of an account at a learning site: the gold calls it a number."""
    first, last = _first(pool, rng, names), _last(pool, rng, names)
    return rng.choice(
        (f"{first[0]}{last}{_digits(2, rng)}", f"{first[0]}.{last}",
         f"{last}{first[0]}{_digits(2, rng)}",
         f"{first}.{last}.{_digits(2, rng)}", f"{_digits(2, rng)}{last}{first[0]}",
         f"{last[:5]}{_digits(4, rng)}",
         f"{first[0]}{last}-{_digits(2, rng)}", f"{first}{last[0]}{_digits(4, rng)}",
         f"{last}_{first[0]}",
         f"{first}_{rng.choice(_FANCIES)}_{_digits(2, rng)}", f"s{_digits(6, rng)}",
         f"{last[:4].upper()}{_digits(3, rng)}")
    )  # fmt: skip


def url(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    first, last = _first(pool, rng, names), _last(pool, rng, names)
    stem = slug(pool.place(rng)) or last
    one, two = rng.choice(_FANCIES), rng.choice(_FANCIES)
    person = handle(pool, rng, names).lstrip("@").split("#")[0].removeprefix("u/")
    ending = rng.choice(DOMAIN_ENDINGS)
    page = rng.choice(
        ("", "", "/", "/about", "/homework", "/contact.html", "/students", f"/{one}", "/index.php",
         f"/unit{rng.randint(1, 9)}", f"/{one}-{two}", f"/p/{_digits(4, rng)}", "/login",
         "/calendar",
         f"/grade{rng.randint(1, 12)}/week-{rng.randint(1, 30)}", f"/files/{one}.pdf",
         f"/?id={_digits(5, rng)}",
         f"/signup?ref={_code(6, rng)}", f"/u/{first}",
         f"/room?k={_code(5, rng)}&v={rng.randint(1, 9)}",
         f"/~{first[0]}{last}", f"/{rng.randint(2019, 2026)}/{rng.randint(1, 12):02}/{one}")
    )  # fmt: skip
    share = rng.random()
    if share < 0.48:
        host = rng.choice(
            (f"{first}{last}.{ending}", f"{first}-{last}.{ending}", f"{last}tutoring.{ending}",
             f"{last}math.{ending}", f"mrs{last}.{ending}", f"{stem}schools.{ending}",
             f"{one}{two}.{ending}", f"{first}.{last}.{ending}", f"{stem}-math.{ending}",
             f"{first}{one}.{ending}", f"learn.{stem}.{ending}", f"portal.{last}academy.{ending}",
             f"my{one}{_digits(2, rng)}.{ending}", f"{last}family.{ending}", f"math.{stem}.edu",
             f"{first}swebsite.{ending}", f"{last}.k12.{slug(rng.choice(_STATE_CODES))}.us")
        )  # fmt: skip
        address = host + page
    else:
        address = rng.choice(
            (f"sites.google.com/view/{first}-{last}", f"{first}{last}.github.io", f"{one}.carrd.co",
             f"{first}{_digits(2, rng)}.wixsite.com/{one}",
             f"{first}-{one}.weebly.com", f"{first}{last}.blogspot.com{page}",
             f"linktr.ee/{person}",
             f"{first}{one}.wordpress.com", f"instagram.com/{person}", f"youtube.com/@{person}",
             f"tiktok.com/@{person}", f"youtu.be/{_code(11, rng)}", f"github.com/{person}",
             f"youtube.com/watch?v={_code(11, rng)}",
             f"facebook.com/{first}.{last}.{_digits(3, rng)}",
             f"twitch.tv/{person}", f"scratch.mit.edu/users/{person}",
             f"linkedin.com/in/{first}-{last}",
             f"docs.google.com/document/d/{_code(20, rng)}/edit", f"bit.ly/{_code(7, rng)}",
             f"docs.google.com/document/d/{_code(16, rng)}/edit?usp=sharing",
             f"forms.gle/{_code(14, rng)}",
             f"drive.google.com/file/d/{_code(18, rng)}/view", f"zoom.us/j/{_digits(10, rng)}",
             f"us0{rng.randint(2, 6)}web.zoom.us/j/{_digits(11, rng)}?pwd={_code(12, rng)}",
             f"meet.google.com/{_draw(('***-****-***',), rng)}",
             f"teams.live.com/meet/{_digits(12, rng)}",
             f"tinyurl.com/{first}{_digits(3, rng)}", f"tinyurl.com/{_code(8, rng).lower()}",
             f"desmos.com/calculator/{_code(10, rng).lower()}",
             f"padlet.com/{person}/{_code(10, rng)}",
             f"quizlet.com/{_digits(9, rng)}/{one}-{two}-flash-cards", f"soundcloud.com/{person}",
             f"{first}{last}.substack.com", f"classroom.google.com/c/{_code(14, rng)}",
             f"notion.so/{first}-{_code(10, rng)}",
             f"{stem}.instructure.com/courses/{_digits(5, rng)}",
             f"discord.gg/{_code(8, rng)}", f"{last}.youcanbook.me",
             f"calendly.com/{first}-{last}/30min",
             f"kahoot.it/challenge/{_digits(7, rng)}", f"whereby.com/{first}-{one}",
             f"canva.com/design/{_code(11, rng)}",
             f"{person.replace('_', '').replace('.', '')}.itch.io")
        )  # fmt: skip
    share = rng.random()
    if share < 0.33:
        return f"https://{address}"
    if share < 0.38:
        return f"http://{address}"
    if share < 0.52 and address.count(".") < 3:
        return f"www.{address}"
    return f"https://www.{address}" if share < 0.58 and address.count(".") < 3 else address


def phone(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    if rng.random() < 0.5:
        number = _draw(_US_PHONES, rng)
        if rng.random() < 0.08:
            number += rng.choice((" ext ", " x", " ext. ", " extension ", "x")) + _digits(3, rng)
        return number
    number = _draw(_WORLD_PHONES, rng)
    share = rng.random()
    if share < 0.06 and number.startswith("+"):
        return "00" + number[1:]
    if share < 0.12:
        return number.replace(" ", rng.choice(("", "-", ".")))
    if share < 0.14:
        return " ".join(re.sub(r"\D", "", number))
    return number


def said_phone(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    number = _draw(
        _phrases(
            "%## %## #### | %## 555 01## | 07### ### ### | 555 01## | 0### ### #### | 0## ### ####"
        ),
        rng,
    )
    said = _said_digits(number, rng)
    if rng.random() < 0.12:
        said = re.sub(r"\b(\w+) \1\b(?! \1)", r"double \1", said)
    return said


def identifier(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    return _draw(_IDS, rng)


def lettered_identifier(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A number that nobody takes for the result of a sum, even without a word beside it."""
    return _draw(_LETTERED_IDS, rng)


def said_identifier(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    digits = _said_digits(_digits(rng.randint(4, 8), rng), rng)
    letters = _draw(("?", "??", "???", "? ?"), rng)
    return rng.choice((digits, digits, f"{letters} {digits}", f"{digits}, {letters[0]}"))


def _day_and_month(rng: random.Random) -> tuple[int, int]:
    month = rng.randint(1, 12)
    longest = 29 if month == 2 else 30 if month in (4, 6, 9, 11) else 31
    return rng.randint(1, longest), month


def _numeric_date(year: int, rng: random.Random) -> str:
    day, month = _day_and_month(rng)
    separator = rng.choice(("/", "/", "/", "-", "-", ".", ".", " "))
    pad = rng.random() < 0.6
    one, other = (f"{day:02}", f"{month:02}") if pad else (str(day), str(month))
    if rng.random() < 0.5:
        one, other = other, one
    short = f"{year % 100:02}"
    if rng.random() < 0.2 and separator != " ":
        return separator.join((str(year), f"{month:02}", f"{day:02}"))
    return separator.join(
        (one, other, short if rng.random() < 0.3 and separator != " " else str(year))
    )


def _worded_date(year: int | None, rng: random.Random) -> str:
    day, month = _day_and_month(rng)
    name = _MONTHS[month - 1] if rng.random() < 0.6 else _MONTHS[month - 1][:3]
    if month == 9 and len(name) == 3 and rng.random() < 0.6:
        name = "Sept"
    if len(name) == 3 and name != "May" and rng.random() < 0.15:
        name += "."
    nth = _ordinal(day)
    end = "" if year is None else str(year)
    comma = rng.choice((", ", " ", " "))
    style = rng.choice(
        (f"{name} {day}", f"{name} {day}", f"{name} {nth}", f"{name} {nth}", f"{day} {name}",
         f"{nth} {name}", f"{nth} of {name}", f"the {nth} of {name}", f"{name} the {nth}",
         f"{day}-{name}")
    )  # fmt: skip
    if not end:
        return (style if "-" not in style else f"{day} {name}").rstrip(".")
    if "-" in style:
        return f"{style}-{end}"
    if rng.random() < 0.06:
        return f"{style} '{end[2:]}"
    return style + comma + end


def _said_date(year: int | None, rng: random.Random) -> str:
    day, month = _day_and_month(rng)
    name, nth = _MONTHS[month - 1], _ORDINALS[day]
    said = rng.choice(
        (f"{name} {nth}", f"{name} {nth}", f"the {nth} of {name}", f"{name} the {nth}",
         f"{name} {_said_number(day)}")
    )  # fmt: skip
    if year is None:
        return said
    return said + rng.choice((", ", " ")) + _said_year(year, rng)


def _said_year(year: int, rng: random.Random) -> str:
    if year < 2000:
        return f"nineteen {_said_number(year - 1900)}"
    if year < 2010 or rng.random() < 0.3:
        rest = "" if year == 2000 else " " + _said_number(year - 2000)
        return "two thousand" + rng.choice(("", " and") if rest else ("",)) + rest
    return f"twenty {_said_number(year - 2000)}"


def _birth_year(rng: random.Random) -> int:
    return rng.randint(2003, 2018) if rng.random() < 0.8 else rng.randint(1948, 2002)


def birth_date(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A date of birth with its year."""
    if rng.random() < 0.55:
        return _numeric_date(_birth_year(rng), rng)
    return _worded_date(_birth_year(rng), rng)


def birthday(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A birthday, mostly without a year."""
    share = rng.random()
    if share < 0.6:
        return _worded_date(None, rng)
    if share < 0.75:
        day, month = _day_and_month(rng)
        separator = rng.choice("/-/.")
        return rng.choice((f"{month}{separator}{day}", f"{day:02}{separator}{month:02}"))
    year = rng.randint(2005, 2016)
    return _numeric_date(year, rng) if rng.random() < 0.5 else _worded_date(year, rng)


def near_birthday(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    return rng.choice(BIRTHDAYS_BY_NAME)


def said_birthday(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    return _said_date(_birth_year(rng) if rng.random() < 0.5 else None, rng)


def date(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A day of the calendar, as people fix meetings and deadlines."""
    share = rng.random()
    if share < 0.2:
        weekday = rng.choice((rng.choice(_WEEKDAYS), rng.choice(_SHORT_WEEKDAYS)))
        return weekday + rng.choice((" ", ", ", " ")) + _worded_date(None, rng)
    if share < 0.62:
        return _worded_date(None, rng)
    if share < 0.74:
        return _worded_date(rng.randint(2021, 2027), rng)
    if share < 0.88:
        day, month = _day_and_month(rng)
        return rng.choice(
            (f"{month}/{day}", f"{month}/{day}", f"{day:02}/{month:02}", f"{day}.{month}")
        )
    return _numeric_date(rng.randint(2021, 2027), rng)


def said_day(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    return _said_date(None, rng)


def age(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    years = rng.randint(6, 18)
    if rng.random() < 0.85:
        return str(years)
    return rng.choice(
        (_said_number(years), _said_number(years), f"{years} and a half", f"{years}.5")
    )


def said_age(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    half = " and a half" if rng.random() < 0.1 else ""
    return _said_number(rng.randint(4, 19)) + half


def adult_age(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    years = rng.randint(26, 88)
    return str(years) if rng.random() < 0.7 else _said_number(years)


def grade(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A grade that stands after "I'm in"."""
    level = rng.randint(1, 12)
    nth, word = _ordinal(level), _ORDINALS[level]
    return rng.choice(
        (f"{nth} grade", f"{nth} grade", f"{nth} grade", f"{nth} grade", f"grade {level}",
         f"Grade {level}", f"{word} grade", f"{word} grade", f"Year {level}", f"year {level}",
         f"yr {level}", f"yr{level}", f"y{level}", f"gr {level}", f"gr. {level}", nth, nth, word,
         f"{nth} gr", f"Class {level}", f"Form {rng.randint(1, 6)}", f"Primary {rng.randint(1, 6)}",
         f"P{rng.randint(1, 7)}", f"S{rng.randint(1, 6)}", f"JSS {rng.randint(1, 3)}",
         f"SS{rng.randint(1, 3)}", f"Std {level}", f"Standard {level}", f"Year {_NUMBERS[level]}",
         f"grade {_NUMBERS[level]}", f"{nth} year",
         f"{level}th-grade" if level > 3 else f"{nth}-grade",
         "kindergarten", f"{nth} std", f"Sec {rng.randint(1, 5)}", f"G{level}",
         f"Grade {level}{rng.choice('ABC')}")
    )  # fmt: skip


def said_grade(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    level = rng.randint(1, 12)
    return rng.choice(
        (f"{_ORDINALS[level]} grade", f"{_ORDINALS[level]} grade", _ORDINALS[level],
         f"year {_NUMBERS[level]}", f"Year {_NUMBERS[level].title()}", f"grade {_NUMBERS[level]}",
         f"class {_NUMBERS[level]}")
    )  # fmt: skip


def class_rank(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A grade that stands after "I'm a"."""
    level = rng.randint(1, 12)
    nth = rng.choice((_ordinal(level), _ORDINALS[level]))
    return rng.choice(
        ("freshman", "sophomore", "junior", "senior", "freshman", "sophomore", "college freshman",
         f"{nth} grader", f"{nth}-grader", f"{nth} grader", "first-year", "kindergartner",
         "high school junior", "high school senior", "rising senior", "rising 7th grader")
    )  # fmt: skip


def pupils(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A grade that names a class of pupils."""
    level = rng.randint(1, 12)
    return rng.choice(
        (f"{_ordinal(level)} graders", f"{_ORDINALS[level]} graders", f"{_ORDINALS[level]} grade",
         f"Year {_NUMBERS[level].title()}s", f"year {_NUMBERS[level]}", f"Year {level}",
         f"Grade {level}", f"Grade {_NUMBERS[level].title()}", f"Grade {level}s", "freshmen",
         "sophomores", "juniors", "seniors", f"class {_NUMBERS[level]}", f"{_ordinal(level)} grade")
    )  # fmt: skip


def course(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    subject = rng.choice(_SUBJECTS)
    if subject in _PRECISE and rng.random() < 0.5:
        number = rng.choice(("1", "2", "3", "1A", "1B", "2B", "6", "7", "8", "I", "II"))
    else:
        number = rng.choice(
            (str(rng.randint(1, 4)) + _digits(2, rng), "101", "102", "201", _digits(2, rng),
             str(rng.randint(1, 4)) + _digits(3, rng), f"0{_digits(2, rng)}", "101", "1", "2", "3",
             f"{rng.randint(1, 4)}{_digits(2, rng)}{rng.choice('ABLHX')}", "110", "10", "11", "12")
        )  # fmt: skip
    joint = rng.choice((" ", " ", " ", " ", " ", "-", "")) if subject.isupper() else " "
    prefix = rng.choice(("AP ", "Intro to ", "Honors ")) if rng.random() < 0.04 else ""
    suffix = rng.choice((" Honors", " H")) if rng.random() < 0.04 else ""
    return f"{prefix}{subject}{joint}{number}{suffix}"


def nation_or_faith(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    return rng.choice(NATIONS_AND_FAITHS)


def place(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    share = rng.random()
    if share < 0.7:
        return pool.place(rng)
    if share < 0.85:
        return rng.choice(STATES)
    if share < 0.93:
        return f"{rng.choice(pool.us_places)}, {rng.choice(_STATE_CODES)}"
    return f"{pool.place(rng)}, {rng.choice(pool.countries)}"


def street(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A street without a number: a location, not yet an address."""
    return f"{_street_stem(pool, rng)} {rng.choice(_STREET_TYPES).rstrip('.')}"


def _street_stem(pool: NamePool, rng: random.Random) -> str:
    share = rng.random()
    if share < 0.45:
        return rng.choice(_TREES)
    if share < 0.65:
        return f"{_ordinal(rng.randint(1, 190))}"
    return pool.surname(rng)


def address(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A postal address with street and number, of one of many countries."""
    number, stem, town = rng.randint(1, 420), _street_stem(pool, rng), pool.place(rng)
    kind, last, state = rng.choice(_STREET_TYPES), pool.surname(rng), rng.choice(_STATE_CODES)
    first, zip_code = pool.forename(rng), _digits(5, rng)
    us_town = rng.choice(pool.us_places)
    side = rng.choice(("", "", "", "N ", "S. ", "East ", "W "))
    block = f"{rng.randint(1, 9999)} {side}{stem} {kind}"
    plain = rng.choice(("Road", "Lane", "Close", "Street", "Avenue", "Crescent"))
    province, region = rng.choice(("ON", "BC", "QC", "AB")), rng.choice(("NSW", "VIC", "QLD"))
    small, middling = rng.randint(1, 9), rng.randint(10, 99)
    unit = rng.choice(
        ("", "", "", "", f" Apt {rng.randint(1, 40)}{rng.choice(('', 'B', 'C'))}",
         f", Apt. {rng.randint(1, 40)}",
         f" #{rng.randint(1, 400)}", f" Unit {rng.randint(1, 40)}",
         f", Suite {rng.randint(100, 400)}",
         f" apt {rng.choice('ABCDEF')}")
    )  # fmt: skip
    postcode = _draw(_phrases("??# #?? | ??## #?? | ?## #?? | ?# #??"), rng)
    city = rng.choice(
        ("", "", f", {us_town}", f", {us_town}, {state}", f", {us_town}, {state} {zip_code}",
         f", {us_town}, {state} {zip_code}", f", {us_town} {state} {zip_code}",
         f" {us_town} {state}")
    )  # fmt: skip
    if rng.random() < 0.5:
        return (block + unit + city).rstrip(".")
    stem = stem if not stem[0].isdigit() else last
    return rng.choice(
        (f"{number} {stem} {plain}, {town} {postcode}",
         f"Flat {rng.randint(1, 40)}, {number} {stem} Road, {town}, {postcode}",
         f"{number}a {stem} Terrace, {town}",
         f"{number} {stem} Rd, {town}",
         f"{number} {stem} Street, {town}, {province} {_draw(('?#? #?#',), rng)}",
         f"Unit {rng.randint(1, 30)}, {number} {stem} Parade, {town} {region} {_digits(4, rng)}",
         f"{rng.randint(1, 30)}/{number} {stem} St, {town} {_digits(4, rng)}",
         f"{last}straße {number}, {zip_code} {town}",
         f"{last}strasse {number}", f"Am {last}berg {number}, {zip_code} {town}",
         f"{number} rue {last}, {zip_code} {town}",
         f"{number} avenue de {town}, {zip_code} {town}", f"Calle {last} {number}, {town}",
         f"Av. {first} {last} {number}, {town}",
         f"Calle {rng.randint(1, 90)} #{rng.randint(1, 90)}-{rng.randint(1, 90)}, {town}",
         f"Rua {first} {last}, {number}, {town}",
         f"Rua {last} {number} apto {rng.randint(1, 99)}",
         f"Via {last} {number}, {zip_code} {town}",
         f"ul. {last} {number}/{rng.randint(1, 60)}, {town}",
         f"{last}straat {number}, {_digits(4, rng)} {_draw(('??',), rng)} {town}",
         f"{last}gatan {rng.randint(1, 60)}, {town}",
         f"H.No. {number}, {last} Nagar, {town} {_digits(6, rng)}",
         f"Flat {number}, {first} Apartments, {last} Road, {town}",
         f"Plot {rng.randint(1, 90)}, {last} Close, {town}",
         f"Block {number}, {last} Avenue {small}, #0{small}-{middling}",
         f"Blk {rng.randint(1, 30)} Lot {rng.randint(1, 40)}, {last} St., Brgy. {first}, {town}",
         f"House {rng.randint(1, 90)}, Street {rng.randint(1, 90)}, {town}",
         f"{rng.randint(1, 9)}-{rng.randint(1, 30)}-{rng.randint(1, 20)} {town}",
         f"{number} {last} Mahallesi, {town}",
         f"P.O. Box {rng.randint(10, 9999)}, {town}",
         f"PO Box {rng.randint(10, 9999)}, {us_town}, {state} {zip_code}",
         f"{number} {stem} Hill, {town}, Co. {last}", f"ulitsa {last} {number}, {town}")
    )  # fmt: skip


def school(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    share = rng.random()
    if share < 0.7:
        return pool.school(rng)
    stem = rng.choice((pool.surname(rng), pool.place(rng), rng.choice(_TREES)))
    return rng.choice(
        (f"PS {rng.randint(1, 400)}", f"P.S. {rng.randint(1, 400)}", f"{stem} MS", f"{stem} HS",
         f"{stem} Elem", f"{stem} ES", f"{stem} Jr. High", f"University of {pool.place(rng)}",
         f"{stem} State University", f"{stem} Community College", f"{stem} Ridge Middle School",
         f"{stem} Valley High School", f"{stem} Park Elementary School", f"Colegio {stem}",
         f"Escuela {stem}", f"Lycée {stem}", f"{stem} Gymnasium", f"{stem} Girls' School",
         f"Our Lady of {stem}", f"St. {pool.forename(rng)} Catholic School",
         f"{stem} Magnet School",
         f"{stem} College Prep", f"{stem} School for Boys", f"I.S. {rng.randint(1, 400)}",
         f"{pool.full_name(rng)} Academy", f"{pool.full_name(rng)} Middle School")
    )  # fmt: skip


Maker = Callable[[NamePool, random.Random, Sequence[str]], str]

# The written kinds of each label; sentences choose among all kinds by their slots.
_BY_LABEL: dict[str, tuple[Maker, ...]] = {
    "EMAIL_ADDRESS": (email, email, email, said_email),
    "USERNAME": (handle,),
    "URL": (url,),
    "PHONE_NUMBER": (phone, phone, phone, said_phone),
    "ID_NUM": (identifier, identifier, identifier, login, said_identifier),
    "DATE_OF_BIRTH": (birth_date, birth_date, birthday, near_birthday, said_birthday),
    "DATE": (date, date, said_day),
    "AGE": (age, said_age, adult_age),
    "GRADE_LEVEL": (grade, grade, said_grade, class_rank, pupils),
    "COURSE": (course,),
    "NRP": (nation_or_faith,),
    "LOCATION": (place, place, place, street),
    "STREET_ADDRESS": (address,),
    "SCHOOL": (school,),
}
LABELS: tuple[str, ...] = tuple(_BY_LABEL)


def value(label: str, pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A value of a label.

    label (str): A canonical label, one of `LABELS`.
    pool (NamePool): Where names and places come from.
    rng (random.Random): The source of all chance.
    names (Sequence[str]): The owner's forename and surname: e-mails and handles are made of them.
    RETURNS (str): The value, as it would be marked.
    """
    return rng.choice(_BY_LABEL[label])(pool, rng, names)


def slip(string: str, rng: random.Random) -> str:
    """The value with one letter or digit wrong, as before a correction."""
    end = string.find("@") if "@" in string[1:] else len(string)
    places = [i for i in range(end) if string[i].isdigit()] or [
        i for i in range(end) if string[i].isalpha()
    ]
    if not places:
        return string
    at = rng.choice(places)
    others = "0123456789" if string[at].isdigit() else "abcdefghiklmnoprstuvy"
    new = rng.choice([c for c in others if c != string[at].lower()])
    return string[:at] + (new.upper() if string[at].isupper() else new) + string[at + 1 :]


_KEPT_IN_ADDRESSES = frozenset(
    """
    at dot underscore dash hyphen com org net edu uk co us ca au nz de fr in http https www sch ac
    k12 gov io me gmail yahoo hotmail outlook icloud proton live mail docs google sites view
    document edit drive file forms zoom meet youtube youtu watch instagram tiktok facebook twitch
    discord desmos calculator calendly github linkedin soundcloud miro vimeo
    quizlet kahoot canva notion scratch school schools math maths tutor tutoring login index html
    pdf php arroba ponto punto family academy com classroom padlet linktr ee be gle usp sharing
    user the
    """.split()
)  # fmt: skip
_KEPT_IN_STREETS = frozenset(
    """
    street st avenue ave av road rd drive dr lane ln court ct blvd boulevard way place pl terrace
    circle cir parkway trail trl crescent close gardens grove row square sq hill walk mews rise apt
    apartment unit suite flat block blk lot po box p o house plot rue calle rua via ul no number n s
    e w north south east west near the of de la del du
    """.split()
)
_RUN = re.compile(r"[^\W\d_]+")
_ZERO_WORDS = frozenset(("oh", "o", "zero"))


def renew(gold: Gold, string: str, pool: NamePool, rng: random.Random) -> str:
    """Another value for a gold string, written in the same way.

    gold (Gold): The span; only its label counts.
    string (str): The span's text.
    pool (NamePool): Where names and places come from.
    rng (random.Random): The source of all chance.
    RETURNS (str): The new value; the string itself where its label is none of `LABELS`.
    """
    renewal = _RENEWALS.get(gold.label)
    return renewal(string, pool, rng) if renewal else string


def _renew_digits(string: str, rng: random.Random) -> str:
    """Other digits, written or said; zeros in front stay."""
    new = re.sub(
        r"(?<!\d)0+|[1-9]", lambda m: m[0] if m[0][0] == "0" else rng.choice("123456789"), string
    )

    def said(match: re.Match[str]) -> str:
        word = match[0]
        return word if word.lower() in _ZERO_WORDS else _like_first(word, rng.choice(_UNITS[1:]))

    return re.sub(r"\b(?:one|two|three|four|five|six|seven|eight|nine)\b", said, new, flags=re.I)


def _like(model: str, name: str) -> str:
    if model.islower():
        return name.lower()
    return name.upper() if len(model) > 2 and model.isupper() else name


def _like_first(model: str, word: str) -> str:
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word.capitalize() if model[:1].isupper() else word


def _renew_phone(string: str, pool: NamePool, rng: random.Random) -> str:
    """The country code or trunk prefix stays."""
    code = re.match(r"\(?(?:\+|00)\d{1,3}(?=\D)|\+1(?=\d{10}$)|\(?0\d", string)
    kept = code.end() if code else 0
    if kept == 0 and (area := re.match(r"\(?\d", string)):
        return re.sub(r"\d", lambda _: rng.choice("23456789"), area[0]) + _renew_digits(
            string[area.end() :], rng
        )
    return string[:kept] + _renew_digits(string[kept:], rng)


def _renew_identifier(string: str, pool: NamePool, rng: random.Random) -> str:
    if re.search(r"[a-z]{4}", string) and not re.search(
        r"\b(?:" + "|".join(_UNITS) + r"|oh)\b", string.lower()
    ):
        return _renew_handle(string, pool, rng)
    string = _renew_digits(string, rng)
    return re.sub(
        r"(?<![A-Za-z])[A-Z]{1,3}(?![a-z])",
        lambda m: "".join(rng.choice("ABCDEFGHJKLMNPRSTUVWXYZ") for _ in m[0]),
        string,
    )


def _renew_run(run: str, pool: NamePool, rng: random.Random, kept: frozenset[str]) -> str:
    if run.lower() in kept or not run.isascii():
        return run
    if len(run) == 1:
        letter = rng.choice("abcdefghijklmnoprstvwy")
        return letter.upper() if run.isupper() else letter
    draw = rng.choice((pool.forename, pool.surname))
    name = _address_part("", draw, rng)
    if len(run) > 11:
        name += _address_part("", pool.surname, rng)
    return _like_first(run, name)


def _renew_handle(string: str, pool: NamePool, rng: random.Random) -> str:
    new = _RUN.sub(lambda m: _renew_run(m[0], pool, rng, _KEPT_IN_ADDRESSES), string)
    return (
        _renew_digits(new, rng)
        if not re.search(r"[a-z] [a-z]", new)
        else _said_mail_digits(new, rng)
    )


def _said_mail_digits(string: str, rng: random.Random) -> str:
    return re.sub(r"\d", lambda _: rng.choice("123456789"), string)


def _renew_email(string: str, pool: NamePool, rng: random.Random) -> str:
    local, at, host = string.partition("@")
    if not at:
        return _renew_handle(string, pool, rng)
    if host.lower() in MAIL_HOSTS:
        host = _like(host, rng.choice(MAIL_HOSTS)) if rng.random() < 0.5 else host
    else:
        *stems, ending = host.split(".", host.count(".") if host.count(".") < 2 else 1)
        host = ".".join((*(_renew_handle(stem, pool, rng) for stem in stems), ending))
    return (_renew_handle(local, pool, rng) if local else "") + at + host


def _renew_url(string: str, pool: NamePool, rng: random.Random) -> str:
    scheme = re.match(r"(?:https?://)?(?:www\.)?", string, re.I)
    start = scheme.end() if scheme else 0
    host, slash, path = string[start:].partition("/")
    *stems, ending = host.split(".")
    shared = len(stems) == 1 and len(ending) == 2 and len(stems[0]) < 6  # youtu.be, bit.ly
    new_host = host if shared else ".".join((*(_renew_handle(s, pool, rng) for s in stems), ending))

    def segment(match: re.Match[str]) -> str:
        part = match[0]
        if part.lower() in _KEPT_IN_ADDRESSES or (
            part.isalpha() and (len(part) == 1 or rng.random() < 0.5)
        ):
            return part
        if part.isalpha() and len(part) > 2:
            return _renew_run(part, pool, rng, _KEPT_IN_ADDRESSES)
        return "".join(
            rng.choice("0123456789") if c.isdigit()
            else _like_first(c,
            rng.choice("abcdefghjkmnpqrstuvwxyz")) if c.isascii() and c.isalpha()
            else c
            for c in part
        )  # fmt: skip

    return string[:start] + new_host + slash + re.sub(r"[^\W_]+", segment, path)


def _renew_date(string: str, pool: NamePool, rng: random.Random) -> str:
    day, month = _day_and_month(rng)
    if day > 28:
        day -= 5
    words = re.findall(r"[^\W\d_]+", string.lower())
    if string.lower() in BIRTHDAYS_BY_NAME and not any(c.isdigit() for c in string):
        return _like_first(
            string, rng.choice([w for w in BIRTHDAYS_BY_NAME if not w[-1].isdigit()])
        )
    numbers = re.findall(r"\d+", string)
    if not words and len(numbers) >= 2:
        return _renew_numeric_date(string, numbers, rng)
    spoken_day = _ORDINALS[day]

    def word(match: re.Match[str]) -> str:
        text = match[0]
        low = text.lower()
        if low in _LONG_MONTHS:
            return _like_first(text, _MONTHS[month - 1].lower())
        if low in _MONTH_WORDS:
            return _like_first(text, _MONTHS[month - 1][:3].lower())
        if low in _ORDINAL_WORDS:
            return _like_first(text, spoken_day)
        for forms in (_WEEKDAYS, _SHORT_WEEKDAYS):
            if text.title() in forms:
                return _like_first(text, rng.choice(forms).lower())
        return text

    new = re.sub(
        r"[^\W\d_]+(?:-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))?",
        word,
        string,
    )
    new = re.sub(r"\b\d{1,2}(?:st|nd|rd|th)\b", _ordinal(day), new, flags=re.I)
    new = re.sub(r"(?<![\d'])\d{1,2}(?!\d|st|nd|rd|th)", str(day), new, count=1)
    new = re.sub(r"(?<!\d)\d{4}(?!\d)", lambda m: _other_year(m[0], rng), new)
    return re.sub(r"'\d\d\b", lambda _: f"'{rng.randint(5, 17):02}", new)


def _other_year(year: str, rng: random.Random) -> str:
    number = int(year) + rng.choice((-3, -2, -1, 1, 2, 3))
    return str(min(number, 2027)) if number >= 1900 else year


def _renew_numeric_date(string: str, numbers: list[str], rng: random.Random) -> str:
    day, month = rng.randint(1, 28), rng.randint(1, 12)
    year_first = len(numbers) == 3 and len(numbers[0]) == 4
    order = numbers[1:] if year_first else numbers[:2]
    if int(order[0]) > 12:
        new = [max(day, 13), month]
    elif int(order[1]) > 12:
        new = [month, max(day, 13)]
    else:
        new = [month, rng.randint(1, 12)]
    padded = any(number.startswith("0") for number in order)
    written = [f"{n:02}" if padded else str(n) for n in new]
    year = [n for n in numbers if n not in order[:2]][:1] if len(numbers) == 3 else []
    if len(numbers) == 3:
        old = numbers[0] if year_first else numbers[2]
        year = [_other_year(old, rng) if len(old) == 4 else f"{rng.randint(5, 17):02}"]
    parts = iter((*year, *written) if year_first else (*written, *year))
    return re.sub(r"\d+", lambda m: next(parts, m[0]), string)


def _renew_age(string: str, pool: NamePool, rng: random.Random) -> str:
    def other(years: int) -> int:
        if years > 20:
            return max(19, years + rng.choice((-9, -4, -2, -1, 1, 2, 5, 9)))
        return rng.choice([n for n in range(5, 19) if n != years])

    digits = re.match(r"\d{1,3}", string)
    if digits:
        return str(other(int(digits[0]))) + string[digits.end() :]
    for years in range(99, 0, -1):
        said = _said_number(years)
        if string.lower().startswith(said):
            return _like_first(string, _said_number(other(years))) + string[len(said) :]
    return string


def _renew_grade(string: str, pool: NamePool, rng: random.Random) -> str:
    low = string.lower()
    highest = (
        3
        if low.startswith(("jss", "ss"))
        else 6
        if re.match(r"[ps]\d|primary|form|sec", low)
        else 12
    )
    level = rng.randint(1, highest)
    for forms in (
        ("freshman", "sophomore", "junior", "senior"),
        ("freshmen", "sophomores", "juniors", "seniors"),
    ):
        if low in forms:
            return _like_first(string, rng.choice([form for form in forms if form != low]))
    if re.search(r"\d(?:st|nd|rd|th)", low):
        return re.sub(r"\d+(?:st|nd|rd|th)", _ordinal(level), string, flags=re.I)
    if re.search(r"\d", low):
        return re.sub(r"\d+", str(level), string, count=1)

    def word(match: re.Match[str]) -> str:
        text = match[0]
        if text.lower() in _ORDINALS[1:13]:
            return _like_first(text, _ORDINALS[level])
        plural = "s" if text.lower().endswith("s") and text.lower() not in _NUMBERS else ""
        stem = text.lower()[: -len(plural) or None]
        if stem in _NUMBERS[1:13]:
            return _like_first(text, _NUMBERS[level]) + ("es" if plural and level == 6 else plural)
        return text

    return re.sub(r"[A-Za-z]+", word, string)


def _renew_course(string: str, pool: NamePool, rng: random.Random) -> str:
    def number(match: re.Match[str]) -> str:
        digits = match[0]
        if len(digits) == 1:
            return str(rng.randint(1, 3) if int(digits) < 4 else rng.randint(6, 8))
        return (
            rng.choice("1234") + _digits(len(digits) - 1, rng)
            if digits[0] != "0"
            else "0" + _digits(len(digits) - 1, rng)
        )

    new = re.sub(r"\d+", number, string)
    subject = re.match(r"[A-Za-z-]+", new)
    if subject and rng.random() < 0.5:
        capitals = subject[0].isupper()
        options = [s for s in _SUBJECTS if s.isupper() == capitals and "-" not in s]
        new = _like(subject[0], rng.choice(options)) + new[subject.end() :]
    return new


def _renew_nation(string: str, pool: NamePool, rng: random.Random) -> str:
    return _like(string, rng.choice(NATIONS_AND_FAITHS))


def _renew_place(string: str, pool: NamePool, rng: random.Random) -> str:
    if re.search(r"\d", string):
        return _renew_street(string, pool, rng)
    head, comma, rest = string.partition(", ")
    return _like(head, pool.place(rng)) + comma + rest


def _renew_street(string: str, pool: NamePool, rng: random.Random) -> str:
    def word(match: re.Match[str]) -> str:
        text = match[0]
        if len(text) < 3 or text.lower() in _KEPT_IN_STREETS or text.lower() in ("th", "nd", "rd"):
            return text
        name = pool.surname(rng).split(" ")[0]
        return _like(text, name)

    return _renew_digits(re.sub(r"(?<!\d)[^\W\d_]+(?!\d)", word, string), rng)


def _renew_school(string: str, pool: NamePool, rng: random.Random) -> str:
    if re.search(r"\d", string):
        return _renew_digits(string, rng)
    words = string.split(" ")
    if len(words) == 1:
        return _like(string, pool.surname(rng))
    ending = re.search(
        r"(?:(?:elementary|primary|middle|high|secondary|charter|grammar|community) )?"
        r"(?:school|academy|college|elementary|primary|high|secondary|prep|[emh]s|elem|university)$",
        string.lower(),
    )
    if ending and ending.start() > 0:
        stem = rng.choice((pool.place, pool.surname))(rng)
        return _like(string, stem + " ") + string[ending.start() :]
    return _like(string, pool.school(rng))


_LONG_MONTHS = frozenset(month.lower() for month in _MONTHS)
_MONTH_WORDS = _LONG_MONTHS | frozenset(month.lower() for month in _SHORT_MONTHS)
_ORDINAL_WORDS = frozenset(_ORDINALS)
_RENEWALS: dict[str, Callable[[str, NamePool, random.Random], str]] = {
    "EMAIL_ADDRESS": _renew_email,
    "USERNAME": _renew_handle,
    "URL": _renew_url,
    "PHONE_NUMBER": _renew_phone,
    "ID_NUM": _renew_identifier,
    "DATE_OF_BIRTH": _renew_date,
    "DATE": _renew_date,
    "AGE": _renew_age,
    "GRADE_LEVEL": _renew_grade,
    "COURSE": _renew_course,
    "NRP": _renew_nation,
    "LOCATION": _renew_place,
    "STREET_ADDRESS": _renew_street,
    "SCHOOL": _renew_school,
}
