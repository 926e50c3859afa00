import re
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path

import pytest

from spacy_piivot.names.locales import FOLDER, KINDS, listed_names, locales
from spacy_piivot.surrogates.pools import name_pools

PINNED = re.search(r"^faker==(.+)$", Path("constraints.txt").read_text(), re.MULTILINE)


def installed() -> str:
    try:
        return version("faker")
    except PackageNotFoundError:
        return ""


@pytest.mark.skipif(
    not PINNED or installed() != PINNED[1], reason="needs the version of Faker in constraints.txt"
)
def test_the_lists_are_those_of_the_pinned_version(tmp_path: Path) -> None:
    from training.corpora import vendor_names

    vendor_names.main(tmp_path / "names", tmp_path / "countries.txt")
    made = {path.name: path.read_bytes() for path in (tmp_path / "names").iterdir()}
    shipped = {path.name: path.read_bytes() for path in Path(str(FOLDER)).iterdir()}
    assert made == shipped
    countries = files("spacy_piivot") / "lang" / "en" / "countries.txt"
    assert (tmp_path / "countries.txt").read_text("utf8") == countries.read_text("utf8")


def test_every_region_has_names() -> None:
    regions = name_pools().regions
    assert {locale for some in regions.values() for locale in some} <= set(locales())
    for region, some in regions.items():
        for kind in KINDS:
            listed = [
                name
                for locale in some
                for gender in ("male", "female", "")
                for name in listed_names(locale, kind, gender)
            ]
            # Icelanders have no family names.
            assert bool(listed) == ((region, kind) != ("icelandic", "family"))


def test_a_list_of_both_genders_holds_those_of_each() -> None:
    both = set(listed_names("en_US", "given", ""))
    assert {"Abigail", "Aaron"} <= both
    assert "Aaron" not in listed_names("en_US", "given", "female")
