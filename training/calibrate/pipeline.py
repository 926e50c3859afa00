"""Calibrate a trained `potential_pii_ner` on the project's own dev split.

    python -m training.calibrate.pipeline output/transformer/model-best \\
        --dev output/corpus/dev.spacy

Fits the temperature, chooses a threshold for each label and one for the roles of names, and
writes them into the config.cfg of the pipeline, or of a copy; its weights do not change. The
thresholds are for the tagger alone, one label at a time with all others at 0.5: a token gets the
best label that reaches its threshold, so labels compete only if both thresholds are below 0.5.
`after` in the JSON has the scores with all of them together. In a whole pipeline `known_names` also
marks every further mention of an uncertain finding, so `--least` sets the lowest threshold.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import srsly
import typer
from thinc.api import Config

from spacy_piivot.cli.running import guarded
from spacy_piivot.components.potential_pii_ner import PotentialPIINER
from spacy_piivot.corpus import check_replaceable, replacing
from spacy_piivot.errors import InputError
from spacy_piivot.evaluation.core.counts import Counts
from training.calibrate.choices import (
    Choice,
    calibrated_temperature,
    chosen_role_thresholds,
    chosen_thresholds,
    figures_of,
)
from training.calibrate.picture import PICTURES, draw_curves
from training.calibrate.tagged import COMPONENT, config_path, read_tagged, total
from training.calibrate.thresholds import THRESHOLDS
from training.export.pipeline_folder import replacing_pipeline


def main(
    pipeline: Annotated[Path, typer.Argument(help="Folder of the pipeline.")],
    dev: Annotated[Path, typer.Option(help="Labelled dialogues: .spacy, JSONL or a folder.")],
    recall: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="The strict recall that a label should reach.")
    ] = 0.98,
    tolerance: Annotated[
        float, typer.Option(min=0.0, help="F1 that may be lost if no threshold reaches it.")
    ] = 0.005,
    least: Annotated[
        float, typer.Option(min=0.0, max=THRESHOLDS[-1], help="The lowest threshold to choose.")
    ] = 0.0,
    most: Annotated[
        float, typer.Option(help="A higher threshold is lowered to this, for recall.")
    ] = THRESHOLDS[-1],
    batch: Annotated[int, typer.Option(min=1, help="Dialogues per batch.")] = 32,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the calibrated pipeline; in place by default.")
    ] = None,
    plot: Annotated[
        Path, typer.Option(help="Picture of the precision-recall curves: .png, .svg or .pdf.")
    ] = Path("output/calibration.png"),
    json: Annotated[Path, typer.Option(help="File for all figures.")] = Path(
        "output/calibration.json"
    ),
) -> None:
    """Calibrate a pipeline on a dev split."""
    with guarded():
        if plot.suffix not in PICTURES:
            raise InputError(f"{plot}: the picture must end in one of {', '.join(PICTURES)}.")
        check_replaceable(plot, json)
        if plot == json:
            raise InputError(f"{plot}: give different files for --plot and --json.")
        component, tagged = read_tagged(pipeline, dev, batch)
        before = total(component, tagged)
        temperature = calibrated_temperature(component, tagged)
        choices = chosen_thresholds(component, tagged, recall, tolerance, least, most)
        roles = chosen_role_thresholds(component, tagged)
        after = total(component, tagged)
        figures = {
            "dialogues": len(tagged),
            "recall": recall,
            "tolerance": tolerance,
            "least": least,
            "most": most,
            "temperature": temperature,
            "thresholds": {label: choice.to_dict() for label, choice in choices.items()},
            "roles": roles,
            "before": {key: figures_of(counts) for key, counts in before.items()},
            "after": {key: figures_of(counts) for key, counts in after.items()},
        }
        curves = {
            label: (choice.curve, choice.threshold)
            for label, choice in choices.items()
            if choice.curve
        }
        picture = draw_curves(curves, plot.suffix)
        config = changed_config(pipeline, component)
        if out is not None:
            with replacing_pipeline(out, pipeline) as folder:
                shutil.copytree(pipeline, folder, dirs_exist_ok=True)
                config_path(folder).write_bytes(config)
        for path, content in (
            (json, (srsly.json_dumps(figures, indent=2) + "\n").encode()),
            (plot, picture),
            *(((config_path(pipeline), config),) if out is None else ()),
        ):
            path.parent.mkdir(parents=True, exist_ok=True)
            with replacing(path) as stream:
                stream.write(content)
        print_choices(choices, temperature, roles, before["all"], after["all"])


def changed_config(pipeline: Path, component: PotentialPIINER) -> bytes:
    """The pipeline's config.cfg with the component's temperature and thresholds.

    pipeline (Path): The pipeline's folder.
    component (PotentialPIINER): The component with its current settings.
    RETURNS (bytes): The file; variables and everything else are kept.
    """
    config = Config().from_disk(config_path(pipeline), interpolate=False)
    block = config["components"][COMPONENT]
    block["temperature"] = component.temperature
    block["thresholds"] = component.thresholds
    if component.roles:
        block["role_threshold"] = component.role_threshold
        block["essay_role_threshold"] = component.essay_role_threshold
    return config.to_bytes(interpolate=False)


def print_choices(
    choices: Mapping[str, Choice],
    temperature: Mapping[str, Any],
    roles: Mapping[str, Any] | None,
    before: Counts,
    after: Counts,
) -> None:
    """Print the values that were chosen, and the scores before and after."""
    typer.echo(f"temperature {temperature['value']:.3f}")
    for shape, chosen in (roles or {}).items():
        typer.echo(f"threshold of roles, {shape} {chosen['threshold']:.2f}")
    for label, choice in choices.items():
        typer.echo(f"{label:<18} {choice.threshold:.2f}  {choice.reason} ({choice.gold} spans)")
    for name, counts in (("before", before), ("after", after)):
        typer.echo(
            f"{name:<7} P {counts.precision:.3f}  R {counts.recall:.3f}  F1 {counts.f():.3f}"
        )


if __name__ == "__main__":
    typer.run(main)
