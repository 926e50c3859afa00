"""The recognisers by name."""

from collections.abc import Iterable

from ..errors import PIIvotError
from ..lang import ENGLISH
from .addresses import addresses
from .ages import AGES
from .dates import DATES
from .grades import GRADES
from .identifiers import identifier_numbers
from .nationalities import nationalities
from .phones import PHONES
from .places import places
from .presidio import presidio
from .recognizer import Recognizer
from .registered import find_class, read_registry
from .schools import schools
from .web import web

RECOGNIZERS: dict[str, Recognizer] = {
    recognizer.name: recognizer
    for group in (
        presidio(ENGLISH),
        web(ENGLISH),
        PHONES,
        identifier_numbers(ENGLISH),
        addresses(ENGLISH),
        DATES,
        AGES,
        GRADES,
        schools(ENGLISH),
        nationalities(ENGLISH),
        places(ENGLISH),
    )
    for recognizer in group
}


class UnknownRecognizer(PIIvotError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"Unknown recognizer {name!r}. Use some of: {', '.join(RECOGNIZERS)}; classes of "
            "presidio_analyzer.predefined_recognizers, such as UkNinoRecognizer; or null for all "
            "of the first."
        )


def select_recognizers(
    names: Iterable[str] | None, registry: str | None = None
) -> list[Recognizer]:
    """The recognisers of some names, and those of a registry file.

    names (Optional[Iterable[str]]): Names of ours, or of classes of Presidio's; None for all of
        ours.
    registry (Optional[str]): A registry file of Presidio's.
    RETURNS (list[Recognizer]): Ours, each once, in the order above; then Presidio's by name, then
        those of the file.
    RAISES (UnknownRecognizer): If a name is not known.
    RAISES (InputError): If a recogniser of Presidio's looks for no patterns, or the file cannot be
        used.
    """
    wanted = list(dict.fromkeys(RECOGNIZERS if names is None else names))
    found = [recognizer for name, recognizer in RECOGNIZERS.items() if name in wanted]
    for name in wanted:
        if name not in RECOGNIZERS:
            recognizer = find_class(name)
            if recognizer is None:
                raise UnknownRecognizer(name)
            found.append(recognizer)
    return [*found, read_registry(registry)] if registry else found
