"""The numbers of the pseudo-inverse without the pseudo-inverse: step by step, so that it can be stopped.

Conjugate gradients on the normal equations (CGLS) come to the same least solution, if they begin with zeros.
A step costs as much as there are cells beside numbers; the pseudo-inverse costs the cube of it, in one piece.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

SMALL = 1e-28
"""It ends when the squared error is this part of what it was: eight places are right then."""

PLACES = 8
"""What comes after these is rounding, and is taken off: 0 is 0."""

MOST_ITERATIONS = 5000
"""Steps; usual are a hundred, and 400 on the most tangled board that was found."""


def least_squares(
    a: Sequence[Sequence[int]], b: Sequence[int], size: int, goes_on: Callable[[], bool]
) -> tuple[list[float], bool]:
    """The least solution, in the sense of squares, where each row of *a* says which unknowns add up to *b*.

    And whether it came to its end: where *goes_on* says no it is only on its way there. There are *size*
    unknowns, all 0 without an equation.
    """
    import numpy as np

    columns = np.array([column for row in a for column in row], dtype=np.intp)
    rows = np.repeat(np.arange(len(a)), np.array([len(row) for row in a], dtype=np.intp))
    solution, error = np.zeros(size), np.array(b, dtype=float)
    slope = np.bincount(columns, error[rows], size)
    way = slope.copy()
    steep = first = float(slope @ slope)
    for _ in range(MOST_ITERATIONS):
        if steep <= SMALL * first:
            break
        if not goes_on():
            return solution.tolist(), False
        change = np.bincount(rows, way[columns], len(b))
        far = steep / float(change @ change)
        solution += far * way
        error -= far * change
        slope = np.bincount(columns, error[rows], size)
        before, steep = steep, float(slope @ slope)
        way = slope + steep / before * way
    return (np.round(solution, PLACES) + 0.0).tolist(), True  # no minus before a zero
