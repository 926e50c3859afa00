"""The service's description in OpenAPI (`openapi.json`)."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from .. import __version__


@cache
def document() -> dict[str, Any]:
    """The description, with this version; nobody changes it."""
    text = (files(__package__) / "openapi.json").read_text("utf8")
    made: dict[str, Any] = json.loads(text)
    made["info"]["version"] = __version__
    return made
