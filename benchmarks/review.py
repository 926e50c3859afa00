"""Measure how early a reviewer finds what the pipeline has missed, by the order of reading.

    python -m benchmarks.review [GOLD …] [--model PATH] --json OUT.json --markdown OUT.md

A simulated reviewer looks at one message after another and corrects all that is wrong in it. The
review desk's queue (messages by risk) is compared with the file's order, with the order of the
scores (the least certain span first), and with dialogues by risk, read whole. A miss is a gold span
that the policy for lessons does not keep and that the pipeline's spans do not cover completely,
whatever their label. In gold as it is there are hardly any; so it is also measured in copies with
names of every region of the world (as `spacy-piivot swap-names` makes them), and in the same in
lower case. Reports have figures only, no text.
"""

import json
import os
import random
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import spacy
import typer
from spacy.language import Language

import spacy_piivot
from benchmarks.markdown import table
from spacy_piivot.cli.running import guarded, say
from spacy_piivot.core.labels import PLACEHOLDER, from_codebook
from spacy_piivot.core.policy import KEEP, TUTORING, load_policy
from spacy_piivot.corpus import PRIVATE, Record, replacing, write_line
from spacy_piivot.corpus.jsonl import read_jsonl
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue
from spacy_piivot.evaluation.groups.name_swap import swap_names
from spacy_piivot.evaluation.readers.reading import read_annotations
from spacy_piivot.lang import ENGLISH
from spacy_piivot.review.audit import coverage
from spacy_piivot.review.bounds import interval
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.importing import import_corpus
from spacy_piivot.review.model import Action, QueueFilter, Scope
from spacy_piivot.review.occurrences import folded_key
from spacy_piivot.review.rows import MACHINE, spans_of
from spacy_piivot.review.store import Store

SHARES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.5)
# The share of the misses to find, and the share of the messages that may be read for it.
WANTED, GOAL = 0.9, 0.15
QUEUE = "queue: messages by risk"
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Reading:
    """A message as the simulated reviewer meets it.

    place (Place): Its dialogue and its number.
    risk (float): The expected number of errors in it, by the desk.
    score (float): The score of its least certain span; 2 without any.
    misses (Sequence[str]): The folded text of each miss in it, after the number of the copy: a
        correction in the whole corpus does not reach the other copies of its dialogue.
    spans (int): How many spans it has.
    """

    place: Place
    risk: float
    score: float
    misses: Sequence[str] = field(default=(), repr=False)
    spans: int = 0


def main(
    gold: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Dialogues with gold spans; by default eval/gold_dev.jsonl in the folder "
            "SPACY_PIIVOT_DATA"
        ),
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="A pipeline; the shipped one by default")
    ] = None,
    json_path: Annotated[Path | None, typer.Option("--json", help="Write the figures here")] = None,
    markdown_path: Annotated[
        Path | None, typer.Option("--markdown", help="Write the tables here")
    ] = None,
    copies: Annotated[
        int, typer.Option(min=0, help="Copies of each dialogue with other names; 0 for none")
    ] = 3,
    seed: Annotated[int, typer.Option(help="The seed of the other names")] = 0,
) -> None:
    """Simulate reviewers, and print what each has found after how many messages."""
    with guarded(), tempfile.TemporaryDirectory() as folder:
        shared = Path(os.environ.get("SPACY_PIIVOT_DATA", "../shared/data"))
        nlp = spacy.load(model) if model else spacy_piivot.load()
        found = {}
        for source in gold or [shared / "eval" / "gold_dev.jsonl"]:
            found[source.stem] = measure(source, nlp)
            if copies:
                for name, variant in variants(source, Path(folder), copies, seed).items():
                    found[f"{source.stem}, {name}"] = measure(variant, nlp)
        report = {"model": nlp.meta["name"], "copies": copies, "seed": seed, "corpora": found}
        text = as_markdown(report)
        figures = json.dumps(report, indent=2) + "\n"
        for path, content in ((json_path, figures), (markdown_path, text)):
            if path is not None:
                with replacing(path) as stream:
                    stream.write(content.encode())
        say(text)


