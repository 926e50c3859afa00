"""`spacy-piivot math-candidates` and `math-thresholds`: analyse candidates in mathematics."""

from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

import typer
from spacy.language import Language

from ..core.dialogue import Dialogue, Message
from ..core.spans import PII
from ..errors import InputError
from ..evaluation.core.pairing import Paired
from ..evaluation.readers.sources import name_of, pair_sources
from ..evaluation.report.rendering import to_html, to_markdown, to_text
from ..evaluation.report.writing import write_json, write_text
from ..evaluation.utility.math_candidates import MathCandidates, math_candidates
from ..evaluation.utility.math_thresholds import MathThresholds, scored_dialogues
from ..mathematics.segments import ANCHOR_THRESHOLD, SIMILARITY_THRESHOLD
from ..mathematics.threshold_search import search_thresholds
from ..runs.segment import Segmented, segment_dialogues, segmenting_pipeline
from . import evaluation_options as options
from .options import AnchorThreshold, Embedder, SimilarityThreshold
from .running import guarded


def math_candidates_command(
    gold: options.Gold,
    predicted: options.Predicted,
    anchor_threshold: AnchorThreshold = ANCHOR_THRESHOLD,
    similarity_threshold: SimilarityThreshold = SIMILARITY_THRESHOLD,
    embedder: Embedder = "static",
    matching: options.Matching = "strict",
    scheme: options.Scheme = None,
    label: options.Labels = None,
    spans_key: options.SpansKey = PII,
    json: options.JsonFile = None,
    markdown: options.MarkdownFile = None,
    html: options.HtmlFile = None,
) -> None:
    """Count a system's right and wrong candidates by label, inside and outside mathematics.

    After Zhou et al. (2026), section 5: a table, and with --html a bar chart as in Figure 1.
    """
    with guarded():
        options.check_reports([gold, predicted], json, markdown, html, plots=html is not None)
        chosen = options.make_options(
            matching=matching, scheme=scheme, labels=label, spans_key=spans_key
        )
        paired = pair_sources(gold, predicted, chosen)
        nlp = segmenting_pipeline(
            embedder, anchor_threshold=anchor_threshold, similarity_threshold=similarity_threshold
        )
        segmented = _segment(paired, nlp)
        found = math_candidates(
            paired,
            [one.segments for one in segmented],
            [one.tokens for one in segmented],
            chosen,
            name_of(predicted, "predicted"),
        )
        _write(found, json, markdown, html)


def math_thresholds_command(
    gold: options.Gold,
    predicted: options.Predicted,
    embedder: Embedder = "static",
    matching: options.Matching = "strict",
    scheme: options.Scheme = None,
    label: options.Labels = None,
    spans_key: options.SpansKey = PII,
    json: options.JsonFile = None,
    markdown: options.MarkdownFile = None,
    html: options.HtmlFile = None,
) -> None:
    """Find the math thresholds that best separate a system's wrong candidates from its right ones.

    After Zhou et al. (2026), Appendix 3: anchor thresholds from 0.05 to 0.10, similarity thresholds
    from 0 to 0.5; a table, and with --html lines and a heat map as in Figure 2.
    """
    with guarded():
        options.check_reports([gold, predicted], json, markdown, html, plots=html is not None)
        chosen = options.make_options(
            matching=matching, scheme=scheme, labels=label, spans_key=spans_key
        )
        paired = pair_sources(gold, predicted, chosen)
        nlp = segmenting_pipeline(embedder)
        segmenter: Any = nlp.get_pipe("math_segmenter")
        # No message is denser, so none is embedded: only the densities are needed here.
        segmenter.anchor_threshold = inf
        densities = [one.densities for one in _segment(paired, nlp)]
        dialogues = scored_dialogues(paired, densities, chosen)
        scores = search_thresholds(dialogues, segmenter.embedder)
        _write(MathThresholds(name_of(predicted, "predicted"), scores), json, markdown, html)


def _segment(paired: Paired, nlp: Language) -> Sequence[Segmented]:
    dialogues = []
    for gold, _ in paired.dialogues:
        texts = [message.text for message in gold.messages if message.text is not None]
        if len(texts) < len(gold.messages):
            raise InputError("GOLD has no texts, and mathematics is recognised by them.")
        dialogues.append(Dialogue(gold.id, [Message("", text) for text in texts]))
    return segment_dialogues(dialogues, nlp)


def _write(
    found: MathCandidates | MathThresholds,
    json: Path | None,
    markdown: Path | None,
    html: Path | None,
) -> None:
    if json is not None:
        write_json(json, found.to_dict())
    if markdown is not None:
        write_text(markdown, to_markdown(found.report()))
    if html is not None:
        write_text(html, to_html(found.report(), found.plots()))
    typer.echo(to_text(found.report()))
