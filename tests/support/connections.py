"""The connection's block of a component's config, for tests."""

from typing import Any

from spacy_piivot.llm.connection import Connection

_SETTINGS = frozenset(Connection.__dataclass_fields__)


def with_connection(config: dict[str, Any], **settings: Any) -> dict[str, Any]:
    """A config with the settings of the connection in their own block.

    config (dict[str, Any]): Settings of the component and of the connection.
    settings (Any): Further settings of the connection, unless the config has them.
    RETURNS (dict[str, Any]): The config.
    """
    given = {**settings, **{key: value for key, value in config.items() if key in _SETTINGS}}
    rest = {key: value for key, value in config.items() if key not in _SETTINGS}
    return {**rest, "connection": {"@misc": "spacy_piivot.Connection.v1", **given}}
