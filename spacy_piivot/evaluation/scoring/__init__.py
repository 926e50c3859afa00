"""Scores systems against gold, and annotators against each other."""
