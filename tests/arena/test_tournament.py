"""Tournaments: what is planned, what is kept, and that it is the same wherever it is played."""

from __future__ import annotations

import hashlib
import json
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.arena.executors import Executors, Here, make_executors
from damier.arena.plan import GAUNTLET, LADDER, ROUND_ROBIN, Entrant, Plan, named
from damier.arena.players import player
from damier.arena.read_plan import entrants, make_plan, split
from damier.arena.run_folder import GAMES, PLAN, TIMES, Run
from damier.arena.statistics.sprt import Sprt
from damier.arena.tournament import Tournament
from damier.core.engine import Limit, think
from damier.core.record import Record, replay
from damier.core.text import Refusal, Unreadable
from damier.games import game as find_game
from damier.games import names

TICTACTOE = find_game("tictactoe")
WHOLE: list[bytes] = []
"""The games of a plan that was played to its end, once for all cuts."""


def a_plan(**changes: object) -> Plan:
    plan = make_plan(
        TICTACTOE,
        ["random,hard,easy"],
        options=TICTACTOE.settle(),
        seed=7,
        games=8,
        limit="50nodes",
        openings=("b2", "a1 b2", "c3"),
    )
    return replace(plan, **changes)  # type: ignore[arg-type]


def play(folder: Path, plan: Plan, processes: int = 1) -> bytes:
    """The whole of games.jsonl after the tournament."""
    run = Run.create(folder, plan)
    executors = make_executors(processes)
    try:
        assert Tournament(run, executors).play(kept=0)
    finally:
        executors.close()
    return (folder / GAMES).read_bytes()


# Plans.


@given(
    players=st.integers(2, 6),
    pairs=st.integers(1, 5),
    mode=st.sampled_from([ROUND_ROBIN, GAUNTLET]),
)
def test_everybody_meets_everybody_from_both_sides(players: int, pairs: int, mode: str) -> None:
    who = tuple(Entrant(str(i), "random") for i in range(players))
    plan = a_plan(entrants=who, games=2 * pairs, mode=mode)
    slots = [plan.slot(number) for number in range(plan.total)]
    assert [slot.number for slot in slots] == list(range(plan.total))
    seated = Counter(slot.seats for slot in slots)
    met = {(a, b) for a in range(players) for b in range(players) if a != b}
    if mode == GAUNTLET:
        met = {pair for pair in met if 0 in pair}
    assert seated == Counter(dict.fromkeys(met, pairs))
    for one, two in zip(slots[::2], slots[1::2], strict=True):
        assert one.seats == two.seats[::-1] and one.pair == two.pair
    played: Counter[int] = Counter()
    for slot in slots[: len(slots) // 2]:  # at half time nobody is far behind who plays as often
        played.update(slot.seats)
    others = list(played.values()) if mode == ROUND_ROBIN else [played[i] for i in range(1, players)]
    assert max(others) - min(others) <= 2 * (players - 1)


def test_on_a_ladder_each_meets_the_next_three() -> None:
    who = tuple(Entrant(str(i), "random") for i in range(6))
    met = a_plan(entrants=who, mode=LADDER).pairings()
    assert met == [(a, b) for a in range(6) for b in range(a + 1, min(6, a + 4))]


def test_of_a_diluted_player_some_moves_are_random() -> None:
    game = find_game("connect4")
    whole, half, none = (player(game, words).make(1) for words in ("child", "child~50", "child~99"))
    rng, state, same = random.Random(1), game.begin(), [0, 0]
    for _ in range(120):
        wanted = think(whole, state, Limit()).move
        same[0] += think(half, state, Limit()).move == wanted
        same[1] += think(none, state, Limit()).move == wanted
        state = state.play(rng.choice(state.moves()))
        state = state if state.outcome() is None else game.begin()
    assert 55 <= same[0] <= 95 and same[1] <= 45


def test_alone_everybody_plays_every_board() -> None:
    plan = a_plan(alone=True, games=5)
    slots = [plan.slot(number) for number in range(plan.total)]
    assert {(slot.seats[0], slot.pair) for slot in slots} == {(i, k) for i in range(3) for k in range(5)}


def test_a_plan_is_the_same_after_reading_it_again() -> None:
    plan = a_plan(sprt=Sprt(elo0=0, elo1=5), entrants=named([("a", "easy", None), ("a", "easy", "2s")]))
    assert Plan.load(plan.dump()) == plan
    assert [who.name for who in plan.entrants] == ["a", "a@2s"]
    assert [who.name for who in named([("a", "x", None)] * 3)] == ["a", "a#2", "a#3"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "cannot be read"),
        ("[]", "does not begin with"),
        ('{"format": "damier run 2"}', "does not begin with"),
        ('{"format": "damier run 1", "seed": "x"}', "cannot be read"),
        ('{"format": "damier run 1", "seed": "1", "entrants": [], "game": "x", "options": {}}', "0 players"),
    ],
)
def test_what_is_no_plan_is_refused_with_a_sentence(words: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        Plan.load(words)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"games": 0}, "cannot be played"),
        ({"games": 3}, "even number"),
        ({"mode": "swiss"}, "not a way to play"),
        ({"sprt": Sprt()}, "about two players"),
        ({"limit": "soon"}, "not a limit"),
    ],
)
def test_what_cannot_be_played_is_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        Plan.load(a_plan(**changes).dump())


