"""Make a pipeline that can be trained from one whose encoder is in ONNX, such as the shipped one.

    python -m training.export.from_onnx spacy_piivot/pipelines/en_piivot_light \
        --encoder assets/encoder --out output/shipped

The result holds the tagger alone, for `configs/resume.cfg` and `training.train.adapt`. Its weights
are those of the light pipeline, as 8-bit integers and 16-bit floats rounded them. A role that the
light pipeline did not know starts as the role most like it, and less probable.
"""

import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, cast

import numpy
import typer
from numpy.typing import NDArray
from spacy.language import Language
from spacy.training import Example
from spacy.util import load_config, load_model_from_config
from thinc.api import Model
from thinc.types import Floats1d, Floats2d

from spacy_piivot.cli.running import guarded, load_pipeline
from spacy_piivot.components.potential_pii_ner import PotentialPIINER
from spacy_piivot.core.optional import require
from spacy_piivot.errors import InputError
from training.export.fetch_encoder import find_folder
from training.export.pipeline_folder import replacing_pipeline
from training.export.to_onnx import EXTRA
from training.export.trained_tagger import COMPONENT

CONFIG = Path("configs/transformer.cfg")
# The role that a new one starts from.
STARTS_AS = {"cited": "public", "mentioned": "participant"}
# What is taken from the logit of a new role: it starts at about a twentieth.
LESS = 3.0

# "/encoder/encoder/layer.0/attention/self/query/MatMul_output_0/unscaled"
_PLACE = re.compile(r"/(encoder/layer\.\d+/.+)/(?:MatMul|Reshape)")
_QUERY, _KEY, _VALUE = "query", "key", "value"


def main(
    light: Annotated[Path, typer.Argument(help="A pipeline with an encoder in ONNX.")],
    encoder: Annotated[
        str, typer.Option(help="The encoder that it was made from, as for fetch_encoder.")
    ],
    out: Annotated[Path, typer.Option(help="The folder to write; a pipeline there is replaced.")],
    config: Annotated[Path, typer.Option(help="The config of the tagger to make.")] = CONFIG,
) -> None:
    """Write the tagger with a transformer."""
    with guarded(), replacing_pipeline(out, light) as folder:
        source = find_folder(encoder)
        if source is None:
            raise InputError(f"{encoder}: fetch the encoder first (training.export.fetch_encoder).")
        trained: Any = load_pipeline(str(light)).get_pipe(COMPONENT)
        trainable_pipeline(trained, source, config).to_disk(folder)


def trainable_pipeline(trained: PotentialPIINER, encoder: Path, config: Path) -> Language:
    """Make a tagger with a transformer, and give it the weights of one in ONNX.

    trained (PotentialPIINER): A tagger with an `OnnxEncoder.v1`.
    encoder (Path): The folder of the encoder that it was made from.
    config (Path): The config of the tagger to make.
    RETURNS (Language): A pipeline with only the tagger.
    RAISES (InputError): If the tagger has no encoder in ONNX, its encoder is not a BERT, or the
        config has other labels, or a role that no role of the tagger is like.
    """
    if "encoder" not in trained.model.ref_names:
        raise InputError(f"{COMPONENT} has no encoder in ONNX: it can be trained as it is.")
    shim: Any = trained.model.get_ref("encoder").shims[0]
    weights = encoder_weights(shim.onnx)
    with tempfile.TemporaryDirectory() as folder:
        _save_encoder(weights, encoder, Path(folder))
        paths = {"encoder": folder, "train": "train.spacy", "dev": "dev.spacy"}
        settings = load_config(
            config, overrides={f"paths.{key}": value for key, value in paths.items()}
        )
        nlp = load_model_from_config(settings, auto_fill=True)
        nlp.initialize(lambda: [Example(nlp.make_doc("One."), nlp.make_doc("One."))])
    component: Any = nlp.get_pipe(COMPONENT)
    if component.labels != trained.labels:
        raise InputError(f"{config} has other labels than the pipeline.")
    started = {role if role in trained.roles else STARTS_AS.get(role) for role in component.roles}
    if not started <= set(trained.roles):
        raise InputError(f"{config} has a role that no role of the pipeline can start.")
    _copy_head(trained, component)
    return nlp


