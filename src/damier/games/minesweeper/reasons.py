"""How dangerous a cell is, in words. There is one scale: the chance of a mine in per cent, 0 is safe."""

from __future__ import annotations

from damier.core.text import Text


def percent(risk: float) -> str:
    """``0``, ``<1``, ``34``, ``>99``, ``100``: never rounded to what is certain."""
    figures = round(100 * risk)
    if risk > 0 and figures < 1:
        return "<1"
    return ">99" if risk < 1 and figures > 99 else str(figures)


def label(percent: str) -> Text:
    """What stands on the board: ``34% mine``."""
    return Text("{percent}% mine", percent=percent)


def told(risk: float) -> Text:
    """A chance of a mine, for the board."""
    return label(percent(risk))
