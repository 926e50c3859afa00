"""Parses each module once for all the tests that look at the code."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a module; tests must not change it.

    path (Path): The module.
    RETURNS (ast.Module): Its tree.
    """
    return ast.parse(path.read_text("utf8"))
