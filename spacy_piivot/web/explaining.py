"""Says of an error what may be said: nothing of a text."""

import os
import traceback


def explain(error: BaseException) -> str:
    """The class and place of an error, without its own message, which may quote a text."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    # What the system says of itself: a full disk.
    system = f" ({os.strerror(error.errno)})" if isinstance(error, OSError) and error.errno else ""
    return f"{type(error).__name__}{system}{place}"
