"""Numbers of the American Social Security Administration: which can have been issued."""

import re

_FORM = re.compile(r"(\d{3})[- .]?(\d{2})[- .]?(\d{4})")
_HYPHENS = re.compile(r"\d{3}-\d{2}-\d{4}")
# Printed on cards in wallets and in leaflets, and void since (ssa.gov/history/ssn/misused.html).
_ADVERTISED = frozenset({"078051120", "219099999", "457555462"})


def has_form(text: str) -> bool:
    """Whether a string is three, two and four digits with hyphens between."""
    return bool(_HYPHENS.fullmatch(text))


def is_issued(text: str) -> bool:
    """Whether a string with hyphens can be a number that was issued, and is no subtraction.

    The area is not 000, 666 or 900 and above, the group not 00, the serial not 0000. One whose
    area and serial are round ("100-25-1000") is more likely somebody's arithmetic.

    text (str): The string.
    RETURNS (bool): Whether it can.
    """
    match = _FORM.fullmatch(text)
    if not match or not has_form(text) or "".join(match.groups()) in _ADVERTISED:
        return False
    area, group, serial = map(int, match.groups())
    return (
        0 < area < 900
        and area != 666
        and group > 0
        and serial > 0
        and not (area % 100 == 0 and serial % 100 == 0)
    )
