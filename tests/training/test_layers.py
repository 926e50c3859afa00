"""Which room of `training` may import which: an import goes down the list, never up."""

import ast
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
from parsed import tree

REPOSITORY = Path(__file__).parents[2]
# From the lowest; those of a line know nothing of each other.
LAYERS = (
    ("labelled", "splits"),
    ("augment",),
    ("corpora",),
    ("export", "train"),
    ("calibrate",),
    ("card",),
)
HEIGHT = {room: height for height, rooms in enumerate(LAYERS) for room in rooms}


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, also inside functions."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def room_of(module: str) -> str:
    return module.split(".")[1]


@pytest.mark.parametrize("room", HEIGHT)
def test_a_room_imports_only_rooms_below_it(room: str) -> None:
    folder = REPOSITORY / "training" / room
    paths = list(folder.rglob("*.py")) or [folder.with_suffix(".py")]
    used = {
        room_of(module)
        for path in paths
        for module in imported(path)
        if module.startswith("training.")
    }
    assert {other for other in used - {room} if HEIGHT[other] >= HEIGHT[room]} == set()


def test_every_room_has_its_layer() -> None:
    folder = REPOSITORY / "training"
    rooms = {path.parent.name for path in folder.glob("*/__init__.py")}
    assert rooms | {path.stem for path in folder.glob("[!_]*.py")} == set(HEIGHT)


def test_the_package_knows_nothing_of_its_training() -> None:
    for path in (REPOSITORY / "spacy_piivot").rglob("*.py"):
        assert not any(module.partition(".")[0] == "training" for module in imported(path)), path


def test_no_wheel_holds_it() -> None:
    setup = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf8"))["tool"]["setuptools"]
    include = setup["packages"]["find"]["include"]
    assert include
    assert not any(fnmatch(f"training.{room}", pattern) for room in HEIGHT for pattern in include)
