"""A live game: events, undo, clocks, rounds and the engine that listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from damier.core.clock import Timing
from damier.core.engine import Engine, Limit, think
from damier.core.record import Record
from damier.core.text import IllegalMove, Refusal, Text, plain
from damier.engine_at_table import Ai
from damier.games import game
from damier.games import game as find_game
from damier.table import Ended, Moved, Table, ending_sentence

TICTACTOE = game("tictactoe")
GAME = game("connect4")


class Now:
    """A clock that a test turns by hand."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def cells(table: Table, words: str) -> None:
    for word in words.split():
        table.play(table.game.read(word, table.view()))


def listening(table: Table) -> list[Any]:
    heard: list[Any] = []
    table.next_player.subscribe(lambda seat: heard.append(("next", seat)))
    table.moved.subscribe(lambda moved: heard.append(("moved", moved.seat, table.game.write(moved.move))))
    table.over.subscribe(lambda ended: heard.append(("over", ended.ending, ended.points)))
    return heard


def test_events_come_in_order() -> None:
    table = Table(TICTACTOE, seed=1)
    heard = listening(table)
    table.start()
    cells(table, "a1 b1 a2 b2 a3")
    assert heard == [
        ("next", 0),
        *[("moved", 0, "a1"), ("next", 1), ("moved", 1, "b1"), ("next", 0)],
        *[("moved", 0, "a2"), ("next", 1), ("moved", 1, "b2"), ("next", 0)],
        *[("moved", 0, "a3"), ("over", "rules", (1.0, 0.0))],
    ]
    with pytest.raises(IllegalMove):
        cells(table, "c3")


def test_who_unsubscribes_hears_no_more() -> None:
    table = Table(TICTACTOE, seed=1)
    heard: list[Moved] = []
    table.moved.subscribe(heard.append)
    table.moved.subscribe(heard.append)
    cells(table, "a1")
    table.moved.unsubscribe(heard.append)
    table.moved.unsubscribe(heard.append)
    cells(table, "a2")
    assert len(heard) == 1


def test_an_illegal_move_changes_nothing() -> None:
    table = Table(TICTACTOE, seed=1)
    cells(table, "a1")
    before = table.record()
    with pytest.raises(IllegalMove):
        table.play((0, 0))
    assert table.record() == before


def engine_at(table: Table, player: int, level: str) -> Ai:
    return Ai(table, player, table.game.engines[level].make, Limit(nodes=50), think)


def test_an_engine_plays_its_own_turns_until_it_disconnects() -> None:
    table = Table(TICTACTOE, seed=1, players=("person", "easy"))
    ai = engine_at(table, 1, "easy").init()
    table.start()
    cells(table, "b2")
    assert len(table.moves) == 2 and table.turn == 0
    assert ai.last is not None and ai.last.why
    ai.disconnect()
    cells(table, TICTACTOE.write(table.view().moves()[0]))
    assert len(table.moves) == 3 and table.turn == 1


@pytest.mark.parametrize("setup", ["gomoku"])
def test_two_engines_do_not_call_each_other_ever_deeper(setup: str) -> None:
    table = Table(TICTACTOE, TICTACTOE.settle(setup), seed=1, players=("easy", "easy"))
    depths: list[int] = []

    def measure(moved: Moved) -> None:
        import inspect

        depths.append(len(inspect.stack(0)))

    table.moved.subscribe(measure)
    for player in (0, 1):
        engine_at(table, player, "easy").init()
    table.start()
    assert table.ended is not None
    assert max(depths) <= depths[0] + 2


def overheard(make: Callable[[int], Engine[Any, Any]], seeds: list[int]) -> Callable[[int], Engine[Any, Any]]:
    def making(seed: int) -> Engine[Any, Any]:
        seeds.append(seed)
        return make(seed)

    return making


def test_the_same_seed_gives_the_same_game_and_the_engine_does_not_get_it() -> None:
    seeds: list[int] = []
    records = []
    for _ in range(2):
        table = Table(TICTACTOE, seed=42, players=("easy", "easy"))
        for player in (0, 1):
            ai = engine_at(table, player, "easy").init()
            ai.make = overheard(ai.make, seeds)
        table.start()
        records.append(table.record().moves)
    assert records[0] == records[1]
    assert 42 not in seeds and len(set(seeds)) == 2


