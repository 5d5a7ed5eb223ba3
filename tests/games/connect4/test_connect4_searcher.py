"""The searcher: takes wins, blocks, sees what is forced, and says so with cells."""

from __future__ import annotations

import random

import pytest

from damier.core.engine import Analysis, Limit, think
from damier.core.game import Game
from damier.engines.alphabeta import WIN, AlphaBeta
from damier.games import game
from damier.games.connect4.levels.searcher import evaluate, order, searcher
from damier.games.connect4.rules import Column, Position, cells
from damier.games.connect4.scene import places
from damier.games.connect4.tactics import playable, threats

GAME: Game[Position, Position, Column] = game("connect4")


def played(words: str, size: str = "7x6") -> Position:
    state = GAME.begin(size=size)
    for word in words.split():
        state = state.play(GAME.read(word, state))
    return state


def somewhere(seed: int, size: str = "7x6", plies: int = 24) -> Position:
    """A random position that goes on."""
    rng = random.Random(seed)
    state = GAME.begin(size=size)
    for _ in range(rng.randrange(plies)):
        after = state.play(rng.choice(state.moves()))
        if after.outcome() is not None:
            break
        state = after
    return state


def mirrored(view: Position) -> Position:
    return GAME.parse("/".join(row[::-1] for row in GAME.text(view).split("/")))


def opinion(view: Position, nodes: int = 1500) -> Analysis[Column]:
    return think(searcher(0), view, Limit(nodes=nodes))


def test_it_takes_every_win_and_blocks_every_four() -> None:
    wins = blocks = 0
    for seed in range(150):
        view = somewhere(seed)
        winning = [move for move in view.moves() if view.play(move).won]
        facing = Position(view.board, view.discs, 1 - view.turn)  # as if the other side were to move
        losing = [move for move in view.moves() if facing.play(move).won]
        if not winning and not losing:
            continue
        analysis = opinion(view, 300)
        if winning:
            wins += 1
            assert analysis.move in winning
            assert analysis.lines[0].value == WIN - 1 and analysis.lines[0].proven
            assert "completes four" in str(analysis.why[-1].text)
        elif len(losing) == 1:
            blocks += 1
            assert analysis.move == losing[0]
            assert any("blocks the four" in str(reason.text) and reason.cells for reason in analysis.why)
            for line in analysis.lines[1:]:
                assert line.value == -(WIN - 2), "every other column loses at once"
                assert any("can complete a four" in str(reason.text) for reason in line.why)
    assert wins > 20 and blocks > 10


def test_it_sees_and_explains_a_double_threat() -> None:
    view = played("3 3 4 4")  # x on c1 d1: a third disc beside them threatens both ends
    analysis = opinion(view)
    assert analysis.move in (2, 5)
    line = analysis.lines[0]
    assert line.proven and line.value == WIN - 3 and str(line.label) == "wins in 2 own moves"
    (fork,) = [reason for reason in line.why if "two threats" in str(reason.text)]
    ends = "a1, e1" if analysis.move == 2 else "b1, f1"
    assert ends in str(fork.text) and len(fork.cells) == 3
    assert len(line.then) == 2 and view.play(analysis.move).play(line.then[0]).play(line.then[1]).won


def test_it_says_which_double_threat_it_prevents() -> None:
    analysis = opinion(played("3 3 4"))  # o must stop x on one side of c1 d1
    assert analysis.move in (2, 5)
    (saved,) = [reason for reason in analysis.why if "keeps the other side" in str(reason.text)]
    assert ("a1, e1" if analysis.move == 2 else "b1, f1") in str(saved.text) and len(saved.cells) == 3
    assert analysis.lines[2].value == -(WIN - 4), "anything else loses to it"


@pytest.mark.parametrize("size", ["4x4", "5x4", "12x12", "4x12", "12x4"])
def test_it_plays_on_every_size(size: str) -> None:
    for seed in range(4):
        view = somewhere(seed, size, 10)
        analysis = opinion(view, 400)
        assert sorted(line.move for line in analysis.lines) == list(view.moves())
        assert analysis.why[-1].cells


def test_the_small_board_is_solved_to_a_draw() -> None:
    analysis = think(searcher(0), GAME.begin(size="4x4"), Limit(nodes=10**7))
    assert analysis.lines[0].value == 0 and analysis.depth == 16
    state = GAME.begin(size="4x4").play(analysis.move)
    for move in analysis.lines[0].then:
        state = state.play(move)
    assert state.outcome() is not None and not state.won, "the expected continuation is a drawn game"


def test_both_seats_see_the_same_standing_and_so_does_the_mirror() -> None:
    for seed in range(100):
        view = somewhere(seed, random.Random(seed).choice(["7x6", "6x5", "9x7"]))
        assert evaluate(view, 0) == pytest.approx(-evaluate(view, 1))
        assert evaluate(mirrored(view), 0) == pytest.approx(evaluate(view, 0))
        assert abs(evaluate(view, 0)) < WIN / 2


def test_threats_and_playable_cells_by_trying() -> None:
    for seed in range(60):
        view = somewhere(seed)
        b = view.board
        lands = {cells(view.landing(move), b)[0] for move in view.moves()}
        assert {(c % 7, c // 7) for c in range(42) if playable(view) >> c & 1} == lands
        for seat in (0, 1):
            for cell in range(42):
                empty = view.owner((cell % 7, cell // 7)) is None
                mine = view.discs[seat] | 1 << cell
                completes = any(mine & four == four for four in b.lines)
                assert bool(threats(view, seat) >> cell & 1) == (empty and completes)


def test_the_ordering_leaves_out_only_what_cannot_be_better() -> None:
    pruned = 0
    for seed in range(90):
        view = somewhere(seed, "4x4", 16)
        if view.discs[0].bit_count() < 3:
            continue  # an early position would cost too much without the ordering
        with_order = AlphaBeta[Position, Column](evaluate, order)
        without = AlphaBeta[Position, Column](evaluate)
        assert with_order.value(view, 16) == without.value(view, 16)
        pruned += len(order(view)) < len(view.moves())
    assert pruned > 10


def test_more_nodes_win_against_fewer_and_against_the_document() -> None:
    """A rough check of strength: from both sides of a few openings it beats the evaluator."""
    score = 0.0
    for seed in range(4):
        for side in (0, 1):
            state = somewhere(seed, plies=4)
            evaluator = GAME.engines["evaluator"].make(0)
            while (outcome := state.outcome()) is None:
                move = (
                    opinion(state, 800).move if state.turn == side else think(evaluator, state, Limit()).move
                )
                state = state.play(move)
            score += outcome.points[side]
    assert score >= 6.5


def test_its_cells_lie_on_the_board() -> None:
    view = played("3 3 4 4")
    assert places(1 << 2, view.board) == ((5, 11),), "c1 is the third cell of the bottom row"
