"""The makers of values, by what they are about."""
