"""Finding personal names, and deciding which words are none."""
