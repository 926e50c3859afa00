"""Which characters of a copy are which of the original, if it differs by few.

After Ukkonen (1985) and Landau and Vishkin (1989): the time depends on the changes allowed, not on
what the texts repeat.
"""

from collections.abc import Mapping, Sequence


def align(original: str, copy: str, limit: int) -> list[int | None] | None:
    """Align a copy with fewest characters added, left out and changed.

    original (str): The original.
    copy (str): The copy.
    limit (int): The most changes.
    RETURNS (Optional[List[Optional[int]]]): For each character of the copy its place in the
        original, also if it was changed; None if it was added. None if there are more changes.
    """
    goal = len(original) - len(copy)
    if abs(goal) > limit:
        return None
    # By number of changes, the farthest place in the original by diagonal: by how much it is
    # ahead of the place in the copy.
    reached: list[dict[int, int]] = []
    for changes in range(limit + 1):
        row: dict[int, int] = {}
        for diagonal in range(-changes, changes + 1):
            last = min(len(original), len(copy) + diagonal)
            start = max(_starts(reached[-1], diagonal, last)) if changes else 0
            if start >= 0:
                row[diagonal] = start + _common(original, start, copy, start - diagonal)
        reached.append(row)
        if row.get(goal) == len(original):
            return _trace(reached, original, copy)
    return None


def _starts(before: Mapping[int, int], diagonal: int, last: int) -> list[int]:
    """Where one change more leads to on a diagonal: one changed, left out, added; -1 if nowhere."""
    changed = before.get(diagonal, -2) + 1
    left_out = before.get(diagonal - 1, -2) + 1
    added = before.get(diagonal + 1, -1)
    return [place if place <= last else -1 for place in (changed, left_out, added)]


def _common(original: str, i: int, copy: str, j: int) -> int:
    """How many characters agree from two places on."""
    start, step = i, 1
    while step:
        if step <= min(len(original) - i, len(copy) - j) and (
            original[i : i + step] == copy[j : j + step]
        ):
            i, j, step = i + step, j + step, 2 * step
        else:
            step //= 2
    return i - start


def _trace(reached: Sequence[Mapping[int, int]], original: str, copy: str) -> list[int | None]:
    """Go back from the ends of both."""
    found: list[int | None] = [None] * len(copy)
    diagonal, end = len(original) - len(copy), len(original)
    for before in [*reversed(reached[:-1]), None]:
        last = min(len(original), len(copy) + diagonal)
        changed, left_out, added = (
            _starts(before, diagonal, last) if before is not None else (0, -1, -1)
        )
        start = max(changed, left_out, added)
        for place in range(start, end):
            found[place - diagonal] = place
        if before is None:
            break
        if start == changed:
            end = start - 1
            found[end - diagonal] = end
        elif start == left_out:
            end, diagonal = start - 1, diagonal - 1
        else:
            end, diagonal = start, diagonal + 1
    return found
