"""The model card, and what it is written from."""
