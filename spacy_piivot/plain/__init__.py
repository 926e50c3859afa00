"""The plain view: the text of a message without markup, odd characters and other disguises.

Detectors read it, and a map leads back to exact offsets in the original, which is released
unchanged outside the edits.
"""

from .docs import DocView, doc_view, read_plain
from .view import PlainView, plain_view

__all__ = ["DocView", "PlainView", "doc_view", "plain_view", "read_plain"]
