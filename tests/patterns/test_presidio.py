import socket

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
