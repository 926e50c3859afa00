"""What a server sends back, read to a limit: it may send more than there is memory for."""

from contextlib import aclosing
from typing import Any

# Unpacked. The longest answer that is asked for is far shorter, its probabilities included.
MOST_BYTES = 1_000_000
# What is no longer true of a body that was read and unpacked.
_OF_THE_WIRE = frozenset({"content-encoding", "content-length", "transfer-encoding"})


async def read_body(http: Any, response: Any) -> Any:
    """Read a response that was opened as a stream, and close it.

    http (ModuleType): The library that it is of. Where it may unpack a piece to any length, a
        packed body counts as one beyond the limit: servers are asked not to pack.
    response (Response): The response.
    RETURNS (Response | None): The same with its body, unpacked; without one where a status
        that tells of a failure came with more than the limit. None if another answer did.
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
    """Whether a library says how much it unpacks at once: httpx2 does, httpx does not."""
    return hasattr(getattr(http, "_decoders", None), "MAX_DECODE_CHUNK_SIZE")
