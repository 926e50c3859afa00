"""A process of its own for what is killed or held up, without an interpreter that imports anew."""

import multiprocessing
from collections.abc import Callable
from multiprocessing.process import BaseProcess


def forked(do: Callable[..., object], *arguments: object) -> BaseProcess:
    """Start a function in a child of this process, which has all that was imported.

    do (Callable): The function.
    *arguments (object): What it gets.
    RETURNS (BaseProcess): The child; join it.
    """
    child = multiprocessing.get_context("fork").Process(target=do, args=arguments)
    child.start()
    return child
