"""Counts the usage of all attempts at a request, whether they succeed or not."""

from .budget import Budget
from .usage import Usage


class Attempts:
    """The attempts at one request, one after the other.

    budget (Budget): The budget.
    estimate (Usage): The most that one attempt can use.
    """

    def __init__(self, budget: Budget, estimate: Usage) -> None:
        self.estimate = estimate
        self.used = Usage()
        self.over_budget = False
        self._budget = budget
        self._under_way = False

    async def start(self) -> bool:
        """Reserve the estimate for the next attempt, once that is possible.

        RETURNS (bool): Whether the budget allows it.
        """
        self.end()
        self._under_way = await self._budget.reserve(self.estimate)
        self.over_budget = not self._under_way
        return self._under_way

    def end(self, used: Usage | None = None) -> None:
        """Record the usage of the attempt under way, if there is one.

        used (Usage | None): Its usage; None for the estimate, if the usage is unknown.
        """
        if self._under_way:
            self._under_way = False
            used = self.estimate if used is None else used
            self._budget.record(self.estimate, used)
            self.used += used
