from spacy_piivot.sections.lines import split_lines


def test_lines_have_offsets_and_plain_blanks() -> None:
    text = "\n  Ada\u00a0Lee \r\n\r\n\tb\nc"
    lines = split_lines(text)
    assert [line.text for line in lines] == ["Ada Lee", "b", "c"]
    assert [text[line.start : line.end] for line in lines] == ["Ada\u00a0Lee", "b", "c"]
    assert [line.apart for line in lines] == [True, True, False]


def test_other_line_ends_count_too() -> None:
    assert [line.text for line in split_lines("a\fb\rc\u2028d")] == list("abcd")


def test_a_blank_text_has_no_lines() -> None:
    assert split_lines(" \n\t\n") == []
