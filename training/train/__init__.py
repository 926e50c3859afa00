"""Trains: search, ablation, adaptation to transcripts, and the second look."""
