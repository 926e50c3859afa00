"""Replaces gold values by other values, written in the same way."""

import random
import re
from collections.abc import Callable

from training.augment.name_pool import NamePool
from training.augment.values.dates import day_and_month
from training.augment.values.words import (
    BIRTHDAYS_BY_NAME,
    KEPT_IN_ADDRESSES,
    KEPT_IN_STREETS,
    MAIL_HOSTS,
    MONTHS,
    NATIONS_AND_FAITHS,
    NUMBERS,
    ORDINALS,
    SHORT_MONTHS,
    SHORT_WEEKDAYS,
    SUBJECTS,
    UNITS,
    WEEKDAYS,
    address_part,
    digits,
    ordinal,
    said_number,
)
from training.labelled import Gold

_RUN = re.compile(r"[^\W\d_]+")
_ZERO_WORDS = frozenset(("oh", "o", "zero"))


def renew(gold: Gold, string: str, pool: NamePool, rng: random.Random) -> str:
    """Another value for a gold string, written in the same way.

    gold (Gold): The span; only its label counts.
    string (str): The span's text.
    pool (NamePool): Draws names and places.
    rng (random.Random): The only source of randomness.
    RETURNS (str): The new value; the string itself if its label cannot be renewed.
    """
    renewal = _RENEWALS.get(gold.label)
    return renewal(string, pool, rng) if renewal else string


def _renew_digits(string: str, rng: random.Random) -> str:
    """Change digits, written or spoken; leading zeros stay."""
    new = re.sub(
        r"(?<!\d)0+|[1-9]", lambda m: m[0] if m[0][0] == "0" else rng.choice("123456789"), string
    )

    def said(match: re.Match[str]) -> str:
        word = match[0]
        return word if word.lower() in _ZERO_WORDS else _like_first(word, rng.choice(UNITS[1:]))

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
    """Change a telephone number, except its country code or trunk prefix."""
    code = re.match(r"\(?(?:\+|00)\d{1,3}(?=\D)|\+1(?=\d{10}$)|\(?0\d", string)
    kept = code.end() if code else 0
    if kept == 0 and (area := re.match(r"\(?\d", string)):
        return re.sub(r"\d", lambda _: rng.choice("23456789"), area[0]) + _renew_digits(
            string[area.end() :], rng
        )
    return string[:kept] + _renew_digits(string[kept:], rng)


def _renew_identifier(string: str, pool: NamePool, rng: random.Random) -> str:
    if re.search(r"[a-z]{4}", string) and not re.search(
        r"\b(?:" + "|".join(UNITS) + r"|oh)\b", string.lower()
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
    name = address_part("", draw, rng)
    if len(run) > 11:
        name += address_part("", pool.surname, rng)
    return _like_first(run, name)


def _renew_handle(string: str, pool: NamePool, rng: random.Random) -> str:
    new = _RUN.sub(lambda m: _renew_run(m[0], pool, rng, KEPT_IN_ADDRESSES), string)
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
        if part.lower() in KEPT_IN_ADDRESSES or (
            part.isalpha() and (len(part) == 1 or rng.random() < 0.5)
        ):
            return part
        if part.isalpha() and len(part) > 2:
            return _renew_run(part, pool, rng, KEPT_IN_ADDRESSES)
        return "".join(
            rng.choice("0123456789") if c.isdigit()
            else _like_first(c,
            rng.choice("abcdefghjkmnpqrstuvwxyz")) if c.isascii() and c.isalpha()
            else c
            for c in part
        )  # fmt: skip

    return string[:start] + new_host + slash + re.sub(r"[^\W_]+", segment, path)


def _renew_date(string: str, pool: NamePool, rng: random.Random) -> str:
    day, month = day_and_month(rng)
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
    spoken_day = ORDINALS[day]

    def word(match: re.Match[str]) -> str:
        text = match[0]
        low = text.lower()
        if low in _LONG_MONTHS:
            return _like_first(text, MONTHS[month - 1].lower())
        if low in _MONTH_WORDS:
            return _like_first(text, MONTHS[month - 1][:3].lower())
        if low in _ORDINAL_WORDS:
            return _like_first(text, spoken_day)
        for forms in (WEEKDAYS, SHORT_WEEKDAYS):
            if text.title() in forms:
                return _like_first(text, rng.choice(forms).lower())
        return text

    new = re.sub(
        r"[^\W\d_]+(?:-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth))?",
        word,
        string,
    )
    new = re.sub(r"\b\d{1,2}(?:st|nd|rd|th)\b", ordinal(day), new, flags=re.I)
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
        said = said_number(years)
        if string.lower().startswith(said):
            return _like_first(string, said_number(other(years))) + string[len(said) :]
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
        return re.sub(r"\d+(?:st|nd|rd|th)", ordinal(level), string, flags=re.I)
    if re.search(r"\d", low):
        return re.sub(r"\d+", str(level), string, count=1)

    def word(match: re.Match[str]) -> str:
        text = match[0]
        if text.lower() in ORDINALS[1:13]:
            return _like_first(text, ORDINALS[level])
        plural = "s" if text.lower().endswith("s") and text.lower() not in NUMBERS else ""
        stem = text.lower()[: -len(plural) or None]
        if stem in NUMBERS[1:13]:
            return _like_first(text, NUMBERS[level]) + ("es" if plural and level == 6 else plural)
        return text

    return re.sub(r"[A-Za-z]+", word, string)


def _renew_course(string: str, pool: NamePool, rng: random.Random) -> str:
    def number(match: re.Match[str]) -> str:
        old = match[0]
        if len(old) == 1:
            return str(rng.randint(1, 3) if int(old) < 4 else rng.randint(6, 8))
        return (
            rng.choice("1234") + digits(len(old) - 1, rng)
            if old[0] != "0"
            else "0" + digits(len(old) - 1, rng)
        )

    new = re.sub(r"\d+", number, string)
    subject = re.match(r"[A-Za-z-]+", new)
    if subject and rng.random() < 0.5:
        capitals = subject[0].isupper()
        options = [s for s in SUBJECTS if s.isupper() == capitals and "-" not in s]
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
        if len(text) < 3 or text.lower() in KEPT_IN_STREETS or text.lower() in ("th", "nd", "rd"):
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


_LONG_MONTHS = frozenset(month.lower() for month in MONTHS)
_MONTH_WORDS = _LONG_MONTHS | frozenset(month.lower() for month in SHORT_MONTHS)
_ORDINAL_WORDS = frozenset(ORDINALS)
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
