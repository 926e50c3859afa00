import pytest


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("see you June 4", "June 4"),
        ("17 October works", "17 October"),
        ("See you both Sat 7th Dec", "Sat 7th Dec"),
        ("on July the 3rd", "July the 3rd"),
        ("March 3rd is fine", "March 3rd"),
        ("the exam is on the 15th of January", "the 15th of January"),
        ("due on May 1", "May 1"),
        ("on 12/10/2031", "12/10/2031"),
        ("by 2031-10-12", "2031-10-12"),
    ],
)
def test_calendar_dates_are_found(found, text, date):
    assert found(text, only="date") == [("DATE", date)]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("dob 22/08/2012", "22/08/2012"),
        ("my birthday is Aug 30 2002", "Aug 30 2002"),
        ("born on the eleventh of May", "the eleventh of May"),
        ("March 14th is my birthday", "March 14th"),
        ("bday: 30.01.2009", "30.01.2009"),
        ("it's my birthday today!!", "today"),
        ("he turns 10 tmrw", "tmrw"),
        ("mine is 30/11/2012", "30/11/2012"),
        ("dob 8/8/13", "8/8/13"),
    ],
)
def test_birth_dates_are_found(found, text, date):
    assert ("DATE_OF_BIRTH", date) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "may 3 apples be enough",
        "you may 2 or 3",
        "march 5 miles north",
        "10/12/14",
        "3/4 of the birthday cake",
        "her birthday cake: eat 1/4 of it",
        "34/56/2012 = x",
        "12/10/2031 + 1",
        "June has 30 days",
        "the 3rd may be wrong",
        "the second may not",
        "sold 12 on Monday and 5 on Tuesday",
    ],
)
def test_fractions_months_and_verbs_are_no_dates(found, text):
    assert found(text, only="date") == []


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("I'm 12 years old", "12"),
        ("im 13 btw", "13"),
        ("hi im Okell, 16 years old, from Ghana", "16"),
        ("my sister, she's 9 yrs old", "9"),
        ("I'm eleven and a half.", "eleven and a half"),
        ("my brother is 16", "16"),
        ("I just turned 14", "14"),
    ],
)
def test_ages_of_participants_are_found(found, text, age):
    assert found(text, only="age") == [("AGE", age)]


@pytest.mark.parametrize(
    "text",
    [
        "John is 12 years old",
        "A man, 40 years old, has 12 cows",
        "I'm 12 short",
        "I'm 3 problems in",
        "I'm 100 percent sure",
        "there were 64",
        "if you are 12 years old then",
        "I'm 12.5 off",
        "I'm on 12",
        "he is 3 times older",
    ],
)
def test_numbers_and_ages_of_characters_are_no_ages(found, text):
    assert found(text, only="age") == []


@pytest.mark.parametrize(
    "address",
    [
        "9 Ashwell Terrace",
        "14 Tarn Close, Tarnby, PE9 9ZQ",
        "3307 Tarn Roost apt B, Okelton LA 70099",
        "Flat 8, 177 Tarn Mill Lane, Okelton M99 9QZ",
        "27 Heol y Tarn, Okelton, CF99 9ZQ",
        "PO Box 5512, Okelton, AZ 86599",
        "6120 E Tarnhead Trl",
    ],
)
def test_street_addresses_are_found(found, address):
    text = f"we moved to {address}."
    assert found(text, only="street_address") == [("STREET_ADDRESS", address)]


@pytest.mark.parametrize(
    "text",
    ["2 men drive", "3 Road signs", "12 miles down the Road", "5 x 3 Square", "a 4 lane road"],
)
def test_roads_of_problems_are_no_addresses(found, text):
    assert found(text, only="street_address") == []


@pytest.mark.parametrize(
    "address",
    [
        "350 W 5th St Apt 4",
        "27 Tarn Ave Apt 3B",
        "350 W 5th St Apt 4, Okelton, TX 77999",
        "P.O. Box 77, Okelton TX 78999",
        "12 North Okell Road #4",
    ],
)
def test_units_belong_to_their_address(found, address):
    assert found(f"send it to {address} please", only="street_address") == [
        ("STREET_ADDRESS", address)
    ]


@pytest.mark.parametrize(
    ("text", "previous"),
    [
        ("hw due 5/17", "today is my birthday"),
        ("Test is on Monday, May 20th", "today is my birthday!!"),
        ("Tuesday, March 12, 2024", "when is your birthday?"),
        ("see you on June 7", "my birthday is tomorrow"),
        ("The project is due May 5", "what is your date of birth?"),
        ("May 5 is good", "happy birthday!"),
        ("May 5 is ok", "today is my birthday"),
        ("My birthday was fun. The trip is on May 5", ""),
    ],
)
def test_dates_near_a_birthday_are_dates(found, text, previous):
    assert [label for label, _ in found(text, previous, only="date")] == ["DATE"]


