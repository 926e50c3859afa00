import asyncio
import json
import logging
import multiprocessing
import pickle
import re
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import spacy
from connections import with_connection
from mapping_model import conversation, inventor, items, write_mapping
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc
from stand_in_server import Reply, StandInServer

import spacy_piivot
from spacy_piivot.components.generators import KEYED, LLM, get_given
from spacy_piivot.components.llm_surrogates import LLMSurrogates, make_llm_surrogates
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, set_candidates
from spacy_piivot.errors import InputError, PIIvotError
from spacy_piivot.llm.connection import Connection
from spacy_piivot.llm.endpoint import CONNECTION
from spacy_piivot.release.last_check import check_release
from spacy_piivot.release.repair import check_and_repair

pytest.importorskip("openai")

KEY = b"0123456789abcdef"
DEAD = "http://127.0.0.1:9/v1"
EVIL = "https://evil.example/v1"
MESSAGES = [
    Message("tutor", "Hi Cassandra Dent! Cass, are you at Lincoln Middle School in Austin, TX?"),
    Message("Cass", "yes LMS. CASS's phone is 612-555-0188, mail cassie.dent@gmail.com"),
    Message("tutor", "born 5 May 2012? then Zorblatt2x+3 in Austin"),
]
FOUND = [
    ("Cassandra Dent", "NAME"), ("Cass", "NAME"), ("Lincoln Middle School", "SCHOOL"),
    ("Austin, TX", "LOCATION"), ("LMS", "SCHOOL"), ("CASS's", "NAME"),
    ("612-555-0188", "PHONE_NUMBER"), ("cassie.dent@gmail.com", "EMAIL_ADDRESS"),
    ("5 May 2012", "DATE_OF_BIRTH"), ("Zorblatt", "NAME"), ("Austin", "LOCATION"),
]  # fmt: skip
MAPPING = {
    "Cassandra Dent": "Melissa Ford", "Cass": "Mel", "Lincoln Middle School": "Polk Middle School",
    "Austin, TX": "Tulsa, OK", "612-555-0188": "503-227-4916", "Zorblatt": "Quibbly",
}  # fmt: skip
ORIGINALS = ("Cassandra", "Dent", "Cass", "cassie", "Lincoln", "Austin", "Zorblatt", "612-555")


def make_nlp(
    url: str | None,
    nlp: Language | None = None,
    *,
    own: dict[str, Any] | None = None,
    **config: Any,
) -> Language:
    """A pipeline that asks: `own` is the component's config, `config` all of its generator's."""
    nlp = nlp or blank_english()
    generator = {"@misc": LLM, **with_connection(config, base_url=url, max_retries=0)}
    settings = {"generator": generator, **(own or {})}
    nlp.add_pipe("hips_surrogator", config=settings).key = KEY  # type: ignore[attr-defined]
    return nlp


def make_doc(
    nlp: Language,
    messages: list[Message] = MESSAGES,
    found: list[tuple[str, str]] = FOUND,
    id: str = "d",
    roster: list[str] | None = None,
) -> Doc:
    doc = dialogue_to_doc(Dialogue(id, messages, roster), nlp)
    text = doc.text
    candidates = []
    position = 0
    for words, label in found:
        start = text.index(words, position)
        position = start + len(words)
        candidates.append(Candidate(start, position, label, 0.9, "test"))
    set_candidates(doc, candidates)
    return doc


def status(doc: Doc) -> dict[str, Any]:
    return doc._.piivot_llm["hips_surrogator"]


def leaks(doc: Doc) -> list[str]:
    released = doc._.piivot_text + " ".join(doc._.piivot_speakers)
    return [word for word in ORIGINALS if word in released]


def local_text() -> str:
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator").key = KEY  # type: ignore[attr-defined]
    return nlp(make_doc(nlp))._.piivot_text


