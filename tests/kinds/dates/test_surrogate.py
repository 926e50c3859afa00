import re
from datetime import date, datetime, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spacy_piivot.draws.choice import Ledger
from spacy_piivot.kinds.dates.find import Dates
from spacy_piivot.kinds.dates.grammar import DateGrammar
from spacy_piivot.kinds.dates.surrogate import DateSurrogates
from spacy_piivot.kinds.dates.writing import read_date
from spacy_piivot.lang import ENGLISH, make_lexicon
from spacy_piivot.surrogates import Mention, assign

KEYS = st.binary(min_size=16, max_size=20)


def dates(*texts, key=b"0123456789abcdef"):
    return DateSurrogates.choose(Ledger(key, "scope", (), set()), texts)


GRAMMAR = ENGLISH.part(DateGrammar)
# The characters that dates in running text are read with.
ALPHABET = st.characters(max_codepoint=0x17F)
FORMS = [
    "{d:%d/%m/%Y}",
    "{d:%Y-%m-%d}",
    "{d:%b} {d.day} {d.year}",
    "{d:%B} {d.day}, {d.year}",
    "{d.day} {d:%B} '{d:%y}",
    "{d:%A}, {d.day} {d:%B} {d.year}",
]


@given(
    st.dates(date(1990, 1, 1), date(2049, 1, 1)), st.dates(date(1990, 1, 1), date(2049, 1, 1)), KEYS
)
def test_dates_move_together_keep_their_form_and_are_never_the_original(one, other, key):
    for form in FORMS:
        texts = [form.format(d=d) for d in (one, other)]
        surrogates = dates(*texts, key=key)
        moved = []
        for text in texts:
            new = surrogates[text]
            assert new != text
            assert re.sub(r"\w+", "", new) == re.sub(r"\w+", "", text)
            written = read_date(new, surrogates.day_first)
            assert written is not None
            moved.append(written.day - read_date(text, surrogates.day_first).day)
            assert moved[-1].days % 7 == 0
        assert moved[0] == moved[1]


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("22/08/2012", r"\d\d/\d\d/20\d\d"),
        ("Aug 30 2002", r"[A-Z][a-z]{2} \d{1,2} 200\d"),
        ("1st april '11", r"\d{1,2}(st|nd|rd|th) [a-z]+ '1\d"),
        ("June the tenth", r"[A-Z][a-z]+ the [a-z-]+"),
        (
            "the eleventh of May two thousand and twelve",
            r"the [a-z-]+ of [A-Z][a-z]+ two thousand and [a-z]+",
        ),
        ("Thursday the 21st of November", r"Thursday the \d{1,2}(st|nd|rd|th) of [A-Z][a-z]+"),
        ("8/22", r"\d{1,2}/\d{1,2}"),
        ("August 2012", r"[A-Z][a-z]+ 201\d"),
        ("2012", r"201[13]"),
        ("5/2012", r"\d{1,2}/201\d"),
        ("05/2012", r"\d\d/201\d"),
        ("MAY 5TH", r"[A-Z]+ \d{1,2}(ST|ND|RD|TH)"),
        ("last summer", r"last [a-z]+"),
        ("Jan 5", r"[A-Z][a-z]{2} \d{1,2}"),
        ("June 10 to June 14", r"[A-Z][a-z]+ \d+ to [A-Z][a-z]+ \d+"),
        ("Feb 29", r"[A-Z][a-z]{2} \d{1,2}"),
        ("nineteen ninety-nine", r"[a-z -]+"),
    ],
)
def test_the_form_of_a_date_is_kept(text, pattern):
    new = dates(text)[text]
    assert new != text
    assert re.fullmatch(pattern, new)


@pytest.mark.parametrize(
    "text",
    [
        "31/31/2012",
        "3.1415",
        "13/2012",
        "3.14",
        "my party",
        "June 41st",
        "",
        "99",
        "0/0/10",
        "0000",
    ],
)
def test_what_is_no_date_has_no_surrogate(text):
    assert dates(text)[text] is None


