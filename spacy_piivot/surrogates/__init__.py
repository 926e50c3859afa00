"""Hiding in plain sight: surrogates that look like what they replace.

Plain data in, plain data out; knows nothing of spaCy. The surrogates of a document are a pure
function of the secret key, the document's scope and the set of what is replaced in it.
"""

from .assign import REPLACEABLE, Mention, Surrogates, assign, is_role, mask
from .key import BadKey, environment_key, random_key, read_key_file
from .nobody import points_at_nobody
from .titles import FEMALE_WORDS, MALE_WORDS

KIN = MALE_WORDS | FEMALE_WORDS

__all__ = [
    "KIN",
    "REPLACEABLE",
    "BadKey",
    "Mention",
    "Surrogates",
    "assign",
    "environment_key",
    "is_role",
    "mask",
    "points_at_nobody",
    "random_key",
    "read_key_file",
]
