from pathlib import Path

import pytest

from spacy_piivot.core.labels import BY_NAME, CANONICAL, CITED, IDENTIFIERS, ROLES
from spacy_piivot.core.policy import (
    AUTO,
    BY_SHAPE,
    DOUBTFUL,
    PERSONAL,
    BadPolicy,
    load_policy,
    possible_strategies,
    shipped_policies,
)

REPLACED, KEPT, MASKED, SHUFFLED, HELD = "consistent", "keep", "mask", "shuffle", "hold"
POLICIES = ("tutoring", "essay", "crapii")
# By label, what happens under each policy.
LABELS = {
    "NAME": (REPLACED, REPLACED, REPLACED),
    "LOCATION": (REPLACED, REPLACED, KEPT),
    "STREET_ADDRESS": (REPLACED, REPLACED, REPLACED),
    "SCHOOL": (REPLACED, REPLACED, SHUFFLED),
    "DATE": (REPLACED, REPLACED, KEPT),
    "DATE_OF_BIRTH": (REPLACED, REPLACED, REPLACED),
    "AGE": (KEPT, KEPT, KEPT),
    "GRADE_LEVEL": (KEPT, KEPT, KEPT),
    "COURSE": (KEPT, KEPT, KEPT),
    "NRP": (MASKED, KEPT, KEPT),
    "PHONE_NUMBER": (REPLACED, REPLACED, REPLACED),
    "EMAIL_ADDRESS": (REPLACED, REPLACED, REPLACED),
    "URL": (REPLACED, REPLACED, REPLACED),
    "USERNAME": (REPLACED, REPLACED, REPLACED),
    "ID_NUM": (REPLACED, REPLACED, REPLACED),
    "IP_ADDRESS": (REPLACED, REPLACED, REPLACED),
    "US_SSN": (REPLACED, REPLACED, REPLACED),
    "US_BANK_NUMBER": (REPLACED, REPLACED, REPLACED),
    "US_DRIVER_LICENSE": (REPLACED, REPLACED, REPLACED),
    "US_PASSPORT": (REPLACED, REPLACED, REPLACED),
    "CREDIT_CARD": (REPLACED, REPLACED, REPLACED),
    "ORG": (KEPT, KEPT, KEPT),
    "EMPLOYER": (MASKED, REPLACED, SHUFFLED),
    "OTHER": (MASKED, MASKED, HELD),
}
NAMES = {
    "participant": (REPLACED, REPLACED, REPLACED),
    "mentioned": (REPLACED, REPLACED, REPLACED),
    "problem": (REPLACED, REPLACED, REPLACED),
    "public": (REPLACED, KEPT, KEPT),
    "cited": (REPLACED, KEPT, KEPT),
    "math_term": (KEPT, KEPT, KEPT),
    "": (REPLACED, REPLACED, REPLACED),
    "a role of somebody's own": (REPLACED, REPLACED, REPLACED),
}
URLS = {"cited": (REPLACED, KEPT, KEPT), "": (REPLACED, REPLACED, REPLACED)}


def rows(table: dict[str, tuple[str, ...]]) -> list[tuple[str, str, str]]:
    return [
        (policy, key, how)
        for key, all_of in table.items()
        for policy, how in zip(POLICIES, all_of, strict=True)
    ]


def test_these_policies_are_shipped() -> None:
    assert sorted(POLICIES) == shipped_policies()
    assert set(LABELS) == set(CANONICAL)
    assert set(NAMES) >= set(ROLES)
    assert set(BY_SHAPE.values()) <= set(POLICIES)
    assert AUTO not in POLICIES


@pytest.mark.parametrize(("policy", "label", "how"), rows(LABELS))
def test_what_happens_to_a_label(policy: str, label: str, how: str) -> None:
    assert load_policy(policy).strategy(label) == how
    # A role is said only of names and URLs.
    if label not in ("NAME", "URL"):
        assert load_policy(policy).strategy(label, CITED) == how


@pytest.mark.parametrize(("policy", "role", "how"), rows(NAMES))
def test_what_happens_to_a_name(policy: str, role: str, how: str) -> None:
    assert load_policy(policy).strategy("NAME", role) == how


@pytest.mark.parametrize(("policy", "role", "how"), rows(URLS))
def test_what_happens_to_a_url(policy: str, role: str, how: str) -> None:
    assert load_policy(policy).strategy("URL", role) == how


@pytest.mark.parametrize("policy", POLICIES)
def test_identifiers_and_whoever_may_be_a_student_are_never_kept(policy: str) -> None:
    own = load_policy(policy)
    assert [label for label in IDENTIFIERS if own.strategy(label) == KEPT] == []
    assert own.strategy("LOCKER") == MASKED
    assert own.strategy("URL", "participant") == REPLACED
    for role in ("participant", "mentioned", "", "teacher"):
        assert own.strategy("NAME", role) == REPLACED


