import json
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from json_lines import read_jsonl, write_jsonl
from transcripts import dialogue, make_pipeline

from spacy_piivot.errors import InputError
from spacy_piivot.release.vault import BadVault, read_vault
from spacy_piivot.runs.deidentify import deidentify
from spacy_piivot.runs.reading import InputReading
from spacy_piivot.runs.restore import restore

pytest.importorskip("cryptography")

VAULT_KEY = b"the key of the vault, not the other"
PIPELINE = make_pipeline("fake_finder")
DIALOGUES = [
    dialogue("one", "Zorblatt, mark the point", "\r\n 4/12 👩‍🏫  \n", "Zorblatt? Quibbly!"),
    dialogue("two", "", "ask Quibbly", speaker="Quibbly"),
    dialogue("four", "3:45"),
]


def released(folder: Path, *records: object, **options: object) -> tuple[Path, Path]:
    source = write_jsonl(folder / "in.jsonl", *(records or DIALOGUES))
    out, vault = folder / "out.jsonl", folder / "vault"
    deidentify(source, out, PIPELINE, vault=vault, vault_key=VAULT_KEY, **options)
    return out, vault


@pytest.mark.parametrize("ids", ["keep", "number", "hmac"])
def test_a_release_is_undone_with_its_vault(tmp_path: Path, ids: str) -> None:
    out, vault = released(tmp_path, ids=ids)
    summary = restore(out, tmp_path / "back.jsonl", vault, VAULT_KEY)
    assert (summary.done, summary.quarantined) == (3, 0)
    assert read_jsonl(tmp_path / "back.jsonl") == DIALOGUES
    for path in (vault, tmp_path / "back.jsonl"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


TEXTS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20).map(
        lambda text: f"Zorblatt {text} Quibbly"
    ),
    min_size=1,
    max_size=3,
)


@given(st.lists(TEXTS, min_size=1, max_size=3))
def test_any_texts_come_back(
    tmp_path_factory: pytest.TempPathFactory, texts: list[list[str]]
) -> None:
    folder = tmp_path_factory.mktemp("vault")
    records = [dialogue(f"d{n}", *own, speaker="Quibbly") for n, own in enumerate(texts)]
    out, vault = released(folder, *records)
    restore(out, folder / "back.jsonl", vault, VAULT_KEY)
    assert read_jsonl(folder / "back.jsonl") == records


def test_a_folder_comes_back_under_its_names(tmp_path: Path) -> None:
    source = tmp_path / "in"
    (source / "deep").mkdir(parents=True)
    (source / "Zorblatt.txt").write_text("I am Zorblatt", "utf8")
    (source / "deep" / "b.csv").write_text("speaker,text\nQuibbly,hi Zorblatt\n", "utf8")
    write_jsonl(source / "c.jsonl", *DIALOGUES)
    options = {"vault": tmp_path / "vault", "vault_key": VAULT_KEY, "ids": "number"}
    deidentify(source, tmp_path / "out", PIPELINE, **options)
    restore(tmp_path / "out", tmp_path / "back", tmp_path / "vault", VAULT_KEY)
    for path in source.rglob("*.*"):
        back = tmp_path / "back" / path.relative_to(source)
        if path.suffix == ".jsonl":
            assert read_jsonl(back) == read_jsonl(path)
        else:
            assert back.read_bytes() == path.read_bytes()


def test_nothing_of_the_originals_is_readable_and_another_key_opens_nothing(
    tmp_path: Path,
) -> None:
    out, vault = released(tmp_path)
    content = vault.read_text("utf8").lower()
    assert "zorblatt" not in content
    assert "quibbly" not in content
    with pytest.raises(BadVault, match="cannot be decrypted"):
        restore(out, tmp_path / "back.jsonl", vault, b"some other key of a vault")
    assert not (tmp_path / "back.jsonl").exists()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda lines: lines[:-1], "end is missing"),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], "record 1"),
        (lambda lines: [*lines[:2], lines[2][:-9] + 'AAAA"}\n', *lines[3:]], "record 2"),
        (lambda lines: lines[1:], "not a vault"),
        (lambda lines: ["[]\n"], "not a record"),
    ],
)
def test_a_vault_that_was_changed_is_refused(tmp_path: Path, change, problem: str) -> None:
    _, vault = released(tmp_path)
    lines = vault.read_text("utf8").splitlines(keepends=True)
    vault.write_text("".join(change(lines)), "utf8")
    with pytest.raises(BadVault, match=problem):
        list(read_vault(vault, VAULT_KEY))