def encoder_weights(onnx: bytes) -> dict[str, NDArray]:
    """The weights of a BERT encoder that `to_onnx` exported, under their names in PyTorch.

    onnx (bytes): The exported model, in 8-bit integers.
    RETURNS (dict[str, ndarray]): The weights, in 32 bits.
    RAISES (InputError): If the graph is not that of a quantised BERT.
    """
    graph = require("onnx", EXTRA).load_from_string(onnx).graph
    read = require("onnx", EXTRA).numpy_helper.to_array
    constants = {tensor.name: read(tensor) for tensor in graph.initializer}
    weights = {
        name.removeprefix("encoder."): array.astype("float32")
        for name, array in constants.items()
        if name.startswith("encoder.")
    }
    for node in graph.node:
        place = _PLACE.search(node.output[0])
        if place is None:
            continue
        module = place[1].replace("/", ".")
        if node.op_type == "MatMulIntegerToFloat":
            matrix = constants[node.input[1]] * constants[node.input[3]]
            weights[f"{module}.weight"] = matrix.T.astype("float32")
        elif node.op_type == "MultiHeadAttention":
            biases = numpy.split(constants[node.input[3]], 3)
            for name, bias in zip((_QUERY, _KEY, _VALUE), biases, strict=True):
                weights[f"{module}.{name}.bias"] = bias
    if not any(name.endswith(f"self.{_VALUE}.weight") for name in weights):
        raise InputError("The encoder is not a quantised BERT: its weights cannot be read back.")
    return weights


def _save_encoder(weights: Mapping[str, NDArray], source: Path, folder: Path) -> None:
    torch = require("torch", EXTRA)
    transformers = require("transformers", EXTRA)
    config = transformers.AutoConfig.from_pretrained(source)
    layers = {name.split(".")[2] for name in weights if name.startswith("encoder.layer.")}
    config.num_hidden_layers = len(layers)
    model = transformers.AutoModel.from_config(config)
    state = {name: torch.tensor(array) for name, array in weights.items()}
    missing, unexpected = model.load_state_dict(state, strict=False)
    # The pooler reads the first wordpiece for other tasks; nothing here uses it.
    lost = [name for name in missing if not name.startswith("pooler.") and "_ids" not in name]
    if lost or unexpected:
        raise InputError(f"{source} is not the encoder that the pipeline was made from.")
    model.save_pretrained(folder, safe_serialization=True)
    transformers.AutoTokenizer.from_pretrained(source).save_pretrained(folder)


def _copy_head(trained: PotentialPIINER, component: PotentialPIINER) -> None:
    """Copy the layers after the encoder; roles by name."""
    old, new = trained.model.get_ref("softmax"), component.model.get_ref("softmax")
    for source, target in zip(_hidden(trained), _hidden(component), strict=True):
        for name in source.param_names:
            target.set_param(name, source.get_param(name))
    tags = len(trained.tags)
    weight, bias = (numpy.asarray(old.get_param(name)) for name in ("W", "b"))
    weight, bias = _with_roles(weight, bias, tags, trained.roles, component.roles)
    new.set_param("W", cast(Floats2d, weight))
    new.set_param("b", cast(Floats1d, bias))


def _hidden(component: PotentialPIINER) -> list[Model]:
    softmax = component.model.get_ref("softmax")
    return [node for node in component.model.get_ref("head").walk() if node is not softmax]


def _with_roles(
    weight: NDArray, bias: NDArray, tags: int, old: Sequence[str], new: Sequence[str]
) -> tuple[NDArray, NDArray]:
    """The rows of a softmax with other roles."""
    rows, shifts = list(range(tags)), [0.0] * tags
    for role in new:
        rows.append(tags + old.index(role if role in old else STARTS_AS[role]))
        shifts.append(0.0 if role in old else LESS)
    return weight[rows], bias[rows] - numpy.asarray(shifts, dtype="float32")


if __name__ == "__main__":
    typer.run(main)