def test_one_mapping_a_dialogue_is_written_everywhere() -> None:
    with StandInServer(inventor(MAPPING)) as server:
        nlp = make_nlp(server.base_url)
        doc = nlp(make_doc(nlp))
    first, second, third = doc._.piivot_text.split("\n")
    assert first == "Hi Melissa Ford! Mel, are you at Polk Middle School in Tulsa, OK?"
    said, _, mail = second.partition("mail ")
    assert said == "yes PMS. MEL's phone is 503-227-4916, "
    assert re.fullmatch(r"melissa\.ford[a-z]{2}@gmail\.com", mail)
    assert third.endswith("then Quibbly2x+3 in Tulsa")
    assert doc._.piivot_speakers == ["tutor", "Mel", "tutor"]
    found = status(doc)
    assert (found["status"], found["asked"], found["made"], found["drawn"]) == ("ok", 6, 6, 0)
    assert (found["requests"], found["flaws"]) == (1, {})
    assert found["cost"] > 0
    check_release(doc)
    # What it cannot know is drawn, as ever.
    assert third.partition("then")[0] == local_text().split("\n")[2].partition("then")[0]


def test_a_repair_asks_nothing_and_takes_what_the_model_said() -> None:
    messages = [Message("tutor", "Hi Zorblatt and Okell"), Message("student", "no, zorblatt")]
    said = {"Zorblatt": "Quibbly", "Okell": "Fennick"}
    with StandInServer(inventor(said)) as server:
        nlp = make_nlp(server.base_url)
        doc = nlp(make_doc(nlp, messages, [("Zorblatt", "NAME"), ("Okell", "NAME")]))
        asked = len(server.requests)
        assert doc._.piivot_text == "Hi Quibbly and Fennick\nno, zorblatt"
        checked = check_and_repair(doc, nlp.get_pipe("hips_surrogator"))  # type: ignore[arg-type]
        assert len(server.requests) == asked
    assert [leak.why for leak in checked.found] == ["left"]
    assert checked.left == []
    assert doc._.piivot_text == "Hi Quibbly and Fennick\nno, quibbly"
    surrogator: Any = nlp.get_pipe("hips_surrogator")
    given = get_given(doc)
    surrogator.replace(doc, doc.text, surrogator.plan(doc, doc.text), given, avoid={"quibbly"})
    assert "quibbly" not in doc._.piivot_text.lower()
    assert "Fennick" in doc._.piivot_text
    doc.to_bytes()


def test_no_name_of_speaker_or_roster_is_sent() -> None:
    with StandInServer(inventor(MAPPING)) as server:
        nlp = make_nlp(server.base_url)
        messages = [Message("Zephyrine", "hi Bob"), Message("student", "hello")]
        doc = nlp(make_doc(nlp, messages, [("Bob", "NAME")], roster=["Ottokar Vrba"]))
        assert conversation(server.requests[0]) == "0| hi Bob\n1| STUDENT: hello"
        assert "Zephyrine" not in json.dumps(server.requests)
        assert "Ottokar" not in json.dumps(server.requests)
    assert doc._.piivot_speakers[0] not in ("Zephyrine", "")


def test_a_model_is_told_what_was_wrong_and_can_mend_it() -> None:
    def model(body: dict[str, Any]) -> str:
        clumsy = {"Cassandra Dent": "Cassie Dent", "Lincoln Middle School": "Polk High School",
                  "612-555-0188": "123-456-7890"}  # fmt: skip
        return write_mapping(
            {
                item.number: clumsy.get(item.text, MAPPING[item.text])
                if not item.flaw
                else MAPPING[item.text]
                for item in items(body)
            }
        )

    with StandInServer(model) as server:
        nlp = make_nlp(server.base_url)
        doc = nlp(make_doc(nlp))
        asked = [[item.text for item in items(body)] for body in server.requests]
    assert asked[1] == ["Cassandra Dent", "Lincoln Middle School", "612-555-0188"]
    assert doc._.piivot_text.startswith("Hi Melissa Ford! Mel, are you at Polk Middle School")
    assert status(doc)["flaws"] == {"counting": 1, "similar": 1, "stage": 1}
    assert (status(doc)["made"], status(doc)["requests"]) == (6, 2)


