import asyncio
from typing import Any

import pytest

from spacy_piivot.errors import InputError
from spacy_piivot.llm.budget import Budget
from spacy_piivot.llm.usage import Usage


@pytest.mark.parametrize("limit", [{"requests": 2}, {"tokens": 20}, {"cost": 0.2}])
def test_what_is_under_way_is_waited_for(limit: dict[str, float]) -> None:
    budget = Budget(limit)
    estimate = Usage(1, 0, 8, 2, 0.1)

    async def ask() -> None:
        assert await budget.reserve(estimate)
        assert await budget.reserve(estimate)
        waiting = [asyncio.create_task(budget.reserve(estimate)) for _ in range(2)]
        await asyncio.sleep(0)
        assert not any(task.done() for task in waiting)
        budget.record(estimate, Usage())
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert sorted(task.done() for task in waiting) == [False, True]
        budget.record(estimate, estimate)
        await asyncio.sleep(0)
        assert not all(task.done() for task in waiting)
        budget.record(estimate, estimate)
        assert sorted(await asyncio.gather(*waiting)) == [False, True]
        assert not await budget.reserve(estimate)

    asyncio.run(ask())
    assert budget.spent == estimate + estimate


@pytest.mark.parametrize(
    "limits", [{"tokens": "5"}, {"tokens": -1}, {"cost": float("nan")}, {"time": 3}]
)
def test_what_is_no_limit_is_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="budget"):
        Budget(limits)


def test_without_limits_everything_may_be_asked() -> None:
    budget = Budget({"tokens": None})

    async def ask() -> list[bool]:
        return [await budget.reserve(Usage(1, 0, 10**9, 10**9, 10.0**9)) for _ in range(10)]

    assert all(asyncio.run(ask()))
    assert not budget.limits_cost
