"""Recompute Table 7 of Shen et al. (2025) from the published outputs of its seven systems.

    python benchmarks/published_tables.py DIR [--json OUT]

DIR contains `crapii_published/` (or is it): CRAPII's gold entities and the output of each system,
as the authors published them. Prints every row next to the figures in the paper, and the strict
scores next to both. Exit status 1 if a row differs.
"""

import csv
import json as json_format
from pathlib import Path
from typing import Annotated, Any

import typer

from spacy_piivot.evaluation import evaluate

FOLDER = "crapii_published"
GOLD = "gold_entities.csv"
PUBLISHED = Path(__file__).parent / "published_table7.csv"
COUNTS = ("tp", "fp", "fn")
RATIOS = ("precision", "recall", "f1", "f5")


def main(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Contains crapii_published/")],
    json: Annotated[Path | None, typer.Option(help="Write the rows as JSON too")] = None,
) -> None:
    """Print the recomputed table next to the published one."""
    source = folder / FOLDER if (folder / FOLDER).is_dir() else folder
    if not (source / GOLD).is_file():
        raise typer.BadParameter(f"{folder} does not contain {FOLDER}/{GOLD}")
    rows = recompute(source)
    print(f"{'':<34} {'recomputed':^46}   {'published':^46}   strict")
    head = "    TP     FP     FN       P      R     F1     F5"
    print(f"{'system, type':<34}{head}  {head}     TP  as published")
    for row in rows:
        name = f"{row['system'].split()[0]} {row['type']}"
        print(
            f"{name:<34}{_figures(row['recomputed'])}  {_figures(row['published'])}"
            f" {row['strict_tp']:>6}  {'yes' if row['equal'] else 'NO'}"
        )
    equal = sum(row["equal"] for row in rows)
    print(f"\n{equal} of {len(rows)} rows as published")
    if json is not None:
        json.write_text(json_format.dumps(rows, indent=2) + "\n", "utf8")
    if equal < len(rows):
        raise typer.Exit(1)


def recompute(folder: Path) -> list[dict[str, Any]]:
    """Score every system, and add the published figures.

    folder (Path): The folder of the published files.
    RETURNS (list[dict[str, Any]]): One row per system and type, in the order of the paper.
    """
    with PUBLISHED.open(encoding="utf8", newline="") as lines:
        published = list(csv.DictReader(lines))
    rows = []
    scores: dict[str, dict[str, Any]] = {}
    for line in published:
        file = line["file"]
        if file not in scores:
            scores[file] = {
                matching: evaluate(
                    folder / GOLD, folder / file, matching=matching, bootstrap=0
                ).to_dict()
                for matching in ("published", "strict")
            }
        found = _score(scores[file]["published"], line["type"])
        figures = {name: int(line[name]) for name in COUNTS}
        ratios = {name: float(line[name]) for name in RATIOS}
        rounded = {
            **{name: found[name] for name in COUNTS},
            **{name: round(found[name], 4) for name in RATIOS},
        }
        rows.append(
            {
                "system": line["system"],
                "type": line["type"],
                "recomputed": rounded,
                "published": {**figures, **ratios},
                "equal": rounded == {**figures, **ratios},
                "strict_tp": _score(scores[file]["strict"], line["type"])["tp"],
            }
        )
    return rows


def _score(evaluation: dict[str, Any], kind: str) -> dict[str, Any]:
    score: dict[str, Any] = (
        evaluation["overall"] if kind == "Overall" else evaluation["by_label"][kind]
    )
    return score


def _figures(row: dict[str, Any]) -> str:
    counts = " ".join(f"{row[name]:>6}" for name in COUNTS)
    return f"{counts}  " + " ".join(f"{row[name]:.4f}" for name in RATIOS)


if __name__ == "__main__":
    typer.run(main)
