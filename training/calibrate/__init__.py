"""How sure a tagger must be: temperature, thresholds and their picture."""
