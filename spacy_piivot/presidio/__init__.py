"""The integration with Presidio: the pipeline in its analyzer, surrogates in its anonymizer.

Importing this package imports presidio_analyzer, makes `PIIvotRecognizer` available in registry
files, and keeps Presidio's own e-mail recogniser from using the network. `SurrogateOperator` needs
presidio-anonymizer, which is imported only with it.
"""

from typing import TYPE_CHECKING, Any

from ..core.optional import require
from ..patterns.presidio import keep_suffixes_offline
from .math_veto import MathVeto
from .nlp_engine import PIIvotNlpEngine
from .recognizer import PIIvotRecognizer

if TYPE_CHECKING:
    from .surrogate_operator import SurrogateOperator

__all__ = ["MathVeto", "PIIvotNlpEngine", "PIIvotRecognizer", "SurrogateOperator"]

keep_suffixes_offline()


def __getattr__(name: str) -> Any:
    if name != "SurrogateOperator":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    require("presidio_anonymizer", "presidio")
    from .surrogate_operator import SurrogateOperator

    return SurrogateOperator
