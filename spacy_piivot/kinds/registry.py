"""Lists this package's recognisers and selects them by name."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from ..errors import PIIvotError
from ..lang import ENGLISH, Lexicon
from ..patterns.presidio import presidio
from ..patterns.recognizer import Recognizer
from ..patterns.registered import find_class
from .contacts.find import web
from .dates.find import dates
from .numbers.ages import ages
from .numbers.grades import grades
from .numbers.identifiers import identifier_numbers
from .numbers.phones import phones
from .places.addresses import addresses
from .places.find import places
from .places.nationalities import nationalities
from .places.schools import schools

_GROUPS: tuple[Callable[[Lexicon], tuple[Recognizer, ...]], ...] = (
    presidio,
    web,
    phones,
    identifier_numbers,
    addresses,
    dates,
    ages,
    grades,
    schools,
    nationalities,
    places,
)


def recognizers(lexicon: Lexicon = ENGLISH) -> Mapping[str, Recognizer]:
    """Our recognisers by name, made once per lexicon.

    lexicon (Lexicon): The words of a language.
    RETURNS (Mapping[str, Recognizer]): The recognisers, in the order in which they are run.
    """
    return lexicon.part(_make)


def _make(lexicon: Lexicon) -> Mapping[str, Recognizer]:
    return MappingProxyType({one.name: one for group in _GROUPS for one in group(lexicon)})


class UnknownRecognizer(PIIvotError):
    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(
            f"Unknown recognizer {name!r}. Use names from this list: {', '.join(known)}; classes "
            "of presidio_analyzer.predefined_recognizers, such as UkNinoRecognizer; or null for "
            "the whole list."
        )


def select_recognizers(names: Iterable[str] | None, lexicon: Lexicon = ENGLISH) -> list[Recognizer]:
    """Select recognisers by name.

    names (Iterable[str] | None): Names of our recognisers or of Presidio's classes; None for all
        of ours.
    lexicon (Lexicon): The words of a language.
    RETURNS (list[Recognizer]): Ours, each once, in the order of `recognizers`; then Presidio's in
        the order of the names.
    RAISES (UnknownRecognizer): If a name is not known.
    RAISES (InputError): If one of Presidio's recognisers does not search for patterns.
    """
    ours = recognizers(lexicon)
    wanted = list(dict.fromkeys(ours if names is None else names))
    found = [recognizer for name, recognizer in ours.items() if name in wanted]
    for name in wanted:
        if name not in ours:
            recognizer = find_class(name, lexicon)
            if recognizer is None:
                raise UnknownRecognizer(name, ours)
            found.append(recognizer)
    return found
