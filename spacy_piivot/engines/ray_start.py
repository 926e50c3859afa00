"""Starts Ray, or joins a cluster, without reports to its makers and without a dashboard."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..core.optional import require
from ..draws.key import KEY_VARIABLE
from ..errors import InputError

USAGE_STATISTICS = "RAY_USAGE_STATS_ENABLED"
LOOPBACK = "127.0.0.1"


def switch_off_usage_statistics() -> None:
    """Switch off the reports of Ray, whatever the environment says.

    Clusters and workers that this process starts inherit the setting. A cluster that runs already
    has its own: start it with the variable set to 0.
    """
    os.environ[USAGE_STATISTICS] = "0"


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
    ray = import_ray()
    if ray.is_initialized():
        check_environment(ray)
        yield ray
        return
    try:
        if address is not None:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        else:
            ray.init(
                num_cpus=workers,
                include_dashboard=False,
                log_to_driver=False,
                logging_level="ERROR",
                _node_ip_address=LOOPBACK,
            )
        problem = ""
    except Exception as error:
        problem = type(error).__name__
    if problem:
        raise InputError(f"Ray cannot be reached or started ({problem}): check --address.")
    try:
        check_environment(ray)
        yield ray
    finally:
        ray.shutdown()


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