@pytest.mark.parametrize(
    ("text", "previous", "date"),
    [
        ("may 4", "when is your birthday?", "may 4"),
        ("5/17", "ok and your dob?", "5/17"),
        ("um, May 4th", "Date of birth:", "May 4th"),
        ("mine's June tenth", "his birthday is in may", "June tenth"),
        ("born 12-31-10", "", "12-31-10"),
        ("the test is May 5 and my birthday is June 7th", "", "June 7th"),
    ],
)
def test_birth_dates_are_told_by_their_sentence_or_their_question(found, text, previous, date):
    assert ("DATE_OF_BIRTH", date) in found(text, previous)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("i wont be here may 20", "may 20"),
        ("due may 17", "may 17"),
        ("Wednesday 5/22/24", "Wednesday 5/22/24"),
        ("quiz Wed 5/22", "Wed 5/22"),
        ("hw due 5/17", "5/17"),
        ("i need it by 8/14", "8/14"),
        ("the final is in Okelton on 3/12 at 10", "3/12"),
        ("see you on 6/3!", "6/3"),
    ],
)
def test_informal_dates_are_found(found, text, date):
    assert found(text, only="date") == [("DATE", date)]


@pytest.mark.parametrize(
    "text",
    [
        "divide by 5/17",
        "the quiz on 3/4",
        "I'm stuck on 5/17 for homework",
        "sold on Monday 3/4 of the cake",
        "on the test you may 20 times",
        "since march 5 miles",
        "200 tickets in May. The first 15 days",
        "class is 2/3 full",
        "the answer for hw is 5/17",
        "due by 5/17 + 1/2",
    ],
)
def test_fractions_beside_plans_are_no_dates(found, text):
    assert found(text, only="date") == []


@pytest.mark.parametrize(
    ("text", "previous", "label", "date"),
    [
        ("appointment is on 5/17", "", "DATE", "5/17"),
        ("my midterm is on 3/13", "", "DATE", "3/13"),
        ("the conference is on 10/22", "", "DATE", "10/22"),
        ("no homework, deadline: 11/19", "", "DATE", "11/19"),
        ("my birthday is soon but the concert is May 5", "", "DATE", "May 5"),
        ("for my bday i go to the tournament on June 7", "", "DATE", "June 7"),
        ("after her birthday, appointment on 9 July", "", "DATE", "9 July"),
        ("i want a cake for my birthday, midterm is April 2nd", "", "DATE", "April 2nd"),
        ("5/17", "and the birth-date?", "DATE_OF_BIRTH", "5/17"),
        ("May 4th", "Name and born:", "DATE_OF_BIRTH", "May 4th"),
        ("date of birth 12.10.11", "", "DATE_OF_BIRTH", "12.10.11"),
    ],
)
def test_events_and_births_are_told_by_one_list_each(found, text, previous, label, date):
    assert (label, date) in found(text, previous)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("nos vemos el 12 de mayo de 2031", "12 de mayo de 2031"),
        ("on 25 de março", "25 de março"),
        ("rendez-vous le 12 mai 2031", "12 mai 2031"),
        ("am 3. Oktober 2032 ist frei", "3. Oktober 2032"),
        ("il 4 luglio 2033", "4 luglio 2033"),
        ("el 4 de julio del 2033", "4 de julio del 2033"),
    ],
)
def test_dates_in_the_words_of_another_language_are_found(found, text, date):
    assert found(text, only="date") == [("DATE", date)]


@pytest.mark.parametrize(
    "text", ["12 mars bars", "45 de mayo", "5 juli and 3 tom", "I ate 12 mai tais"]
)
def test_numbers_before_words_of_another_language_are_no_dates(found, text):
    assert found(text, only="date") == []


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("we are off May 5-7", "May 5-7"),
        ("the trip is March 3rd-5th, 2031 in Okelton", "March 3rd-5th, 2031"),
        ("on 12-14 October", "12-14 October"),
        ("the 5th-7th of June", "the 5th-7th of June"),
        ("off May 7-5", "May 7"),
        ("June 5-7/2", "June 5"),
        ("from June 1-30", "June 1"),
    ],
)
def test_a_range_of_days_is_one_date(found, text, date):
    assert found(text, only="date") == [("DATE", date)]


@pytest.mark.parametrize("text", ["march 3-5 miles", "you may 3-5", "14-12 October"])
def test_differences_beside_months_are_no_ranges(found, text):
    assert found(text, only="date") == []
