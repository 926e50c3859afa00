"""The options of an evaluation."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.labels import SCHEMES
from ...core.spans import PII
from ...errors import InputError, UnknownScheme
from ...lang import ENGLISH, Lexicon
from .counts import F_BETAS
from .matching import MATCHINGS
from .schemes import CANONICAL

MOST_RESAMPLES = 1_000_000
MOST_BETA = 1000


@dataclass(frozen=True, slots=True)
class Options:
    """The options of an evaluation.

    matching (str): One of `matching.MATCHINGS`.
    scheme (str | None): The scheme to score labels in; None for the gold's own.
    bootstrap (int): The number of resamples for intervals; 0 for no intervals.
    seed (int): The seed of the resamples.
    betas (Sequence[float]): F-scores to compute in addition to F1 and F5.
    documents (Collection[str] | None): The ids to score; None for the whole gold, except that
        only the test essays of a gold file that `known_documents` recognises are scored.
    every_document (bool): Whether to score all of such a file.
    labels (Mapping[str, str]): The meaning of labels of no known scheme, on either side; "" to
        exclude their spans.
    spans_key (str): The span group to read from Docs and `.spacy` files.
    lexicon (Lexicon): The words of the language, for the roles of speakers and the categories of
        false positives.
    RAISES (InputError, UnknownScheme): If a field cannot be used.
    """

    matching: str = "strict"
    scheme: str | None = None
    bootstrap: int = 1000
    seed: int = 0
    betas: Sequence[float] = ()
    documents: Collection[str] | None = None
    every_document: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)
    spans_key: str = PII
    lexicon: Lexicon = ENGLISH

    def __post_init__(self) -> None:
        if self.matching not in MATCHINGS:
            raise InputError(
                f"Unknown matching {self.matching!r}. Use one of: {', '.join(MATCHINGS)}."
            )
        if self.scheme is not None and self.scheme not in (CANONICAL, *SCHEMES):
            raise UnknownScheme(self.scheme, (CANONICAL, *SCHEMES))
        if not 0 <= self.bootstrap <= MOST_RESAMPLES:
            raise InputError(f"Resamples: give a number from 0 (none) to {MOST_RESAMPLES:,}.")
        if self.seed < 0:
            raise InputError("The seed must not be negative.")
        if not all(0 < beta <= MOST_BETA for beta in self.betas):
            raise InputError(f"F-beta: give a number above 0 and up to {MOST_BETA}.")

    @property
    def f_betas(self) -> dict[str, float]:
        """The beta of each F-score, by name."""
        return {**F_BETAS, **{f"f{beta:g}": float(beta) for beta in self.betas}}


def make_options(options: Options | None, settings: Mapping[str, Any]) -> Options:
    """Make the options of a call that takes them as one object or field by field.

    options (Options | None): The options.
    settings (Mapping[str, Any]): Fields of `Options`.
    RETURNS (Options): The options.
    RAISES (TypeError): If both are given.
    """
    if options is not None and settings:
        raise TypeError("Give options, or its fields by name, not both.")
    return options or Options(**settings)