@pytest.mark.parametrize("text", ["christmas", "last summer", "HALLOWEEN"])
def test_a_time_of_the_year_becomes_another_one(text):
    new = dates(text)[text]
    assert new
    assert new.lower() != text.lower()


@given(KEYS)
def test_no_time_of_the_year_becomes_another_of_the_dialogue(key):
    texts = ("last summer", "Fall 2012", "in the winter of 2012", "Christmas", "EASTER")
    new = dates(*texts, key=key)
    summer, fall, winter, *holidays = (new[text] for text in texts)
    drawn = [word for word in (summer, fall, winter) if word]
    assert len(drawn) == 1
    assert "spring" in drawn[0].lower()
    assert len({*map(str.lower, holidays), "christmas", "easter"}) == 4
    assert holidays[1].isupper()
    one, other = (dates("autumn 2012", "2013", key=key)[text] for text in ("autumn 2012", "2013"))
    assert re.fullmatch(r"(spring|summer|winter) 201[0-4]", one)
    assert int(one[-4:]) - 2012 == int(other) - 2013 != 0


def test_the_suffix_of_a_day_is_right():
    for day in range(1, 32):
        new = dates(f"{day}th May")[f"{day}th May"]
        number, suffix = re.match(r"(\d+)(\w+)", new).groups()
        expected = (
            "th"
            if 11 <= int(number) <= 13
            else {1: "st", 2: "nd", 3: "rd"}.get(int(number) % 10, "th")
        )
        assert suffix == expected


RANGES = [
    ("{a:%B} {a.day}-{b.day}", r"(?P<m>\w+) (?P<d>\d+)-(?P<e>\d+)"),
    ("{a:%B} {a.day} and {b.day}", r"(?P<m>\w+) (?P<d>\d+) and (?P<e>\d+)"),
    ("{a.day} – {b.day} {a:%B}", r"(?P<d>\d+) – (?P<e>\d+) (?P<m>\w+)"),
    ("{a.day}-{b.day} {a:%B} {a.year}", r"(?P<d>\d+)-(?P<e>\d+) (?P<m>\w+) (?P<y>\d+)"),
    ("{a:%B} {a.day} to {b.day}, {a.year}", r"(?P<m>\w+) (?P<d>\d+) to (?P<e>\d+), (?P<y>\d+)"),
    (
        "{a:%B} {a.day} - {b:%B} {b.day}, {b.year}",
        r"(?P<m>\w+) (?P<d>\d+) - (?P<n>\w+) (?P<e>\d+), (?P<z>\d+)",
    ),
    (
        "{a:%B} {a.day}, {a.year} until {b:%B} {b.day}",
        r"(?P<m>\w+) (?P<d>\d+), (?P<y>\d+) until (?P<n>\w+) (?P<e>\d+)",
    ),
    (
        "{a:%d/%B/%Y}-{b:%d/%B/%Y}",
        r"(?P<d>\d+)/(?P<m>\w+)/(?P<y>\d+)-(?P<e>\d+)/(?P<n>\w+)/(?P<z>\d+)",
    ),
]


def read_range(pattern, text):
    parts = re.fullmatch(pattern, text).groupdict()

    def day(number, month, year):
        return datetime.strptime(f"{number} {month} {year}", "%d %B %Y").date()  # or it raises

    month, other = parts["m"], parts.get("n") or parts["m"]
    if "z" not in parts or "y" in parts:
        first = day(parts["d"], month, parts.get("y", 2024))
        last = day(parts["e"], other, parts.get("z", first.year))
        return first, last if last >= first or "n" not in parts else last.replace(first.year + 1)
    last = day(parts["e"], other, parts["z"])
    first = day(parts["d"], month, parts["z"])
    return first if first <= last else first.replace(last.year - 1), last


