"""Ends connections that are too slow, which uvicorn itself would keep for ever."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class PatientProtocol(H11Protocol):
    """HTTP whose requests must arrive, and whose answers must be read, within `seconds`.

    uvicorn limits only the pause between two requests. Here a connection also ends if it sends no
    complete header in time, if it goes on sending a body that nobody wants, or if it does not
    read its answer.
    """

    seconds = 30.0
    _slow: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._slow = self.loop.call_later(self.seconds, self._end)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_answering():
            _stop(self._slow)
            self._slow = None
        elif self._slow is None and self.conn.their_state is not h11.DONE:
            self._slow = self.loop.call_later(self.seconds, self._end)

    def connection_lost(self, exc: Exception | None) -> None:
        _stop(self._slow)
        _stop(self._unread)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(self.seconds, self._end)

    def resume_writing(self) -> None:
        _stop(self._unread)
        self._unread = None
        super().resume_writing()

    def _is_answering(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def _end(self) -> None:
        if self.transport is not None:
            self.transport.abort()


def _stop(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
