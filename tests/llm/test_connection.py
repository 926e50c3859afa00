"""One object says how an endpoint is asked, in configs and commands alike."""

import pytest
from spacy.util import registry

from spacy_piivot.errors import InputError
from spacy_piivot.llm.connection import Connection, check_connection, make_connection
from spacy_piivot.llm.endpoint import CONNECTION

LOCAL = "http://127.0.0.1:9/v1"


def test_the_registered_function_has_the_same_defaults() -> None:
    assert make_connection() == Connection()
    assert registry.misc.get(CONNECTION) is make_connection


def test_a_connection_comes_back_from_its_config() -> None:
    connection = Connection(
        base_url=LOCAL, model="m", api_key_env="KEY", remote_ok=True, max_concurrency=2,
        timeout=3.0, max_retries=1, budget={"cost": 1.0}, cache_dir="answers",
        prices={"m": {"input": 1.0, "output": 2.0}},
    )  # fmt: skip
    config = {"connection": connection.to_config()}
    assert registry.resolve(config)["connection"] == connection


@pytest.mark.parametrize("other", [None, "gpt", {"base_url": LOCAL}])
def test_a_block_that_no_function_made_one_of_is_refused(other: object) -> None:
    with pytest.raises(InputError, match=CONNECTION):
        check_connection(other)
