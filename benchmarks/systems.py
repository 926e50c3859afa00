"""Loads the systems to measure, by names such as "piivot:en_piivot_light"."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from spacy.language import Language

from benchmarks.throughput import detect, tokenize
from spacy_piivot.cli.running import load_pipeline
from spacy_piivot.components.pipeline_roles import without_surrogates
from spacy_piivot.errors import InputError, UnknownPipeline
from spacy_piivot.evaluation import evaluate
from spacy_piivot.evaluation.baselines import find_baseline
from spacy_piivot.evaluation.core.annotations import AnnotatedDialogue

OURS = "piivot"
PRESIDIO = "presidio-default"
SPACY = "spacy"
LANGUAGE = "en"

Dialogues = Sequence[AnnotatedDialogue]


@dataclass(frozen=True, slots=True)
class System:
    """A system that finds spans in dialogues.

    spec (str): The specification it was loaded from: "piivot:MODEL", or a baseline.
    name (str): The same with the pipeline's own name instead of MODEL, which may be a folder.
    nlp (Language | None): The pipeline, ours or plain spaCy's.
    read (Callable): Reads dialogues with the system's defaults.
    read_batches (Callable): Reads them with a batch size and a number of processes.
    predict (Callable): Gives the predictions that `evaluate` takes.
    """

    spec: str
    name: str
    nlp: Language | None
    read: Callable[[Dialogues], object]
    read_batches: Callable[[Dialogues, int, int], object]
    predict: Callable[[Dialogues], Any]

    def quality(self, gold: Dialogues) -> dict[str, float]:
        """Its strict scores on gold."""
        overall = evaluate(gold, self.predict(gold), bootstrap=0).to_dict()["overall"]
        return {key: overall[key] for key in ("precision", "recall", "f1", "f5")}


def load_system(spec: str) -> System:
    """Load a system.

    spec (str): "piivot:MODEL" with a shipped pipeline or a folder, or "presidio-default:MODEL",
        "spacy:MODEL" (only its named entity recogniser is run).
    RETURNS (System): The system.
    RAISES (InputError): If its model is missing.
    """
    kind, _, model = spec.partition(":")
    return _ours(spec, model) if kind == OURS else _baseline(spec, kind)


def _named(kind: str, nlp: Language) -> str:
    return f"{kind}:{nlp.lang}_{nlp.meta['name']}"


def _ours(spec: str, model: str) -> System:
    from spacy_piivot import load

    try:
        nlp = load(model)
    except UnknownPipeline:
        nlp = load_pipeline(model)
    nlp.select_pipes(disable=without_surrogates(nlp))
    return System(
        spec,
        _named(OURS, nlp),
        nlp,
        lambda dialogues: detect(nlp, dialogues),
        lambda dialogues, batch_size, n_process: detect(nlp, dialogues, batch_size, n_process),
        lambda dialogues: list(nlp.pipe(tokenize(dialogue, nlp) for dialogue in dialogues)),
    )


def _baseline(spec: str, kind: str) -> System:
    system = find_baseline(spec)
    found: Any = system.find
    if kind == PRESIDIO:
        from presidio_analyzer import BatchAnalyzerEngine

        batches = BatchAnalyzerEngine(found.analyzer)
        nlp = found.analyzer.nlp_engine.get_nlp(LANGUAGE)

        def read_batches(dialogues: Dialogues, batch_size: int, n_process: int) -> object:
            return batches.analyze_iterator(
                _texts(dialogues), LANGUAGE, batch_size=batch_size, n_process=n_process
            )

    elif kind == SPACY:
        nlp = found.nlp
        nlp.select_pipes(enable=[name for name in nlp.pipe_names if name in _FOR_ENTITIES])

        def read_batches(dialogues: Dialogues, batch_size: int, n_process: int) -> object:
            texts = _texts(dialogues)
            return list(nlp.pipe(texts, batch_size=batch_size, n_process=n_process))

    else:
        raise InputError(f"{spec}: give {OURS}:MODEL, {PRESIDIO}:MODEL or {SPACY}:MODEL.")

    def annotate(dialogues: Dialogues) -> list[AnnotatedDialogue]:
        return [system.annotate(dialogue) for dialogue in dialogues]

    return System(spec, _named(kind, nlp), None, annotate, read_batches, annotate)


_FOR_ENTITIES = frozenset({"tok2vec", "transformer", "ner"})


def _texts(dialogues: Dialogues) -> list[str]:
    return [message.text or "" for dialogue in dialogues for message in dialogue.messages]
