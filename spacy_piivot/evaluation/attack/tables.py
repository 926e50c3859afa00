"""Shows the result of an attack as tables and a plot."""

from typing import Any

from ..core.shares import Share
from ..report.sections import NOTHING, Cell, Section
from ..report.svg import COLOURS, MARKERS, svg_figure
from .hypotheses import Hypotheses
from .leakage_simulation import LeakageSimulation
from .surrogate_quality import SurrogateQuality

SIMULATION = "simulation"


def hypothesis_cells(found: Hypotheses) -> list[str]:
    counts = (found.flagged, found.found, found.false_alarms, found.leaks)
    shares = (found.precision, found.recall)
    return [NOTHING if count is None else f"{count:,}" for count in counts] + [
        NOTHING if share is None else f"{share:.3f}" for share in shares
    ]


def simulation_section(found: LeakageSimulation) -> Section:
    rates = list(next(iter(found.shares.values())))
    return Section(
        "Dialogues in which a missed name stands out",
        f"Simulated on {found.mentions:,} mentions in {found.dialogues:,} dialogues. Under mask "
        "and consistent one missed mention is enough; under markov and random the missed name must "
        "occur more often than the most frequent surrogate. Markov draws a new surrogate with "
        f"probability {found.markov_p:g}. Osborne et al. (2022), on other texts: 94.2% consistent, "
        "57.7% Markov at 5% missed.",
        ("Strategy", *(f"{rate:.1%} missed" for rate in rates)),
        [
            [Cell(strategy), *(Cell(f"{share:.1%}") for share in shares.values())]
            for strategy, shares in found.shares.items()
        ],
        SIMULATION,
    )


def quality_section(found: SurrogateQuality) -> Section:
    shares = {
        "gender agrees": found.gender,
        "region agrees": found.region,
        "one surrogate per original": found.consistent,
        **{f"valid form: {label}": share for label, share in sorted(found.valid.items())},
    }
    rows = [[Cell(name), Cell(_share(share))] for name, share in shares.items()]
    rows += [
        [Cell(f"unknown form: {label}"), Cell(f"{number:,}")]
        for label, number in sorted(found.unread.items())
    ]
    before, after = found.readability
    rows += [
        [Cell("collisions (must be 0)"), Cell(f"{found.collisions:,}")],
        [Cell("originals reused (must be 0)"), Cell(f"{found.reused:,}")],
        [Cell("reading ease, before and after"), Cell(f"{before:.1f}, {after:.1f}")],
    ]
    return Section("Surrogates", header=("Measure", "Value"), rows=rows)


def _share(share: Share) -> str:
    return f"{share.count / share.of:.1%} of {share.of:,}" if share.of else NOTHING


def simulation_plot(found: LeakageSimulation) -> str:
    def draw(figure: Any) -> None:
        ax = figure.subplots()
        for number, shares in enumerate(found.shares.values()):
            ax.plot(
                [100 * rate for rate in shares],
                [100 * share for share in shares.values()],
                color=COLOURS[number],
                marker=MARKERS[number],
                markersize=5,
            )
        ax.set_xlabel("Mentions that the detector misses (%)")
        ax.set_ylabel("Dialogues in which a missed name stands out (%)")
        ax.set_ylim(bottom=0)
        ax.grid(alpha=0.25, linewidth=0.6)

    return svg_figure("Document-level leakage", 3.6, draw, list(found.shares))
