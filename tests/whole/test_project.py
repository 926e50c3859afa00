"""The spaCy project: `project.yml`, and the two commands that manage its assets."""

import ast
import hashlib
import shlex
import shutil
import subprocess
import sys
from copy import deepcopy
from itertools import pairwise, permutations
from pathlib import Path

import pytest
import srsly
from parsed import tree
from run_inside import run_inside
from weasel.cli.run import project_run
from weasel.schemas import ProjectConfigSchema, validate
from weasel.util.config import load_project_config

REPOSITORY = Path(__file__).parents[2]
PROJECT = srsly.read_yaml(REPOSITORY / "project.yml")
COMMANDS = {command["name"]: command for command in PROJECT["commands"]}
COMMITTED = ("benchmarks/", "configs/", "corpus/", "training/")
# Commands that belong to no workflow.
APART = (
    "ablation", "adapt", "attack", "embeddings", "llm", "mathematics", "postlabel", "prelabel",
    "resume", "search", "second_look",
    "ship",
)  # fmt: skip
TSV = "repository\tcommit\tpath\tbytes\tsha256\tlicence\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project before anything was run."""
    shutil.copy(REPOSITORY / "project.yml", tmp_path)
    for name in ("benchmarks", "configs", "corpus", "training"):
        shutil.copytree(REPOSITORY / name, tmp_path / name)
    return tmp_path


def run(folder, *arguments):
    return subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=folder, capture_output=True, text=True
    )


def command(folder, name, *arguments):
    return run_inside(f"training.corpora.{name}", *arguments, folder=folder)


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def files(folder):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_weasel_accepts_the_project(project):
    assert validate(ProjectConfigSchema, PROJECT) == []
    config = load_project_config(project)
    assert config["title"] == PROJECT["title"]
    assert "${" not in str(config["commands"])
    for name in PROJECT["directories"]:
        assert (project / name).is_dir()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_help_deps_and_outputs(name):
    command = COMMANDS[name]
    assert command["help"]
    assert command["script"]
    assert command["deps"]
    assert bool(command["outputs"]) == (name != "check")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_names_its_module_and_what_that_imports(name):
    deps = COMMANDS[name]["deps"]
    for dep in deps:
        if dep.startswith(COMMITTED):
            assert (REPOSITORY / dep).exists()
    for line in COMMANDS[name]["script"]:
        module = line.split()[2]
        if module.startswith(("benchmarks.", "training.")):
            assert with_imports(module) <= set(deps)


def with_imports(module):
    """The files of a module and of all modules in the project that it imports, at any depth."""
    found, waiting = set(), [module]
    while waiting:
        path = Path(f"{waiting.pop().replace('.', '/')}.py")
        if path.as_posix() in found or not (REPOSITORY / path).is_file():
            continue
        found.add(path.as_posix())
        for node in ast.walk(tree(REPOSITORY / path)):
            if isinstance(node, ast.ImportFrom) and node.module:
                waiting += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return {path for path in found if path.startswith(("benchmarks/", "training/"))}


def test_paths_stay_inside_the_project():
    lines = [line for command in COMMANDS.values() for line in command["script"]]
    named = [word.partition("=")[2] or word for line in lines for word in line.split()]
    for command in COMMANDS.values():
        named += command["deps"] + command["outputs"]
    named += PROJECT["directories"] + [asset["dest"] for asset in PROJECT["assets"]]
    named += map(str, PROJECT["vars"].values())
    assert len(named) > 100
    for name in named:
        assert not name.startswith(("/", "~", "\\"))
        assert ".." not in name.split("/")


@pytest.mark.parametrize("workflow", ["all", "data", "offline"])
def test_a_step_needs_nothing_that_comes_later(workflow):
    there = {asset["dest"] for asset in PROJECT["assets"]}
    if workflow == "offline":  # what training/corpora/fill.py copies
        there = set(COMMANDS["convert"]["outputs"])
    for name in PROJECT["workflows"][workflow]:
        for dep in COMMANDS[name]["deps"]:
            if not dep.startswith(COMMITTED):
                assert any(f"{path}/".startswith(f"{dep}/") for path in there), dep
        there.update(COMMANDS[name]["outputs"])


