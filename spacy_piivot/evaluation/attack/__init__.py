"""Attacks a release and measures the quality of its surrogates."""
