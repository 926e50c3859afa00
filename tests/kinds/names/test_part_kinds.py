import pytest

from spacy_piivot.kinds.names.people import Identities
from spacy_piivot.kinds.names.written_forms import NameMention


def kinds(name: str, title: str = "") -> str:
    """The parts of a name with the first letters of their kinds: "kim:f ji:g woo:g"."""
    [person] = Identities([NameMention(name, title)]).persons
    return " ".join(f"{part.folded}:{part.kind[0]}" for part in person.parts)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Ji-woo", "ji:g woo:g"), ("Kim Ji-woo", "kim:f ji:g woo:g"),
        ("Ji-woo Kim", "ji:g woo:g kim:f"), ("Kim, Ji-woo", "ji:g woo:g kim:f"),
        ("Li Xiao-ming", "li:f xiao:g ming:g"), ("Park Seo-yeon", "park:f seo:g yeon:g"),
        ("Ha-eun", "ha:g eun:g"), ("Choi Min Ho", "choi:f min:g ho:g"),
        ("Tran Linh", "tran:f linh:g"), ("Wei-Ting Chen", "wei:g ting:g chen:f"),
        ("Anna-Lena", "anna:g lena:g"), ("Anna-Lena Schmidt", "anna:g lena:g schmidt:f"),
        ("Schmidt Anna-Lena", "schmidt:f anna:g lena:g"), ("Jean-Paul", "jean:g paul:g"),
        ("Smith-Jones", "smith:f jones:f"), ("Mary Smith-Jones", "mary:g smith:f jones:f"),
        ("Anna-Lena Meyer-Schmidt", "anna:g lena:g meyer:f schmidt:f"),
        ("Mary Ann Cohen-Katz", "mary:g ann:g cohen:f katz:f"), ("Kim Jones", "kim:g jones:f"),
        ("Lee Harper", "lee:g harper:f"), ("Jo-Ann Lee", "jo:g ann:g lee:f"),
        ("Wiśniewska", "wisniewska:f"), ("Watson", "watson:f"), ("Jackson", "jackson:g"),
        ("Liu Meihua", "liu:f meihua:g"), ("Meihua Liu", "meihua:g liu:f"),
        ("Wu Tianyu", "wu:f tianyu:g"), ("Tan Weiling", "tan:f weiling:g"),
        ("Zhang Yutong", "zhang:f yutong:g"), ("Han Solo", "han:g solo:f"),
        ("Lin Manuel", "lin:g manuel:f"), ("Kim Dana", "kim:g dana:f"),
        ("Lee Jordan", "lee:g jordan:f"),
        ("Mason", "mason:g"), ("J. Park-Lee", "j:i park:f lee:f"),
    ],
)  # fmt: skip
def test_given_and_family_names_are_told_apart(name: str, wanted: str) -> None:
    assert kinds(name) == wanted


def test_after_a_title_a_joined_name_is_a_family_name_unless_it_is_two_syllables() -> None:
    assert kinds("Anna-Grant", "ms") == "anna:f grant:f"
    assert kinds("Min-jun", "mr") == "min:g jun:g"


def test_syllables_that_are_written_apart_are_one_name() -> None:
    for name in ("Kim Ji Woo", "Choi Min Ho", "Li Xiao Ming", "Kim Ji-woo"):
        [person] = Identities([NameMention(name)]).persons
        assert [part.joined for part in person.parts] == [False, False, True]
