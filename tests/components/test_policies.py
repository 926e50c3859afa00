import pickle
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from shared_pipelines import blank_english
from spacy.language import Language
from spacy.tokens import Doc
from surrogated import make_doc, make_nlp

from spacy_piivot.components.policies import Policies
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import Candidate, set_candidates
from spacy_piivot.errors import PIIvotError

PROSE = "We read about this for a long time and then wrote what we had found. " * 8
NAMES = [
    ("Zadie Okell", "NAME", "participant"),
    ("Priya Raman", "NAME", "mentioned"),
    ("Michelle Obama", "NAME", "public"),
    ("Atticus Finch", "NAME", "problem"),
    ("Tony Buzan", "NAME", "cited"),
    ("Pascal", "NAME", "math_term"),
    ("Jorunn", "NAME", ""),
]
URLS = [
    ("https://www.mindtools.com/maps.html", "URL", "cited"),
    ("https://zadieokell.weebly.com", "URL", ""),
]
OTHERS = [
    ("Austin", "LOCATION", ""),
    ("May 5, 2019", "DATE", ""),
    ("Fairholme High School", "SCHOOL", ""),
    ("17 years", "AGE", ""),
    ("20-11345", "ID_NUM", ""),
    ("the twin of the mayor", "OTHER", ""),
]
FOUND = [*NAMES, *URLS, *OTHERS]
TEXT = "; ".join(cut for cut, _, _ in FOUND) + ". "


def document(nlp: Language, text: str, found: Sequence[Any] = FOUND, **options: Any) -> Doc:
    messages = [Message("", text)] if isinstance(text, str) else text
    return make_doc(nlp, messages, found, **options)


def kept(nlp: Language, text: str, found: Sequence[Any] = FOUND) -> set[str]:
    """The findings that are still in the text."""
    released = nlp(document(nlp, text, found))._.piivot_text
    return {cut for cut, _, _ in found if cut in released}


ALWAYS = {"Pascal", "17 years"}
IN_LESSONS = {*ALWAYS, "Tony Buzan", "Michelle Obama"}
IN_ESSAYS = {
    *ALWAYS,
    "Tony Buzan",
    "Michelle Obama",
    "https://www.mindtools.com/maps.html",
}
IN_CRAPII = {*IN_ESSAYS, "Austin", "May 5, 2019"}


@pytest.mark.parametrize(
    ("policy", "text", "expected"),
    [
        ("tutoring", TEXT, IN_LESSONS),
        ("tutoring", TEXT + PROSE, IN_LESSONS),
        ("essay", TEXT, IN_ESSAYS),
        ("essay", TEXT + PROSE, IN_ESSAYS),
        ("crapii", TEXT, IN_CRAPII),
        ("auto", TEXT, IN_LESSONS),
        ("auto", TEXT + PROSE, IN_ESSAYS),
    ],
)
def test_a_policy_decides_what_stays(policy: str, text: str, expected: set[str]) -> None:
    assert kept(make_nlp(policy=policy), text) == expected


def test_what_is_held_or_shuffled_is_masked_without_a_command() -> None:
    nlp = make_nlp(policy="crapii")
    doc = nlp(document(nlp, TEXT))
    assert "[OTHER]" in doc._.piivot_text
    assert "[SCHOOL]" in doc._.piivot_text
    assert [c.label for c in nlp.get_pipe("hips_surrogator").held(doc)] == ["OTHER"]
    other = make_nlp()
    assert other.get_pipe("hips_surrogator").held(other(document(other, TEXT))) == []


def test_settings_stand_above_the_policy() -> None:
    nlp = make_nlp(policy="essay", strategies={"LOCATION": "keep"}, keep_roles=["mentioned"])
    expected = {"Priya Raman", "Austin", "17 years", "https://www.mindtools.com/maps.html"}
    assert kept(nlp, TEXT) == expected
    surrogator = nlp.get_pipe("hips_surrogator")
    surrogator.policy = "tutoring"
    assert surrogator.strategies == {"LOCATION": "keep"}
    assert kept(nlp, TEXT) == {"Priya Raman", "Austin", "17 years"}
    surrogator.strategies = {}
    assert surrogator.policy == "tutoring"
    assert kept(nlp, TEXT) == {"Priya Raman", "17 years"}


