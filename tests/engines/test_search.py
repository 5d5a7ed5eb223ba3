"""The search harness: limits, parts, stopping and telling, without a look at the clock on the wall."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from damier.core.engine import Analysis, Limit
from damier.engines.search import POSITIONS_BETWEEN_LOOKS, Search, Spent

FIRST: Analysis[int] = Analysis(move=0, lines=())


def said(move: int) -> Analysis[int]:
    return Analysis(move=move, lines=())


def test_nodes_are_counted_and_end_the_search() -> None:
    search: Search[int] = Search(Limit(nodes=3 * POSITIONS_BETWEEN_LOOKS))
    with pytest.raises(Spent):
        while True:
            search.count()
    assert search.nodes == 3 * POSITIONS_BETWEEN_LOOKS and search.is_over() and search.bounded
    assert not search.is_over(3 * POSITIONS_BETWEEN_LOOKS - 1), (
        "who counts elsewhere says how many there were"
    )
    endless: Search[int] = Search(Limit())
    for _ in range(100):
        endless.count()
    assert endless.nodes == 100 and not endless.bounded and endless.seconds_left() is None


def test_what_is_published_is_told_in_order_and_a_spent_limit_is_no_error() -> None:
    search: Search[int] = Search(Limit(nodes=POSITIONS_BETWEEN_LOOKS))

    def work() -> None:
        search.publish(said(1))
        search.part(0.5).publish(said(2))
        while True:
            search.count()

    heard = [analysis.move for analysis in search.run(work, FIRST)]
    assert list(dict.fromkeys(heard)) == [0, 1, 2]


def test_an_error_is_raised_where_it_was_asked() -> None:
    search: Search[int] = Search(Limit())
    with pytest.raises(ZeroDivisionError):
        list(search.run(lambda: search.publish(said(1 // 0)), FIRST))


@pytest.mark.parametrize("choose", [lambda search: search, lambda search: search.limited(Limit())])
def test_asking_no_more_stops_it_and_its_parts(choose: Callable[[Search[int]], Search[int]]) -> None:
    search: Search[int] = Search(Limit(time=1e6))
    ended = threading.Event()

    def work() -> None:
        part = choose(search)
        try:
            while True:
                part.look()
        finally:
            ended.set()

    thoughts = search.run(work, FIRST)
    assert next(thoughts) is FIRST and not search.stopped
    thoughts.close()  # type: ignore[attr-defined]
    assert ended.is_set() and search.stopped and choose(search).stopped


def test_a_part_has_a_limit_of_its_own_and_leaves_the_whole_alone() -> None:
    search: Search[int] = Search(Limit(nodes=100), 1)
    half, brief = search.part(0.5), search.limited(Limit(nodes=1))
    assert half.limit.nodes == 50 and half.seat == 1
    assert half.is_over(50) and not half.is_over(49) and not search.is_over(99)
    brief.nodes = 1
    assert brief.is_over() and not search.is_over() and search.nodes == 0


@pytest.mark.parametrize("limit", [Limit(time=0.0), Limit(nodes=10), Limit(time=1e6)])
def test_a_kernel_that_looks_at_no_clock_is_ended(limit: Limit) -> None:
    """By the limit, or because nobody asks any more."""
    search: Search[int] = Search(limit)
    flag = threading.Event()

    def work() -> None:
        with search.guarded(flag.set, lambda: 10):
            flag.wait()

    thoughts = search.run(work, FIRST)
    next(thoughts)
    if limit.time == 1e6:
        assert not flag.is_set()
    else:
        flag.wait()
    thoughts.close()  # type: ignore[attr-defined]
    assert flag.is_set()
    assert "guard" not in {thread.name for thread in threading.enumerate()}
