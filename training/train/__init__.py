"""Training runs: the search, the ablation, the adaptation to transcripts, the second look."""
