"""Reads the responses of a server up to a limit, so that no response can exhaust the memory."""

from contextlib import aclosing
from typing import Any

# Of the unpacked body. The longest requested answer with its probabilities is far shorter.
MOST_BYTES = 1_000_000
# Headers that are no longer true after the body was read and unpacked.
_OF_THE_WIRE = frozenset({"content-encoding", "content-length", "transfer-encoding"})


async def read_body(http: Any, response: Any) -> Any:
    """Read a response that was opened as a stream, and close it.

    http (ModuleType): The library of the response. If it may unpack a piece to any length, a
        packed body counts as too long: requests ask servers not to pack.
    response (Response): The response.
    RETURNS (Response | None): The response with its unpacked body. If the body is too long, a
        response with an error status has an empty body, and any other is None.
    """
    body, whole = bytearray(), _unpacks_in_steps(http) or not _is_packed(response)
    try:
        if whole:
            async with aclosing(response.aiter_bytes()) as pieces:
                async for piece in pieces:
                    whole = len(body) + len(piece) <= MOST_BYTES
                    if not whole:
                        break
                    body += piece
    finally:
        await response.aclose()
    if not whole and response.is_success:
        return None
    kept = [
        (name, value)
        for name, value in response.headers.multi_items()
        if name.casefold() not in _OF_THE_WIRE
    ]
    return http.Response(
        response.status_code,
        headers=kept,
        content=bytes(body) if whole else b"",
        request=response.request,
    )


def _is_packed(response: Any) -> bool:
    encodings = response.headers.get("content-encoding", "").split(",")
    return any(encoding.strip().casefold() not in ("", "identity") for encoding in encodings)


def _unpacks_in_steps(http: Any) -> bool:
    """Whether a library limits how much it unpacks at once: httpx2 does, httpx does not."""
    return hasattr(getattr(http, "_decoders", None), "MAX_DECODE_CHUNK_SIZE")
