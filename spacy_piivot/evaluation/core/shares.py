"""A count and the total it is a part of."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole.

    count (int): The part.
    of (int): The whole.
    """

    count: int = 0
    of: int = 0

    def __add__(self, other: "Share") -> "Share":
        return Share(self.count + other.count, self.of + other.of)

    def to_dict(self, name: str) -> dict[str, Any]:
        """Return plain values for JSON, with the part under a given key."""
        return {name: self.count, "of": self.of, "share": self.count / self.of if self.of else None}