def test_a_dialogue_that_was_changed_is_left_out_and_named(tmp_path: Path) -> None:
    out, vault = released(tmp_path)
    lines = out.read_text("utf8").splitlines()
    changed = json.loads(lines[0])
    changed["messages"][0]["text"] += "!"
    out.write_text("\n".join([json.dumps(changed), *lines[1:]]), "utf8")
    told: list[str] = []
    reading = InputReading(report=told.append)
    summary = restore(out, tmp_path / "back.jsonl", vault, VAULT_KEY, reading=reading)
    assert (summary.done, summary.quarantined) == (2, 1)
    assert read_jsonl(tmp_path / "back.jsonl") == DIALOGUES[1:]
    [line] = told
    assert "'one'" in line
    assert "Zorblatt" not in line


def test_a_resumed_run_has_one_vault(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "in.jsonl", *DIALOGUES)
    out, vault = tmp_path / "out.jsonl", tmp_path / "vault"
    options = {"vault": vault, "vault_key": VAULT_KEY}
    seen = iter([False, True])
    reading = InputReading(interrupted=lambda: next(seen))
    with pytest.raises(KeyboardInterrupt):
        deidentify(source, out, PIPELINE, reading=reading, **options)
    assert not vault.exists()
    deidentify(source, out, PIPELINE, resume=True, **options)
    restore(out, tmp_path / "back.jsonl", vault, VAULT_KEY)
    assert read_jsonl(tmp_path / "back.jsonl") == DIALOGUES


def test_a_run_is_not_resumed_with_another_key_of_the_vault(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "in.jsonl", *DIALOGUES)
    out, vault = tmp_path / "out.jsonl", tmp_path / "vault"
    seen = iter([False, True])
    reading = InputReading(interrupted=lambda: next(seen))
    with pytest.raises(KeyboardInterrupt):
        deidentify(source, out, PIPELINE, reading=reading, vault=vault, vault_key=VAULT_KEY)
    other = VAULT_KEY[::-1]
    with pytest.raises(InputError):
        deidentify(source, out, PIPELINE, resume=True, vault=vault, vault_key=other)
    assert not vault.exists()
    deidentify(source, out, PIPELINE, resume=True, vault=vault, vault_key=VAULT_KEY)
    restore(out, tmp_path / "back.jsonl", vault, VAULT_KEY)
    assert read_jsonl(tmp_path / "back.jsonl") == DIALOGUES


def test_a_vault_and_its_key_go_together_and_stay_out_of_the_release(tmp_path: Path) -> None:
    source = write_jsonl(tmp_path / "in.jsonl", *DIALOGUES)
    with pytest.raises(InputError, match="give both"):
        deidentify(source, tmp_path / "out.jsonl", PIPELINE, vault=tmp_path / "vault")
    out = tmp_path / "out.jsonl"
    for options in (
        {"vault": out},
        {"vault": out.with_name("p"), "private_edits": out.with_name("p")},
    ):
        with pytest.raises(InputError):
            deidentify(source, out, PIPELINE, vault_key=VAULT_KEY, **options)


def test_a_release_under_any_policy_is_undone(tmp_path: Path) -> None:
    text = "Zorblatt and Quibbly wrote this. " * 40
    spans = [
        {"start": 0, "end": 8, "label": "NAME", "role": "participant"},
        {"start": 13, "end": 20, "label": "NAME", "role": "cited"},
    ]
    record = {"id": "one", "messages": [{"speaker": "", "text": text, "spans": spans}]}
    source = write_jsonl(tmp_path / "in.jsonl", record)
    out, vault = tmp_path / "out.jsonl", tmp_path / "vault"
    nlp = make_pipeline()
    nlp.get_pipe("hips_surrogator").policy = "crapii"  # type: ignore[attr-defined]
    deidentify(source, out, nlp, vault=vault, vault_key=VAULT_KEY, spans_from_input=True)
    [released] = read_jsonl(out)
    assert "Zorblatt" not in released["messages"][0]["text"]
    assert " and Quibbly wrote" in released["messages"][0]["text"]
    restore(out, tmp_path / "back.jsonl", vault, VAULT_KEY)
    [back] = read_jsonl(tmp_path / "back.jsonl")
    assert back["messages"][0]["text"] == text
