"""Reads the words of a language from a folder: lists, tables, and expressions over them.

A folder contains

- `NAME.txt`: a list, one entry per line ("#" begins a comment line);
- `NAME.csv`: a table with a header;
- `prompts/`: prompts for language models in the language;
- `NAME.toml`: lists (`relatives = ["mum", "dad"]`), tables of strings or numbers, and under
  `[expressions]` regular expressions, in which `{relatives}` stands for any entry of a list of the
  same file, `{kinship.relatives}` for one of `kinship.toml`, and `{expressions.own}` or
  `{ages.expressions.own}` for another expression.

Missing files and lists count as empty: an expression over an empty list matches nothing.
"""

import csv
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from ..errors import InputError
from .building import without_collection

_T = TypeVar("_T")
_NEVER = "(?!)"
_EXPRESSIONS = "expressions"
# A quantifier ("{1,2}") begins with a digit or a comma.
_PLACE = re.compile(r"\{([a-z][a-z0-9_.]*)\}")


class Lexicon:
    """The words of one language. Files are read at their first use and cached.

    lang (str): The language's code, as spaCy's.
    folder (Traversable): The folder of its files.
    path (str | None): Its path, from which it is read again after pickling; None for the
        shipped one.
    """

    def __init__(self, lang: str, folder: Traversable, path: str | None = None) -> None:
        self.lang = lang
        self._path = path
        self._folder = folder
        self._files: dict[str, Mapping[str, Any]] = {}
        self._expressions: dict[str, str] = {}
        self._parts: dict[Callable[[Lexicon], Any], Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return (make_lexicon, (self.lang, self._path))

    def words(self, name: str) -> tuple[str, ...]:
        """The entries of a list, in the file's order.

        name (str): "kinship.relatives" for a list of `kinship.toml`, or for the words of a table;
            "eponyms" for `eponyms.txt`.
        RETURNS (tuple[str, ...]): The entries; none if the folder lacks the list.
        RAISES (InputError): If it is not a list of strings.
        """
        file, _, key = name.partition(".")
        found = self._toml(file).get(key, ()) if key else self._lines(file)
        if isinstance(found, dict):
            lists = (one if isinstance(one, list) else [one] for one in found.values())
            found = [*dict.fromkeys(chain.from_iterable(lists))]
        if isinstance(found, (list, tuple)) and all(isinstance(one, str) for one in found):
            return tuple(found)
        raise InputError(
            f"{self._place(file)}: {key} is not a list of words. Give strings in brackets."
        )

    def word_set(self, *names: str) -> frozenset[str]:
        """The entries of some lists as a set."""
        return frozenset(word for name in names for word in self.words(name))

    def table(self, name: str) -> Mapping[str, Any]:
        """A table of a TOML file.

        name (str): "numbers.units" for the table `[units]` of `numbers.toml`.
        RETURNS (Mapping[str, Any]): Its values by key, in the file's order; none if it is missing.
        RAISES (InputError): If it is not a table.
        """
        file, _, key = name.partition(".")
        found = self._toml(file).get(key, {})
        if not isinstance(found, dict):
            raise InputError(
                f"{self._place(file)}: {key} is not a table. Give [{key}] and lines a = b."
            )
        return MappingProxyType(found)

    def content(self, file: str) -> Mapping[str, Any]:
        """The whole content of a TOML file, for files with a format of their own.

        file (str): The file, without its ending.
        RETURNS (Mapping[str, Any]): Its tables; none if it is missing.
        """
        return MappingProxyType(dict(self._toml(file)))

    def text(self, file: str) -> str:
        """The raw text of a file, such as a prompt; "" if it is missing.

        file (str): Its path in the folder, with its ending.
        """
        return self._read(file)

    def rows(self, name: str) -> tuple[Mapping[str, str], ...]:
        """The rows of a CSV file, by the names of its columns; none if it is missing.

        name (str): The file, without its ending.
        """
        text = self._read(f"{name}.csv")
        return tuple(csv.DictReader(_without_comments(text))) if text else ()

    def any_of(self, *names: str, without: tuple[str, ...] = ()) -> str:
        """An expression for any entry of some lists, longest first.

        *names (str): The lists.
        without (tuple[str, ...]): Lists whose entries are excluded.
        RETURNS (str): Alternatives in a group, with any blank for a space; an expression that
            matches nothing if there are no entries.
        """
        return any_word(self.word_set(*names) - self.word_set(*without))

    def expression(self, name: str) -> str:
        """An expression of a TOML file, with its lists filled in.

        name (str): "ages.own" for `own` under `[expressions]` of `ages.toml`.
        RETURNS (str): A regular expression; one that matches nothing if it is missing.
        RAISES (InputError): If it contains itself.
        """
        if name not in self._expressions:
            self._expressions[name] = self._filled(name, ())
        return self._expressions[name]

    def pattern(self, name: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
        """An expression, compiled.

        name (str): As for `expression`.
        flags (int): Flags of `re`.
        RETURNS (Pattern): The pattern.
        RAISES (InputError): If it cannot be compiled.
        """
        try:
            return re.compile(self.expression(name), flags)
        except re.error as error:
            file, _, key = name.partition(".")
            raise InputError(
                f"{self._place(file)}: the expression {key} cannot be used ({error.msg})."
            ) from None

    def part(self, make: Callable[["Lexicon"], _T]) -> _T:
        """Build an object from the words once, and cache it.

        make (Callable[[Lexicon], Any]): Builds it; a class or a function of a module.
        RETURNS (Any): The same object at every call.
        """
        if make not in self._parts:
            with without_collection():
                self._parts[make] = make(self)
        found: _T = self._parts[make]
        return found

    def _filled(self, name: str, inside: tuple[str, ...]) -> str:
        file, _, key = name.partition(".")
        if name in inside:
            raise InputError(
                f"{self._place(file)}: the expression {key} contains itself. Break the cycle."
            )
        text = self.table(f"{file}.{_EXPRESSIONS}").get(key, _NEVER)

        def fill(match: re.Match[str]) -> str:
            parts = match[1].split(".")
            if _EXPRESSIONS in parts:
                at = parts.index(_EXPRESSIONS)
                other = ".".join([*(parts[:at] or [file]), *parts[at + 1 :]])
                return f"(?:{self._filled(other, (*inside, name))})"
            return self.any_of(match[1] if "." in match[1] else f"{file}.{match[1]}")

        return _PLACE.sub(fill, text)

    def _toml(self, file: str) -> Mapping[str, Any]:
        if file not in self._files:
            try:
                self._files[file] = tomllib.loads(self._read(f"{file}.toml"))
            except tomllib.TOMLDecodeError as error:
                raise InputError(f"{self._place(file)}: is not valid TOML ({error}).") from None
        return self._files[file]

    def _lines(self, file: str) -> tuple[str, ...]:
        lines = _without_comments(self._read(f"{file}.txt"))
        return tuple(stripped for line in lines if (stripped := line.strip()))

    def _read(self, file: str) -> str:
        path = self._folder / file
        return path.read_text("utf8") if path.is_file() else ""

    def _place(self, file: str) -> str:
        return f"{self._folder}/{file}.toml"


def any_word(entries: Iterable[str]) -> str:
    """An expression for any of some words or phrases, longest first.

    entries (Iterable[str]): The words; a space in them matches any blank.
    RETURNS (str): Alternatives in a group; an expression that matches nothing if there are none.
    """
    ordered = sorted(set(entries), key=lambda entry: (-len(entry), entry))
    found = "|".join(r"\s".join(map(re.escape, entry.split(" "))) for entry in ordered)
    return f"(?:{found})" if found else _NEVER


def make_lexicon(lang: str = "en", path: str | None = None) -> Lexicon:
    """Make a lexicon; registered as `spacy_piivot.Lexicon.v1`.

    lang (str): The language's code.
    path (str | None): A folder of your own; None for the shipped one.
    RETURNS (Lexicon): The words.
    RAISES (InputError): If there is no such folder, or none is shipped for the language.
    """
    return load_lexicon(lang) if path is None else _from_folder(lang, Path(path).resolve())


@cache
def load_lexicon(lang: str = "en") -> Lexicon:
    """The shipped words for a language; one object per process.

    lang (str): Its code.
    RETURNS (Lexicon): The words.
    RAISES (InputError): If none are shipped.
    """
    folder = files("spacy_piivot") / "lang" / lang
    if not folder.is_dir():
        raise InputError(
            f"No words are shipped for the language {lang!r}: give the path of your own folder."
        )
    return Lexicon(lang, folder)


@cache
def _from_folder(lang: str, folder: Path) -> Lexicon:
    if not folder.is_dir():
        raise InputError(f"{folder}: is not a folder. Give one with the words of a language.")
    return Lexicon(lang, folder, str(folder))


def _without_comments(text: str) -> list[str]:
    return [line for line in text.splitlines() if not line.startswith("#")]


ENGLISH = load_lexicon("en")
