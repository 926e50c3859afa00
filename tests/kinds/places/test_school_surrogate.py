"""A school becomes another one with an ordinary name, in the same form."""

import re

import pytest
from assigned import KEY, surrogates

from spacy_piivot.core.folding import fold, words
from spacy_piivot.kinds.places.made_up import MadeUpPlaces
from spacy_piivot.kinds.places.school_names import SchoolName, SchoolNames
from spacy_piivot.lang import ENGLISH
from spacy_piivot.surrogates import Mention, assign

LISTS = [names for names in ENGLISH.content("school_names").values() if isinstance(names, list)]
ORDINARY = {word for names in LISTS for name in names for word in words(str(name))}
COINED = {fold(name) for name in ENGLISH.part(MadeUpPlaces).names} - ORDINARY
KEYS = [b"key of schools %04d" % number for number in range(5)]
NAME = "[A-Z][a-z]*[A-Z]?[a-zà-ÿ]+"

FORMS = [
    ("Marigold Middle School", f"{NAME} Middle School"),
    ("Marigold MS", f"{NAME} MS"),
    ("Marigold M.S.", rf"{NAME} M\.S\."),
    ("Marigold Elementary", f"{NAME} Elementary"),
    ("MARIGOLD ELEMENTARY", "[A-Z]+ ELEMENTARY"),
    ("marigold high", "[a-z]+ high"),
    ("The Marigold School", f"The {NAME} School"),
    ("Marigold Academy", f"{NAME} Academy"),
    ("Marigold Charter School", f"{NAME} Charter School"),
    ("Marigold County High School", f"{NAME} County High School"),
    ("North Marigold High School", f"North {NAME} High School"),
    ("Marigold High School for Boys", f"{NAME} High School for Boys"),
    ("Marigold Unified School District", f"{NAME} Unified School District"),
    ("Quarry Creek Elementary", f"{NAME} {NAME} Elementary"),
    ("Stony Meadow Middle School", f"{NAME} {NAME} Middle School"),
    ("silver birch academy", "[a-z]+ [a-z]+ academy"),
    ("La Cumbre High", "(?:La|Las|Los|El|Del|[A-Z][a-z]+) [A-Z][a-z]+ High"),
    ("Barbara Jordan Elementary", f"{NAME} {NAME} Elementary"),
    ("Mary Ellen Pleasant Academy", rf"{NAME} [\w ]+ Academy"),
    ("Martin Luther King Jr. Middle School", rf"{NAME} [\w ]+ Middle School"),
    ("Whitaker-Boone Academy", f"{NAME}-{NAME} Academy"),
    ("Smith-Jones-Lee Academy", f"{NAME}-{NAME}-{NAME} Academy"),
    ("St. Brigid School", f"St. {NAME} School"),
    ("St Brigid School", f"St {NAME} School"),
    ("St. Brigid's", f"St. {NAME}'s"),
    ("St. Brigid’s Academy", f"St. {NAME}’s Academy"),
    ("st. brigid's academy", "st. [a-z]+'s academy"),
    ("Saint Brigid Catholic School", f"Saint {NAME} Catholic School"),
    ("St. Elizabeth Ann Seton School", rf"St. {NAME} {NAME} School"),
    ("Holy Cross High School", f"{NAME} {NAME} High School"),
    ("Our Lady of Mercy Academy", r"Our Lady of [\w ]+ Academy"),
    ("Our Lady of Mercy School", r"Our Lady of [\w ]+ School"),
    ("St. Rose of Lima Academy", f"St. {NAME} {NAME} Academy"),
    ("Al-Noor Academy", f"Al-{NAME} Academy"),
    ("Beth Israel Day School", f"{NAME} {NAME} Day School"),
    ("Kendriya Vidyalaya Pune", f"Kendriya Vidyalaya {NAME}"),
    ("PS 118", r"PS \d{3}"),
    ("P.S. 118", r"P\.S\. \d{3}"),
    ("I.S. 24", r"I\.S\. \d{2}"),
    ("P.S. 118 Marigold", rf"P\.S\. \d{{3}} {NAME}"),
    ("School No. 7", r"School No\. \d"),
    ("University of Texas", r"University of [\w ]+"),
    ("University of Texas at Austin", r"University of [\w ]+ at [\w ]+"),
    ("Texas State University", r"[\w ]+ State University"),
    ("Ohio University", r"[\w ]+ University"),
    ("Western Ohio University", r"Western [\w ]+ University"),
    ("Texas A&M University", r"[\w ]+ A&M University"),
    ("Marigold University", f"{NAME} University"),
    ("Marigold College", f"{NAME} College"),
    ("College of the Marigold", f"College of the {NAME}"),
    ("Harvard", NAME),
    ("Harvard University", f"{NAME} University"),
    ("YALE", "[A-Z]+"),
    ("Universidad de Marigold", "Universidad de .+"),
    ("Colegio San Benito", "Colegio San .+"),
    ("Colegio Marigold", "Colegio .+"),
    ("Escuela Primaria Marigold", "Escuela Primaria .+"),
    ("Liceo Marigold", "Liceo .+"),
    ("Lycée Camille Claudel", "Lycée .+ .+"),
    ("École Sainte Brigitte", "École Sainte .+"),
    ("Ysgol Bro Alun", "Ysgol .+ .+"),
    ("Scuola Marigold", "Scuola .+"),
    ("Delhi Public School", f"{NAME} Public School"),
    ("Kumasi Girls High School", f"{NAME} Girls High School"),
    ("Marigold Primary School", f"{NAME} Primary School"),
    ("Marigold Grammar School", f"{NAME} Grammar School"),
    ("Hazel Bank Infants", f"{NAME} {NAME} Infants"),
    ("Central High School", f"{NAME} High School"),
    ("International School", f"International {NAME} School|{NAME} International School"),
    ("UCLA", "U[A-Z]{3}"),
    ("UT", "U[A-Z]"),
    ("LHS", "[A-Z]HS"),
    ("L.H.S.", r"[A-Z]\.H\.S\."),
    ("MS", "[A-Z]{2}"),
    ("JFK High School", "[A-Z]{3} High School"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "form"), FORMS)
