import numpy
import pytest

from spacy_piivot.architectures.essay_roles import essay_roles

ROLES = ("participant", "public", "cited", "mentioned")
PRIVATE, PUBLIC, CITED, FRIEND = (numpy.eye(4)[i] for i in range(4))


def test_a_person_that_is_told_once_is_known_everywhere() -> None:
    names = ["Tony Buzan", "Buzan", "Ana"]
    means = [CITED, 0.4 * CITED + 0.6 * PRIVATE, PRIVATE]
    assert essay_roles(names, means, ROLES, 0.6) == ["cited", "cited", "participant"]


@pytest.mark.parametrize(("threshold", "role"), [(0.5, "public"), (0.61, "mentioned")])
def test_in_doubt_a_person_is_private(threshold: float, role: str) -> None:
    mean = 0.35 * PUBLIC + 0.25 * CITED + 0.3 * FRIEND + 0.1 * PRIVATE
    assert essay_roles(["Oyelaran"], [mean], ROLES, threshold) == [role]


@pytest.mark.parametrize(("share", "role"), [(0.8, "mentioned"), (0.95, "public")])
def test_a_given_name_alone_is_hardly_ever_an_authors(share: float, role: str) -> None:
    mean = share * PUBLIC + (1 - share) * FRIEND
    assert essay_roles(["Ana", "Ana"], [mean] * 2, ROLES, 0.6) == [role] * 2
    # The essay has said who she is.
    assert essay_roles(["Ana Oyelaran", "Ana"], [mean] * 2, ROLES, 0.6)[0] == "public"


def test_no_names_give_no_roles() -> None:
    assert essay_roles([], [], ROLES, 0.5) == []


@pytest.mark.parametrize(
    ("name", "role"), [("Albert Einstein", "public"), ("Ana Ruiz", "mentioned")]
)
def test_a_listed_figure_needs_less(name: str, role: str) -> None:
    mean = 0.3 * PUBLIC + 0.7 * FRIEND
    family = name.split()[1]
    assert essay_roles([family, name.upper()], [mean, mean], ROLES, 0.6) == [role] * 2


def test_a_listed_name_alone_is_not_enough() -> None:
    assert essay_roles(["Albert Einstein"], [FRIEND], ROLES, 0.6) == ["mentioned"]


def test_a_given_name_alone_is_the_private_persons_who_has_it() -> None:
    names, means = ["Ana Ruiz", "Ana", "Rosa Parks", "Rosa"], [FRIEND, PUBLIC, PUBLIC, FRIEND]
    found = essay_roles(names, means, ROLES, 0.6)
    assert [found[0], found[2], found[3]] == ["mentioned", "public", "mentioned"]
    assert found[1] in ("participant", "mentioned")


def test_a_mention_that_is_surely_private_is_not_famous() -> None:
    names, means = ["Ralph Emerson", "Emerson", "Emerson"], [PUBLIC, PUBLIC, FRIEND]
    assert essay_roles(names, means, ROLES, 0.6) == ["public", "public", "mentioned"]
