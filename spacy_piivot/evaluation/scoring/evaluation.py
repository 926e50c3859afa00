"""Everything that is measured of one system against gold."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from ...errors import InputError, UnknownScheme
from ...labels import SCHEMES
from ...spans import PII
from ..baselines import SYSTEMS, find_baseline
from ..core.annotations import AnnotatedDialogue
from ..core.bootstrap import resample_weights
from ..core.counts import F_BETAS
from ..core.leakage import Share, leaked_characters
from ..core.matching import MATCHINGS, Decision, match_all
from ..core.pairing import Paired, pair
from ..core.schemes import CANONICAL, Prepared, find_scheme, prepare, rename_labels
from ..core.tally import macro_average, score_keys, score_total, tally
from ..readers.crapii_split import known_documents
from ..readers.reading import from_docs, read_annotations
from . import measures

Source = Path | str | Sequence[AnnotatedDialogue] | Sequence[Doc]
MOST_RESAMPLES = 1_000_000
MOST_BETA = 1000
EVERY_NAME = "every name is NAME_STUDENT"


@dataclass(frozen=True, slots=True)
class Options:
    """How to score.

    matching (str): One of `matching.MATCHINGS`.
    scheme (Optional[str]): The scheme of the labels; None for the gold's own.
    bootstrap (int): How many resamples the intervals rest on; 0 for none.
    seed (int): The seed of the resamples.
    betas (Sequence[float]): F-scores to give beside F1 and F5.
    documents (Optional[Collection[str]]): The ids to score; None for all of the gold, but the
        test essays of a gold file that `known_documents` recognises.
    every_document (bool): Whether to score all of such a file too.
    labels (Mapping[str, str]): What labels of no known scheme mean, on either side; "" to leave
        them out.
    spans_key (str): The span group to read from Docs and `.spacy` files.
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


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What `evaluate` found out.

    result (Mapping[str, Any]): All figures, ready for JSON; no text of the data.
    prepared (Prepared): Both sides in the scoring scheme.
    decisions (Sequence[Sequence[Decision]]): The decisions of each dialogue.
    """

    result: Mapping[str, Any] = field(repr=False)
    prepared: Prepared = field(repr=False)
    decisions: Sequence[Sequence[Decision]] = field(repr=False)

    def to_dict(self) -> dict[str, Any]:
        """The figures for JSON."""
        return dict(self.result)

    def errors(self) -> Iterator[tuple[str, int, str | None, Decision]]:
        """What was missed and the false alarms.

        YIELDS (tuple[str, int, Optional[str], Decision]): Dialogue id, number of the message,
            its original text, and the decision on it.
        """
        for dialogue, some in zip(self.prepared.gold, self.decisions, strict=True):
            for decision in some:
                if decision.outcome != "tp":
                    text = dialogue.messages[decision.message].text
                    yield dialogue.id, decision.message, text, decision


def evaluate(
    gold: Source, predicted: Source, *, options: Options | None = None, **settings: Any
) -> Evaluation:
    """Score a system's spans against gold.

    gold (Source): A file or folder that `read_annotations` reads, what it gave, or Docs.
    predicted (Source): The same dialogues with the system's spans; or "SYSTEM:MODEL", a baseline
        to run on the gold's texts.
    options (Optional[Options]): How to score.
    **settings: Fields of `Options`, instead of it: `evaluate(a, b, matching="overlap")`.
    RETURNS (Evaluation): The figures; `to_dict()` for JSON.
    RAISES (InputError, RecordError): If a source cannot be read, the two do not fit, or a
        label, scheme or matching is unknown.
    """
    options = make_options(options, settings)
    paired = pair_sources(gold, predicted, options)
    return score(paired, options, name_of(gold, "gold"), name_of(predicted, "predicted"))


def make_options(options: Options | None, settings: Mapping[str, Any]) -> Options:
    """The options of a call that takes them whole or field by field.

    options (Optional[Options]): The options.
    settings (Mapping[str, Any]): Fields of them.
    RETURNS (Options): What was given.
    RAISES (TypeError): If both were.
    """
    if options is not None and settings:
        raise TypeError("Give options, or its fields by name, not both.")
    return options or Options(**settings)


class GoldSide(NamedTuple):
    """The gold, read once for any number of systems.

    dialogues (Sequence[AnnotatedDialogue]): The dialogues, under the labels of the source.
    documents (Optional[Collection[str]]): The ids to score; None for all.
    notes (Sequence[str]): What the user should know of the choice.
    """

    dialogues: Sequence[AnnotatedDialogue]
    documents: Collection[str] | None
    notes: Sequence[str]


def pair_sources(gold: Source, predicted: Source, options: Options) -> Paired:
    """Read both sides and put them side by side; see `evaluate`."""
    side = read_gold(gold, options)
    return pair_sides(side, read_predicted(predicted, side, options), options)


def read_gold(gold: Source, options: Options) -> GoldSide:
    """Read the gold, and tell which of its dialogues to score; see `evaluate`."""
    documents = options.documents
    notes = []
    if documents is None and not options.every_document and isinstance(gold, Path | str):
        documents = known_documents(Path(gold))
        if documents is not None:
            notes.append(
                f"{Path(gold).name} is the gold of all CRAPII essays: scored on the test essays of "
                "Shen et al. (2025)"
            )
    return GoldSide(read(gold, options), documents, notes)


def read_predicted(
    predicted: Source, gold: GoldSide, options: Options
) -> Sequence[AnnotatedDialogue]:
    """Read a system's spans, or run the baseline that they are to come from; see `evaluate`."""
    if not is_baseline(predicted):
        return read(predicted, options)
    system = find_baseline(str(predicted))
    return [system.annotate(dialogue) for dialogue in gold.dialogues]


