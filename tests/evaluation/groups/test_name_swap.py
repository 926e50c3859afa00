import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_piivot.corpus.jsonl import read_jsonl
from spacy_piivot.errors import InputError, RecordError
from spacy_piivot.evaluation.groups import name_swap
from spacy_piivot.evaluation.groups.name_swap import swap_names
from spacy_piivot.evaluation.groups.swap_pools import GENDERS, country_names, swap_countries
from spacy_piivot.evaluation.readers.reading import read_annotations
from spacy_piivot.kinds.names import is_ordinary_word

# What tests know beforehand: a pool for each kind, in which nothing is random but the order.
GIVEN = ("Fatima", "Sakura", "Ingrid", "Ximena", "Zuri")
FAMILY = ("Mbeki", "Tanaka", "McAdoo", "Żeroński", "Quispe")


def message(text: str, *names: str, speaker: str = "tutor", **fields: object) -> dict:
    """A message in which each name is labelled once, at its next occurrence."""
    spans, start = [], 0
    for name in names:
        start = text.index(name, start)
        spans.append({"start": start, "end": start + len(name), "label": "NAME"})
        start += len(name)
    return {"speaker": speaker, "text": text, "spans": spans, **fields}


def dialogue(*messages: dict, id: str = "d1", **fields: object) -> dict:
    return {"id": id, "messages": list(messages), **fields}


def parts(copied: dict, number: int = 0) -> list[str]:
    """What the spans of a message cover."""
    found = copied["messages"][number]
    return [found["text"][span["start"] : span["end"]] for span in found["spans"]]


@pytest.fixture
def one_country(monkeypatch: pytest.MonkeyPatch) -> None:
    """One group a gender, and small pools."""
    monkeypatch.setattr(name_swap, "swap_countries", lambda: {"Northern Africa": ["DZ"]})
    monkeypatch.setattr(
        name_swap, "country_names", lambda _, __, kind: GIVEN if kind == "given" else FAMILY
    )


def first_copy(*messages: dict, **fields: object) -> dict:
    return next(swap_names([dialogue(*messages, **fields)]))


@pytest.mark.usefixtures("one_country")
def test_names_are_replaced_and_everything_else_stays() -> None:
    original = dialogue(
        message("Hi Amara! 3 of Ben's apples, Amara?", "Amara", "Ben", "Amara", segment="MATH"),
        message("Right, 2x + 3.", speaker="student"),
        corpus="ours",
        roster=["Amara"],
    )
    female, male = swap_names([original])
    amara, ben, again = parts(female)
    assert amara == again != ben
    assert {amara, ben} < set(GIVEN)
    text = f"Hi {amara}! 3 of {ben}'s apples, {amara}?"
    assert female == {
        "id": "d1~northern-africa-female",
        "messages": [
            message(text, amara, ben, amara, segment="MATH"),
            message("Right, 2x + 3.", speaker="student"),
        ],
        "corpus": "ours",
        "swap": {
            "region": "Africa",
            "subregion": "Northern Africa",
            "gender": "female",
            "of": "d1",
        },
    }
    assert male["id"] == "d1~northern-africa-male"
    assert male["swap"]["gender"] == "male"


@pytest.mark.usefixtures("one_country")
def test_the_parts_of_a_name_are_given_and_family_names() -> None:
    copied = first_copy(
        message("Amara, Amara Okoye, Ms. Okoye, Okoye", "Amara", "Amara Okoye", "Okoye", "Okoye")
    )
    given_name, full, family, alone = parts(copied)
    assert given_name in GIVEN
    assert family in FAMILY or family == "Zeronski"
    assert full == f"{given_name} {family}"
    assert alone == family