def test_a_school_keeps_its_form_and_no_word_is_coined(text: str, form: str) -> None:
    for key in KEYS:
        [new] = surrogates((text, "SCHOOL"), key=key)
        assert re.fullmatch(form.replace("St. ", r"St\. ").replace("st. ", r"st\. "), new)
        assert new != text
        assert not {"marigold", "brigid", "harvard"} & set(words(new))
        assert COINED.isdisjoint(words(new))


PAIRS = [
    ("Marigold Middle School", "MMS"), ("Marigold Middle", "MMS"), ("Marigold Middle", "MM"),
    ("Marigold Middle School", "mms"), ("Marigold Middle School", "M.M.S."),
    ("Marigold MS", "MMS"), ("Marigold M.S.", "MMS"), ("Marigold HS", "MHS"),
    ("Marigold High", "MHS"), ("marigold high school", "mhs"), ("Quarry Creek High School", "QCHS"),
    ("Marigold School", "MS"), ("Hazelnut School", "HS"), ("Marigold Elementary", "ME"),
    ("St. Brigid's High School", "SBHS"), ("St. Brigid's", "SB"), ("Whitaker-Boone Academy", "WBA"),
    ("Texas State University", "TSU"), ("University of Texas", "UT"),
    ("University of Texas at Austin", "UT"), ("University of Texas, Austin", "UT"),
    ("Ohio University", "OU"), ("University of Oklahoma", "OU"), ("Marigold College", "MC"),
    ("Marigold Independent School District", "MISD"), ("The Marigold School", "MS"),
]  # fmt: skip


