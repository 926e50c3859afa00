"""Finds personal names and rejects words that are not names."""
