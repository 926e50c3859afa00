"""A softmax over tags for every token, on top of any token representation."""

from collections.abc import Callable

from spacy.tokens import Doc
from thinc.api import Model, Softmax_v2, chain, with_array, zero_init
from thinc.types import Floats2d


def build_token_classifier(
    tok2vec: Model[list[Doc], list[Floats2d]], nO: int | None = None
) -> Model[list[Doc], list[Floats2d]]:
    """Registered as `spacy_piivot.TokenClassifier.v1`.

    tok2vec (Model[List[Doc], List[Floats2d]]): A vector a token: tok2vec, `MessageWindows`
        around one, or a listener.
    nO (Optional[int]): The number of tags; inferred at `initialize` if None.
    RETURNS (Model[List[Doc], List[Floats2d]]): Tag probabilities, one row a token.
    """
    width = tok2vec.get_dim("nO") if tok2vec.has_dim("nO") else None
    init: Callable = zero_init
    softmax = Softmax_v2(nO, width, init_W=init)
    model: Model[list[Doc], list[Floats2d]] = chain(tok2vec, with_array(softmax))
    model.set_ref("tok2vec", tok2vec)
    model.set_ref("softmax", softmax)
    return model
