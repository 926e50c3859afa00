"""The connection's block of a component's config, for tests."""

from typing import Any

from spacy_piivot.llm.connection import Connection

_SETTINGS = frozenset(Connection.__dataclass_fields__)


def with_connection(config: dict[str, Any], **settings: Any) -> dict[str, Any]:
    """A config whose settings of the connection stand in a block of their own.

    config (dict[str, Any]): Settings of the component and of the connection.
    settings (Any): Of the connection, where the config does not say.
    RETURNS (dict[str, Any]): The config.
    """
    given = {**settings, **{key: value for key, value in config.items() if key in _SETTINGS}}
    rest = {key: value for key, value in config.items() if key not in _SETTINGS}
    return {**rest, "connection": {"@misc": "spacy_piivot.Connection.v1", **given}}
