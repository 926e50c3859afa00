"""The CRAPII essays that the systems of Shen et al. (2025) were run on."""

import hashlib
import random
from functools import cache
from pathlib import Path

# The value of `--documents` for the test set.
CRAPII_TEST = "crapii-test"
ESSAYS = 22_688
GOLD_SHA256 = "9ca54adb567b5fc92b86fc21ba788d59854877c71a93a6a9d5f4cb4b560a941e"


@cache
def crapii_test_documents() -> frozenset[str]:
    """Draw the test set of Shen et al. (2025) again, from their seeds.

    RETURNS (frozenset[str]): 13,613 indices of essays, as strings: a quarter of all essays was
        for training, and a fifth of the rest for the verifier.
    """
    training = set(random.Random(46).sample(range(ESSAYS), int(0.25 * ESSAYS)))
    rest = [essay for essay in range(ESSAYS) if essay not in training]
    verifier = set(random.Random(5).sample(rest, int(0.2 * len(rest))))
    return frozenset(str(essay) for essay in rest if essay not in verifier)


def known_documents(path: Path) -> frozenset[str] | None:
    """Find the documents that a published gold file must be scored on.

    The published gold of CRAPII covers all essays, the systems' output only the test set.

    path (Path): A gold file.
    RETURNS (frozenset[str] | None): The ids of the documents; None if the file is not known:
        all of it is scored.
    """
    if not path.is_file():
        return None
    with path.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return crapii_test_documents() if digest == GOLD_SHA256 else None