@given(
    st.sampled_from(RANGES),
    st.dates(date(2000, 1, 1), date(2030, 1, 1)).filter(lambda d: (d.month, d.day) != (2, 29)),
    st.integers(1, 40),
    KEYS,
)
def test_a_range_stays_one_in_order_and_as_long_or_is_masked(form, first, length, key):
    written, pattern = form
    last = first + timedelta(days=length)
    both_months = "b:" in written
    assume(both_months or first.month == last.month)
    text = written.format(a=first, b=last)
    new = dates(text, key=key)[text]
    if new is None:
        assert not both_months
        return
    one, other = read_range(pattern, new)
    assert one < other
    assert other - one == timedelta(days=length)
    assert new != text


@pytest.mark.parametrize("text", ["March 28-30", "the 5th-7th", "March 28 and 30", "Aug 30-31"])
def test_a_month_that_is_written_once_holds_for_both_days(text):
    for number in range(20):
        if new := dates(text, key=b"key number %06d" % number)[text]:
            old_first, old_last, first, last = map(int, re.findall(r"\d+", text + new))
            assert last - first == old_last - old_first
            assert 1 <= first <= last <= 31


@pytest.mark.parametrize("text", ["March 30-28", "28 - 2012", "2012 - May 2013", "March 3 to June"])
def test_what_is_no_range_of_two_days_months_or_years_has_no_surrogate(text):
    assert dates(text)[text] is None


@given(KEYS)
def test_a_range_at_the_end_of_the_calendar_is_masked_where_only_one_half_can_move(key):
    assert dates("9998-9999", key=key)["9998-9999"] == "9996-9997"
    text = "1/1/9999 to 12/31/9999"
    new = dates(text, key=key)[text]
    if new is not None:
        first, last = (datetime.strptime(half, "%m/%d/%Y") for half in new.split(" to "))
        assert last - first == timedelta(days=364)


def test_a_range_of_months_keeps_its_length():
    months = MONTHS.split()
    for number in range(40):
        new = dates("March-May 2012", key=b"key number %06d" % number)["March-May 2012"]
        if new is not None:
            first, last = new.split()[0].split("-")
            assert (months.index(last) - months.index(first)) % 12 == 2


@given(st.integers(1950, 2049), st.sampled_from(["-", "–", "/", " - "]), KEYS)
def test_a_school_year_stays_one_and_moves_as_a_year_does(year, between, key):
    text = f"{year}{between}{(year + 1) % 100:02d}"
    surrogates = dates(text, str(year), key=key)
    new = int(surrogates[str(year)])
    assert new != year
    assert surrogates[text] == f"{new}{between}{(new + 1) % 100:02d}"


def shape(text):
    """What stays of a date in its surrogate: all but its names and numbers."""
    text = re.sub(rf"(?<![^\W\d_]){MONTHS_OF_ALL}(?![^\W\d_])", "", text, flags=re.IGNORECASE)
    return re.sub(r"\d+(?:st|nd|rd|th)?", "9", text, flags=re.IGNORECASE).lower()


MONTHS_OF_ALL = ENGLISH.any_of(
    "calendar.months", "calendar.month_abbreviations", "calendar.more_month_abbreviations",
    "dates.months_elsewhere",
)  # fmt: skip
SPELLED = "|".join(
    [*(word for name in ("units", "teens", "tens", "ordinal_units", "ordinal_teens", "ordinal_tens")
       for word in ENGLISH.words(f"numbers.{name}")), "thousand", "hundred", "oh", "and"]
)  # fmt: skip


