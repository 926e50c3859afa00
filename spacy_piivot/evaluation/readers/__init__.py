"""Reads annotated dialogues from files and Docs, or from a baseline that is run."""
