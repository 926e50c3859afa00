"""Where annotated dialogues come from: files, Docs, and the systems that are run as baselines."""
