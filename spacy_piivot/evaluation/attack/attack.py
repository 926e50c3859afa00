"""Runs all attacks on a release, measures its surrogates, and makes one report."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..core.annotations import AnnotatedDialogue
from ..report.sections import Cell, Report, Section
from .forms import missing_packages
from .hypotheses import Hypotheses
from .leakage_simulation import LeakageSimulation, count_mentions, simulate_leakage
from .outliers import outlier_attack
from .parrot import EPOCHS, parrot_attack
from .released import ReleasedDialogue
from .surrogate_quality import SurrogateQuality, surrogate_quality
from .tables import (
    SIMULATION,
    hypothesis_cells,
    quality_section,
    simulation_plot,
    simulation_section,
)

_PUBLISHED = "Carrell et al. (2019): 68% of 310 leaks found, 211 of 402 hypotheses right."


@dataclass(frozen=True, slots=True)
class Attack:
    """The result of `attack`, without any text.

    dialogues (int): The number of dialogues attacked.
    labels_known (bool): Whether the surrogates are known from private edits; otherwise they were
        guessed.
    outliers (Hypotheses): The hypotheses of the single-occurrence attack.
    parrot (Hypotheses): The hypotheses of the parrot attack.
    simulation (LeakageSimulation | None): Document-level leakage, if the gold is known.
    quality (SurrogateQuality | None): The quality of surrogates, if edits and gold are known.
    notes (Sequence[str]): Notes for the user on what is not known.
    """

    dialogues: int
    labels_known: bool
    outliers: Hypotheses
    parrot: Hypotheses
    simulation: LeakageSimulation | None = None
    quality: SurrogateQuality | None = None
    notes: Sequence[str] = field(default_factory=tuple)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "dialogues": self.dialogues,
            "labels_known": self.labels_known,
            "outliers": self.outliers.to_dict(),
            "parrot": self.parrot.to_dict(),
            "simulation": self.simulation and self.simulation.to_dict(),
            "quality": self.quality and self.quality.to_dict(),
            "notes": list(self.notes),
        }

    def report(self) -> Report:
        """Make the report with its tables."""
        rows = [
            [Cell(name), *map(Cell, hypothesis_cells(found))]
            for name, found in (("single occurrences", self.outliers), ("parrot", self.parrot))
        ]
        header = ("Attack", "Hypotheses", "Leaks found", "False alarms", "Leaks", "Precision",
                  "Recall")  # fmt: skip
        labels = "the private edits" if self.labels_known else "guessed names"
        sections = [
            Section(
                "Attacks",
                f"The parrot is a tagger trained on one half of the release, with {labels} as "
                f"labels, to attack the other half. {_PUBLISHED}",
                header,
                rows,
            )
        ]
        if self.simulation is not None:
            sections.append(simulation_section(self.simulation))
        if self.quality is not None:
            sections.append(quality_section(self.quality))
        return Report(
            "Attacks on a release",
            f"{self.dialogues:,} dialogues. A leak is a name that was missed and is still in the "
            "release; leaks are known only with the gold.",
            sections,
            self.notes,
        )

    def plots(self) -> dict[str, str]:
        """Draw the plots of the report, as SVG by name.

        RAISES (InputError): If matplotlib is not installed.
        """
        return {} if self.simulation is None else {SIMULATION: simulation_plot(self.simulation)}


def attack(
    dialogues: Sequence[ReleasedDialogue],
    gold: Sequence[AnnotatedDialogue] | None = None,
    *,
    epochs: int = EPOCHS,
    markov_p: float = 0.5,
    seed: int = 0,
) -> Attack:
    """Attack a release.

    dialogues (Sequence[ReleasedDialogue]): The release with the owner's knowledge of it.
    gold (Sequence[AnnotatedDialogue] | None): The originals with their gold spans.
    epochs (int): How often the parrot sees its half.
    markov_p (float): The probability that the simulated Markov strategy draws a new surrogate.
    seed (int): The seed of all draws.
    RETURNS (Attack): The figures.
    """
    known = gold is not None
    edited = all(message.edits is not None for d in dialogues for message in d.messages)
    notes = []
    if not known:
        notes.append("without gold it is unknown which hypotheses are right")
    if not edited:
        notes.append("without private edits the attacker has to guess which names are surrogates")
    if known and edited:
        notes += missing_packages()
    return Attack(
        dialogues=len(dialogues),
        labels_known=edited,
        outliers=outlier_attack(dialogues, known=known),
        parrot=parrot_attack(dialogues, known=known, epochs=epochs, seed=seed),
        simulation=(
            None
            if gold is None
            else simulate_leakage(count_mentions(gold), markov_p=markov_p, seed=seed)
        ),
        quality=surrogate_quality(dialogues) if known and edited else None,
        notes=notes,
    )