@pytest.mark.parametrize(
    "liar",
    [
        lambda item: item.text, lambda item: item.text.upper(), lambda item: "Cassandra Dent",
        lambda item: f"not {item.text}", lambda item: item.text + "x", lambda item: "",
        lambda item: "Zorblatt", lambda item: "[NAME]", lambda item: "Smith\nCass",
        lambda item: "ignore this, " * 50, lambda item: "Austin, OK",
    ],
    ids=range(11),
)  # fmt: skip
def test_what_a_lying_model_says_is_never_an_original(liar: Any) -> None:
    def model(body: dict[str, Any]) -> str:
        return write_mapping({item.number: liar(item) for item in items(body)})

    with StandInServer(model) as server:
        nlp = make_nlp(server.base_url)
        doc = nlp(make_doc(nlp))
        assert len(server.requests) == 3
    assert leaks(doc) == []
    check_release(doc)
    assert status(doc)["status"] == "ok"
    assert status(doc)["drawn"] >= 5
    assert sum(status(doc)["flaws"].values()) >= 15


def test_one_surrogate_for_all_is_taken_once() -> None:
    def model(body: dict[str, Any]) -> str:
        return write_mapping({item.number: "Quibbly" for item in items(body)})

    with StandInServer(model) as server:
        nlp = make_nlp(server.base_url)
        people = [("Ann", "NAME"), ("Bob", "NAME"), ("Cleo", "NAME")]
        doc = nlp(make_doc(nlp, [Message("t", "Ann, Bob, Cleo")], people))
    names = doc._.piivot_text.split(", ")
    assert names[0] == "Quibbly"
    assert len(set(names)) == 3
    assert status(doc)["drawn"] == 2


@pytest.mark.usefixtures("no_pauses")
@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply("I cannot do that"), "unparsable"),
        (Reply("{}", finish_reason="length"), "truncated"),
        (Reply(None, refusal="no"), "refusal"), (Reply(status=500), "server_error"),
        (Reply(status=429), "rate_limit"), (Reply(status=401), "rejected"),
        (Reply(drop=True), "unreachable"), (Reply("[]", delay=0.4), "timeout"),
        (Reply(raw=b"{"), "unparsable"),
    ],
    ids=str,
)  # fmt: skip
def test_whatever_goes_wrong_everything_is_replaced(reply: Reply, reason: str) -> None:
    with StandInServer(lambda body: reply) as server:
        nlp = make_nlp(server.base_url, timeout=0.2)
        doc = nlp(make_doc(nlp))
    assert doc._.piivot_text == local_text()
    assert leaks(doc) == []
    assert status(doc)["status"] == reason
    assert (status(doc)["asked"], status(doc)["made"], status(doc)["drawn"]) == (6, 0, 6)
    check_release(doc)


@pytest.mark.usefixtures("no_pauses")
def test_with_a_dead_endpoint_a_run_ends_and_all_is_replaced() -> None:
    nlp = make_nlp(DEAD)
    done = list(nlp.pipe(make_doc(nlp, id=str(number)) for number in range(12)))
    assert {doc._.piivot_status for doc in done} == {"ok"}
    assert {status(doc)["status"] for doc in done} == {"unreachable"}
    assert not any(leaks(doc) for doc in done)


def test_a_server_that_dies_in_between_leaves_what_was_settled() -> None:
    def model(body: dict[str, Any]) -> str | Reply:
        if items(body)[0].flaw:
            return Reply(status=400)
        return write_mapping({item.number: MAPPING[item.text] for item in items(body)[:2]})

    with StandInServer(model) as server:
        nlp = make_nlp(server.base_url)
        doc = nlp(make_doc(nlp))
    assert doc._.piivot_text.startswith("Hi Melissa Ford! Mel, are you at ")
    assert (status(doc)["status"], status(doc)["made"]) == ("rejected", 2)
    assert leaks(doc) == []


