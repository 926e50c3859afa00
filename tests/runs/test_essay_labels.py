import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from essays import essay, write_essays
from hypothesis import given
from hypothesis import strategies as st
from shared_pipelines import blank_english

from spacy_piivot.core.dialogue import dialogue_to_doc
from spacy_piivot.core.spans import Candidate, add_candidates
from spacy_piivot.corpus import find_inputs
from spacy_piivot.corpus.essay_files import EssayRecord, read_essay_records
from spacy_piivot.runs.essay_labels import (
    LabelledEssays,
    LabelledTokens,
    label_essay,
    token_labels,
)
from spacy_piivot.runs.results import Done, Kept


def done(tmp_path: Path, source: dict[str, Any], *found: tuple[str, str, str]) -> Done:
    """An essay in which the first place of each text has a label and a role."""
    path = write_essays(tmp_path / "in.json", source)
    (record,) = read_essay_records(path)
    assert isinstance(record, EssayRecord)
    doc = dialogue_to_doc(record.dialogue, blank_english())
    candidates = []
    for text, label, role in found:
        match = re.search(re.escape(text), record.essay.text)
        assert match is not None
        candidates.append(Candidate(*match.span(), label, 0.9, "test", role))
    add_candidates(doc, candidates)
    return Done(find_inputs(path).files[0], record, doc)


def labelled(result: Done) -> Kept[LabelledTokens]:
    return Kept(result.file, result.record, label_essay(result))


def labels(tmp_path: Path, text: str, *found: tuple[str, str, str], **options: bool) -> list[str]:
    return token_labels(done(tmp_path, essay(1, text), *found), **options)


def test_tokens_get_the_labels_of_crapii(tmp_path: Path) -> None:
    text = "By Ana\u00a0Belo, 12345678 ana@x.org Lima 12 May"
    found = [
        ("Ana\u00a0Belo", "NAME", "participant"), ("12345678", "US_SSN", ""),
        ("ana@x.org", "EMAIL_ADDRESS", ""), ("Lima", "LOCATION", ""), ("12 May", "DATE", ""),
    ]  # fmt: skip
    assert essay(1, text)["tokens"][1:4] == ["Ana", "\u00a0", "Belo"]
    assert labels(tmp_path, text, *found) == [
        "O", "B-NAME_STUDENT", "I-NAME_STUDENT", "I-NAME_STUDENT", "O", "B-ID_NUM", "B-EMAIL",
        "O", "O", "O",
    ]  # fmt: skip


def test_names_of_others_and_urls_of_sources_get_none(tmp_path: Path) -> None:
    text = "Ana Ben Cai Dag Eco Fay a.io b.io"
    roles = ["participant", "mentioned", "problem", "math_term", "public", "cited"]
    found = [
        *((name, "NAME", role) for name, role in zip(text.split(), roles, strict=False)),
        ("a.io", "URL", "cited"),
        ("b.io", "URL", ""),
    ]
    student = "B-NAME_STUDENT"
    assert labels(tmp_path, text, *found) == [*[student] * 3, *["O"] * 4, "B-URL_PERSONAL"]
    strict = labels(tmp_path, text, *found, mentioned=False)
    assert strict == [student, "O", student, *["O"] * 4, "B-URL_PERSONAL"]


def test_a_label_of_a_url_that_is_mentioned_is_no_names(tmp_path: Path) -> None:
    assert labels(tmp_path, "at b.io", ("b.io", "URL", "mentioned"), mentioned=False) == [
        "O",
        "B-URL_PERSONAL",
    ]


def test_the_tokens_are_those_of_the_file(tmp_path: Path) -> None:
    """Ours are finer here: `Ana!You` is three."""
    source = {
        "document": 1,
        "full_text": "Ana!You Belo",
        "tokens": ["Ana!You", "Be", "lo"],
        "trailing_whitespace": [True, False, False],
    }
    result = done(tmp_path, source, ("Ana", "NAME", ""), ("Belo", "NAME", ""))
    assert token_labels(result) == ["B-NAME_STUDENT", "B-NAME_STUDENT", "I-NAME_STUDENT"]


def test_an_essay_without_tokens_gets_those_of_the_pipeline(tmp_path: Path) -> None:
    result = done(tmp_path, {"document": 1, "full_text": "By Ana."}, ("Ana", "NAME", ""))
    stream = io.BytesIO()
    writer = LabelledEssays(stream)
    writer.write(labelled(result))
    writer.close()
    assert json.loads(stream.getvalue()) == [essay(1, "By Ana.", ["O", "B-NAME_STUDENT", "O"])]


@given(
    words=st.lists(st.sampled_from(["Ana", "x", "\n\n", "😀", "é,", "\u00a0"]), max_size=12),
    number=st.integers(),
)
def test_all_but_the_labels_is_written_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], number: int
) -> None:
    source = essay(number, " ".join(words), ["O"] * len(essay(0, " ".join(words))["tokens"]))
    found = [("Ana", "NAME", "")] if "Ana" in words else []
    stream = io.BytesIO()
    writer = LabelledEssays(stream)
    writer.write(labelled(done(tmp_path_factory.mktemp("essays"), source, *found)))
    writer.close()
    (written,) = json.loads(stream.getvalue())
    assert {**written, "labels": None} == {**source, "labels": None}
    tagged = [t for t, x in zip(written["tokens"], written["labels"], strict=True) if x != "O"]
    assert tagged == ["Ana"] * len(found)
