from reported import STRATA, comparison, comparison_to_markdown, part, row, scored


def test_a_comparison_shows_systems_and_their_differences() -> None:
    markdown = comparison_to_markdown(comparison("one", "two"))
    assert markdown.startswith("# Comparison of 2 systems on gold.jsonl\n")
    assert "\n- read this\n" in markdown
    assert row(part(markdown, "Overall"), "two")[:3] == ["8", "2", "2"]
    differences = part(markdown, "Differences")
    assert row(differences, "one minus two: Precision") == ["-0.012 [-0.030, +0.010], p = 0.250"]
    assert row(differences, "one minus two: F1") == ["–"]
    recall = part(markdown, "By label: Recall")
    assert row(recall, "Label") == ["Gold", "one", "two", "one minus two"]
    assert row(recall, "NAME") == ["8", "0.875", "0.875", "-0.012 [-0.030, +0.010], p = 0.250"]
    f1 = part(markdown, "By label: F1")
    assert row(f1, "NAME")[-1] == "+0.100 [+0.050, +0.200], p ≤ 0.002"
    assert row(f1, "AGE") == ["2", "0.667", "0.667", "–"]
    leaked = row(part(markdown, "Leaks, lookalikes and numbers"), "Characters leaked")
    assert leaked == ["1.0% (12 of 1,234)"] * 2


def test_more_systems_are_compared_in_pairs() -> None:
    markdown = comparison_to_markdown(comparison("one", "two", "three"))
    differences = part(markdown, "Differences")
    for pair in ("one minus two", "one minus three", "two minus three"):
        row(differences, f"{pair}: Precision")
    assert row(part(markdown, "By label: F1"), "Label") == ["Gold", "one", "two", "three"]


def test_strata_of_systems_stand_beside_one_another() -> None:
    both = comparison("one", "two")
    both["systems"]["one"]["strata"] = {
        **dict.fromkeys(STRATA),
        "segment": {"MATH": scored(3, 1, 1)},
        "role": {"public": scored(3, None, 1)},
    }
    markdown = comparison_to_markdown(both)
    assert row(part(markdown, "By segment: F1"), "MATH") == ["4", "0.750", "–"]
    assert row(part(markdown, "By role: Recall"), "public") == ["4", "0.750", "–"]
    assert part(markdown, "By corpus").startswith("not available:")
