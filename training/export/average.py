"""Average the weights of two taggers of one line of training.

    python -m training.export.average output/before/model-last output/after/model-last \\
        --share 0.8 --out output/averaged

The mean of two trainings that began with the same weights is often better than each (Wortsman et
al. 2022, "Model soups"): here it keeps the recall in chats that training on essays costs. Needs
torch.
"""

from pathlib import Path
from typing import Annotated, Any

import spacy
import typer
from spacy.language import Language
from thinc.api import Model

from spacy_piivot.cli.running import guarded, say
from spacy_piivot.errors import InputError

PART = "potential_pii_ner"


def average(one: Language, other: Language, share: float, part: str = PART) -> int:
    """Make the weights of a component the weighted mean of two pipelines'.

    one (Language): The pipeline to change.
    other (Language): A pipeline with a component of the same shape.
    share (float): The weight of `other`, from 0 to 1.
    part (str): The name of the component in both.
    RETURNS (int): How many arrays were averaged.
    RAISES (InputError): If the two components differ in shape.
    """
    mine, its = (list(nlp.get_pipe(part).model.walk()) for nlp in (one, other))  # type: ignore[attr-defined]
    if [node.name for node in mine] != [node.name for node in its]:
        raise InputError(f"The two pipelines have different models for {part!r}.")
    return sum(_average_node(a, b, share) for a, b in zip(mine, its, strict=True))


def _average_node(one: Model[Any, Any], other: Model[Any, Any], share: float) -> int:
    count = 0
    for name in one.param_names:
        if one.has_param(name):
            one.set_param(name, _mean(one.get_param(name), other.get_param(name), share))
            count += 1
    for mine, its in zip(one.shims, other.shims, strict=True):
        states: list[Any] = [getattr(shim, "_model", None) for shim in (mine, its)]
        if None in states:
            continue
        own, second = (state.state_dict() for state in states)
        for key, tensor in own.items():
            if tensor.is_floating_point():
                own[key] = _mean(tensor, second[key], share)
                count += 1
        states[0].load_state_dict(own)
    return count


def _mean(one: Any, other: Any, share: float) -> Any:
    if one.shape != other.shape:
        raise InputError("The two taggers have weights of different shapes.")
    return (1 - share) * one + share * other


def main(
    one: Annotated[Path, typer.Argument(help="A pipeline")],
    other: Annotated[Path, typer.Argument(help="Another of the same line")],
    out: Annotated[Path, typer.Option(help="The folder to write")],
    share: Annotated[float, typer.Option(min=0, max=1, help="The weight of the other")] = 0.5,
) -> None:
    """Load both, average, and write the first with the means."""
    with guarded():
        nlp = spacy.load(one)
        count = average(nlp, spacy.load(other), share)
        nlp.to_disk(out)
        say(f"{count} arrays averaged")


if __name__ == "__main__":
    typer.run(main)
