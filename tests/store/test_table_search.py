"""Searching the archive: all and only what was asked for, page by page, whatever the words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.store.archiving import RECORD, found, new

from damier.core.text import Unreadable
from damier.store.search_terms import search_terms_of, winner_of
from damier.store.table_archive import NOBODY, Archive, TableQuery, TableRow, tables
from damier.store.table_search import Cursor


@pytest.fixture
def archive(database_url: str) -> Iterator[Archive]:
    archive = Archive(database_url)
    yield archive
    archive.close()


def over(winner: int, players: tuple[str, ...] = ("person", "easy")) -> dict[str, Any]:
    return {"record": replace(RECORD, ending="rules", players=players), "winner": winner}


def test_a_search_by_result_is_of_who_searches(archive: Archive) -> None:
    archive.create(new("open"))
    archive.create(new("won", **over(0)))
    archive.create(new("lost", **over(1)))
    archive.create(new("drawn", **over(NOBODY)))
    archive.create(new("both", holders={0: "ann", 1: "ann"}, **over(0)))
    archive.create(new("watched", holders={}, owner="ann", **over(0)))
    archive.create(new("cleared", **over(0, ("person",))))
    archive.create(new("blown up", **over(NOBODY, ("person",))))
    archive.create(new("against bob", holders={0: "ann", 1: "bob"}, **over(0)))
    everything = {stored.id: stored for stored in archive.search("ann", TableQuery()).tables}
    assert len(everything) == 9
    expected = {
        "open": ["open"],
        "won": ["against bob", "cleared", "won"],
        "lost": ["blown up", "lost"],
        "drawn": ["drawn"],
        "over": sorted(set(everything) - {"open"}),
    }
    for state, ids in expected.items():
        assert sorted(found(archive, state=state)) == ids, state
        for table_id in ids if state != "over" else ("both", "watched"):
            assert everything[table_id].result("ann") == state
    assert found(archive, "bob", state="lost") == ["against bob"] and found(archive, "bob", state="won") == []
    with pytest.raises(Unreadable, match="'rubbish' is not a state"):
        archive.search("ann", TableQuery(state="rubbish"))


def test_a_result_follows_the_game(archive: Archive) -> None:
    stored = archive.create(new("a", holders={0: "ann", 1: "bob"}))
    ended = archive.change(replace(stored, **over(1)))
    assert found(archive, state="lost") == found(archive, "bob", state="won") == ["a"]
    archive.change(replace(ended, record=RECORD, winner=None))  # the last move was taken back
    assert found(archive, state="open") == found(archive, "bob", state="open") == ["a"]
    assert found(archive, state="lost") == found(archive, state="over") == []


def test_a_search_by_game_player_and_words(archive: Archive) -> None:
    hard = replace(RECORD, players=("person", "very-easy"))
    bot = replace(RECORD, players=("My_Bot.py", "person"))
    archive.create(new("a", search_terms="tic-tac-toe easy été 100%"))
    archive.create(new("b", search_terms="tic-tac-toe very easy 1000", record=hard))
    archive.create(new("c", search_terms="connect four a_b", record=replace(bot, game="connect4")))
    assert found(archive, game="connect4") == ["c"] and found(archive, game="connect") == []
    assert found(archive, player="easy") == ["a"] and found(archive, player="very-easy") == ["b"]
    assert found(archive, player=" Very-Easy ") == ["b"] and found(archive, player="my_bot.py") == ["c"]
    assert (
        found(archive, player="myxbot.py") == found(archive, player="%") == found(archive, player="_") == []
    )
    assert sorted(found(archive, player="person")) == ["a", "b", "c"]
    assert sorted(found(archive, words="EASY  tic")) == ["a", "b"] and found(archive, words="easy very") == [
        "b"
    ]
    assert found(archive, words="100%") == ["a"], "a percent sign is a percent sign"
    assert found(archive, words="a_b") == ["c"] and found(archive, words="t_c") == []
    assert found(archive, words="/") == found(archive, words="\\") == found(archive, words="'") == []
    assert found(archive, game="connect4", player="person", words="four", state="open") == ["c"]
    assert found(archive, "bob") == []


@pytest.mark.parametrize(
    "word", ["\0", "a\0b", "\ud800", "%" * 999, " ".join(map(str, range(5000))), "\\%_/"]
)
def test_odd_words_find_nothing(archive: Archive, word: str) -> None:
    archive.create(new("a", search_terms="nothing odd"))
    assert found(archive, words=word) == ([] if word.strip("\0 ") else ["a"])
    assert found(archive, player=word) == found(archive, game=word) == found(archive, word) == []


@pytest.mark.parametrize("most", [1, 2, 3, 7, 50])
def test_pages_lose_and_repeat_nothing(archive: Archive, most: int) -> None:
    """Many tables of the very same moment, and some of others."""
    times = [1000.1 + (n % 3) * 0.1 for n in range(20)]
    archive.create_all([new(f"t{n}", updated=when) for n, when in enumerate(times)])
    seen: list[TableRow] = []
    after = ""
    while True:
        page = archive.search("ann", TableQuery(most=most, after=after))
        assert 1 <= len(page.tables) <= most
        seen += page.tables
        assert len(seen) <= 20
        if page.more is None:
            break
        assert len(page.tables) == most
        after = page.more
    assert seen == sorted(seen, key=lambda stored: (stored.updated, stored.id), reverse=True)
    assert len(seen) == 20 and {stored.id for stored in seen} == {f"t{n}" for n in range(20)}


def test_a_page_goes_on_where_it_ended_whatever_happens_meanwhile(archive: Archive) -> None:
    archive.create_all([new(f"t{n}", updated=1000.0 + n) for n in range(9)])
    first = archive.search("ann", TableQuery(most=3))
    assert [stored.id for stored in first.tables] == ["t8", "t7", "t6"] and first.more is not None
    archive.forget("t6", "ann")  # the one at which the page ended
    archive.change(first.tables[0])
    archive.create(new("newest"))
    second = archive.search("ann", TableQuery(most=3, after=first.more))
    assert [stored.id for stored in second.tables] == ["t5", "t4", "t3"]


def test_broken_records_are_left_out_and_stop_nothing(archive: Archive) -> None:
    archive.create_all([new(f"t{n:02}", updated=1000.0 + n) for n in range(20)])
    good = {"t00", "t07", "t19"}
    with archive.engine.begin() as connection:
        broken = tables.update().where(tables.c.id.not_in(good))
        connection.execute(broken.values(record='{"format": "damier record 1"'))
        connection.execute(tables.update().where(tables.c.id == "t07").values(invites="[", offers='"x"'))
    assert found(archive) == ["t19", "t07", "t00"]
    page = archive.search("ann", TableQuery(most=2))
    assert [stored.id for stored in page.tables] == ["t19", "t07"] and page.more is not None
    assert page.tables[1].invites == {} and page.tables[1].offers == {}
    last = archive.search("ann", TableQuery(most=2, after=page.more))
    assert [stored.id for stored in last.tables] == ["t00"] and last.more is None
    archive.forget("t00", "ann")
    assert archive.search("ann", TableQuery(most=2)).more is None, "nothing follows but what cannot be read"
    with pytest.raises(Unreadable):
        archive.load("t01")
    assert archive.forget("t01", "ann") is True, "what cannot be read can be thrown away"


@settings(max_examples=300, deadline=None)
@given(words=st.one_of(st.text(), st.text("AaWzEx09-_=", max_size=40)))
@example("WzEuMCwgMV0")
@example("W05hTiwgImEiXQ")
@example("WzFlOTk5LCAiYSJd")
@example("é")
@example("\ud800")
def test_a_rubbish_page_is_refused(words: str) -> None:
    try:
        cursor = Cursor.read(words)
    except Unreadable as problem:
        assert "not where a page ends" in str(problem)
    else:
        assert Cursor.read(cursor.write()) == cursor


@settings(deadline=None)
@given(updated=st.floats(allow_nan=False, allow_infinity=False))
def test_a_page_is_found_again(updated: float) -> None:
    assert Cursor.read(Cursor(updated, "Jx3-_").write()) == Cursor(updated, "Jx3-_")


def test_rubbish_after_is_refused_by_a_search(archive: Archive) -> None:
    with pytest.raises(Unreadable, match="begin again"):
        archive.search("ann", TableQuery(after="rubbish"))


# What a record tells a search.


def test_words_are_in_every_language() -> None:
    words = search_terms_of(replace(RECORD, game="minesweeper", options={"size": "9x9"}, players=("person",)))
    for word in ("minesweeper", "demineur", "buscaminas", "9x9", "person"):
        assert word in words.split()
    odd = search_terms_of(replace(RECORD, game="no\0such", players=("My Bot.py", "Zoë")))
    assert odd == "no such my bot.py zoe 3x3 3"
    assert "b2 a1" in search_terms_of(replace(RECORD, moves=("b2", "a1")))


@pytest.mark.parametrize(
    ("change", "winner"),
    [
        ({}, None),
        ({"ending": "rules", "moves": ("a1", "b1", "a2", "b2", "a3")}, 0),
        ({"ending": "rules", "moves": ("a1", "b2", "c3", "a2", "c2", "c1", "a3", "b3", "b1")}, NOBODY),
        ({"ending": "agreed"}, NOBODY),
        ({"ending": "time", "loser": 0}, 1),
        ({"ending": "resigned", "loser": 1, "moves": ("a1",)}, 0),
        ({"ending": "rules", "moves": ("z9",)}, NOBODY),
        ({"ending": "time", "loser": 0, "game": "none such"}, NOBODY),
    ],
)
def test_who_won_is_told_by_the_record(change: dict[str, Any], winner: int | None) -> None:
    assert winner_of(replace(RECORD, **change)) == winner
