"""Addresses of persons and of sources; all persons are invented."""

import pytest

from spacy_piivot.kinds.contacts.url_owner import url_owner

NAMES = ("Adaeze Okonjo-Bello", "Mark Reyes", "Ana")


@pytest.mark.parametrize(
    ("url", "section"),
    [
        ("https://www.linkedin.com/in/adaeze-okonjo-nd42", "author_block"),
        ("in.linkedin.com/in/someone-else-19mba", "body"),
        ("https://github.com/amirmz75/ghali-circles", "body"),
        ("https://github.com/okonjo-081", "references"),
        ("https://drive.google.com/drive/folders/1sUhar-7", "body"),
        ("https://docs.google.com/document/d/1x/edit", "references"),
        ("https://kiptoo-maps.wordpress.com/2019/about", "body"),
        ("https://adaeze-maps.example/portfolio", "author_block"),
        ("https://okonjo.example/portfolio", "references"),
        ("www.rawa.example", "author_block"),
        ("https://www.karo-arch.example.cz", "body"),
        ("https://youtube.com/@kiptoo", "body"),
        ("https://www.youtube.com/channel/UC123", ""),
        ("https://orcid.org/0000-0001-2345-6789", "author_block"),
        ("http://people.example.edu/~reyes/", "body"),
        ("https://www.example.edu/~lindh/birds", "body"),
        ("https://www.example.edu/students/lindh", "body"),
        ("https://medium.com/@kiptoo/my-map", "body"),
        ("HTTPS://WWW.INSTAGRAM.COM/KIPTOO", "body"),
        ("m.facebook.com/kiptoo.maps", "body"),
        ("https://kiptoo.github.io", "body"),
    ],
)
def test_a_personal_address(url: str, section: str) -> None:
    assert url_owner(url, section=section, names=NAMES) == "personal"


@pytest.mark.parametrize(
    ("url", "section"),
    [
        ("http://en.wikipedia.org/wiki/Cosmic_distance_ladder", "body"),
        ("https://doi.org/10.99999/jseat.2014", "references"),
        ("https://www.ted.com/talks/ana_lindh_the_clues", "body"),
        ("https://www.youtube.com/watch?v=abc", "body"),
        ("https://youtu.be/abc", "body"),
        ("https://science.nasa.gov/mission/hubble/", "body"),
        ("www.eba.gov.tr", "body"),
        ("https://writing.example.edu/resources/apa", "body"),
        ("https://www.example.ac.uk/library/maps.pdf", "body"),
        ("https://www.evmarketwatch.example/report-2021/q2", "references"),
        ("https://www.banana-book.example/banana", "footnotes"),
        ("https://github.com/tensorlib/tensorlib", "references"),
        ("https://medium.com/better-maps/how-to", "body"),
        ("https://www.linkedin.com", "body"),
        ("https://www.facebook.com/", "references"),
        ("https://hbr.org/2011/04/failure", "body"),
        ("https://charwater.example/journey", "references"),
        ("https://maps.wordpress.com/why", "references"),
    ],
)
def test_a_public_address(url: str, section: str) -> None:
    assert url_owner(url, section=section, names=NAMES) == "public"


@pytest.mark.parametrize("url", ["", "https://", "x", "http:///", "https://user@:80/?", "...", "@"])
def test_what_cannot_be_read_is_personal(url: str) -> None:
    assert url_owner(url, section="body") == "personal"


def test_two_names_of_a_participant_make_any_page_personal() -> None:
    url = "https://www.edx.org/certificates/adaeze-okonjo"
    assert url_owner(url, section="body", names=NAMES) == "personal"
    assert url_owner(url, section="body") == "public"


@pytest.mark.parametrize(
    "url",
    [
        "https://people.mit.edu/jdoe",
        "https://hillview.edu/alumni/amina-diallo",
        "https://sharepoint.hillview.edu/personal/jane_achebe",
        "https://site.gov?author=okafor-ada",
    ],
)
def test_pages_of_persons_at_schools_and_names_in_queries_are_personal(url: str) -> None:
    assert url_owner(url, section="body", names=["Ada Okafor"]) == "personal"
