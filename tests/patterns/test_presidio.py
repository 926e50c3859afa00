import socket

import pytest

from spacy_piivot.patterns.presidio import presidio_recognizer, tld_extractor


def test_nothing_asks_the_network(found, monkeypatch, tmp_path):
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("asked the network")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TLDEXTRACT_CACHE", str(tmp_path / "cache"))
    tld_extractor.cache_clear()
    presidio_recognizer.cache_clear()
    assert found("tarn@example.co.uk and fen-marks.ac.uk") != []
    assert list(tmp_path.iterdir()) == []


def test_one_without_a_cue_is_no_telephone_number_either(found) -> None:
    for number in ("000-12-3456", "078-05-1120", "100-25-1000"):
        assert found(number) == []
        assert ("US_SSN", number) in found(f"my ssn is {number}")


def test_a_bank_number_beside_an_everyday_word_has_its_check_digit(found) -> None:
    assert found("im checking 123456788") == []
    assert found("im at the bank 021000021", only="us_bank") == [("US_BANK_NUMBER", "021000021")]
    assert found("routing 123456788", only="us_bank") == [("US_BANK_NUMBER", "123456788")]


@pytest.mark.parametrize(
    "text", ["We turn 7/6 into one and 1/6", "4/12 on the 1/3", "PAMP 5.1 is a reference to 5.1"]
)
def test_fractions_and_sheets_give_no_cue(found, text: str) -> None:
    assert found(text) == []
