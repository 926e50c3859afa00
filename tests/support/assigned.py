"""The surrogates that a document's mentions get together."""

from spacy_piivot.surrogates import Mention, assign

KEY = b"0123456789abcdef"


def surrogates(*mentions: tuple[str, ...], key: bytes = KEY, keeps_wide: bool = False) -> list[str]:
    """The surrogates of mentions, given as (text, label), in their order."""
    found = [Mention(*mention) for mention in mentions]
    assigned = assign(found, key=key, scope="scope", keeps_wide=keeps_wide)
    return [assigned[mention] for mention in found]
