import json
import re
from pathlib import Path

import pytest
from commands import run
from essays import essay, write_essays
from json_lines import read_jsonl, write_jsonl
from made_docx import write_docx

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.mark.really_loaded
def test_deidentify_writes_what_can_be_shared(
    source: Path, tmp_path: Path, model: str, roster: str, key_file: str
) -> None:
    out = tmp_path / "out.jsonl"
    arguments = ["--model", model, "--roster", roster, "--key-file", key_file]
    result = run("deidentify", source, "-o", out, *arguments)
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        "policy by shape: tutoring 1 (--policy decides for all)",
        "1 dialogue de-identified",
    ]
    (released,) = read_jsonl(out)
    assert list(released) == ["id", "messages"]
    assert [list(message) for message in released["messages"]] == [["speaker", "text"]] * 3
    first, second, third = released["messages"]
    assert re.fullmatch(r"Hi \w+, 4/12 is at 3:45", first["text"])
    assert re.fullmatch(r"👩‍🏫 e-mail [\w.]+@[\w.]+!\r\n  ", second["text"])
    assert third == {"speaker": "", "text": ""}
    assert not re.search("zorblatt|quibbly", out.read_text("utf8"), re.IGNORECASE)
    piped = run("deidentify", source, *arguments)
    assert piped.stdout_bytes == out.read_bytes()


def test_corrected_spans_can_be_given_back(
    source: Path, tmp_path: Path, model: str, roster: str, key_file: str
) -> None:
    found = tmp_path / "found.jsonl"
    run("detect", source, "-o", found, "--model", model, "--roster", roster)
    outs = [tmp_path / "direct.jsonl", tmp_path / "given.jsonl"]
    common = ["--model", model, "--key-file", key_file, "--roster", roster]
    assert run("deidentify", source, "-o", outs[0], *common).exit_code == 0
    assert run("deidentify", found, "-o", outs[1], *common, "--spans-from-input").exit_code == 0
    assert outs[0].read_bytes() == outs[1].read_bytes()


def test_allowed_terms_stay(source: Path, tmp_path: Path, model: str) -> None:
    allow = tmp_path / "allow.txt"
    allow.write_text("Ola.Zorblatt@example.org\nquibbly\n")
    result = run("deidentify", source, "--model", model, "--allow", allow)
    assert "e-mail ola.zorblatt@example.org!" in result.stdout, result.output
    assert '"Quibbly"' in result.stdout


