"""Measures systems side by side: `python -m benchmarks --json OUT.json --markdown OUT.md`."""
