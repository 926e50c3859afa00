"""Forks a process for code that is killed or hangs, which saves importing everything again."""

import multiprocessing
from collections.abc import Callable
from multiprocessing.process import BaseProcess


def forked(do: Callable[..., object], *arguments: object) -> BaseProcess:
    """Start a function in a child of this process, where everything is already imported.

    do (Callable): The function.
    *arguments (object): Its arguments.
    RETURNS (BaseProcess): The child; join it.
    """
    child = multiprocessing.get_context("fork").Process(target=do, args=arguments)
    child.start()
    return child
