import re

import pytest
from released import make_nlp, release

from spacy_piivot.components.scopes import document_id, shuffle_key
from spacy_piivot.core.dialogue import doc_to_dialogue
from spacy_piivot.core.spans import (
    REJECTED,
    REPAIR_SOURCE,
    Candidate,
    get_candidates,
    set_candidates,
)
from spacy_piivot.release.last_check import (
    LEFT,
    MADE,
    SPEAKER,
    UNCHANGED,
    check_release,
    find_leaks,
)
from spacy_piivot.release.reasons import doc_findings
from spacy_piivot.release.repair import check_and_repair
from spacy_piivot.surrogates import Mention


def repaired(messages, found, roster=None, **config):
    """What a Doc releases after the repair: its texts, the Doc, and what the check found."""
    nlp = make_nlp(**config)
    doc = release(nlp, messages, found, roster)
    checked = check_and_repair(doc, nlp.get_pipe("hips_surrogator"))
    if not checked.left:
        check_release(doc)
    return [message.text for message in doc_to_dialogue(doc).messages], doc, checked


@pytest.mark.parametrize(
    ("messages", "found", "pattern"),
    [
        (["hi Zadie", "ZADIE!"], [("Zadie", "NAME", "participant")], r"[A-Z]+!"),
        (["hi Zoë", "oh zoe"], [("Zoë", "NAME", "")], r"oh [a-z]+"),
        (["hi Zadie", "zadie's turn"], [("Zadie", "NAME", "")], r"[a-z]+'s turn"),
        (["hi Zadie", "both zadies"], [("Zadie", "NAME", "")], r"both [a-z]+s"),
        (["hi Zadie", "so Zadie2x+3"], [("Zadie", "NAME", "")], r"so [A-Z][a-z]+2x\+3"),
        (["hi Zadie", "so 2x3Zadie"], [("Zadie", "NAME", "")], r"so 2x3[A-Z][a-z]+"),
        (["hi Will Okell", "will  okell?"], [("Will Okell", "NAME", "")], r"[a-z]+ +[a-z]+\?"),
        (["call 612-555-0123", "or 612 555 0123."], [("612-555-0123", "PHONE_NUMBER")],
         r"or \d{3} \d{3} \d{4}\."),
        (["a.b@c.org", "or A.B@C.ORG"], [("a.b@c.org", "EMAIL_ADDRESS")], r"or \S+@\S+"),
        (["hi Zadie", "so Za😊die!"], [("Zadie", "NAME", "")], r"so [A-Z][a-z]+!"),
        (["hi Z\u200badie", "so zadie"], [("Z\u200badie", "NAME", "")], r"so [a-z]+"),
        (["id 84713", "it is 84713"], [("84713", "ID_NUM")], r"it is \d{5}"),
    ],
)  # fmt: skip
def test_what_was_left_is_replaced_as_elsewhere(messages, found, pattern):
    texts, doc, checked = repaired(messages, found)
    assert re.fullmatch(pattern, texts[1])
    assert [leak.why for leak in checked.found] == [LEFT]
    assert checked.left == []
    (edit,) = [edit for edit in doc._.piivot_edits if edit["source"] == REPAIR_SOURCE]
    assert (edit["label"], edit["score"]) == (found[0][1], 1.0)


@pytest.mark.parametrize("figure", ["Nelson Mandela", "Rosa Parks", "Serena Williams"])
def test_a_pupil_whose_name_is_in_a_public_figures_leaves_it_too(figure):
    given = figure.split()[0]
    texts, _, checked = repaired(
        [f"{figure} was born in 1950", f"{given} in my class says so"], [(given, "NAME", "")]
    )
    assert checked.left == []
    assert given not in " ".join(texts)


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("Mary-Jane", "M-A-R-Y-J-A-N-E"),
        ("O'Neil", "O N E I L"),
        ("Bella", "B, E, L, L, A"),
        ("Adam", "A + D + A + M"),
        ("Grace", "G/R/A/C/E"),
        ("Ava", "A V A"),
        ("Will", "w.i.l.l"),
    ],
)
def test_a_spelled_name_becomes_its_surrogate_spelled(name, spelled):
    texts, _, checked = repaired(
        [f"hi {name}", f"it is {spelled}"], [(name, "NAME", "participant")]
    )
    made = "".join(filter(str.isalpha, texts[0].removeprefix("hi ")))
    mark = re.match(r"\w(\W+)", spelled)[1]
    assert texts[1].casefold() == f"it is {mark.join(made)}".casefold()
    assert [leak.why for leak in checked.found] == [LEFT]


def test_a_person_has_one_surrogate_after_the_repair():
    texts, _, checked = repaired(
        [("Zadie", "hi"), ("S1", "Zadie, zadie, ZADIE2x")], [("Zadie", "NAME", "participant")]
    )
    names = re.fullmatch(r"(\w+), (\w+), ([A-Z]+)2x", texts[1]).groups()
    assert len({name.casefold() for name in names}) == 1
    assert len(checked.found) == 2


def test_the_roster_is_replaced_where_nothing_was_found():
    texts, doc, checked = repaired(["so zadie okell has it"], [], roster=["Zadie Okell"])
    assert re.fullmatch(r"so [a-z]+ [a-z]+ has it", texts[0])
    assert doc_findings(doc, checked.found)[0].replaced.source == "roster"
    (edit,) = doc._.piivot_edits
    assert (edit["role"], edit["source"]) == ("participant", REPAIR_SOURCE)


