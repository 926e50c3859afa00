"""Knows the family names that have a form for women and one for men: Ivanova and Ivanov."""

from collections.abc import Iterator

from ...core.folding import fold
from ...lang import Lexicon
from .heritage import Heritages, Regions, average, likeliest
from .pools import name_key

FEMININE = "feminine"
_LEAST_STEM = 3


class FamilyForms:
    """The forms of family names, by region.

    lexicon (Lexicon): The words of the language.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._heritages = lexicon.part(Heritages)
        # Region -> endings of men's names with those of women's.
        self._endings: dict[str, list[tuple[str, str]]] = {}
        for region, pairs in lexicon.table("heritages.feminine_endings").items():
            divided = (str(pair).partition(" ") for pair in pairs)
            self._endings[region] = [(own, feminine) for own, _, feminine in divided]

    def feminine(self, spelled: str, region: str) -> str:
        """The form for women of a man's family name; "" if it has none.

        spelled (str): The name as it is written, with or without accents.
        region (str): Its region.
        RETURNS (str): "Kowalska" for "Kowalski".
        """
        for own, feminine in self._endings.get(region, ()):
            if spelled.endswith(own) and len(spelled) >= len(own) + _LEAST_STEM:
                return spelled.removesuffix(own) + feminine
        return ""

    def has_feminine_ending(self, name: str, region: str) -> bool:
        """Whether a folded family name ends like a woman's in a region."""
        return any(
            name.endswith(fold(feminine)) and len(name) >= len(feminine) + _LEAST_STEM
            for _, feminine in self._endings.get(region, ())
        )

    def regions(self, name: str) -> Regions:
        """Find the regions in which a folded family name is a woman's.

        name (str): The folded name.
        RETURNS (Regions): Their probabilities by the name and by the man's name of which it is
            formed; none if it is no woman's form, or a name of another region ("Casanova").
        """
        own = self._heritages.family(name)
        if own and not self.has_feminine_ending(name, likeliest(own, "")):
            return {}
        formed = {
            region: share
            for region, masculine in self._masculine(name)
            if (share := self._heritages.family(masculine).get(region, 0.0))
        }
        known = own if own or formed else self._heritages.guess(name, "family")
        feminine = {r: share for r, share in known.items() if self.has_feminine_ending(name, r)}
        if known and not formed and likeliest(known, "") not in feminine:
            return {}
        return average([average([feminine]), average([formed])])

    def region(self, name: str) -> str:
        """The likeliest region in which a folded family name is a woman's; "" if there is none."""
        return likeliest(self.regions(name), "")

    def _masculine(self, name: str) -> Iterator[tuple[str, str]]:
        for region, endings in self._endings.items():
            for own, feminine in endings:
                ending = name_key(feminine)
                if name.endswith(ending) and len(name) >= len(ending) + _LEAST_STEM:
                    yield region, name.removesuffix(ending) + name_key(own)
