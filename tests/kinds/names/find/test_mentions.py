import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.core.folding import fold
from spacy_piivot.kinds.names.find.mentions import KnownName, NameFinder


def mentions(text: str, *names: str, titled: bool = False) -> list[str]:
    finder = NameFinder([KnownName(name, titled=titled) for name in names], min_misspelt_length=6)
    return [text[mention.start : mention.end] for mention in finder.find(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("John, JOHN and john", ["John", "JOHN", "john"]),
        ("John's and john’s and johns", ["John", "john", "john"]),
        ("John Smith, JOHN SMITH", ["John Smith", "JOHN SMITH"]),
        ("Mr. Smith", ["Smith"]),
        ("Smith, John", ["Smith", "John"]),
        ("John P. Smith", ["John P. Smith"]),
        ("John S thinks so", ["John S"]),
        ("John S = 4", ["John"]),
        ("hijohn", ["john"]),
        ("JohnSmith! johnsmith?", ["JohnSmith", "johnsmith"]),
        ("helloJohn", ["John"]),
        ("John2x+3", ["John"]),
        ("I gave John!I did", ["John"]),
        ("John\r\nSmith\n", ["John", "Smith"]),
        ("🎉John🎉", ["John"]),
        ("John'll do it, John'd better", ["John", "John"]),
        ("Johnny Smithson", ["Johnny"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_a_full_name_is_found_in_its_parts_and_forms(text: str, found: list[str]) -> None:
    assert mentions(text, "John Smith") == found


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("Elizabeth Tamm", "hi Beth, what is it", ["Beth"]),
        ("Elizabeth Tamm", "beth tamm is here", ["beth tamm"]),
        ("Abigail", "abbie's turn", ["abbie"]),
        ("Christopher", "hi chris", ["chris"]),
        ("William", "Bill said 4", ["Bill"]),
        ("William", "pay the bill, so will you", []),
        ("Katherine O'Neil", "it was Kathy", ["Kathy"]),
        ("Samuel", "sammy, go on", ["sammy"]),
        ("Jessica", "Jess = 4", ["Jess"]),
        # A surname has no short forms, and a short form has no full form.
        ("Koski Abigail", "abbie has 4", []),
        ("Chris", "Christopher Columbus", []),
    ],
)
def test_short_forms_of_a_first_name_are_found(name: str, text: str, found: list[str]) -> None:
    assert mentions(text, name) == found


@pytest.mark.parametrize(
    "text",
    [
        "john@school.example",
        "write to @john please",
        "https://x.example/john/smith",
        "my user is john_smith",
    ],
)
def test_addresses_and_handles_are_left_to_the_patterns(text: str) -> None:
    assert mentions(text, "John Smith") == []


def test_a_name_next_to_an_address_is_found() -> None:
    assert mentions("John:john@x.example and meet John@5pm", "John") == ["John", "John"]


@pytest.mark.parametrize(
    "text",
    [
        "Mark the point on the line",
        "mark the point",
        "Mark each angle, then mark it",
        "Please Mark the spot",
        "Now mark A and B",
        "MARK THE POINT ON THE LINE",
        "Will you read it? I will.",
        "WILL YOU READ IT",
        "Where There Is A Will There Is A Way",
        "May I go? in May, on May 5",
        "We may go. I May go.",
        "Hope this helps",
        "I hope so",
        "Grace period",
        "a page of grace",
        "the max value, Max(x)",
        "So, if we add them. So what? So'll I.",
        "He said so, he'll do it. He'll, He's, he is",
        "draw Ray AB",
    ],
)
def test_ordinary_uses_are_not_names(text: str) -> None:
    names = ("Mark", "Will", "May", "Hope", "Grace", "Max", "So", "He", "Ray")
    assert mentions(text, *names) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Mark, can you read it?", ["Mark"]),
        ("thanks Mark", ["Mark"]),
        ("thanks mark!", ["mark"]),
        ("hi will", ["will"]),
        ("well done grace!", ["grace"]),
        ("my name is hope", ["hope"]),
        ("Good job, Mark.", ["Mark"]),
        ("It is Will's turn. Will’s turn.", ["Will", "Will"]),
        ("Mark said ten", ["Mark"]),
        ("Mark and Grace agree", ["Mark", "Grace"]),
        ("What did Mark get?", ["Mark"]),
        ("Ms. Grace", ["Grace"]),
        ("OKAY MARK, GO ON", ["MARK"]),
        ("May, can you help?", ["May"]),
        ("What do you think, May?", ["May"]),
        ("I will ask Will if he will", ["Will"]),
        ("mark the point, Mark", ["Mark"]),
    ],
)
def test_names_that_are_words_are_found_if_used_as_names(text: str, found: list[str]) -> None:
    assert mentions(text, "Mark", "Will", "May", "Hope", "Grace") == found


