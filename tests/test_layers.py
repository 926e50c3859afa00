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
    "date_grammar": {"lang"},
    "candidate": {"labels"},
    "overlaps": {"candidate"},
    "span_rows": {"candidate"},
    "spans": {"candidate", "errors", "labels", "overlaps", "span_rows", "texts"},
    "corpus": {"dialogue", "errors", "labels", "spans"},
    "llm": {"compat", "errors", "labels", "lang"},
    "mathematics": {"compat", "errors", "lang", "minilm"},
}
# What a room does not import, nor whatever it imports.
NEVER = {
    "names": {"components", "evaluation", "patterns", "plain", "surrogates"},
    "patterns": {"components", "evaluation", "plain", "surrogates"},
    "plain": {"components", "evaluation", "patterns", "surrogates"},
    "surrogates": {"components", "evaluation", "patterns", "plain"},
    "architectures": {"components", "evaluation", "patterns", "surrogates"},
    "corpus": {"components", "evaluation", "names", "patterns", "plain", "surrogates"},
    "evaluation": {"cli", "components", "presidio", "runs"},
    "components": {"cli", "presidio", "runs"},
    "release": {"cli", "components", "evaluation", "runs"},
    "runs": {"cli", "presidio"},
}
# Upward today, module by module, with what is needed there. Take lines out; add none.
KNOWN = {
    ("plain.pieces", "surrogates"): "whether a piece of a find, cut by markup, points at nobody",
    ("speakers", "names.words"): "the titles that a speaker's name may begin with",
}


def room(module: str) -> str:
    """The room of a module; "" for the package itself."""
    return [*module.split("."), ""][1]


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(PACKAGE, cache_dir=None)


@pytest.fixture(scope="module")
def downward(imports: grimp.ImportGraph) -> grimp.ImportGraph:
    """The imports without those that are known to go upwards."""
    graph = grimp.build_graph(PACKAGE, cache_dir=None)
    for above, below in KNOWN:
        graph.remove_import(importer=f"{PACKAGE}.{above}", imported=f"{PACKAGE}.{below}")
    return graph


def test_no_module_imports_itself_by_way_of_others(imports: grimp.ImportGraph) -> None:
    TopologicalSorter(
        {one: imports.find_modules_directly_imported_by(one) for one in imports.modules}
    ).prepare()


def test_no_room_imports_itself_by_way_of_others(downward: grimp.ImportGraph) -> None:
    rooms = defaultdict(set)
    for module in downward.modules:
        for other in downward.find_modules_directly_imported_by(module):
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
def test_a_room_imports_none_above(name: str, above: str, downward: grimp.ImportGraph) -> None:
    chains = downward.find_shortest_chains(
        f"{PACKAGE}.{name}", f"{PACKAGE}.{above}", as_packages=True
    )
    assert not chains


@pytest.mark.parametrize(("module", "above"), KNOWN)
def test_what_is_known_is_still_there(module: str, above: str, imports: grimp.ImportGraph) -> None:
    assert imports.direct_import_exists(
        importer=f"{PACKAGE}.{module}", imported=f"{PACKAGE}.{above}"
    )
