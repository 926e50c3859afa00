"""Codes at the end of an address: the forms of Britain and of the USA."""

BRITISH = r"[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}"
AMERICAN = r"\d{5}(?:-\d{4})?"