class Broken:
    def think(self, view: Any, limit: Limit) -> Any:
        raise Refusal(Text("it broke"))


def test_an_engine_that_fails_forfeits() -> None:
    table = Table(TICTACTOE, seed=1, players=("broken", "person"))
    heard: list[Ended] = []
    table.over.subscribe(heard.append)
    Ai(table, 0, lambda seed: Broken(), Limit(), think).init()
    table.start()
    assert [(ended.ending, ended.points, str(ended.reason)) for ended in heard] == [
        ("forfeited", (0.0, 1.0), "it broke")
    ]


def test_undo_and_redo() -> None:
    table = Table(TICTACTOE, seed=1)
    cells(table, "a1 b1 a2")
    before = table.states
    assert table.undo() == 1
    assert table.undo(until=0) == 2  # a2 is undone already: b1, then a1, then it is X again
    assert table.moves == ()
    table.redo()
    table.redo()
    table.redo()
    assert table.states == before
    with pytest.raises(Refusal):
        table.redo()
    cells(table, "b2")
    for _ in range(4):
        table.undo()
    with pytest.raises(Refusal):
        table.undo()
    table.redo()
    cells(table, "c3")
    with pytest.raises(Refusal):
        table.redo()
    assert not table.practice


def test_undo_takes_a_result_back() -> None:
    table = Table(TICTACTOE, seed=1, players=("a", "b"))
    cells(table, "a1 b1 a2 b2 a3")
    assert table.tally == [1.0, 0.0]
    table.undo()
    assert table.ended is None and table.tally == [0.0, 0.0]
    table.resign(0)
    assert table.tally == [0.0, 1.0]
    table.undo()
    assert len(table.moves) == 4 and table.tally == [0.0, 0.0]


def test_undo_where_something_is_hidden_makes_it_practice() -> None:
    minesweeper = game("minesweeper")
    table = Table(minesweeper, seed=1)
    table.play(table.view().moves()[0])
    assert not table.practice
    table.undo()
    assert table.practice and table.record().practice


def test_clocks_run_and_end_a_game() -> None:
    now = Now()
    table = Table(TICTACTOE, seed=1, timing=Timing(10, 2), now=now)
    table.start()
    now.time += 4
    cells(table, "a1")
    clock = table.clock()
    assert clock is not None and clock.left == (8.0, 10.0)
    now.time += 3
    table.undo()
    clock = table.clock()
    assert clock is not None and clock.left == (10.0, 10.0)
    now.time += 10
    cells(table, "a2")
    assert table.ended is not None and table.ended.ending == "time" and table.ended.points == (0.0, 1.0)
    assert table.moves == ()
    record = table.record()
    assert (record.ending, record.loser) == ("time", 0)


def test_best_of_three_swaps_seats_and_stops_when_decided() -> None:
    table = Table(TICTACTOE, seed=1, players=("anna", "bert"), best_of=3)
    with pytest.raises(Refusal):
        table.next_round()
    cells(table, "a1 b1 a2 b2 a3")
    assert table.tally == [1.0, 0.0] and not table.decided()
    table.next_round()
    assert table.player(1) == 0 and table.player(0) == 1
    cells(table, "a1 b1 a2 b2 c3 b3")
    assert table.tally == [2.0, 0.0] and table.decided()
    assert table.record().players == ("bert", "anna")
    with pytest.raises(Refusal):
        table.next_round()
    with pytest.raises(Refusal):
        Table(TICTACTOE, best_of=2)


def test_a_rematch_has_as_many_rounds_and_other_seats() -> None:
    table = Table(TICTACTOE, seed=1, players=("anna", "bert"), best_of=3)
    cells(table, "a1 b1 a2 b2 a3")
    with pytest.raises(Refusal):
        table.rematch()
    table.next_round()
    cells(table, "a1 b1 a2 b2 c3 b3")
    assert table.decided() and table.played == 2
    table.rematch()
    assert table.tally == [0.0, 0.0] and table.played == 0 and not table.decided() and table.player(0) == 0
    cells(table, "a1 b1 a2 b2 a3")
    assert not table.decided()
    table.next_round()
    assert table.played == 1


