import gc
import os
import ssl
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import catalogue
import fresh_interpreter
import pytest
import spacy
import spacy.language
import spacy.util
import typer.main
import typer.testing
from hypothesis import is_hypothesis_test, settings
from reviewed import reviewed
from shared_pipelines import blank_english, load_english, shared_tokenizer, with_tokenizer
from spacy.language import BaseDefaults, Language
from spacy.tokenizer import Tokenizer
from spacy.vocab import Vocab
from srsly.msgpack import msgpack_decoders, msgpack_encoders
from transcripts import make_pipeline

import spacy_piivot
from spacy_piivot.core import tokenizer as dialogue_tokenizer
from spacy_piivot.kinds.registry import recognizers
from spacy_piivot.patterns.recognizer import cues_of, plain_text
from spacy_piivot.review.store import Store

REPOSITORY = Path(__file__).parent.parent

# Properties are tested on few examples by default, and on many with the slow tests.
settings.register_profile("default", max_examples=12, deadline=None)
settings.register_profile("slow", max_examples=200, deadline=None)


def slow_tests_are_wanted(config: pytest.Config) -> bool:
    return config.option.markexpr.strip() == "slow"


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("slow" if slow_tests_are_wanted(config) else "default")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """If slow tests are chosen, make properties slow tests too: they then have more examples."""
    if slow_tests_are_wanted(config):
        for item in items:
            is_property = is_hypothesis_test(getattr(item, "obj", None))
            if is_property and not item.get_closest_marker("external"):
                item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Exclude everything imported so far from garbage collection.

    The rest is collected a tenth as often as usual, which saves a tenth of the processor time.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_sessionfinish() -> None:
    """Skip garbage collection at the end of the process."""
    gc.freeze()


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The labelled data, which are never part of the repository."""
    folder = Path(os.environ.get("SPACY_PIIVOT_DATA", REPOSITORY.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("no labelled data: put it at ../shared/data or set SPACY_PIIVOT_DATA")
    return folder


@pytest.fixture(scope="session")
def default_nlp() -> Language:
    """The embedded default pipeline; tests must not change it."""
    return spacy_piivot.load()


@pytest.fixture(scope="module")
def keyed_nlp(default_nlp: Language) -> Iterator[Language]:
    """The same without a key: a module may set one, which is removed at its end."""
    surrogator: Any = default_nlp.get_pipe("hips_surrogator")
    before, surrogator.secret._given = surrogator.secret._given, None
    yield default_nlp
    surrogator.secret._given = before


@pytest.fixture(scope="session")
def fresh(default_nlp: Language, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The observations of a fresh interpreter, shared by all tests."""
    components = dict(default_nlp.components)
    return fresh_interpreter.observe(tmp_path_factory.mktemp("fresh"), components)


