"""Scores the sections that `spacy_piivot.sections` finds in this project's essays.

`python -m training.corpora.section_scores corpus/essays` prints precision, recall and F1 per
section for the essays whose numbers end in 8 (dev), and in 9 and 0 (test); those were not used for
the rules. `--developed` scores the others instead, `--misses` names the essays with the most
wrong characters. White space is not counted.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from spacy_piivot.errors import InputError
from spacy_piivot.sections import find_sections

from .essays import Essay, read_essays

SPLITS = {"dev": "8", "test": "90", "developed": "1234567"}


def essays_of(essays: Iterable[Essay], split: str) -> list[Essay]:
    """The essays of a split, by the last digit of their numbers.

    essays (Iterable[Essay]): All essays.
    split (str): "dev", "test" or "developed".
    RETURNS (list[Essay]): Those of the split.
    """
    return [essay for essay in essays if essay.id[-1] in SPLITS[split]]


def count(essay: Essay) -> Counter[tuple[str, str]]:
    """Count the visible characters by their true and their found section.

    essay (Essay): An essay.
    RETURNS (Counter[tuple[str, str]]): The characters, by the two labels.
    """
    text = essay.text
    true = [""] * len(text)
    for span in essay.sections:
        true[span.start : span.end] = [span.label] * (span.end - span.start)
    found = [""] * len(text)
    for section in find_sections(text):
        found[section.start : section.end] = [section.label] * (section.end - section.start)
    return Counter(
        pair for pair, char in zip(zip(true, found, strict=True), text, strict=True)
        if not char.isspace()
    )  # fmt: skip


def scores(counts: Counter[tuple[str, str]]) -> dict[str, tuple[float, float, float, int]]:
    """Precision, recall, F1 and the number of true characters per section.

    counts (Counter[tuple[str, str]]): Characters by their true and their found section.
    RETURNS (dict[str, tuple[float, float, float, int]]): By section.
    """
    result = {}
    for label in sorted({one for pair in counts for one in pair}):
        both = counts[label, label]
        true = sum(n for (gold, _), n in counts.items() if gold == label)
        found = sum(n for (_, other), n in counts.items() if other == label)
        precision, recall = both / found if found else 0.0, both / true if true else 0.0
        f1 = 2 * both / (true + found) if true + found else 0.0
        result[label] = (precision, recall, f1, true)
    return result


def main(arguments: Sequence[str]) -> None:
    """Print the scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("corpus/essays"))
    parser.add_argument("--developed", action="store_true")
    parser.add_argument("--misses", type=int, default=0)
    options = parser.parse_args(arguments)
    essays = read_essays(options.folder)
    for split in ("developed",) if options.developed else ("dev", "test"):
        counted = [(essay.id, count(essay)) for essay in essays_of(essays, split)]
        print(f"{split}: {len(counted)} essays")
        print(f"{'section':<18}{'P':>7}{'R':>7}{'F1':>7}{'characters':>12}")
        total = sum((one for _, one in counted), Counter[tuple[str, str]]())
        for label, (precision, recall, f1, true) in scores(total).items():
            print(f"{label:<18}{precision:>7.3f}{recall:>7.3f}{f1:>7.3f}{true:>12,}")
        wrong = [(sum(n for (a, b), n in one.items() if a != b), id) for id, one in counted]
        for n, id in sorted(wrong, reverse=True)[: options.misses]:
            print(f"{id}: {n} characters")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except InputError as error:
        sys.exit(f"Error: {error}")
