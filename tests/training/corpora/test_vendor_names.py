import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from spacy_piivot.kinds.names.locales import FOLDER

PINNED = re.search(r"^faker==(.+)$", Path("constraints.txt").read_text(), re.MULTILINE)


def installed() -> str:
    try:
        return version("faker")
    except PackageNotFoundError:
        return ""


@pytest.mark.slow
@pytest.mark.skipif(
    not PINNED or installed() != PINNED[1], reason="needs the version of Faker in constraints.txt"
)
def test_the_lists_are_those_of_the_pinned_version(tmp_path: Path) -> None:
    from training.corpora import vendor_names

    vendor_names.main(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    shipped = {path.name: path.read_bytes() for path in Path(str(FOLDER)).iterdir()}
    assert made == shipped
