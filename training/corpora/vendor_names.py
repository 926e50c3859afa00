"""Make the lists of names in `spacy_piivot/data/names/` from Faker's lists.

    pip install -c constraints.txt faker
    python -m training.corpora.vendor_names

Run it again to move to another version of Faker; surrogates under the same key then change.
"""

import importlib
import pkgutil
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.metadata import distribution
from pathlib import Path
from typing import Annotated, Any

import typer

from spacy_piivot.evaluation.groups.demographics import country_of_locale
from spacy_piivot.kinds.names.locales import FOLDER
from spacy_piivot.kinds.names.pools import name_pools, script_of

# Faker's lists and the names of ours.
LISTS = {
    f"{part}_{form}names{suffix}": f"{kind} {form.rstrip('_')} {gender}".strip().replace("  ", " ")
    for part, kind in (("first", "given"), ("last", "family"))
    for form in ("", "romanized_", "kana_")
    for suffix, gender in (
        ("_female", "female"), ("_male", "male"), ("_unisex", "unisex"), ("", ""),
    )
} | {"unisex_last_names": "family unisex"}  # fmt: skip

Weights = Mapping[str, float]


def main(
    folder: Annotated[Path, typer.Option(help="Folder for the lists")] = Path(str(FOLDER)),
) -> None:
    """Write the lists."""
    folder.mkdir(parents=True, exist_ok=True)
    for locale in read_locales():
        (folder / f"{locale}.txt").write_text(locale_text(locale), "utf8")
    faker = distribution("faker")
    [licence] = [path for path in faker.files or () if path.name.startswith("LICENSE")]
    (folder / "LICENSE").write_text(licence.read_text(), "utf8")
    (folder / "SOURCES.md").write_text(SOURCES.format(version=faker.version), "utf8")


SOURCES = """\
# Where the names come from

The lists of names and cities here are those of Faker {version}
(<https://github.com/joke2k/faker>, MIT; its notice is in `LICENSE`), one file a locale, made by
`training/corpora/vendor_names.py`. In a list, `+ given female` stands for all names of that list.
A number behind a family name is its weight in its list; 1 where there is none.
"""


def read_locales() -> list[str]:
    """Faker's locales of a country or in one of our regions."""
    people = importlib.import_module("faker.providers.person")
    ours = {locale for locales in name_pools().regions.values() for locale in locales}
    found = (module.name for module in pkgutil.iter_modules(people.__path__))
    return sorted(locale for locale in found if locale in ours or country_of_locale(locale))


def locale_text(locale: str) -> str:
    """The content of a locale's file."""
    base = importlib.import_module("faker.providers.person").Provider
    provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
    lists: dict[str, Weights] = {}
    for attribute, title in LISTS.items():
        names = getattr(provider, attribute, None)
        # The base class has "John" and "Jane" for locales without such a list.
        if isinstance(names, (tuple, list, dict)) and names is not getattr(base, attribute, None):
            lists[title] = counted(names, weighted=title.startswith("family"))
    blocks = [
        "\n".join([f"[{title}]", *lines(title, weights, lists)]) for title, weights in lists.items()
    ]
    if cities := foreign_cities(locale):
        blocks.append("\n".join(["[cities]", *cities]))
    return "\n\n".join(blocks) + "\n"


def counted(names: Iterable[str], weighted: bool) -> Weights:
    """The names of a list with their weights: how often each occurs, or 1 if not weighted."""
    found: Counter[str] = Counter()
    weights = names if isinstance(names, dict) else None
    for name in names:
        for written in spelled(name):
            found[written] += weights[name] if weights is not None else 1
    return found if weighted else dict.fromkeys(found, 1)


def spelled(name: str) -> list[str]:
    """The names in an entry, without stray blanks and commas at their ends."""
    parts = (part.strip() for part in re.split(r",(?! )", unicodedata.normalize("NFC", name)))
    return [part.title() if part.isupper() else part for part in parts if part]


def lines(title: str, weights: Weights, lists: Mapping[str, Weights]) -> list[str]:
    """The lines of a list. A list for both genders refers to the lists that it includes."""
    parts = [f"{title} {gender}" for gender in ("female", "male")]
    included = [part for part in parts if part in lists]
    rest = weights
    if title.startswith("family"):
        total = sum((Counter(lists[part]) for part in included), Counter[str]())
        if all(weights.get(name, 0) >= weight for name, weight in total.items()):
            rest = Counter(weights) - total
        else:
            included = []
    else:
        included = [part for part in included if lists[part].keys() <= weights.keys()]
        rest = {name: 1 for name in weights if not any(name in lists[part] for part in included)}
    return [
        *(f"+ {part}" for part in included),
        *(name if rest[name] == 1 else f"{name} = {rest[name]}" for name in sorted(rest)),
    ]


def foreign_cities(locale: str) -> list[str]:
    """The cities of a locale whose names are one word in a non-Latin script."""
    try:
        provider = importlib.import_module(f"faker.providers.address.{locale}").Provider
    except ModuleNotFoundError:
        return []
    found: set[str] = set()
    for attribute in ("cities", "city_names"):
        names: Any = getattr(provider, attribute, ())
        if isinstance(names, tuple | list):
            found.update(n for n in names if n.isalpha() and script_of(n) != "LATIN")
    return sorted(found)


if __name__ == "__main__":
    typer.run(main)