@pytest.mark.parametrize(
    "place", ["Texas", "TX", "the Netherlands", "Texas, USA", "Europe", "U.S.", "Puerto Rico"]
)
@pytest.mark.parametrize("policy", ["essay", "tutoring"])
def test_wide_places_are_kept_unless_all_are_to_be_replaced(place: str, policy: str) -> None:
    found = [(place, "LOCATION", ""), ("Coventry", "LOCATION", "")]
    text = f"{place}, then Coventry. "
    assert kept(make_nlp(policy=policy), text, found) == {place}
    strict = make_nlp(policy=policy, strategies={"LOCATION": "replace"})
    assert kept(strict, text, found) == set()


def test_a_country_is_replaced_where_a_policy_asks_for_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "tutoring"\n[places]\nwide = "replace"\n')
    assert kept(make_nlp(policy=str(path)), "Brazil. ", [("Brazil", "LOCATION", "")]) == set()


@pytest.mark.parametrize(
    ("text", "place", "stays"),
    [
        ("we live in Jordan now. ", "Jordan", True),
        ("Jordan is late. ", "Jordan", False),
        ("ask Virginia. ", "Virginia", False),
        ("Atlanta, Georgia. ", "Georgia", True),
        ("Alabama is hot. ", "Alabama", True),
        ("we are from Nauru. ", "Nauru", False),
        ("I saw the Eiffel Tower. ", "the Eiffel Tower", True),
        ("northern Ohio. ", "northern Ohio", True),
        ("Washington, DC. ", "Washington, DC", True),
        ("Ontario, CA. ", "Ontario, CA", False),
        ("New York, NY. ", "New York, NY", False),
    ],
)
def test_what_may_be_a_person_or_a_city_is_replaced(text: str, place: str, stays: bool) -> None:
    assert kept(make_nlp(), text, [(place, "LOCATION", "")]) == ({place} if stays else set())


@pytest.mark.parametrize("place", ["Austin, TX", "San Juan", "Lincoln, Nebraska", "Umuofia"])
def test_an_essay_loses_other_places(place: str) -> None:
    assert kept(make_nlp(policy="essay"), f"{place}. ", [(place, "LOCATION", "")]) == set()


