"""Knows landmarks that identify nobody, and the cities of airports."""

import re

from ...core.folding import fold
from ...lang import Lexicon

_AIRPORT = "airport"


class Landmarks:
    """The landmarks and airports that a language's speakers know.

    lexicon (Lexicon): Its words.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._article = re.compile(rf"^\s*{lexicon.any_of('place_words.articles')}\s+")
        word = rf"\s+(?:{lexicon.any_of('cities.international')}\s+)?"
        self._airport_word = re.compile(rf"{word}{lexicon.any_of('cities.airport')}$", re.I)
        self._cities: dict[str, re.Pattern[str] | None] = {}
        self._airports: dict[str, str] = {}
        # The last text, and which landmarks stay in it.
        self._last: tuple[str, dict[str, bool]] = ("", {})
        for row in lexicon.rows("landmarks"):
            if row["kind"] == _AIRPORT:
                self._airports[fold(row["name"])] = row["city"]
            else:
                cities = "|".join(map(re.escape, filter(None, row["city"].split(";"))))
                of_city = re.compile(rf"(?<!\w)(?:{cities})(?!\w)", re.I) if cities else None
                self._cities[fold(row["name"])] = of_city

    def stays(self, name: str, text: str) -> bool:
        """Whether a place is a landmark that the text does not place in its city.

        name (str): As found: "the Eiffel Tower".
        text (str): The document. If it names the city, the city is replaced, and the landmark
            would show which one it was.
        RETURNS (bool): True for a landmark that is kept.
        """
        key = fold(self._article.sub("", name).strip())
        if key not in self._cities:
            return False
        of_city = self._cities[key]
        if of_city is None:
            return True
        last, known = self._last
        if last is not text:
            known = {}
            self._last = (text, known)
        if name not in known:
            known[name] = not of_city.search(text.replace(name, " "))
        return known[name]

    def city_of_airport(self, name: str) -> str:
        """The city of a known airport: "London" for "Heathrow Airport"; "" for other places."""
        key = fold(self._airport_word.sub("", self._article.sub("", name)).strip())
        return self._airports.get(fold(name.strip()), self._airports.get(key, ""))
