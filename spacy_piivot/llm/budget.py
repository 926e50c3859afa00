"""The budget for requests, which requests under way cannot exceed."""

import asyncio
from collections.abc import Mapping
from math import inf

from ..errors import InputError
from .usage import Usage

KINDS = ("requests", "tokens", "cost")


class Budget:
    """A limit on requests, tokens and dollars.

    The most that a request can use is reserved before it is sent, and its usage is recorded
    afterwards. No locks are needed: all requests of a process are made in one thread.

    limits (Mapping[str, float | None]): Limits by "requests", "tokens" and "cost"; None or a
        missing key for no limit.
    RAISES (InputError): If a key is unknown or a limit is not valid.
    """

    def __init__(self, limits: Mapping[str, float | None]) -> None:
        if wrong := sorted(set(limits) - set(KINDS)):
            raise InputError(f"budget: unknown {wrong[0]!r}. Use one of: {', '.join(KINDS)}.")
        given = {kind: limit for kind, limit in limits.items() if limit is not None}
        if not all(isinstance(limit, (int, float)) and limit >= 0 for limit in given.values()):
            raise InputError("budget: a limit must be a number that is not negative.")
        self.limits = {kind: float(given.get(kind, inf)) for kind in KINDS}
        self.spent = Usage()
        self._under_way: list[Usage] = []
        self._settled = asyncio.Event()

    @property
    def limits_cost(self) -> bool:
        return self.limits["cost"] < inf

    async def reserve(self, estimate: Usage) -> bool:
        """Reserve the most that a request can use. If need be, wait for requests under way, which
        may use less than their estimates.

        estimate (Usage): The estimate.
        RETURNS (bool): Whether the budget allows it; if not, nothing is reserved.
        """
        while self._allows(self.spent + estimate):
            if self._allows(sum(self._under_way, self.spent + estimate)):
                self._under_way.append(estimate)
                return True
            await self._settled.wait()
        return False

    def record(self, estimate: Usage, used: Usage) -> None:
        """Record the usage of a request in place of its estimate."""
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
