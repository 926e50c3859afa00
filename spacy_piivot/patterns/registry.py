"""The recognisers by name."""

from collections.abc import Iterable

from ..errors import PIIvotError
from .addresses import ADDRESSES
from .ages import AGES
from .dates import DATES
from .grades import GRADES
from .identifiers import IDENTIFIER_NUMBERS
from .nationalities import NATIONALITIES
from .phones import PHONES
from .places import PLACES
from .presidio import PRESIDIO
from .recognizer import Recognizer
from .schools import SCHOOLS
from .web import WEB

RECOGNIZERS: dict[str, Recognizer] = {
    recognizer.name: recognizer
    for group in (
        PRESIDIO,
        WEB,
        PHONES,
        IDENTIFIER_NUMBERS,
        ADDRESSES,
        DATES,
        AGES,
        GRADES,
        SCHOOLS,
        NATIONALITIES,
        PLACES,
    )
    for recognizer in group
}


class UnknownRecognizer(PIIvotError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"Unknown recognizer {name!r}. Use some of: {', '.join(RECOGNIZERS)}; "
            "or null for all of them."
        )


def select_recognizers(names: Iterable[str] | None) -> list[Recognizer]:
    """The recognisers of some names.

    names (Optional[Iterable[str]]): Their names; None for all.
    RETURNS (list[Recognizer]): The recognisers, each once, in the registry's order.
    RAISES (UnknownRecognizer): If a name is not known.
    """
    if names is None:
        return list(RECOGNIZERS.values())
    wanted = list(names)
    for name in wanted:
        if name not in RECOGNIZERS:
            raise UnknownRecognizer(name)
    return [recognizer for name, recognizer in RECOGNIZERS.items() if name in wanted]
