"""What the attempts at a question use: each is counted when it is sent, whatever comes of it."""

from .budget import Budget
from .usage import Usage


class Attempts:
    """The attempts at one question, one after the other.

    budget (Budget): What may be spent.
    estimate (Usage): What one attempt may use at most.
    """

    def __init__(self, budget: Budget, estimate: Usage) -> None:
        self.estimate = estimate
        self.used = Usage()
        self.over_budget = False
        self._budget = budget
        self._under_way = False

    async def start(self) -> bool:
        """Set aside what the next attempt may use, once that is possible.

        RETURNS (bool): Whether the budget allows it.
        """
        self.end()
        self._under_way = await self._budget.set_aside(self.estimate)
        self.over_budget = not self._under_way
        return self._under_way

    def end(self, used: Usage | None = None) -> None:
        """Note what the attempt under way used; nothing happens if none is.

        used (Usage | None): What it used; None for the estimate, where nobody can tell.
        """
        if self._under_way:
            self._under_way = False
            used = self.estimate if used is None else used
            self._budget.settle(self.estimate, used)
            self.used += used
