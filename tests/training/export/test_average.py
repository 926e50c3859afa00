import numpy
import pytest
from shared_pipelines import blank_english
from spacy.language import Language
from thinc.api import Linear

from spacy_piivot.errors import InputError
from training.export.average import average


class Part:
    def __init__(self, width: int, value: float) -> None:
        self.model = Linear(width, width).initialize()
        self.model.set_param("W", numpy.full((width, width), value, "float32"))
        self.model.set_param("b", numpy.full(width, 2 * value, "float32"))

    def __call__(self, doc):
        return doc


def pipeline(width: int, value: float) -> Language:
    nlp = blank_english()
    Language.component("averaged_part", func=Part(width, value))
    nlp.add_pipe("averaged_part", name="part")
    return nlp


@pytest.mark.parametrize(("share", "mean"), [(0.0, 1.0), (0.25, 2.0), (1.0, 5.0)])
def test_weights_become_their_weighted_mean(share: float, mean: float) -> None:
    one, other = pipeline(3, 1.0), pipeline(3, 5.0)
    assert average(one, other, share, "part") == 2
    model = one.get_pipe("part").model
    assert model.get_param("W") == pytest.approx(mean)
    assert model.get_param("b") == pytest.approx(2 * mean)
    assert other.get_pipe("part").model.get_param("W") == pytest.approx(5.0)


def test_other_shapes_are_refused() -> None:
    with pytest.raises(InputError, match="different shapes"):
        average(pipeline(3, 1.0), pipeline(4, 5.0), 0.5, "part")