def test_no_step_writes_into_what_another_made():
    """Otherwise the other step has changed, and runs again the next time."""
    outputs = [path for command in COMMANDS.values() for path in command["outputs"]]
    for one, other in permutations(outputs, 2):
        assert not f"{one}/".startswith(f"{other}/")
    for command in COMMANDS.values():
        written = [
            after
            for line in command["script"]
            for option, after in pairwise(line.split())
            if option in ("--out", "--output", "-o", "--json", "--plot", "--markdown", "--html")
        ]
        for path in written:
            ends = (f"{output}/" for output in command["outputs"])
            assert any(f"{path}/".startswith(end) or end.startswith(f"{path}/") for end in ends)


def test_a_dry_run_of_all_lists_the_steps_in_order(project, capfd, monkeypatch):
    config = load_project_config(project)
    # Every step would read it again.
    again = lambda *_, **__: deepcopy(config)  # noqa: E731
    monkeypatch.setitem(project_run.__globals__, "load_project_config", again)
    project_run(project, "all", dry=True)
    printed = capfd.readouterr().out
    ran = [shlex.split(line) for line in printed.splitlines() if line.startswith("Running command")]
    scripts = {command["name"]: command["script"] for command in config["commands"]}
    lines = [line for name in config["workflows"]["all"] for line in scripts[name]]
    assert [words[3:] for words in ran] == [shlex.split(line)[1:] for line in lines]
    assert [name for name in COMMANDS if name not in APART] == config["workflows"]["all"]
    assert not (project / "project.lock").exists()


def test_convert_names_every_file_that_it_makes():
    lines = (REPOSITORY / "corpus/converted.sha256").read_text("utf8").splitlines()
    made = {f"assets/{line.split()[1]}" for line in lines}
    outputs = set(COMMANDS["convert"]["outputs"])
    assert {path for path in made if not path.startswith("assets/names/")} == outputs - {
        "assets/names"
    }


def test_the_assets_are_those_of_the_list(project):
    assert command(project, "check", "--write-project").returncode == 0
    assert (project / "project.yml").read_bytes() == (REPOSITORY / "project.yml").read_bytes()
    rows = (REPOSITORY / "corpus/assets.tsv").read_text("utf8").splitlines()
    assert len(PROJECT["assets"]) == len(rows) - 1
    assert not any("checksum" in asset for asset in PROJECT["assets"])


def test_nothing_is_fetched_that_is_only_measured_on():
    fetched = "\n".join(asset["dest"].casefold() for asset in PROJECT["assets"])
    for name in ("anonjd", "anthipapa", "ambientmeta", "presidio", "pii-data", "talkmoves"):
        assert name not in fetched


def listed(folder, *contents, path="a b.txt"):
    """A list of one file, and the file with each of the contents in turn."""
    row = ["some/where", "c0ffee", path, "5", sha256(b"hello"), "MIT"]
    (folder / "list.tsv").write_text(TSV + "\t".join(row) + "\n")
    for content in contents:
        target = folder / "assets/raw/some/where" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        yield command(folder, "check", "--sources", "list.tsv")


def test_assets_that_are_right_pass(tmp_path):
    [result] = listed(tmp_path, b"hello")
    assert result.returncode == 0
    assert "1 files, all as expected" in result.stdout


def test_assets_that_differ_are_named(tmp_path):
    shorter, other = listed(tmp_path, b"hell", b"hallo")
    assert shorter.returncode == other.returncode == 1
    assert "a b.txt has 4 bytes, not 5" in shorter.stderr
    assert "a b.txt has another sha256" in other.stderr


def test_missing_assets_are_named(project):
    result = command(project, "check")
    assert result.returncode == 1
    for asset in PROJECT["assets"]:
        assert f"missing: {Path(asset['dest'])}\n" in result.stderr
    assert "spacy project assets" in result.stderr


