"""Draws figures as SVG elements.

Text and grid take the colour of the page (`currentColor`), so that a plot inlined in HTML is
readable in light and dark mode; the colours of the series stand out in both. The same figures give
the same bytes.
"""

import re
from collections.abc import Callable, Sequence
from html import escape
from io import StringIO
from itertools import cycle
from typing import Any
from warnings import catch_warnings, filterwarnings

from ...core.optional import require

# The colours of Okabe and Ito, distinct for any colour vision, and a grey.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#7f7f7f")
MARKERS = "osD^vPX"
INK = "#1b1b1c"
WIDTH = 7.0
_INKED = ("text.", "axes.edge", "axes.label", "xtick.", "ytick.", "grid.")
_STYLE = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.size": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    **{f"{part}color": INK for part in _INKED},
}


def svg_figure(title: str, height: float, draw: Callable[[Any], None], names: Sequence[str]) -> str:
    """Draw a figure as an SVG element, without pyplot's state.

    title (str): Its title.
    height (float): Its height in inches; it is `WIDTH` wide.
    draw (Callable): Draws into the figure.
    names (Sequence[str]): The series, for a legend if there is more than one.
    RETURNS (str): The element, without date, program or anything else that varies.
    """
    matplotlib = require("matplotlib", "evaluation")
    Figure = require("matplotlib.figure", "evaluation").Figure
    Line2D = require("matplotlib.lines", "evaluation").Line2D
    with matplotlib.rc_context(), catch_warnings():
        # The font is for measuring only: the reader's browser draws the text with its own fonts.
        filterwarnings("ignore", "Glyph .* missing from font")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE, **{"svg.hashsalt": title})
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        figure.suptitle(title, x=0.01, horizontalalignment="left", fontsize=11, fontweight="bold")
        draw(figure)
        if len(names) > 1:
            handles = [
                Line2D([], [], color=colour, marker=marker, linewidth=1.4, markersize=5)
                for _, colour, marker in zip(names, cycle(COLOURS), cycle(MARKERS))
            ]
            columns = max(1, min(4, 80 // (8 + max(map(len, names)))))
            figure.legend(handles, names, loc="outside lower center", frameon=False, ncols=columns)
        drawn = StringIO()
        figure.savefig(
            drawn,
            format="svg",
            transparent=True,
            metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")),
        )
    svg = drawn.getvalue()
    svg = re.sub(r'<g id="[^"]*"', "<g", svg[svg.index("<svg") :])
    described = f'<svg role="img" aria-label="{escape(title)}"'
    return svg.replace("<svg", described, 1).replace(INK, "currentColor")
