"""Mail addresses, handles, URLs, telephone numbers and ids."""

import random
import re
from collections.abc import Sequence

from training.augment.name_pool import NamePool
from training.augment.values.words import (
    DOMAIN_ENDINGS,
    FANCIES,
    IDENTIFIERS,
    MAIL_HOSTS,
    SAID_PHONES,
    SCHOOL_HOSTS,
    STATE_CODES,
    US_PHONES,
    WORLD_PHONES,
    code,
    digits,
    draw_pattern,
    first_part,
    last_part,
    number_tail,
    said_digits,
    said_number,
    slug,
)

_LETTERED_IDS = tuple(ids for ids in IDENTIFIERS if any(c.isalpha() or c in "?*@" for c in ids))


def email(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    first, last = first_part(pool, rng, names), last_part(pool, rng, names)
    tail, fancy = number_tail(rng), rng.choice(FANCIES)
    local = rng.choice(
        (f"{first}.{last}", f"{first}.{last}", f"{first}.{last}{tail}", f"{first}{last}",
         f"{first}{last}{tail}", f"{first}{tail}", f"{first}_{last}", f"{first}_{tail}",
         f"{first}-{last}", f"{first[0]}{last}", f"{first[0]}{last}{tail}", f"{first[0]}.{last}",
         f"{last}.{first}", f"{last}{first[0]}", f"{last}{first[:2]}{digits(2, rng)}",
         f"{first}.{rng.choice('abcdefghjklm')}.{last}", f"{fancy}{first}{digits(2, rng)}",
         f"{first}.{fancy}", f"{fancy}.{rng.choice(FANCIES)}{digits(2, rng)}",
         f"{first}s.mom", f"{first}smom{digits(2, rng)}", f"the{last}family", f"{last}.family",
         f"mrs.{last}", f"mr{last}", f"{first}+school", f"{first}.{last}.tutor", f"its{first}",
         f"info.{last}", f"{first[:3]}{last[:3]}{tail}",
         f"{first.capitalize()}.{last.capitalize()}",
         f"{first.capitalize()}{last.capitalize()}{tail}")
    )  # fmt: skip
    share = rng.random()
    if share < 0.64:
        host = rng.choice(MAIL_HOSTS)
    elif share < 0.86:
        stem = slug(rng.choice((pool.place(rng), pool.surname(rng)))) or rng.choice(FANCIES)
        host = rng.choice(SCHOOL_HOSTS).format(stem)
    else:
        stem = slug(pool.surname(rng)) or fancy
        joint = rng.choice(("", "-", "")) + rng.choice((*FANCIES, "family", "law", "design", "co"))
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
    first, last = first_part(pool, rng, names), last_part(pool, rng, names)
    number = rng.choice(
        ("", "", said_number(rng.randint(1, 99)), str(rng.randint(1, 99)),
         said_digits(digits(2, rng), rng), f"twenty {said_number(rng.randint(10, 16))}")
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
    first, last = first_part(pool, rng, names), last_part(pool, rng, names)
    tail, one, two = number_tail(rng), rng.choice(FANCIES), rng.choice(FANCIES)
    stem = rng.choice(
        (f"{first}{tail}", f"{first}_{last}", f"{first}.{last}", f"{first}.{last}{digits(2, rng)}",
         f"{first}_{tail}", f"{first}_xo", f"xx_{first}_xx", f"its.{first}", f"its{first}{tail}",
         f"_{first}_{last[0]}", f"{first}__{one}", f"{first}.{one}", f"real{first}{last}",
         f"{first}plays", f"{first}draws", f"{first}{last[:3]}yt", f"{one}{two}{tail}",
         f"{one}_{two}", f"{one}_{two}{digits(2, rng)}", f"{one.title()}{two.title()}{tail}",
         f"{one.title()}{two.title()}", f"{first.title()}The{one.title()}", f"xX{one.title()}Xx",
         f"{first.title()}{last.title()}", f"{first.title()}_{tail}", f"{one}{first}",
         f"{last}{tail}",
         f"not{first}{tail}", f"{first}{first[-1] * 2}{digits(1, rng)}", f"lil{first}{tail}",
         f"{one}.{first}", f"coach{last}", f"mr_{last}_math", f"ms.{last}", f"{first}.exe",
         f"{first}{one}", f"{first}0{first[0]}{tail}", f"{one}girl{tail}", f"{one}boy_{tail}",
         f"{one.upper()}{tail}", f"{first[0]}{last}_{digits(2, rng)}", f"{two}queen_{first}")
    )  # fmt: skip
    share = rng.random()
    if share < 0.36:
        return f"@{stem}"
    if share < 0.43:
        return f"{stem}#{digits(4, rng)}"
    return f"u/{stem}" if share < 0.44 else stem


def login(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """The user name of an account on a learning site, which gold labels as a number."""
    first, last = first_part(pool, rng, names), last_part(pool, rng, names)
    return rng.choice(
        (f"{first[0]}{last}{digits(2, rng)}", f"{first[0]}.{last}",
         f"{last}{first[0]}{digits(2, rng)}",
         f"{first}.{last}.{digits(2, rng)}", f"{digits(2, rng)}{last}{first[0]}",
         f"{last[:5]}{digits(4, rng)}",
         f"{first[0]}{last}-{digits(2, rng)}", f"{first}{last[0]}{digits(4, rng)}",
         f"{last}_{first[0]}",
         f"{first}_{rng.choice(FANCIES)}_{digits(2, rng)}", f"s{digits(6, rng)}",
         f"{last[:4].upper()}{digits(3, rng)}")
    )  # fmt: skip


def url(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    first, last = first_part(pool, rng, names), last_part(pool, rng, names)
    stem = slug(pool.place(rng)) or last
    one, two = rng.choice(FANCIES), rng.choice(FANCIES)
    person = handle(pool, rng, names).lstrip("@").split("#")[0].removeprefix("u/")
    ending = rng.choice(DOMAIN_ENDINGS)
    page = rng.choice(
        ("", "", "/", "/about", "/homework", "/contact.html", "/students", f"/{one}", "/index.php",
         f"/unit{rng.randint(1, 9)}", f"/{one}-{two}", f"/p/{digits(4, rng)}", "/login",
         "/calendar",
         f"/grade{rng.randint(1, 12)}/week-{rng.randint(1, 30)}", f"/files/{one}.pdf",
         f"/?id={digits(5, rng)}",
         f"/signup?ref={code(6, rng)}", f"/u/{first}",
         f"/room?k={code(5, rng)}&v={rng.randint(1, 9)}",
         f"/~{first[0]}{last}", f"/{rng.randint(2019, 2026)}/{rng.randint(1, 12):02}/{one}")
    )  # fmt: skip
    share = rng.random()
    if share < 0.48:
        host = rng.choice(
            (f"{first}{last}.{ending}", f"{first}-{last}.{ending}", f"{last}tutoring.{ending}",
             f"{last}math.{ending}", f"mrs{last}.{ending}", f"{stem}schools.{ending}",
             f"{one}{two}.{ending}", f"{first}.{last}.{ending}", f"{stem}-math.{ending}",
             f"{first}{one}.{ending}", f"learn.{stem}.{ending}", f"portal.{last}academy.{ending}",
             f"my{one}{digits(2, rng)}.{ending}", f"{last}family.{ending}", f"math.{stem}.edu",
             f"{first}swebsite.{ending}", f"{last}.k12.{slug(rng.choice(STATE_CODES))}.us")
        )  # fmt: skip
        address = host + page
    else:
        address = rng.choice(
            (f"sites.google.com/view/{first}-{last}", f"{first}{last}.github.io", f"{one}.carrd.co",
             f"{first}{digits(2, rng)}.wixsite.com/{one}",
             f"{first}-{one}.weebly.com", f"{first}{last}.blogspot.com{page}",
             f"linktr.ee/{person}",
             f"{first}{one}.wordpress.com", f"instagram.com/{person}", f"youtube.com/@{person}",
             f"tiktok.com/@{person}", f"youtu.be/{code(11, rng)}", f"github.com/{person}",
             f"youtube.com/watch?v={code(11, rng)}",
             f"facebook.com/{first}.{last}.{digits(3, rng)}",
             f"twitch.tv/{person}", f"scratch.mit.edu/users/{person}",
             f"linkedin.com/in/{first}-{last}",
             f"docs.google.com/document/d/{code(20, rng)}/edit", f"bit.ly/{code(7, rng)}",
             f"docs.google.com/document/d/{code(16, rng)}/edit?usp=sharing",
             f"forms.gle/{code(14, rng)}",
             f"drive.google.com/file/d/{code(18, rng)}/view", f"zoom.us/j/{digits(10, rng)}",
             f"us0{rng.randint(2, 6)}web.zoom.us/j/{digits(11, rng)}?pwd={code(12, rng)}",
             f"meet.google.com/{draw_pattern(('***-****-***',), rng)}",
             f"teams.live.com/meet/{digits(12, rng)}",
             f"tinyurl.com/{first}{digits(3, rng)}", f"tinyurl.com/{code(8, rng).lower()}",
             f"desmos.com/calculator/{code(10, rng).lower()}",
             f"padlet.com/{person}/{code(10, rng)}",
             f"quizlet.com/{digits(9, rng)}/{one}-{two}-flash-cards", f"soundcloud.com/{person}",
             f"{first}{last}.substack.com", f"classroom.google.com/c/{code(14, rng)}",
             f"notion.so/{first}-{code(10, rng)}",
             f"{stem}.instructure.com/courses/{digits(5, rng)}",
             f"discord.gg/{code(8, rng)}", f"{last}.youcanbook.me",
             f"calendly.com/{first}-{last}/30min",
             f"kahoot.it/challenge/{digits(7, rng)}", f"whereby.com/{first}-{one}",
             f"canva.com/design/{code(11, rng)}",
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
        number = draw_pattern(US_PHONES, rng)
        if rng.random() < 0.08:
            number += rng.choice((" ext ", " x", " ext. ", " extension ", "x")) + digits(3, rng)
        return number
    number = draw_pattern(WORLD_PHONES, rng)
    share = rng.random()
    if share < 0.06 and number.startswith("+"):
        return "00" + number[1:]
    if share < 0.12:
        return number.replace(" ", rng.choice(("", "-", ".")))
    if share < 0.14:
        return " ".join(re.sub(r"\D", "", number))
    return number


def said_phone(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    number = draw_pattern(
        SAID_PHONES,
        rng,
    )
    said = said_digits(number, rng)
    if rng.random() < 0.12:
        said = re.sub(r"\b(\w+) \1\b(?! \1)", r"double \1", said)
    return said


def identifier(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    return draw_pattern(IDENTIFIERS, rng)


def lettered_identifier(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A number that cannot be the result of a sum, even without a word next to it."""
    return draw_pattern(_LETTERED_IDS, rng)


def said_identifier(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    said = said_digits(digits(rng.randint(4, 8), rng), rng)
    letters = draw_pattern(("?", "??", "???", "? ?"), rng)
    return rng.choice((said, said, f"{letters} {said}", f"{said}, {letters[0]}"))