@pytest.mark.parametrize(("long", "short"), PAIRS)
def test_an_abbreviation_follows_its_school(long: str, short: str) -> None:
    for key in KEYS:
        new, new_short = surrogates((long, "SCHOOL"), (short, "SCHOOL"), key=key)
        letters = new_short.replace(".", "").upper()
        assert new_short != short
        assert len(new_short) == len(short) or "-" in long or " " in new
        assert new_short.islower() is short.islower()
        assert ("." in new_short) is ("." in short)
        initials = [word[0].upper() for word in re.findall(r"[^\W\d_]+", new.replace("'s", ""))]
        assert letters[0] in initials
        rest = iter("".join(c for c in new.title().replace("'S", "") if c.isupper()) + "SMSHS")
        assert all(letter in rest for letter in letters) or letters[::-1][0] == "U" == initials[0]


def test_an_abbreviation_of_two_schools_is_neithers() -> None:
    *_, short = surrogates(
        ("Marigold Middle School", "SCHOOL"), ("Mayflower Middle School", "SCHOOL"),
        ("MMS", "SCHOOL"),
    )  # fmt: skip
    assert re.fullmatch("[A-Z]MS", short)
    assert short != "MMS"


def test_a_school_named_after_a_place_of_the_dialogue_follows_it() -> None:
    place, school, university = surrogates(
        ("Houston", "LOCATION"), ("Houston High School", "SCHOOL"),
        ("University of Houston", "SCHOOL"),
    )  # fmt: skip
    assert school == f"{place} High School"
    assert university == f"University of {place}"


def test_no_school_is_named_like_a_person_or_place_of_the_dialogue() -> None:
    others = [("Lincoln", "NAME"), ("Madison", "LOCATION"), ("Jackson Tyler", "NAME")]
    for number in range(60):
        key = b"key of schools %04d" % number
        [new] = surrogates(("Marigold High School", "SCHOOL"), *others, key=key)[:1]
        assert not {"lincoln", "madison", "jackson", "tyler"} & set(words(new))


def test_no_famous_university_is_made() -> None:
    famous = {fold(name) for name in ENGLISH.words("school_names.famous")}
    for number in range(60):
        key = b"key of schools %04d" % number
        for text in ("University of Texas", "Marigold University", "University of Houston"):
            assert fold(surrogates((text, "SCHOOL"), key=key)[0]) not in famous


def test_one_school_in_all_its_forms_is_one() -> None:
    texts = ["Marigold High School", "Marigold High", "Marigold HS", "marigold", "MARIGOLD HIGH"]
    new = surrogates(*((text, "SCHOOL") for text in texts))
    assert len({fold(name).split()[0] for name in new}) == 1


def test_hundreds_of_schools_are_told_apart() -> None:
    mentions = [
        Mention(f"Zor{chr(97 + i // 26)}{chr(97 + i % 26)}x School", "SCHOOL") for i in range(400)
    ]
    made = assign(mentions, key=KEYS[0], scope="scope")
    assert len({made[mention] for mention in mentions}) == len(mentions)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Marigold High School", "Marigold"), ("Quarry Creek High", "Quarry Creek"),
        ("Rosa Bonheur High", "Rosa Bonheur"), ("La Cumbre High", "La Cumbre"),
        ("Mary Ellen Pleasant High", "Mary Ellen Pleasant"), ("St. Brigid School", "Brigid"),
        ("St. Elizabeth Ann School", "Elizabeth Ann"), ("Holy Cross School", "Holy Cross"),
        ("Our Lady of Mercy School", "Mercy"), ("Marigold University", "Marigold"),
        ("Quarry Creek University", "Quarry Creek"), ("Texas State University", "Texas"),
        ("University of Houston", "Houston"), ("Colegio Marigold", "Marigold"),
        ("Lycée Camille Claudel", "Camille Claudel"), ("Ysgol Bro Alun", "Bro Alun"),
        ("Marigold Grammar", "Marigold"), ("Hazel Bank Infants", "Hazel Bank"),
        ("École Sainte Brigitte", "Brigitte"), ("Scoil Marigold", "Marigold"),
    ],
)  # fmt: skip
def test_every_pool_is_large_enough_to_hide_in(text: str, part: str) -> None:
    start = text.index(part)
    pool = next(ENGLISH.part(SchoolNames).pools(SchoolName(text, start, start + len(part))))
    assert len(set(pool)) >= 12


