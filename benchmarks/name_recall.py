"""Count names of many forms, in short turns, that are left in the de-identified text.

    python benchmarks/name_recall.py [--model PATH]

Every name occurs once, in one message between two without names, so that no roster, speaker or
other mention helps. Prints one line per group: the names that are left, out of all tries.
"""

from collections.abc import Iterator
from typing import Annotated

import spacy
import typer
from spacy.language import Language

import spacy_piivot
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc

TURNS = (
    "Okay, {}, what did you get?",
    "{}.",
    "{}?",
    "hi {}",
    "Thank you, {}.",
    "{} got 5 and i got 7",
    "i think {} is right",
    "my name is {}",
    "Can {} work with us?",
    "What did {} get for the slope?",
)
GROUPS = {
    "many cultures": (
        "Aaliyah Thanh Oluwaseun Siobhan Priya Xiomara Nkechi Guadalupe Krzysztof Ayşe Zainab "
        "Mohammed Camila Mateo Ibrahim Dmitri Anneke Tyrese Keisha Dequan Jayden Kaylee Xiaoming "
        "Haruto Minjun Arjun Lakshmi Kwame Chiamaka Amina Yusuf Leilani Itzel Ximena Svetlana "
        "Piotr Agnieszka Bogdan Chiara Margaux Jürgen Astrid Niamh Cillian Bronwyn Tamika Deshawn "
        "Nevaeh Hezekiah Shira Tuyet Quoc Tevita Aroha Brittany Dustin Wanjiru Odile Tariq Ines"
    ).split(),
    "with an apostrophe": (
        "La'Shawn Da'Quan De'Andre D'Angelo Ja'Nae Ta'Niya D'Marcus O'Shea Ke'Asia Te'Von"
    ).split(),
    "of two letters": "An Vy Ly Bo Li Yu Xi Ha Jo Ty Al Ed Cy Mo Wu".split(),
    "initials": "T.J. J.T. AJ DJ CJ MJ JP K.C.".split(),
    "in other scripts": "李明 さくら 김민준 Иван Ольга محمد فاطمة יוסף अनिल Γιώργος".split(),
}


def main(
    model: Annotated[
        str | None, typer.Option(help="A pipeline; the shipped one by default")
    ] = None,
) -> None:
    """Print how many names are left in the text, in title case and in lower case."""
    nlp = spacy.load(model) if model else spacy_piivot.load()
    for group, names in GROUPS.items():
        print(f"{group:<32} {stayed(nlp, names):>4} of {len(names) * len(TURNS)}")
    lower = [name.lower() for name in GROUPS["many cultures"]]
    print(
        f"{'many cultures, in lower case':<32} {stayed(nlp, lower):>4} of {len(lower) * len(TURNS)}"
    )


def stayed(nlp: Language, names: list[str]) -> int:
    """How many of the names, each in every turn, are left in the de-identified text."""
    dialogues = list(lessons(names))
    docs = nlp.pipe(dialogue_to_doc(dialogue, nlp) for _, dialogue in dialogues)
    return sum(name in doc._.piivot_text for (name, _), doc in zip(dialogues, docs, strict=True))


def lessons(names: list[str]) -> Iterator[tuple[str, Dialogue]]:
    for name in names:
        for turn in TURNS:
            messages = [
                Message("T", "Let's look at number 4."),
                Message("S", turn.format(name)),
                Message("T", "ok what is 2x+3=11"),
            ]
            yield name, Dialogue(f"{name}: {turn}", messages)


if __name__ == "__main__":
    typer.run(main)
