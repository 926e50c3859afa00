"""Places, streets, addresses, nations and faiths."""

import random
from collections.abc import Sequence

from training.augment.name_pool import NamePool
from training.augment.values.words import (
    NATIONS_AND_FAITHS,
    STATE_CODES,
    STATES,
    STREET_NAMES,
    STREET_TYPES,
    digits,
    draw_pattern,
    ordinal,
)


def nation_or_faith(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    return rng.choice(NATIONS_AND_FAITHS)


def place(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    share = rng.random()
    if share < 0.7:
        return pool.place(rng)
    if share < 0.85:
        return rng.choice(STATES)
    if share < 0.93:
        return f"{rng.choice(pool.us_places)}, {rng.choice(STATE_CODES)}"
    return f"{pool.place(rng)}, {rng.choice(pool.countries)}"


def street(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A street without a number: a location, not yet an address."""
    return f"{street_stem(pool, rng)} {rng.choice(STREET_TYPES).rstrip('.')}"


def street_stem(pool: NamePool, rng: random.Random) -> str:
    share = rng.random()
    if share < 0.45:
        return rng.choice(STREET_NAMES)
    if share < 0.65:
        return f"{ordinal(rng.randint(1, 190))}"
    return pool.surname(rng)


def address(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A postal address with street and number, of one of many countries."""
    number, stem, town = rng.randint(1, 420), street_stem(pool, rng), pool.place(rng)
    kind, last, state = rng.choice(STREET_TYPES), pool.surname(rng), rng.choice(STATE_CODES)
    first, zip_code = pool.forename(rng), digits(5, rng)
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
    postcode = draw_pattern(("??# #??", "??## #??", "?## #??", "?# #??"), rng)
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
         f"{number} {stem} Street, {town}, {province} {draw_pattern(('?#? #?#',), rng)}",
         f"Unit {rng.randint(1, 30)}, {number} {stem} Parade, {town} {region} {digits(4, rng)}",
         f"{rng.randint(1, 30)}/{number} {stem} St, {town} {digits(4, rng)}",
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
         f"{last}straat {number}, {digits(4, rng)} {draw_pattern(('??',), rng)} {town}",
         f"{last}gatan {rng.randint(1, 60)}, {town}",
         f"H.No. {number}, {last} Nagar, {town} {digits(6, rng)}",
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
