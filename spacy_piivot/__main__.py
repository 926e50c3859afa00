"""Runs the command `spacy-piivot` as `python -m spacy_piivot`."""

from .cli import app

if __name__ == "__main__":
    app(prog_name="spacy-piivot")