def test_a_budget_leaves_the_rest_to_be_drawn() -> None:
    with StandInServer(inventor(MAPPING)) as server:
        nlp = make_nlp(server.base_url, budget={"requests": 1})
        docs = [nlp(make_doc(nlp, id=str(number))) for number in range(2)]
        assert len(server.requests) == 1
    assert [status(doc)["status"] for doc in docs] == ["ok", "over_budget"]
    assert not any(leaks(doc) for doc in docs)


def test_docs_are_asked_about_at_once_and_come_in_order() -> None:
    model = inventor(MAPPING)
    together = threading.Barrier(8)

    def sociable(body: dict[str, Any]) -> str:
        with suppress(threading.BrokenBarrierError):
            if 1 < len(server.requests) <= 9:  # the first finds out what the endpoint can do
                together.wait(timeout=20)
        return model(body)

    with StandInServer(sociable) as server:
        nlp = make_nlp(server.base_url, max_concurrency=16)
        docs = [make_doc(nlp, id=str(number)) for number in range(12)]
        done = list(nlp.pipe(docs, batch_size=12))
        assert [doc.user_data["piivot_id"] for doc in done] == [str(n) for n in range(12)]
    assert server.peak >= 8
    assert {doc._.piivot_text.split("\n")[0] for doc in done} == {
        "Hi Melissa Ford! Mel, are you at Polk Middle School in Tulsa, OK?"
    }


def test_one_bad_doc_does_not_take_the_others_along() -> None:
    with StandInServer(inventor(MAPPING)) as server:
        nlp = make_nlp(server.base_url)
        nlp.set_error_handler(lambda *arguments: None)
        docs = [make_doc(nlp, id=str(number)) for number in range(3)]
        docs[1].spans["pii"].attrs["offsets"] = [[0, 1]] * len(FOUND)
        done = list(nlp.pipe(docs))
    assert [doc._.piivot_status for doc in done] == [
        "ok", "hips_surrogator:RemovedSpansError", "ok",
    ]  # fmt: skip
    assert done[1]._.piivot_text is None


def test_long_dialogues_are_shown_in_pieces() -> None:
    with StandInServer(inventor(MAPPING)) as server:
        nlp = make_nlp(server.base_url, chunk_tokens=20)
        doc = nlp(make_doc(nlp))
        assert [[item.text for item in items(body)] for body in server.requests] == [
            ["Cassandra Dent", "Cass", "Lincoln Middle School", "Austin, TX"],
            ["612-555-0188"], ["Zorblatt"],
        ]  # fmt: skip
    assert status(doc)["made"] == 6


def test_where_nothing_is_wanted_nothing_is_asked() -> None:
    with StandInServer(inventor(MAPPING)) as server:
        nlp = make_nlp(server.base_url, own={"strategies": {"NAME": "mask"}})
        doc = make_doc(nlp, [Message("t", "Bob is 12, 5/3/2012")],
                       [("Bob", "NAME"), ("5/3/2012", "DATE")])  # fmt: skip
        assert nlp(doc)._.piivot_text.startswith("[NAME] is 12")
        assert nlp(make_doc(nlp, [Message("t", "")], ()))._.piivot_text == ""
        assert server.requests == []


def test_fictional_telephone_numbers_are_drawn() -> None:
    with StandInServer(inventor(MAPPING)) as server:
        nlp = make_nlp(server.base_url, own={"fictional_phones": True})
        doc = nlp(make_doc(nlp))
        assert "612-555-0188" not in [item.text for item in items(server.requests[0])]
    assert "555-01" in doc._.piivot_text


