import pytest
from reported import STRATA, evaluation_to_markdown, figures, part, row, scored


def test_scores_stand_with_their_intervals() -> None:
    overall = part(evaluation_to_markdown(figures()), "Overall")
    assert row(overall, "Average") == ["TP", "FP", "FN", "Precision", "Recall", "F1", "F5"]
    assert row(overall, "micro") == ["8", "2", "2", "0.800 [0.700, 0.950]"] + ["0.800"] * 3
    assert row(overall, "macro, over labels") == ["–", "–", "–", "0.600", "–", "0.500", "0.400"]
    assert "Balanced accuracy, including O: –" in overall


def test_the_report_says_what_was_scored_and_how() -> None:
    markdown = evaluation_to_markdown(figures(notes=["2 dialogues have no gold"]))
    assert markdown.startswith("# Evaluation of ours.jsonl against gold.jsonl\n")
    assert "1,380 dialogues, 10 scored spans" in markdown
    assert "strict (same start, end and label)" in markdown
    assert "1,000 bootstrap resamples of dialogues (percentile, seed 0)" in markdown
    assert "\n- 2 dialogues have no gold\n" in markdown
    assert "No intervals." in evaluation_to_markdown(figures(bootstrap=0))


def test_labels_with_most_gold_come_first() -> None:
    by_label = part(evaluation_to_markdown(figures()), "By label")
    assert by_label.index("| NAME |") < by_label.index("| AGE |")
    assert row(by_label, "NAME") == ["7", "2", "1", "0.778", "0.875", "0.824", "0.871"]


def test_published_matching_prints_four_decimals() -> None:
    markdown = evaluation_to_markdown(figures(matching="published"))
    assert row(part(markdown, "By label"), "NAME")[3:] == ["0.7778", "0.8750", "0.8235", "0.8708"]


@pytest.mark.parametrize("stratum", STRATA)
def test_a_stratum_without_data_is_not_available(stratum: str) -> None:
    assert part(evaluation_to_markdown(figures()), f"By {stratum}").startswith("not available:")


def test_what_else_is_missing_is_said_and_never_zero() -> None:
    markdown = evaluation_to_markdown(figures())
    assert part(markdown, "Precision and recall by threshold") == "not available"
    assert row(part(markdown, "All matchings"), "token: same B- or I- tag, token by "
               "token") == ["–"] * 7  # fmt: skip
    assert part(markdown, "False positives by category").endswith("none")
    leaks = part(markdown, "Leaks, lookalikes and numbers")
    assert row(leaks, "Characters leaked") == ["12", "1,234", "1.0%"]
    for measured in ("Lookalikes taken for PII", "Numbers left untouched"):
        assert row(leaks, measured) == ["not available", "", ""]
    assert "Variants" not in markdown


def test_roles_have_recall_alone() -> None:
    strata = {**dict.fromkeys(STRATA), "role": {"participant": scored(3, None, 1, recall=[0.5, 1])}}
    role = part(evaluation_to_markdown(figures(strata=strata)), "By role")
    assert row(role, "Role") == ["TP", "FN", "Recall"]
    assert row(role, "participant") == ["3", "1", "0.750 [0.500, 1.000]"]


def test_everything_that_is_available_is_shown() -> None:
    markdown = evaluation_to_markdown(
        figures(
            false_positives=[
                {
                    "category": "number word",
                    "numeric": True,
                    "count": 3,
                    "share": 0.25,
                    "math": None,
                }
            ],
            lookalikes={
                "false_alarms": 4,
                "of": 20,
                "by_kind": {"time": {"false_alarms": 4, "of": 16}},
            },
            numbers={
                "untouched": 9,
                "of": 10,
                "share": 0.9,
                "math": {"untouched": 4, "of": 4, "share": 1.0},
            },
            math_tokens={
                "untouched": 390,
                "of": 400,
                "share": 0.975,
                "false_positives": 3,
                "per_1000": 7.5,
            },
            variants={"every NAME is NAME_STUDENT": scored(9, 1, 1)},
        )
    )
    assert row(markdown, "number word") == ["yes", "3", "25.0%", "–"]
    assert row(markdown, "Lookalikes taken for PII") == ["4", "20", "20.0%"]
    assert row(markdown, "Lookalikes taken for PII: time") == ["4", "16", "25.0%"]
    assert row(markdown, "Numbers left untouched in MATH") == ["4", "4", "100.0%"]
    assert row(markdown, "Tokens left untouched in MATH") == ["390", "400", "97.5%"]
    false = row(markdown, "False positives per 1,000 tokens of MATH")
    assert false == ["3", "400", "7.50"]
    assert row(markdown, "every NAME is NAME_STUDENT")[:3] == ["9", "1", "1"]
    assert row(markdown, "partial: overlapping extent") == list("80111") + ["0.850"] * 3


def test_a_long_curve_is_thinned_out_in_the_table() -> None:
    curve = [{"threshold": t / 200, "precision": 0.5, "recall": 0.25} for t in range(200)]
    table = part(evaluation_to_markdown(figures(curve=curve)), "Precision and recall by threshold")
    assert "10 of 200 thresholds" in table
    assert row(table, "0.100") == ["0.500", "0.250"]
