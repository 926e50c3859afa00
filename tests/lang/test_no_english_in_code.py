"""Words that the package judges by stand in `lang/en`, and in no module of it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

PACKAGE = Path(str(files("spacy_piivot")))
ENGLISH = PACKAGE / "lang" / "en"
MANY = 3

# By the ends of their paths: modules whose words are no language, or are not judged by.
ALLOWED = {
    "baselines/education.py": "plain patterns of a peer, as its users would write them",
    "llm/findings.py": "keys of the answers that models are asked for",
    "plain/markup.py": "tags of HTML and commands of LaTeX",
}
# The same in every language: functions, units, commands of LaTeX.
NO_LANGUAGE = frozenset(
    """
    arccos arcsin arctan sin cos tan cot csc sec exp log ln sqrt mod approx times pm prod
    lim sum int cm mm km kg mg ml ft mph bc ma
    """.split()
)
# Words that no name in code consists of, nor a key of a file.
SMALL_WORDS = frozenset(
    """
    a an the and or but nor if because while of in at on by for from with to into about over
    under i you he she it we they me him her us them my your his its our their mine yours
    hers this that these those is am are was were be been being do does did have has had can
    could will would shall should may might must not no yes yeah ok okay hi hello hey thanks
    please who what which when where why how im i'm it's he's she's that's what's whats
    there here now then today tomorrow yesterday mr mrs ms miss
    """.split()
)
_ALTERNATIVE = re.compile(r"(?<![A-Za-z\\])[A-Za-z][a-z']+(?![A-Za-z])")
# What stands in no word of an expression and parts no two of them.
_BETWEEN = re.compile(r"[^\w' ().?:\\\[\]|-]+")


def listed_words() -> tuple[frozenset[str], frozenset[str]]:
    """All words that the pack says are ordinary, kin, dates or numbers; and the last three."""
    telling: set[str] = set(SMALL_WORDS)
    for name in ("kinship", "calendar", "numbers"):
        for entry in entries(tomllib.loads((ENGLISH / f"{name}.toml").read_text("utf8"))):
            telling.update(entry.split())
    ordinary: set[str] = set()
    # The second is where the list stood before it was moved.
    for path in (ENGLISH / "ordinary_words.txt", PACKAGE / "data" / "ordinary_words.txt"):
        if path.is_file():
            ordinary.update(path.read_text("utf8").split())
    assert ordinary
    return frozenset(telling | ordinary), frozenset(telling)


def entries(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            if key != "expressions":
                yield from ([key] if isinstance(one, int) else entries(one))
    elif isinstance(value, list):
        for one in value:
            yield from entries(one)


ALL_WORDS, TELLING_WORDS = listed_words()


def english_lists(source: str) -> list[tuple[int, list[str]]]:
    """The lists of English words in a module: alternatives of an expression, a string that is
    split, a collection of strings, the keys of a dict.

    source (str): The module.
    RETURNS (list[tuple[int, list[str]]]): The line of each, and its words.
    """
    tree = ast.parse(source)
    documented = {id(doc) for doc in docstrings(tree)}
    found = []
    for node in ast.walk(tree):
        if id(node) not in documented:
            for words in candidates(node):
                if len(words - NO_LANGUAGE) >= MANY:
                    found.append((getattr(node, "lineno", 0), sorted(words)))
    return found


def docstrings(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first.value


def candidates(node: ast.AST) -> Iterator[set[str]]:
    text = string_of(node)
    if text is not None and "|" in text:
        for piece in _BETWEEN.split(text):
            if "|" in piece:
                yield known(_ALTERNATIVE.findall(piece), ALL_WORDS)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        split = string_of(node.func.value) if node.func.attr in ("split", "splitlines") else None
        yield known((split or "").split(), ALL_WORDS)
    elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        yield known(map(string_of, node.elts), TELLING_WORDS)
    elif isinstance(node, ast.Dict):
        yield known((string_of(key) for key in node.keys if key), TELLING_WORDS)


def string_of(node: ast.AST) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "\N{SECTION SIGN}".join(filter(None, map(string_of, node.values)))
    return None


def known(words: Iterator[str | None] | list[str], listed: frozenset[str]) -> set[str]:
    """Those of some words that are listed; a word in capitals is a name of a label or a file."""
    return {
        word.lower()
        for word in words
        if word and len(word) > 1 and not word.isupper() and word.lower() in listed
    }


@cache
def modules() -> dict[str, list[tuple[int, list[str]]]]:
    return {
        path.relative_to(PACKAGE).as_posix(): lists
        for path in sorted(PACKAGE.rglob("*.py"))
        if (lists := english_lists(path.read_text("utf8")))
    }


def reason(name: str) -> str:
    """Why a module may hold lists of words; "" if it may not."""
    return next((why for end, why in ALLOWED.items() if f"/{name}".endswith(f"/{end}")), "")


def test_no_module_holds_a_list_of_english_words() -> None:
    found = [
        f"{name}:{line}: move to lang/en: {' '.join(words[:8])}"
        for name, lists in modules().items()
        if not reason(name)
        for line, words in lists
    ]
    assert not found, "\n".join(found)


def test_what_is_allowed_is_there() -> None:
    assert len(set(map(reason, modules())) - {""}) == len(ALLOWED)


@pytest.mark.parametrize(
    "source",
    [
        r'_KIN = re.compile(r"\b(?:mother|aunt|cousin)s?\b")',
        r'_KIN = re.compile(rf"my (?:{word}|aunt(?:ie)?|old uncle|cousin)")',
        '_GREETING = frozenset("hello dear friend".split())',
        '_GREETING = {"hello", "hey", "dear", "hi"}',
        'def is_small(word):\n    return word in ("the", "of", "and")',
        'DIGITS = {"one": 1, "two": 2, "three": 3}',
        '_DAYS = ["Monday", "Tuesday", "Wednesday"]',
    ],
)
def test_lists_of_english_words_are_found(source: str) -> None:
    assert english_lists(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""Found beside words such as mother|father|aunt."""',
        r'_FUNCTION = re.compile(r"sin|cos|tan|log|km|cm")',
        '_LABELS = frozenset("NAME AGE DATE SCHOOL".split())',
        '_FIELDS = ("label", "start", "end", "score")',
        'raise ValueError("Give one of the two: a path or a folder, and no more.")',
        'row = {"precision": 1, "recall": 2, "count": 3}',
        "pattern = lexicon.any_of('kinship.parents', 'kinship.siblings')",
    ],
)
def test_names_in_code_and_messages_are_none(source: str) -> None:
    assert not english_lists(source)