@pytest.fixture(scope="session")
def released_review(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the `state` of a finished review and its release, `out.jsonl`.

    Making it takes a third of a second: copy the folder if you change anything.
    """
    folder = tmp_path_factory.mktemp("reviewed")
    with Store.open(folder / "state", create=True) as store:
        reviewed(store, make_pipeline("fake_finder"), folder).release(folder / "out.jsonl")
    return folder


@pytest.fixture(scope="session", autouse=True)
def certificates_are_not_read() -> Iterator[None]:
    """Every client of an endpoint would read them all, which takes 25 ms; no test uses TLS."""
    with pytest.MonkeyPatch.context() as patch:
        for reading in ("load_default_certs", "load_verify_locations"):
            patch.setattr(ssl.SSLContext, reading, lambda *_, **__: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def entry_points_are_looked_up_once() -> Iterator[None]:
    """Making objects from configs and writing bytes would look them up each time, for 1 ms."""
    known = catalogue.AVAILABLE_ENTRY_POINTS
    with pytest.MonkeyPatch.context() as patch:
        once = SimpleNamespace(select=cache(lambda group: known.select(group=group)))
        patch.setattr(catalogue, "AVAILABLE_ENTRY_POINTS", once)
        for registry in (msgpack_encoders, msgpack_decoders):
            patch.setattr(registry, "get_all", cache(registry.get_all))
        yield


@pytest.fixture(scope="session", autouse=True)
def no_endpoint_in_the_environment() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("BASE_URL", "REMOTE_OK"):
            patch.delenv(f"SPACY_PIIVOT_LLM_{name}", raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def blank_pipelines_of_the_package_are_quick() -> Iterator[None]:
    """Blank pipelines made by commands share the vocabulary and tokenizer of the tests' ones."""
    blank = spacy.blank

    def quick(name: str, **options: Any) -> Language:
        asked_by = sys._getframe(1).f_globals.get("__name__", "")
        of_the_package = name == "en" and asked_by.startswith("spacy_piivot.")
        for tokenizer in (None, "spacy_piivot.DialogueTokenizer.v1"):
            if of_the_package and options == with_tokenizer(tokenizer):
                return blank_english(tokenizer)
        return blank(name, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spacy, "blank", quick)
        yield


LOAD = spacy.util.load_model_from_path


@pytest.fixture(scope="session", autouse=True)
def saved_pipelines_are_loaded_quickly() -> Iterator[None]:
    """They share a vocabulary and tokenizer, of which each takes a tenth of a second to make."""
    own, ours = spacy.language.Tokenizer, dialogue_tokenizer._tokenizer

    def its_own(vocab: Vocab, **options: Any) -> Tokenizer:
        return shared_tokenizer(vocab, dialogues=False) or own(vocab, **options)

    def of_dialogues(vocab: Vocab, defaults: type[BaseDefaults]) -> Tokenizer:
        return shared_tokenizer(vocab, dialogues=True) or ours(vocab, defaults)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spacy.util, "load_model_from_path", load_english)
        patch.setattr(spacy.language, "Tokenizer", its_own)
        patch.setattr(dialogue_tokenizer, "_tokenizer", of_dialogues)
        yield


@pytest.fixture
def own_vocabulary(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each loaded pipeline has a vocabulary and tokenizer of its own, as users' ones do."""
    monkeypatch.setattr(spacy.util, "load_model_from_path", LOAD)


@pytest.fixture(scope="session", autouse=True)
def nothing_is_collected_before_a_fork() -> Iterator[None]:
    """It would thaw what `pytest_collection_finish` froze; collecting all that takes a second."""
    left_alone = SimpleNamespace(collect=lambda: None, freeze=lambda: None, unfreeze=lambda: None)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("runs.spread", "serve.worker"):
            patch.setattr(f"spacy_piivot.{module}.gc", left_alone)
        yield


@pytest.fixture(scope="session", autouse=True)
def nobody_waits_for_the_disk() -> Iterator[None]:
    """Tests kill processes, not the machine: what was written is there without `fsync`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", os.fstat)
        yield


@pytest.fixture(scope="session", autouse=True)
def commands_are_built_once() -> Iterator[None]:
    """A runner would build all commands of an app each time, for 20 ms."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.testing, "_get_command", cache(typer.main.get_command))
        yield


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pauses of the openai SDK before it repeats a request."""
    pytest.importorskip("openai")
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.001)
    monkeypatch.setattr("openai._base_client.MAX_RETRY_DELAY", 0.01)


Find = Callable[..., list[tuple[str, str]]]


@pytest.fixture
def found() -> Find:
    """The findings of all recognisers, or of one, in a message: (label, text) pairs."""

    def find(text: str, previous: str = "", only: str | None = None) -> list[tuple[str, str]]:
        plain = plain_text(text)
        cues = cues_of(plain)
        return sorted(
            {
                (finding.label, text[finding.start : finding.end])
                for recognizer in recognizers().values()
                if only in (None, recognizer.name) and not recognizer.cues.isdisjoint(cues)
                for finding in recognizer.find(plain, plain_text(previous))
            }
        )

    return find
