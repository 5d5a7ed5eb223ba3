"""Whose turn it is to be thought about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from damier.web.turns import Thought, Turns
from damier.web.worker_process import Ask


@pytest.fixture
def make() -> Iterator[Callable[[str], Thought]]:
    """Thoughts by name: ``a1`` is a move at table a, ``A1`` its analysis."""

    async def thought(name: str) -> Thought:
        ask = Ask(
            number=0, key="", position=name, level="", seed=0, lines=1, seconds=1, stream=name.isupper()
        )
        return Thought(ask, name[0].lower(), 1.0)

    with asyncio.Runner() as runner:
        yield lambda name: runner.run(thought(name))


Make = Callable[[str], Thought]


def waiting(make: Make, processes: int, names: str) -> tuple[Turns, dict[str, Thought]]:
    turns = Turns(processes)
    thoughts = {name: make(name) for name in names.split()}
    for thought in thoughts.values():
        turns.put(thought)
    return turns, thoughts


def take(turns: Turns) -> str | None:
    thought = turns.take()
    return thought.ask.position if thought else None


def names(thoughts: list[Thought]) -> str:
    return " ".join(thought.ask.position for thought in thoughts)


def test_tables_take_turns(make: Make) -> None:
    turns, _ = waiting(make, 9, "a1 a2 a3 b1 c1 b2")
    assert [take(turns) for _ in range(5)] == ["a1", "b1", "c1", "a2", "b2"]
    turns.put(make("d1"))
    turns.put(make("a4"))
    assert [take(turns) for _ in range(4)] == ["a3", "d1", "a4", None]
    assert names(turns.running) == "a1 b1 c1 a2 b2 a3 d1 a4"


def test_a_table_that_was_served_waits_behind_all_others(make: Make) -> None:
    turns, _ = waiting(make, 9, "a1 b1")
    order = []
    for number in range(2, 8):
        order.append(take(turns))
        turns.put(make(f"a{number}"))
    assert order == ["a1", "b1", "a2", "a3", "a4", "a5"]


def test_streams_leave_one_worker_and_keep_nobody_behind_them(make: Make) -> None:
    turns, thoughts = waiting(make, 3, "A1 A2 A3 a4 B1 b2")
    assert [take(turns) for _ in range(4)] == ["A1", "B1", "a4", "b2"]
    assert take(turns) is None and turns.waiting(stream=True) == 2 and turns.waiting(stream=False) == 0
    turns.running.remove(thoughts["A1"])
    assert take(turns) == "A2" and take(turns) is None


def test_as_many_streams_hurry_as_wait_the_oldest_first(make: Make) -> None:
    turns, thoughts = waiting(make, 4, "a1 A1 B1 C1")
    while take(turns):
        pass
    assert not turns.streams_to_hurry()
    turns.put(make("d1"))
    assert not turns.streams_to_hurry()  # a move waits for other moves only
    turns.put(make("D1"))
    assert names(turns.streams_to_hurry()) == "B1"
    turns.put(make("D2"))
    assert names(turns.streams_to_hurry()) == "B1 C1"
    turns.running.remove(thoughts["B1"])
    turns.put(make("E1"))
    assert names(turns.streams_to_hurry()) == "C1 A1"
    assert not turns.streams_in_the_way()


def test_the_only_worker_is_for_moves_first(make: Make) -> None:
    turns, thoughts = waiting(make, 1, "A1 B1 c1")
    assert take(turns) == "c1"
    turns.running.clear()
    assert take(turns) == "A1" and not turns.streams_in_the_way()
    turns.put(make("d1"))
    assert names(turns.streams_in_the_way()) == "A1"
    turns.running.clear()
    turns.put_back(thoughts["A1"])
    assert [take(turns), take(turns), take(turns)] == ["d1", "A1", "B1"]


def test_who_leaves_is_forgotten(make: Make) -> None:
    turns, thoughts = waiting(make, 2, "a1 a2 b1")
    for name in ("a1", "b1"):
        assert turns.is_waiting(thoughts[name])
        turns.remove(thoughts[name])
        assert not turns.is_waiting(thoughts[name])
    assert take(turns) == "a2" and take(turns) is None
    turns.put(make("c1"))
    assert names(turns.clear()) == "c1" and turns.waiting(stream=False) == 0
