"""A limit on what may be asked, that is never passed by requests under way."""

import asyncio
from collections.abc import Mapping
from math import inf

from ..errors import InputError
from .usage import Usage

KINDS = ("requests", "tokens", "cost")


class Budget:
    """What may be spent, in requests, tokens and dollars.

    What a request may use at most is set aside before it is sent, and what it did use is noted
    after it. Without locks: all requests of a process are made in one thread.

    limits (Mapping[str, float | None]): By "requests", "tokens" and "cost"; None or nothing for
        no limit.
    RAISES (InputError): If there is another key, or a limit that is none.
    """

    def __init__(self, limits: Mapping[str, float | None]) -> None:
        if wrong := sorted(set(limits) - set(KINDS)):
            raise InputError(f"budget: unknown {wrong[0]!r}. Use one of: {', '.join(KINDS)}.")
        given = {kind: limit for kind, limit in limits.items() if limit is not None}
        if not all(isinstance(limit, (int, float)) and limit >= 0 for limit in given.values()):
            raise InputError("budget: a limit must be a number, and not negative.")
        self.limits = {kind: float(given.get(kind, inf)) for kind in KINDS}
        self.spent = Usage()
        self._under_way: list[Usage] = []
        self._settled = asyncio.Event()

    @property
    def limits_cost(self) -> bool:
        return self.limits["cost"] < inf

    async def set_aside(self, estimate: Usage) -> bool:
        """Set aside what a request may use at most. What is under way, and may use less than was
        set aside for it, is waited for.

        estimate (Usage): The estimate.
        RETURNS (bool): Whether the budget allows it; nothing is set aside otherwise.
        """
        while self._allows(self.spent + estimate):
            if self._allows(sum(self._under_way, self.spent + estimate)):
                self._under_way.append(estimate)
                return True
            await self._settled.wait()
        return False

    def settle(self, estimate: Usage, used: Usage) -> None:
        """Note what a request used in place of what was set aside for it."""
        self._under_way.remove(estimate)
        self.spent += used
        self._settled.set()
        self._settled = asyncio.Event()

    def _allows(self, total: Usage) -> bool:
        return (
            total.requests <= self.limits["requests"]
            and total.tokens <= self.limits["tokens"]
            and total.cost <= self.limits["cost"]
        )
