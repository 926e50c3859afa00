"""Measures a pipeline before and after its adaptation."""

from collections.abc import Mapping, Sequence
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from spacy_piivot.components.pipeline_roles import without_surrogates
from spacy_piivot.core.dialogue import dialogue_to_doc, doc_id
from spacy_piivot.evaluation import evaluate, from_docs
from spacy_piivot.evaluation.readers.dialogue_corpus import doc_to_dialogue

METRICS = ("precision", "recall", "f1", "f5")
# A label needs this many gold spans to get its own row.
ENOUGH = 5


def predict(nlp: Language, examples: Sequence[Example]) -> list[Doc]:
    """Predict dialogues with all components of a pipeline except the one that replaces."""
    originals = (example.predicted for example in examples)
    docs = [dialogue_to_doc(doc_to_dialogue(doc, doc_id(doc) or ""), nlp) for doc in originals]
    with nlp.select_pipes(disable=without_surrogates(nlp)):
        return list(nlp.pipe(docs))


def measure(examples: Sequence[Example], predicted: Sequence[Doc]) -> dict[str, Any]:
    """The figures of the table.

    examples (Sequence[Example]): Dialogues with gold, in the labels of their source.
    predicted (Sequence[Doc]): The same dialogues with predictions.
    RETURNS (dict[str, Any]): Scores, strict, by overlap and by label, and leaked characters.
    """
    gold = from_docs(example.reference for example in examples)
    result = evaluate(gold, from_docs(predicted), bootstrap=0).to_dict()
    return {
        "strict": _figures(result["matchings"]["strict"]),
        "overlap": _figures(result["matchings"]["overlap"]),
        "by_label": {
            label: _figures(score)
            for label, score in result["by_label"].items()
            if score["tp"] + score["fn"] >= ENOUGH
        },
        "leaked": result["leaked"],
    }


def _figures(score: Mapping[str, Any]) -> dict[str, Any]:
    # Precision is None if nothing was found.
    figures = {name: None if score[name] is None else round(score[name], 4) for name in METRICS}
    return {"gold": score["tp"] + score["fn"], **figures}


def format_table(before: Mapping[str, Any], after: Mapping[str, Any], prose: str) -> str:
    """Both sets of figures as Markdown."""
    rows = [("all, strict", before["strict"], after["strict"])]
    rows.append(("all, overlap", before["overlap"], after["overlap"]))
    rows += [(x, before["by_label"][x], after["by_label"][x]) for x in before["by_label"]]
    names = ("precision", "recall", "F1", "F5")
    header = [f"{name} {when}" for name in names for when in ("before", "after")]
    lines = [
        prose,
        "",
        f"| | gold | {' | '.join(header)} |",
        f"|---|{'---:|' * (1 + len(header))}",
    ]
    for name, old, new in rows:
        cells = [_cell(side[metric]) for metric in METRICS for side in (old, new)]
        lines.append(f"| {name} | {old['gold']} | {' | '.join(cells)} |")
    leaked = [f"{side['leaked']['share'] or 0:.1%}" for side in (before, after)]
    lines += [
        "",
        f"Leaked characters (of gold that no span covers): {leaked[0]} before, {leaked[1]} after, "
        f"of {before['leaked']['of']}.",
    ]
    return "\n".join(lines) + "\n"


def _cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
