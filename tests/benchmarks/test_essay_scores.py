import pytest
from made_essays import essay, outcomes

from benchmarks import essay_scores as scores
from benchmarks.essay_systems import Essays
from spacy_piivot.evaluation.core.annotations import AnnotatedSpan

TEXT = "Ann Lee met Bo Ray in Rome. Write to bo@x.example or call 555-0100."


@pytest.mark.parametrize(
    ("label", "role", "private", "direct"),
    [
        ("NAME", "participant", True, True),
        ("NAME", "mentioned", True, True),
        ("NAME", "", True, True),
        ("NAME", "cited", False, True),
        ("NAME", "public", False, True),
        ("NAME", "problem", False, True),
        ("NAME", "math_term", False, True),
        ("URL", "", True, True),
        ("URL", "cited", False, True),
        ("EMAIL_ADDRESS", "", True, True),
        ("PHONE_NUMBER", "", True, True),
        ("US_SSN", "", True, True),
        ("USERNAME", "", True, True),
        ("STREET_ADDRESS", "", True, True),
        ("LOCATION", "", True, False),
        ("SCHOOL", "", True, False),
        ("AGE", "", True, False),
        ("DATE_OF_BIRTH", "", True, False),
    ],
)
def test_who_must_be_replaced_and_what_identifies_directly(
    label: str, role: str, private: bool, direct: bool
) -> None:
    span = AnnotatedSpan(0, 1, label, role)
    assert (scores.is_private(span), scores.is_direct(span)) == (private, direct)


def strict(gold: Essays, predicted: Essays, *, direct: bool) -> tuple[int, int, int]:
    score = scores.strict(gold, predicted, direct=direct, seed=0)
    return score["tp"], score["fp"], score["fn"]


def test_extent_and_label_must_be_right() -> None:
    gold = essay(TEXT, ("NAME", "Ann Lee"), ("NAME", "Bo Ray"), ("LOCATION", "Rome"))
    cut = essay(TEXT, ("NAME", "Ann"), ("NAME", "Bo Ray"), ("SCHOOL", "Rome"))
    assert strict([gold], [cut], direct=True) == (1, 1, 1)
    assert strict([gold], [cut], direct=False) == (1, 2, 2)


def test_kinds_of_ids_are_one_direct_identifier() -> None:
    gold = essay(TEXT, ("ID_NUM", "555-0100"))
    found = essay(TEXT, ("US_SSN", "555-0100"))
    assert strict([gold], [found], direct=True) == (1, 0, 0)
    assert strict([gold], [found], direct=False) == (0, 1, 1)


@pytest.mark.parametrize("role", ["public", "math_term", "cited", "problem", "mentioned"])
def test_a_name_that_is_replaced_counts_whatever_its_role(role: str) -> None:
    found = essay(TEXT, ("NAME", "Bo Ray", role))
    assert strict([essay(TEXT)], [found], direct=True) == (0, 1, 0)
    assert strict([found], [found], direct=True) == (1, 0, 0)


def test_an_organisation_of_the_gold_is_neither_right_nor_wrong() -> None:
    gold = essay(TEXT, ("ORG", "Bo Ray"))
    assert strict([gold], [essay(TEXT, ("NAME", "Bo Ray"))], direct=False) == (0, 0, 0)


def test_intervals_resample_essays_with_their_copies() -> None:
    right = essay(TEXT, ("NAME", "Ann Lee"))
    copies = [essay(TEXT, ("NAME", "Ann Lee"), id=f"a~{n}", of="a") for n in range(4)]
    score = scores.strict(copies, [right, essay(TEXT), right, right], direct=True, seed=0)
    assert score["recall"] == 0.75
    assert score["intervals"]["recall"] == [0.75, 0.75]


def test_a_span_is_untouched_if_nothing_of_any_label_overlaps_it() -> None:
    gold = essay(TEXT, ("NAME", "Ann Lee"), ("NAME", "Bo Ray"), ("LOCATION", "Rome"))
    found = essay(TEXT, ("SCHOOL", "Lee met"), ("NAME", " in "))
    assert scores.untouched([gold], [found]) == {"untouched": 2, "of": 3, "share": 2 / 3}
    assert scores.untouched([gold], [gold])["untouched"] == 0
    assert scores.untouched([essay(TEXT)], [found])["share"] is None


def test_predictions_are_divided_by_whether_they_touch_gold() -> None:
    gold = essay(TEXT, ("NAME", "Ann Lee"))
    found = essay(TEXT, ("NAME", "Ann"), ("NAME", "Bo"), ("LOCATION", "Rome"))
    [there] = scores.inside([gold], [found])
    [apart] = scores.outside([gold], [found])
    assert [span.text for span in there.spans()] == ["Ann"]
    assert [span.text for span in apart.spans()] == ["Bo", "Rome"]


def test_rates_count_by_label_and_case() -> None:
    found = essay(
        "thay met bob and Rome " * 5, ("NAME", "thay"), ("NAME", "bob"), ("LOCATION", "Rome")
    )
    rates = scores.rates([found, essay("no names in these five")])
    assert rates["essays"] == 2
    assert rates["words"] == 30
    assert rates["all"] == {"count": 3, "per_1000_words": 100.0}
    assert rates["lower_case"]["count"] == 2
    assert rates["capitalised"]["count"] == 1
    assert rates["by_label"]["NAME"] == {
        "count": 2, "per_1000_words": pytest.approx(2000 / 30), "lower_case": 2,
    }  # fmt: skip
    assert rates["by_label"]["LOCATION"]["lower_case"] == 0
    assert scores.rates([])["all"]["per_1000_words"] is None


def test_each_label_has_its_score() -> None:
    gold = essay(TEXT, ("NAME", "Ann Lee"), ("NAME", "Bo Ray"), ("LOCATION", "Rome"))
    found = essay(TEXT, ("NAME", "Ann Lee"), ("LOCATION", "Bo Ray"))
    labels = scores.by_label([gold], [found], [found])
    assert labels["NAME"]["recall"] == 0.5
    assert labels["NAME"]["precision"] == 1.0
    assert labels["NAME"]["untouched"]["untouched"] == 0
    assert labels["LOCATION"]["f1"] == 0.0
    assert labels["LOCATION"]["untouched"]["untouched"] == 1
    labels = scores.by_label([gold], [found], [essay(TEXT, ("DATE", "Rome"))])
    assert labels["LOCATION"]["untouched"]["untouched"] == 0
    assert labels["NAME"]["untouched"]["untouched"] == 2


def test_roles_are_compared_where_names_were_found() -> None:
    gold = essay(
        TEXT, ("NAME", "Ann Lee", "participant"), ("NAME", "Bo Ray", "cited"), ("LOCATION", "Rome")
    )
    found = essay(TEXT, ("NAME", "Ann", "mentioned"), ("NAME", "Lee met", "public"))
    assert scores.confusion([gold], outcomes(found)) == {
        "cited": {"not found": 1},
        "participant": {"mentioned": 1},
    }
    bare = essay(TEXT, ("LOCATION", "Ann"), ("NAME", "Bo"))
    assert scores.confusion([gold], outcomes(bare)) == {
        "cited": {"none": 1},
        "participant": {"not found": 1},
    }


def test_found_leaves_out_what_belongs_to_nobody() -> None:
    one = essay(
        TEXT, ("NAME", "Ann Lee", "mentioned"), ("NAME", "Bo Ray", "public"), ("LOCATION", "Rome")
    )
    [left] = scores.found(outcomes(one))
    assert [span.text for span in left.spans()] == ["Ann Lee", "Rome"]
