"""Checks, converts and splits public files, adds gold and silver labels, and makes the corpus."""
