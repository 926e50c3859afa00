"""What imports what inside the package: no module stands in a circle, no room on one above it.

A room is a package of `spacy_piivot`, or a module that stands beside them.
"""

from collections import defaultdict
from graphlib import TopologicalSorter

import grimp
import pytest

PACKAGE = "spacy_piivot"
# All that these rooms import: they stand below the others.
ONLY = {
    "errors": set(),
    "offline": set(),
    "texts": set(),
    "lang": {"errors"},
    "labels": {"errors", "lang"},
    "numbers": {"lang"},
    "contacts": {"lang", "names", "numbers"},
    "date_grammar": {"lang"},
    "candidate": {"labels"},
    "overlaps": {"candidate"},
    "span_rows": {"candidate"},
    "spans": {"candidate", "errors", "labels", "overlaps", "span_rows", "texts"},
    "corpus": {"dialogue", "errors", "labels", "lang", "spans"},
    "llm": {"compat", "errors", "labels", "lang"},
    "speakers": {"lang"},
    "mathematics": {"compat", "errors", "lang", "minilm"},
}
# What a room does not import, nor whatever it imports.
NEVER = {
    "names": {"components", "evaluation", "patterns", "plain", "surrogates"},
    "places": {"components", "evaluation", "patterns", "plain", "surrogates"},
    "patterns": {"components", "evaluation", "plain", "surrogates"},
    "impersonal": {"components", "evaluation", "patterns", "plain", "surrogates"},
    "plain": {"components", "evaluation", "patterns", "surrogates"},
    "surrogates": {"components", "evaluation", "patterns", "plain"},
    "architectures": {"components", "evaluation", "patterns", "surrogates"},
    "corpus": {"components", "evaluation", "names", "patterns", "plain", "surrogates"},
    "evaluation": {"cli", "components", "presidio", "runs"},
    "components": {"cli", "presidio", "runs"},
    "release": {"cli", "components", "evaluation", "runs"},
    "runs": {"cli", "presidio"},
}


def room(module: str) -> str:
    """The room of a module; "" for the package itself."""
    return [*module.split("."), ""][1]


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(PACKAGE, cache_dir=None)


def test_no_module_imports_itself_by_way_of_others(imports: grimp.ImportGraph) -> None:
    TopologicalSorter(
        {one: imports.find_modules_directly_imported_by(one) for one in imports.modules}
    ).prepare()


def test_no_room_imports_itself_by_way_of_others(imports: grimp.ImportGraph) -> None:
    rooms = defaultdict(set)
    for module in imports.modules:
        for other in imports.find_modules_directly_imported_by(module):
            if room(module) != room(other):
                rooms[room(module)].add(room(other))
    TopologicalSorter(rooms).prepare()


@pytest.mark.parametrize("name", ONLY)
def test_a_room_below_imports_what_is_said(name: str, imports: grimp.ImportGraph) -> None:
    inside = [module for module in imports.modules if room(module) == name]
    found = {
        room(other) for one in inside for other in imports.find_modules_directly_imported_by(one)
    }
    assert inside
    assert found - {name} <= ONLY[name]


@pytest.mark.parametrize(
    ("name", "above"), [(name, one) for name in NEVER for one in sorted(NEVER[name])]
)
def test_a_room_imports_none_above(name: str, above: str, imports: grimp.ImportGraph) -> None:
    chains = imports.find_shortest_chains(
        f"{PACKAGE}.{name}", f"{PACKAGE}.{above}", as_packages=True
    )
    assert not chains