@pytest.mark.parametrize("name", ["tutoring.jsonl", "tutoring.csv"])
def test_the_examples_keep_their_mathematics(
    name: str, tmp_path: Path, model: str, key_file: str
) -> None:
    out = tmp_path / name
    result = run(
        "deidentify", EXAMPLES / name, "-o", out, "--model", model, "--key-file", key_file,
        "--roster", EXAMPLES / "roster.csv",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    before, after = (EXAMPLES / name).read_text("utf8"), out.read_text("utf8")
    assert len(before.splitlines()) == len(after.splitlines())
    for kept in (
        "4/12",
        "3:45",
        "12.5.3.1",
        "mark the point",
        "Mark the point",
        "12 - 5 = 7",
        "😀",
    ):
        assert after.count(kept) == before.count(kept) > 0
    for name in ("Amara", "Okoye", "delgado", "Mateo", "lindqvist", "Adeyemi", "Priya", "0147"):
        assert re.search(name, before, re.IGNORECASE)
        assert not re.search(name, after, re.IGNORECASE)


def test_a_dialogue_over_the_limit_is_held_back_by_the_command(
    source: Path, tmp_path: Path, model: str
) -> None:
    out = tmp_path / "out.jsonl"
    result = run("deidentify", source, "-o", out, "--model", model, "--max-seconds", "0.001")
    assert result.exit_code == 1
    (failed,) = read_jsonl(tmp_path / "out.jsonl.quarantine.jsonl")
    assert (failed["id"], failed["error"]) == ("one", "TooSlow")
    assert "--max-seconds" in result.stderr
    assert "Zorblatt" not in result.stderr


def test_essays_are_released_with_texts_and_tokens_alone(
    tmp_path: Path, model: str, roster: str, key_file: str
) -> None:
    text = "By Quibbly\u00a0\r\n\r\n4/12  😀 "
    labelled = essay(7, text, ["O"] * len(essay(7, text)["tokens"]))
    source = write_essays(tmp_path / "in.json", {**labelled, "prompt": "Quibbly"}, essay("x", ""))
    arguments = ["--model", model, "--roster", roster, "--key-file", key_file]
    out = tmp_path / "out.json"
    result = run("deidentify", source, "-o", out, *arguments)
    assert result.exit_code == 0, result.output
    assert "1 essays have labels" in result.stderr
    assert "left out" in result.stderr
    first, second = json.loads(out.read_text("utf8"))
    assert list(first) == ["document", "full_text", "tokens", "trailing_whitespace"]
    assert re.fullmatch("By \\w+\u00a0\r\n\r\n4/12  😀 ", first["full_text"])
    assert "Quibbly" not in out.read_text("utf8")
    assert (first["document"], second["document"]) == (7, "x")
    assert second["full_text"] == ""
    result = run("deidentify", source, "-o", out, *arguments, "--ids", "number")
    assert [one["document"] for one in json.loads(out.read_text("utf8"))] == ["d000001", "d000002"]
    assert "in.json" not in result.stderr
    wrong = run("deidentify", source, "-o", tmp_path / "out.jsonl", *arguments)
    assert wrong.exit_code == 2
    assert "must end in .json" in wrong.stderr


def test_a_table_of_essays_is_released_with_the_columns_that_were_read(
    tmp_path: Path, model: str, roster: str, key_file: str
) -> None:
    source, out = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(
        b"\xef\xbb\xbfessay_id,score,full_text\r\n"
        b'a,3,"By Quibbly\n\nx"\r\nb,4,\r\nc,1,"\xc2\xa0y "\r\n'
    )
    arguments = ["--model", model, "--roster", roster, "--key-file", key_file]
    result = run("deidentify", source, "-o", out, *arguments)
    assert result.exit_code == 0, result.output
    assert "3 dialogues de-identified" in result.stderr
    assert "each 'essay_id' is a dialogue" in result.stderr
    written = out.read_bytes().decode()
    assert re.fullmatch(
        '\ufeffessay_id,full_text\r\na,"By \\w+\n\nx"\r\nb,\r\nc,\u00a0y \r\n', written
    )
    assert "Quibbly" not in written


PROSE = " We read about this for a long time and then wrote what we had found." * 8


def test_one_policy_decides_for_all_documents(tmp_path: Path, model: str, key_file: str) -> None:
    text = "Odette Ferrand lives in Austin." + PROSE
    spans = [
        {"start": 0, "end": 14, "label": "NAME", "role": "public"},
        {"start": 24, "end": 30, "label": "LOCATION"},
    ]
    record = {"id": "1", "messages": [{"speaker": "", "text": text, "spans": spans}]}
    source = write_jsonl(tmp_path / "in.jsonl", record)
    mine = tmp_path / "mine.toml"
    mine.write_text('extends = "crapii"\n[names]\npublic = "mask"\n')
    for policy, person, place in (
        ("tutoring", False, False), ("essay", True, False), ("crapii", True, True),
        (str(mine), False, True), (None, True, False),
    ):  # fmt: skip
        given = [] if policy is None else ["--policy", policy]
        result = run(
            "deidentify", source, "--model", model, "--key-file", key_file, "--spans-from-input",
            *given,
        )  # fmt: skip
        assert result.exit_code == 0, result.output
        kept = ("Odette Ferrand" in result.stdout, "Austin" in result.stdout)
        assert kept == (person, place)
        assert ("policy by shape: essay 1" in result.stderr) == (policy is None)
    result = run(
        "deidentify", source, "--model", model, "--key-file", key_file, "--spans-from-input",
        "--policy", "crapii", "--strategy", "LOCATION=mask",
    )  # fmt: skip
    assert "Odette Ferrand lives in [LOCATION]." in result.stdout


@pytest.mark.parametrize("command", ["deidentify", "show"])
def test_a_policy_that_cannot_be_used_ends_with_2(
    source: Path, tmp_path: Path, model: str, command: str
) -> None:
    out = tmp_path / "out.jsonl"
    broken = tmp_path / "mine.toml"
    broken.write_text('[labels]\nNAMES = "mask"\n')
    for policy, said in (("esay", "Use crapii, essay, tutoring"), (broken, "has no 'NAMES'")):
        result = run(command, source, "-o", out, "--model", model, "--policy", policy)
        assert result.exit_code == 2
        assert said in result.stderr
        assert not out.exists()


def test_transcripts_and_pictures_are_read_as_is_said(
    tmp_path: Path, model: str, key_file: str
) -> None:
    pytest.importorskip("lxml")
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    (folder / "a.txt").write_text("Zorblatt: hi\nand\nTutor: 4/12\n")
    write_docx(folder / "b.docx", "I am Zorblatt")
    common = ["--model", model, "--key-file", key_file, "--pictures", "keep"]
    result = run("deidentify", folder, "-o", out, *common, "--transcript", "plain")
    assert result.exit_code == 0, result.output
    assert "a.txt: read as a transcript (Name: text)\n" in result.stderr
    assert "b.docx: dropped: document properties" in result.stderr
    assert re.fullmatch(r"\w+: hi\nand\nTutor: 4/12\n", (out / "a.txt").read_text())
    assert run("deidentify", folder, "-o", out, *common, "--transcript", "x").exit_code == 2


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--engine", "ray"], "--engine writes a folder: give -o"),
        (["--engine", "ray", "-o", "out", "--ids", "number"], "use --ids hmac"),
        (["--engine", "ray", "-o", "out", "--private-edits", "e"], "no vault"),
        (["--engine", "ray", "-o", "out", "--private-reasons", "e"], "Run in one process"),
        (["--engine", "ray", "-o", "out", "--vault", "v", "--vault-key-file", "k"], "no vault"),
        (["--engine", "ray", "-o", "out", "--strategy", "SCHOOL=shuffle"], "in one process"),
        (["--engine", "ray", "-o", "out"], "an engine needs a folder"),
        (["-o", "out", "--address", "auto"], "--address needs --engine"),
    ],
)
def test_an_engine_refuses_what_it_cannot_do(
    more: list[str],
    said: str,
    source: Path,
    tmp_path: Path,
    model: str,
    key_file: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    given = source
    if not said.startswith("an engine"):
        given = tmp_path / "in"
        given.mkdir()
        source.rename(given / source.name)
    result = run("deidentify", given, "--model", model, "--key-file", key_file, *more)
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())
    assert not (tmp_path / "out").exists()


def test_an_engine_needs_a_key(
    source: Path, tmp_path: Path, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SPACY_PIIVOT_KEY", raising=False)
    folder = tmp_path / "in"
    folder.mkdir()
    source.rename(folder / "a.jsonl")
    out = tmp_path / "out"
    result = run("deidentify", folder, "-o", out, "--model", model, "--engine", "ray")
    assert result.exit_code == 2
    assert "This process has no key" in result.stderr


def test_a_missing_engine_is_named(
    source: Path, tmp_path: Path, model: str, key_file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spacy_piivot.core.optional.find_spec", lambda name: None)
    folder = tmp_path / "in"
    folder.mkdir()
    source.rename(folder / "a.jsonl")
    arguments = ["-o", tmp_path / "out", "--model", model, "--key-file", key_file]
    result = run("deidentify", folder, *arguments, "--engine", "ray")
    assert result.exit_code == 2
    assert 'This needs ray: pip install "spacy-piivot[ray]"' in result.stderr
    assert not (tmp_path / "out").exists()
