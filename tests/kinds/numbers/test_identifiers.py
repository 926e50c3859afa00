import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("student id: 4471-B", ("ID_NUM", "4471-B")),
        ("meeting ID 913 5528 3361", ("ID_NUM", "913 5528 3361")),
        ("my login is tarn0912", ("ID_NUM", "tarn0912")),
        ("for the code, put K3-5571-TW", ("ID_NUM", "K3-5571-TW")),
        ("user 51882, yours is 51828", ("ID_NUM", "51828")),
        ("192.168.10.255", ("IP_ADDRESS", "192.168.10.255")),
        ("fe80::1ff:fe23:4567:890a", ("IP_ADDRESS", "fe80::1ff:fe23:4567:890a")),
        ("4111 1111 1111 1111", ("CREDIT_CARD", "4111 1111 1111 1111")),
        ("219-09-9998", ("US_SSN", "219-09-9998")),
    ],
)
def test_numbers_of_people_and_machines_are_found(found, text, expected):
    assert expected in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "the number is 4471",
        "student number 3 of 30",
        "group number 5 has 12 cards",
        "the account has 1200 dollars",
        "4111 1111 1111 1112",
        "class code of conduct",
        "room 12",
        "my answer card says 3/4",
    ],
)
def test_ordinary_numbers_are_no_identifiers(found, text):
    assert found(text) == []
