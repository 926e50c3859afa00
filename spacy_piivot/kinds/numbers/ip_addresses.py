"""Makes surrogates for IP addresses."""

import ipaddress
import re

from ...draws.casing import match_case
from ...draws.choice import Draws, Ledger


def replace_ip_address(ledger: Ledger, text: str) -> str | None:
    """The surrogate of an IP address.

    ledger (Ledger): The dialogue's draws.
    text (str): As found: "8.8.4.4", "fe80::1", "10.0.0.1:8080".
    RETURNS (str | None): A valid address of the same version, which keeps the prefix of a
        private one. None if the text contains no valid address.
    """
    found = re.search(r"\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:]+", text)
    if not found:
        return None
    try:
        address = ipaddress.ip_address(found.group())
    except ValueError:
        return None
    if address.version == 4:
        octets = found.group().split(".")
        fixed = 2 if address.is_private and octets[0] in ("192", "172") else 0

        def propose(draws: Draws, attempt: int) -> str:
            new = [1 + draws.below(254) for _ in octets]
            if not fixed:
                new[0] = 11 + draws.below(89)
            return ".".join(octets[:fixed] + [str(octet) for octet in new[fixed:]])
    else:

        def propose(draws: Draws, attempt: int) -> str:
            return re.sub(
                "[0-9A-Fa-f]",
                lambda c: match_case(c.group() * 2, "0123456789abcdef"[draws.below(16)]),
                found.group(),
            )

    new = ledger.choose(found.group().lower(), "IP_ADDRESS", propose, lambda drawn: [drawn.lower()])
    return text[: found.start()] + new + text[found.end() :]
