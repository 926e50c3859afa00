"""The basis of every measure: annotated spans, matching, counts and their intervals.

Files, systems and reports are unknown here, and nothing heavy is loaded: components use the scorer.
"""
