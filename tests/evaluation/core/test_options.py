from typing import Any

import pytest

from spacy_piivot.errors import InputError, UnknownScheme
from spacy_piivot.evaluation import Options, evaluate


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"matching": "fuzzy"}, InputError),
        ({"scheme": "klingon"}, UnknownScheme),
        ({"bootstrap": -1}, InputError),
        ({"betas": (0.0,)}, InputError),
        ({"betas": (float("nan"),)}, InputError),
        ({"betas": (1e200,)}, InputError),
        ({"seed": -1}, InputError),
        ({"documents": {"nowhere"}}, InputError),
        ({"fuzziness": 3}, TypeError),
        ({"options": Options(), "matching": "overlap"}, TypeError),
    ],
)
def test_settings_that_cannot_be_used_are_refused(
    settings: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        evaluate([], [], **settings)
