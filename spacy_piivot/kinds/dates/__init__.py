"""Dates: one grammar, by which they are found, moved and written again."""
