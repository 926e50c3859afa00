"""Names as pools by region, script and gender, and as an index of known names."""

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from ..names import fold, is_ordinary_word
from ..names.locales import GENDERS, KINDS, listed_names
from ..names.words import TITLES
from .nicknames import NICKNAMES

HOME = "english"
RARE = "rare_english"
# Locales whose names go together. A region's names may be in several scripts.
REGIONS: dict[str, tuple[str, ...]] = {
    "hispanic": ("es_MX", "es_ES", "es_CO", "es_AR", "es_CL", "es_CA"),
    "indian": ("en_IN",),
    "chinese": ("zh_CN", "zh_TW"),
    "japanese": ("ja_JP",),
    "korean": ("ko_KR",),
    "vietnamese": ("vi_VN",),
    "arabic": ("fr_DZ", "ar_AA", "ar_DZ", "ar_PS", "ar_SA"),
    "pakistani": ("en_PK",),
    "persian": ("fa_IR",),
    "african": ("yo_NG", "ig_NG", "ha_NG", "en_NG", "sw", "tw_GH", "zu_ZA"),
    "english": ("en_US", "en_GB"),
    "irish": ("en_IE",),
    "new_zealand": ("en_NZ",),
    "portuguese": ("pt_BR", "pt_PT"),
    "french": ("fr_FR", "fr_BE", "fr_CA", "fr_CH"),
    "german": ("de_DE", "de_AT", "de_CH"),
    "dutch": ("nl_NL", "nl_BE"),
    "italian": ("it_IT",),
    "nordic": ("da_DK", "no_NO", "sv_SE", "fi_FI"),
    "icelandic": ("is_IS",),
    "baltic": ("et_EE", "lt_LT", "lv_LV"),
    "polish": ("pl_PL",),
    "czech": ("cs_CZ", "sk_SK"),
    "south_slavic": ("hr_HR", "sl_SI"),
    "hungarian": ("hu_HU",),
    "romanian": ("ro_RO",),
    "turkish": ("tr_TR", "az_AZ"),
    "uzbek": ("uz_UZ",),
    "indonesian": ("id_ID",),
    "thai": ("th_TH", "en_TH"),
    "russian": ("ru_RU",),
    "ukrainian": ("uk_UA",),
    "bulgarian": ("bg_BG",),
    "macedonian": ("mk_MK",),
    "greek": ("el_GR",),
    "hebrew": ("he_IL",),
    "armenian": ("hy_AM",),
    "georgian": ("ka_GE",),
    "hindi": ("hi_IN", "mr_IN"),
    "nepali": ("ne_NP",),
    "bengali": ("bn_BD",),
    "gujarati": ("gu_IN",),
    "odia": ("or_IN",),
    "tamil": ("ta_IN",),
    "sinhala": ("si_LK",),
    # The largest list: tells the gender of rare names, and is drawn from last.
    RARE: ("en",),
}

# Which region to believe where a name is at home in several: in English-speaking classrooms
# "Maria" is rather English or Hispanic than Italian.
_HOME_PRIOR = {"given": 0.6, "family": 0.2}
_PRIOR = dict.fromkeys(
    ("hispanic", "indian", "chinese", "korean", "vietnamese", "arabic", "turkish"), 0.3
)
# Names of the home lists that these list as well are surely at home there.
_LIKE_HOME = ("irish", "new_zealand")
# Given names in the largest list are heard in English-speaking classrooms, whoever else
# has them; those of a region with a prior of its own point there all the same.
_RARE_SHARE = 0.6
# Against it stands a name that most locales of a region with a prior list ("Mateo").
_RARE_PRIOR = 0.45
# What the lists of a region lack, by gender.
_ADDED_GIVEN = {
    ("turkish", "male"): "mehmet ahmet mustafa emre murat yusuf kerem burak hakan cem".split(),
    ("turkish", "female"): "ayse fatma zeynep elif merve esra hatice ebru defne aylin".split(),
}
_LEAST_LETTERS = 3
_SHORT_SCRIPTS = frozenset({"CJK", "HANGUL", "HIRAGANA", "KATAKANA"})


def script_of(text: str) -> str:
    """The script of a text's first letter, as Unicode names it ("LATIN", "CYRILLIC", "CJK")."""
    for c in text:
        if c.isalpha():
            return _script(c)
    return ""


def name_key(text: str) -> str:
    """What a part of a name is the same by: folded, without apostrophes (O'Brien, Obrien)."""
    return fold(text).replace("'", "")


