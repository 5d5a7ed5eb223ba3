"""Whose turn it is to be job about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from damier.web.host.client import ASKER, Asker
from damier.web.thinking.job_queue import Job, JobQueue
from damier.web.thinking.worker_process import JobRequest


@pytest.fixture
def make() -> Iterator[Callable[[str], Job]]:
    """Thoughts by name: ``a1`` is a move at table a, ``A1`` its analysis; ``x.y.a1`` of browser y at x."""

    async def job(name: str) -> Job:
        *client, what = name.split(".")
        request = JobRequest(
            number=0, key="", position=name, level="", seed=0, lines=1, seconds=1, stream=what.isupper()
        )
        ASKER.set(Asker(*client) if client else Asker("", ""))
        return Job(request, what[0].lower(), 1.0)

    with asyncio.Runner() as runner:
        yield lambda name: runner.run(job(name))


Make = Callable[[str], Job]


def waiting(make: Make, processes: int, names: str) -> tuple[JobQueue, dict[str, Job]]:
    queue = JobQueue(processes)
    jobs = {name: make(name) for name in names.split()}
    for job in jobs.values():
        queue.put(job)
    return queue, jobs


def take(queue: JobQueue) -> str | None:
    job = queue.take()
    return job.request.position if job else None


def names(jobs: list[Job]) -> str:
    return " ".join(job.request.position for job in jobs)


def test_tables_take_turns(make: Make) -> None:
    queue, _ = waiting(make, 9, "a1 a2 a3 b1 c1 b2")
    assert [take(queue) for _ in range(5)] == ["a1", "b1", "c1", "a2", "b2"]
    queue.put(make("d1"))
    queue.put(make("a4"))
    assert [take(queue) for _ in range(4)] == ["d1", "a3", "a4", None], "a was served since it began to wait"
    assert names(queue.running) == "a1 b1 c1 a2 b2 d1 a3 a4"


def test_within_an_address_people_go_before_engines_alone(make: Make) -> None:
    queue, jobs = waiting(make, 9, "x.1.a1 x.2.b1 y.1.c1 x.3.d1 y.2.e1")
    for name in ("x.1.a1", "x.2.b1", "y.1.c1"):
        jobs[name].alone = True
    order = [take(queue) for _ in range(5)]
    assert order == ["x.3.d1", "y.2.e1", "x.1.a1", "y.1.c1", "x.2.b1"], "and addresses still take turns"


def test_a_table_that_was_served_waits_behind_all_others(make: Make) -> None:
    queue, _ = waiting(make, 9, "a1 b1")
    order = []
    for number in range(2, 8):
        order.append(take(queue))
        queue.put(make(f"a{number}"))
    assert order == ["a1", "b1", "a2", "a3", "a4", "a5"]


def test_streams_leave_one_worker_and_keep_nobody_behind_them(make: Make) -> None:
    queue, jobs = waiting(make, 3, "A1 A2 A3 a4 B1 b2")
    assert [take(queue) for _ in range(4)] == ["A1", "B1", "a4", "b2"]
    assert take(queue) is None and queue.waiting(stream=True) == 2 and queue.waiting(stream=False) == 0
    queue.running.remove(jobs["A1"])
    assert take(queue) == "A2" and take(queue) is None


def test_as_many_streams_hurry_as_wait_the_oldest_first(make: Make) -> None:
    queue, jobs = waiting(make, 4, "a1 A1 B1 C1")
    while take(queue):
        pass
    assert not queue.streams_to_hurry()
    queue.put(make("d1"))
    assert not queue.streams_to_hurry()  # a move waits for other moves only
    queue.put(make("D1"))
    assert names(queue.streams_to_hurry()) == "B1"
    queue.put(make("D2"))
    assert names(queue.streams_to_hurry()) == "B1 C1"
    queue.running.remove(jobs["B1"])
    queue.put(make("E1"))
    assert names(queue.streams_to_hurry()) == "C1 A1"
    assert not queue.streams_in_the_way()


def test_the_only_worker_is_for_moves_first(make: Make) -> None:
    queue, jobs = waiting(make, 1, "A1 B1 c1")
    assert take(queue) == "c1"
    queue.running.clear()
    assert take(queue) == "A1" and not queue.streams_in_the_way()
    queue.put(make("d1"))
    assert names(queue.streams_in_the_way()) == "A1"
    queue.running.clear()
    queue.put_back(jobs["A1"])
    assert [take(queue), take(queue), take(queue)] == ["d1", "A1", "B1"]


def test_who_leaves_is_forgotten(make: Make) -> None:
    queue, jobs = waiting(make, 2, "a1 a2 b1")
    for name in ("a1", "b1"):
        assert queue.is_waiting(jobs[name])
        queue.remove(jobs[name])
        assert not queue.is_waiting(jobs[name])
    assert take(queue) == "a2" and take(queue) is None
    queue.put(make("c1"))
    assert names(queue.clear()) == "c1" and queue.waiting(stream=False) == 0


# Clients.


def test_many_tables_do_not_help_a_browser_nor_many_browsers_an_address(make: Make) -> None:
    queue, _ = waiting(make, 99, "x.a.a1 x.a.b1 x.a.c1 x.b.a1 y.a.a1 y.a.b1")
    order = [take(queue) for _ in range(6)]
    assert order == ["x.a.a1", "y.a.a1", "x.b.a1", "y.a.b1", "x.a.b1", "x.a.c1"]


def crew_of_four(make: Make, names: str) -> tuple[JobQueue, dict[str, Job]]:
    """Four workers: two for one browser, three for one address."""
    queue = JobQueue(4, 2)
    jobs = {name: make(name) for name in names.split()}
    for job in jobs.values():
        queue.put(job)
    return queue, jobs


def test_whoever_lets_many_think_leaves_workers_to_others(make: Make) -> None:
    queue, jobs = crew_of_four(make, "x.a.a1 x.a.b1 x.a.c1 x.a.d1")
    assert [take(queue) for _ in range(3)] == ["x.a.a1", "x.a.b1", None]
    queue.put(make("x.b.a1"))
    queue.put(make("x.c.a1"))
    assert [take(queue), take(queue)] == ["x.b.a1", None], "one is left for other addresses"
    queue.put(make("y.a.a1"))
    assert take(queue) == "y.a.a1"
    queue.running.remove(jobs["x.a.a1"])
    assert take(queue) == "x.a.c1" and take(queue) is None


def test_streams_of_a_client_leave_it_a_worker_for_moves(make: Make) -> None:
    queue, jobs = crew_of_four(make, "x.a.A1 x.a.B1 x.a.c1 y.a.A1")
    assert [take(queue) for _ in range(4)] == ["x.a.A1", "y.a.A1", "x.a.c1", None]
    assert names(queue.streams_to_hurry()) == "x.a.A1", "its own, for which it waits; not the other's"
    queue.running.remove(jobs["x.a.A1"])
    assert take(queue) == "x.a.B1"


def test_where_too_many_wait_one_of_who_has_most_goes(make: Make) -> None:
    queue, jobs = crew_of_four(make, "x.a.a1 x.a.b1 x.a.B2 y.a.a1")
    assert queue.send_away(jobs["y.a.a1"]) is jobs["x.a.b1"]
    assert queue.send_away(jobs["y.a.a1"]) is jobs["y.a.a1"], "as many as of anybody: who came last"
    assert names(queue.clear()) == "x.a.a1 x.a.B2", "streams were not counted"


def test_a_queue_that_one_client_has_filled_is_not_full_for_others(make: Make) -> None:
    queue, jobs = crew_of_four(make, "x.a.a1 x.a.b1 x.a.c1")
    assert not queue.is_full(3)
    for name in ("x.a.a1", "x.a.b1"):
        queue.remove(jobs[name])
    queue.put(make("y.a.a1"))
    queue.put(make("z.a.a1"))
    assert queue.is_full(3) and not queue.is_full(4)
