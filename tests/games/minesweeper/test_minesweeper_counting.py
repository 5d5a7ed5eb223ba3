"""Exact probabilities against brute force over all arrangements, and what ``counter`` says of them."""

from __future__ import annotations

import random
import time
from functools import partial
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.engines.nasty_boards import opened

from damier.core.engine import Limit, think
from damier.games import games
from damier.games.minesweeper import GAME, counting_budget
from damier.games.minesweeper.arrangements import Counted, count
from damier.games.minesweeper.counting_budget import Budget
from damier.games.minesweeper.levels import counter
from damier.games.minesweeper.levels.counter import MineCounter
from damier.games.minesweeper.rules import begin
from damier.games.minesweeper.visible_board import Board, Move

games()  # brings the catalogues: English plurals too


def brute_force(board: Board) -> tuple[int, dict[int, int]]:
    """How many arrangements fit, and in how many of them each covered cell is a mine."""
    covered = [cell for cell, sign in enumerate(board.cells) if sign in ".F"]
    numbers = [(cell, int(sign)) for cell, sign in enumerate(board.cells) if sign.isdigit()]
    w = board.width
    near = {
        cell: {o for o in covered if abs(o % w - cell % w) <= 1 and abs(o // w - cell // w) <= 1}
        for cell, _ in numbers
    }
    total, hits = 0, dict.fromkeys(covered, 0)
    for mines in combinations(covered, board.mines):
        if all(len(near[cell].intersection(mines)) == number for cell, number in numbers):
            total += 1
            for cell in mines:
                hits[cell] += 1
    return total, hits


def check(board: Board) -> Counted:
    found = count(board, Budget(10**9))
    total, hits = brute_force(board)
    assert found.exact and found.total == total
    if total:
        assert found.mine == {cell: number / total for cell, number in hits.items()}
        certain = {cell: number > 0 for cell, number in hits.items() if number in (0, total)}
        assert found.sure == certain
    else:
        assert not found.sure
    return found


@settings(deadline=None, max_examples=150)
@given(seed=st.integers(0, 2**32), plies=st.integers(1, 6), mines=st.integers(1, 6))
def test_probabilities_are_those_of_brute_force_in_played_games(seed: int, plies: int, mines: int) -> None:
    rng = random.Random(seed)
    field = begin(4, 4, mines, seed)
    for _ in range(plies):
        if field.board.over:
            break
        check_if_small(field.board)
        digs = [move for move in field.moves() if move.act in ("dig", "flag")]
        if digs:
            field = field.play(rng.choice(digs))


def check_if_small(board: Board) -> None:
    if not board.untouched:
        check(board)


@settings(deadline=None, max_examples=150)
@given(cells=st.text(".....F0112233", min_size=12, max_size=12), mines=st.integers(0, 8))
@example(cells="1...1...1...", mines=3)
@example(cells="2..........2", mines=4)
def test_probabilities_are_those_of_brute_force_on_any_board(cells: str, mines: int) -> None:
    board = Board(4, 3, mines, cells)
    if cells.count(".") + cells.count("F") > mines:
        check(board)


@pytest.mark.parametrize(
    "words", ["1.1...1.1/..2...2.. 5", "..1..../.1..1../....... 4", "1..../....1/..2../1.... 5"]
)
def test_several_components_and_cells_away_from_them(words: str) -> None:
    check(GAME.parse(words))


def test_small_budgets_prove_nothing_wrong_and_say_so() -> None:
    for seed in range(8):
        field = begin(5, 4, 5, seed)
        engine = MineCounter(0)
        while not field.board.over:
            board = field.board
            if not board.untouched:
                total, hits = brute_force(board)
                for most in (0, 5, 20, 60):
                    found = count(board, Budget(most))
                    assert found.mine.keys() == hits.keys()
                    assert all(0 <= p <= 1 for p in found.mine.values())
                    for cell, is_mine in found.sure.items():
                        assert hits[cell] == (total if is_mine else 0)
                    if not found.exact:
                        cells = [cell for cell in found.mine if cell not in found.sure]
                        assert cells
            field = field.play(think(engine, board, Limit(lines=1)).move)


@pytest.mark.parametrize(
    "words",
    ["1.1..../..2...1/....... 4", "1..../....1/..2../1.... 5", "12../..../..21/.... 4", "1..1/..../.... 2"],
)
@pytest.mark.parametrize("early", [True, False], ids=["counting", "putting together"])
def test_stopped_at_any_moment_it_proves_nothing_wrong_and_says_so(
    words: str, early: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting_budget, "STEPS_BETWEEN_LOOKS", 1)
    board = GAME.parse(words)
    total, hits = brute_force(board)
    exact = []
    for goes_on in range(400):
        looks = iter([False] * goes_on)
        stop, never = partial(next, looks, True), partial(bool)
        found = count(board, Budget(10**9, stop if early else never, never if early else stop))
        exact.append(found.exact)
        assert found.mine.keys() == hits.keys() and found.total
        assert all(0 <= share <= 1 for share in found.mine.values())
        assert all(hits[cell] == (total if is_mine else 0) for cell, is_mine in found.sure.items())
        assert all(found.mine[cell] == is_mine for cell, is_mine in found.sure.items())
        if found.exact:
            assert found.mine == {cell: number / total for cell, number in hits.items()}
    assert exact == sorted(exact) and exact[-1] and exact.count(False) > 5, "first stopped, then not"


def test_a_board_of_islands_is_counted_exactly_in_few_steps() -> None:
    looks = 0

    def look() -> bool:
        nonlocal looks
        looks += 1
        return False

    board = opened(60, 0.3, lambda x, y: x % 3 == 0 and y % 2 == 0)
    found = count(board, Budget(10**9, look, look))
    assert found.exact and found.total > 10**300
    assert looks * counting_budget.STEPS_BETWEEN_LOOKS < 2_000_000
    assert sum(found.mine.values()) == pytest.approx(board.mines), "as many mines as there are"


def test_an_estimate_is_called_an_estimate() -> None:
    board = GAME.parse("...../.1.2./...../.2.1./..... 5")
    estimate = think(MineCounter(0), board, Limit(nodes=5))
    assert any("estimate" in str(reason.text) for reason in estimate.why)
    assert all("~" in str(line.label) and not line.proven for line in estimate.lines)
    exact = think(MineCounter(0), board, Limit())
    assert not any("~" in str(line.label) for line in exact.lines)


def test_flags_are_beliefs_not_facts() -> None:
    bare, flagged = GAME.parse("1.1/... 1"), GAME.parse("1.1/F.. 1")
    assert count(bare, Budget(1000)).mine == count(flagged, Budget(1000)).mine
    # 1 0 . : the flag on the left stands on a cell that is safe.
    analysis = think(MineCounter(0), GAME.parse("0F1./0F1. 1"), Limit())
    assert GAME.write(analysis.move).startswith("u")
    assert analysis.lines[0].proven


def test_the_1_that_has_its_mine() -> None:
    # The 1 in the corner has one covered neighbour: that is its mine, and the other 1 is satisfied too.
    board = GAME.parse("1.1./111. 1")
    analysis = think(MineCounter(0), board, Limit())
    assert GAME.write(analysis.move) == "d4,1"
    assert str(analysis.why[0].text) in {f"the 1 at c{y} already has its mine" for y in (1, 2)}
    mine = analysis.lines[-1]
    assert (
        GAME.write(mine.move) == "d2,1"
        and str(mine.label) == "100% mine"
        and mine.proven
        and mine.chance == 0
    )
    assert "no other covered cell for its mine" in str(mine.why[0].text)


def test_safe_in_every_arrangement() -> None:
    # 1 2 2 1 along a wall: the inner two are mines, though no single number says so.
    analysis = think(MineCounter(0), GAME.parse("1221./..... 2"), Limit())
    assert analysis.lines[0].proven
    assert "in every arrangement" in str(analysis.why[0].text)


def test_a_guess_counts_the_arrangements() -> None:
    analysis = think(MineCounter(0), GAME.parse("01./01. 1"), Limit())
    assert [str(line.label) for line in analysis.lines] == ["50% mine", "50% mine"]
    assert "of 2 arrangements" in str(analysis.why[-1].text)
    assert analysis.lines[0].chance == 0.5 and not analysis.lines[0].proven


def test_all_mines_beside_the_numbers() -> None:
    analysis = think(MineCounter(0), GAME.parse("1.../.... 1"), Limit())
    assert GAME.write(analysis.move) in {"d3,1", "d4,1", "d3,2", "d4,2"}
    assert "all mines must lie beside the numbers" in str(analysis.why[0].text)


def test_numbers_that_contradict_each_other_are_told() -> None:
    for words in ("8../.../... 3", "1.3/... 3", "2./.. 1", "0.3/... 3"):
        analysis = think(MineCounter(0), GAME.parse(words), Limit())
        assert "no arrangement" in str(analysis.why[0].text)
        assert not any(line.proven for line in analysis.lines)


def test_the_first_dig_is_safe_and_near_a_corner() -> None:
    analysis = think(MineCounter(0), begin(9, 9, 10, 1).board, Limit())
    assert GAME.write(analysis.move) == "d3,3"
    assert GAME.write(think(MineCounter(0), begin(2, 1, 1, 1).board, Limit()).move) == "d1,1"
    assert all(line.proven and line.chance == 1 for line in analysis.lines) and len(analysis.lines) == 81


def test_it_wins_most_beginner_games_and_never_loses_where_it_is_sure() -> None:
    won = 0
    for seed in range(60):
        field, engine = begin(9, 9, 10, seed), MineCounter(0)
        while not field.board.over:
            analysis = think(engine, field.board, Limit(lines=1))
            field = field.play(analysis.move)
            assert not (field.board.lost and analysis.lines[0].proven)
        won += field.board.won
    assert won >= 54  # 97.2 % expected; fewer than 54 of 60 has a chance below 0.1 %


def test_expert_boards_are_exact_within_a_second() -> None:
    field, engine = begin(30, 16, 99, 3), MineCounter(0)
    while not field.board.over:
        before = time.perf_counter()
        found = count(field.board, Budget(300_000))
        assert field.board.untouched or found.exact
        assert time.perf_counter() - before < 5  # usually 10 ms; the machine may be busy
        field = field.play(think(engine, field.board, Limit(lines=1)).move)


def test_too_much_to_count_still_answers_every_50_ms() -> None:
    words = "/".join("".join("3" if (x + 2 * y) % 5 == 0 else "." for x in range(30)) for y in range(30))
    board = GAME.parse(f"{words} 200")
    stamps = [time.perf_counter()]
    for analysis in MineCounter(0).think(board, Limit(time=1.0)):
        stamps.append(time.perf_counter())
        last = analysis
    assert len(stamps) > 4
    assert any("estimate" in str(reason.text) for reason in last.why)
    assert stamps[-1] - stamps[0] < 5


def test_big_boards_are_counted_while_the_asker_waits() -> None:
    field = begin(60, 60, 560, 2)
    for _ in range(3):
        field = field.play(think(MineCounter(0), field.board, Limit(lines=1)).move)
    opinions = list(MineCounter(0).think(field.board, Limit()))
    assert "still calculating" in str(opinions[0].why[0].text)
    assert opinions[-1].lines[0].proven and opinions[-1].move in field.board.moves()


def test_with_much_time_it_counts_until_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counter, "SHORT", 4)
    monkeypatch.setattr(counter, "USUAL", 10)
    view = GAME.parse("1..../....1/..2../1.... 5")
    heard = list(MineCounter(0).think(view, Limit(time=600.0)))
    estimated = ["~" in str(analysis.lines[-1].label) for analysis in heard]
    assert estimated[0] and not estimated[-1]
    assert heard[-1].nodes > 40, "ten were too few, and forty"
    total, hits = brute_force(view)
    chances = {line.move.y * view.width + line.move.x: line.chance for line in heard[-1].lines}
    assert chances == {cell: 1 - number / total for cell, number in hits.items()}
    usual = list(MineCounter(0).think(view, Limit(time=1.0)))
    assert "~" in str(usual[-1].lines[-1].label), "at the usual limit it stops there"


@pytest.mark.parametrize("seed", range(6))
def test_every_dig_has_its_odds_the_safest_first(seed: int) -> None:
    field = begin(9, 9, 12, seed).play(Move("dig", 4, 4)).play(Move("flag", 0, 0))
    for most in (400, 20):
        analysis = think(MineCounter(0), field.board, Limit(time=20.0, lines=most))
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