def without_accents(text: str) -> str:
    """A text without its diacritics; letters such as "ł" that are not composed stay."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize(
        "NFC", "".join(c for c in decomposed if not unicodedata.combining(c))
    )


class NamePools:
    """The names of all locales. Build it with `name_pools()`, which keeps one a process."""

    def __init__(self) -> None:
        # (region, kind, gender) -> folded name -> share of the region's locales that list it.
        self._shares: dict[tuple[str, str, str], dict[str, float]] = {}
        # (region, kind, gender, script) -> names as they are spelled there.
        self._spelled: dict[tuple[str, str, str, str], set[str]] = {}
        for region, locales in REGIONS.items():
            for kind in KINDS:
                for gender in GENDERS:
                    self._read(region, kind, gender, locales)
        # (region, kind) -> folded name -> the highest of its shares, whatever the gender.
        self._either: dict[tuple[str, str], dict[str, float]] = {}
        for (region, kind, _), shares in self._shares.items():
            either = self._either.setdefault((region, kind), {})
            for name, share in shares.items():
                either[name] = max(share, either.get(name, 0.0))
        self._known = {
            kind: frozenset().union(*(self._either[region, kind] for region in REGIONS))
            for kind in KINDS
        }
        self._pools: dict[tuple[str, str, str, str, bool], tuple[str, ...]] = {}
        self._orders: dict[tuple[str, str], tuple[str, ...]] = {}

    def is_known(self, name: str, kind: str, region: str | None = None) -> bool:
        """Whether a folded name is a given or a family name in a region, or anywhere."""
        if region is None:
            return name in self._known[kind]
        return name in self._either[region, kind]

    def region(self, parts: Iterable[tuple[str, str]]) -> str:
        """The region that a name points to most.

        parts (Iterable[tuple[str, str]]): Its folded parts, each with its kind ("given" or
            "family").
        RETURNS (str): A region of `REGIONS`; `HOME` where no part is known.
        """
        scores = dict.fromkeys(REGIONS, 0.0)
        for part, kind in parts:
            rare = _RARE_SHARE * self._either[RARE, kind].get(part, 0.0)
            for region in REGIONS:
                share = self._either[region, kind].get(part, 0.0)
                prior = _PRIOR.get(region, 0.0)
                if region == HOME:
                    prior = _HOME_PRIOR[kind] if share else _RARE_PRIOR
                    if kind == "given":
                        shared = any(part in self._either[other, kind] for other in _LIKE_HOME)
                        share = (1.0 if shared else share) if share else rare
                if share and region != RARE:
                    scores[region] += share + prior
        best = max(scores, key=lambda region: scores[region])
        return best if scores[best] else HOME

    def gender(self, name: str, region: str) -> str:
        """The gender of a given name.

        name (str): The folded name.
        region (str): Where to ask first.
        RETURNS (str): "male", "female", or "" if it is unknown or given to both.
        """
        if name in NICKNAMES:
            genders = {self._gender_of(full, region) for full in NICKNAMES[name]}
            return genders.pop() if len(genders) == 1 else ""
        return self._gender_of(name, region)

    def is_of_both(self, name: str) -> bool:
        """Whether a folded given name is among those of men and among those of women."""
        return all(
            any(name in self._shares[region, "given", gender] for region in (HOME, RARE))
            for gender in ("male", "female")
        )

    def _gender_of(self, name: str, region: str) -> str:
        for asked in ((region,), (RARE,), tuple(REGIONS)):
            votes = {
                gender: sum(self._shares[r, "given", gender].get(name, 0.0) for r in asked)
                for gender in ("male", "female")
            }
            if votes["male"] >= 2 * votes["female"] and votes["male"]:
                return "male"
            if votes["female"] >= 2 * votes["male"] and votes["female"]:
                return "female"
        return ""

    def candidates(
        self, kind: str, *, script: str, region: str, gender: str, ascii_only: bool
    ) -> Iterator[tuple[str, ...]]:
        """Pools for a surrogate, best first; each in a fixed order.

        kind (str): "given" or "family".
        script (str): The script of the original: all pools are in it.
        region (str): The region of the original.
        gender (str): Its gender, "" for either.
        ascii_only (bool): Whether the original is written without accents.
        YIELDS (tuple[str, ...]): The region's names of that gender, then of either, then other
            regions' in that script.
        """
        genders = (gender, "") if gender else ("",)
        for wanted in (region, *self._order(script, region)):
            for narrowed in genders:
                yield self._pool(wanted, kind, narrowed, script, ascii_only)

    def _order(self, script: str, region: str) -> tuple[str, ...]:
        if (script, region) not in self._orders:
            others = [
                other
                for other in (HOME, RARE, *REGIONS)
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
            self._pools[key] = tuple(sorted(n for n in names if _is_usable(n, script, ascii_only)))
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
            shares.update(dict.fromkeys(_ADDED_GIVEN.get((region, gender), ()), 1.0))


@cache
def name_pools() -> NamePools:
    """The pools, read once a process."""
    return NamePools()


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "UNKNOWN").split()[0]


def _is_usable(name: str, script: str, ascii_only: bool) -> bool:
    if ascii_only and not name.isascii():
        return False
    if not all(unicodedata.category(c)[0] in "LM" for c in name) or not name[:1].isalpha():
        return False
    if script in _SHORT_SCRIPTS:
        return True
    return len(name) >= _LEAST_LETTERS and not is_ordinary_word(name) and fold(name) not in TITLES