def variants(source: Path, folder: Path, copies: int, seed: int) -> dict[str, Path]:
    """Copies of dialogues in which more is missed: with other names, and those in lower case.

    source (Path): Dialogue JSONL with gold spans.
    folder (Path): Where to write them.
    copies (int): How many of each dialogue.
    seed (int): The seed of the names, and of which regions a dialogue's copies are of.
    RETURNS (dict[str, Path]): The files by what is other in them.
    """
    by_original: dict[str, list[dict[str, Any]]] = defaultdict(list)
    records = (item for item in read_jsonl(source) if isinstance(item, Record))
    for record in swap_names(records, seed=seed):
        by_original[record["swap"]["of"]].append(record)
    dice = random.Random(seed)
    named = [
        record
        for of in sorted(by_original)
        for record in dice.sample(by_original[of], min(copies, len(by_original[of])))
    ]
    found = {"other names": named, "other names in lower case": [*map(in_lower_case, named)]}
    paths = {}
    for number, (name, written) in enumerate(found.items()):
        paths[name] = folder / f"{source.stem}.{number}.jsonl"
        with replacing(paths[name], mode=PRIVATE) as stream:
            for record in written:
                write_line(stream, record)
    return paths


def in_lower_case(record: dict[str, Any]) -> dict[str, Any]:
    """A dialogue in lower case, except messages whose offsets would change."""
    messages = []
    for message in record["messages"]:
        lower = message["text"].lower()
        text = lower if len(lower) == len(message["text"]) else message["text"]
        # Spans may have the text that they cover.
        spans = [
            {key: value for key, value in span.items() if key != "text"}
            for span in message.get("spans", ())
        ]
        messages.append({**message, "text": text, "spans": spans})
    return {**record, "messages": messages}


