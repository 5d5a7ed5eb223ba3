"""Which acts are done, by page that sends them: what is sent again after a lost answer is not done twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

PageId: TypeAlias = str
"""A page that acts at a table: the beginning of its browser's hash, a colon and the name that it chose."""

MOST_PAGES = 8
"""Pages of one browser that are remembered at a table: who opens more has closed the first."""


def page_id(holder: str, page: str) -> PageId:
    """Under which name the acts of a page are counted: no other browser can count them on."""
    return f"{_short(holder)}:{page}"


def with_done(done: Mapping[PageId, int], page: PageId, number: int) -> dict[PageId, int]:
    """With the last act of *page*, which stands last; the oldest pages of its browser are forgotten."""
    others = [other for other in done if other != page]
    own = [other for other in others if _browser(other) == _browser(page)]
    forgotten = own[: max(0, len(own) + 1 - MOST_PAGES)]
    return {other: done[other] for other in others if other not in forgotten} | {page: number}


def done_by(done: Mapping[PageId, int], holder: str) -> dict[str, int]:
    """The number of the last act that is done, by page of one browser."""
    own = {page: number for page, number in done.items() if _browser(page) == _short(holder)}
    return {page.partition(":")[2]: number for page, number in own.items()}


def _short(holder: str) -> str:
    """Enough of a browser's hash to tell those of a table apart."""
    return holder[:16]


def _browser(page: PageId) -> str:
    return page.partition(":")[0]
