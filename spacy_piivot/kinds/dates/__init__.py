"""Dates: the grammar by which they are found, read, moved and written."""
