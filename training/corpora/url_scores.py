"""Scores `url_owner` on the web addresses of this project's essays.

`python -m training.corpora.url_scores corpus/essays` compares it with the marks `URL` (personal)
and `URL:cited` (public) in the essays of dev and test; `--developed` in the others. The sections
are those that `spacy_piivot.sections` finds, the names those of the essay's participants.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from spacy_piivot.errors import InputError
from spacy_piivot.kinds.contacts.url_owner import url_owner
from spacy_piivot.sections import Sections, find_sections

from .essays import Essay, read_essays
from .section_scores import essays_of


def owners(essay: Essay) -> list[tuple[str, str]]:
    """The true and the found owner of each address.

    essay (Essay): An essay.
    RETURNS (list[tuple[str, str]]): "personal" or "public", twice.
    """
    sections = Sections(find_sections(essay.text))
    names = [
        essay.text[one.start : one.end]
        for one in essay.spans
        if one.label == "NAME" and one.role == "participant"
    ]
    return [
        (
            "public" if one.role else "personal",
            url_owner(essay.text[one.start : one.end], section=sections.at(one.start), names=names),
        )
        for one in essay.spans
        if one.label == "URL"
    ]


def main(arguments: Sequence[str]) -> None:
    """Print the scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("corpus/essays"))
    parser.add_argument("--developed", action="store_true")
    options = parser.parse_args(arguments)
    essays = read_essays(options.folder)
    for split in ("developed",) if options.developed else ("dev", "test"):
        counted = Counter(pair for one in essays_of(essays, split) for pair in owners(one))
        print(f"{split}: {sum(counted.values())} addresses")
        for owner in ("personal", "public"):
            true = sum(n for (gold, _), n in counted.items() if gold == owner)
            print(f"{owner:<10}{counted[owner, owner]:>4} of {true} found as such")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except InputError as error:
        sys.exit(f"Error: {error}")
