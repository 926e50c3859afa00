import pytest

from spacy_piivot.kinds.names.figures import FAMOUS, FICTION, TERM, Figures
from spacy_piivot.lang import ENGLISH


def kind(text: str, name: str, people: str = "", full: str = "", terms: str = "") -> str:
    """The kind of the last mention of a name."""
    full_names = [set(full.split())] if full else []
    figures = Figures(text, set(people.split()), full_names, set(terms.split()), ENGLISH)
    start = text.rindex(name)
    return figures.kind(start, start + len(name))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Nelson Mandela was 76", "Nelson Mandela"),
        ("Nelson Mandela was born in 1918\nMandela was 76", "Mandela"),
        ("Nelson Mandela was 76", "Nelson"),
        ("Stephen Curry made 5\nCurry's 3-pointers", "Curry"),
        ("LeBron James scored\nLeBron is the goat", "LeBron"),
        ("Rosa Parks, then Parks sat", "Parks"),
        ("Abraham Lincoln, President Lincoln", "Lincoln"),
        ("Leonardo da Vinci used it", "Leonardo da Vinci"),
        ("stephen curry made 5\ncurry made 3", "curry"),
        ("Martin Luther King spoke", "Martin Luther King"),
        ("who was it?\nNelson Mandela!", "Nelson Mandela"),
        ("Stephen Curry made 5\nright, Curry scored 15", "Curry"),
    ],
)
def test_a_public_figure_after_the_whole_name(text: str, name: str) -> None:
    assert kind(text, name) == FAMOUS


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Hi Nelson, try this", "Nelson"),
        ("Nelson Mandela was 76\nNelson got 12", "Nelson"),
        ("Nelson Mandela was 76\nNice work, Mandela!", "Mandela"),
        ("Stephen Curry made 5\nMr. Curry said so", "Curry"),
        ("my name is Rosa\nRosa Parks was 42", "Rosa Parks"),
        ("Michael Jordan jumps\nJordan jumps", "Jordan"),
        ("Frida Kahlo painted\nmy friend Frida", "Frida"),
        ("Simone Biles got 15\nBiles and I got 14", "Biles"),
        ("Serena Williams served\nSerena's turn", "Serena"),
        ("Good morning Nelson Mandela", "Nelson Mandela"),
        ("Good morning Albert Einstein", "Albert Einstein"),
        ("Nelson Mandela, please come to the board", "Nelson Mandela"),
        ("Nelson Mandela was 76\nOk Mandela let's start", "Mandela"),
        ("Stephen Curry made 5\n@Curry can you help", "Curry"),
        ("Stephen Curry made 5\nGood point Curry.", "Curry"),
        ("Stephen Curry made 5\nCurry: I got 15", "Curry"),
        ("Barack Obama won\nok Barack O., go on", "Barack"),
        ("Simone Biles won\ngreat, Simone B.!", "Simone"),
        ("Malala Yousafzai wrote it\nMalala in my class has read it", "Malala"),
        ("Malala Yousafzai wrote it\nYousafzai is in our math group", "Yousafzai"),
    ],
)
def test_somebody_of_the_lesson_is_no_public_figure(text: str, name: str) -> None:
    assert kind(text, name) == ""


def test_a_family_name_before_the_whole_name_may_be_anybodys() -> None:
    figures = Figures("Curry got 12. Stephen Curry made 5", set(), [], set(), ENGLISH)
    assert figures.kind(0, 5) == ""
    assert figures.kind(14, 27) == FAMOUS


def test_people_and_other_full_names_come_first() -> None:
    text = "Stephen Curry made 5. Curry made 3"
    assert kind(text, "Curry") == FAMOUS
    assert kind(text, "Curry", people="maya curry") == ""
    assert kind(text, "Curry", full="maya curry") == ""
    assert kind(text, "Curry", full="stephen curry") == FAMOUS


def test_characters_of_a_named_book() -> None:
    text = "In The Great Gatsby, Gatsby loves Daisy. Mr. Gatsby waits"
    assert kind(text, "Gatsby") == FICTION
    assert kind(text, "Daisy") == ""
    assert kind(f"{text} for Myrtle, Nick and Daisy", "Daisy") == FICTION
    assert kind(text, "Gatsby", people="gatsby") == ""
    assert kind("Gatsby loves Daisy", "Gatsby") == ""
    assert kind("To Kill a Mockingbird: Scout is brave", "Scout", full="scout miller") == ""
    assert kind("my book is The Hunger Games\nHi Katniss!", "Katniss") == ""


def test_people_after_whom_terms_are_named() -> None:
    text = "Rolle's theorem\nby Rolle there is c"
    assert kind(text, "Rolle", terms="rolle") == TERM
    assert kind(text, "Rolle") == ""
    assert kind("Taylor series\nTaylor got it", "Taylor", terms="taylor") == ""
    assert kind("Pascal, can you draw Pascal's triangle", "Pascal", terms="pascal") == ""