def test_further_surrogates_of_a_strategy_are_drawn() -> None:
    with StandInServer(inventor({"Ann": "Quibbly"})) as server:
        nlp = make_nlp(server.base_url, own={"strategies": {"NAME": "random"}})
        text = [Message("t", "Ann, Ann, Ann")]
        doc = nlp(make_doc(nlp, text, [("Ann", "NAME")] * 3))
    names = doc._.piivot_text.split(", ")
    assert names[0] == "Quibbly"
    assert len({*names, "Ann"}) == 4


def test_the_keyed_generator_asks_nobody() -> None:
    with StandInServer(inventor(MAPPING)) as server:
        nlp = make_nlp(server.base_url, own={"generator": {"@misc": KEYED}})
        doc = nlp(make_doc(nlp))
        assert server.requests == []
    assert doc._.piivot_text == local_text()
    assert doc._.piivot_llm is None


def test_nothing_is_kept_between_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with StandInServer(inventor(MAPPING)) as server:
        for _ in range(2):
            nlp = make_nlp(server.base_url)
            nlp(make_doc(nlp))
        assert len(server.requests) == 2
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match="cache_dir"):
        make_nlp(DEAD, cache_dir=str(tmp_path))


def test_where_texts_may_go_is_not_saved(tmp_path: Path) -> None:
    with StandInServer(inventor(MAPPING)) as server:
        nlp = make_nlp(server.base_url, remote_ok=True, tries=2)
        nlp.to_disk(tmp_path)
        kept = nlp.get_pipe_config("hips_surrogator")["generator"]["connection"]
        assert (kept["base_url"], kept["remote_ok"]) == (server.base_url, True)
        config = (tmp_path / "config.cfg").read_text()
        assert server.base_url not in config
        assert "remote_ok = true" not in config
        assert server.base_url.encode() not in nlp.to_bytes()
        assert f'@misc = "{LLM}"' in config
        loaded = spacy.load(tmp_path)
        assert loaded.get_pipe("hips_surrogator").generator.mapper.tries == 2  # type: ignore[attr-defined]
        with pytest.raises(ValueError, match="base_url"):
            loaded(make_doc(loaded))
        loaded.get_pipe("hips_surrogator").generator.connect(server.base_url)  # type: ignore[attr-defined]
        assert status(loaded(make_doc(loaded)))["made"] == 6
        given = {"components.hips_surrogator.generator.connection.base_url": server.base_url}
        loaded = spacy.load(tmp_path, config=given)
        assert status(loaded(make_doc(loaded)))["made"] == 6


@pytest.mark.parametrize(
    "evil",
    [
        f'''[components.hips_surrogator.generator]
@misc = "{LLM}"

[components.hips_surrogator.generator.connection]
@misc = "{CONNECTION}"
base_url = "{EVIL}"
remote_ok = true''',
        f'''[components.hips_surrogator.generator]
@misc = "{LLM}"
connection = {{"@misc": "{CONNECTION}", "base_url": "{EVIL}", "remote_ok": true}}''',
        f'''[components.hips_surrogator.generator]
@misc = "{LLM}"
connection = ${{theirs}}

[theirs]
@misc = "{CONNECTION}"
base_url = "{EVIL}"
remote_ok = true''',
        f'''[components.hips_surrogator.generator]
@misc = "{LLM}"

[components.hips_surrogator.generator.connection]
@misc = "test.TheirConnection.v1"''',
        '''[components.hips_surrogator.generator]
@misc = "test.TheirGenerator.v1"''',
    ],
    ids=["section", "value", "variable", "connection", "generator"],
)
def test_a_saved_config_cannot_say_where(evil: str, tmp_path: Path) -> None:
    spacy.registry.misc("test.TheirConnection.v1", func=their_connection)
    spacy.registry.misc("test.TheirGenerator.v1", func=their_generator)
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator")
    nlp.to_disk(tmp_path)
    path = tmp_path / "config.cfg"
    honest = f'[components.hips_surrogator.generator]\n@misc = "{KEYED}"'
    config = path.read_text()
    assert honest in config
    path.write_text(config.replace(honest, evil))
    generator = spacy.load(tmp_path).get_pipe("hips_surrogator").generator  # type: ignore[attr-defined]
    connection = generator.connection
    assert (connection.base_url, connection.remote_ok) == (None, False)


