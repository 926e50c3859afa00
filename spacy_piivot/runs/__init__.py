"""The work of each command, as Python functions."""
