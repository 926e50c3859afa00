import pytest
from shared_pipelines import blank_english

from spacy_piivot.components.sharing import (
    asks_models,
    most_sharing,
    share_connections,
    share_of,
)
from spacy_piivot.llm.connection import Connection

URL = "http://127.0.0.1:9/v1"


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_all_shares_together_are_the_connection(count: int) -> None:
    whole = Connection(
        base_url=URL, max_concurrency=8, budget={"requests": 10, "tokens": 999, "cost": None}
    )
    shares = [share_of(whole, number, count) for number in range(count)]
    assert sum(one.max_concurrency for one in shares) == 8
    assert sum(one.budget["requests"] or 0 for one in shares) == 10
    assert sum(one.budget["tokens"] or 0 for one in shares) == pytest.approx(999)
    assert {one.budget["cost"] for one in shares} == {None}
    assert {one.base_url for one in shares} == {URL}


def test_only_components_that_query_a_model_have_a_share() -> None:
    nlp = blank_english()
    nlp.add_pipe("pii_patterns")
    assert not asks_models(nlp)
    assert most_sharing(nlp) > 10_000
    share_connections(nlp, 0, 2)
    connection = {"@misc": "spacy_piivot.Connection.v1", "base_url": URL, "max_concurrency": 5}
    nlp.add_pipe("llm_verifier", config={"connection": connection})
    nlp.add_pipe(
        "hips_surrogator",
        config={
            "scope": "document",
            "generator": {
                "@misc": "spacy_piivot.LLMSurrogates.v1",
                "connection": {**connection, "max_concurrency": 3},
            },
        },
    )
    assert asks_models(nlp)
    assert most_sharing(nlp) == 3
    share_connections(nlp, 1, 2)
    verifier, surrogator = (nlp.get_pipe(one) for one in ("llm_verifier", "hips_surrogator"))
    assert verifier.connection.max_concurrency == 2  # type: ignore[attr-defined]
    assert surrogator.generator.connection.max_concurrency == 1  # type: ignore[attr-defined]
    with nlp.select_pipes(disable=["llm_verifier", "hips_surrogator"]):
        assert not asks_models(nlp)
