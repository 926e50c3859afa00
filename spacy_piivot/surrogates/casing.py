"""Casing: a surrogate is written the way its original was."""


def match_case(original: str, surrogate: str) -> str:
    """Write a surrogate in the case of the original.

    original (str): A word or phrase of the document.
    surrogate (str): Its surrogate as the pool spells it.
    RETURNS (str): JOHN gives MARK, john mark, John Mark, jOHN mARK; where the original has
        no case or is one capital letter, the pool's spelling.
    """
    letters = [c for c in original if c.isalpha()]
    if not letters or not surrogate:
        return surrogate
    if original.islower():
        return surrogate.lower()
    if original.isupper() and len(letters) > 1:
        return surrogate.upper()
    if letters[0].islower():
        rest = "".join(letters[1:])
        return surrogate[0].lower() + (
            surrogate[1:].upper() if rest.isupper() else surrogate[1:].lower()
        )
    if letters[0].isupper():
        return surrogate[0].upper() + surrogate[1:]
    return surrogate
