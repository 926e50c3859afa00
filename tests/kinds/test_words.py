"""Patterns ask the language pack for what it has, and run with a pack that has nothing."""

from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from spacy_piivot.components.admission import admitted
from spacy_piivot.core.spans import Candidate
from spacy_piivot.kinds.dates.births import BirthWords
from spacy_piivot.kinds.dates.find import Dates
from spacy_piivot.kinds.guards import GuardWords
from spacy_piivot.kinds.numbers.ages import Ages
from spacy_piivot.kinds.numbers.cues import CueWords
from spacy_piivot.kinds.numbers.grades import Grades
from spacy_piivot.kinds.numbers.phone_grammar import PhoneGrammar
from spacy_piivot.kinds.numbers.phones import Phones
from spacy_piivot.kinds.numbers.rows import RowWords
from spacy_piivot.kinds.numbers.talk import SpokenSigns
from spacy_piivot.kinds.registry import recognizers
from spacy_piivot.lang import Lexicon, make_lexicon
from spacy_piivot.lang.number_words import NumberWords
from spacy_piivot.patterns.arithmetic import CalculationWords, is_mathematics
from spacy_piivot.patterns.calculation import ClauseWords, is_in_calculation
from spacy_piivot.patterns.context_cues import IntroducingWords, introduces_directly
from spacy_piivot.patterns.quantities import QuantityWords

PARTS = [
    Ages, IntroducingWords, BirthWords, CalculationWords, ClauseWords, CueWords, Dates, Grades,
    GuardWords, NumberWords, PhoneGrammar, Phones, QuantityWords, RowWords, SpokenSigns,
]  # fmt: skip


class Strict(Lexicon):
    """The English words, where a list that is missing is an error."""

    def words(self, name: str) -> tuple[str, ...]:
        found = super().words(name)
        assert found, f"{name} is asked for and empty"
        return found

    def expression(self, name: str) -> str:
        file, _, key = name.partition(".")
        assert key in super().table(f"{file}.expressions"), f"{name} is asked for and missing"
        return super().expression(name)

    def table(self, name: str) -> Mapping[str, Any]:
        found = super().table(name)
        assert found, f"{name} is asked for and empty"
        return found


@pytest.mark.parametrize("part", PARTS)
def test_no_list_that_is_asked_for_is_missing(part: Callable[[Lexicon], object]) -> None:
    Strict("en", files("spacy_piivot") / "lang" / "en").part(part)


@pytest.fixture
def empty(tmp_path: Path) -> Lexicon:
    return make_lexicon("tt", str(tmp_path))


def test_a_language_without_words_has_the_forms_that_need_none(empty: Lexicon) -> None:
    text = "ñ 555-867-5309, 3/4, 2014-05-06, 5/14"
    found = [
        (finding.label, text[finding.start : finding.end])
        for name in ("phone", "spoken_phone", "date", "age", "grade_level")
        for finding in recognizers(empty)[name].find(text, "my phone number?")
    ]
    assert found == [("PHONE_NUMBER", "555-867-5309"), ("DATE", "2014-05-06")]


def test_the_guard_runs_without_words(empty: Lexicon) -> None:
    candidates = [Candidate(2, 14, "PHONE_NUMBER", 0.9, "x"), Candidate(15, 18, "DATE", 0.9, "x")]
    bounds = [(0, 14), (15, 18)]
    assert admitted("ñ 555-867-5309\n3/4", bounds, candidates, empty) == candidates[:1]
    assert not introduces_directly("DATE", "due ", empty)
    assert is_mathematics("12 + 7", 0, 2, lexicon=empty)
    assert is_in_calculation("DATE", "3/4 = 1", 0, 3, empty)


def test_a_language_of_ones_own_is_found_with(tmp_path: Path) -> None:
    (tmp_path / "ages.toml").write_text(
        'whose = ["mia"]\nrelatives = ["patro"]\nthird_person = ["li"]\n[expressions]\n'
        "of_another = '{relatives} havas (?P<age>\\d+)(?P<old> jarojn)'\n"
        "somebodys_relative = '{whose} {relatives}'\n"
    )
    lexicon = make_lexicon("eo", str(tmp_path))
    text = "mia patro havas 42 jarojn"
    (finding,) = recognizers(lexicon)["age"].find(text, "")
    assert (finding.label, text[finding.start : finding.end]) == ("AGE", "42")