def test_a_surname_that_is_a_word_needs_its_title_or_its_given_name() -> None:
    assert mentions("up the Hill, Hill has. Ms. Hill said", "Hill", titled=True) == ["Hill"]
    assert mentions("the Green rod", "Tom Green") == []
    assert mentions("Tom Green and tom green", "Tom Green") == ["Tom Green", "tom green"]
    assert mentions("Mark Green, mark green", "Mark Green") == ["Mark Green"]
    assert mentions("anna may go", "Anna May") == ["anna"]


@pytest.mark.parametrize(
    "text", ["j = 3", "point J", "J", "tan x + 1", "Tan(x)", "AL = 5", "Bo = 3", "triangle SAM"]
)
def test_variables_points_and_functions_are_not_names(text: str) -> None:
    assert mentions(text, "J", "J. Tan", "Al", "Bo", "Tan", "Sam") == []


def test_short_names_are_found_as_names() -> None:
    assert mentions("Bo has 5. Al, Ana and sam.", "Bo", "Al", "Ana", "Sam") == [
        "Bo", "Al", "Ana", "sam",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["Mariana", "marianna", "Mraianna", "Marianne", "amrianna", "Mariannas"]
)
def test_long_names_are_found_misspelt(text: str) -> None:
    assert [found.casefold() in text.casefold() for found in mentions(text, "Marianna")] == [True]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Carter", "barter"),
        ("Walker", "talker"),
        ("Parker", "parked"),
        ("Cooper", "copper"),
        ("Ana", "Ann"),
        ("Maria", "Marla"),
    ],
)
def test_short_names_and_ordinary_words_are_not_misspellings(name: str, text: str) -> None:
    assert mentions(text, name) == []


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("Runika", "heyy runikaaa", ["runikaaa"]),
        ("Runika", "RRRunikkka?", ["RRRunikkka"]),
        ("Oskar", "oskarr", ["oskarr"]),
        ("Anna", "annnaa, ana", ["annnaa"]),
        ("Jon", "jonnn", ["jonnn"]),
        ("Al", "alll", []),
        ("Ben", "been", []),
        ("Yy", "yyyyyyyy", []),
    ],
)
def test_stretched_names_are_found(name: str, text: str, found: list[str]) -> None:
    assert mentions(text, name) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("i t s r u n i k a ok", ["r u n i k a"]),
        ("R-U-N-I-K-A", ["R-U-N-I-K-A"]),
        ("R.u.n.i.k.a!", ["R.u.n.i.k.a"]),
        ("r u-n i k a", []),
        ("r u n i k", []),
        ("a b c d e", []),
    ],
)
def test_names_with_separated_letters_are_found(text: str, found: list[str]) -> None:
    assert mentions(text, "Runika", "Bo") == found


def test_a_full_name_that_begins_with_an_auxiliary_is_found_in_any_case() -> None:
    assert mentions("will tamm did it", "Will Tamm") == ["will tamm"]
    assert mentions("will anna do it", "Will Tamm", "Anna") == ["anna"]


