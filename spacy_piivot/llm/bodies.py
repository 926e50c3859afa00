"""What a server sends back, read to a limit: it may send more than there is memory for."""

from contextlib import aclosing
from typing import Any

# Unpacked. The longest answer that is asked for is far shorter, its probabilities included.
MOST_BYTES = 1_000_000
# What is no longer true of a body that was read and unpacked.
_OF_THE_WIRE = frozenset({"content-encoding", "content-length", "transfer-encoding"})


async def read_body(http: Any, response: Any) -> Any:
    """Read a response that was opened as a stream, and close it.

    http (ModuleType): The library that it is of; it unpacks piece by piece.
    response (Response): The response.
    RETURNS (Optional[Response]): The same with its body, unpacked; without one where a status
        that tells of a failure came with more than the limit. None if another answer did.
    """
    body, whole = bytearray(), True
    try:
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
