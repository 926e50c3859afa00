"""Runs a command under `strace` in a namespace without a network, and records what it accessed.

Run as a script, it is the step between `unshare` and `strace` for commands that need a server: it
starts the loopback interface and a stand-in language model in the command's namespace.
"""

import codecs
import fcntl
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

BASE_URL = "{base_url}"
TIMEOUT = 300
FILE_CALLS = (
    "open openat openat2 creat mkdir mkdirat mknod mknodat rename renameat renameat2 link linkat "
    "symlink symlinkat truncate"
).split()
TALKING = "socket connect bind sendto sendmsg sendmmsg".split()
# Writing to these stores nothing.
_DEVICES = re.compile(r"/dev/(null|tty|pts/\d+|u?random|zero)|/proc/.*|pipe:.*")
_WRITING = re.compile(r"\bO_(?:WRONLY|RDWR|CREAT|TRUNC|TMPFILE)\b")
_PATH = re.compile(r'(?:(?:AT_FDCWD|\d+)<(?P<folder>[^>]*)>, )?"(?P<path>(?:[^"\\]|\\.)*)"')
_CALL = re.compile(r"(?P<name>\w+)\((?P<arguments>.*)")
_FAMILY = re.compile(r"(?:sa_family=)?(AF_\w+)")
_ADDRESS = re.compile(
    r"sin6?_port=htons\((?P<port>\d+)\).*?"
    r'(?:sin_addr=inet_addr|inet_pton\(AF_INET6, |sin6_addr=inet_addr)\(?"(?P<host>[^"]+)"'
)


@dataclass
class Seen:
    """Everything that a command accessed.

    status: Its exit status. output, errors: What it printed.
    port: The port of the stand-in server, if there is one.
    families: The families of the sockets it opened, except those within the machine (AF_UNIX).
    addresses: The addresses that they were bound or connected to, or that were sent to.
    written: Every path that was opened for writing, created, or moved to.
    left: The files in the home, cache and temporary folders at the end.
    """

    status: int
    output: str
    errors: str
    port: int = 0
    families: set[str] = field(default_factory=set)
    addresses: set[str] = field(default_factory=set)
    written: set[Path] = field(default_factory=set)
    left: set[Path] = field(default_factory=set)


@cache
def why_not() -> str:
    """Why tracing is impossible here; empty if it is possible."""
    for tool in ("strace", "unshare"):
        if shutil.which(tool) is None:
            return f"{tool} is not installed (Debian: apt-get install strace util-linux)"
    for command in (["unshare", "-rn", "true"], ["unshare", "-rn", "strace", "-qq", "true"]):
        if subprocess.run(command, capture_output=True).returncode:
            return f"`{' '.join(command)}` fails: this machine allows no namespaces or no tracing"
    return ""


def trace(
    command: Sequence[str | Path],
    folder: Path,
    *,
    server: bool = False,
    environment: Mapping[str, str] | None = None,
) -> Seen:
    """Run a command and record what it does.

    command: The command; with a server, BASE_URL in it becomes the server's address.
    folder: An empty folder. `home`, `cache` and `tmp` in it are for the command, `cwd` is where it
        runs and `log` is for the trace.
    environment: Variables in addition to the few that every command gets.
    """
    folders = {name: folder / name for name in ("home", "cache", "tmp", "cwd", "log")}
    for path in folders.values():
        path.mkdir()
    log = folders["log"] / "trace"
    traced = ["strace", "-f", "-ff", "-qq", "-y", "-o", str(log)]
    traced += ["--seccomp-bpf", "-e", f"trace={','.join(TALKING + FILE_CALLS)}"]
    inside = [*traced, *map(str, command)]
    if server:
        inside = [sys.executable, __file__, str(folders["log"] / "port"), *inside]
    process = subprocess.Popen(
        ["unshare", "-rn", *inside],
        cwd=folders["cwd"],
        env={
            # Nothing else of this environment: onnxruntime reports nothing if it detects a CI.
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "HOME": str(folders["home"]),
            "XDG_CACHE_HOME": str(folders["cache"]),
            "TMPDIR": str(folders["tmp"]),
            "LANG": "C.UTF-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            **(environment or {}),
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(timeout=TIMEOUT)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    seen = Seen(process.returncode, output, errors)
    if server:
        seen.port = int((folders["log"] / "port").read_text())
    for path in sorted(folders["log"].glob("trace.*")):
        read_trace(path.read_text("utf8", "replace").splitlines(), folders["cwd"], seen)
    seen.left = {
        path
        for name in ("home", "cache", "tmp", "cwd")
        for path in folders[name].rglob("*")
        if not path.is_dir()
    }
    return seen


def read_trace(lines: Sequence[str], cwd: Path, seen: Seen) -> None:
    """Add the actions of one process or thread.

    lines: Its trace. cwd: Its working folder. seen: Where to add them.
    """
    calls = [match for line in lines if (match := _CALL.match(line))]
    for at, call in enumerate(calls):
        name, arguments = call["name"], call["arguments"]
        if name in TALKING:
            family = _FAMILY.search(arguments)
            if family is None or family[1] in ("AF_UNIX", "AF_UNSPEC"):
                continue
            if _asks_for_ipv6(calls[at : at + 2]) or _asks_for_ipv6(calls[max(at - 1, 0) : at + 1]):
                continue
            seen.families.add(family[1])
            if address := _ADDRESS.search(arguments):
                seen.addresses.add(f"{address['host']}:{address['port']}")
        elif name in FILE_CALLS:
            seen.written.update(_written(name, arguments, cwd))


def _asks_for_ipv6(calls: Sequence[re.Match[str]]) -> bool:
    """Whether two calls are urllib3's check for IPv6 at import: a socket is bound to any port of
    this machine, and closed again."""
    if len(calls) < 2:
        return False
    first, second = calls
    return (
        first.group().startswith("socket(AF_INET6, SOCK_STREAM")
        and second["name"] == "bind"
        and "htons(0)" in second["arguments"]
        and '"::1"' in second["arguments"]
    )


def _written(name: str, arguments: str, cwd: Path) -> Iterator[Path]:
    if name.startswith("open") and not _WRITING.search(arguments):
        return
    if arguments.endswith(" EEXIST (File exists)") and name.startswith("mkdir"):
        return
    found = list(_PATH.finditer(arguments))
    if name.startswith(("link", "symlink")):
        found = found[1:]
    for match in found:
        text = codecs.decode(match["path"].encode(), "unicode_escape").encode("latin1")
        path = Path(match["folder"] or cwd, os.fsdecode(text))
        if not _DEVICES.fullmatch(str(path)):
            yield path


def _main(port_file: str, *command: str) -> int:
    from stand_in_server import StandInServer

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        set_flags, up = 0x8914, 1
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sH22x", b"lo", up))
    verdict = {"verdict": "PII", "type": "PERSON", "fill": "Imogen", "missed": []}
    with StandInServer(lambda body: json.dumps(verdict)) as server:
        Path(port_file).write_text(server.base_url.rpartition(":")[2].partition("/")[0])
        return subprocess.run(
            [part.replace(BASE_URL, server.base_url) for part in command]
        ).returncode


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
