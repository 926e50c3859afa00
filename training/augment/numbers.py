"""Numbers and symbols for templates: mathematics as classrooms and chats write it."""

import random
from collections.abc import Callable

from training.augment.texts import read_texts

_TEXTS = read_texts("symbols.toml")
_WORDS: tuple[str, ...] = tuple(_TEXTS["number_words"])
_ORDINALS: tuple[str, ...] = tuple(_TEXTS["ordinals"])
_UNITS: tuple[str, ...] = tuple(_TEXTS["units"])
_CONSTANTS: tuple[str, ...] = tuple(_TEXTS["constants"])
_ROMAN: tuple[str, ...] = tuple(_TEXTS["roman_numerals"])
_POINTS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def number(rng: random.Random) -> str:
    return str(rng.choice((rng.randint(2, 12), rng.randint(10, 400))))


def _digits(rng: random.Random, *lengths: int, between: str = "-") -> str:
    return between.join(
        str(rng.randint(1, 9)) + "".join(str(rng.randint(0, 9)) for _ in range(length - 1))
        for length in lengths
    )


def _decimal(rng: random.Random) -> str:
    return f"{rng.choice((0, 0, rng.randint(1, 20), rng.randint(10, 999)))}." + str(
        rng.choice((5, 25, 75, 125, rng.randint(1, 99), rng.randint(1, 999)))
    )


def _long_decimal(rng: random.Random) -> str:
    if rng.random() < 0.5:
        return rng.choice(_CONSTANTS)
    return f"{rng.randint(0, 99)}." + _digits(rng, rng.randint(6, 12))


def _phone(rng: random.Random) -> str:
    return rng.choice((_digits(rng, 3, 4), _digits(rng, 3, 3, 4), _digits(rng, 3, 3, 4)))


def _date(rng: random.Random) -> str:
    between = rng.choice(("/", "/", "-", "/"))
    return between.join(
        str(part)
        for part in (
            rng.randint(1, 31),
            rng.randint(1, 12),
            rng.choice((rng.randint(1, 30), rng.randint(1950, 2030))),
        )
    )


def _dotted(rng: random.Random) -> str:
    return ".".join(str(rng.randint(1, 30)) for _ in range(rng.choice((3, 4, 4))))


def _grouped(rng: random.Random) -> str:
    value = rng.randint(1_000, 10 ** rng.randint(4, 10))
    return rng.choice((f"{value:,}", f"{value:,}", f"{value:,}".replace(",", " ")))


def _sequence(rng: random.Random) -> str:
    start, step = rng.randint(1, 20), rng.choice((1, 2, 3, 4, 5, 7, 10, -2))
    values = [str(start + step * i) for i in range(rng.randint(3, 6))]
    return rng.choice((", ", ", ", ",", " ", "-")).join(values)


def _code(rng: random.Random) -> str:
    return rng.choice(
        (
            f"{rng.randint(1, 12)}-{rng.randint(1, 9)}-{rng.choice(_POINTS)}",
            f"{rng.choice(_POINTS)}{rng.randint(1, 99)}",
            f"{rng.randint(1, 12)}.{rng.randint(1, 9)}{rng.choice('abc')}",
            f"{rng.randint(1, 12)}.NBT.{rng.randint(1, 9)}",
            f"{rng.randint(1, 8)}.OA.A.{rng.randint(1, 9)}",
            f"978-{rng.randint(0, 9)}-{_digits(rng, 4, 4)}-{rng.randint(0, 9)}",
        )
    )


def _time(rng: random.Random) -> str:
    return f"{rng.randint(1, 12)}:{rng.randint(0, 59):02}" + rng.choice(("", "", " pm", "am"))


def _money(rng: random.Random) -> str:
    whole = rng.choice((rng.randint(1, 20), rng.randint(10, 999), rng.randint(1000, 9999)))
    cents = rng.choice(("", "", f".{rng.randint(0, 99):02}"))
    return rng.choice("$$$$£€") + f"{whole:,}{cents}"


def _fraction(rng: random.Random) -> str:
    below = rng.randint(2, 24)
    return f"{rng.randint(1, below - 1 if rng.random() < 0.85 else 30)}/{below}"


def _points(rng: random.Random, count: int) -> str:
    start = rng.randint(0, len(_POINTS) - count)
    return _POINTS[start : start + count]


SYMBOLS: dict[str, Callable[[random.Random], str]] = {
    "n": number,
    "d": lambda rng: str(rng.randint(2, 9)),
    "nn": lambda rng: str(rng.randint(10, 99)),
    "dec": _decimal,
    "longdec": _long_decimal,
    "ssn": lambda rng: _digits(rng, 3, 2, 4),
    "phone": _phone,
    "date": _date,
    "dots": _dotted,
    "big": _grouped,
    "digits": lambda rng: _digits(rng, rng.randint(5, 11)),
    "spaced": lambda rng: " ".join(str(rng.randint(0, 9)) for _ in range(rng.randint(4, 10))),
    "seq": _sequence,
    "code": _code,
    "time": _time,
    "money": _money,
    "year": lambda rng: str(rng.randint(1066, 2030)),
    "pct": lambda rng: rng.choice((f"{rng.randint(1, 150)}%", f"{_decimal(rng)}%")),
    "frac": _fraction,
    "v": lambda rng: rng.choice("xyznabcktmpq"),
    "pt": lambda rng: rng.choice(_POINTS),
    "seg": lambda rng: _points(rng, 2),
    "tri": lambda rng: _points(rng, 3),
    "wn": lambda rng: rng.choice(_WORDS),
    "ord": lambda rng: rng.choice(_ORDINALS),
    "unit": lambda rng: rng.choice(_UNITS),
    "roman": lambda rng: rng.choice(_ROMAN),
    "ver": lambda rng: f"{rng.randint(1, 14)}.{rng.randint(0, 20)}.{rng.randint(0, 9)}",
}
