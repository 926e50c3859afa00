"""Parquet and Arrow files: with a row for each message, or a row with all of a dialogue's messages.

Only `suffixes` is imported without pyarrow, which is in the extra `formats`.
"""
