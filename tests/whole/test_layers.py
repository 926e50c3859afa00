"""Imports inside the package: no cycles, and no part imports one above it.

A part is a package or module directly inside `spacy_piivot`.
"""

from collections import defaultdict
from graphlib import TopologicalSorter
from itertools import accumulate

import grimp
import pytest

PACKAGE = "spacy_piivot"
# From the bottom up: a part imports from lower lines, and from no other part on its own line.
LAYERS = (
    {"errors", "pipelines"},
    {"lang"},
    {"core"},
    # What user code imports: `load` and the public names of core.
    {"", "dialogue", "labels", "spans"},
    {"corpus", "draws", "llm", "mathematics", "pages", "patterns", "sections", "web"},
    {"kinds"},
    {"architectures", "plain", "surrogates"},
    {"evaluation"},
    {"components"},
    {"presidio", "release"},
    {"runs"},
    {"engines", "review", "serve"},
    {"frames", "ray", "spark"},
    {"cli"},
    {"__main__"},
)
# The same among the kinds of PII.
KINDS = (
    {"dates", "names"},
    {"numbers"},
    {"impersonal", "places", "veto"},
    {"contacts"},
    {"extents", "guards", "registry", "sources"},
)
# Code that finds PII needs no code that draws surrogates.
FINDING = ("kinds.registry", "kinds.guards", "kinds.extents", "kinds.names.find")


def part(module: str, number: int) -> str:
    """One of the names between a module's dots; "" if it has fewer."""
    return [*module.split("."), "", "", ""][number]


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(PACKAGE, cache_dir=None)


def test_no_module_imports_itself_by_way_of_others(imports: grimp.ImportGraph) -> None:
    TopologicalSorter(
        {one: imports.find_modules_directly_imported_by(one) for one in imports.modules}
    ).prepare()


def upward(
    imports: grimp.ImportGraph, layers: tuple[set[str], ...], number: int, inside: str = ""
) -> dict[str, set[str]]:
    """By module, its imports from neither a lower layer nor its own part."""
    below: dict[str, set[str]] = defaultdict(set)
    for layer, under in zip(layers[1:], accumulate(layers, set.union), strict=False):
        below |= dict.fromkeys(layer, under)
    found = defaultdict(set)
    for module in imports.modules:
        for other in imports.find_modules_directly_imported_by(module):
            if module.startswith(inside) and other.startswith(inside):
                room, used = part(module, number), part(other, number)
                if used not in {room, *below[room]}:
                    found[module].add(other)
    return found


def test_a_room_imports_from_below_it(imports: grimp.ImportGraph) -> None:
    assert upward(imports, LAYERS, 1) == {}


def test_a_kind_imports_from_below_it(imports: grimp.ImportGraph) -> None:
    assert upward(imports, KINDS, 2, inside=f"{PACKAGE}.kinds.") == {}


def test_each_room_has_its_layer(imports: grimp.ImportGraph) -> None:
    assert {part(module, 1) for module in imports.modules} == set[str]().union(*LAYERS)
    kinds = [module for module in imports.modules if module.startswith(f"{PACKAGE}.kinds.")]
    assert {part(module, 2) for module in kinds} == set[str]().union(*KINDS)


@pytest.mark.parametrize("name", FINDING)
def test_what_finds_draws_nothing(name: str, imports: grimp.ImportGraph) -> None:
    assert f"{PACKAGE}.{name}" in imports.modules
    for other in ("draws", "surrogates"):
        assert not imports.find_shortest_chains(
            f"{PACKAGE}.{name}", f"{PACKAGE}.{other}", as_packages=True
        )
