"""Run a module as `python -m module …` does, but in this process, so that it imports only once."""

import contextlib
import io
import runpy
import subprocess
import sys
import traceback
import warnings
from pathlib import Path
from unittest import mock


def run_inside(
    module: str, *arguments: str | Path, folder: Path
) -> "subprocess.CompletedProcess[str]":
    """Run a module.

    module (str): Its dotted name.
    *arguments (str | Path): Its command-line arguments.
    folder (Path): The working folder.
    RETURNS (subprocess.CompletedProcess): Its exit status and output.
    """
    line = [module, *map(str, arguments)]
    out, err = io.StringIO(), io.StringIO()
    status: object = 0
    with (
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "argv", line),
        warnings.catch_warnings(),
    ):
        # A warning about modules that are already imported.
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        except SystemExit as end:
            status = end.code
        except Exception:
            traceback.print_exc(file=err)
            status = 1
    if isinstance(status, str):  # as `sys.exit("a message")` ends
        err.write(f"{status}\n")
        status = 1
    return subprocess.CompletedProcess(line, int(str(status or 0)), out.getvalue(), err.getvalue())
