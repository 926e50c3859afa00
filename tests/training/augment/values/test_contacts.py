import random

from few_names import POOL

from training.augment.values.contacts import email


def test_addresses_are_made_of_their_owners_name() -> None:
    rng = random.Random(2)
    mails = [email(POOL, rng, ("Zvux", "Tarn")) for _ in range(100)]
    assert sum("zvux" in mail.lower() or "tarn" in mail.lower() for mail in mails) > 80
