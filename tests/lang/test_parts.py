"""Every list and expression that a module asks for is in the English pack."""

import ast
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from parsed import tree

from spacy_piivot.lang import ENGLISH, Lexicon
from spacy_piivot.lang.lexicon import any_word

PACKAGE = Path(str(files("spacy_piivot")))
NOTHING = any_word(())


class Asked(Lexicon):
    """The English pack, which notes what was asked for and is empty."""

    def __init__(self) -> None:
        super().__init__(ENGLISH.lang, PACKAGE / "lang" / ENGLISH.lang)
        self.empty: list[str] = []

    def part(self, make: Callable[[Lexicon], Any]) -> Any:
        """One of another class is that of the pack: it is looked at by itself."""
        of_another = (make.__module__, make.__name__) in MAKERS
        return ENGLISH.part(make) if of_another else super().part(make)

    def words(self, name: str) -> tuple[str, ...]:
        return self._noted(name, super().words(name))

    def table(self, name: str) -> Any:
        return self._noted(name, super().table(name))

    def rows(self, name: str) -> Any:
        return self._noted(name, super().rows(name))

    def expression(self, name: str) -> str:
        found = super().expression(name)
        if NOTHING in found:
            self.empty.append(name)
        return found

    def _noted(self, name: str, found: Any) -> Any:
        if not found:
            self.empty.append(name)
        return found


def makers() -> Iterator[tuple[str, str]]:
    """The classes and functions that a lexicon alone is given to, by module and name."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.parent.name == "lang":
            continue
        source = path.read_text("utf8")
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for node in tree(path).body if "exicon" in source else ():
            if _takes_a_lexicon(node):
                yield module, getattr(node, "name", "")


def _takes_a_lexicon(node: ast.AST) -> bool:
    if isinstance(node, ast.ClassDef):
        made = [one for one in node.body if getattr(one, "name", "") == "__init__"]
        return any(map(_takes_a_lexicon, made))
    if not isinstance(node, ast.FunctionDef):
        return False
    given = [argument for argument in node.args.args if argument.arg != "self"]
    needed = given[: len(given) - len(node.args.defaults)]
    return [ast.unparse(one.annotation) for one in needed if one.annotation] == ["Lexicon"]


MAKERS = [*makers()]


@pytest.mark.parametrize(("module", "name"), MAKERS)
def test_what_is_asked_for_is_there(module: str, name: str) -> None:
    lexicon = Asked()
    make: Callable[[Lexicon], Any] = getattr(import_module(module), name)
    make(lexicon)
    assert lexicon.empty == []


def test_a_list_that_is_missing_is_noted() -> None:
    lexicon = Asked()
    assert re.fullmatch(lexicon.any_of("kinship.parents"), "mum")
    lexicon.any_of("kinship.parent"), lexicon.expression("kinship.any")
    assert {"kinship.parent", "kinship.any"} <= set(lexicon.empty)
