"""What is asked of the English files is in them: a misspelt name would find nothing."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest
from parsed import tree

import spacy_piivot
from spacy_piivot.lang import ENGLISH

FOLDER = files("spacy_piivot") / "lang" / "en"
TABLES = {
    path.name.removesuffix(".toml"): tomllib.loads(path.read_text("utf8"))
    for path in FOLDER.iterdir()
    if path.name.endswith(".toml")
}
EXPRESSIONS = [
    (file, name, text)
    for file, table in TABLES.items()
    for name, text in table.get("expressions", {}).items()
]


def test_an_expression_is_filled_and_can_be_used() -> None:
    for file, name, text in EXPRESSIONS:
        for place in re.findall(r"\{([a-z_][\w.]*)\}", text):
            *folder, key = place.split(".")
            own = not folder or folder[0] == "expressions"
            table = TABLES[file if own else folder[0]]
            assert (table["expressions"] if "expressions" in folder else table)[key], place
        assert not re.search(r"\{[a-z_]", ENGLISH.expression(f"{file}.{name}")), name
        assert ENGLISH.pattern(f"{file}.{name}").pattern, name


@pytest.mark.parametrize("file", TABLES)
def test_an_entry_stands_once_in_its_list(file: str) -> None:
    for name, entries in TABLES[file].items():
        if isinstance(entries, list) and all(isinstance(entry, str) for entry in entries):
            assert len(set(entries)) == len(entries), name


def names_asked_for() -> Iterator[str]:
    for path in files(spacy_piivot).rglob("*.py"):  # type: ignore[attr-defined]
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                file, _, key = node.value.partition(".")
                ending = key in ("toml", "json") or key.endswith("_")
                if file in TABLES and re.fullmatch(r"[a-z_0-9]+", key) and not ending:
                    yield node.value


def test_what_the_code_asks_for_is_there() -> None:
    asked = set(names_asked_for())
    assert len(asked) > 300
    for name in asked:
        file, _, key = name.partition(".")
        assert TABLES[file].get(key) or TABLES[file].get("expressions", {}).get(key), name
