import pickle

import pytest
from surrogated import KEY, make_doc, make_nlp


def test_the_key_comes_from_the_caller_then_the_file_then_the_environment(tmp_path, monkeypatch):
    monkeypatch.delenv("SPACY_PIIVOT_KEY", raising=False)
    assert not make_nlp(None).get_pipe("hips_surrogator").key_is_given
    monkeypatch.setenv("SPACY_PIIVOT_KEY", "from the environment")
    assert make_nlp(None).get_pipe("hips_surrogator").key == b"from the environment"
    path = tmp_path / "key"
    path.write_bytes(b"from the key file\n")
    component = make_nlp(None, key_file=str(path)).get_pipe("hips_surrogator")
    assert component.key == b"from the key file"
    component.key = b"from the caller itself"
    assert component.key == b"from the caller itself"
    assert component.key_is_given


def test_the_key_is_in_nothing_that_is_saved(tmp_path, monkeypatch):
    monkeypatch.delenv("SPACY_PIIVOT_KEY", raising=False)
    for key in (KEY, None):
        nlp = make_nlp(key)
        component = nlp.get_pipe("hips_surrogator")
        used = component.key
        doc = nlp(make_doc(nlp))
        nlp.to_disk(tmp_path / "model")
        saved = b"".join(p.read_bytes() for p in (tmp_path / "model").rglob("*") if p.is_file())
        for written in (
            saved,
            nlp.to_bytes(),
            pickle.dumps(component),
            doc.to_bytes(),
            repr(component).encode(),
            nlp.config.to_str().encode(),
        ):
            assert used not in written
            assert used.hex().encode() not in written


def test_an_unpickled_component_draws_or_reads_its_own_key(tmp_path, monkeypatch):
    monkeypatch.delenv("SPACY_PIIVOT_KEY", raising=False)
    component = make_nlp(None).get_pipe("hips_surrogator")
    copy = pickle.loads(pickle.dumps(component))
    assert copy.name == component.name
    assert len(copy.key) == len(component.key)
    assert copy.key != component.key
    path = tmp_path / "key"
    path.write_bytes(KEY)
    component = make_nlp(None, key_file=str(path)).get_pipe("hips_surrogator")
    assert pickle.loads(pickle.dumps(component)).key == component.key == KEY


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_worker_processes_share_a_random_key(method, monkeypatch):
    import multiprocessing

    monkeypatch.delenv("SPACY_PIIVOT_KEY", raising=False)
    nlp = make_nlp(None)
    expected = [nlp(make_doc(nlp, id=f"d{n}")) for n in range(4)]
    before = multiprocessing.get_start_method()
    multiprocessing.set_start_method(method, force=True)
    try:
        docs = [make_doc(nlp, id=f"d{n}") for n in range(4)]
        piped = list(nlp.pipe(docs, n_process=2, batch_size=1))
    finally:
        multiprocessing.set_start_method(before, force=True)
    for one, other in zip(expected, piped, strict=True):
        assert one._.piivot_text == other._.piivot_text
        assert list(one._.piivot_speakers) == list(other._.piivot_speakers)
        assert [dict(e) for e in other._.piivot_edits] == one._.piivot_edits
