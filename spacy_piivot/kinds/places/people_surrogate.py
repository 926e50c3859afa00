"""Makes surrogates for nationalities, peoples and faiths that match the surrogate country."""

from contextlib import suppress

from ...core.folding import fold, words
from ...draws.casing import match_case
from ...draws.choice import Ledger, NoSurrogate
from . import Gazetteer
from .peoples import PeopleGrammar
from .surrogate import Places


class Peoples:
    """The surrogates of the nationalities, peoples and faiths in one dialogue.

    ledger (Ledger): The dialogue's draws.
    places (Places): The surrogates of its places: that of "Mexican" matches that of "Mexico".
    """

    def __init__(self, ledger: Ledger, places: Places) -> None:
        self._ledger = ledger
        self._places = places
        self._grammar = ledger.lexicon.part(PeopleGrammar)
        self._gazetteer = ledger.lexicon.part(Gazetteer)

    def people(self, text: str) -> str | None:
        """The surrogate of a nationality, a people or a faith.

        text (str): As found: "Mexican", "korean american", "Buddhists".
        RETURNS (str | None): "Peruvian", "polish american", "Methodists"; None if it is not
            listed.
        """
        written = self._grammar.written.fullmatch(text.strip())
        if not written:
            return None
        word = written["word"]
        new = " ".join(part[0].upper() + part[1:] for part in self._other_people(word).split())
        more, plural = written["more"] or "", written["plural"] or ""
        if not more:
            new = self._grammar.many(new, plural)
        start = text.index(word)
        rest = text[start + len(word) :] if more else text[start + len(word + plural) :]
        return text[:start] + match_case(word, new) + rest

    def _other_people(self, word: str) -> str:
        """Another people; the people of the country's surrogate if it is free."""
        region = self._grammar.region(word)
        entity = fold(self._gazetteer.name(region) or word)
        moved = self._places.moved_region(region) if region else ""
        if moved != region and (new := self._grammar.of_region(moved)):
            # "South Korea" already uses a word of "South Korean".
            own = words(self._gazetteer.name(moved))

            def units(people: str) -> list[str]:
                return [word for word in words(people) if word not in own]

            with suppress(NoSurrogate):
                return self._ledger.choose(entity, "NRP", lambda *_: new, units)
        return self._ledger.choose_from(entity, "NRP", [self._grammar.pool(word)])
