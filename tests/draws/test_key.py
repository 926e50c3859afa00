import pytest

from spacy_piivot.draws.key import BadKey, check_key, environment_key, read_key_file
from spacy_piivot.errors import InputError

KEY = b"0123456789abcdef"


def test_a_key_file_is_stripped(tmp_path):
    path = tmp_path / "key"
    path.write_bytes(KEY + b"\r\n")
    assert read_key_file(path) == KEY


@pytest.mark.parametrize("content", [b"", b" \n", b"too short"])
def test_a_key_that_is_empty_or_short_is_refused_without_being_shown(tmp_path, content):
    path = tmp_path / "key"
    path.write_bytes(content)
    with pytest.raises(BadKey) as caught:
        read_key_file(path)
    assert isinstance(caught.value, InputError)
    assert "too short" not in str(caught.value)


def test_a_missing_key_file_is_an_error(tmp_path):
    with pytest.raises(BadKey, match="cannot be read"):
        read_key_file(tmp_path / "none")


def test_the_environment_holds_a_key_or_none(monkeypatch):
    monkeypatch.delenv("SPACY_PIIVOT_KEY", raising=False)
    assert environment_key() is None
    monkeypatch.setenv("SPACY_PIIVOT_KEY", KEY.decode())
    assert environment_key() == KEY
    monkeypatch.setenv("SPACY_PIIVOT_KEY", "")
    with pytest.raises(BadKey):
        environment_key()


def test_check_key_strips():
    assert check_key(b" " + KEY, "a test") == KEY
