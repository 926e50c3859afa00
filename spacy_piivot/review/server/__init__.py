"""The local page at which a person reviews a corpus."""
