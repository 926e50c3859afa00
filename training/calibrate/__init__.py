"""Chooses a tagger's temperature and thresholds, and draws their curves."""
