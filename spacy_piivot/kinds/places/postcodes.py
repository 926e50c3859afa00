"""Describes British and American postcodes."""

BRITISH = r"[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}"
AMERICAN = r"\d{5}(?:-\d{4})?"
