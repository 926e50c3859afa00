import gc

import pytest

from spacy_piivot.lang.building import without_collection


def test_collection_goes_on_afterwards_also_after_an_error() -> None:
    def build() -> None:
        with without_collection():
            assert not gc.isenabled()
            raise ValueError("broken")

    assert gc.isenabled()
    with pytest.raises(ValueError, match="broken"):
        build()
    assert gc.isenabled()


def test_who_turned_it_off_keeps_it_off() -> None:
    gc.disable()
    try:
        with without_collection():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