@pytest.mark.parametrize(
    ("school", "pattern"),
    [
        ("Universiteti i Tiranës", r"Universiteti i \w+"),
        ("Universidad de Salamanca", r"Universidad de \w+"),
        ("Universität Wien", r"Universität \w+"),
        ("Università di Bologna", r"Università di \w+"),
        ("Univerzita Karlova", r"Univerzita \w+"),
        ("Uniwersytet Warszawski", r"Uniwersytet \w+"),
        ("Univerzitet u Beogradu", r"Univerzitet u [\w ]+"),
        ("Universitatea din București", r"Universitatea din [\w ]+"),
        ("Escuela de los Andes", r"Escuela de los \w+"),
        ("Escuela Bilingüe Los Pinos", r"Escuela Bilingüe Los \w+"),
        ("Lycée de la Plaine", r"Lycée de la \w+"),
        ("İstanbul Üniversitesi", r"[\w ]+ Üniversitesi"),
        ("Universitas Indonesia", r"Universitas \w+"),
        ("SMA Negeri 3 Bandung", r"SMA Negeri \d \w+"),
        ("Debreceni Egyetem", r"\w+ Egyetem"),
        ("Helsingin yliopisto", r"\w+ yliopisto"),
        ("Universiteit Utrecht", r"Universiteit \w+"),
        ("Szkoła Podstawowa nr 5", r"Szkoła Podstawowa nr \d"),
        ("Szpital Miejski w Gdyni", r"Szpital Miejski w \w+"),
        ("Lycée Victor Hugo", r"Lycée [\w ]+"),
        ("Liceo Scientifico Galileo Galilei", r"Liceo Scientifico [\w ]+"),
        ("Galatasaray Lisesi", r"[\w ]+ Lisesi"),
        ("Colegiul Național Mihai Eminescu", r"Colegiul Național [\w ]+"),
        ("Osnovna škola Ivo Andrić", r"Osnovna škola [\w ]+"),
        ("Gjimnazi Sami Frashëri", r"Gjimnazi [\w ]+"),
        ("Trường THPT Lê Hồng Phong", r"Trường THPT [\w ]+"),
        ("Sekolah Menengah Kebangsaan Taman Desa", r"Sekolah Menengah Kebangsaan [\w ]+"),
    ],
)
@pytest.mark.parametrize("key", [KEY, b"another key of 16"])
def test_a_school_in_another_language_keeps_its_words(
    school: str, pattern: str, key: bytes
) -> None:
    [new] = surrogates((school, "SCHOOL"), key=key)
    assert re.fullmatch(pattern, new)
    assert new != school
    kept = set(re.findall(r"\w+", pattern)) & set(school.split())
    assert not (set(new.split()) - kept) & (set(school.split()) - kept)


@pytest.mark.parametrize(
    "school",
    ["Lincoln High School", "Chu Elementary School", "St. Mary's Academy", "University of Texas",
     "Stuyvesant High School", "Truong Middle School", "Oak Grove Elementary", "Hope Academy",
     "Normal Community High School", "Vista Charter School"],
)  # fmt: skip
def test_an_english_school_is_not_read_as_foreign(school: str) -> None:
    assert not ENGLISH.part(SchoolNames).is_foreign(school)


@pytest.mark.parametrize("school", ["Granta Court College", "Marigold College", "Marigold Academy"])
@pytest.mark.parametrize("key", KEYS)
def test_in_a_british_dialogue_a_school_gets_a_british_name(school: str, key: bytes) -> None:
    mention = Mention(school, "SCHOOL")
    names = ENGLISH.content("school_names")
    british = {*names["british_one_word"], *names["british_two_words"]}
    made = assign([mention], key=key, scope="s", text=f"{school}, £5 a day")[mention]
    assert made.rpartition(" ")[0] in british
    elsewhere = assign([mention], key=key, scope="s", text=f"{school}, $5 a day")[mention]
    assert school.endswith("Academy") or elsewhere.rpartition(" ")[0] not in british