def test_players_are_separated_by_commas() -> None:
    assert split(["child, easy", 'a.py,"exec:./x --y=1,2"']) == ["child", "easy", "a.py", "exec:./x --y=1,2"]
    found = entrants(TICTACTOE, split(["hard@20nodes,Facile"]), TICTACTOE.settle())
    assert [(who.name, who.limit) for who in found] == [("hard@20nodes", "20nodes"), ("easy", None)]
    assert [who.spec for who in found] == ["hard", "easy"], "by its key, which means it in any language"
    assert [who.name for who in entrants(TICTACTOE, ["Facile~50"], TICTACTOE.settle())] == ["easy~50"]
    with pytest.raises(Unreadable, match="neither a level"):
        entrants(TICTACTOE, ["hard@soon"], TICTACTOE.settle())


# Runs.


def test_every_game_is_kept_as_a_record_that_can_be_played_again(tmp_path: Path) -> None:
    plan = a_plan()
    play(tmp_path / "run", plan)
    run = Run.open(tmp_path / "run")
    assert run.plan == plan
    records = list(run.records())
    times = run.times()
    assert len(records) == plan.total == 24 and set(times) == set(range(24))
    for number, record in enumerate(records):
        slot = plan.slot(number)
        states = list(replay(TICTACTOE, record))
        outcome = states[-1].outcome()
        assert outcome is not None and record.more["arena"]["points"] == list(outcome.points)
        assert record.players == tuple(plan.entrants[entry].name for entry in slot.seats)
        opening = plan.opening(slot.pair)
        assert record.moves[: len(opening)] == opening
        assert len(record.more["opinions"]) == len(record.moves)
        assert record.more["opinions"][: len(opening)] == [None] * len(opening)
        assert len(times[number]) == len(record.moves) - len(opening)


WRITTEN_BEFORE = """{"format": "damier run 1",
 "game": "tictactoe", "options": {"size": "3x3", "line": 3}, "seed": "7",
 "entrants": [{"name": "random", "words": "random", "limit": null},
              {"name": "random#2", "words": "random", "limit": null}],
 "alone": false, "mode": "round-robin", "games": 6, "limit": null, "plies": null,
 "openings": ["b2", "a1 b2"], "sprt": null, "reference": null, "thinking": 10.0, "most": 2000}"""
"""A plan whose openings come again, as it was written when they did."""


