"""Functions that make values of rare labels, by topic."""
