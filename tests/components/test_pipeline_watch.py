"""A pipeline that would let PII through is warned about where it is made, and only then."""

import copy
import pickle
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
import spacy
from shared_pipelines import blank_english
from spacy.lang.en import English
from spacy.language import Language
from spacy.tokens import Doc

import spacy_piivot
from spacy_piivot.errors import PIIvotWarning

SURROGATOR = "hips_surrogator"


@Language.component("writes_spans", assigns=["doc.spans"])
def writes_spans(doc: Doc) -> Doc:
    doc.spans["pii"] = [doc[i : i + 1] for i in range(len(doc)) if doc[i].text == "Zorblatt"]
    return doc


def warned(do: Callable[[], object]) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        do()
    return [str(one.message) for one in caught if issubclass(one.category, PIIvotWarning)]


def make(*names: str, lang: str = "en") -> Language:
    nlp = blank_english() if lang == "en" else spacy.blank(lang)
    for name in names:
        nlp.add_pipe(name)
    return nlp


@pytest.mark.parametrize("before", [(), ("math_segmenter",), ("sentencizer",)])
def test_a_surrogator_without_a_detector_is_warned_about(before: tuple[str, ...]) -> None:
    nlp = make(*before)
    (message,) = warned(lambda: nlp.add_pipe(SURROGATOR))
    assert "no component before it" in message
    assert "pii_patterns" in message


def test_the_analysis_says_what_is_missing() -> None:
    assert make(SURROGATOR).analyze_pipes()["problems"][SURROGATOR] == ["doc.spans"]
    assert make(SURROGATOR, "pii_patterns").analyze_pipes()["problems"][SURROGATOR] == ["doc.spans"]
    analysis = make("entity_ruler", "pii_from_ents", SURROGATOR).analyze_pipes()
    assert not any(analysis["problems"].values())
    assert make("pii_from_ents").analyze_pipes()["problems"]["pii_from_ents"] == ["doc.ents"]


def test_the_warning_points_at_the_users_line() -> None:
    with pytest.warns(PIIvotWarning) as caught:
        make(SURROGATOR)
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    "before",
    ["pii_patterns", "known_names", "potential_pii_ner", "writes_spans", "span_ruler"],
)
def test_with_a_detector_before_it_nothing_is_said(before: str) -> None:
    assert warned(lambda: make(before, SURROGATOR)) == []


def test_a_detector_behind_the_surrogator_is_warned_about_and_one_before_it_is_not() -> None:
    nlp = make("pii_patterns", SURROGATOR)
    assert warned(lambda: nlp.add_pipe("potential_pii_ner", before=SURROGATOR)) == []
    (message,) = warned(lambda: nlp.add_pipe("known_names"))
    assert "before='hips_surrogator'" in message
    assert warned(lambda: nlp.add_pipe("sentencizer")) == []


def test_others_span_finders_behind_the_surrogator_are_warned_about() -> None:
    nlp = make("pii_patterns", SURROGATOR)
    (message,) = warned(lambda: nlp.add_pipe("writes_spans"))
    assert "'writes_spans' runs after 'hips_surrogator'" in message
    config = {"spans_key": "pii", "overwrite": False}
    (message,) = warned(lambda: nlp.add_pipe("span_ruler", config=config))
    assert "'span_ruler' runs after" in message
    assert warned(lambda: nlp.add_pipe("span_ruler", name="other_group")) == []
    assert warned(lambda: nlp.add_pipe("spancat")) == []


@pytest.mark.parametrize("finder", ["entity_ruler", "ner"])
def test_entities_that_nobody_reads_are_warned_about(finder: str) -> None:
    nlp = make("pii_patterns", finder)
    (message,) = warned(lambda: nlp.add_pipe(SURROGATOR))
    assert repr(finder) in message
    assert "'pii_from_ents'" in message
    assert warned(lambda: make(finder, "pii_from_ents", SURROGATOR)) == []


def test_a_ruler_that_overwrites_what_was_found_is_warned_about() -> None:
    nlp = make("pii_patterns")
    (message,) = warned(lambda: nlp.add_pipe("span_ruler", config={"spans_key": "pii"}))
    assert "overwrites" in message
    nlp = make("pii_patterns")
    config = {"spans_key": "pii", "overwrite": False}
    assert warned(lambda: nlp.add_pipe("span_ruler", config=config)) == []


@pytest.mark.parametrize(
    "name", ["pii_patterns", "known_names", "math_segmenter", "potential_pii_ner"]
)
def test_a_language_that_is_not_english_is_said_once(name: str) -> None:
    nlp = spacy.blank("de")
    (message,) = warned(lambda: nlp.add_pipe(name))
    assert "'de'" in message
    assert warned(lambda: nlp.add_pipe("pii_from_ents")) == []
    assert warned(lambda: nlp.add_pipe(name, name="another")) == []
    assert warned(lambda: make(name, lang="xx")) == []
    assert warned(lambda: make("pii_from_ents", lang="de")) == []
    nlp.remove_pipe("pii_from_ents")
    if name != "potential_pii_ner":  # untrained
        assert warned(lambda: nlp("hallo")) == []