@pytest.mark.parametrize(("name", "arguments"), [("check", []), ("fill", ["."])])
def test_a_missing_list_is_said(tmp_path, name, arguments):
    result = command(tmp_path, name, *arguments)
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert str(Path("corpus")) in result.stderr


def test_an_asset_has_its_commit_and_a_quoted_path(tmp_path):
    list(listed(tmp_path))
    marker = next(
        line
        for line in (REPOSITORY / "project.yml").read_text("utf8").splitlines()
        if "--write-project" in line
    )
    (tmp_path / "project.yml").write_text(f"title: x\n{marker}\nassets: [old]\n")
    assert command(tmp_path, "check", "--sources", "list.tsv", "--write-project").returncode == 0
    assert srsly.read_yaml(tmp_path / "project.yml") == {
        "title": "x",
        "assets": [
            {
                "dest": "assets/raw/some/where/a b.txt",
                "url": "https://raw.githubusercontent.com/some/where/c0ffee/a%20b.txt",
                "description": "MIT",
            }
        ],
    }


@pytest.fixture
def local(tmp_path: Path) -> Path:
    """A local folder of two converted files, one of them read-only, and others."""
    contents = {"train/one.jsonl": b"{}\n", "names/two.txt": b"Zadie\n"}
    for name, content in (contents | {"train/three.jsonl": b"x", "eval/gold.jsonl": b"y"}).items():
        path = tmp_path / "local" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "local/names/two.txt").chmod(0o444)
    lines = [f"{sha256(content)}  {name}\n" for name, content in contents.items()]
    (tmp_path / "sums").write_text("".join(lines))
    return tmp_path / "local"


def fill(local):
    return command(local.parent, "fill", "local", "--checksums", "sums")


def test_filling_copies_what_is_listed_and_nothing_else(local):
    assets = local.parent / "assets"
    for _ in range(2):
        result = fill(local)
        assert result.returncode == 0, result.stderr
        assert files(assets) == {"train/one.jsonl", "names/two.txt"}
    assert (assets / "names/two.txt").read_bytes() == b"Zadie\n"
    assert not any(path.is_symlink() for path in assets.rglob("*"))
    assert (assets / "names/two.txt").stat().st_ino != (local / "names/two.txt").stat().st_ino


def test_filling_copies_nothing_if_a_file_is_missing_or_differs(local):
    (local / "train/one.jsonl").write_bytes(b"{ }\n")
    result = fill(local)
    assert result.returncode == 1
    assert f"differs: {Path('local/train/one.jsonl')}" in result.stderr
    (local / "train/one.jsonl").unlink()
    result = fill(local)
    assert result.returncode == 1
    assert f"missing: {Path('local/train/one.jsonl')}" in result.stderr
    assert not (local.parent / "assets").exists()


@pytest.mark.parametrize("name", ["eval/gold.jsonl", "train/../eval/gold.jsonl"])
def test_filling_refuses_a_list_with_other_data(local, name):
    (local.parent / "sums").write_text(f"{sha256(b'y')}  {name}\n")
    result = fill(local)
    assert result.returncode == 2
    assert "not converted data" in result.stderr
    assert not (local.parent / "assets").exists()


@pytest.mark.slow
def test_the_data_can_be_had_without_network(project, data_folder):
    filled = command(project, "fill", data_folder)
    assert filled.returncode == 0, filled.stderr
    gold = run(project, "-m", "spacy", "project", "run", "gold")
    assert gold.returncode == 0, gold.stderr
    for name in ("train", "names"):
        more = {"synthetic_more.jsonl"} if name == "train" else set()
        filled_in = files(project / "assets" / name)
        # The folder may hold data that the project does not train on.
        assert more < filled_in
        assert filled_in - more <= files(data_folder / name)
        for path in filled_in - more:
            made = (project / "assets" / name / path).read_bytes()
            assert sha256(made) == sha256((data_folder / name / path).read_bytes()), path
