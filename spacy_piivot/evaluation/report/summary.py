"""The main figures that the commands print, as lines of a table."""

from collections.abc import Mapping, Sequence
from typing import Any

_COUNTS = ("tp", "fp", "fn")


def evaluation_lines(evaluation: Mapping[str, Any]) -> list[str]:
    """Format the main figures of an evaluation.

    evaluation (Mapping[str, Any]): The result of `Evaluation.to_dict`.
    RETURNS (list[str]): Lines: scores by label and overall, the other matchings, leaks, and the
        loss of the lesson's content.
    """
    ratios = [name for name in evaluation["overall"] if name not in (*_COUNTS, "intervals")]
    width = max(map(len, [*evaluation["by_label"], *evaluation["variants"], "balanced accuracy"]))
    lines = [
        f"{evaluation['predicted']} against {evaluation['gold']}: {evaluation['matching']}, "
        f"scheme {evaluation['scheme']}, {evaluation['dialogues']:,} dialogues",
        "",
        _header(width, ratios),
    ]
    rows = [*evaluation["by_label"].items(), ("overall", evaluation["overall"])]
    rows += evaluation["variants"].items()
    for name, score in rows:
        lines.append(_row(name, score, width, ratios))
    macro = evaluation["macro"]
    lines.append(
        f"{'macro':<{width}} " + " " * 20 + "".join(f" {_ratio(macro[r]):>8}" for r in ratios)
    )
    bounds = evaluation["overall"]["intervals"]
    if bounds:
        lines.append(
            f"{'95% interval':<{width}} "
            + "  ".join(f"{_head(r)} {_bounds(bounds.get(r))}" for r in ratios)
        )
    others = {
        name: score
        for name, score in evaluation["matchings"].items()
        if score and name != evaluation["matching"]
    }
    lines.append("")
    for name, score in others.items():
        lines.append(_row(name, score, width, ratios))
    lines.append("")
    if evaluation["balanced_accuracy"] is not None:
        lines.append(f"{'balanced accuracy':<{width}} {_ratio(evaluation['balanced_accuracy'])}")
    lines += _shares(evaluation, width)
    return lines


def comparison_lines(comparison: Mapping[str, Any]) -> list[str]:
    """Format the main figures of a comparison.

    comparison (Mapping[str, Any]): The result of `Comparison.to_dict`.
    RETURNS (list[str]): Lines: the scores of each system, and the differences of each pair.
    """
    systems = comparison["systems"]
    width = max(map(len, systems))
    metrics = [m for m in next(iter(systems.values()))["overall"] if m != "intervals"]
    ratios = [m for m in metrics if m not in _COUNTS]
    lines = [
        f"against {comparison['gold']}: {comparison['matching']}, scheme {comparison['scheme']}",
        "",
        _header(width, ratios),
    ]
    for name, evaluation in systems.items():
        score = evaluation["overall"]
        lines.append(_row(name, score, width, ratios))
    for row in comparison["differences"]:
        lines += ["", f"{row['a']} - {row['b']}"]
        for metric in ratios:
            found = row[metric]
            least = 2 / (comparison["bootstrap"] + 1)
            sign = "<=" if found["p"] is not None and found["p"] <= least else "="
            p = "" if found["p"] is None else f"  p {sign} {found['p']:.3f}"
            lines.append(
                f"  {_head(metric):<4} {_signed(found['difference'])} "
                f"{_bounds(found['interval'])}{p}"
            )
    return lines


def agreement_lines(agreement: Mapping[str, Any]) -> list[str]:
    """Format the main figures of an agreement.

    agreement (Mapping[str, Any]): The result of `Agreement.to_dict`.
    RETURNS (list[str]): Lines: F1 by matching and by label, weighted F1, kappa.
    """
    width = max(map(len, ["span F1, any_label", *agreement["by_label"]]))
    lines = [f"{agreement['a']} and {agreement['b']}: {agreement['dialogues']:,} dialogues", ""]
    for name, found in agreement["span_f1"].items():
        if found:
            what = f"{'token' if name == 'token' else 'span'} F1, {name}"
            lines.append(f"{what:<{width}} {_ratio(found['f1'])} {_bounds(found['interval'])}")
    lines.append(f"{'weighted F1':<{width}} {_ratio(agreement['weighted_f1'])}")
    if agreement["token_kappa"] is not None:
        lines.append(f"{'kappa of tokens':<{width}} {_ratio(agreement['token_kappa'])}")
    lines.append("")
    for label, score in agreement["by_label"].items():
        lines.append(f"{label:<{width}} {_ratio(score['f1'])} ({score['tp'] + score['fn']} in A)")
    return lines


def _header(width: int, ratios: Sequence[str]) -> str:
    counts = " ".join(f"{name.upper():>6}" for name in _COUNTS)
    return f"{'':<{width}} {counts}" + "".join(f" {_head(name):>8}" for name in ratios)


def _row(name: str, score: Mapping[str, Any], width: int, ratios: Sequence[str]) -> str:
    counts = " ".join(f"{_number(score[count]):>6}" for count in _COUNTS)
    return f"{name:<{width}} {counts}" + "".join(f" {_ratio(score[r]):>8}" for r in ratios)


def _shares(evaluation: Mapping[str, Any], width: int) -> list[str]:
    lines = []
    leaked = evaluation["leaked"]
    lines.append(f"{'leaked characters':<{width}} {leaked['characters']:,} of {leaked['of']:,}")
    numbers, lookalikes = evaluation["numbers"], evaluation["lookalikes"]
    if numbers:
        lines.append(
            f"{'numbers untouched':<{width}} {numbers['untouched']:,} of {numbers['of']:,} "
            f"({_ratio(numbers['share'])})"
        )
    maths = evaluation["math_tokens"]
    if maths:
        lines.append(
            f"{'maths untouched':<{width}} {maths['untouched']:,} of {maths['of']:,} tokens "
            f"({_ratio(maths['share'])}); {maths['per_1000']:.2f} false positives per 1,000"
        )
    clean = evaluation["clean_messages"]
    if clean:
        lines.append(
            f"{'clean touched':<{width}} {clean['touched']:,} of {clean['of']:,} messages "
            f"without PII ({_ratio(clean['share'])})"
        )
    roles = evaluation["roles"]
    if roles:
        lost = roles["participants_lost"]
        lines.append(
            f"{'roles right':<{width}} {roles['right']:,} of {roles['of']:,} names found "
            f"({_ratio(roles['share'])}); participants with another role: {lost['lost']:,} of "
            f"{lost['of']:,}"
        )
    if lookalikes:
        lines.append(
            f"{'lookalikes hit':<{width}} {lookalikes['false_alarms']:,} of {lookalikes['of']:,}"
        )
    return lines


def _head(name: str) -> str:
    return {"precision": "P", "recall": "R"}.get(name, name.upper())


def _number(value: int | None) -> str:
    return "-" if value is None else str(value)


def _ratio(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _signed(value: float | None) -> str:
    return "-" if value is None else f"{value:+.4f}"


def _bounds(pair: list[float] | None) -> str:
    return "" if pair is None else f"[{pair[0]:.3f}, {pair[1]:.3f}]"