def test_saved_loaded_copied_and_sourced_pipelines_are_not_warned_about(tmp_path: Path) -> None:
    nlp = make("entity_ruler", "pii_patterns", "pii_from_ents", "known_names", SURROGATOR)
    nlp.to_disk(tmp_path / "pipeline")
    assert warned(lambda: spacy.load(tmp_path / "pipeline")) == []
    assert warned(lambda: English.from_config(nlp.config)) == []
    assert warned(lambda: copy.deepcopy(nlp)("hi")) == []
    assert warned(spacy_piivot.load) == []

    def source() -> None:
        other = blank_english()
        for name in nlp.pipe_names:
            other.add_pipe(name, source=nlp)
        assert other("hi")._.piivot_status == "ok"

    assert warned(source) == []


def sourced(source: Language, lang: str, *names: str) -> Language:
    nlp = spacy.blank(lang)
    for name in names:
        nlp.add_pipe(name, source=source)
    return nlp


def test_sourced_components_say_the_language_at_their_first_doc_once_each() -> None:
    source = spacy_piivot.load()
    ours = [name for name in source.pipe_names if name != "math_segmenter"]
    source("used before")
    nlp = sourced(source, "de", *ours)
    said = warned(lambda: [nlp("Kofi wohnt in Berlin"), *nlp.pipe(["Kofi"] * 3)])
    assert "potential_pii_ner" in ours
    assert len(said) == len(set(said)) == len(ours)
    for name, message in zip(ours, said, strict=True):
        assert message.startswith(f"{name!r} is made for English")
        assert "'de'" in message
        assert "Kofi" not in message
    assert warned(lambda: nlp("noch einmal")) == []
    # What was said stays said, and no copy minds.
    assert warned(lambda: pickle.loads(pickle.dumps(nlp.get_pipe("known_names")))) == []
    assert warned(lambda: copy.deepcopy(nlp)("noch einmal")) == []
    assert warned(lambda: list(nlp.pipe(["noch einmal"] * 4, n_process=2, batch_size=1))) == []


def test_sourced_components_in_the_wrong_order_say_so_at_their_first_doc() -> None:
    source = make("pii_patterns", SURROGATOR, lang="en")
    source.add_pipe("known_names", before=SURROGATOR)
    nlp = sourced(source, "en", "pii_patterns", SURROGATOR, "known_names")
    (message,) = warned(lambda: [nlp("hi Zorblatt"), nlp("bye Zorblatt")])
    assert message.startswith("'known_names' got a Doc that was already de-identified")
    assert "Zorblatt" not in message


def test_what_was_said_where_it_was_added_is_not_said_again_at_a_doc() -> None:
    nlp = make("pii_patterns", SURROGATOR)
    assert len(warned(lambda: nlp.add_pipe("known_names"))) == 1
    assert warned(lambda: nlp("hi")) == []


def test_a_saved_pipeline_in_the_wrong_order_is_warned_about(tmp_path: Path) -> None:
    make("pii_patterns", SURROGATOR, "known_names").to_disk(tmp_path / "pipeline")
    (message,) = warned(lambda: spacy.load(tmp_path / "pipeline"))
    assert "'known_names' runs after" in message


def test_nothing_of_a_text_is_said() -> None:
    nlp = make("entity_ruler", SURROGATOR)
    nlp.get_pipe("entity_ruler").add_patterns([{"label": "PERSON", "pattern": "Zorblatt"}])  # type: ignore[attr-defined]
    (message,) = warned(lambda: [nlp("hi Zorblatt"), nlp("again Zorblatt")])
    assert "was not searched for PII" in message
    assert "Zorblatt" not in message


def test_entities_on_a_doc_are_said_once_where_nobody_took_them_up() -> None:
    nlp = make("entity_ruler", "pii_patterns", SURROGATOR)
    ruler = nlp.get_pipe("entity_ruler")
    ruler.add_patterns(  # type: ignore[attr-defined]
        [
            {"label": "PERSON", "pattern": "Zorblatt"},
            {"label": "PERSON", "pattern": "z@example.org"},
            {"label": "CARDINAL", "pattern": "four"},
        ]
    )
    assert warned(lambda: nlp("four times z@example.org")) == []
    (message,) = warned(lambda: [nlp("hi Zorblatt"), nlp("bye Zorblatt")])
    assert "'pii_from_ents'" in message
    assert "Zorblatt" not in message


def test_words_of_the_pipelines_language_need_no_warning(tmp_path: Path) -> None:
    lexicon = {"@misc": "spacy_piivot.Lexicon.v1", "lang": "de", "path": str(tmp_path)}
    nlp = spacy.blank("de")
    for name in ("pii_patterns", "known_names", "hips_surrogator"):
        assert warned(lambda name=name: nlp.add_pipe(name, config={"lexicon": lexicon})) == []