@pytest.mark.usefixtures("one_country")
@pytest.mark.parametrize(
    ("text", "name", "pattern"),
    [
        ("Dr. Koski", "Koski", "F"),
        ("miss koski", "koski", "f"),
        ("I miss Koski", "Koski", "G"),
        ("Yes, Sir. Koski", "Koski", "G"),
        ("Yes, Miss Koski", "Koski", "F"),
        ("Koski, Anna", "Koski, Anna", "F, G"),
        ("Anna Maria Koski", "Anna Maria Koski", "G G F"),
        ("Anna-Lena", "Anna-Lena", "G-G"),
        ("Anna Koski-Berg", "Anna Koski-Berg", "G F-F"),
        ("Anna van der Berg", "Anna van der Berg", "G F"),
        ("van der Berg", "van der Berg", "F"),
        ("Ms. Koski", "Ms. Koski", "Ms. F"),
        ("John Smith Jr.", "John Smith Jr.", "G F Jr."),
    ],
)
def test_given_and_family_names_by_place(text: str, name: str, pattern: str) -> None:
    [new] = parts(first_copy(message(text, name)))
    kinds = {
        **dict.fromkeys(GIVEN, "G"),
        **dict.fromkeys([*FAMILY, "Zeronski"], "F"),
    }
    kinds |= {written.lower(): kind.lower() for written, kind in kinds.items()}
    for written, kind in kinds.items():
        new = new.replace(written, kind)
    assert new == pattern


@pytest.mark.usefixtures("one_country")
def test_case_and_accents_are_those_of_the_original(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_swap, "country_names", lambda *_: ("McAdoo-Żygas",))
    copied = first_copy(message("ana ANA Ana aná", "ana", "ANA", "Ana", "aná"))
    assert parts(copied) == ["mcadoo-zygas", "MCADOO-ZYGAS", "McAdoo-Zygas", "mcadoo-żygas"]


@pytest.mark.usefixtures("one_country")
def test_initials_are_those_of_the_new_names() -> None:
    copied = first_copy(message("Ana Koski, Ana K. or A.K.", "Ana Koski", "Ana K.", "A.K."))
    full, short, initials = parts(copied)
    first, last = full.split()
    assert short == f"{first} {last[0]}."
    assert initials == f"{first[0]}.{last[0]}."


@pytest.mark.usefixtures("one_country")
def test_a_possessive_and_a_glued_word_stay() -> None:
    copied = first_copy(message("hiben! bens, Ben's and Ben2x", "ben", "ben", "Ben", "Ben"))
    new = parts(copied)[2]
    low = new.lower()
    assert copied["messages"][0]["text"] == f"hi{low}! {low}s, {new}'s and {new}2x"


@pytest.mark.usefixtures("one_country")
def test_public_names_and_other_labels_stay() -> None:
    text = "Ana met Euler in Lima, as Pascal's and Zoe say"
    spans = message(text, "Ana", "Euler", "Lima", "Pascal", "Zoe")["spans"]
    for span, role in zip(spans, ("participant", "public", None, "math_term", ""), strict=True):
        span["role"] = role
    spans[2]["label"] = "LOCATION"
    copied = first_copy({"text": text, "spans": spans})
    ana, euler, lima, pascal, zoe = parts(copied)
    assert (euler, lima, pascal) == ("Euler", "Lima", "Pascal")
    assert copied["messages"][0]["text"] == f"{ana} met Euler in Lima, as Pascal's and {zoe} say"
    assert "Ana" not in (ana, zoe)
    assert [span["role"] for span in copied["messages"][0]["spans"]] == [s["role"] for s in spans]


@pytest.mark.usefixtures("one_country")
def test_speakers_that_bear_a_replaced_name_are_renamed() -> None:
    copied = first_copy(
        message("Hi Ana and Ms. Koski", "Ana", "Koski", speaker="Ben"),
        message("Yes", speaker="Ana"),
        message("Yes", speaker="ANA B."),
        message("Yes", speaker="Ms. Koski (teacher)"),
        message("Yes", speaker="Student A"),
        message("Yes", speaker="Anabel"),
        {"text": "Yes"},
        {"text": "Yes", "speaker": None},
    )
    ana, koski = parts(copied)
    speakers = [m.get("speaker", "absent") for m in copied["messages"]]
    assert speakers[:2] == ["Ben", ana]
    assert speakers[2].startswith(f"{ana.upper()} ")
    assert speakers[3:] == [f"Ms. {koski} (teacher)", "Student A", "Anabel", "absent", None]


@pytest.mark.usefixtures("one_country")
def test_a_title_of_a_speaker_says_that_the_name_is_a_family_name() -> None:
    copied = first_copy(message("Hi koski", "koski", speaker="Ms. Koski"))
    [family] = parts(copied)
    assert family.title() in {name.title() for name in (*FAMILY, "Zeronski")}
    assert copied["messages"][0]["speaker"].lower() == f"ms. {family}"


