"""Starts Ray, or joins a cluster, without reports to its makers and without a dashboard."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from ..core.optional import require
from ..draws.key import KEY_VARIABLE
from ..errors import InputError

USAGE_STATISTICS = "RAY_USAGE_STATS_ENABLED"
# A cluster reports even that its reports are switched off: to this address, where nobody is.
REPORTS_TO = "RAY_USAGE_STATS_REPORT_URL"
NOWHERE = "http://127.0.0.1:9"
# Despite its name it keeps Ray on the loopback interface on any system.
ANY_INTERFACE = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
# The longest folder for temporary files that leaves room for the names of sockets.
_LONGEST = 24
# Ray asks the addresses of three clouds where it is. With a proxy at which nobody listens, these
# questions do not leave the machine.
_ALONE = {
    "http_proxy": NOWHERE,
    "https_proxy": NOWHERE,
    "no_proxy": "127.0.0.1,localhost,::1",
    "HTTP_PROXY": NOWHERE,
    "HTTPS_PROXY": NOWHERE,
    "NO_PROXY": "127.0.0.1,localhost,::1",
}


def switch_off_usage_statistics() -> None:
    """Switch off the reports of Ray, whatever the environment says.

    Clusters and workers that this process starts inherit the setting. A cluster that runs already
    has its own: start it with the variable set to 0.
    """
    os.environ[USAGE_STATISTICS] = "0"
    os.environ.setdefault(REPORTS_TO, NOWHERE)


def import_ray() -> Any:
    """Import Ray with its reports switched off. The package imports it only here.

    RETURNS (ModuleType): `ray`, with `ray.data`.
    RAISES (InputError): If it is not installed.
    """
    switch_off_usage_statistics()
    if "ray" not in sys.modules:
        # Else Ray draws a bar for each dataset, and sends what workers print to this process.
        os.environ.setdefault("RAY_DATA_DISABLE_PROGRESS_BARS", "1")
    ray = require("ray", "ray")
    require("ray.data", "ray")
    return ray


@contextmanager
def running_ray(address: str | None, workers: int) -> Iterator[Any]:
    """Use a cluster, or one on this machine until the block ends.

    address (str | None): The address of a cluster; None to start one here.
    workers (int): How many cores one that is started here may use.
    YIELDS (ModuleType): `ray`, connected.
    RAISES (InputError): If the cluster cannot be reached, or shows the key to all its users.
    """
    if address is None and "ray" not in sys.modules:
        os.environ[ANY_INTERFACE] = "0"
    ray = import_ray()
    if ray.is_initialized():
        check_environment(ray)
        yield ray
        return
    with ExitStack() as stack:
        folder = _folder(stack) if address is None else {}
        stack.callback(ray.shutdown)
        try:
            if address is not None:
                ray.init(address=address, log_to_driver=False, logging_level="ERROR")
            else:
                _start_here(ray, workers, folder)
            problem = ""
        except Exception as error:
            problem = type(error).__name__
        if problem:
            raise InputError(f"Ray cannot be reached or started ({problem}): check --address.")
        check_environment(ray)
        yield ray


def _folder(stack: ExitStack) -> dict[str, str]:
    """Where Ray keeps its logs and what it stores on disk; removed at the end.

    Sockets are in it too, and their paths must be short: else Ray's own folder is used, and stays.
    """
    if len(tempfile.gettempdir()) > _LONGEST:
        return {}
    folder = tempfile.TemporaryDirectory(prefix="piivot-", ignore_cleanup_errors=True)
    return {"_temp_dir": stack.enter_context(folder)}


def _start_here(ray: Any, workers: int, folder: dict[str, str]) -> None:
    """Start Ray on this machine, and for it alone."""
    with _alone():
        ray.init(
            num_cpus=workers,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="ERROR",
            **folder,
        )


@contextmanager
def _alone() -> Iterator[None]:
    """Start processes that reach nothing by HTTP but this machine."""
    before = {name: os.environ.get(name) for name in _ALONE}
    os.environ.update(_ALONE)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def check_environment(ray: Any) -> None:
    """Refuse a runtime environment that contains the key: all users of the cluster can see it.

    ray (ModuleType): `ray`, connected.
    RAISES (InputError): If its `env_vars` contain SPACY_PIIVOT_KEY.
    """
    environment = ray.get_runtime_context().runtime_env or {}
    if KEY_VARIABLE in (environment.get("env_vars") or {}):
        raise InputError(
            f"{KEY_VARIABLE} is in Ray's runtime environment, which everybody who can see the "
            "cluster can read. Draw a new key, and give it to the machines as a file or in the "
            "environment that Ray is started in."
        )
