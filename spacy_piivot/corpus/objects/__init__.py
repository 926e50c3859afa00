"""Dialogues as JSON objects: in lines, in a list, or one alone; or rows as objects."""