def their_connection() -> Connection:
    return Connection(base_url=EVIL, remote_ok=True)


def their_generator() -> LLMSurrogates:
    return make_llm_surrogates(their_connection())


def test_what_is_given_while_loading_stays(tmp_path: Path) -> None:
    nlp = blank_english()
    nlp.add_pipe("hips_surrogator")
    nlp.to_disk(tmp_path)
    generator = {"@misc": LLM, **with_connection({"base_url": EVIL, "remote_ok": True})}
    for config in (
        {"components.hips_surrogator.generator": generator},
        {"components": {"hips_surrogator": {"generator": generator}}},
    ):
        loaded: Any = spacy.load(tmp_path, config=config).get_pipe("hips_surrogator")
        connection = loaded.generator.connection
        assert (connection.base_url, connection.remote_ok) == (EVIL, True)


def test_the_shipped_pipeline_can_be_told_to_use_one(default_nlp: Language) -> None:
    keyed: Any = default_nlp.get_pipe("hips_surrogator")
    assert not keyed.asks
    folder = Path(spacy_piivot.__file__).parent / "pipelines" / spacy_piivot.DEFAULT_PIPELINE
    with StandInServer(inventor({"Cassandra Dent": "Melissa Ford"})) as server:
        generator = {"@misc": LLM, **with_connection({"base_url": server.base_url})}
        nlp = spacy.load(folder, config={"components.hips_surrogator.generator": generator})
        doc = nlp("Hello, my name is Cassandra Dent.")
    assert doc._.piivot_text == "Hello, my name is Melissa Ford."


@pytest.mark.parametrize(
    ("config", "error"),
    [
        ({"own": {"generator": "gpt"}}, ValueError),
        ({"own": {"generator": {"@misc": "spacy_piivot.Lexicon.v1"}}}, PIIvotError),
        ({"own": {"scope": "group"}}, PIIvotError), ({"own": {"scope": "corpus"}}, PIIvotError),
        ({"own": {"generator": {"@misc": LLM, "connection": {}}}}, InputError),
        ({"tries": 0}, InputError),
        ({"chunk_tokens": 0}, InputError), ({"prompt_path": "none.jinja"}, InputError),
        ({"base_url": "https://api.example.org/v1"}, InputError),
        ({"budget": {"cost": 1.0}, "model": "unpriced"}, InputError),
    ],
)  # fmt: skip
def test_a_config_that_cannot_work_is_refused(config: dict[str, Any], error: type) -> None:
    with pytest.raises(error):
        make_nlp(None, **config)


def test_a_prompt_of_ones_own_is_used(tmp_path: Path) -> None:
    path = tmp_path / "own.jinja"
    path.write_text(
        "{% block system %}Own{% endblock %}"
        "{% block user %}{% for wish in wishes %}{{ wish.text }},{% endfor %}{% endblock %}"
    )
    with StandInServer(lambda body: write_mapping({1: "Melissa Ford"})) as server:
        nlp = make_nlp(server.base_url, prompt_path=str(path), tries=1)
        doc = nlp(make_doc(nlp))
        assert server.requests[0]["messages"][0]["content"] == "Own"
    assert doc._.piivot_text.startswith("Hi Melissa Ford!")


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes_agree_with_one(method: str) -> None:
    with StandInServer(inventor(MAPPING)) as server:
        nlp = make_nlp(server.base_url)
        alone = [nlp(make_doc(nlp, id=str(number)))._.piivot_text for number in range(4)]
        before = multiprocessing.get_start_method()
        multiprocessing.set_start_method(method, force=True)
        try:
            docs = [make_doc(nlp, id=str(number)) for number in range(4)]
            done = list(nlp.pipe(docs, n_process=2, batch_size=1))
        finally:
            multiprocessing.set_start_method(before, force=True)
        assert [doc._.piivot_text for doc in done] == alone
        assert all(status(doc)["requests"] == 1 for doc in done)
        # The parent's connection still works.
        assert nlp(make_doc(nlp, id="0"))._.piivot_text == alone[0]


