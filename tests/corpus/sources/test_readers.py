"""Every reader on a small made-up file in its source's form."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from spacy_piivot.corpus.sources import SOURCES, convert
from spacy_piivot.corpus.sources.records import make_dialogue
from spacy_piivot.errors import InputError

Write = Callable[[str, Any], None]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_raw(file: str, content: Any) -> None:
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content)
        path.write_bytes(text.encode())

    return write_raw


def read(name: str, raw: Path) -> list[tuple[str, list[tuple[str, str]]]]:
    dialogues = list(SOURCES[name].read(raw))
    assert all(dialogue["corpus"] == name for dialogue in dialogues)
    return [
        (dialogue["id"], [(m["speaker"], m["text"]) for m in dialogue["messages"]])
        for dialogue in dialogues
    ]


def json_lines(*rows: Any) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_white_space_is_collapsed_and_empty_messages_are_dropped() -> None:
    turns = [("a", " one\u00a0\r\n two\t"), ("b", " \u2003\n"), ("c", ""), ("d", "three")]
    assert make_dialogue("x-1", "x", turns) == {
        "id": "x-1",
        "corpus": "x",
        "messages": [{"speaker": "a", "text": "one two"}, {"speaker": "d", "text": "three"}],
    }


def test_mathdial_groups_turns_and_leaves_out_tested_questions(
    tmp_path: Path, write: Write
) -> None:
    def turn(id: str, number: int, teacher: str, student: str) -> dict[str, Any]:
        return {
            "id": id,
            "turn": number,
            "teacher_move": teacher,
            "teacher_move_type": "focus",
            "student_move": student,
        }

    turns, test = SOURCES["mathdial"].files
    write(
        turns,
        json_lines(
            turn("501_2_7", 1, " And  then?", " Four."),
            turn("50_1_8", 0, " Is this a test?", " It is."),
            turn("501_2_7", 0, " Hello Zadie", " (focus)Hello Zadie"),
            turn("502_1_9", 0, " ", " Anybody here?"),
        ),
    )
    write(test, json_lines({"qid": 50, "conversation": ""}))
    assert read("mathdial", tmp_path) == [
        (
            "md-501_2_7",
            [
                ("Teacher", "Hello Zadie"),
                ("Student", "(focus)Hello Zadie"),
                ("Teacher", "And then?"),
                ("Student", "Four."),
            ],
        ),
        ("md-502_1_9", [("Student", "Anybody here?")]),
    ]


def test_bridge_reads_an_excerpt_once_without_its_revision(tmp_path: Path, write: Write) -> None:
    def excerpt(id: str, revision: str) -> dict[str, Any]:
        return {
            "c_id": id,
            "c_h": [
                {"id": 4, "text": "Ready?", "time": "01:02", "user": "tutor"},
                {"id": 5, "text": "", "time": "01:03", "user": "student"},
                {"id": 6, "text": "yes [TUTOR]", "time": "01:04", "user": "student"},
            ],
            "c_r": [{"id": 7, "text": "Nice\u00a0try.", "time": "01:05", "user": "tutor"}],
            "c_r_": [{"user": "tutor", "text": revision, "is_revised": True}],
            "c_revision": [{"user": "tutor", "text": revision, "is_revised": True}],
        }

    train, validation, test = SOURCES["bridge"].files
    write(train, [excerpt("12_4", "Better.")])
    write(validation, [excerpt("12_4", "Best."), excerpt("3_9", "Good.")])
    write(test, [excerpt("1_1", "Fine.")])
    turns = [("tutor", "Ready?"), ("student", "yes [TUTOR]"), ("tutor", "Nice try.")]
    assert read("bridge", tmp_path) == [
        ("br-12_4", turns),
        ("br-3_9", turns),
        ("br-1_1", turns),
    ]


def test_amber_counts_the_sorted_folder(tmp_path: Path, write: Write) -> None:
    for number, file in enumerate(SOURCES["amber"].files):
        turn = {"start": "00:00.00", "stop": "00:01.00", "speaker": "None"}
        # With the line ends of the source.
        write(
            file,
            json.dumps([{**turn, "dialogue": f"no. {number}"}], indent=4).replace("\n", "\r\n"),
        )
    dialogues = read("amber", tmp_path)
    assert len(dialogues) == 45
    assert dialogues[0] == ("am-000", [("None", "no. 0")])
    assert dialogues[-1] == ("am-044", [("None", "no. 44")])
    names = [Path(file).name for file in SOURCES["amber"].files]
    assert names == sorted(names)


def test_ncte_reads_text_and_speaker(tmp_path: Path, write: Write) -> None:
    header = "text,speaker,talktime_words,math_density\n"
    for file in SOURCES["ncte"].files:
        write(file, header)
    write(
        "rosewang2008/edu-convokit/data/ncte/4.csv",
        header
        + '"Well,  Student J,\n""why""?",teacher,3,0\nNone,student,1,0\n,multiple students,0,0\n',
    )
    dialogues = read("ncte", tmp_path)
    assert [id for id, _ in dialogues][:2] == ["nc-10", "nc-11"]
    assert [id for id, _ in dialogues][-1] == "nc-9"
    assert dict(dialogues)["nc-4"] == [
        ("teacher", 'Well, Student J, "why"?'),
        ("student", "None"),
    ]


def test_cima_takes_turns_from_the_tutor_on(tmp_path: Path, write: Write) -> None:
    (file,) = SOURCES["cima"].files
    write(
        file,
        {
            "prepDataset": {
                "0": {"past_convo": ["Try this. ", "il gatto?", "Yes."], "tutorResponses": ["No"]},
                "3": {"past_convo": ["", "verde"]},
            },
            "shapeDataset": {"1": {"past_convo": ["Go on."]}},
        },
    )
    assert read("cima", tmp_path) == [
        ("ci-prep-0", [("tutor", "Try this."), ("student", "il gatto?"), ("tutor", "Yes.")]),
        ("ci-prep-3", [("student", "verde")]),
        ("ci-shap-1", [("tutor", "Go on.")]),
    ]


def test_word_problems_count_rows(tmp_path: Path, write: Write) -> None:
    (gsm8k,), (svamp,), (aqua,) = (SOURCES[name].files for name in ("gsm8k", "svamp", "aqua"))
    write(gsm8k, json_lines({"question": "How many  pens?", "answer": "#### 2"}))
    write(
        svamp,
        [{"ID": "chal-1", "Body": "Zadie has 3 figs. ", "Question": "How many?", "Answer": 3.0}],
    )
    write(
        aqua,
        json_lines(
            {"question": "1 + 1?", "options": ["A)1", "B)2 "], "correct": "B"},
            {"question": "2 + 2?", "options": ["A)4"], "correct": "A"},
        ),
    )
    assert read("gsm8k", tmp_path) == [("gsm-0", [("QUESTION", "How many pens?")])]
    assert read("svamp", tmp_path) == [("sv-0", [("QUESTION", "Zadie has 3 figs. How many?")])]
    assert read("aqua", tmp_path) == [
        ("aq-0", [("QUESTION", "1 + 1?"), ("QUESTION", "A)1 B)2")]),
        ("aq-1", [("QUESTION", "2 + 2?"), ("QUESTION", "A)4")]),
    ]


def test_only_listed_dialogues_of_a_listed_source_are_converted(
    tmp_path: Path, write: Write
) -> None:
    (gsm8k,), (aqua,) = SOURCES["gsm8k"].files, SOURCES["aqua"].files
    write(gsm8k, json_lines(*({"question": f"{number}?"} for number in range(4))))
    write(aqua, json_lines({"question": "1 + 1?", "options": ["A)1"]}))
    ids = {"gsm-1", "gsm-3"}
    listed = convert(SOURCES["gsm8k"], tmp_path, ids)
    assert [dialogue["id"] for dialogue in listed] == ["gsm-1", "gsm-3"]
    assert [dialogue["id"] for dialogue in convert(SOURCES["aqua"], tmp_path, ids)] == ["aq-0"]


@pytest.mark.parametrize(
    "content", ['{"question": "Zadie', '["Zadie"]', '{"other": "Zadie"}', '{"question": null}']
)
def test_a_changed_raw_file_is_an_error_without_text(
    content: str, tmp_path: Path, write: Write
) -> None:
    (gsm8k,) = SOURCES["gsm8k"].files
    write(gsm8k, content)
    with pytest.raises(InputError, match=r"train\.jsonl: cannot be read") as error:
        list(convert(SOURCES["gsm8k"], tmp_path, {"gsm-0"}))
    assert "Zadie" not in str(error.value)
    assert error.value.__context__ is None
