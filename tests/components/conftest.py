from collections.abc import Iterator

import pytest
from stand_in_server import StandInServer
from verified import judge


@pytest.fixture
def server() -> Iterator[StandInServer]:
    with StandInServer(judge) as running:
        yield running
