"""What a stranger can learn from a release, and how good its surrogates are."""
