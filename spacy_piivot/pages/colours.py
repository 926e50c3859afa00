"""How a label looks: one of eight colours that the colour-blind can tell apart, and a line."""

from collections.abc import Sequence

from ..core.labels import CANONICAL

# Okabe and Ito (2008), Color Universal Design; the last stands for their black.
COLOURS = (
    "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#888888",
)  # fmt: skip
# Dotted is left to likely misses.
LINES = ("solid", "double", "dashed", "wavy")


def label_styles(labels: Sequence[str] = CANONICAL) -> str:
    """A style sheet with a class for each label, such as `l-NAME`.

    labels (Sequence[str]): The labels. As many as there are colours times lines look different.
    RETURNS (str): CSS.
    """
    rules = []
    for position, label in enumerate(labels):
        colour = COLOURS[position % len(COLOURS)]
        line = LINES[position // len(COLOURS) % len(LINES)]
        rules.append(f".l-{label} {{ --label: {colour}; --line: {line}; }}\n")
    return "".join(rules)
