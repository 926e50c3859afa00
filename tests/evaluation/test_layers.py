"""What imports what inside `evaluation`: downwards only, in the order its docstring gives."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from parsed import tree

import spacy_piivot

PACKAGE = Path(spacy_piivot.__file__).parent / "evaluation"
LAYERS = ({"core"}, {"baselines"}, {"readers"}, {"report"}, {"utility", "groups", "attack"},
          {"scoring", "plain_sight"})  # fmt: skip
HEAVY = ("faker", "matplotlib", "nervaluate", "pandas", "presidio_analyzer", "scipy", "sklearn")


def imported(path: Path) -> Iterator[str]:
    """The other packages of `evaluation` that a module of one of them imports."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.level == 2:
            yield from [node.module.split(".")[0]] if node.module else (n.name for n in node.names)


def test_every_package_has_its_layer() -> None:
    found = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert found == set().union(*LAYERS)


@pytest.mark.parametrize("number", range(len(LAYERS)))
def test_no_layer_imports_its_own_or_one_above(number: int) -> None:
    below = set().union(*LAYERS[:number])
    for package in LAYERS[number]:
        for path in (PACKAGE / package).glob("*.py"):
            assert set(imported(path)) <= below, path.name


def test_no_component_is_imported() -> None:
    for path in PACKAGE.rglob("*.py"):
        nodes = ast.walk(tree(path))
        modules = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
        assert not any("components" in module.split(".") for module in modules), path.name


def test_the_scorer_loads_nothing_heavy(fresh: dict[str, Any]) -> None:
    loaded = fresh["imported with spaCy and the scorer"]
    assert {"spacy", "spacy_piivot"} <= {*loaded}
    assert not {*HEAVY} & {*loaded}
