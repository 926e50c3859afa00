import sys
from pathlib import Path

import pytest

from spacy_piivot.core.optional import require
from spacy_piivot.errors import InputError


def test_a_submodule_is_imported_and_returned() -> None:
    assert require("xml.dom.minidom", "evaluation") is sys.modules["xml.dom.minidom"]


def test_a_missing_package_names_itself_and_its_extra() -> None:
    with pytest.raises(InputError) as error:
        require("no_such_package.plots", "evaluation")
    assert "needs no_such_package:" in str(error.value)
    assert 'pip install "spacy-piivot[evaluation]"' in str(error.value)


def test_a_package_that_is_there_and_broken_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_package.py").write_text("import no_such_package\n", "utf8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        require("broken_package", "evaluation")