def test_a_plan_that_was_made_before_plays_the_same_games(tmp_path: Path) -> None:
    games = play(tmp_path / "run", Plan.load(WRITTEN_BEFORE))
    assert hashlib.sha256(games).hexdigest() == (
        "7e29fd93b59ba7cbadce96cc61328c82065a6dd681fd60e56a9db5abd85e3434"
    )


def test_a_batch_brings_its_own_openings_and_no_others(tmp_path: Path) -> None:
    """With half a million of them, each batch would weigh ten megabytes."""
    sent: list[int] = []

    class Scales(Here):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            sent.append(len(pickle.dumps(args)))
            return super().submit(fn, *args, **kwargs)

    heaviest = []
    for name, openings in (("few", ("b2",)), ("many", ("b2", "a1 b2") * 5000)):
        run = Run.create(tmp_path / name, a_plan(openings=openings))
        assert Tournament(run, Executors(Scales, 1, lambda: None)).play(kept=0)
        heaviest.append(max(sent))
        sent.clear()
    assert heaviest[1] < heaviest[0] + 2000


def test_two_processes_keep_the_same_bytes(tmp_path: Path) -> None:
    assert play(tmp_path / "one", a_plan()) == play(tmp_path / "two", a_plan(), processes=2)
    assert play(tmp_path / "other", a_plan(seed=8)) != (tmp_path / "one" / GAMES).read_bytes()


@pytest.fixture(scope="module")
def two() -> Iterator[Executors]:
    """Two processes."""
    executors = make_executors(2)
    yield executors
    executors.close()


@pytest.mark.long
@pytest.mark.parametrize("key", names())
def test_every_level_plays_the_same_games_anywhere(key: str, two: Executors, tmp_path: Path) -> None:
    game = find_game(key)
    options = game.settle()
    state = game.deal(options, 0)
    levels = game.fitting(game.view(state, state.turn))
    opening = () if state.seats == 1 else (game.write(state.moves()[-1]),)
    plan = make_plan(game, levels, options=options, seed=3, games=2, limit="10nodes", openings=opening)
    found = []
    for name, executors in (("here", make_executors(1)), ("there", two)):
        assert Tournament(Run.create(tmp_path / name, plan), executors).play(kept=0)
        found.append((tmp_path / name / GAMES).read_bytes())
    assert found[0] == found[1]


@settings(max_examples=12, deadline=None)
@given(share=st.floats(0, 1))
def test_a_run_cut_anywhere_goes_on_to_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, share: float
) -> None:
    if not WHOLE:
        WHOLE.append(play(tmp_path_factory.mktemp("whole") / "run", a_plan()))
    folder = tmp_path_factory.mktemp("cut") / "run"
    run = Run.create(folder, a_plan())
    cut = WHOLE[0][: round(share * len(WHOLE[0]))]
    (folder / GAMES).write_bytes(cut)
    (folder / TIMES).write_bytes(b'{"game": 0, "seconds": [1]}\n{"ga')
    kept = sum(1 for _ in run.records())
    assert kept == cut.count(b"\n")
    heard: list[Record] = []

    def hear(record: Record, seconds: list[float]) -> bool:
        heard.append(record)
        return False

    assert Tournament(run, make_executors(1), hear).play(kept=kept)
    assert (folder / GAMES).read_bytes() == WHOLE[0]
    assert len(heard) == 24 - kept  # what was there was not played again


def test_who_hears_may_end_it_and_nothing_later_is_kept(tmp_path: Path) -> None:
    for processes in (1, 2):
        run = Run.create(tmp_path / str(processes), a_plan())
        heard: list[Record] = []
        executors = make_executors(processes)

        def hear(record: Record, seconds: list[float], heard: list[Record] = heard) -> bool:
            heard.append(record)
            return len(heard) == 5

        assert not Tournament(run, executors, hear).play(kept=0)
        executors.close()
        assert sum(1 for _ in run.records()) == 5
    assert (tmp_path / "1" / GAMES).read_bytes() == (tmp_path / "2" / GAMES).read_bytes()


