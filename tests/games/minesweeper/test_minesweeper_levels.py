"""What the levels say that know the odds."""

from __future__ import annotations

import pytest

from damier.core.engine import Limit, think
from damier.games import games
from damier.games.minesweeper import GAME
from damier.games.minesweeper.levels.odds import Champion, Odds
from damier.games.minesweeper.rules import begin
from damier.games.minesweeper.solver import Solver
from damier.games.minesweeper.visible_board import Move

games()  # brings the catalogues: English plurals too


def test_an_estimate_is_called_an_estimate() -> None:
    board = GAME.parse("...../.1.2./...../.2.1./..... 5")
    estimate = think(Odds(0), board, Limit(nodes=5))
    assert any("estimate" in str(reason.text) for reason in estimate.why)
    assert all("~" in str(line.label) and not line.proven for line in estimate.lines)
    exact = think(Odds(0), board, Limit())
    assert not any("~" in str(line.label) for line in exact.lines)


def test_flags_are_beliefs_not_facts() -> None:
    bare, flagged = GAME.parse("1.1/... 1"), GAME.parse("1.1/F.. 1")
    assert Solver().count(bare).odds == Solver().count(flagged).odds
    # 1 0 . : the flag on the left stands on a cell that is safe.
    analysis = think(Odds(0), GAME.parse("0F1./0F1. 1"), Limit())
    assert GAME.write(analysis.move).startswith("u")
    assert analysis.lines[0].proven
    wrong = [str(reason.text) for reason in analysis.why if reason.kind == "flag"]
    assert wrong == ["the flag at b1 is wrong", "the flag at b2 is wrong"]


def test_the_1_that_has_its_mine() -> None:
    # The 1 in the corner has one covered neighbour: that is its mine, and the other 1 is satisfied too.
    board = GAME.parse("1.1./111. 1")
    analysis = think(Odds(0), board, Limit())
    assert GAME.write(analysis.move) == "d4,1"
    assert [str(reason.text) for reason in analysis.why] == [
        "the 1 at a1 sees only b1 for its mine",
        "the 1 at c1 already has its mine, b1; safe: d1 and d2",
    ]
    mine = analysis.lines[-1]
    assert (
        GAME.write(mine.move) == "d2,1"
        and str(mine.label) == "100% mine"
        and mine.proven
        and mine.chance == 0
    )
    assert str(mine.why[0].text) == "the 1 at a1 sees only b1 for its mine"


def test_safe_in_every_arrangement() -> None:
    # 1 2 2 1 along a wall: the inner two are mines, though no single number says so.
    analysis = think(Odds(0), GAME.parse("1221./..... 2"), Limit())
    assert analysis.lines[0].proven
    assert [str(reason.text) for reason in analysis.why] == [
        "the 2 at c1 has 1 more mine to find than the 1 at d1, and only b2 for it",
        "the 1 at a1 already has its mine, b2; safe: a2",
    ]
    assert [str(reason.text) for reason in analysis.lines[1].why] == [
        "the 2 at c1 has at least 1 mine in common with the 1 at d1, which needs no more; safe: e1 and e2"
    ]
    unexplained = think(Odds(0), GAME.parse("1221./..... 2"), Limit(nodes=1))
    assert "in every arrangement" in str(unexplained.why[0].text)


def test_a_guess_counts_the_arrangements() -> None:
    analysis = think(Odds(0), GAME.parse("01./01. 1"), Limit())
    assert [str(line.label) for line in analysis.lines] == ["50% mine", "50% mine"]
    assert [str(reason.text) for reason in analysis.why] == [
        "c1 is a mine in 50% of the arrangements",
        "nothing is certain: of 2 arrangements this risks the fewest",
        "a 1 at c1 (50%) would win",
        "c2 would risk 50%",
    ]
    assert analysis.lines[0].chance == 0.5 and not analysis.lines[0].proven


def test_all_mines_beside_the_numbers() -> None:
    analysis = think(Odds(0), GAME.parse("1.../.... 1"), Limit())
    assert GAME.write(analysis.move) in {"d3,1", "d4,1", "d3,2", "d4,2"}
    assert str(analysis.why[0].text) == "the only mine left lies beside a1, so d1 is safe"


