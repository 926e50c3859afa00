"""The plain view: what a message says once marks, markup and odd characters are set aside.

Detectors read it, and a map leads back to exact offsets of the original, which goes out untouched
outside the edits.
"""

from .docs import DocView, doc_view, read_plain
from .view import PlainView, plain_view

__all__ = ["DocView", "PlainView", "doc_view", "plain_view", "read_plain"]