@pytest.mark.usefixtures("one_country")
def test_a_new_name_is_nobody_else_and_no_word_of_the_dialogue() -> None:
    copied = first_copy(message("Ana or Ben: sakura's INGRID", "Ana", "Ben", speaker="Zuri"))
    assert set(parts(copied)) == {"Fatima", "Ximena"}


@pytest.mark.usefixtures("one_country")
def test_a_name_glued_to_a_word_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_swap, "country_names", lambda *_: ("Ana", "Ben", "Eve", "Zuri"))
    ana, ben = parts(first_copy(message("hiana Ben2x", "ana", "Ben")))
    assert {ana.title(), ben} == {"Eve", "Zuri"}


@pytest.mark.usefixtures("one_country")
def test_a_name_alone_is_a_first_name_if_somebody_has_it_for_one() -> None:
    copied = first_copy(
        message("Kai Mills, Ms. Kai and Kai", "Kai Mills", "Kai", "Kai"),
    )
    full, family, alone = parts(copied)
    assert full.split()[0] == alone != family


@pytest.mark.usefixtures("one_country")
def test_dialogues_that_no_group_gets_are_counted() -> None:
    many = dialogue(
        message("Ana Bea Cid Dan Eva Fay".replace(" ", ", "), *"Ana Bea Cid Dan Eva Fay".split()),
        id="many",
    )
    none = dialogue(message("Hello"), id="none")
    some = dialogue(message("Ana", "Ana"), id="some")
    swaps = swap_names([many, none, some])
    assert [copied["swap"]["of"] for copied in swaps] == ["some", "some"]
    assert (swaps.without_names, swaps.too_many_names) == (1, 1)


@pytest.mark.usefixtures("one_country")
def test_lookalikes_move_with_the_text() -> None:
    text = "Ana and 555-0100 and Ben"
    marked = message(text, "Ana", "Ben", lookalikes=[{"start": 8, "end": 16, "kind": "phone"}])
    found = first_copy(marked)["messages"][0]
    [lookalike] = found["lookalikes"]
    assert found["text"][lookalike["start"] : lookalike["end"]] == "555-0100"
    assert lookalike["kind"] == "phone"
    marked["lookalikes"] = [{"start": 1, "end": 5, "kind": "cut"}]
    with pytest.raises(RecordError, match="begins or ends inside a name") as error:
        first_copy(marked)
    assert error.value.id == "d1"


@pytest.mark.usefixtures("one_country")
def test_texts_of_spans_are_those_of_the_copy() -> None:
    marked = message("Hi Ana", "Ana")
    marked["spans"][0]["text"] = "Ana"
    copied = first_copy(marked)
    assert [copied["messages"][0]["spans"][0]["text"]] == parts(copied) != ["Ana"]


def test_what_cannot_be_swapped_is_refused_without_its_text() -> None:
    overlapping = message("Ana Koski", "Ana Koski")
    overlapping["spans"].append({"start": 4, "end": 9, "label": "NAME"})
    for source, kind in (
        (dialogue({"text": "Hi Ana"}), "MissingSpans"),
        (dialogue(overlapping), "OverlappingSpans"),
        (dialogue(message("Ana", "Ana", lookalikes=3)), "InvalidLookalikes"),
    ):
        with pytest.raises(RecordError) as error:
            list(swap_names([source]))
        assert (error.value.kind, error.value.id) == (kind, "d1")
        assert "Ana" not in str(error.value)
    with pytest.raises(RecordError, match="DuplicateId"):
        list(swap_names([dialogue(message("Hi"))] * 2))
    with pytest.raises(InputError, match="per_group"):
        swap_names([], per_group=0)


@pytest.mark.usefixtures("one_country")
def test_every_process_draws_the_same() -> None:
    copied = first_copy(message("Ana met Ben Okoye", "Ana", "Ben Okoye"))
    assert copied["messages"][0]["text"] == "Zuri met Sakura Quispe"


def test_a_copy_depends_on_seed_and_original_alone() -> None:
    one = dialogue(message("Ana met Ben Okoye", "Ana", "Ben Okoye"), id="1")
    two = dialogue(message("Ana met Cid", "Ana", "Cid"), id="2")
    both = [json.dumps(copied) for copied in swap_names([one, two])]
    turned = [json.dumps(copied) for copied in swap_names([two, one])]
    assert sorted(both) == sorted(turned)
    assert both != [json.dumps(copied) for copied in swap_names([one, two], seed=1)]


