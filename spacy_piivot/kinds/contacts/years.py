"""Moves the years in handles and addresses to years nearby."""

from collections.abc import Mapping

from ...draws.choice import Ledger

_FIRST, _LAST = 1930, 2035
# Later years may lie in the future if they are moved on.
_RECENT = 2020
_NEAR = (-3, -2, -1, 1, 2, 3)
_EARLIER = (-6, -5, -4, -3, -2, -1)
# The last year of a birth that is written with two digits.
_LAST_SHORT = 15


class NearYears:
    """The surrogates of the years in the handles and addresses of one dialogue.

    ledger (Ledger): The dialogue's draws.
    known (Mapping[str, str]): The surrogates of years that its dates have.
    """

    def __init__(self, ledger: Ledger, known: Mapping[str, str]) -> None:
        self._ledger = ledger
        self._known = known

    def year(self, digits: str) -> str:
        """Another year near a year: as in the dialogue's dates, or up to three years away.

        digits (str): Four digits, or two with a leading 0 or 1.
        RETURNS (str): The year; "" if the digits are not a plausible year.
        """
        if not digits.isascii():
            return ""
        if len(digits) == 4 and _FIRST <= int(digits) <= _LAST:
            if known := self._known.get(digits):
                return known
            steps = _EARLIER if int(digits) >= _RECENT else _NEAR
            return str(int(digits) + self._ledger.draws(digits, "CONTACT:year").pick(steps))
        if len(digits) == 2 and int(digits) <= _LAST_SHORT:
            if known := self._known.get(f"20{digits}"):
                return known[2:]
            others = [year for year in range(_LAST_SHORT + 1) if year != int(digits)]
            return f"{self._ledger.draws(digits, 'CONTACT:year').pick(others):02}"
        return ""
