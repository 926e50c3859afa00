"""Provides pools of names by region, script and gender, and an index of known names."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from ...core.folding import fold
from ...lang import ENGLISH, Lexicon
from .forms import is_ordinary_word
from .genders import PersonWords
from .locales import GENDERS, KINDS, listed_names
from .nicknames import Nicknames

_LEAST_LETTERS = 3
_NONE: Mapping[str, float] = {}
_SHORT_SCRIPTS = frozenset({"CJK", "HANGUL", "HIRAGANA", "KATAKANA"})


def script_of(text: str) -> str:
    """The script of a text's first letter, as Unicode names it ("LATIN", "CYRILLIC", "CJK")."""
    for c in text:
        if c.isalpha():
            return _script(c)
    return ""


def name_key(text: str) -> str:
    """The key by which parts of names are equal: folded, without apostrophes (O'Brien, Obrien)."""
    return fold(text).replace("'", "")


def without_accents(text: str) -> str:
    """Remove the diacritics from a text; letters such as "ł" that do not decompose stay."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize(
        "NFC", "".join(c for c in decomposed if not unicodedata.combining(c))
    )


class NamePools:
    """The names of all locales. Use `name_pools`, which builds it once per language.

    lexicon (Lexicon): The words of the language, with its regions and their locales.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        classroom = lexicon.table("name_regions.classroom")
        # Region -> its locales. The names of a region may be in several scripts.
        self.regions: Mapping[str, tuple[str, ...]] = {
            region: tuple(locales)
            for region, locales in lexicon.table("name_regions.locales").items()
        }
        # The region of the classroom, and the region that is used last.
        self.home = str(classroom.get("home", ""))
        self._rare = str(classroom.get("rare", ""))
        self._home_prior = {kind: float(classroom.get(f"home_{kind}", 0)) for kind in KINDS}
        self._rare_share = float(classroom.get("rare_share", 0))
        self._rare_prior = float(classroom.get("rare_prior", 0))
        self._like_home = lexicon.words("name_regions.like_home")
        self._priors: Mapping[str, float] = dict(lexicon.table("name_regions.priors"))
        self._added_given = {
            (region, gender): tuple(map(name_key, names))
            for gender in ("male", "female")
            for region, names in lexicon.table(f"name_regions.added_{gender}").items()
        }
        self._nicknames = lexicon.part(Nicknames)
        self._titles = lexicon.part(PersonWords).titles
        self._never_drawn = lexicon.word_set("names_not_drawn")
        # (region, kind, gender) -> folded name -> share of the region's locales that list it.
        self._shares: dict[tuple[str, str, str], dict[str, float]] = {}
        # (region, kind, gender, script) -> names as spelled there.
        self._spelled: dict[tuple[str, str, str, str], set[str]] = {}
        for region, locales in self.regions.items():
            for kind in KINDS:
                for gender in GENDERS:
                    self._read(region, kind, gender, locales)
        # (region, kind) -> folded name -> its highest share over the genders.
        self._either: dict[tuple[str, str], dict[str, float]] = {}
        for (region, kind, _), shares in self._shares.items():
            either = self._either.setdefault((region, kind), {})
            for name, share in shares.items():
                either[name] = max(share, either.get(name, 0.0))
        for kind in KINDS:
            for region in (self.home, self._rare):
                self._either.setdefault((region, kind), {})
        self._known = {
            kind: frozenset().union(*(self._either[region, kind] for region in self.regions))
            for kind in KINDS
        }
        self._pools: dict[tuple[str, str, str, str, bool], tuple[str, ...]] = {}
        self._narrowed: dict[tuple[int, str], tuple[str, ...]] = {}
        self._at_home: dict[str, str] = {}
        self._orders: dict[tuple[str, str], tuple[str, ...]] = {}

    def is_known(self, name: str, kind: str, region: str | None = None) -> bool:
        """Whether a folded name is a known name of a kind in a region, or in any."""
        if region is None:
            return name in self._known[kind]
        return name in self._either[region, kind]

    def region(self, parts: Iterable[tuple[str, str]]) -> str:
        """Find the most likely region of a name.

        parts (Iterable[tuple[str, str]]): Its folded parts, each with its kind ("given" or
            "family").
        RETURNS (str): A region of `regions`; `home` if no part is known.
        """
        scores = dict.fromkeys(self.regions, 0.0)
        for part, kind in parts:
            rare = self._rare_share * self._either[self._rare, kind].get(part, 0.0)
            for region in self.regions:
                share = self._either[region, kind].get(part, 0.0)
                prior = self._priors.get(region, 0.0)
                if region == self.home:
                    prior = self._home_prior[kind] if share else self._rare_prior
                    if kind == "given":
                        shared = any(part in self._either[other, kind] for other in self._like_home)
                        share = (1.0 if shared else share) if share else rare
                if share and region != self._rare:
                    scores[region] += share + prior
        best = max(scores, key=lambda region: scores[region], default=self.home)
        return best if scores.get(best) else self.home

    def gender(self, name: str, region: str = "") -> str:
        """Find the gender of a given name.

        name (str): The folded name.
        region (str): The region to look in first; "" for the region of the classroom.
        RETURNS (str): "male", "female", or "" if it is unknown or common for both.
        """
        region = region or self.home
        if name in self._nicknames:
            genders = {self._gender_of(full, region) for full in self._nicknames.full_names(name)}
            return genders.pop() if len(genders) == 1 else ""
        return self._gender_of(name, region)

    def gender_at_home(self, name: str) -> str:
        """Like `gender`, for a name spelled as in a pool, in the region of the classroom."""
        # The cache stays small: it contains only members of pools, a few thousand.
        if name not in self._at_home:
            self._at_home[name] = self.gender(name_key(name))
        return self._at_home[name]

    def of_gender(self, pool: tuple[str, ...], gender: str) -> tuple[str, ...]:
        """The names of a pool whose gender at home is a given one; the same object every time."""
        key = (id(pool), gender)
        if key not in self._narrowed:
            kept = tuple(name for name in pool if self.gender_at_home(name) == gender)
            self._narrowed[key] = kept
        return self._narrowed[key]

    def is_of_both(self, name: str) -> bool:
        """Whether a folded given name is listed for men and for women."""
        return all(
            any(self._share(name, region, gender) for region in (self.home, self._rare))
            for gender in ("male", "female")
        )

    def _gender_of(self, name: str, region: str) -> str:
        for regions in ((region,), (self._rare,), self.regions):
            votes = {
                gender: sum(self._share(name, r, gender) for r in regions)
                for gender in ("male", "female")
            }
            if votes["male"] >= 2 * votes["female"] and votes["male"]:
                return "male"
            if votes["female"] >= 2 * votes["male"] and votes["female"]:
                return "female"
        return ""

    def is_heard_at_home(self, name: str, kind: str) -> bool:
        """Whether a folded name is listed for the classroom's region or on the largest list."""
        return any(name in self._either[region, kind] for region in (self.home, self._rare))

    def _share(self, name: str, region: str, gender: str) -> float:
        return self._shares.get((region, "given", gender), _NONE).get(name, 0.0)

    def candidates(
        self, kind: str, *, script: str, region: str, gender: str, ascii_only: bool
    ) -> Iterator[tuple[str, ...]]:
        """Find the pools for a surrogate, best first; each in a fixed order.

        kind (str): "given" or "family".
        script (str): The script of the original and of all pools.
        region (str): The region of the original.
        gender (str): Its gender; "" for either.
        ascii_only (bool): Whether the original is written without accents.
        YIELDS (tuple[str, ...]): The region's names of that gender, then of either gender, then
            those of other regions in that script.
        """
        genders = (gender, "") if gender else ("",)
        for wanted in (region, *self._order(script, region)):
            for narrowed in genders:
                yield self._pool(wanted, kind, narrowed, script, ascii_only)

    def _order(self, script: str, region: str) -> tuple[str, ...]:
        if (script, region) not in self._orders:
            others = [
                other
                for other in (self.home, self._rare, *self.regions)
                if other != region
                and any(key[0] == other and key[3] == script for key in self._spelled)
            ]
            self._orders[script, region] = tuple(dict.fromkeys(others))
        return self._orders[script, region]

    def _pool(
        self, region: str, kind: str, gender: str, script: str, ascii_only: bool
    ) -> tuple[str, ...]:
        key = (region, kind, gender, script, ascii_only)
        if key not in self._pools:
            wanted = {gender} if gender else set(GENDERS)
            names = {
                without_accents(name) if ascii_only else name
                for one in wanted
                for name in self._spelled.get((region, kind, one, script), ())
            }
            self._pools[key] = tuple(
                sorted(n for n in names if self.is_usable(n, script, ascii_only))
            )
        return self._pools[key]

    def _read(self, region: str, kind: str, gender: str, locales: Iterable[str]) -> None:
        shares = self._shares.setdefault((region, kind, gender), {})
        listed: dict[str, list[set[str]]] = {}
        for locale in locales:
            by_script: dict[str, set[str]] = {}
            for name in listed_names(locale, kind, gender):
                by_script.setdefault(script_of(name), set()).add(name)
            for script, names in by_script.items():
                listed.setdefault(script, []).append(names)
        for script, lists in listed.items():
            for names in lists:
                self._spelled.setdefault((region, kind, gender, script), set()).update(names)
                for folded in set(map(name_key, names)):
                    shares[folded] = shares.get(folded, 0.0) + 1 / len(lists)
        if kind == "given":
            shares.update(dict.fromkeys(self._added_given.get((region, gender), ()), 1.0))

    def is_usable(self, name: str, script: str, ascii_only: bool) -> bool:
        """Whether a name can be a surrogate: not an ordinary word, a title or too short."""
        if ascii_only and not name.isascii():
            return False
        if fold(without_accents(name)) in self._never_drawn:
            return False
        letters = name.isalpha() or all(unicodedata.category(c)[0] in "LM" for c in name)
        if not letters or not name[:1].isalpha():
            return False
        if script in _SHORT_SCRIPTS:
            return True
        return (
            len(name) >= _LEAST_LETTERS
            and not is_ordinary_word(name, self._lexicon)
            and fold(name) not in self._titles
        )


def name_pools(lexicon: Lexicon = ENGLISH) -> NamePools:
    """The pools of a language, built once."""
    return lexicon.part(NamePools)


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "UNKNOWN").split()[0]
