"""What is no JSON is refused, with a hint that quotes none of it."""

import json

import pytest

from spacy_piivot.serve.answers import Refused
from spacy_piivot.serve.fields import read_json, read_object

SECRET = "Zorblatt"


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        (b"", "not valid JSON from character 0"),
        (b'{"text": "Zorblatt"', "not valid JSON from character 19"),
        (b"{'text': 'Zorblatt'}", "not valid JSON from character 1"),
        (b'{"text": "Zorblatt",}', "not valid JSON"),
        (b'\xff\xfe{"text": "Zorblatt"}', "not UTF-8"),
        ('{"text": "Zorblatt"}'.encode("utf-16-le"), "not valid JSON"),
        (b'{"text": "Zorblatt \\ud83d"}', "half of a UTF-16 pair"),
        (b'{"Zorblatt \\ud83d": 1}', "half of a UTF-16 pair"),
        (b'{"text": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deep"),
        (b"[" * 1_000_000, "nested too deep"),
        (b'{"a":' * 5_000 + b"1" + b"}" * 5_000, "nested too deep"),
        (b'{"n": ' + b"9" * 5_000 + b"}", "number that is too long"),
        (b'{"score_threshold": NaN}', "NaN"),
        (b'{"score_threshold": -Infinity}', "Infinity"),
        (b'{"score_threshold": 1e999}', "too large"),
        (b'{"results": [{"score": -1e999}]}', "too large"),
    ],
)
def test_no_json(body: bytes, hint: str) -> None:
    with pytest.raises(Refused) as refused:
        read_json(body)
    assert refused.value.status == 400
    assert hint in refused.value.hint
    assert SECRET not in refused.value.hint
    assert refused.value.__cause__ is None
    assert refused.value.__context__ is None


@pytest.mark.parametrize("value", [[], "text", 3, None, True, [{"text": "Zorblatt"}]])
def test_no_object(value: object) -> None:
    with pytest.raises(Refused, match="Send a JSON object"):
        read_object(json.dumps(value).encode())


def test_a_byte_order_mark_and_any_character_are_read() -> None:
    assert read_object('\ufeff{"text": "José \U0001f469"}'.encode()) == {"text": "José \U0001f469"}
    assert read_object(b'{"text": "\\ud83d\\ude00 \\u0000"}') == {"text": "\U0001f600 \0"}
