"""`python -m spacy_piivot` is the command `spacy-piivot`."""

from .cli import app

if __name__ == "__main__":
    app(prog_name="spacy-piivot")
