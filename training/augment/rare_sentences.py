"""Our own exchanges with rare labels: how people in lessons ask for, type and say them."""

import random
import re
from collections.abc import Callable, Sequence

from training.augment.name_pool import NamePool
from training.augment.texts import lines, read_texts
from training.augment.typing_noise import slip, typing_noise
from training.augment.values import contacts, dates, places, schooling
from training.labelled import Gold, Labelled
from training.splits import SPLITS, split_of_template

Maker = Callable[[NamePool, random.Random, Sequence[str]], str]

_TEXTS = read_texts("rare_sentences.toml")
# The exchanges of each kind.
TEMPLATES: dict[str, tuple[str, ...]] = {
    kind: lines(entry["exchanges"]) for kind, entry in _TEXTS["kinds"].items()
}


def _app(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    return rng.choice(_TEXTS["apps"])


# For each slot, the function that makes its value, and its label. `_Exchange` fills names and {n}.
SLOTS: dict[str, tuple[Maker, str]] = {
    "email": (contacts.email, "EMAIL_ADDRESS"),
    "said_email": (contacts.said_email, "EMAIL_ADDRESS"),
    "handle": (contacts.handle, "USERNAME"),
    "url": (contacts.url, "URL"),
    "phone": (contacts.phone, "PHONE_NUMBER"),
    "said_phone": (contacts.said_phone, "PHONE_NUMBER"),
    "id": (contacts.identifier, "ID_NUM"),
    "code": (contacts.lettered_identifier, "ID_NUM"),
    "login": (contacts.login, "ID_NUM"),
    "said_id": (contacts.said_identifier, "ID_NUM"),
    "dob": (dates.birth_date, "DATE_OF_BIRTH"),
    "bday": (dates.birthday, "DATE_OF_BIRTH"),
    "near_bday": (dates.near_birthday, "DATE_OF_BIRTH"),
    "said_bday": (dates.said_birthday, "DATE_OF_BIRTH"),
    "date": (dates.date, "DATE"),
    "said_date": (dates.said_day, "DATE"),
    "age": (dates.age, "AGE"),
    "said_age": (dates.said_age, "AGE"),
    "adult": (dates.adult_age, "AGE"),
    "grade": (schooling.grade, "GRADE_LEVEL"),
    "said_grade": (schooling.said_grade, "GRADE_LEVEL"),
    "rank": (schooling.class_rank, "GRADE_LEVEL"),
    "pupils": (schooling.pupils, "GRADE_LEVEL"),
    "course": (schooling.course, "COURSE"),
    "nrp": (places.nation_or_faith, "NRP"),
    "p": (places.place, "LOCATION"),
    "street": (places.street, "LOCATION"),
    "address": (places.address, "STREET_ADDRESS"),
    "school": (schooling.school, "SCHOOL"),
    "app": (_app, "ORG"),
}
_SLIPPING = frozenset(("email", "handle", "url", "phone", "id", "code"))
_WRAPPED = frozenset(("email", "handle", "url", "phone", "id", "code", "dob", "address"))
_WRAPPERS = (
    ("(", ")"), ('"', '"'), ("<", ">"), ("'", "'"), ("**", "**"), ("[", "]"), ("“", "”"),
)  # fmt: skip

_SLOT = re.compile(r"\{([~=]?)(\w+)\}")
_TURN = re.compile(r"(?:([TSP]):\s*)?(.*)", re.S)


def templates_of(split: str) -> dict[str, tuple[str, ...]]:
    """The templates of a split by kind, without kinds that have none in it.

    split (str): "train", "dev" or "test".
    RETURNS (dict[str, tuple[str, ...]]): Templates by kind.
    RAISES (ValueError): If there is no such split.
    """
    if split not in SPLITS:
        raise ValueError(f"Use one of the splits {', '.join(SPLITS)}")
    found = {
        kind: tuple(line for line in lines if split_of_template(line) == split)
        for kind, lines in TEMPLATES.items()
    }
    return {kind: lines for kind, lines in found.items() if lines}


_BY_SPLIT = {split: templates_of(split) for split in SPLITS}


def rare_exchange(
    pool: NamePool, rng: random.Random, room: Sequence[str], split: str
) -> tuple[Labelled, ...]:
    """Turns in which somebody gives a phone number, an age or a birthday, or only seems to.

    pool (NamePool): Draws names and places.
    rng (random.Random): The only source of randomness.
    room (Sequence[str]): The forenames of the people present.
    split (str): "train", "dev" or "test": no template is in two of them.
    RETURNS (tuple[Labelled, ...]): One to four consecutive turns with gold.
    """
    by_kind = _BY_SPLIT[split]
    kinds = list(by_kind)
    kind = rng.choices(kinds, [_TEXTS["kinds"][kind]["weight"] for kind in kinds])[0]
    return fill_exchange(rng.choice(by_kind[kind]), pool, rng, room, said=kind.endswith("_said"))


def fill_exchange(
    template: str, pool: NamePool, rng: random.Random, room: Sequence[str], said: bool = False
) -> tuple[Labelled, ...]:
    """Fill a template, add what people say around it, and type or write it down.

    template (str): A line of `TEMPLATES`.
    pool (NamePool): Draws names and places.
    rng (random.Random): The only source of randomness.
    room (Sequence[str]): The forenames of the people present.
    said (bool): Whether the exchange is spoken, so that no typing errors occur.
    RETURNS (tuple[Labelled, ...]): The turns.
    """
    exchange = _Exchange(pool, rng, room, said)
    careless = 0.0 if said else rng.choice((0.0, 0.3, 0.9))
    turns = []
    for line in template.split(" // "):
        match = _TURN.fullmatch(line)
        assert match is not None
        turn = exchange.turn(match[1] or "S", _surrounded(match[2], rng))
        turns.append(typing_noise(turn, rng, careless))
    return tuple(turns)


def _surrounded(text: str, rng: random.Random) -> str:
    """The text of a turn, sometimes with a few words before or after it."""
    share = rng.random()
    if share < 0.19:
        before: str = rng.choice(_TEXTS["before"])
        first = text.split(" ", 1)[0]
        lowers = before[-2] in "," and first.istitle() and not first.startswith(("I'", "{"))
        return before + (text[:1].lower() + text[1:] if lowers and first != "I" else text)
    if share < 0.38:
        after = rng.choice(_TEXTS["after"])
        return (text.rstrip(".!?") if after[0] in ".!?, " else text) + after
    return text


class _Exchange:
    """The people and values that the turns of one exchange share."""

    def __init__(self, pool: NamePool, rng: random.Random, room: Sequence[str], said: bool) -> None:
        self.pool, self.rng, self.room = pool, rng, room
        self.owner = (self._forename(), pool.surname(rng))
        self.last: dict[str, str] = {}
        self.coming: dict[str, str] = {}  # values that were given with a slip already
        self.teacher = "teacher" if said or rng.random() < 0.25 else "tutor"

    def turn(self, who: str, template: str) -> Labelled:
        text, position = "", 0
        spans: list[Gold] = []
        lower = _SLOT.sub("", template).islower()
        for match in _SLOT.finditer(template):
            text += template[position : match.start()]
            position = match.end()
            mark, slot = match.groups()
            if slot == "n":
                text += str(self.rng.choice((self.rng.randint(2, 12), self.rng.randint(10, 400))))
                continue
            string, label = self._value(mark, slot)
            if lower and self._lowers(label):
                string = string.lower()
            elif not text and "said" in slot:
                string = string[0].upper() + string[1:]
            before, after = self._wrapper(slot, template, match)
            text += before
            spans.append(
                Gold(
                    len(text),
                    len(text) + len(string),
                    label,
                    "participant" if label == "NAME" else "",
                )
            )
            text += string + after
        text += template[position:]
        speaker = {"T": self.teacher, "S": "student", "P": "parent"}[who]
        return Labelled(speaker, text, tuple(spans))

    def _forename(self) -> str:
        return self.rng.choice(self.room) if self.room else self.pool.forename(self.rng)

    def _lowers(self, label: str) -> bool:
        keep = {"ID_NUM": 0.7, "URL": 0.97, "EMAIL_ADDRESS": 0.9, "USERNAME": 0.9}
        return self.rng.random() > keep.get(label, 0.25)

    def _value(self, mark: str, slot: str) -> tuple[str, str]:
        if slot in ("f", "s", "full"):
            return self._name(slot), "NAME"
        if slot in ("phone_head", "phone_tail"):
            return self._half_phone(slot), "PHONE_NUMBER"
        maker, label = SLOTS[slot]
        if mark == "=" and slot in self.last:
            return self.last[slot], label
        string = self.coming.pop(slot, "") or self._fresh(slot, maker)
        if mark == "~" and slot in _SLIPPING:
            self.coming[slot] = string
            return slip(string, self.rng), label
        self.last[slot] = string
        return string, label

    def _fresh(self, slot: str, maker: Maker) -> str:
        """A value that differs from the slot's last one; mostly made from its owner's name."""
        names = self.owner if self.rng.random() < 0.7 else ()
        for _ in range(5):
            string = maker(self.pool, self.rng, names)
            if string != self.last.get(slot):
                break
        return string

    def _name(self, slot: str) -> str:
        if slot == "s":
            return self.pool.surname(self.rng)
        self.owner = (self._forename(), self.pool.surname(self.rng))
        return self.owner[0] if slot == "f" else " ".join(self.owner)

    def _half_phone(self, slot: str) -> str:
        """A telephone number given over two turns."""
        if slot == "phone_head":
            number = contacts.phone(self.pool, self.rng)
            cut = re.search(r"(?<=\d)[ .-](?=\d+$)", number)
            head, tail = (
                (number[: cut.start()], number[cut.end() :]) if cut else (number[:-4], number[-4:])
            )
            self.coming["phone_tail"] = tail
            return head.rstrip(" -.(")
        return self.coming.pop("phone_tail")

    def _wrapper(self, slot: str, template: str, match: re.Match[str]) -> tuple[str, str]:
        free = template[match.start() - 1 : match.start()] in ("", " ") and template[
            match.end() : match.end() + 1
        ] in ("", " ", ".", ",")
        if slot in _WRAPPED and free and self.rng.random() < 0.05:
            return self.rng.choice(_WRAPPERS)
        return "", ""
