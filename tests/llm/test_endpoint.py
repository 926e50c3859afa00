import pytest

from spacy_piivot.errors import InputError
from spacy_piivot.llm.connection import Connection
from spacy_piivot.llm.endpoint import BadEndpoint, NoEndpoint, RemoteRefused, find_endpoint

LOCAL = [
    "http://127.0.0.1:8000/v1",
    "http://127.8.9.1/v1",
    "https://localhost:1/",
    "http://[::1]:8000/v1",
    "http://[::ffff:127.0.0.1]/v1",
]
REMOTE = [
    "https://api.openai.com/v1",
    "http://0.0.0.0:8000/v1",
    "http://192.168.0.2/v1",
    "http://127.0.0.1.example.org/v1",
    "http://localhost.example.org/v1",
    "http://[::ffff:8.8.8.8]/v1",
    "http://2130706433/v1",
    "http://127.1/v1",
]
BAD = [
    "http://127.0.0.1@example.org/v1",
    "http://user:secret@127.0.0.1/v1",
    "http://example.org\\@127.0.0.1/",
    "http://example.org#@127.0.0.1/",
    "http://127.0.0.1/v1?u=http://example.org",
    "ftp://127.0.0.1/",
    "127.0.0.1:8000",
    "http:///v1",
    " http://127.0.0.1/v1",
    "http://127.0.0.1/v1\nHost: x",
    "unix:/tmp/socket",
]


@pytest.mark.parametrize("url", LOCAL)
def test_this_machine_may_be_asked(url: str) -> None:
    assert find_endpoint(url, False).loopback


@pytest.mark.parametrize("url", REMOTE)
def test_another_machine_only_where_that_is_allowed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(RemoteRefused, match="remote_ok"):
        find_endpoint(url, False)
    with pytest.raises(RemoteRefused):
        Connection(base_url=url)
    assert not find_endpoint(url, True).loopback
    monkeypatch.setenv("SPACY_PIIVOT_LLM_REMOTE_OK", "0")
    with pytest.raises(RemoteRefused):
        find_endpoint(url, False)
    monkeypatch.setenv("SPACY_PIIVOT_LLM_REMOTE_OK", "1")
    assert find_endpoint(url, False).base_url == url


@pytest.mark.parametrize("url", BAD)
def test_what_could_be_read_as_two_hosts_is_refused(url: str) -> None:
    with pytest.raises(BadEndpoint) as error:
        find_endpoint(url, True)
    assert "secret" not in str(error.value)


def test_the_environment_can_say_where(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoEndpoint, match="SPACY_PIIVOT_LLM_BASE_URL"):
        find_endpoint(None, False)
    monkeypatch.setenv("SPACY_PIIVOT_LLM_BASE_URL", LOCAL[0])
    assert find_endpoint(None, False).base_url == LOCAL[0]
    monkeypatch.setenv("SPACY_PIIVOT_LLM_BASE_URL", REMOTE[0])
    with pytest.raises(RemoteRefused):
        find_endpoint(None, False)


def test_a_key_is_taken_from_the_named_variable_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    assert Connection().api_key() is None
    assert Connection(api_key_env="OPENAI_API_KEY").api_key() == "secret"
    with pytest.raises(InputError, match="NO_SUCH_KEY"):
        Connection(api_key_env="NO_SUCH_KEY").api_key()


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_concurrency": 0},
        {"timeout": 0},
        {"max_retries": -1},
        {"budget": {"dollars": 1}},
        {"budget": {"cost": -1}},
        {"prices": {"m": {"input": 1}}},
        {"prices": {"m": {"input": -1, "output": 1}}},
    ],
)
def test_settings_that_cannot_work_are_refused(wrong: dict) -> None:
    with pytest.raises(InputError, match=next(iter(wrong))):
        Connection(**wrong)


def test_a_budget_of_dollars_needs_prices() -> None:
    with pytest.raises(InputError, match="prices"):
        Connection(budget={"cost": 1.0}).check_models(["gpt-4o-mini", "other"])
    Connection(budget={"cost": 1.0}).check_models(["gpt-4o-mini"])
    Connection(budget={"tokens": 1}).check_models(["other"])
