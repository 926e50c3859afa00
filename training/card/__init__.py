"""Writes the model card."""
