"""Words before a name that say whether it is a man's or a woman's."""

MALE_TITLES = frozenset("mr sir señor senor sr monsieur herr".split())
FEMALE_TITLES = frozenset("mrs ms miss madam maam ma'am señora senora sra mme madame frau".split())

_MALE_KIN = (
    "uncle grandpa granddad grandfather dad daddy father brother bro stepdad stepfather "
    "stepbrother nephew son husband boyfriend abuelo abuelito hermano padre"
).split()
_FEMALE_KIN = (
    "aunt auntie aunty grandma granny grandmother mom mommy mum mummy mother sister sis stepmom "
    "stepmother stepsister niece daughter wife girlfriend abuela abuelita hermana "
    "madre"
).split()

# Inside a found name, before the name proper, these are kept.
KINSHIP = frozenset([*_MALE_KIN, *_FEMALE_KIN])

# Those that are names themselves count only outside of it.
MALE_WORDS = frozenset([*_MALE_KIN, "tio", "papa", "tito"])
FEMALE_WORDS = frozenset([*_FEMALE_KIN, "tia", "mama", "nana", "tita"])


# Pronouns that somebody gives: no guess.
DECLARED = HE, SHE = ("he/him", "she/her")


def gender_of_titles(titles: set[str]) -> str:
    """What titles say: "male", "female", or "" for nothing or both."""
    return _either(bool(titles & MALE_TITLES), bool(titles & FEMALE_TITLES))


def gender_of_words(words: set[str]) -> str:
    """What the words before a name say: "male", "female", or "" for nothing or both."""
    return _either(bool(words & MALE_WORDS), bool(words & FEMALE_WORDS))


def gender_of_pronouns(genders: set[str]) -> str:
    """What the pronouns after a name say: "male", "female", or "" for nothing or both."""
    return _either("male" in genders, "female" in genders)


def gender_of_declared(pronouns: set[str]) -> str:
    """What the pronouns say that are given: "male", "female", or "" for nothing or both."""
    return _either(HE in pronouns, SHE in pronouns)


def _either(male: bool, female: bool) -> str:
    return "" if male == female else "male" if male else "female"