@pytest.mark.parametrize("form", ["month_first", "day_first", "elsewhere", "numeric"])
@given(data=st.data(), key=KEYS)
def test_whatever_form_of_date_is_found_is_written_again(form, data, key):
    message = data.draw(st.from_regex(getattr(GRAMMAR, form), fullmatch=True, alphabet=ALPHABET))
    message = f"it is due on {message}"
    found = [message[one.start : one.end] for one in ENGLISH.part(Dates).find(message, "")]
    for text in found:
        new = dates(text, key=key)[text]
        assert new is not None
        assert new.lower() != text.lower()
        assert dates(new)[new]
        if not re.search(rf"\b(?:{SPELLED})\b", text, re.IGNORECASE):
            assert shape(new) == shape(text)


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("12 de mayo de 2011", r"\d+ de (?!mayo)[a-z]+ de 201\d"),
        ("25 de março", r"\d+ de (?!março)\w+"),
        ("le 12 mai 2011", r"le \d+ (?!mai)\w+ 201\d"),
        ("12. Mai 2011", r"\d+\. (?!Mai)[A-Z]\w+ 201\d"),
        ("meskerem 12", r"(?!meskerem)[a-z]+ \d+"),
        ("the 1990s", r"the (?:1980|2000)s"),
        ("the nineties", "the eighties"),
        ("mid-May", r"mid-(?!May)[A-Z][a-z]+"),
        ("12/25/2020 at 5pm", r"\d+/\d+/20\d\d at 5pm"),
        ("early March 2015", r"early (?!March)[A-Z][a-z]+ 201\d"),
        ("Spring 2019", r"(?!Spring)[A-Z][a-z]+ 20(?:18|20)"),
        ("'09", r"'(?:08|10)"),
        ("Sept. 5th", r"(?!Sep)[A-Z][a-z]{2}\. \d+[a-z]{2}"),
        ("the 5th of May 2011", r"the \d+[a-z]{2} of (?!May)[A-Z][a-z]+ 201\d"),
        ("2011-05-12T10:00", r"201\d-\d\d-\d\dT10:00"),
        ("May ’11", r"(?!May)[A-Z][a-z]+ ’1\d"),
        ("back in 2009", r"back in 20(?:08|10)"),
        ("last May", r"last (?!May)[A-Z][a-z]+"),
        ("Wednesday 5/22/24", r"Wednesday \d+/\d+/2\d"),
        ("Monday, May 5th at 3:30 pm", r"Monday, [A-Z][a-z]+ \d+[a-z]{2} at 3:30 pm"),
        ("Febuary 5", r"[A-Z][a-z]+ \d+"),
        ("June 31st", r"(?!June)[A-Z][a-z]+ \d+[a-z]{2}"),
        ("oh three, oh eight, twenty thirteen", r"[a-z ]+, [a-z -]+, twenty [a-z]+"),
        ("Boxing Day", r"(?!Boxing)[A-Z].*"),
        ("Fall 2012 - Spring 2013", r"[A-Z][a-z]+ 201\d - [A-Z][a-z]+ 201\d"),
        ("school year 2012-2013", r"school year 201\d-201\d"),
        ("5-May-11", r"\d+-(?!May)[A-Z][a-z]+-1\d"),
        ("5pm on May 5", r"5pm on (?!May)[A-Z][a-z]+ \d+"),
        ("from May 5 to 7", r"from (?!May)[A-Z][a-z]+ \d+ to \d+"),
        ("May 5-7, 2011", r"(?!May)[A-Z][a-z]+ \d+-\d+, 201\d"),
        ("1990s-2000s", r"(?:1980s-1990|2000s-2010)s"),
    ],
)
def test_dates_that_a_tagger_finds_are_written_again(text, pattern):
    for number in range(20):
        new = dates(text, key=b"key number %06d" % number)[text]
        if new is None:  # a range that cannot be kept
            assert " to " in text
        else:
            assert re.fullmatch(pattern, new), new


def test_the_order_of_numbers_is_the_packs_where_a_dialogue_does_not_show_it(tmp_path):
    assert read_date("03/04/2012").day == date(2012, 3, 4)
    [new] = [dates("03/04/2012", "25/12/2012")["25/12/2012"]]
    assert new
    (tmp_path / "dates.toml").write_text('order = ["day", "month"]')
    british = make_lexicon("en", str(tmp_path))
    assert read_date("03/04/2012", lexicon=british).day == date(2012, 4, 3)


def test_what_is_no_school_year_is_none():
    assert re.fullmatch(r"201\d-\d\d", dates("2011-08")["2011-08"])
    assert dates("2012-14")["2012-14"] is None


@given(st.text(max_size=30))
def test_any_text_is_read_without_an_error(text):
    assert dates(text)[text] != text


