import pytest
from json_lines import write_jsonl
from set_by_hand import marked, message, record, source
from shared_pipelines import blank_english
from transcripts import make_pipeline

from spacy_piivot.core.dialogue import doc_to_dialogue
from spacy_piivot.errors import InputError
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.preview import replace_one
from spacy_piivot.runs.process import Done, Failed

ONE = message("hi Zadie, Bo", marked("Zadie", surrogate="Nora"), marked("Bo"), speaker="Bo")
TWO = message("no, ZADIE2x")


def test_it_is_what_the_release_has(tmp_path, capsys):
    nlp = make_pipeline("fake_finder")
    result = replace_one(nlp, record(ONE, TWO))
    assert isinstance(result, Done)
    assert [one.label for one in result.findings] == ["NAME"]
    texts = [one.text for one in doc_to_dialogue(result.doc).messages]
    assert texts[1] == "no, NORA2x"
    out = tmp_path / "out.jsonl"
    given = write_jsonl(tmp_path / "in.jsonl", source(ONE, TWO))
    deidentify(given, out, nlp, spans_from_input=True)
    assert all(text in out.read_text() for text in texts)
    assert nlp.pipe_names == ["fake_finder", "hips_surrogator"]
    assert capsys.readouterr().err == ""


def test_it_says_why_a_dialogue_would_be_held_back():
    result = replace_one(make_pipeline(), record(message("hi Bo", marked("Bo", surrogate="Bo"))))
    assert isinstance(result, Failed)
    assert result.error.kind == "SurrogateIsOriginal"
    with pytest.raises(InputError):
        replace_one(blank_english(), record(ONE))
