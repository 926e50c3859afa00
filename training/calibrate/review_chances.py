"""Count how often spans and unmarked places are errors, for the order of the review desk.

    python -m training.calibrate.review_chances --data assets/train \\
        --out spacy_piivot/data/review_chances.json

The pipeline misses hardly anything in the dialogues labelled by hand as they are. So most of the
misses come from copies of the train and dev splits with names of every region of the world, half
of them in lower case, and from tweets. They show what a miss looks like; how many there are is
counted in the dialogues as they are. The test split is only scored: how early its misses come when
messages are read in the order of their risk.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from pathlib import Path
from typing import Annotated, Any, TypeVar

import numpy
import typer
from numpy.typing import NDArray
from spacy.language import Language

from spacy_piivot.cli.running import guarded, load_pipeline, say
from spacy_piivot.components.pipeline_roles import without_surrogates
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc, message_candidates
from spacy_piivot.core.spans import Candidate
from spacy_piivot.corpus import Record, replacing
from spacy_piivot.corpus.jsonl import read_jsonl
from spacy_piivot.evaluation.groups.name_swap import swap_names
from spacy_piivot.kinds.names.find.token_scores import keep_token_scores
from spacy_piivot.lang.pipeline import pipeline_lexicon
from spacy_piivot.review.hints import FEATURES, REST, Place, find_unmarked
from spacy_piivot.review.model import HINT_KINDS
from spacy_piivot.review.risk import FALSE_ALARM, Chances, read_chances
from training.corpora.sources import GENERAL, read_sentences
from training.corpora.split import CorpusSplit
from training.labelled import Gold, Labelled, LabelledDialogue, read_record

# The seeds of the names in the copies.
SEED, OTHER_SEED = 1, 2
# Where the bands of a span's score end.
BANDS = (0.6, 0.75, 0.9, 0.97)
# Tweets with gold.
TWEETS = ("wnut17_dev",)
_MOST_TWEETS = 1500
# An organisation is neither right nor wrong.
_NOT_SCORED = "ORG"
_ROUNDS = 200
Row = tuple[float, ...]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Seen:
    """A message with what the pipeline did in it.

    dialogue (str): The id of its dialogue, or of the one that it is a copy of.
    places (Sequence[tuple[Place, bool]]): Its unmarked places, and whether each is a miss.
    rest (Sequence[float]): What is known of the rest.
    elsewhere (int): How many misses are in the rest.
    misses (int): How many misses it has.
    spans (Sequence[tuple[float, bool]]): The score of each span, and whether it is wrong.
    """

    dialogue: str
    places: Sequence[tuple[Place, bool]] = field(repr=False)
    rest: Row
    elsewhere: int
    misses: int
    spans: Sequence[tuple[float, bool]]


def look(nlp: Language, dialogues: Iterable[LabelledDialogue]) -> Iterator[Seen]:
    """Run a pipeline over dialogues and compare what it did with their gold.

    nlp (Language): The pipeline.
    dialogues (Iterable[LabelledDialogue]): The dialogues.
    YIELDS (Seen): Their messages. A miss is gold with a letter or digit outside of all spans.
    """
    dialogues = list(dialogues)
    lexicon = pipeline_lexicon(nlp)

    def docs() -> Iterator:
        for one in dialogues:
            messages = [Message(message.speaker, message.text) for message in one.messages]
            doc = dialogue_to_doc(Dialogue(one.id, messages), nlp)
            keep_token_scores(doc)
            yield doc

    with nlp.select_pipes(disable=without_surrogates(nlp)):
        for dialogue, doc in zip(dialogues, nlp.pipe(docs(), batch_size=16), strict=True):
            unmarked = find_unmarked(doc, lexicon)
            found = message_candidates(doc)
            for number, message in enumerate(dialogue.messages):
                gold = [one for one in message.spans if one.label != _NOT_SCORED]
                missed = [one for one in gold if is_missed(one, message.text, found[number])]
                places = [place for place in unmarked.places if place.message == number]
                yield Seen(
                    dialogue.id,
                    [(place, any(_meet(place, one) for one in missed)) for place in places],
                    unmarked.rest[number],
                    sum(not any(_meet(place, one) for place in places) for one in missed),
                    len(missed),
                    [
                        (one.score, not any(_meet(one, other) for other in message.spans))
                        for one in found[number]
                    ],
                )


def is_missed(gold: Gold, text: str, found: Iterable[Candidate]) -> bool:
    """Whether a letter or digit of a gold span is in no span that was found."""
    left = set(range(gold.start, gold.end))
    for one in found:
        left.difference_update(range(one.start, one.end))
    return any(text[place].isalnum() for place in left)


def _meet(one: Place | Candidate | Gold, other: Place | Candidate | Gold) -> bool:
    return one.start < other.end and other.start < one.end


def copies(records: Iterable[Record], seed: int) -> Iterator[LabelledDialogue]:
    """Copies of dialogues in which the pipeline misses more.

    records (Iterable[Record]): The dialogues; those without names are left out.
    seed (int): Which names they get.
    YIELDS (LabelledDialogue): For each dialogue a copy with names of some region, and another one
        in lower case.
    """
    rng = random.Random(seed)
    for of, same in groupby(swap_names(records, seed=seed), key=lambda copy: copy["swap"]["of"]):
        named, other = rng.sample([read_record(copy) for copy in same], 2)
        yield replace(named, id=of)
        yield replace(other, id=of, messages=tuple(map(_lower, other.messages)))


def _lower(message: Labelled) -> Labelled:
    lower = message.text.lower()
    return replace(message, text=lower) if len(lower) == len(message.text) else message


def read_tweets(path: Path) -> Iterator[LabelledDialogue]:
    """The tweets of a file, each as a dialogue, with their names and places only."""
    for number, message in enumerate(islice(read_sentences(path), _MOST_TWEETS)):
        spans = tuple(one for one in message.spans if one.label in ("NAME", "LOCATION"))
        yield LabelledDialogue(f"{path.stem}-{number}", GENERAL, (replace(message, spans=spans),))


def fit(hard: Sequence[Seen], tweets: Sequence[Seen], real: Sequence[Seen]) -> dict[str, Any]:
    """Fit the chances.

    hard (Sequence[Seen]): Messages of the copies, which show what a miss looks like.
    tweets (Sequence[Seen]): Tweets, which show it too; they have other words than messages.
    real (Sequence[Seen]): Messages as they are, which show how many misses there are.
    RETURNS (dict): What `risk.read_chances` reads.
    """
    shares = Shares([*hard, *tweets, *real])
    places = [(seen, *pair) for seen in (*hard, *tweets, *real) for pair in seen.places]
    rows = numpy.asarray([place_row(place) for _, place, _ in places])
    missed_rows = numpy.asarray([missed for _, _, missed in places], float)
    weighed = [shares.of(seen) if missed else 1.0 for seen, _, missed in places]
    weights = logistic(rows, missed_rows, numpy.asarray(weighed))
    real_rows = numpy.asarray([place_row(place) for seen in real for place, _ in seen.places])
    missed = sum(is_miss for seen in real for _, is_miss in seen.places)
    shift = level(real_rows @ weights, missed + 1)
    columns = numpy.asarray([seen.rest for seen in (*hard, *real)])
    elsewhere = [seen.elsewhere * shares.of(seen) for seen in (*hard, *real)]
    rest = rates(columns, numpy.asarray(elsewhere))
    expected = numpy.asarray([seen.rest for seen in real]) @ rest
    rest *= (sum(seen.elsewhere for seen in real) + 1) / max(expected.sum(), 1e-9)
    kinds, features = weights[1 : 1 + len(HINT_KINDS)], weights[1 + len(HINT_KINDS) :]
    return {
        "prior": round(float(weights[0] + shift), 4),
        "kinds": _rounded(HINT_KINDS, kinds),
        "features": _rounded(FEATURES, features),
        "rest": {name: float(f"{rate:.3g}") for name, rate in zip(REST, rest, strict=True)},
        "bands": list(BANDS),
        "wrong": wrong_by_band([pair for seen in real for pair in seen.spans]),
    }


def place_row(place: Place) -> Row:
    """The row of a place: 1, its kind, its features."""
    return (1.0, *(float(place.kind == kind) for kind in HINT_KINDS), *place.features)


class Shares:
    """What a miss counts: those of one dialogue, which are often of one name, count one together.

    seen (Iterable[Seen]): All messages.
    """

    def __init__(self, seen: Iterable[Seen]) -> None:
        self._misses: Counter[str] = Counter()
        for one in seen:
            self._misses[one.dialogue] += one.misses

    def of(self, seen: Seen) -> float:
        """What a miss in a message counts, 0 to 1."""
        return 1 / max(self._misses[seen.dialogue], 1)


def logistic(rows: NDArray, missed: NDArray, weighed: NDArray, penalty: float = 1.0) -> NDArray:
    """The weights of a logistic regression with a quadratic penalty on all but the first.

    rows (NDArray): One row per place; the first column is 1.
    missed (NDArray): 1 for a miss, else 0.
    weighed (NDArray): What each row counts.
    penalty (float): How strong the penalty is.
    RETURNS (NDArray): One weight per column.
    """
    weights = numpy.zeros(rows.shape[1])
    ridge = numpy.full(rows.shape[1], penalty)
    ridge[0] = 1e-6
    for _ in range(30):
        chances = 1 / (1 + numpy.exp(-rows @ weights))
        slope = rows.T @ (weighed * (missed - chances)) - ridge * weights
        curvature = weighed * chances * (1 - chances)
        curve = (rows * curvature[:, None]).T @ rows + numpy.diag(ridge)
        weights = weights + numpy.linalg.solve(curve, slope)
    return weights


def level(odds: NDArray, count: float) -> float:
    """What to add to some log-odds so that the chances sum up to a count."""
    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        if (1 / (1 + numpy.exp(-(odds + middle)))).sum() < count:
            low = middle
        else:
            high = middle
    return round(low, 4)


def rates(columns: NDArray, counts: NDArray) -> NDArray:
    """How many events one of each column stands for, if they add up (Poisson, never negative).

    columns (NDArray): One row per message.
    counts (NDArray): How many events each message has.
    RETURNS (NDArray): One rate per column.
    """
    # One event each in a tenth of all of it: no kind of message is safe because none was missed.
    columns = numpy.vstack([columns, numpy.diag(columns.sum(axis=0) / 10)])
    counts = numpy.concatenate([counts, numpy.ones(columns.shape[1])])
    totals = numpy.maximum(columns.sum(axis=0), 1e-9)
    found = numpy.full(columns.shape[1], counts.sum() / totals.sum())
    for _ in range(_ROUNDS):
        expected = numpy.maximum(columns @ found, 1e-12)
        found = found * (columns.T @ (counts / expected)) / totals
    return found


def wrong_by_band(spans: Sequence[tuple[float, bool]]) -> list[float]:
    """By band of the score how often a span is wrong; a higher band is never wrong more often."""
    found: list[float] = []
    for low, high in zip((0.0, *BANDS), (*BANDS, 2.0), strict=True):
        band = [wrong for score, wrong in spans if low <= score < high]
        share = (sum(band) + 1) / (len(band) + 2)
        found.append(round(min([share, *found]), 4))
    return found


def share_needed(seen: Sequence[Seen], chances: Chances, share: float = 0.9) -> float:
    """The share of the messages to read, by risk, to find a share of the misses.

    seen (Sequence[Seen]): The messages.
    chances (Chances): The chances.
    share (float): The share of the misses.
    RETURNS (float): The share of the messages.
    """
    order = sorted(range(len(seen)), key=lambda n: (-risk_of(seen[n], chances), n))
    wanted, found = share * sum(one.misses for one in seen), 0
    for read, number in enumerate(order, 1):
        found += seen[number].misses
        if found >= wanted:
            return read / len(seen)
    return 1.0


def risk_of(seen: Seen, chances: Chances) -> float:
    """The risk of a message, as the desk computes it."""
    places = sum(chances.of_place(place) for place, _ in seen.places)
    rest = sum(rate * one for rate, one in zip(chances.rest, seen.rest, strict=True))
    wrong = sum(chances.of_span(score) for score, _ in seen.spans)
    return places + rest + FALSE_ALARM * wrong


def _rounded(names: Sequence[str], values: NDArray) -> dict[str, float]:
    return {name: round(float(one), 4) for name, one in zip(names, values, strict=True)}


def main(
    data: Annotated[Path, typer.Option(help="The folder with gold_train.jsonl.")],
    out: Annotated[Path, typer.Option(help="The JSON file to write.")],
) -> None:
    """Fit the chances of errors, score them on the test split, and write them."""
    with guarded():
        nlp = load_pipeline(None)
        path = data / "gold_train.jsonl"
        records = [one for one in read_jsonl(path) if isinstance(one, Record)]
        dialogues = [read_record(record.source) for record in records]
        split = CorpusSplit(dialogues)
        is_test = [split.of(dialogue) == "test" for dialogue in dialogues]

        def part(values: Sequence[_T], test: bool) -> list[_T]:
            return [one for one, own in zip(values, is_test, strict=True) if own == test]

        hard = list(look(nlp, copies(part(records, False), SEED)))
        real = list(look(nlp, part(dialogues, False)))
        tweets = [
            seen for name in TWEETS for seen in look(nlp, read_tweets(data / f"{name}.conll"))
        ]
        values = {
            "made": "training/calibrate/review_chances.py",
            "misses": [sum(one.misses for one in seen) for seen in (hard, tweets, real)],
            **fit(hard, tweets, real),
        }
        chances = read_chances(values)
        test = list(look(nlp, part(dialogues, True)))
        further = list(look(nlp, copies(part(records, True), OTHER_SEED)))
        for what, seen in (
            ("copies", hard),
            ("tweets", tweets),
            ("as they are", real),
            ("test", test),
            ("test, copies", further),
        ):
            share = share_needed(seen, chances)
            missed = sum(one.misses for one in seen)
            say(f"{what}: 90% of {missed} misses are in {share:.1%} of {len(seen)} messages")
        with replacing(out) as stream:
            stream.write(json.dumps(values, indent=1).encode() + b"\n")


if __name__ == "__main__":
    typer.run(main)
