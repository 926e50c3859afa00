"""Compares how well names are found by gender, country and region."""
