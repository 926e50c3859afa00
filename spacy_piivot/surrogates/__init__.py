"""Makes surrogates that look like their originals (hiding in plain sight).

Plain data in, plain data out, without spaCy. The surrogates of a document are a pure function of
the secret key, the document's scope and the set of its mentions.
"""

from ..core.labels import REPLACEABLE
from ..draws.key import BadKey, environment_key, random_key, read_key_file
from ..kinds.names.genders import PersonWords
from ..kinds.names.pronouns import gender_of_pronoun
from .assign import Surrogates, assign, mask
from .mentions import Mention, is_role
from .non_identifying import is_non_identifying
from .people import speaker_mention, who_is_who
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
    "is_non_identifying",
    "is_role",
    "mask",
    "random_key",
    "read_key_file",
    "speaker_mention",
    "who_is_who",
]