def test_the_number_of_a_speaker_is_replaced_as_in_the_label():
    texts, doc, _ = repaired([("84713", "hello"), ("S1", "hi 84713")], [])
    assert texts[1] == f"hi {doc._.piivot_speakers[0]}"


def test_what_is_partly_kept_or_was_rejected_is_replaced():
    nlp = make_nlp()
    messages = ["I am Zadie Okell", "team Zadie Okell wins", "zadie okell"]
    doc = release(nlp, messages, [("Zadie Okell", "NAME", ""), ("team Zadie", "ORG")])
    start = doc.text.index("zadie")
    set_candidates(doc, [Candidate(start, start + 5, "NAME", 0.9, "x", reason="y")], REJECTED)
    checked = check_and_repair(doc, nlp.get_pipe("hips_surrogator"))
    assert (len(checked.found), checked.left) == (2, [])
    texts = [message.text for message in doc_to_dialogue(doc).messages]
    name = texts[0].removeprefix("I am ")
    assert texts[1:] == [f"team {name} wins", name.lower()]
    kept = [c.cut(doc.text) for c in get_candidates(doc) if c.label == "ORG"]
    assert [words.strip() for words in kept] == ["team"]
    assert get_candidates(doc, REJECTED) == []


def test_a_surrogate_that_spells_an_original_is_drawn_anew():
    nlp = make_nlp(strategies={"DATE": "shuffle"})
    surrogator = nlp.get_pipe("hips_surrogator")
    doc = release(nlp, ["hi Zadie", "on May 5"], [("Zadie", "NAME"), ("May 5", "DATE")])
    key = shuffle_key(document_id(doc, doc.text), Mention("May 5", "DATE"))
    surrogator.shuffled = {key: "Zadie 5"}
    doc = nlp(doc)
    checked = check_and_repair(doc, surrogator)
    assert [leak.why for leak in checked.found] == [MADE]
    assert checked.left == []
    assert doc._.piivot_text.endswith("on [DATE]")


def test_no_surrogate_holds_what_is_to_be_avoided():
    nlp = make_nlp()
    surrogator = nlp.get_pipe("hips_surrogator")
    doc = release(nlp, ["hi Zadie Okell"], [("Zadie Okell", "NAME")])
    [first, last] = doc._.piivot_edits[0]["surrogate"].split()
    surrogator.replace(doc, doc.text, surrogator.plan(doc, doc.text), avoid={last.casefold()})
    [other_first, other_last] = doc._.piivot_edits[0]["surrogate"].split()
    assert other_first == first
    assert other_last != last


def test_an_edit_that_changed_nothing_is_made_again():
    nlp = make_nlp()
    doc = release(nlp, ["hi Zadie"], [("Zadie", "NAME", "")])
    [edit] = doc._.piivot_edits
    doc._.piivot_edits = [{**edit, "surrogate": "ZADIE", "new_end": edit["end"]}]
    doc._.piivot_text = "hi ZADIE"
    checked = check_and_repair(doc, nlp.get_pipe("hips_surrogator"))
    assert [leak.why for leak in checked.found] == [UNCHANGED]
    assert checked.left == []
    assert "zadie" not in doc._.piivot_text.lower()


def test_a_placeholder_in_other_letters_is_not_masked_again():
    texts, _, checked = repaired(
        ["in [location] now"], [("[location]", "LOCATION")], strategies={"LOCATION": "mask"}
    )
    assert texts == ["in [location] now"]
    assert checked.found == []


def test_what_stands_in_a_kept_speaker_is_not_repaired():
    _, doc, checked = repaired(
        [("Zadie O", "hello"), ("S1", "hi Zadie")],
        [("Zadie", "NAME", "participant")],
        allow=["Zadie O"],
    )
    assert [leak.why for leak in checked.left] == [SPEAKER]
    (finding,) = doc_findings(doc, checked.left)
    assert (finding.message, finding.text) == (0, "Zadie O")
    assert (finding.replaced.message, finding.replaced.text) == (1, "Zadie")


def test_what_a_repair_cannot_replace_is_not_taken_for_kept():
    _, doc, checked = repaired(
        ["so zadie okell has it"], [], roster=["Zadie Okell"], strategies={"NAME": "keep"}
    )
    assert [leak.why for leak in checked.left] == [LEFT]
    assert doc._.piivot_edits == []


def test_a_leak_names_the_exact_letters():
    doc = release(make_nlp(), ["hi Zadie", "", "so 7ZADIES9"], [("Zadie", "NAME", "")])
    leaks, _ = find_leaks(doc)
    (finding,) = doc_findings(doc, leaks)
    assert (finding.message, finding.start, finding.end) == (2, 4, 9)
    assert finding.text == "ZADIE"
    place = finding.replaced
    assert (place.source, place.message, place.start, place.end) == ("test", 0, 3, 8)


def test_thousands_of_leaks_are_repaired_at_once():
    texts, _, checked = repaired(["hi Zadie", "zadie x " * 3000], [("Zadie", "NAME", "")])
    assert len(checked.found) == 3000
    assert "zadie" not in texts[1]
