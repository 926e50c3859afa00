"""Grades, courses and schools."""

import random
from collections.abc import Sequence

from training.augment.name_pool import NamePool
from training.augment.values.words import (
    NUMBERS,
    ORDINALS,
    PRECISE_SUBJECTS,
    STREET_NAMES,
    SUBJECTS,
    digits,
    ordinal,
)


def grade(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A grade, as after "I'm in"."""
    level = rng.randint(1, 12)
    nth, word = ordinal(level), ORDINALS[level]
    return rng.choice(
        (f"{nth} grade", f"{nth} grade", f"{nth} grade", f"{nth} grade", f"grade {level}",
         f"Grade {level}", f"{word} grade", f"{word} grade", f"Year {level}", f"year {level}",
         f"yr {level}", f"yr{level}", f"y{level}", f"gr {level}", f"gr. {level}", nth, nth, word,
         f"{nth} gr", f"Class {level}", f"Form {rng.randint(1, 6)}", f"Primary {rng.randint(1, 6)}",
         f"P{rng.randint(1, 7)}", f"S{rng.randint(1, 6)}", f"JSS {rng.randint(1, 3)}",
         f"SS{rng.randint(1, 3)}", f"Std {level}", f"Standard {level}", f"Year {NUMBERS[level]}",
         f"grade {NUMBERS[level]}", f"{nth} year",
         f"{level}th-grade" if level > 3 else f"{nth}-grade",
         "kindergarten", f"{nth} std", f"Sec {rng.randint(1, 5)}", f"G{level}",
         f"Grade {level}{rng.choice('ABC')}")
    )  # fmt: skip


def said_grade(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    level = rng.randint(1, 12)
    return rng.choice(
        (f"{ORDINALS[level]} grade", f"{ORDINALS[level]} grade", ORDINALS[level],
         f"year {NUMBERS[level]}", f"Year {NUMBERS[level].title()}", f"grade {NUMBERS[level]}",
         f"class {NUMBERS[level]}")
    )  # fmt: skip


def class_rank(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A grade, as after "I'm a"."""
    level = rng.randint(1, 12)
    nth = rng.choice((ordinal(level), ORDINALS[level]))
    return rng.choice(
        ("freshman", "sophomore", "junior", "senior", "freshman", "sophomore", "college freshman",
         f"{nth} grader", f"{nth}-grader", f"{nth} grader", "first-year", "kindergartner",
         "high school junior", "high school senior", "rising senior", "rising 7th grader")
    )  # fmt: skip


def pupils(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    """A grade that names a class of pupils."""
    level = rng.randint(1, 12)
    return rng.choice(
        (f"{ordinal(level)} graders", f"{ORDINALS[level]} graders", f"{ORDINALS[level]} grade",
         f"Year {NUMBERS[level].title()}s", f"year {NUMBERS[level]}", f"Year {level}",
         f"Grade {level}", f"Grade {NUMBERS[level].title()}", f"Grade {level}s", "freshmen",
         "sophomores", "juniors", "seniors", f"class {NUMBERS[level]}", f"{ordinal(level)} grade")
    )  # fmt: skip


def course(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    subject = rng.choice(SUBJECTS)
    if subject in PRECISE_SUBJECTS and rng.random() < 0.5:
        number = rng.choice(("1", "2", "3", "1A", "1B", "2B", "6", "7", "8", "I", "II"))
    else:
        number = rng.choice(
            (str(rng.randint(1, 4)) + digits(2, rng), "101", "102", "201", digits(2, rng),
             str(rng.randint(1, 4)) + digits(3, rng), f"0{digits(2, rng)}", "101", "1", "2", "3",
             f"{rng.randint(1, 4)}{digits(2, rng)}{rng.choice('ABLHX')}", "110", "10", "11", "12")
        )  # fmt: skip
    joint = rng.choice((" ", " ", " ", " ", " ", "-", "")) if subject.isupper() else " "
    prefix = rng.choice(("AP ", "Intro to ", "Honors ")) if rng.random() < 0.04 else ""
    suffix = rng.choice((" Honors", " H")) if rng.random() < 0.04 else ""
    return f"{prefix}{subject}{joint}{number}{suffix}"


def school(pool: NamePool, rng: random.Random, names: Sequence[str] = ()) -> str:
    share = rng.random()
    if share < 0.7:
        return pool.school(rng)
    stem = rng.choice((pool.surname(rng), pool.place(rng), rng.choice(STREET_NAMES)))
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
