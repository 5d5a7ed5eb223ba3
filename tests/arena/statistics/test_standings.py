"""The table of a tournament: what is counted, when, and what is made of it."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from damier.arena.executors import make_executors
from damier.arena.game_notes import reason_of
from damier.arena.plan import GAUNTLET, Plan, named
from damier.arena.run_folder import Run
from damier.arena.statistics.bradley_terry import Meeting, ratings
from damier.arena.statistics.elo import estimate, wilson
from damier.arena.statistics.sprt import Sprt
from damier.arena.statistics.standings import Cell, Standings
from damier.arena.tournament import Tournament
from damier.core.record import Record
from damier.core.record import replay as replay_record
from damier.core.text import Number, Text, Unreadable, to_json
from damier.games import game as find_game
from damier.games.minesweeper.clicks_needed import clicks

TICTACTOE, MINES = find_game("tictactoe"), find_game("minesweeper")


def plan_of(*names: str, **more: Any) -> Plan:
    given: dict[str, Any] = {
        "game": "tictactoe",
        "options": TICTACTOE.settle(),
        "seed": 1,
        "games": 20,
        **more,
    }
    return Plan(entrants=named([(name, name, None) for name in names]), **given)


def record(plan: Plan, number: int, points: list[float], **more: Any) -> Record:
    """Game *number* as the arena keeps it, with a word for its moves that no other pair has."""
    slot = plan.slot(number)
    arena = {"game": number, "pair": slot.pair, "opening": 0, "points": points}
    given = {
        "seed": slot.pair,
        "moves": (f"opening{slot.pair}",),
        "ending": "rules",
        **more,
        "more": {"arena": arena, **more.get("more", {})},
    }
    return Record(game=plan.game, options=plan.options, **given)


def played(plan: Plan, seed: int = 1, upto: int | None = None) -> list[Record]:
    """A tournament by dice: the lower entry is the stronger one."""
    rng = random.Random(seed)
    found = []
    for number in range(plan.total if upto is None else upto):
        seats = plan.slot(number).seats
        mine = rng.choices([0.0, 0.5, 1.0], [2, 3, 5])[0]
        found.append(record(plan, number, [mine, 1 - mine] if seats[0] < seats[1] else [1 - mine, mine]))
    return found


def test_everything_is_counted_once_whatever_the_order() -> None:
    plan = plan_of("a", "b", "c")
    straight, mixed = Standings(plan), Standings(plan)
    games = played(plan)
    for game in games:
        straight.add(game)
    for game in random.Random(2).sample(games, len(games)):
        mixed.add(game)
    assert straight.table() == mixed.table()
    assert straight.games == 60 and [row.games for row in straight.table()] == [40] * 3
    assert sum(row.points for row in straight.table()) == 60
    for row in straight.table():
        assert row.wins + row.draws + row.losses == row.games
        assert row.points == row.wins + row.draws / 2 and row.score == row.points / row.games
    assert [row.name for row in straight.table()] == ["a", "b", "c"]
    meetings = [Meeting(one, two, straight.pairs(one, two)) for one, two in combinations(range(3), 2)]
    assert [row.rating for row in straight.table()] == ratings(3, meetings)
    assert straight.met() == [(0, 1), (0, 2), (1, 2)]


def test_the_cross_table_and_the_pairs_agree() -> None:
    plan = plan_of("a", "b", "c")
    standings = Standings(plan)
    for game in played(plan, 5):
        standings.add(game)
    cross = standings.cross()
    for one in range(3):
        assert cross[one][one] is None
        for two in set(range(3)) - {one}:
            executors, back = cross[one][two], cross[two][one]
            assert executors is not None and back is not None
            assert executors.games == back.games == 20 and executors.points + back.points == 20
            assert (executors.wins, executors.draws, executors.losses) == (back.losses, back.draws, back.wins)
            assert standings.pairs(one, two) == standings.pairs(two, one)[::-1]
            counts = standings.pairs(one, two)
            assert sum(place * n for place, n in enumerate(counts)) / 2 == executors.points
            assert standings.estimate(one, two) == estimate(counts)
        row = next(row for row in standings.table() if row.entry == one)
        assert row.points == sum(cell.points for cell in cross[one] if cell is not None)


def test_half_a_pair_does_not_count() -> None:
    plan = plan_of("a", "b")
    standings = Standings(plan)
    standings.add(record(plan, 0, [1.0, 0.0]))
    assert standings.games == 1 and standings.pairs(0, 1) == (0,) * 5
    assert [row.games for row in standings.table()] == [0, 0]
    assert standings.cross() == [[None, None], [None, None]] and standings.met() == []
    standings.add(record(plan, 1, [0.5, 0.5]))
    assert standings.pairs(0, 1) == (0, 0, 0, 1, 0) and standings.pairs(1, 0) == (0, 1, 0, 0, 0)
    assert standings.cell(0, 1) == Cell(1.5, 2, 1, 1, 0)
    assert {row.name: row.points for row in standings.table()} == {"a": 1.5, "b": 0.5}


def test_the_table_is_made_anew_only_after_a_pair() -> None:
    plan = plan_of("a", "b")
    standings = Standings(plan)
    for game in played(plan, upto=4):
        standings.add(game)
    before = standings.table()
    standings.add(played(plan)[4])
    assert all(one is other for one, other in zip(before, standings.table(), strict=True))
    standings.add(played(plan)[5])
    assert not any(one is other for one, other in zip(before, standings.table(), strict=True))


def test_a_gauntlet_has_one_row_of_meetings() -> None:
    plan = plan_of("a", "b", "c", mode=GAUNTLET)
    standings = Standings(plan)
    for game in played(plan):
        standings.add(game)
    assert standings.met() == [(0, 1), (0, 2)] and standings.cross()[1][2] is None
    assert all(math.isfinite(row.low) and math.isfinite(row.high) for row in standings.table())


def test_a_reference_is_zero() -> None:
    plan = plan_of("a", "b", "c")
    standings = Standings(replace(plan, reference=2))
    for game in played(plan):
        standings.add(game)
    last = standings.table()[-1]
    assert (last.name, last.strength, last.low, last.high) == ("c", 0, 0, 0) and str(last.words()) == "0"
    assert all(row.strength > 0 for row in standings.table()[:2])


def test_a_winner_of_everything_is_above_a_bound() -> None:
    plan = plan_of("a", "b")
    standings = Standings(replace(plan, reference=1))
    for number in range(20):
        standings.add(record(plan, number, [0.0, 1.0] if number % 2 else [1.0, 0.0]))
    best, other = standings.table()
    assert best.name == "a" and best.high == math.inf
    assert str(best.words()) == f"above {estimate((0, 0, 0, 0, 10)).elo_low:+.0f}"
    assert best.low < best.strength < math.inf
    assert best.words().show("fr").startswith("plus de +") and other.strength == 0


def test_a_sequential_test_ends_once_and_for_all() -> None:
    test = Sprt(elo0=0, elo1=100)
    plan = plan_of("a", "b", games=400, sprt=test)
    standings = Standings(plan)
    assert (standings.llr, standings.accepted) == (0.0, None)
    number = 0
    while standings.accepted is None:
        for _ in range(2):
            standings.add(record(plan, number, [0.0, 1.0] if number % 2 else [1.0, 0.0]))
            number += 1
        told = standings.llr
        assert told == pytest.approx(test.llr(standings.pairs(0, 1)))
    assert standings.accepted == "H1" and told >= test.upper and number < 60
    for later in range(number, number + 40):
        standings.add(record(plan, later, [1.0, 0.0] if later % 2 else [0.0, 1.0]))
    assert standings.accepted == "H1" and standings.llr == told, "what is played later changes nothing"


def test_forfeits_are_told_with_their_reasons() -> None:
    plan = plan_of("a", "<b>")
    standings = Standings(plan)
    reason = to_json(Text("{bot} failed: {error}", bot="<b>", error="KeyError: 7"))
    for number in range(6):
        seat = 0 if number % 2 else 1  # always the second entrant
        points = [0.0, 1.0] if seat == 0 else [1.0, 0.0]
        more = {"reason": reason, "printed": ["one", f"two {number}"]} if number != 4 else {}
        standings.add(record(plan, number, points, ending="forfeited", loser=seat, more=more))
    standings.add(record(plan, 6, [0.5, 0.5], ending="open"))
    rows = {row.name: row for row in standings.table()}
    assert (rows["<b>"].forfeits, rows["a"].forfeits, standings.capped) == (6, 0, 1)
    known, unknown = standings.forfeits.values()
    assert (known.entry, known.number, known.game) == (1, 5, 0)
    assert known.printed == ("one", "two 0") and str(known.reason) == "<b> failed: KeyError: 7"
    assert str(unknown.reason) == "the loser forfeited the game" and unknown.game == 4


def test_new_reasons_without_end_do_not_fill_the_memory() -> None:
    plan = plan_of("a", "b", games=200)
    standings = Standings(plan)
    for number in range(200):
        more = {"reason": {"literal": f"reason {number}"}}
        standings.add(record(plan, number, [0.0, 1.0], ending="forfeited", loser=0, more=more))
    assert len(standings.forfeits) == 40 and sum(row.forfeits for row in standings.table()) == 200


@pytest.mark.parametrize(
    "reason",
    [
        None,
        7,
        {"message": "{x.__class__}", "params": {"x": "a"}},
        {"message": "{n:>999999999}", "params": {"n": 1}},
        {"message": "{bot} failed: {error}", "params": {}},
        {"message": "{bot} failed: {error}", "params": {"bot": [1], "error": None}},
        {"literal": 5},
        {"message": "x", "params": 3},
        {"message": "{bot} failed: {error}", "params": {"bot": {"number": 1, "form": "9999f"}, "error": ""}},
        {
            "message": "{bot} failed: {error}",
            "params": {"bot": {"number": 10**400, "form": "g"}, "error": ""},
        },
        {"message": "{bot} failed: {error}", "params": {"bot": {"number": 1}, "error": ""}},
        {"message": "{bot} failed: {error}", "params": {"bot": {"number": 1, "form": 2}, "error": ""}},
    ],
)
def test_a_reason_that_is_not_ours_is_not_filled_in(reason: object) -> None:
    one = Record(game="tictactoe", options={}, seed=1, more={"reason": reason})
    assert str(reason_of(one)) == "the loser forfeited the game"


def test_a_reason_with_a_number_is_ours() -> None:
    text = Text("{bot} gave no answer within {seconds} s", bot="b.py", seconds=Number(0.5, "g"))
    one = Record(game="tictactoe", options={}, seed=1, more={"reason": to_json(text)})
    assert reason_of(one) == text and reason_of(one).show("es").endswith("0,5 s")


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"arena": 3},
        {"arena": {"game": 0, "points": [1.0]}},
        {"arena": {"game": 0, "points": [0.7, 0.3]}},
        {"arena": {"game": 0, "points": [1, 0, 0]}},
        {"arena": {"game": "0", "points": [1.0, 0.0]}},
        {"arena": {"game": -1, "points": [1.0, 0.0]}},
        {"arena": {"game": 20, "points": [1.0, 0.0]}},
        {"arena": {"game": 0, "points": "10"}},
        {"arena": {"game": 0, "points": [[], {}]}},
    ],
)
def test_a_record_that_is_not_of_the_plan_is_refused(more: dict[str, Any]) -> None:
    standings = Standings(plan_of("a", "b"))
    with pytest.raises(Unreadable):
        standings.add(Record(game="tictactoe", options={}, seed=1, more=more))
    assert standings.games == 0


def boards(points: list[list[float]], *names: str, **more: Any) -> Standings:
    plan = plan_of(*names, alone=True, game="minesweeper", options=MINES.settle(), games=len(points), **more)
    standings = Standings(plan)
    for board, all_points in enumerate(points):
        for entry, mine in enumerate(all_points):
            standings.add(record(plan, board * len(names) + entry, [mine]))
    return standings


def test_games_for_one_are_ranked_on_common_boards() -> None:
    points = [[1.0, 0.0, 0.0]] * 9 + [[0.0, 1.0, 0.0]] * 4 + [[1.0, 1.0, 0.0]] * 3 + [[0.0, 0.0, 0.0]] * 4
    standings = boards(points, "a", "b", "c")
    first, second, third = standings.table()
    assert [row.name for row in (first, second, third)] == ["a", "b", "c"]
    assert (first.wins, first.losses, first.games, first.score) == (12, 8, 20, 0.6)
    assert (first.low, first.high) == wilson(0.6, 20) and first.rating is None and first.strength == 0.6
    assert str(first.words()) == "60.0% (38.7% to 78.1%)" and third.low == 0.0
    assert standings.pairs(0, 1) == (4, 7, 9) and standings.pairs(1, 0) == (9, 7, 4)
    assert standings.cell(0, 1) == Cell(9.0, 13, 9, 7, 4), "on the boards where they differ"
    assert 0.8 < standings.estimate(0, 1).los < 1
    standings.add(record(standings.plan, 0, [1.0]))
    assert standings.table()[0].games == 20, "a board that not all have played does not count"


def test_a_sequential_test_of_a_game_for_one() -> None:
    standings = boards([[1.0, 0.0]] * 60, "a", "b", sprt=Sprt(elo0=0, elo1=100))
    assert standings.accepted == "H1" and standings.llr > 0


def flooded(field: Any) -> int:
    """3BV by its definition: dig, with a flood fill of its own, all openings first and then what is left."""
    width, height, secret = field.board.width, field.board.height, field.map
    opened: set[tuple[int, int]] = set()
    digs = 0

    def flood(x: int, y: int) -> None:
        if not (0 <= x < width and 0 <= y < height) or (x, y) in opened:
            return
        opened.add((x, y))
        if secret[y * width + x] == "0":
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    flood(x + dx, y + dy)

    places = [(x, y) for y in range(height) for x in range(width)]
    for is_opening in (True, False):
        for x, y in places:
            sign = secret[y * width + x]
            if (x, y) not in opened and sign != "m" and (sign == "0") == is_opening:
                digs += 1
                flood(x, y)
    return digs


@pytest.mark.parametrize("size", ["1x1", "1x7", "5x4", "8x8", "16x16"])
def test_the_moves_a_board_needs(size: str) -> None:
    rng = random.Random(size)
    for _ in range(25):
        options = MINES.settle(None, {"size": size})
        most = int(options["mines"]) * 3
        state = MINES.deal({**options, "mines": min(most, rng.randrange(0, most + 1))}, rng.getrandbits(60))
        if int(state.board.mines) >= state.board.width * state.board.height:
            continue
        assert clicks(state) == 0, "before the first dig nobody knows"
        after = state.play(rng.choice([move for move in state.moves() if move.act == "dig"]))
        assert clicks(after) == flooded(after) >= 1
        assert MINES.clicks is clicks


def test_3bv_of_a_board_drawn_by_hand() -> None:
    """One opening, whose border shows all but two of the numbers: 1 + 2."""
    state = MINES.deal(MINES.settle(None, {"size": "5x3", "mines": 1}), 1)
    #  0 0 1 m 1
    #  0 0 1 1 1
    #  0 0 0 0 0
    assert clicks(replace(state, map="001m100111" + "00000")) == 1 + 1
    #  1 m 1 0 0
    #  2 2 1 0 0
    #  m 1 0 0 0
    assert clicks(replace(state, map="1m10022100m1000")) == 1 + 2


def test_real_games_for_one_have_a_speed(tmp_path: Path) -> None:
    options = MINES.settle(None, {"size": "7x7", "mines": 11})
    plan = plan_of("odds", "document", game="minesweeper", options=options, alone=True, games=8)
    run = Run.create(tmp_path / "run", plan)
    here = make_executors(1)
    Tournament(run, here).play(kept=0)
    here.close()
    times = run.times()
    standings, untimed = Standings(plan), Standings(plan)
    won: dict[str, list[tuple[int, float]]] = {"odds": [], "document": []}
    for number, game in enumerate(run.records()):
        standings.add(game, times[number])
        untimed.add(game)
        if game.more["arena"]["points"] == [1.0]:
            last = list(replay_record(MINES, game))[-1]
            won[game.players[0]].append((flooded(last), sum(times[number])))
    for row in standings.table():
        assert row.games == 8 and row.wins == len(won[row.name])
        if row.wins:
            needed, spent = (sum(values) for values in zip(*won[row.name], strict=True))
            assert row.speed == pytest.approx(needed / spent)
        else:
            assert row.speed is None
    assert 0 < sum(row.wins for row in standings.table()) < 16, "lost boards do not count"
    assert all(row.speed is None for row in untimed.table()), "without times nobody is fast"


def test_a_real_tournament_is_counted(tmp_path: Path) -> None:
    plan = plan_of("easy", "perfect", "hard", games=6, limit="200nodes")
    run = Run.create(tmp_path / "run", plan)
    standings = Standings(plan)
    here = make_executors(1)

    def hear(game: Record, seconds: list[float]) -> bool:
        standings.add(game, seconds)
        return standings.accepted is not None

    assert Tournament(run, here, hear).play(kept=0)
    here.close()
    again = Standings(plan)
    for game in run.records():
        again.add(game)
    assert again.table() == standings.table() and standings.games == 18
    assert standings.table()[-1].name == "easy"
