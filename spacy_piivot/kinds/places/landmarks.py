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
        for row in lexicon.rows("landmarks"):
            if row["kind"] == _AIRPORT:
                self._airports[fold(row["name"])] = row["city"]
            else:
                cities = "|".join(map(re.escape, filter(None, row["city"].split(";"))))
                of_city = re.compile(rf"(?<!\w)(?:{cities})(?!\w)") if cities else None
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
        rest = text.replace(name, " ") if of_city else ""
        return of_city is None or not of_city.search(rest)

    def city_of_airport(self, name: str) -> str:
        """The city of a known airport: "London" for "Heathrow Airport"; "" for other places."""
        key = fold(self._airport_word.sub("", self._article.sub("", name)).strip())
        return self._airports.get(fold(name.strip()), self._airports.get(key, ""))
