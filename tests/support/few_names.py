"""A pool with a few names, so that tests need no data."""

import random

from training.augment.name_pool import NamePool


class _Pool:
    split = "train"
    us_places = ("Dayton", "Fresno")
    countries = ("Peru", "Ghana")

    def forename(self, rng: random.Random) -> str:
        return rng.choice(("Ana", "Olu", "José", "小明"))

    def surname(self, rng: random.Random) -> str:
        return rng.choice(("Lopez", "O'Shea", "van Dam"))

    def full_name(self, rng: random.Random) -> str:
        return f"{self.forename(rng)} {self.surname(rng)}"

    def place(self, rng: random.Random) -> str:
        return rng.choice(("Kisumu", "Dayton", "San Luis"))

    def school(self, rng: random.Random) -> str:
        return f"{self.place(rng)} High School"


POOL: NamePool = _Pool()  # type: ignore[assignment]
