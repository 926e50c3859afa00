"""What every measure stands on: annotated spans, matching, counts and their intervals.

It knows no file, no system and no report, and loads nothing heavy: components score with it.
"""
