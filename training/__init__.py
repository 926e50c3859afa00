"""Makes the shipped pipelines from public corpora. Not part of the installed package."""
