"""One text of several style sheets."""

from spacy_piivot.pages.colours import label_styles
from spacy_piivot.pages.styles import inline_styles


def test_style_sheets_in_one_ask_nobody_and_end_no_element() -> None:
    styles = inline_styles("colours", "rows", "report")
    for risky in ("url(", "@import", "<", "\\"):
        assert risky not in styles
    assert styles.index("--tint") < styles.index(".message {") < styles.index(".warning {")
    assert styles.endswith(label_styles())
