"""Whose turn it is to be thought about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from damier.web.host.client import ASKER, Asker
from damier.web.thinking.job_queue import Thought, Turns
from damier.web.thinking.worker_process import Ask


@pytest.fixture
def make() -> Iterator[Callable[[str], Thought]]:
    """Thoughts by name: ``a1`` is a move at table a, ``A1`` its analysis; ``x.y.a1`` of browser y at x."""

    async def thought(name: str) -> Thought:
        *client, what = name.split(".")
        ask = Ask(
            number=0, key="", position=name, level="", seed=0, lines=1, seconds=1, stream=what.isupper()
        )
        ASKER.set(Asker(*client) if client else Asker("", ""))
        return Thought(ask, what[0].lower(), 1.0)

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
    assert [take(turns) for _ in range(4)] == ["d1", "a3", "a4", None], "a was served since it began to wait"
    assert names(turns.running) == "a1 b1 c1 a2 b2 d1 a3 a4"


def test_within_an_address_people_go_before_engines_alone(make: Make) -> None:
    turns, thoughts = waiting(make, 9, "x.1.a1 x.2.b1 y.1.c1 x.3.d1 y.2.e1")
    for name in ("x.1.a1", "x.2.b1", "y.1.c1"):
        thoughts[name].alone = True
    order = [take(turns) for _ in range(5)]
    assert order == ["x.3.d1", "y.2.e1", "x.1.a1", "y.1.c1", "x.2.b1"], "and addresses still take turns"


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


# Clients.


def test_many_tables_do_not_help_a_browser_nor_many_browsers_an_address(make: Make) -> None:
    turns, _ = waiting(make, 99, "x.a.a1 x.a.b1 x.a.c1 x.b.a1 y.a.a1 y.a.b1")
    order = [take(turns) for _ in range(6)]
    assert order == ["x.a.a1", "y.a.a1", "x.b.a1", "y.a.b1", "x.a.b1", "x.a.c1"]


def crew_of_four(make: Make, names: str) -> tuple[Turns, dict[str, Thought]]:
    """Four workers: two for one browser, three for one address."""
    turns = Turns(4, 2)
    thoughts = {name: make(name) for name in names.split()}
    for thought in thoughts.values():
        turns.put(thought)
    return turns, thoughts


def test_whoever_lets_many_think_leaves_workers_to_others(make: Make) -> None:
    turns, thoughts = crew_of_four(make, "x.a.a1 x.a.b1 x.a.c1 x.a.d1")
    assert [take(turns) for _ in range(3)] == ["x.a.a1", "x.a.b1", None]
    turns.put(make("x.b.a1"))
    turns.put(make("x.c.a1"))
    assert [take(turns), take(turns)] == ["x.b.a1", None], "one is left for other addresses"
    turns.put(make("y.a.a1"))
    assert take(turns) == "y.a.a1"
    turns.running.remove(thoughts["x.a.a1"])
    assert take(turns) == "x.a.c1" and take(turns) is None


def test_streams_of_a_client_leave_it_a_worker_for_moves(make: Make) -> None:
    turns, thoughts = crew_of_four(make, "x.a.A1 x.a.B1 x.a.c1 y.a.A1")
    assert [take(turns) for _ in range(4)] == ["x.a.A1", "y.a.A1", "x.a.c1", None]
    assert names(turns.streams_to_hurry()) == "x.a.A1", "its own, for which it waits; not the other's"
    turns.running.remove(thoughts["x.a.A1"])
    assert take(turns) == "x.a.B1"


def test_where_too_many_wait_one_of_who_has_most_goes(make: Make) -> None:
    turns, thoughts = crew_of_four(make, "x.a.a1 x.a.b1 x.a.B2 y.a.a1")
    assert turns.send_away(thoughts["y.a.a1"]) is thoughts["x.a.b1"]
    assert turns.send_away(thoughts["y.a.a1"]) is thoughts["y.a.a1"], "as many as of anybody: who came last"
    assert names(turns.clear()) == "x.a.a1 x.a.B2", "streams were not counted"


def test_a_queue_that_one_client_has_filled_is_not_full_for_others(make: Make) -> None:
    turns, thoughts = crew_of_four(make, "x.a.a1 x.a.b1 x.a.c1")
    assert not turns.is_full(3)
    for name in ("x.a.a1", "x.a.b1"):
        turns.remove(thoughts[name])
    turns.put(make("y.a.a1"))
    turns.put(make("z.a.a1"))
    assert turns.is_full(3) and not turns.is_full(4)
