"""Whatever stands in a field, the engine answers, and goes on."""

from typing import Any

import pytest
import served
from served import Ask

from spacy_piivot.serve.engine import ANALYZE, ANONYMIZE, DEIDENTIFY, Engine, Job

ODD = (None, 0, 1.5, True, "", [], {}, "x", [[]], [{}], [None], {"a": None}, -1, 10**20)
RESULT = {"start": 5, "end": 10, "score": 1, "entity_type": "PERSON"}
GOOD: dict[str, dict[str, Any]] = {
    ANALYZE: {"text": "I am Amara", "language": "en"},
    ANONYMIZE: {"text": "I am Amara", "analyzer_results": [RESULT]},
    DEIDENTIFY: {"id": "a", "messages": [{"text": "I am Amara"}]},
}
FIELDS = {
    ANALYZE: "text language entities score_threshold return_decision_process ad_hoc_recognizers "
    "context allow_list allow_list_match regex_flags correlation_id",
    ANONYMIZE: "text anonymizers analyzer_results",
    DEIDENTIFY: "dialogues id messages roster group policy scope ids spans_from_input",
}


@pytest.mark.slow
@pytest.mark.parametrize("path", FIELDS)
def test_an_odd_value_is_no_internal_error(path: str, engine: Engine) -> None:
    for name in FIELDS[path].split():
        for odd in ODD:
            [answer] = engine.answers([Job(path, served.body({**GOOD[path], name: odd}))])
            assert answer.problem == "", (name, odd)


def test_the_words_of_a_request_are_forgotten(ask: Ask, engine: Engine) -> None:
    strings = engine._nlp.vocab.strings
    word = "zorblattinger"
    for path, good in GOOD.items():
        text = f"I am {word}"
        more = {"messages": [{"text": text}]} if path == DEIDENTIFY else {"text": text}
        assert ask(path, {**good, **more})[0] == 200
        assert word not in strings
