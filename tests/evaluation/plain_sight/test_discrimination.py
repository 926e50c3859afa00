import json
from functools import cache
from random import Random

import pytest

from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.plain_sight.discrimination import Discrimination, discriminate
from spacy_piivot.evaluation.plain_sight.name_lists import NameLists
from spacy_piivot.evaluation.plain_sight.tables import report_of
from spacy_piivot.evaluation.plain_sight.units import IN_CONTEXT, MESSAGES, NAMES
from spacy_piivot.evaluation.plain_sight.versions import BothVersions, Replacement, TwoTexts
from spacy_piivot.evaluation.report.rendering import to_text

PEOPLE = tuple(
    """
    Maria James Priya Kofi Emma Oliver Sofia Lucas Amara Liam Nora Ethan Zoe Daniel Ruth Carlos
    Hana Victor Leila Peter Grace Mateo Ivy Noah Clara Hugo Aisha Simon Elena Oscar
""".split()
)
SENTENCES = ["{} has 4 apples", "ask {} for help", "good job {}!", "is {} here today?"]
COINED = tuple(f"Zyx{end}" for end in ("a", "el", "ix", "or", "um", "yn"))


def dialogue(number: int, old: str, new: str) -> BothVersions:
    messages = []
    for sentence in (SENTENCES[number % 4], SENTENCES[(number // 4) % 4]):
        at = sentence.index("{}")
        replaced = Replacement((at, at + len(old)), (at, at + len(new)), True)
        messages.append(TwoTexts(sentence.format(old), sentence.format(new), [replaced]))
    return BothVersions(f"d{number}", f"d{number}", messages)


@cache
def told(surrogates: tuple[str, ...], control: bool = False, count: int = 90) -> Discrimination:
    """Tell surrogates that are drawn from a list from originals that are drawn from ours."""
    random = Random(0)
    dialogues = []
    for number in range(count):
        old = random.choice(PEOPLE)
        new = random.choice([name for name in surrogates if name != old])
        dialogues.append(dialogue(number, old, new))
    return discriminate(dialogues, runs=2, control=control, resamples=20, lists=NameLists())


def areas(found: Discrimination) -> dict[tuple[str, str], float]:
    return {(one.unit, one.model): one.released.value for one in found.tellings}


def test_an_obvious_generator_is_found() -> None:
    found = areas(told(COINED, count=24))
    assert all(found[unit, "letters, words, lists"] > 0.9 for unit in (NAMES, IN_CONTEXT, MESSAGES))
    assert found["two versions of one sentence", "letters, words, lists"] > 0.9


@pytest.mark.slow
def test_an_invisible_generator_is_not_found() -> None:
    found = told(PEOPLE, control=True)
    for (unit, model), area in areas(found).items():
        assert 0.3 < area < 0.7, (unit, model)
    for one in found.tellings:
        assert one.control is not None
        assert one.released.interval is not None


def test_the_report_has_figures_and_no_names() -> None:
    found = told(COINED, count=24)
    report = to_text(report_of(found)) + json.dumps(found.to_dict())
    assert "at most 0.60" in report
    assert "names in context" in report
    assert not any(name in report for name in (*PEOPLE, *COINED))


def test_the_same_seed_gives_the_same_figures() -> None:
    again = told.__wrapped__(COINED, count=24)
    assert again is not told(COINED, count=24)
    assert again.to_dict() == told(COINED, count=24).to_dict()


def test_too_few_dialogues_are_refused() -> None:
    few = [dialogue(number, PEOPLE[number], PEOPLE[number + 1]) for number in range(19)]
    with pytest.raises(InputError, match=r"19 dialogues have a replaced name.*at least 20"):
        discriminate(few, lists=NameLists())
    assert discriminate(few, runs=0, lists=NameLists()).tellings == []


def test_copies_of_one_dialogue_count_once() -> None:
    copies = [
        BothVersions(f"d{n}", "d", dialogue(n, PEOPLE[n], PEOPLE[-n]).messages)
        for n in range(1, 29)
    ]
    with pytest.raises(InputError, match=r"^1 dialogues have"):
        discriminate(copies, lists=NameLists())


def test_a_release_without_replaced_names_is_refused() -> None:
    same = BothVersions("d", "d", [TwoTexts("3 + 4", "3 + 4")])
    with pytest.raises(InputError, match="no dialogue has a replaced name"):
        discriminate([same], runs=0, lists=NameLists())


def test_what_is_not_installed_is_said() -> None:
    few = [dialogue(0, "Maria", "Emma")]
    found = discriminate(few, runs=0, lists=NameLists(missing=["name2nat"]))
    assert "not installed: name2nat" in found.notes[0]
    assert "pip install" in found.notes[0]
