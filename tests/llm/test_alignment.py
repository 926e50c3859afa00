import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.llm.alignment import align_copy, find_inside, find_misquoted, find_quoted
from spacy_piivot.llm.marks import MARKS, read_marks, write_marks


def cut(text: str, quoted: str) -> list[str]:
    return [text[start:end] for start, end in find_quoted(text, quoted)]


@pytest.mark.parametrize(
    ("text", "quoted", "found"),
    [
        ("Ann and Annie and Ann", "Ann", ["Ann", "Ann"]),
        ("hi alex2x+3", "alex", ["alex"]),
        ("phone 212 555 0143", "212  555 0143", ["212 555 0143"]),
        ("it is o’brien", "O'Brien", ["o’brien"]),
        ("Maria  van\tder Berg", "Maria van der Berg", ["Maria  van\tder Berg"]),
        ("312", "12", []),
        ("Annie", "Ann", []),
        ("nobody here", "Marisol", []),
        ("anything", " ", []),
        ("x (a+b)? no", "(a+b)?", ["(a+b)?"]),
    ],
)
def test_a_quoted_string_is_found_as_whole_words(text: str, quoted: str, found: list[str]) -> None:
    assert cut(text, quoted) == found


@pytest.mark.parametrize(
    ("text", "quoted", "found"),
    [
        ("call marisolle now", "Marisole", ["marisolle"]),
        ("call Mairsol!", "Marisol", ["Mairsol"]),
        ("it is O’Briem", "O'Brien", ["O’Briem"]),
        ("the bid", "bud", []),
        ("Annie", "Ann", []),
        ("nobody here", "Marisol", []),
    ],
)
def test_a_string_with_a_slip_is_found(text: str, quoted: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_misquoted(text, quoted)] == found


@pytest.mark.parametrize(
    ("text", "quoted", "found"),
    [
        ("emmas book, Femma", "emma", ["emmas", "Femma"]),
        ("AdaLovelace2 was here", "Ada Lovelace", ["AdaLovelace"]),
        ("Ada Lovelace was here", "AdaLovelace", ["Ada Lovelace"]),
        ("so 2125550143 it is", "5550143", ["2125550143"]),
        ("我叫王小明在北京", "王小明", ["王小明"]),
        ("我叫王小明", "李", []),
        ("312", "12", []),
        ("maximal", "ax", []),
        ("anything", " ", []),
    ],
)
def test_a_string_is_found_inside_words(text: str, quoted: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_inside(text, quoted)] == found


def test_a_copy_with_a_slip_is_aligned() -> None:
    original = "hi Marya, is 4/12 right?"
    start = original.index("Marya")
    for copy in (original, "hi Maria, is 4/12 right?", "hi  Marya, is 4/12 right?", original + "!"):
        name = "Maria" if "Maria" in copy else "Marya"
        place = copy.index(name)
        assert align_copy(original, copy, [(place, place + 5)]) == [(start, start + 5)]


@pytest.mark.parametrize(
    "copy", ["hi Maria, is 4/12 wrong?", "", "something else", "hi Mary, it is right", "x" * 50_000]
)
def test_a_copy_with_more_changes_is_not_believed(copy: str) -> None:
    assert align_copy("hi Marya, is 4/12 right?", copy, [(0, 2)]) is None


def test_long_messages_may_have_more_slips() -> None:
    original = " ".join(f"{number} times {number} is {number**2}," for number in range(40))
    copy = original.replace("3 times 3", "3 tines 3", 1).replace("9 times 9", "9 tines 9", 1)
    place = original.index("1521")
    assert align_copy(original, copy, [(place, place + 4)]) == [(place, place + 4)]
    assert align_copy(original, original.replace("times", "tines"), [(0, 1)]) is None


@pytest.mark.parametrize("name", ["", "F", "***", "****", "XXXX", "Name", "Kemo", "FFemii", "eFmi"])
def test_where_a_name_may_have_stood_no_slips_are_seen(name: str) -> None:
    original = f"{'so we look at it once more, ' * 20}and then Femi said so"
    assert align_copy(original, original.replace("Femi", name), []) is None
    assert align_copy(original, original.replace("Femi", "Fem1"), []) == []


@pytest.mark.parametrize(
    ("original", "copy", "marked", "found"),
    [
        ("so Annie went", "so Anni went", "Anni", "Annie"),
        ("so Annie went", "so nnie went", "nnie", "Annie"),
        ("so Ann, went", "so Ann went", "Ann", "Ann"),
        ("so Ann a went", "so Ann went", "Ann", "Ann"),
        ("so  Ann  Lee went", "so Ann Lee went", "Ann Lee", "Ann  Lee"),
        ("so AnnLee went", "so Ann Lee went", "Ann Lee", "AnnLee"),
        ("so Anne went", "so Annex went", "Annex", "Anne"),
    ],
)
def test_a_marked_word_is_found_whole(original: str, copy: str, marked: str, found: str) -> None:
    place = copy.index(marked)
    [(start, end)] = align_copy(original, copy, [(place, place + len(marked))]) or [(0, 0)]
    assert original[start:end] == found


def test_what_repeats_itself_is_aligned_at_its_end() -> None:
    original = "ha" * 1000
    place = len(original) - 2
    copy = "o" + original[1:place] + "he"
    assert align_copy(original, copy, [(place, place + 2)]) == [(place, place + 2)]
    assert align_copy(original, "ho" * 1000, [(0, 2)]) is None


@given(st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=60), st.data())
def test_marks_come_out_as_they_went_in(text: str, data: st.DataObject) -> None:
    if any(mark[0] in text or mark[-1][0] in text for pair in MARKS.values() for mark in pair):
        return
    bounds = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    labels = list(MARKS)
    spans = [(a, b, labels[a % 4]) for a, b in zip(bounds[::2], bounds[1::2], strict=False)]
    marked = write_marks(text, spans)
    plain, found = read_marks(marked)
    assert plain == text
    assert [(m.start, m.end, m.label) for m in found] == spans
    assert [marked[m.place : m.place + m.end - m.start] for m in found] == [
        text[a:b] for a, b, _ in spans
    ]


def test_marks_without_their_ends_are_text() -> None:
    assert read_marks("@@@Ada and ###") == ("Ada and ", [(0, 8, "NAME", 3)])
    assert read_marks("QQQ Ada ###") == ("QQQ Ada ###", [])
    assert read_marks("@@@Ada\n###") == ("@@@Ada\n###", [])


def test_overlapping_and_unmarkable_spans_are_left_out() -> None:
    spans = [(0, 3, "NAME"), (1, 5, "NAME"), (6, 9, "AGE"), (10, 13, "PHONE_NUMBER")]
    assert write_marks("Ada is 12 555", spans) == "@@@Ada### is 12 %%%555~~~"
