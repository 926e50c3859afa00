"""Side-by-side measurements: `python -m benchmarks --json OUT.json --markdown OUT.md`."""
