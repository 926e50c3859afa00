"""Measures whether surrogates stand out: telling them from originals, and how well they agree."""