def test_crapii_replaces_all_labels_of_its_scheme() -> None:
    own = load_policy("crapii")
    direct = [label.name for label in BY_NAME.values() if label.crapii]
    assert {own.strategy(label) for label in direct} == {REPLACED}


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf8")
    return path


def test_a_policy_of_ones_own_changes_another(tmp_path: Path) -> None:
    text = """
        extends = "essay"
        description = "Ours"
        [labels]
        LOCATION = "shuffle"
        NAME = "markov"
        [names]
        public = "replace"
        problem = "mask"
        [urls]
        cited = "hold"
    """
    own = load_policy(write(tmp_path, text))
    assert own.strategy("LOCATION") == SHUFFLED
    assert own.strategy("AGE") == KEPT
    found = {
        role: own.strategy("NAME", role) for role in ("participant", "public", "problem", "cited")
    }
    assert found == {"participant": "markov", "public": "markov", "problem": "mask", "cited": KEPT}
    assert (own.strategy("URL"), own.strategy("URL", CITED)) == (REPLACED, HELD)
    assert own.has(HELD)
    assert not own.has("random")
    # As a string too, and by way of another file of the same folder.
    write(tmp_path, 'extends = "mine.toml"\n[labels]\nAGE = "mask"\n', "other.toml")
    other = load_policy(str(tmp_path / "other.toml"))
    assert (other.strategy("AGE"), other.strategy("LOCATION")) == (MASKED, SHUFFLED)


def test_what_no_policy_lists_is_replaced_or_masked(tmp_path: Path) -> None:
    own = load_policy(write(tmp_path, '[labels]\nAGE = "keep"\n'))
    assert own.strategy("AGE") == KEPT
    assert own.strategy("ORG") == REPLACED
    assert own.strategy("OTHER") == MASKED
    assert {own.strategy("NAME", role) for role in (*ROLES, "")} == {REPLACED}
    assert {own.strategy("URL", role) for role in (CITED, "")} == {REPLACED}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[labels]\nNAMES = "mask"', r"\[labels\] has no 'NAMES'. Use .*NAME"),
        ('[labels]\nNAME = "remove"', r"\[labels\] NAME cannot be 'remove'. Use .*mask"),
        ('[labels]\nNAME = "shuffle"', "NAME cannot be 'shuffle'"),
        ('[labels]\nOTHER = "replace"', "OTHER cannot be 'replace'. Use hold, keep, mask."),
        ("[labels]\nAGE = 3", "AGE cannot be 3"),
        ("[labels]\nAGE = []", r"AGE cannot be \[\]"),
        ("labels = 3", r"labels must be a table: \[labels\]"),
        ('[names]\nteacher = "keep"', r"\[names\] has no 'teacher'. Use .*participant"),
        ('[names]\ncited = "markov"', "cited cannot be 'markov'. Use hold, keep, mask, replace."),
        ('[urls]\npublic = "keep"', r"\[urls\] has no 'public'. Use cited, personal."),
        ('[roles]\ncited = "keep"', "no 'roles'. Use .*extends, labels, names, places, urls"),
        ('extends = "esay"', "esay'?: there is no such policy. Use crapii, essay, tutoring"),
        ("extends = ['essay']", "extends must be the name or the file of one policy"),
        ('extends = "mine.toml"', "it extends itself"),
        ("[labels", "it is not TOML"),
        ("\udcff", "it is not UTF-8"),
    ],
)
def test_a_policy_that_cannot_be_used_says_what_to_do(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(text.encode("utf8", "surrogateescape"))
    with pytest.raises(BadPolicy, match=said) as caught:
        load_policy(path)
    assert "policy '" in str(caught.value)


@pytest.mark.parametrize("policy", ["", "esay", "Essay", "auto", "nowhere/mine.toml", "."])
def test_a_policy_that_does_not_exist_is_refused(policy: str) -> None:
    with pytest.raises(BadPolicy):
        load_policy(policy)


def test_two_policies_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    write(tmp_path, 'extends = "two.toml"', "one.toml")
    with pytest.raises(BadPolicy, match="it extends itself"):
        load_policy(write(tmp_path, 'extends = "one.toml"', "two.toml"))


def test_settings_change_a_policy() -> None:
    essay = load_policy("essay")
    own = essay.changed({"NAME": "replace", "AGE": "mask"}, ["problem"])
    assert own.strategy("AGE") == MASKED
    kept = [role for role in (*ROLES, DOUBTFUL) if own.strategy("NAME", role) == KEPT]
    assert kept == ["problem"]
    assert essay.changed({}) == essay
    # A label that is kept is kept whatever the role.
    masking = load_policy("crapii").changed({"NAME": "keep"})
    assert {masking.strategy("NAME", role) for role in ROLES} == {KEPT}
    assert essay.to_dict()["urls"] == {CITED: "keep", PERSONAL: "replace"}


def test_only_what_surrogates_can_be_made_for_is_replaced() -> None:
    assert possible_strategies("OTHER") == ["mask", "hold", "keep"]
    assert "shuffle" in possible_strategies("SCHOOL")
    assert "shuffle" not in possible_strategies("NAME")
