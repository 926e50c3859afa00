"""Shows how surrogates stand out as tables."""

from collections.abc import Callable, Sequence
from operator import attrgetter

from ..core.shares import Share
from ..report.sections import NOTHING, Cell, Report, Section
from .agreement import Agreement
from .bootstrapped_auc import Auc
from .discrimination import Discrimination
from .units import IN_CONTEXT, MESSAGES

# The highest area under the ROC curve that is wanted.
_AREAS = {IN_CONTEXT: "at most 0.60", MESSAGES: "at most 0.55"}
_TELLING = (
    "The area under the ROC curve with its 95% interval by dialogue: 0.5 is guessing, 1 is "
    "knowing. A random half of the dialogues is read as released, the rest as they were, and "
    "classifiers score dialogues that they were not trained on. Two versions of one sentence: how "
    "often the surrogate is picked out when its original is shown in the same place. Control: the "
    "same with the names of other dialogues instead of surrogates."
)
_AGREEMENT = (
    "Each name counts once in a dialogue. Sex by nomquamgender, region and frequency by the "
    "persons in Wikipedia, births and cohorts by the US Social Security Administration. Control: "
    "names of other dialogues, of the same sex. Even two names of one country often have different "
    "likeliest regions: what a reader notices is a name that is surely of another region."
)
_APART, _SHIFT = attrgetter("apart"), attrgetter("shift")
_FULL, _GIVEN = "family or two names", "one given name"
# What is measured: a title, how it is read, and what is wanted.
_ROWS: Sequence[tuple[str, Callable[[Agreement], Share | None], str]] = (
    ("sex agrees", lambda a: a.sex, "97%"),
    ("sex agrees, English names", lambda a: a.sex_at_home, "98%"),
    ("opposite sex", lambda a: a.opposite, ""),
    ("clashes with a pronoun, originals", lambda a: a.clashes.get("original"), ""),
    ("clashes with a pronoun, surrogates", lambda a: a.clashes.get("released"), ""),
    ("clashes with a pronoun that are new", lambda a: a.clashes.get("new"), "0"),
    ("likeliest region agrees, family or two names", lambda a: a.region.get(_FULL), ""),
    ("… not English", lambda a: a.region.get(f"{_FULL}, not English"), ""),
    ("… not surely another's", lambda a: _rest(a.other_region.get(f"{_FULL}, not English")), "95%"),
    ("likeliest region agrees, one given name", lambda a: a.region.get(_GIVEN), ""),
    ("… not English", lambda a: a.region.get(f"{_GIVEN}, not English"), ""),
    (
        "… not surely another's",
        lambda a: _rest(a.other_region.get(f"{_GIVEN}, not English")),
        "85%",
    ),
    ("cohort within 8 years", lambda a: a.cohort, ""),
    ("frequency within a factor of 10", lambda a: a.bands, "95%"),
    ("births within a factor of 10, English names", lambda a: a.births, "95%"),
    ("20 times rarer", lambda a: a.rarer, ""),
    ("who is who agrees, pairs of names", lambda a: a.persons.pairs, ""),
    ("dialogues with a person split", lambda a: a.persons.split, "1%"),
    ("dialogues with persons merged", lambda a: a.persons.merged, "0"),
)


def report_of(found: Discrimination) -> Report:
    """Make the report of a discrimination.

    found (Discrimination): The figures.
    RETURNS (Report): Its tables.
    """
    sections = []
    if found.tellings:
        rows = [
            [
                Cell(one.unit),
                Cell(one.model),
                _area(one.released),
                Cell(NOTHING) if one.control is None else _area(one.control),
                Cell(_AREAS.get(one.unit, "")),
            ]
            for one in found.tellings
        ]
        columns = ("Told apart", "By", "Surrogates", "Control", "Goal")
        sections.append(Section("Telling surrogates from originals", _TELLING, columns, rows))
    rows = [
        [
            Cell(title),
            Cell(_share(read(found.agreement))),
            Cell(_share(read(found.control)) if found.control else NOTHING),
            Cell(goal),
        ]
        for title, read, goal in _ROWS
    ]
    both = (found.agreement, found.control)
    apart, shift = (
        [_years(None if one is None else read(one)) for one in both] for read in (_APART, _SHIFT)
    )
    rows.append([Cell("years between a name's cohorts (median)"), *apart, Cell("")])
    rows.append([Cell("years between the median cohorts"), *shift, Cell("at most 8")])
    header = ("Measure", "Surrogates", "Control", "Goal")
    sections.append(Section("Agreement with the originals", _AGREEMENT, header, rows))
    return Report(
        "Do surrogates stand out?",
        f"{found.dialogues:,} dialogues with {found.mentions:,} replaced mentions of names.",
        sections,
        found.notes,
    )


def _rest(share: Share | None) -> Share | None:
    return None if share is None else Share(share.of - share.count, share.of)


def _area(auc: Auc) -> Cell:
    bounds = "" if auc.interval is None else "[{:.3f}, {:.3f}]".format(*auc.interval)
    return Cell(f"{auc.value:.3f}", bounds)


def _years(years: float | None) -> Cell:
    return Cell(NOTHING if years is None else f"{years:+.0f}")


def _share(share: Share | None) -> str:
    return f"{share.count / share.of:.1%} of {share.of:,}" if share and share.of else NOTHING
