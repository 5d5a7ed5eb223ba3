"""Who waits is served in turn: address by address, then browser by browser, then table by table."""

from __future__ import annotations

from damier.web.host.fair_queue import FairLine, Path


def line(*paths: str) -> FairLine[str]:
    """Things named after where they wait: ``a.x.1`` is the first thing of browser x at address a."""
    made: FairLine[str] = FairLine()
    for path in paths:
        made.put(where(path), path)
    return made


def where(name: str) -> Path:
    return tuple(name.split(".")[:-1])


def all_of(waiting: FairLine[str]) -> list[str]:
    taken = []
    while (thing := waiting.take(lambda thing: True)) is not None:
        taken.append(thing)
    return taken


def test_many_browsers_do_not_help_an_address() -> None:
    waiting = line("a.x.1", "a.y.1", "a.z.1", "b.x.1", "a.x.2", "b.x.2")
    assert all_of(waiting) == ["a.x.1", "b.x.1", "a.y.1", "b.x.2", "a.z.1", "a.x.2"]
    assert len(waiting) == 0 and waiting.take(lambda thing: True) is None


def test_who_comes_new_goes_before_who_was_just_served_and_nobody_waits_for_ever() -> None:
    waiting = line("a.x.1", "a.x.2", "a.x.3", "a.x.4")
    assert waiting.take(lambda thing: True) == "a.x.1"
    waiting.put(("b", "x"), "b.x.1")
    assert all_of(waiting) == ["b.x.1", "a.x.2", "a.x.3", "a.x.4"]
    waiting = line("a.x.1", "a.x.2")
    waiting.take(lambda thing: True)
    for name in "bcd":
        waiting.put((name, "x"), f"{name}.x.1")
    assert all_of(waiting).index("a.x.2") == 1, "only one newcomer goes before it"


def test_within_an_address_browsers_take_turns() -> None:
    assert all_of(line("a.x.1", "a.x.2", "a.x.3", "a.y.1")) == ["a.x.1", "a.y.1", "a.x.2", "a.x.3"]


def test_who_may_not_begin_holds_up_nobody() -> None:
    waiting = line("a.x.1", "a.x.2", "b.x.1")
    assert waiting.take(lambda thing: thing.startswith("b")) == "b.x.1"
    assert waiting.take(lambda thing: thing.endswith("2")) == "a.x.2"
    assert waiting.take(lambda thing: False) is None and list(waiting) == ["a.x.1"]


def test_who_comes_first_again_is_next_at_every_level() -> None:
    waiting = line("a.x.1", "b.x.1", "b.y.1")
    waiting.put_first(("b", "y"), "b.y.0")
    assert all_of(waiting) == ["b.y.0", "a.x.1", "b.x.1", "b.y.1"]


def test_who_leaves_is_forgotten() -> None:
    waiting = line("a.x.1", "a.x.2", "b.x.1")
    assert "a.x.1" in waiting and "c.x.1" not in waiting
    waiting.remove(("a", "x"), "a.x.1")
    waiting.remove(("b", "x"), "b.x.1")
    assert list(waiting) == ["a.x.2"]
    assert waiting.clear() == ["a.x.2"] and len(waiting) == 0


def test_where_too_many_wait_the_last_of_those_who_ask_for_most_goes() -> None:
    waiting = line("a.x.1", "a.x.2", "a.x.3", "a.y.1", "b.x.1")
    everything = lambda thing: True  # noqa: E731
    assert waiting.longest(everything) == 4
    assert waiting.last_of_fullest(everything, ("b", "x")) == "a.x.3"
    assert waiting.last_of_fullest(lambda thing: thing != "a.x.3", ("a", "y")) == "a.x.2"
    assert waiting.last_of_fullest(lambda thing: False, ("b", "x")) is None
    even = line("a.x.1", "b.x.1", "c.x.1")
    assert even.last_of_fullest(everything, ("b", "x")) == "b.x.1", (
        "where nobody asks for more, who came last"
    )
    assert line().last_of_fullest(everything, ()) is None and line().longest(everything) == 0
