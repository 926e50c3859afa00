"""Whatever the grammar of schools finds becomes another school of its kind, and is found again."""

import re
from collections.abc import Iterator

import pytest

from spacy_piivot.kinds.places.schools import find_schools
from spacy_piivot.lang import ENGLISH
from spacy_piivot.patterns.recognizer import plain_text
from spacy_piivot.surrogates import Mention, assign

KEY = b"0123456789abcdef"
BEFORE = "my sister goes to "


def named(name: str) -> list[str]:
    return list(ENGLISH.words(f"schools.{name}"))


def found(text: str) -> set[str]:
    whole = BEFORE + text
    return {whole[f.start : f.end] for f in find_schools(plain_text(whole), "")}


def replaced(*texts: str) -> list[str]:
    mentions = [Mention(text, "SCHOOL") for text in texts]
    assigned = assign(mentions, key=KEY, scope="scope")
    return [assigned[mention] for mention in mentions]


def schools() -> Iterator[tuple[str, str]]:
    """Names of all forms, each with the expression of what may become of it."""
    name = r"[A-Z][\w ]+"
    for stage in named("stages"):
        yield f"Oakhill {stage}", rf"{name} {re.escape(stage)}"
    for stage in named("lower_stages"):
        yield f"oakhill {stage}", rf"[a-z ]+ {stage}"
    for head in named("heads"):
        yield f"{head} of Texas", rf"{head} of {name}"
        yield f"{head} of the West", rf"{name} {head} of the West"
    for kind in (*named("numbered"), *named("bare_numbered")):
        for sign in ("", "# ", *(f"{sign} " for sign in named("number_signs"))):
            yield f"{kind} {sign}118", rf"{re.escape(f'{kind} {sign}')}[1-9]\d\d"
    for prefix in named("prefixes"):
        yield f"{prefix} Oakhill", rf"{prefix} {name}"
    for saint in named("saints"):
        for kind in named("saint_schools"):
            yield f"{saint} Brigid {kind}", rf"{re.escape(saint)} {name} {kind}"
    yield "P.S. 118", r"P\.S\. [1-9]\d\d"
    yield "Intermediate Oakhill School", rf"Intermediate {name} School"


@pytest.mark.parametrize(("text", "pattern"), [*schools()])
def test_a_school_that_is_found_becomes_another_of_its_kind(text: str, pattern: str) -> None:
    assert text in found(text)
    [new] = replaced(text)
    assert re.fullmatch(pattern, new)
    assert new != text
    assert "Oakhill" not in new.title()
    assert new in found(new) or new.endswith(" of the West")


@pytest.mark.parametrize("text", named("well_known"))
def test_a_school_that_is_known_becomes_another_name(text: str) -> None:
    assert text in found(text)
    [new] = replaced(text)
    assert re.fullmatch(r"[A-Z][\w ]+", new)
    assert new != text


def test_a_number_is_one_however_it_is_written() -> None:
    one, two, three = replaced("P.S. 118", "ps 118", "PS. #118")
    assert one.removeprefix("P.S. ") == two.removeprefix("ps ") == three.removeprefix("PS. #")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Liceo", "Liceo"),
        ("International School", "International School"),
        ("Oakhill Intermediate", "Intermediate"),
        ("La Jolla High", "High"),
        ("Colegio de la Paz", "Colegio de la"),
    ],
)
def test_the_words_for_its_kind_stay(text: str, kept: str) -> None:
    [new] = replaced(text)
    assert kept in new
    assert new != text