@pytest.mark.parametrize("number", range(6))
def test_ages_move_all_alike_and_as_dates_of_birth_do(number):
    born = Mention("May 5, 2012", "DATE_OF_BIRTH")
    mentions = [Mention("10", "AGE"), Mention("twelve", "AGE"), born]
    found = assign(mentions, key=b"key number %06d" % number, scope="scope")
    age, words, birth = (found[mention] for mention in mentions)
    step = int(age) - 10
    assert words == {-1: "eleven", 1: "thirteen"}[step]
    later = read_date(birth).day > read_date("May 5, 2012").day
    assert step == (-1 if later else 1)


def age(birth, day):
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


@given(st.dates(date(1990, 1, 1), date(2015, 1, 1)), st.integers(8, 18), st.booleans(), KEYS)
def test_who_is_twelve_on_a_date_still_is(born, years, eve, key):
    born = born.replace(day=min(born.day, 28))
    today = born.replace(year=born.year + years)
    today -= timedelta(days=eve)
    mentions = [Mention(f"{born:%Y-%m-%d}", "DATE_OF_BIRTH"), Mention(f"{today:%m/%d/%Y}", "DATE")]
    found = assign(mentions, key=key, scope="scope")
    birth, day = (read_date(found[mention]).day for mention in mentions)
    assert age(birth, day) == age(born, today)
    assert (day - birth) == (today - born)


def test_a_year_of_birth_keeps_its_distance_from_a_year():
    mentions = [Mention("2012", "DATE_OF_BIRTH"), Mention("May 5, 2024", "DATE")]
    for number in range(6):
        found = assign(mentions, key=b"key number %06d" % number, scope="scope")
        birth, day = (read_date(found[mention]).day for mention in mentions)
        assert day.year - birth.year == 12


def test_no_moved_date_is_another_original():
    texts = [f"{month} 1 2012" for month in ("May", "June", "July", "August", "September")]
    surrogates = dates(*texts)
    assert not {surrogates[text] for text in texts} & set(texts)


@given(KEYS)
def test_a_date_without_a_year_moves_as_the_same_day_with_one(key):
    surrogates = dates("March 5", "March 5, 2013", "3/5", key=key)
    day = surrogates["March 5, 2013"].split(",")[0]
    assert surrogates["March 5"] == day
    assert surrogates["3/5"].split("/")[1] == day.split()[1]


@given(KEYS)
def test_the_first_and_the_last_year_of_the_calendar_move(key):
    assert dates("9999", key=key)["9999"] == "9998"
    assert dates("0001", key=key)["0001"] == "0002"
    assert dates("May 5, 9999", key=key)["May 5, 9999"] != "May 5, 9999"


MONTHS = "January February March April May June July August September October November December"
PARTIAL = st.one_of(
    st.sampled_from(MONTHS.split()),
    st.integers(1, 28).map(lambda day: f"the {day}th"),
    st.integers(1990, 2020).map(str),
    st.dates(date(2010, 1, 1), date(2013, 1, 1)).map(lambda day: f"{day:%B %Y}"),
    st.dates(date(2010, 1, 1), date(2013, 1, 1)).map(lambda day: f"{day:%Y-%m}"),
    st.dates(date(2010, 1, 1), date(2013, 1, 1)).map(lambda day: f"{day.month}/{day.year}"),
)


@given(st.sets(PARTIAL, min_size=2, max_size=3), KEYS)
def test_dates_without_a_day_or_with_a_year_alone_neither_meet_nor_become_each_other(texts, key):
    surrogates = dates(*texts, key=key)
    new = {surrogates[text] for text in texts}
    assert len(new) == len(texts)
    assert not new & texts


def test_years_alone_move_by_the_least_step_that_hits_no_year():
    surrogates = dates("2019", "2020", "2021")
    assert {abs(int(surrogates[year]) - int(year)) for year in ("2019", "2020", "2021")} == {3}
    both = dates("2011", "May 2012", "May 2010")
    assert abs(int(both["2011"]) - 2011) == 2


def test_a_calendar_full_of_months_still_moves():
    surrogates = dates(*MONTHS.split())
    assert all(surrogates[month] != month for month in MONTHS.split())
