"""Measures how much of the lesson a system or a release preserves: numbers, mathematics, talk."""