def test_games_are_never_written_over(tmp_path: Path) -> None:
    before = play(tmp_path, a_plan(games=2))
    with pytest.raises(Refusal, match="holds a tournament already"):
        Run.create(tmp_path, a_plan(seed=9))
    assert (tmp_path / GAMES).read_bytes() == before
    with pytest.raises(Refusal, match="there is no tournament in"):
        Run.open(tmp_path / "nowhere")


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    play(tmp_path, a_plan(games=2))
    lines = (tmp_path / GAMES).read_bytes().splitlines(keepends=True)
    run = Run.open(tmp_path)
    for bad in (b"nonsense\n", lines[0]):
        (tmp_path / GAMES).write_bytes(lines[0] + bad + lines[2])
        with pytest.raises(Unreadable, match=r"line 2 of .* is broken"):
            list(run.records())


def test_one_arena_at_a_time_plays_in_a_folder(tmp_path: Path) -> None:
    run = Run.create(tmp_path, a_plan())
    other = Run.open(tmp_path)
    with run.appending(0), pytest.raises(Refusal, match="another arena is playing"), other.appending(0):
        pass
    assert Tournament(run, make_executors(1)).play(kept=0)  # and afterwards it is free again
    before = (tmp_path / GAMES).read_bytes()
    with pytest.raises(Refusal, match="meanwhile"):  # who looked before that plays nothing twice
        Tournament(other, make_executors(1)).play(kept=0)
    assert (tmp_path / GAMES).read_bytes() == before


def test_an_engine_that_breaks_down_loses_its_game_and_harms_no_other(tmp_path: Path) -> None:
    bot = tmp_path / "shaky.py"
    bot.write_text(
        "import os\ndef move(view):\n    if len(view.moves()) == 4: os._exit(3)\n    return view.moves()[0]\n"
    )
    plan = make_plan(
        TICTACTOE, [f"{bot},easy"], options=TICTACTOE.settle(), seed=1, games=4, openings=("b2", "a1")
    )
    play(tmp_path / "run", plan)
    records = list(Run.open(tmp_path / "run").records())
    lost = [record for record in records if record.ending == "forfeited"]
    assert len(records) == 4 and lost
    for record in lost:
        assert record.loser is not None and record.players[record.loser] == "shaky.py"
        assert "exit code" in json.dumps(record.more["reason"])


def test_a_clock_that_runs_out_loses(tmp_path: Path) -> None:
    bot = tmp_path / "slow.py"
    bot.write_text("import time\ndef move(view):\n    time.sleep(0.4)\n    return view.moves()[0]\n")
    plan = make_plan(
        TICTACTOE, [f"{bot},easy"], options=TICTACTOE.settle(), seed=1, games=2, limit="500ms+0s", plies=0
    )
    play(tmp_path / "run", plan)
    for record in Run.open(tmp_path / "run").records():
        assert record.loser is not None and record.players[record.loser] == "slow.py"
        assert record.ending in ("time", "forfeited")


def test_alone_all_play_the_same_boards(tmp_path: Path) -> None:
    mines = find_game("minesweeper")
    plan = make_plan(mines, ["random,document"], options=mines.settle(), seed=3, games=3, limit="100nodes")
    play(tmp_path, plan)
    records = list(Run.open(tmp_path).records())
    assert [record.players for record in records] == [("random",), ("document",)] * 3
    assert [record.seed for record in records[::2]] == [record.seed for record in records[1::2]]
    assert len({record.seed for record in records}) == 3


def test_the_plan_is_written_first(tmp_path: Path) -> None:
    run = Run.create(tmp_path, a_plan())
    assert [path.name for path in tmp_path.iterdir()] == [PLAN]
    assert list(run.records()) == [] and run.times() == {}