def pair_sides(gold: GoldSide, predicted: Sequence[AnnotatedDialogue], options: Options) -> Paired:
    """Put what was read side by side; see `evaluate`."""
    sides = (gold.dialogues, predicted)
    used = {span.label for some in sides for dialogue in some for span in dialogue.spans()}
    notes = [*gold.notes]
    notes += [f"--label {old}: no span has this label" for old in options.labels if old not in used]
    real, found = (rename_labels(side, options.labels) for side in sides)
    paired = pair(real, found, documents=gold.documents)
    if gold.documents is not None and not any(
        g.messages or p.messages for g, p in paired.dialogues
    ):
        raise InputError("None of the documents to score is there: their ids must be the same.")
    twice = sum(_repeated(gold) for gold, _ in paired.dialogues)
    if twice:
        notes.append(f"{twice:,} gold spans stand twice, and want to be found twice")
    own = find_scheme(span.label for dialogue in real for span in dialogue.spans())
    return Paired(paired.dialogues, [*notes, *paired.notes], own)


def _repeated(gold: AnnotatedDialogue) -> int:
    extents = [
        (number, span.start, span.end, span.label)
        for number, message in enumerate(gold.messages)
        for span in message.spans
    ]
    return len(extents) - len(set(extents))


def is_baseline(source: Source) -> bool:
    """Whether a source is a system to run, "SYSTEM:MODEL"; see `baselines.SYSTEMS`."""
    if not isinstance(source, str) or ":" not in source or Path(source).exists():
        return False
    return source.partition(":")[0] in SYSTEMS


def read(source: Source, options: Options) -> Sequence[AnnotatedDialogue]:
    """The dialogues of a source; see `evaluate`."""
    if isinstance(source, Path | str):
        return read_annotations(Path(source), spans_key=options.spans_key)
    entries = list(source)
    dialogues = [entry for entry in entries if isinstance(entry, AnnotatedDialogue)]
    docs = [entry for entry in entries if isinstance(entry, Doc)]
    if entries and len(dialogues) < len(entries) and len(docs) < len(entries):
        raise InputError(
            "Give a path, what read_annotations gave, or Docs: the list holds something else."
        )
    return from_docs(docs, options.spans_key) if docs else dialogues


def name_of(source: Source, default: str) -> str:
    """What to call a source in a report: a file's name, without its folder."""
    if isinstance(source, str) and is_baseline(source):
        system, _, model = source.partition(":")
        return f"{system}:{Path(model).name}"
    return Path(source).name if isinstance(source, Path | str) else default


def score(paired: Paired, options: Options, gold_name: str, predicted_name: str) -> Evaluation:
    """Score dialogues that stand side by side; see `evaluate`."""
    raw_gold = [gold for gold, _ in paired.dialogues]
    raw_predicted = [predicted for _, predicted in paired.dialogues]
    prepared = prepare(raw_gold, raw_predicted, options.scheme, own=paired.scheme)
    decisions = match_all(prepared.gold, prepared.predicted, options.matching)
    weights = resample_weights(len(prepared.gold), options.bootstrap, options.seed)
    f_betas = options.f_betas
    by_label = tally(prepared.gold, decisions)
    has_texts = any(m.text is not None for gold in raw_gold for m in gold.messages)
    result = {
        "gold": gold_name,
        "predicted": predicted_name,
        "matching": options.matching,
        "scheme": prepared.scheme,
        "dialogues": len(prepared.gold),
        "messages": sum(len(gold.messages) for gold in prepared.gold) if has_texts else None,
        "gold_spans": sum(1 for gold in prepared.gold for _ in gold.spans()),
        "predicted_spans": sum(1 for predicted in prepared.predicted for _ in predicted.spans()),
        "bootstrap": options.bootstrap,
        "seed": options.seed,
        "overall": score_total(by_label, weights, f_betas).to_dict(),
        "macro": macro_average(by_label, weights, f_betas),
        "balanced_accuracy": measures.balanced_accuracy(prepared),
        "by_label": measures.as_dicts(score_keys(by_label, weights, f_betas)),
        "matchings": measures.all_matchings(prepared, {options.matching: decisions}, f_betas),
        "semeval": measures.semeval(prepared),
        "strata": measures.scores_by_stratum(prepared, decisions, weights, f_betas),
        "false_positives": measures.false_positives(prepared, decisions),
        "leaked": sum(map(leaked_characters, prepared.gold, raw_predicted), Share()).to_dict(
            "characters"
        ),
        "apart": measures.distractors(prepared, f_betas),
        "lookalikes": measures.lookalikes(raw_gold, raw_predicted),
        "numbers": measures.numbers(raw_gold, raw_predicted),
        "math_tokens": measures.math_tokens(raw_gold, raw_predicted, decisions),
        "roles": measures.roles(decisions),
        "clean_messages": measures.clean_messages(raw_gold, raw_predicted),
        "variants": _variants(raw_gold, raw_predicted, prepared, paired.scheme, options, weights),
        "curve": measures.curve(decisions) if options.matching != "token" else None,
        "notes": [*paired.notes, *prepared.notes, *measures.missing_packages()],
    }
    return Evaluation(result, prepared, decisions)


def _variants(
    gold: Sequence[AnnotatedDialogue],
    predicted: Sequence[AnnotatedDialogue],
    prepared: Prepared,
    own: str | None,
    options: Options,
    weights: NDArray[np.int32],
) -> dict[str, Any]:
    if prepared.scheme != "crapii":
        return {}
    other = prepare(gold, predicted, prepared.scheme, own=own, every_name=True)
    counted = tally(other.gold, match_all(other.gold, other.predicted, options.matching))
    return {EVERY_NAME: score_total(counted, weights, options.f_betas).to_dict()}
