"""The style sheets of our pages as one text, for a page that is one file."""

from importlib.resources import files

from .colours import label_styles

_STATIC = files("spacy_piivot.pages") / "static"


def inline_styles(*names: str) -> str:
    """Style sheets in one, the labels' last.

    names (str): Those in `static/`, such as "rows"; in the order of the cascade.
    RETURNS (str): CSS to stand in a `<style>` element.
    """
    sheets = [(_STATIC / f"{name}.css").read_text("utf8") for name in names]
    return "".join([*sheets, label_styles()])
