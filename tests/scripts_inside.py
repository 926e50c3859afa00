"""Run a script as `python script.py …` would, inside this process: its imports are paid once."""

import contextlib
import io
import runpy
import subprocess
import sys
import traceback
from pathlib import Path
from unittest import mock


def run_inside(
    script: Path, *arguments: str | Path, folder: Path
) -> "subprocess.CompletedProcess[str]":
    """Run a script.

    script (Path): The file.
    *arguments (str | Path): What follows it on the command line.
    folder (Path): The working folder.
    RETURNS (subprocess.CompletedProcess): Its exit status and what it wrote.
    """
    script = folder / script
    line = [str(script), *map(str, arguments)]
    out, err = io.StringIO(), io.StringIO()
    status: object = 0
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "argv", line),
        mock.patch.object(sys, "path", [str(script.parent), *sys.path]),
    ):
        try:
            runpy.run_path(str(script), run_name="__main__")
        except SystemExit as end:
            status = end.code
        except Exception:
            traceback.print_exc(file=err)
            status = 1
    if isinstance(status, str):  # as `sys.exit("a message")` ends
        err.write(f"{status}\n")
        status = 1
    return subprocess.CompletedProcess(line, int(str(status or 0)), out.getvalue(), err.getvalue())