def test_a_file_of_ones_own_is_a_policy(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "crapii"\n[names]\ncited = "mask"\n[labels]\nAGE = "mask"\n')
    nlp = make_nlp(policy=str(path))
    assert kept(nlp, TEXT) == IN_CRAPII - {"Tony Buzan", "17 years"}
    assert "[NAME]" in nlp(document(nlp, TEXT))._.piivot_text


def test_a_policy_can_replace_public_figures_and_characters(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    found = [("Nelson Mandela", "NAME", "public"), ("Katniss", "NAME", "problem")]
    text = "Nelson Mandela was 76. In The Hunger Games, Katniss is 16. "
    assert kept(make_nlp(policy="tutoring"), text, found) == {"Nelson Mandela", "Katniss"}
    path.write_text('extends = "tutoring"\n[names]\nfamous = "replace"\n')
    assert kept(make_nlp(policy=str(path)), text, found) == {"Katniss"}
    path.write_text('extends = "tutoring"\n[names]\nfiction = "replace"\n')
    assert kept(make_nlp(policy=str(path)), text, found) == {"Nelson Mandela"}


def test_each_document_has_the_policy_of_its_shape_in_any_process() -> None:
    nlp = make_nlp()
    texts = [TEXT + PROSE if number % 3 else TEXT for number in range(8)]

    def docs() -> list[Doc]:
        return [document(nlp, text, id=f"d{number}") for number, text in enumerate(texts)]

    alone = [nlp(doc)._.piivot_text for doc in docs()]
    assert ["mindtools" in text for text in alone] == [bool(n % 3) for n in range(8)]
    assert [doc._.piivot_text for doc in nlp.pipe(docs(), n_process=2, batch_size=2)] == alone
    assert [doc._.piivot_text for doc in nlp.pipe(docs(), batch_size=3)] == alone


def test_a_transcript_in_one_message_is_tutoring() -> None:
    turns = f"Ms. Okoye: {TEXT}\n" + "Amara: I do not know, let me think about it\n" * 12
    assert kept(make_nlp(), turns) == IN_LESSONS


def test_a_text_without_messages_has_a_shape_too() -> None:
    nlp = make_nlp()
    text = "Michelle Obama wrote it. " + PROSE
    doc = nlp.make_doc(text)
    span = doc.char_span(0, 14, "NAME")
    doc.spans["pii"] = [span]
    doc.spans["pii"].attrs["roles"] = ["public"]
    assert nlp(doc)._.piivot_text == text


@pytest.mark.parametrize(
    ("written", "replaced"),
    [
        ("Zadie Okell", True),
        ("Okell, Zadie", True),
        ("ZADIE OKELL", True),
        ("Zadie Okell's", True),
        ("Zoë Okell", False),
        ("Okell", False),
        ("Okell, Z.", False),
        ("Zadie", False),
        ("J. Okell", False),
        ("Zadie Smith", False),
        ("Zadie Okell Brown", False),
    ],
)
@pytest.mark.parametrize("role", ["cited", "public"])
@pytest.mark.parametrize("known", ["text", "roster", "speaker"])
def test_the_full_name_of_a_participant_is_replaced_whatever_its_role(
    written: str, replaced: bool, role: str, known: str
) -> None:
    nlp = make_nlp(policy="essay")
    text = f"According to <{written}>, it is so. Written by me (Miss Zadie Okell)"
    if known != "text":
        text = text.partition(" (")[0]
    messages = [Message("Zadie Okell" if known == "speaker" else "", text)]
    roster = ["Okell, Zadie"] if known == "roster" else None
    doc = make_doc(nlp, messages, [], roster=roster)
    starts = [(text.index(f"<{written}>") + 1, written, role)]
    if known == "text":
        starts.append((text.index("(Miss Zadie") + 6, "Zadie Okell", "participant"))
    doc.spans["pii"] = [doc.char_span(at, at + len(cut), "NAME") for at, cut, _ in starts]
    doc.spans["pii"].attrs["roles"] = [role for *_, role in starts]
    released = nlp(doc)._.piivot_text
    assert (f"<{written}>" not in released) == replaced


def test_a_mathematical_term_stays_whoever_has_its_name() -> None:
    nlp = make_nlp(policy="essay")
    doc = make_doc(
        nlp,
        [Message("Blaise Pascal", "in Blaise Pascal's triangle")],
        [("Blaise Pascal", "NAME", "math_term")],
    )
    assert nlp(doc)._.piivot_text == "in Blaise Pascal's triangle"


def test_a_policy_is_saved_and_taken_to_workers_but_read_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "essay"\n')
    nlp = make_nlp(policy=str(path))
    nlp.to_disk(tmp_path / "model")
    again = pickle.loads(pickle.dumps(nlp.get_pipe("hips_surrogator")))
    path.unlink()
    assert again.policies.of(document(nlp, TEXT)).strategy("NAME", "public") == "keep"
    assert "mine.toml" in (tmp_path / "model" / "config.cfg").read_text()
    with pytest.raises(PIIvotError, match="there is no such policy"):
        blank_english().add_pipe("hips_surrogator", config={"policy": str(path)})


def test_what_the_policies_decide_is_told_apart() -> None:
    given: list[Any] = [
        Policies("auto"),
        Policies("essay"),
        Policies("tutoring"),
        Policies("essay", {"AGE": "mask"}),
        Policies("essay", {}, []),
        Policies("essay", {}, ["cited"]),
    ]
    told = [one.to_dict() for one in given]
    assert all(one not in told[:number] for number, one in enumerate(told))
    assert Policies("essay").to_dict() == told[1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Ireland", "Hi Ireland! From Ireland: yes. "),
        ("Asia", "Asia and Cuba met. In Asia it rains. "),
        ("Jordan", "Thanks, Jordan. I sat in Jordan's chair. "),
        ("Denali", "Denali helped. I walked with Denali to Denali. "),
    ],
)
def test_a_pupil_with_the_name_of_a_place_is_replaced_everywhere(name: str, text: str) -> None:
    nlp = make_nlp(policy="tutoring")
    at = [match.start() for match in re.finditer(name, text)]
    found = [Candidate(at[0], at[0] + len(name), "NAME", 1.0, "test", role="participant")]
    found += [Candidate(one, one + len(name), "LOCATION", 1.0, "test") for one in at[1:]]
    doc = dialogue_to_doc(Dialogue("d1", [Message("", text)]), nlp)
    set_candidates(doc, found)
    assert name not in nlp(doc)._.piivot_text
