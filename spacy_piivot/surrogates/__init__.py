"""Hiding in plain sight: surrogates that look like what they replace.

Plain data in, plain data out; knows nothing of spaCy. The surrogates of a document are a pure
function of the secret key, the document's scope and the set of what is replaced in it.
"""

from ..core.labels import REPLACEABLE
from ..draws.key import BadKey, environment_key, random_key, read_key_file
from ..kinds.names.genders import PersonWords
from ..kinds.names.pronouns import gender_of_pronoun
from .assign import Surrogates, assign, mask
from .mentions import Mention, is_role
from .non_identifying import points_at_nobody
from .people import who_is_who
from .strategies import REDRAWING

__all__ = [
    "REDRAWING",
    "REPLACEABLE",
    "BadKey",
    "Mention",
    "PersonWords",
    "Surrogates",
    "assign",
    "environment_key",
    "gender_of_pronoun",
    "is_role",
    "mask",
    "points_at_nobody",
    "random_key",
    "read_key_file",
    "who_is_who",
]
