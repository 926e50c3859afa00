"""Dialogues, spans, labels and speakers of a Doc, and the folding of words for comparison."""