def test_a_pickle_holds_neither_connection_nor_key() -> None:
    with StandInServer(inventor(MAPPING)) as server:
        nlp = make_nlp(server.base_url)
        nlp(make_doc(nlp))
        data = pickle.dumps(nlp.get_pipe("hips_surrogator"))
        assert KEY not in data
        assert status(pickle.loads(data)(make_doc(nlp)))["made"] == 6


def test_it_works_in_a_notebook() -> None:
    async def notebook(url: str) -> Doc:
        nlp = make_nlp(url)
        return next(iter(nlp.pipe([make_doc(nlp)])))

    with StandInServer(inventor(MAPPING)) as server:
        assert status(asyncio.run(notebook(server.base_url)))["made"] == 6


@pytest.mark.usefixtures("no_pauses")
def test_planted_names_reach_no_log_status_error_or_saved_pipeline(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    secrets = ("Zephyrine", "Quackenbush", "Okeeffe", "Ludmilla", "Brontosky")
    good = write_mapping({1: "Ludmilla Brontosky"})
    bad = write_mapping({1: "Zephyrine Okeeffe"})
    replies = [Reply(good), Reply(bad), Reply(status=500), Reply(raw=b"{"), Reply("Okeeffe?")]
    count = iter(range(1000))
    lock = threading.Lock()

    def model(body: dict[str, Any]) -> Reply:
        with lock:
            return replies[next(count) % len(replies)]

    text = [Message("t", "I am Zephyrine Quackenbush and so is Okeeffe.")]
    names = [("Zephyrine Quackenbush", "NAME"), ("Okeeffe", "NAME")]
    with caplog.at_level(logging.DEBUG), StandInServer(model) as server:
        for name in list(logging.root.manager.loggerDict):
            logging.getLogger(name).setLevel(logging.NOTSET)
        nlp = make_nlp(server.base_url, spacy.blank("en"))  # its words are looked at
        docs = (make_doc(nlp, text, names, id=str(number)) for number in range(5))
        done = list(nlp.pipe(docs))
        nlp.to_disk(tmp_path / "model")
        component: Any = nlp.get_pipe("hips_surrogator")
        component.generator.mapper.prompt_path = "/none"
        with pytest.raises(ValueError, match="hips_surrogator") as error:
            nlp(make_doc(nlp, text, names))
    assert not any(secret in doc._.piivot_text for doc in done for secret in secrets[:3])
    captured = capfd.readouterr()
    said_aloud = (
        caplog.text + captured.out + captured.err + str([doc._.piivot_llm for doc in done])
        + repr(error.value) + repr(error.value.__context__)
    )  # fmt: skip
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) > 3
    for secret in secrets:
        assert secret not in said_aloud
        assert not [data for data in written if secret.encode() in data]


def test_a_document_that_nobody_searched_is_not_asked_about() -> None:
    with StandInServer(inventor(MAPPING)) as server:
        nlp = make_nlp(server.base_url)
        docs = [nlp("Cassandra Dent"), *nlp.pipe(["Cassandra Dent", "Zorblatt"])]
        assert [doc._.piivot_status for doc in docs] == ["not_searched"] * 3
        assert [doc._.piivot_text for doc in docs] == [None] * 3
        assert server.requests == []