def test_a_record_goes_on() -> None:
    table = Table(TICTACTOE, seed=9, players=("person", "easy"))
    cells(table, "a1 b1")
    again = Table.resume(TICTACTOE, Record.load(table.record().dump()))
    assert again.states == table.states and again.players == table.players
    cells(again, "a2")
    table.resign(0)
    over = Table.resume(TICTACTOE, table.record())
    assert over.ended is not None and over.ended.points == (0.0, 1.0)
    broken = Record(game="tictactoe", options=table.options, seed=1, ending="resigned", loser=7)
    with pytest.raises(Refusal, match="loser"):
        Table.resume(TICTACTOE, broken)


def test_the_time_counts_from_the_first_move_to_the_last() -> None:
    now = Now()
    table = Table(TICTACTOE, seed=1, now=now)
    table.start()
    now.time += 5
    assert table.elapsed() == 0
    cells(table, "a1")
    now.time += 7
    cells(table, "b1 a2 b2 a3")
    now.time += 100
    assert table.elapsed() == 7


def test_a_flag_does_not_start_the_time_and_a_dig_does() -> None:
    now = Now()
    table = Table(find_game("minesweeper"), seed=1, now=now)
    for seconds, move in ((5, "f1,1"), (5, "d5,5"), (4, "f2,1")):
        now.time += seconds
        table.play(table.game.read(move, table.view()))
    assert table.elapsed() == 4
    table.resign(0)
    now.time += 100
    assert table.elapsed() == 4 and table.ended is not None
    assert str(table.ended.reason) == "the game was given up"
    table.undo()
    now.time += 100
    assert table.elapsed() == 4, "looking at the end of a game is no play"
    table.play(table.game.read("f3,1", table.view()))
    now.time += 2
    assert table.elapsed() == 4, "a flag does not start it again either"


def test_a_clock_survives_being_written_down() -> None:
    """What each has left comes back with the record, and the turn that ran goes on."""
    watch = [0.0]
    table = Table(GAME, players=("person", "person"), timing=Timing(60, 2), now=lambda: watch[0])
    for seconds, move in ((5.0, 4), (7.0, 4), (1.0, 3)):
        watch[0] += seconds
        table.play(move)
    watch[0] += 3
    assert table.clock() is not None and table.clock().left == (58.0, 52.0)  # type: ignore[union-attr]
    paper = Record.load(table.record().dump())
    again = Table.resume(GAME, paper, now=lambda: 1000.0)
    assert again.clock() == table.clock()
    again.clock_since = 1000.0 - 53.0
    assert again.clock().left == (58.0, 2.0)  # type: ignore[union-attr]
    assert not again.tick()
    again.clock_since = 1000.0 - 56.0
    assert again.tick() and again.clock_since is None


def test_a_stopped_clock_waits_for_the_next_move() -> None:
    watch = [0.0]
    table = Table(GAME, players=("person", "person"), timing=Timing(60), now=lambda: watch[0])
    table.clock_since = None
    watch[0] += 100
    assert table.clock_since is None and table.running() == 0.0 and not table.tick()
    table.play(4)
    watch[0] += 10
    assert table.clock_since == 100.0 and table.clock().left == (60.0, 50.0)  # type: ignore[union-attr]
    table.clock_since = None
    table.resign(0)
    table.undo()  # of the resignation, which is no move
    assert table.clock_since is None
    table.undo()
    assert table.clock_since == 110.0


def test_taking_back_a_resignation_is_the_same_where_the_table_was_stored() -> None:
    watch = [0.0]
    table = Table(GAME, players=("person", "person"), timing=Timing(60), now=lambda: watch[0])
    table.play(GAME.read("4", table.state))
    table.resign(0)
    again = Table.resume(GAME, table.record(), now=lambda: watch[0])
    watch[0] = 7.0
    for each in (table, again):
        each.undo()
        assert each.clock_since is None, "it waits for the next move"