def test_further_copies_have_other_names_and_ids() -> None:
    one = dialogue(message("Ana met Ben Okoye", "Ana", "Ben Okoye"))
    copies = list(swap_names([one], per_group=2))
    assert len({copied["id"] for copied in copies}) == len(copies) == 4 * len(swap_countries())
    first, second = (
        next(copied for copied in copies if copied["id"] == f"d1~northern-europe-male{end}")
        for end in ("", "-2")
    )
    assert first["swap"] == second["swap"]
    assert parts(first) != parts(second)


def test_every_group_has_names_that_are_no_words() -> None:
    groups = swap_countries()
    assert len(groups) == 14
    assert {"Northern America", "Sub-Saharan Africa", "South-eastern Asia"} < set(groups)
    for countries in groups.values():
        for country in countries:
            female, male = (set(country_names(country, gender, "given")) for gender in GENDERS)
            assert not female & male
            for name in (*female, *male, *country_names(country, "female", "family")):
                assert " " not in name
                assert not is_ordinary_word(name)
    # Family names of women and men differ where they do in the country.
    assert "Novák" in country_names("CZ", "male", "family")
    assert "Novák" not in country_names("CZ", "female", "family")
    assert "Novák" not in country_names("JP", "female", "family")
    assert "Suzuki" in country_names("JP", "female", "family")


def test_copies_are_read_back_with_their_groups(tmp_path: Path) -> None:
    source = tmp_path / "gold.jsonl"
    source.write_text(json.dumps(dialogue(message("Hi Ana", "Ana"))) + "\n", "utf8")
    swapped = tmp_path / "swapped.jsonl"
    with swapped.open("w", encoding="utf8") as lines:
        for copied in swap_names(read_jsonl(source)):
            lines.write(json.dumps(copied) + "\n")
    read = read_annotations(swapped)
    assert len(read) == 2 * len(swap_countries())
    assert {d.swap["of"] for d in read} == {"d1"}
    assert {d.swap["gender"] for d in read} == set(GENDERS)


NAMES = ["Ana", "ana", "ANA", "Ana Koski", "Koski", "J.T.", "Anna-Lena van der Berg", "Zoë", "王伟"]


@st.composite
def dialogues(draw: st.DrawFn) -> dict:
    """Messages of words with names among them; the names are labelled."""
    messages = []
    for _ in range(draw(st.integers(1, 3))):
        text, spans = "", []
        for piece in draw(st.lists(st.sampled_from([*NAMES, *FILLERS]), max_size=8)):
            if piece in NAMES:
                role = draw(st.sampled_from(["participant", "problem", "public", ""]))
                spans.append(
                    {"start": len(text), "end": len(text + piece), "label": "NAME", "role": role}
                )
            text += piece + draw(st.sampled_from([" ", ", ", "'s ", "2x", "\n"]))
        messages.append(
            {"speaker": draw(st.sampled_from(["Ana", "S1"])), "text": text, "spans": spans}
        )
    return dialogue(*messages)


FILLERS = ["half", "½", "😀", "Okoye", "fatima", "3"]


def gaps(source: dict) -> list[str]:
    """The text before, between and after the spans."""
    edges = [0, *(edge for s in source["spans"] for edge in (s["start"], s["end"]))]
    edges.append(len(source["text"]))
    return [source["text"][a:b] for a, b in list(pairwise(edges))[::2]]


@given(dialogues(), st.integers(0, 3))
def test_only_names_change_and_every_span_covers_its_name(source: dict, seed: int) -> None:
    written = json.dumps(source)
    swaps = list(swap_names([source], seed=seed))
    assert json.dumps(source) == written
    for copied in swaps:
        mapped: dict[str, str] = {}
        for old, new in zip(source["messages"], copied["messages"], strict=True):
            assert gaps(new) == gaps(old)
            covered = parts({"messages": [new]})
            for name, was, span in zip(
                covered, parts({"messages": [old]}), old["spans"], strict=True
            ):
                if span["role"] == "public":
                    assert name == was
                    continue
                assert name != was or was == "J.T."
                assert len(name.split()) == (2 if " " in was else 1)
                assert mapped.setdefault(was, name) == name
        if "Ana" in mapped and "ANA" in mapped:
            assert mapped["ANA"] == mapped["Ana"].upper()
        if "Ana" in mapped and "Ana Koski" in mapped:
            assert mapped["Ana Koski"].startswith(mapped["Ana"] + " ")
