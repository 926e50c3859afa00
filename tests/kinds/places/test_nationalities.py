import pytest


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("I'm Nigerian", ["Nigerian"]),
        ("my mom is Mexican", ["Mexican"]),
        ("my dads ghanaian", ["ghanaian"]),
        ("she is Muslim", ["Muslim"]),
        ("we are Puerto Rican", ["Puerto Rican"]),
        ("half Korean", ["Korean"]),
        ("I’m Lebanese and Canadian.", ["Canadian", "Lebanese"]),
        ("she's half Irish, half Thai", ["Irish", "Thai"]),
        ("I'm Mexican American", ["Mexican American"]),
        ("i'm french canadian", ["french canadian"]),
        ("my mom's side is Swedish", ["Swedish"]),
        ("a Scottish guy", ["Scottish"]),
        ("the old Frenchman", ["Frenchman"]),
        ("they are all Christians", ["Christians"]),
        ("are you catholic?", ["catholic"]),
    ],
)
def test_what_is_said_of_a_person_is_found(found, text, groups):
    assert found(text, only="nationality") == [("NRP", group) for group in groups]


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("my granny is Irish", "Irish"),
        ("my nana was polish", "polish"),
        ("our granddad is Kenyan", "Kenyan"),
        ("her stepfather is Cuban", "Cuban"),
        ("my half sister is Danish", "Danish"),
        ("my two nephews are Brazilian", "Brazilian"),
        ("his godmother was Greek", "Greek"),
        ("my best friend is Hindu", "Hindu"),
        ("my stepbrothers are Welsh", "Welsh"),
        ("my grandson is half Chinese", "Chinese"),
        ("my twin and i, my tio is Peruvian", "Peruvian"),
        ("their grandparents are Armenian", "Armenian"),
    ],
)
def test_what_is_said_of_any_relative_is_found(found, text, group):
    assert found(text, only="nationality") == [("NRP", group)]


@pytest.mark.parametrize(
    "text",
    [
        "say it in Spanish",
        "the Greek letter",
        "French class",
        "Roman numerals",
        "I'm in French",
        "she is my Spanish teacher",
        "she's doing Spanish homework",
        "i speak Polish",
        "it is Greek to me",
        "he is Spanish speaking",
        "3/5 of them were Dutch",
        "Indian elephants weigh 4 tons",
        "I'm Christian",
        "I'm taking AP Spanish",
    ],
)
def test_languages_things_and_names_are_none(found, text):
    assert found(text, only="nationality") == []
