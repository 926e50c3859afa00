import pytest

from spacy_piivot.corpus.xlsx.numbers import Form, number_of, serial_of, shown


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("4", "4"),
        ("4.0", "4"),
        ("-0.5", "-0.5"),
        ("1.1000000000000001", "1.1"),
        ("1E3", "1000"),
        ("12345678901234567890", "12345678901234567890"),
        ("1E300", "1e+300"),
    ],
)
def test_numbers_are_read_as_short_as_they_are_shown(text: str, number: str) -> None:
    assert str(number_of(text)) == number


@pytest.mark.parametrize(
    ("serial", "text", "form"),
    [
        (0, "0:00", Form.TIME),
        (0.175, "4:12", Form.TIME),
        (0.75 + 5 / 86400, "18:00:05", Form.TIME),
        (1, "1900-01-01", Form.DATE),
        (59, "1900-02-28", Form.DATE),
        (61, "1900-03-01", Form.DATE),
        (45000, "2023-03-15", Form.DATE),
        (45000.4375, "2023-03-15 10:30:00", Form.DATE_AND_TIME),
    ],
)
def test_dates_and_times_come_back(serial: float, text: str, form: Form) -> None:
    assert shown(serial, uses_1904=False) == (text, form)
    found = serial_of(text, uses_1904=False)
    assert found is not None
    assert found[0] == pytest.approx(serial, abs=1e-9)
    assert found[1] is form


def test_days_can_be_counted_from_1904() -> None:
    assert shown(0.5, uses_1904=True) == ("12:00", Form.TIME)
    assert shown(43538, uses_1904=True) == ("2023-03-15", Form.DATE)
    assert serial_of("2023-03-15", uses_1904=True) == (43538, Form.DATE)


@pytest.mark.parametrize(
    "text", ["", "then", "4", "2023-13-01", "4:12:99", "25:00", "20230315", "2023-03-15T10:30:00Z"]
)
def test_other_texts_are_no_dates(text: str) -> None:
    assert serial_of(text, uses_1904=False) is None


def test_there_is_a_last_day() -> None:
    with pytest.raises(OverflowError):
        shown(1e9, uses_1904=False)
