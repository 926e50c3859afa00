"""Tells a person's web address from that of a source or of a public site."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Literal

from ...core.folding import fold
from ...lang import ENGLISH, Lexicon
from .owners import name_segments

Owner = Literal["personal", "public"]

# The sections in which authors cite.
_CITING = frozenset(("references", "footnotes"))
_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]{1,12}:/{0,2}", re.IGNORECASE)
_HOST_END = re.compile(r"[/?#]+")
_LETTERS = re.compile(r"[^\W\d_]+")
# A longer name is hardly part of another word.
_LONG_NAME = 6
# Shorter names are found in too many words.
_LEAST_NAME = 3


class Sites:
    """What the hosts of a language's list are.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._kinds: dict[str, list[tuple[str, str]]] = {}
        for kind in ("of_persons", "of_files", "of_everybody"):
            for entry in lexicon.words(f"hosts.{kind}"):
                host, _, path = entry.partition("/")
                self._kinds.setdefault(host, []).append((path, kind))
        self.public_suffixes = lexicon.word_set("hosts.public_suffixes")
        self.school_suffixes = lexicon.word_set("hosts.school_suffixes")
        self._file_parts = lexicon.word_set("hosts.file_parts")
        self.personal_paths = lexicon.word_set("hosts.personal_paths")

    def kind(self, host: str, path: str) -> str:
        """What a page is, by its host and path.

        host (str): In lower case, without "www.".
        path (str): In lower case, without the first slash.
        RETURNS (str): "of_persons", "of_files" or "of_everybody"; "" for an unknown site.
        """
        for entry in _hosts(host):
            found = [
                (len(prefix), kind)
                for prefix, kind in self._kinds.get(entry, ())
                if path.startswith(prefix) and _ends_a_part(path, prefix)
            ]
            if found:
                # The first page of a site is nobody's.
                _, kind = max(found)
                return "of_everybody" if not path and not entry.startswith("*.") else kind
        shared = self._file_parts.intersection((*host.split("."), *path.split("/")))
        return "of_files" if shared else ""


def url_owner(
    url: str, *, section: str, names: Iterable[str] = (), lexicon: Lexicon = ENGLISH
) -> Owner:
    """Whose a web address in an essay is.

    url (str): The address: "https://github.com/adaokafor", "www.ted.com/talks/...".
    section (str): The section that it is in, such as "references"; "" if unknown.
    names (Iterable[str]): Names, or parts of names, of the participants.
    lexicon (Lexicon): The words of the language.
    RETURNS (str): "personal" for the page of a person, a file that somebody shares, and in doubt;
        "public" for the address of a source or of a site for everybody.
    """
    sites = lexicon.part(Sites)
    host, path = _parts(url)
    kind = sites.kind(host, path)
    named = _names_inside(f"{host}/{path}", names)
    if kind == "of_files":
        return "personal"
    if kind == "of_persons":
        return "public" if section in _CITING and not named else "personal"
    if kind == "of_everybody":
        # One name may be anybody's: "ted.com/talks/grace_lee".
        return "personal" if len(named) > 1 and section not in _CITING else "public"
    if section in _CITING:
        return "personal" if _is_sure(named, host) else "public"
    return "public" if not named and _is_public(host, path, sites) else "personal"


def _is_sure(named: Collection[str], host: str) -> bool:
    """Whether names in an address are hardly there by chance, as "mark" in "marketwatch" is."""
    return (
        len(named) > 1
        or any(len(name) >= _LONG_NAME for name in named)
        or not set(_LETTERS.findall(fold(host))).isdisjoint(named)
    )


def _is_public(host: str, path: str, sites: Sites) -> bool:
    """Whether an unlisted site is a public body's, or a page of a school that is nobody's."""
    ends = set(host.split(".")[-2:])
    if not ends.isdisjoint(sites.public_suffixes):
        return True
    parts = [part for part in path.split("/") if part]
    somebodys = sites.personal_paths.intersection((*parts, *host.split(".")))
    is_somebodys = bool(somebodys) or any(part.startswith("~") for part in parts)
    return not ends.isdisjoint(sites.school_suffixes) and not is_somebodys


def _parts(url: str) -> tuple[str, str]:
    """The host and the path of an address, in lower case."""
    bare = _SCHEME.sub("", url.strip()).lower()
    end = _HOST_END.search(bare)
    host, path = (bare[: end.start()], bare[end.end() :]) if end else (bare, "")
    host = host.rpartition("@")[2].partition(":")[0].rstrip(".")
    return host.removeprefix("www.").removeprefix("m."), path


def _hosts(host: str) -> Iterator[str]:
    """The entries that a host may have, the longest first."""
    labels = host.split(".")
    for number in range(len(labels) - 1):
        rest = ".".join(labels[number:])
        if number:
            yield f"*.{rest}"
        yield rest


def _ends_a_part(path: str, prefix: str) -> bool:
    rest = path[len(prefix) :]
    return not prefix or prefix.endswith("@") or not rest or not rest[0].isalnum()


def _names_inside(address: str, names: Iterable[str]) -> set[str]:
    """The different parts of names in an address."""
    known = {
        part for name in names for part in _LETTERS.findall(fold(name)) if len(part) >= _LEAST_NAME
    }
    if not known:
        return set()
    longest = max(map(len, known))
    found: set[str] = set()
    for run in _LETTERS.findall(fold(address)):
        found.update(run[start:end] for start, end in name_segments(run, known, longest))
    return found