def test_what_happens_at_a_copy_does_not_happen_at_the_table() -> None:
    table = Table(GAME, players=("person", "person"), timing=Timing(60), now=lambda: 0.0)
    told: list[object] = []
    table.moved.subscribe(told.append)
    table.play(4)
    twin = table.copy()
    assert twin.record() == table.record()
    twin.play(4)
    twin.resign(0)
    assert len(table.moves) == 1 and table.ended is None and table.tally == [0.0, 0.0] and len(told) == 1
    table.play(3)
    assert len(twin.moves) == 2 and table.clock() == twin.clock()
    twin.undo()
    assert twin.taken_back == 0 and len(twin.moves) == 2 and table.taken_back == 0
    twin.undo()
    assert twin.taken_back == 1 and table.taken_back == 0


@pytest.mark.parametrize("clock", ["rubbish", {}, {"main": -1}, {"main": 9, "increment": 0, "spent": [1, 2]}])
def test_a_nonsense_clock_on_paper_is_no_clock(clock: object) -> None:
    paper = Record(game=GAME.key, options=GAME.settle(), seed=0, moves=("4",), more={"clock": clock})
    assert Table.resume(GAME, paper).clock() is None


def test_undo_gives_the_time_back() -> None:
    watch = [0.0]
    table = Table(GAME, players=("person", "person"), timing=Timing(60), now=lambda: watch[0])
    for _ in range(2):
        watch[0] += 10
        table.play(4)
    table.undo()
    assert table.clock().left == (50.0, 60.0)  # type: ignore[union-attr]
    again = Table.resume(GAME, table.record(), now=lambda: 0.0)
    assert again.clock().left == (50.0, 60.0)  # type: ignore[union-attr]


def test_players_may_agree_on_a_draw() -> None:
    table = Table(GAME, players=("person", "person"))
    table.play(4)
    table.agree()
    assert table.ended is not None and table.ended.points == (0.5, 0.5)
    assert str(ending_sentence(table, table.ended)) == "a draw: by agreement"
    again = Table.resume(GAME, Record.load(table.record().dump()))
    assert again.ended == table.ended
    with pytest.raises(IllegalMove, match="over"):
        again.agree()
    again.undo()
    assert again.ended is None and again.moves == (4,)


def test_who_plays_alone_agrees_with_nobody() -> None:
    mines = game("minesweeper")
    paper = Record(game=mines.key, options=mines.settle(), seed=1, ending="agreed", players=("person",))
    with pytest.raises(Refusal, match="ending"):
        Table.resume(mines, paper)


WON = ["d1,1", "d4,1"]
LOST = ["d1,1", "d3,1"]


def alone(players: tuple[str, ...], moves: list[str]) -> Table:
    """A row of four cells with a mine under the third one, after these moves."""
    minesweeper = game("minesweeper")
    options = minesweeper.settle(None, {"size": "4x1", "mines": 1})
    for seed in range(99):
        table = Table(minesweeper, options, seed=seed, players=players)
        table.play(minesweeper.read(moves[0], table.view()))
        if table.state.mined() == {2}:
            for move in moves[1:]:
                table.play(minesweeper.read(move, table.view()))
            return table
    raise AssertionError("no seed puts the mine there")


@pytest.mark.parametrize(
    ("players", "watched", "won", "lost"),
    [
        (("person",), False, "vous gagnez", "vous perdez"),
        (("person",), True, "la partie est gagnée", "la partie est perdue"),
        ((), False, "la partie est gagnée", "la partie est perdue"),
        (("odds",), True, "Statisticien gagne", "Statisticien perd"),
        (("counter",), False, "Statisticien gagne", "Statisticien perd"),
        (("mybot.py",), True, "mybot.py gagne", "mybot.py perd"),
    ],
)
def test_who_won_a_board_alone_is_told_once_and_of_the_right_one(
    players: tuple[str, ...], watched: bool, won: str, lost: str
) -> None:
    for moves, words, reason in (
        (WON, won, "le champ est déminé"),
        (LOST, lost, "une mine a explosé"),
    ):
        table = alone(players, moves)
        assert table.ended is not None
        said = plain(ending_sentence(table, table.ended, watched=watched).show("fr"))
        assert said == plain(f"{words} : {reason}")


def test_a_win_with_every_mine_flagged_counts_no_mine_without_a_flag() -> None:
    table = alone(("person",), ["d1,1", "f3,1", "d4,1"])
    assert table.ended is not None and table.ended.points == (1.0,)
    assert [str(count) for _, count in table.game.scene(table.view()).status] == ["1 mine"]
