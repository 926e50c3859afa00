"""Formats the figures of `benchmarks/essays.py` as a report of tables."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from spacy_piivot.evaluation.report.sections import NOTHING, Cell, Report, Section

CRAPII_NOTE = "A developer had read the first lines of one of these ten essays."
Figures = Mapping[str, Any]

_SCORES = ("precision", "recall", "f1", "f5")
_SCORE_HEADER = ("System", "Scored", "P", "R", "F1", "F5", "Right", "Wrong", "Missed")
_WHAT = {
    "direct": "direct identifiers",
    "direct_at_slots": "the same, at slots only",
    "direct_but_problems": "the same, but for names of fiction",
    "direct_found": "the same, found rather than replaced",
    "all": "all labels",
    "all_at_slots": "the same, at slots only",
    "all_found": "the same, found rather than replaced",
    "replaced": "replaced",
    "found": "found, with the roles that are not students' left out",
}


def essays_report(report: Figures) -> Report:
    """Arrange the figures of a run as sections.

    report (Mapping[str, Any]): What `benchmarks.essays.measure` returns.
    RETURNS (Report): The report, without any text of the essays.
    """
    sections = [
        section for part, figures in report["parts"].items() for section in _SECTIONS[part](figures)
    ]
    settings = report["settings"]
    return Report(
        "Essays",
        f"Seed {settings['seed']}. A span is right if its extent and its label are; intervals "
        "cover 95% of the bootstrap resamples of essays. What is replaced includes what is "
        "masked. Direct identifiers are the labels of CRAPII's scheme.",
        sections,
    )


def _filled(by_system: Figures) -> Iterator[Section]:
    one = next(iter(by_system.values()))
    yield _scores(
        "Essays with filled slots",
        f"{one['essays']} essays of learners of English (ELLIPSE), {one['copies']} copies with "
        "names of 14 regions and both genders. Only slots are gold: whatever else is replaced is "
        "an alarm, though other names there may belong to private persons, too.",
        by_system,
        ("direct", "direct_at_slots", "all", "all_at_slots"),
    )
    yield _untouched("Filled slots that nothing touches", by_system)
    yield _labels("Filled slots by label, without alarms elsewhere", by_system)
    yield _rates("Replaced outside the slots", by_system, "outside")


def _alarms(by_system: Figures) -> Iterator[Section]:
    yield _rates("Replaced in essays without slots", by_system)


def _own(by_system: Figures) -> Iterator[Section]:
    one = next(iter(by_system.values()))
    yield _scores(
        "Essays of this project",
        f"{one['essays']} essays of the split {one['split']}, {one['words']:,} words. Names of "
        "participants and of other private persons must be replaced; every other name is a false "
        "alarm.",
        by_system,
        ("direct", "direct_but_problems", "direct_found", "all", "all_found"),
    )
    yield _untouched("Gold that nothing touches", by_system)
    roles = list(one["replaced_by_role"])
    yield Section(
        "Replaced by role",
        "Participants and mentioned persons must be replaced, the others should stay.",
        ("System", *roles),
        [
            [
                Cell(system),
                *(_share(figures["replaced_by_role"][role], "replaced") for role in roles),
            ]
            for system, figures in by_system.items()
        ],
    )
    yield Section(
        "Lists of references",
        "The authors there that are replaced, the lines in which a place or a school is, and all "
        "that is replaced for 1,000 words.",
        ("System", "Authors", "Lines with a place", "Replaced for 1,000 words", "By label"),
        [
            [
                Cell(system),
                _share(figures["references"]["authors"], "replaced"),
                _share(figures["references"]["lines_with_places_replaced"], "lines"),
                Cell(_number(figures["references"]["replaced"]["all"]["per_1000_words"])),
                Cell(_list(figures["references"]["replaced"]["by_label"])),
            ]
            for system, figures in by_system.items()
        ],
    )
    for system, figures in by_system.items():
        if any(set(row) - {"none", "not found"} for row in figures["roles"].values()):
            yield _roles(system, figures["roles"])
    yield _rates("Replaced in essays without PII", by_system, "alarms_without_pii")
    yield _rates("Replaced outside all gold", by_system, "outside")
    yield _labels("Essays of this project by label", by_system)


def _crapii(by_system: Figures) -> Iterator[Section]:
    one = next(iter(by_system.values()))
    yield _scores(
        "Essays of CRAPII",
        f"{one['essays']} essays, scored by token as in the competition. {CRAPII_NOTE}",
        by_system,
        ("replaced", "found"),
    )


def _fairness(by_system: Figures) -> Iterator[Section]:
    for system, figures in by_system.items():
        for matching, result in figures.items():
            gaps = []
            for attribute, table in result["tables"].items():
                gap = NOTHING if table["gap"] is None else _ratio(table["gap"])
                bounds = table["gap_interval"]
                between = f" ({bounds[0]:.3f} to {bounds[1]:.3f})" if bounds else ""
                gaps.append(f"by {attribute} {gap}{between}")
            rows = [
                [
                    Cell(name),
                    Cell(str(group["n"])),
                    Cell(_ratio(group["rate"]), _interval(group["interval"])),
                ]
                for attribute in ("subregion", "gender")
                for name, group in sorted(
                    result["tables"][attribute]["groups"].items(), key=lambda item: item[1]["rate"]
                )
            ]
            yield Section(
                f"True-positive rates of {system}, {matching}",
                "The largest differences: " + "; ".join(gaps) + ". They are between the best and "
                "the worst group, so chance alone causes some.",
                ("Group", "Names", "Rate"),
                rows,
            )


def _scores(title: str, prose: str, by_system: Figures, keys: Sequence[str]) -> Section:
    rows = []
    for key in keys:
        for system, figures in by_system.items():
            score = figures[key]
            cells = [
                Cell(_ratio(score[name]), _interval(score["intervals"].get(name)))
                for name in _SCORES
            ]
            counts = [Cell(f"{score[name]:,}") for name in ("tp", "fp", "fn")]
            rows.append([Cell(system), Cell(_WHAT[key]), *cells, *counts])
    return Section(title, prose, _SCORE_HEADER, rows)


def _untouched(title: str, by_system: Figures) -> Section:
    rows = [
        [Cell(system), Cell(what), _share(share, "untouched")]
        for system, figures in by_system.items()
        for what, share in figures["untouched"].items()
    ]
    return Section(title, "", ("System", "Of", "Untouched"), rows)


def _labels(title: str, by_system: Figures) -> Section:
    rows = [
        [
            Cell(system),
            Cell(label),
            *(Cell(_ratio(score[name])) for name in ("precision", "recall", "f1")),
            *(Cell(f"{score[name]:,}") for name in ("tp", "fp", "fn")),
            _share(score["untouched"], "untouched"),
        ]
        for system, figures in by_system.items()
        for label, score in figures["by_label"].items()
    ]
    header = ("System", "Label", "P", "R", "F1", "Right", "Wrong", "Missed", "Untouched")
    return Section(title, "", header, rows)


def _rates(title: str, by_system: Figures, key: str | None = None) -> Section:
    chosen = {system: figures[key] if key else figures for system, figures in by_system.items()}
    one = next(iter(chosen.values()))
    rows = [
        [
            Cell(system),
            *(
                Cell(_number(figures[name]["per_1000_words"]))
                for name in ("all", "capitalised", "lower_case")
            ),
            Cell(_list(figures["by_label"])),
        ]
        for system, figures in chosen.items()
    ]
    return Section(
        title,
        f"{one['essays']} essays, {one['words']:,} words; replaced for 1,000 words.",
        ("System", "All", "Capitalised", "In lower case", "By label"),
        rows,
    )


def _roles(system: str, table: Figures) -> Section:
    columns = list(dict.fromkeys(role for row in table.values() for role in row))
    rows = [
        [Cell(role), *(Cell(f"{row.get(column, 0):,}") for column in columns)]
        for role, row in table.items()
    ]
    return Section(f"Roles by {system}", "Gold in rows, found in columns.", ("", *columns), rows)


def _share(share: Figures, name: str) -> Cell:
    if not share["of"]:
        return Cell(NOTHING)
    return Cell(f"{share[name]:,} of {share['of']:,} ({share['share']:.1%})")


def _list(labels: Figures) -> str:
    return ", ".join(f"{name} {_number(rate['per_1000_words'])}" for name, rate in labels.items())


def _number(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.2f}"


def _ratio(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.3f}"


def _interval(bounds: Sequence[float] | None) -> str:
    return f"[{bounds[0]:.3f}, {bounds[1]:.3f}]" if bounds else ""


_SECTIONS: Mapping[str, Callable[[Figures], Iterator[Section]]] = {
    "filled": _filled,
    "alarms": _alarms,
    "own": _own,
    "crapii": _crapii,
    "fairness": _fairness,
}