def measure(source: Path, nlp: Language) -> dict[str, Any]:
    """Import a corpus without its gold, and simulate reviewers of it.

    source (Path): Dialogues with gold spans.
    nlp (Language): The pipeline.
    RETURNS (dict[str, Any]): The figures.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(Path(folder, "state"), create=True) as store,
    ):
        summary = import_corpus(store, source, nlp)
        if summary.quarantined:
            raise InputError(f"{source.name}: the pipeline failed on {summary.quarantined}.")
        messages = readings(store, read_annotations(source))
        return {**simulate(messages), "seconds": action_seconds(Desk(store, nlp))}


def readings(store: Store, gold: Sequence[AnnotatedDialogue]) -> list[Reading]:
    """The messages of a state with what the pipeline has missed in them, in file order."""
    policy = load_policy(TUTORING)
    copies: Counter[str] = Counter()
    found = []
    for number, dialogue in enumerate(gold):
        original = dialogue.swap.get("of", dialogue.id)
        copies[original] += 1
        risks = store.all("SELECT risk FROM message WHERE dialogue = ? ORDER BY number", [number])
        spans = defaultdict(list)
        for span in spans_of(store, MACHINE, number):
            spans[span.message].append(span)
        for at, ((risk,), message) in enumerate(zip(risks, dialogue.messages, strict=True)):
            text = message.text or ""
            marked = [(span.start, span.end) for span in spans[at]]
            misses = []
            for one in message.spans:
                if one.label == PLACEHOLDER:
                    continue
                label = from_codebook(one.label, text[one.start : one.end], ENGLISH)
                kept = policy.strategy(label, one.role) == KEEP
                if not kept and coverage(text, one.start, one.end, marked) != "covered":
                    misses.append(f"{copies[original]} {folded_key(text[one.start : one.end])}")
            score = min((span.score for span in spans[at]), default=2.0)
            found.append(Reading((number, at), risk, score, misses, len(spans[at])))
    return found


def orders(messages: Sequence[Reading]) -> dict[str, list[Reading]]:
    """The orders in which the simulated reviewers read."""
    by_dialogue: dict[int, float] = defaultdict(float)
    for one in messages:
        by_dialogue[one.place[0]] += one.risk
    return {
        QUEUE: sorted(messages, key=lambda one: (-one.risk, one.place)),
        "dialogues by risk, read whole": sorted(
            messages, key=lambda one: (-by_dialogue[one.place[0]], one.place)
        ),
        "by score": sorted(messages, key=lambda one: (one.score, one.place)),
        "file order": list(messages),
    }


def simulate(messages: Sequence[Reading]) -> dict[str, Any]:
    """What reviewers have found, by order and after which share of the messages.

    messages (Sequence[Reading]): The messages, in file order.
    RETURNS (dict[str, Any]): Counts, and by order "found" (the share of the misses by the share
        of the messages), "needed" (the share of the messages with `WANTED` of the misses), the
        actions until then (a look or a correction each), and the same if each correction is
        made in the whole corpus at once.
    """
    total = sum(len(one.misses) for one in messages)
    return {
        "messages": len(messages),
        "dialogues": len({one.place[0] for one in messages}),
        "misses": total,
        "with_misses": sum(bool(one.misses) for one in messages),
        "orders": {
            name: {
                "each": _found(order, total),
                "everywhere": _found(_everywhere(order), total),
            }
            for name, order in orders(messages).items()
        },
    }


def _everywhere(order: Iterable[Reading]) -> list[Reading]:
    """The same order, if the reviewer corrects all misses with the same text with the first."""
    order = list(order)
    counts: dict[str, int] = defaultdict(int)
    for one in order:
        for text in one.misses:
            counts[text] += 1
    seen: set[str] = set()
    made = []
    for one in order:
        first = [text for text in dict.fromkeys(one.misses) if text not in seen]
        seen.update(first)
        misses = [text for text in first for _ in range(counts[text])]
        made.append(Reading(one.place, one.risk, one.score, misses, one.spans))
    return made


def _found(order: Sequence[Reading], total: int) -> dict[str, Any]:
    running, actions, needed = 0, 0, None
    after = {0: 0}
    needed_actions = None
    for position, one in enumerate(order, 1):
        running += len(one.misses)
        actions += 1 + len(set(one.misses))
        after[position] = running
        if needed is None and running >= WANTED * total:
            needed, needed_actions = position / len(order), actions
    shares = {share: after[round(share * len(order))] for share in SHARES}
    return {
        "found": {
            f"{share:.0%}": count / total if total else None for share, count in shares.items()
        },
        "left": {f"{share:.0%}": total - count for share, count in shares.items()},
        "needed": needed,
        "needed_actions": needed_actions,
        "at_goal": [*interval(shares[GOAL], total)] if total else None,
    }


def action_seconds(desk: Desk, actions: int = 60) -> dict[str, float]:
    """The median time of the desk's answers, without the browser.

    desk (Desk): The desk of an imported corpus.
    actions (int): How many actions to do.
    RETURNS (dict[str, float]): Seconds by what was asked for.
    """
    times: dict[str, list[float]] = defaultdict(list)

    def timed(name: str, ask: Callable[[], object]) -> None:
        began = time.perf_counter()
        ask()
        times[name].append(time.perf_counter() - began)

    scopes: tuple[Scope, ...] = ("one", "corpus")
    for row in desk.queue("bench", QueueFilter(), limit=actions).rows:
        timed("a page of the queue", lambda: desk.queue("bench", QueueFilter()))
        shown = desk.dialogue(row.number, "bench")
        spans = [span for message in shown.messages for span in message.spans]
        for scope, span in zip(scopes, spans, strict=False):
            accept = Action("accept", row.number, span.id, scope=scope)
            timed(f"{scope} decision", partial(desk.act, "bench", accept))
        timed("finish", partial(desk.act, "bench", Action("finish", row.number)))
    return {name: round(statistics.median(taken), 5) for name, taken in times.items()}


def as_markdown(report: Mapping[str, Any]) -> str:
    """The figures as tables."""
    parts = [
        "# Reading in the order of the queue",
        "The share of the misses that is found after a share of the messages, and the share of the "
        f"messages after which {WANTED:.0%} are found: each alone, or all with the same text with "
        "the first of them.",
    ]
    for name, corpus in report["corpora"].items():
        parts += [
            f"## {name}",
            f"{corpus['dialogues']:,} dialogues, {corpus['messages']:,} messages; "
            f"{corpus['misses']:,} misses in {corpus['with_misses']:,} messages.",
            table(
                (
                    "order",
                    *(f"after {share:.0%}" for share in SHARES),
                    f"{WANTED:.0%} after",
                    "with all like it",
                ),
                (
                    (
                        name,
                        *map(_percent, ways["each"]["found"].values()),
                        _percent(ways["each"]["needed"]),
                        _percent(ways["everywhere"]["needed"]),
                    )
                    for name, ways in corpus["orders"].items()
                ),
            ),
            _goal(corpus),
            "Median time of an answer: "
            + ", ".join(
                f"{what} {taken * 1000:.1f} ms" for what, taken in corpus["seconds"].items()
            )
            + ".",
        ]
    return "\n\n".join(parts) + "\n"


def _goal(corpus: Mapping[str, Any]) -> str:
    found = corpus["orders"][QUEUE]["each"]
    if not corpus["misses"]:
        return "Nothing was missed."
    low, high = found["at_goal"]
    return (
        f"The queue finds {found['found'][f'{GOAL:.0%}']:.1%} of the misses in {GOAL:.0%} of the "
        f"messages (95% interval {low:.0%} to {high:.0%}, as if misses were independent)."
    )


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


if __name__ == "__main__":
    typer.run(main)
