import pytest

from spacy_piivot.kinds.names.pronouns import gender_of_pronoun

NAME = "[]"


def gender(text: str) -> str:
    before, _, after = text.partition(NAME)
    return gender_of_pronoun(after, before=before)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Did you see []?\nshe did it yesterday", "female"), ("Did [] call?\nShe did.", "female"),
        ("Have you met []? yes he is nice", "male"), ("who is []?\nhe is new", "male"),
        ("I asked [], she said 14.", "female"), ("is it from []!\nyes, her homework", "female"),
        ("I sat with [].\nhe helped me", "male"), ("was that []?\nno he left", "male"),
        ("[]? she left", ""), ("Hi []! She is late", ""), ("Sorry [], he is not here", ""),
        ("thanks []!\nhe is late", ""), ("ok []: she has 4", ""), ("did\n[]? she left", ""),
    ],
)  # fmt: skip
def test_a_pronoun_in_the_next_message_counts_unless_the_person_is_called(
    text: str, wanted: str
) -> None:
    assert gender(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[], the mama of Kim, is here", "female"), ("my dad, [], checked it", "male"),
        ("[]'s wife picked me up", "male"), ("[]’s husband called", "female"),
        ("my brother is called []", "male"), ("my sister's name is []", "female"),
        ("[], my mom, works there", "female"), ("[] is the father of two pupils", "male"),
        ("The girl who helped me is []", "female"), ("a boy named [] told me", "male"),
        ("[] is my daughter", "female"), ("my grandma, [].", "female"), ("my aunt's []", "female"),
        ("my best friend [] is a girl", "female"), ("[] (my uncle) helped", "male"),
        ("[], mother of Kim, called", "female"), ("her older sister is []", "female"),
        ("that new boy, [], is fast", "male"), ("My mom was []", "female"),
        ("I told my mom, [] and Sam left", ""), ("my mom, [], and Sam left", ""),
        ("thanks dad, [] is here", ""), ("[] is my mom's friend", ""), ("[], mom is here", ""),
        ("[]'s answer", ""), ("the manual is []", ""), ("[] is a girlish name", ""),
    ],
)  # fmt: skip
def test_a_word_for_a_relative_before_or_after_a_name_counts(text: str, wanted: str) -> None:
    assert gender(text) == wanted
