"""The surrogates that a document's mentions get together."""

from spacy_piivot.surrogates import Mention, assign

KEY = b"0123456789abcdef"


def surrogates(*mentions: tuple[str, ...], key: bytes = KEY) -> list[str]:
    """The surrogates of mentions, given as (text, label), in their order."""
    found = [Mention(*mention) for mention in mentions]
    assigned = assign(found, key=key, scope="scope")
    return [assigned[mention] for mention in found]