def test_numbers_that_contradict_each_other_are_told() -> None:
    for words in ("8../.../... 3", "1.3/... 3", "2./.. 1", "0.3/... 3"):
        analysis = think(Odds(0), GAME.parse(words), Limit())
        assert "no arrangement" in str(analysis.why[0].text)
        assert not any(line.proven for line in analysis.lines)


def test_the_first_dig_is_safe_and_near_a_corner() -> None:
    analysis = think(Odds(0), begin(9, 9, 10, 1).board, Limit())
    assert GAME.write(analysis.move) == "d4,4"
    assert GAME.write(think(Odds(0), begin(2, 1, 1, 1).board, Limit()).move) == "d1,1"
    assert all(line.proven and line.chance == 1 for line in analysis.lines) and len(analysis.lines) == 81


def test_it_wins_most_beginner_games_and_never_loses_where_it_is_sure() -> None:
    won = 0
    for seed in range(60):
        field, engine = begin(9, 9, 10, seed), Odds(0)
        while not field.board.over:
            analysis = think(engine, field.board, Limit(lines=1))
            field = field.play(analysis.move)
            assert not (field.board.lost and analysis.lines[0].proven)
        won += field.board.won
    assert won >= 54  # 97.2 % expected; fewer than 54 of 60 has a chance below 0.1 %


@pytest.mark.parametrize("seed", range(6))
def test_every_dig_has_its_odds_the_safest_first(seed: int) -> None:
    field = begin(9, 9, 12, seed).play(Move("dig", 4, 4)).play(Move("flag", 0, 0))
    for most in (400, 20):
        analysis = think(Odds(0), field.board, Limit(time=20.0, lines=most))
        shown = {line.move for line in analysis.lines}
        able = {move for move in field.moves() if move.act in ("dig", "unflag")}
        assert shown == able if most == 400 else shown < able and len(shown) == most
        chances = [line.chance for line in analysis.lines]
        assert chances == sorted(chances, reverse=True)
        for line in analysis.lines:
            label = str(line.label)
            assert line.proven == (label in ("0% mine", "100% mine"))
            assert line.proven == (line.chance in (0.0, 1.0))
            assert not line.proven or label == f"{round(100 * (1 - line.chance))}% mine", "one scale: mines"
            assert label.endswith("% mine")


def test_the_champion_plays_an_end_out_and_tells_its_chance() -> None:
    analysis = think(Champion(0), GAME.parse(".1F/.21/... 2"), Limit())
    (end,) = [str(reason.text) for reason in analysis.why if reason.kind == "end"]
    assert "all 5 ways to go on were played out" in end
    assert "wins in 60% of them" in end


def test_the_champion_says_where_it_takes_a_risk_for_what_a_number_tells() -> None:
    told = set()
    for seed in range(40):
        field, engine = begin(16, 16, 40, seed), Champion(0)
        while not field.board.over:
            analysis = think(engine, field.board, Limit(lines=400))
            told |= {reason.kind for reason in analysis.why}
            safest = max(line.chance for line in analysis.lines)
            riskier = analysis.lines[0].chance < safest - 1e-9
            makes_safer = any("next digs safer" in str(reason.text) for reason in analysis.why)
            assert makes_safer == (riskier and not any(reason.kind == "end" for reason in analysis.why))
            assert analysis.lines[0].move == analysis.move
            field = field.play(analysis.move)
    assert {"end", "guess"} <= told


def test_the_same_nodes_give_the_same_answer() -> None:
    board = GAME.parse("............/.1..2...1.../............/...2....2.../............ 14")
    for nodes in (5, 100, 5000):
        first, second = (think(Champion(0), board, Limit(nodes=nodes)) for _ in range(2))
        assert first == second


@pytest.mark.parametrize("name", ["counter", "odds", "Statistician", "estadístico", "Statisticien"])
def test_the_level_is_found_by_its_former_name(name: str) -> None:
    assert GAME.engines[GAME.level(name)].make is Odds
    assert GAME.engines["counter"] is GAME.engines["odds"] and "counter" not in list(GAME.engines)
