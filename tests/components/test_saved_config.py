from pathlib import Path
from typing import Any

import pytest
import spacy
from connections import with_connection
from shared_pipelines import blank_english
from stand_in_server import StandInServer
from verified import DEAD, FOUND, TEXT, make_doc, make_nlp, texts

from spacy_piivot.errors import InputError

pytest.importorskip("openai")


def test_where_texts_may_go_is_not_saved(server: StandInServer, tmp_path: Path) -> None:
    nlp = make_nlp(server.base_url, remote_ok=True, context_tokens=7)
    nlp.to_disk(tmp_path)
    assert nlp.config["components"]["llm_verifier"]["connection"]["base_url"] == server.base_url
    config = (tmp_path / "config.cfg").read_text()
    assert server.base_url not in config
    assert "remote_ok = true" not in config
    assert server.base_url.encode() not in nlp.to_bytes()
    loaded = spacy.load(tmp_path)
    part = loaded.get_pipe("llm_verifier")
    assert part.context_tokens == 7
    with pytest.raises(ValueError, match="base_url"):
        loaded(make_doc(loaded, TEXT, *FOUND))
    part.connect(server.base_url)
    assert texts(loaded(make_doc(loaded, TEXT, *FOUND))) == ["Ada", "Bob"]
    given = {"components.llm_verifier.connection.base_url": server.base_url}
    loaded = spacy.load(tmp_path, config=given)
    assert texts(loaded(make_doc(loaded, TEXT, *FOUND))) == ["Ada", "Bob"]


def test_the_environment_can_say_where_after_loading(
    server: StandInServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_nlp(None).to_disk(tmp_path)
    monkeypatch.setenv("SPACY_PIIVOT_LLM_BASE_URL", server.base_url)
    loaded = spacy.load(tmp_path)
    assert texts(loaded(make_doc(loaded, TEXT, *FOUND))) == ["Ada", "Bob"]


@pytest.mark.parametrize(
    "evil",
    [
        'base_url = "https://evil.example/v1"\nremote_ok = true',
        'base_url = ${vars.url}\nremote_ok = ${vars.ok}',
        "remote_ok = true\n\n[components.llm_verifier.connection.base_url]\n"
        '@readers = "srsly.read_json.v1"\npath = "url.json"',
    ],
)  # fmt: skip
def test_a_saved_config_cannot_say_where(
    evil: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_nlp(None).to_disk(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "url.json").write_text('"https://evil.example/v1"')
    path = tmp_path / "config.cfg"
    config = path.read_text().replace("remote_ok = false\n", "").replace("base_url = null\n", "")
    before, after = config.split("[components.llm_verifier.connection]\n")
    section, _, rest = after.partition("\n\n[")
    path.write_text(
        f"{before}[components.llm_verifier.connection]\n{section}\n{evil}\n\n[{rest}\n\n"
        '[vars]\nurl = "https://evil.example/v1"\nok = true\n'
    )
    loaded = spacy.load(tmp_path)
    connection = loaded.get_pipe("llm_verifier").connection
    assert (connection.base_url, connection.remote_ok) == (None, False)


@pytest.mark.parametrize(
    "name", ["vocab", "tokenizer", "meta.json", "config.cfg", "x/y", "x\\y", "x.y", ""]
)
def test_a_name_that_a_saved_pipeline_cannot_load_is_refused(name: str) -> None:
    nlp = blank_english()
    with pytest.raises(InputError, match="name"):
        nlp.create_pipe("llm_verifier", name, config=with_connection({}, base_url=DEAD))


@pytest.mark.parametrize("config", [None, '[nlp]\nlang = "en"\n'])
def test_without_a_saved_config_the_endpoint_is_forgotten(
    config: str | None, tmp_path: Path
) -> None:
    component: Any = make_nlp(DEAD, remote_ok=True).get_pipe("llm_verifier")
    if config is not None:
        (tmp_path / "config.cfg").write_text(config)
    component.from_disk(tmp_path / "llm_verifier")
    assert component.connection.base_url is None
    assert not component.connection.remote_ok