def test_plurals_and_possessives_without_apostrophe_end_before_the_s() -> None:
    assert mentions("The Tamms! runikas work", "Runika Tamm") == ["Tamm", "runika"]
    assert mentions("james, Chris", "James", "Chris") == ["james", "Chris"]


def test_a_misspelt_name_scores_less_and_another_known_name_is_not_one() -> None:
    finder = NameFinder(
        [KnownName("Marianna", 1.0, "participant"), KnownName("Mariana", 0.8)],
        min_misspelt_length=6,
    )
    assert [(m.score, m.role) for m in finder.find("Marianna Mariana Maryanna")] == [
        (1.0, "participant"), (0.8, ""), (0.9, "participant"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("José Núñez", "jose nunez and JOSÉ", ["jose nunez", "JOSÉ"]),
        ("Jose", "Jose\u0301's", ["Jose\u0301"]),
        ("Łukasz", "lukasz", ["lukasz"]),
        ("Иван Петров", "ИВАН, иван Петров", ["ИВАН", "иван Петров"]),
        ("मारिया", "मारिया ने कहा", ["मारिया"]),
        ("王小明", "请王小明回答。小明很好", ["王小明", "小明"]),
        ("김민수", "민수야 안녕", ["민수"]),
        ("O'Brien", "O’Brien and obrien", ["O’Brien", "obrien"]),
        ("Ji-woo", "jiwoo, JI-WOO", ["jiwoo", "JI-WOO"]),
        ("Ana Evans-Pryce", "Ms. Pryce", ["Pryce"]),
        ("J.T.", "thanks J.T., J = T", ["J.T."]),
        ("Maria van der Berg", "Mrs. van der Berg, a van, der", ["van der Berg"]),
        ("Smith, Joan", "Joan Smith", ["Joan Smith"]),
        ("joan@school.example", "school and joan", []),
    ],
)
def test_names_of_many_kinds_are_found(name: str, text: str, found: list[str]) -> None:
    assert mentions(text, name) == found


def test_adjacent_names_of_two_people_stay_two() -> None:
    assert mentions("Anna Bob", "Anna Lee", "Bob Ray") == ["Anna", "Bob"]
    assert mentions("Anna Anna", "Anna") == ["Anna", "Anna"]
    assert mentions("Maria van der Berg", "Maria van der Berg", "Van Nguyen") == [
        "Maria van der Berg"
    ]


@given(st.text(alphabet="Johnmarky Sith'’-.,@=2\n🎉é\u0301王", max_size=60))
def test_mentions_are_ordered_disjoint_and_inside_the_text(text: str) -> None:
    names = [KnownName(name) for name in ("John Smith", "Mark", "Jo", "王小明", "Iris Kay")]
    position = 0
    for mention in NameFinder(names, min_misspelt_length=6).find(text):
        assert position <= mention.start < mention.end <= len(text)
        position = mention.end


@pytest.mark.parametrize(
    "file",
    ["portofoliu_Francu_final2.pdf", "Francu_tema.docx", "hw_francu.zip", "tema_Frâncu_2.pdf",
     "1_FRANCU_x.png"],
)  # fmt: skip
def test_a_name_in_the_name_of_a_file_is_found(file: str) -> None:
    finder = NameFinder([KnownName("Ion Frâncu")], min_misspelt_length=6)
    text = f"I uploaded {file} yesterday"
    found = [text[one.start : one.end] for one in finder.find(text)]
    assert [fold(one) for one in found] == ["francu"]


@pytest.mark.parametrize("handle", ["ion_francu_99", "@francu_x.pdf", "a_francu@mail.org"])
def test_a_name_in_a_handle_is_left_to_the_handle(handle: str) -> None:
    finder = NameFinder([KnownName("Ion Frâncu")], min_misspelt_length=6)
    assert finder.find(f"write to {handle} please") == []
