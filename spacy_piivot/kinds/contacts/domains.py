"""Makes surrogates for the domains of addresses."""

from functools import partial

from ...draws.choice import Draws, Ledger
from ..impersonal import Web
from ..places import Gazetteer
from ..places.made_up import MadeUpPlaces
from .grammar import EmailGrammar

_SECOND_LEVEL = frozenset("co ac edu gov org com net sch k12".split())


class Domains:
    """The surrogates of the domains in one dialogue.

    ledger (Ledger): The dialogue's draws.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._lexicon = lexicon = ledger.lexicon
        self._web = lexicon.part(Web)
        self._providers = lexicon.part(EmailGrammar).providers
        self._school_endings = lexicon.words("address_words.school_endings")

    def is_free_mail(self, labels: list[str]) -> bool:
        """Whether anybody can have an address at a domain: "gmail.com", "gmail"."""
        host = ".".join(labels)
        free_mail = self._web.free_mail
        return host in free_mail | self._providers or f"{host}.com" in free_mail

    def domain(self, labels: list[str]) -> list[str]:
        """A made-up domain with the same top level and the same words for its kind.

        labels (list[str]): Its folded labels.
        RETURNS (list[str]): The labels of another one; the same if it is free mail's, or reserved
            for examples.
        """
        if self.is_free_mail(labels) or self._web.is_reserved(".".join(labels)):
            return labels
        tail = 1
        states = [code.lower() for code in self._lexicon.part(Gazetteer).abbreviations("US")]
        if len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL:
            tail = 2
        new = []
        for label in labels[:-tail] if len(labels) > 1 else labels:
            kept = (self._web.page_words, self._school_endings, _SECOND_LEVEL)
            if any(label in words for words in kept):
                new.append(label)
                continue
            if len(label) == 2 and labels[-1] == "us":  # the state in "k12.tx.us"
                others = [state for state in states if state != label]
                new.append(self._ledger.draws(label, "DOMAIN:state").pick(others))
                continue
            ending = next((e for e in self._school_endings if label.endswith(e)), "")
            new.append(self._ledger.choose(label, "DOMAIN", partial(self._label, ending)))
        return new + (labels[-tail:] if len(labels) > 1 else [])

    def _label(self, ending: str, draws: Draws, attempt: int) -> str | None:
        made_up = self._lexicon.part(MadeUpPlaces).draw(draws)
        return made_up and made_up.lower() + ending
