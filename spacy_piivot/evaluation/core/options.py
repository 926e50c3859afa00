"""How to score."""

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
    """How to score.

    matching (str): One of `matching.MATCHINGS`.
    scheme (str | None): The scheme of the labels; None for the gold's own.
    bootstrap (int): How many resamples the intervals rest on; 0 for none.
    seed (int): The seed of the resamples.
    betas (Sequence[float]): F-scores to give beside F1 and F5.
    documents (Collection[str] | None): The ids to score; None for all of the gold, but the
        test essays of a gold file that `known_documents` recognises.
    every_document (bool): Whether to score all of such a file too.
    labels (Mapping[str, str]): What labels of no known scheme mean, on either side; "" to leave
        them out.
    spans_key (str): The span group to read from Docs and `.spacy` files.
    lexicon (Lexicon): The words of the language: they tell who speaks, and what a false positive
        stands on.
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
        """The F-scores to give, by name."""
        return {**F_BETAS, **{f"f{beta:g}": float(beta) for beta in self.betas}}


def make_options(options: Options | None, settings: Mapping[str, Any]) -> Options:
    """The options of a call that takes them whole or field by field.

    options (Options | None): The options.
    settings (Mapping[str, Any]): Fields of them.
    RETURNS (Options): What was given.
    RAISES (TypeError): If both were.
    """
    if options is not None and settings:
        raise TypeError("Give options, or its fields by name, not both.")
    return options or Options(**settings)
