"""The levels as engines: what they choose, when they stop, and what they say."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from tests.sizes import COMPILED

from damier.core.engine import Analysis, Limit, dice, think
from damier.games import game
from damier.games.quoridor.kernel import search
from damier.games.quoridor.kernel.board import STOP
from damier.games.quoridor.levels.document import ValuedMove, after, best_of, find_best_moves, nearest_home
from damier.games.quoridor.levels.document_compiled import Document
from damier.games.quoridor.notation import parse, read, text
from damier.games.quoridor.paths import Switches
from damier.games.quoridor.reasons import Explainer
from damier.games.quoridor.rules import Move, Position
from damier.games.quoridor.scene import cell_at

GAME = game("quoridor")
pytestmark = pytest.mark.skipif(not COMPILED, reason="too slow in plain Python")


def answer(line: str, depth: int, limit: Limit = Limit(), seed: int = 1) -> Analysis[Move]:  # noqa: B008
    return think(Document(seed, depth), parse(line), limit)


def test_levels_look_two_to_five_moves_ahead() -> None:
    view = parse("7x7 d3,d5 5,5 4 - -")
    depths = [think(level.make(0), view, Limit(lines=1)).depth for level in GAME.engines.values()]
    assert list(GAME.engines) == ["easy", "normal", "hard", "expert"] and depths == [2, 3, 4, 5]
    assert [GAME.level(word) for word in ("facile", "normal", "difficile", "expert", "Experto")] == [
        "easy",
        "normal",
        "hard",
        "expert",
        "expert",
    ]


@pytest.mark.parametrize("depth", [2, 3])
@pytest.mark.parametrize(
    "line", ["5x5 c2,c4 3,3 4 - -", "9x9 e4,e6 8,8 10 d4h,f6h,c5v,g4v -", "6x6 c3,c4 2,0 9 b2h -"]
)
def test_the_last_word_is_that_of_the_document_s_search_to_one_depth(line: str, depth: int) -> None:
    view = parse(line)
    opinions, _ = find_best_moves(view, depth)
    for seed in range(4):
        expected = dice(seed, text(view)).choice(nearest_home(view, best_of(opinions)))
        for lines in (1, 1000):
            last = answer(line, depth, Limit(lines=lines), seed)
            assert last.move == expected and last.depth == depth
            assert last.lines[0].move == expected and last.lines[0].value == opinions[0].value
    exact, _ = find_best_moves(view, depth, every=True)
    assert {line.move: line.value for line in last.lines} == {o.move: o.value for o in exact}
    assert not any(line.label.show().startswith("≤") for line in last.lines)


def test_the_choice_is_random_among_equals_that_leave_the_same_way_only() -> None:
    """A wall ahead: up and then aside is as long as aside and then up."""
    view = parse("9x9 e3,b8 0,0 6 d4h -")
    assert {str(move) for move in best_of(find_best_moves(view, 3)[0])} == {"e4", "f3"}
    chosen = [think(Document(seed, 3), view, Limit(lines=1)) for seed in range(16)]
    assert {str(analysis.move) for analysis in chosen} == {"e4", "f3"}
    assert chosen[0].why[-1].text.show() == "chosen at random among 2 moves that are equally good"


def test_of_equals_it_takes_what_shortens_its_way_and_says_so() -> None:
    """Two pawns that wait for each other: forward and to either side are alike, and a wall is not."""
    view = parse("9x9 e4,e6 10,10 6 - -")
    assert {str(move) for move in best_of(find_best_moves(view, 3)[0])} == {"d4", "e5", "f4"}
    for seed in range(8):
        last = think(Document(seed, 3), view, Limit())
        assert str(last.move) == "e5"
        assert "of 3 moves that are equally good it leaves the shortest way" in last.why[-1].text.show()
    lost = think(Document(0, 2), parse("7x7 d2,a2 0,0 6 c3h -"), Limit())
    assert {str(line.move) for line in lost.lines[:2]} == {"d3", "e2"}, "those that get on come first"
    assert len({line.value for line in lost.lines}) == 1
    assert [reason.text.show() for reason in lost.why[-2:]] == [
        "of 4 moves that are equally good it leaves the shortest way to its goal",
        "chosen at random among the 2 of them that do",
    ]


@pytest.mark.parametrize("level", GAME.engines)
def test_a_walled_in_pawn_walks_home(level: str) -> None:
    """The other could win at any moment, so every move is worth the same; but it goes to and fro.

    Along the bottom row to the right, back along the second, then up: fourteen steps.
    """
    start = parse("7x7 a1,f2 0,0 20 a1h,c1h,e1v,b2h,d2h -")
    for seed in range(3):
        view, turns, engine = start, 0, GAME.engines[level].make(seed)
        while view.outcome() is None:
            view = view.play(think(engine, view, Limit(lines=1)).move)
            turns += 1
            if view.outcome() is None:
                view = view.play(read("g2" if str(view.board.steps[view.pawns[1]]) == "f2" else "f2", view))
        outcome = view.outcome()
        assert outcome is not None and outcome.winner == 0 and turns == 14


def test_the_way_after_every_move_is_measured_as_by_hand(
    naive: Callable[[Position], Any], arbitrary: Callable[..., Position]
) -> None:
    """The choice, after the compiled search, against distances of the naive twin: steps and walls alike."""
    narrowed = 0
    for seed in range(120):
        view = arbitrary(random.Random(seed), 3, 6)
        best = best_of(find_best_moves(view, 2)[0])
        ways = {move: naive(after(view, move)).distance(view.turn) for move in best}
        near = [move for move in best if ways[move] == min(ways.values())]
        assert nearest_home(view, best) == near
        assert think(Document(seed, 2), view, Limit(lines=1)).move == dice(seed, text(view)).choice(near)
        narrowed += len(near) < len(best)
    assert narrowed > 10


def test_the_quickest_win_and_the_latest_loss() -> None:
    assert str(answer("9x9 e8,e2 3,3 20 - -", 5).move) in {"e9"}
    win = answer("9x9 e7,a6 0,0 20 - -", 5)
    assert (
        str(win.move) == "e8" and win.lines[0].label.show() == "wins in 2 own moves" and win.lines[0].proven
    )
    lost = answer("9x9 e4,a2 0,1 20 - -", 5)
    assert str(lost.lines[0].label).startswith("loses at once")
    hold = answer("9x9 e4,a2 1,0 20 - -", 5)
    assert hold.move.wall, "a wall puts the loss off"


def test_with_walls_about_a_win_is_not_called_proven() -> None:
    win = answer("9x9 e7,a6 0,1 20 - -", 4).lines[0]
    assert win.value < 900 or not win.proven
    assert answer("9x9 e8,a6 1,1 20 - -", 4).lines[0].proven, "the goal is one step away"


def test_a_win_that_a_draw_may_forestall_is_not_called_proven() -> None:
    """The search knows no draws: 250 moves may end the game first, or the third time that pawns stand so."""
    assert answer("9x9 e7,a6 0,0 244 - -", 5).lines[0].proven
    assert not answer("9x9 e7,a6 0,0 248 - -", 5).lines[0].proven
    assert answer("9x9 e8,a6 0,0 248 - -", 5).lines[0].proven, "this one comes in time"
    view = parse("9x9 e8,b6 0,0 20 - -")
    for word in ["d8", "c6", "d7", "b6", "e7", "a6", "e8", "b6", "d8", "c6", "d7", "b6", "e7", "a6"]:
        view = view.play(read(word, view))
    lines = think(Document(0, 5), view, Limit()).lines
    assert lines[0].label.show() == "wins in 2 own moves" and not lines[0].proven


def test_a_draw_is_seen_at_the_root() -> None:
    """The third time is a draw: who is ahead avoids it, who is behind takes it."""
    for start, takes in (("9x9 b1,b4 0,0 20 - -", False), ("9x9 b5,b9 0,0 20 - -", True)):
        view = parse(start)
        row = view.pawns[0] // 9 + 1, view.pawns[1] // 9 + 1
        for word in (f"a{row[0]}", f"c{row[1]}", f"b{row[0]}", f"b{row[1]}") * 2:
            if view.repeats() == 2 and word == f"b{row[1]}":
                break
            view = view.play(read(word, view))
        assert view.turn == 1
        third = view.board.steps[parse(start).pawns[1]]
        last = think(Document(0, 3), view, Limit())
        draw = last.line(third)
        assert draw is not None and draw.value == 0 and "draw" in draw.why[0].text.show()
        assert (last.move == third) == takes


def test_a_wall_is_explained_by_the_way_that_it_lengthens() -> None:
    view = parse("9x9 e4,e3 5,0 12 d2v,e2v -")
    last = answer(text(view), 3)
    assert last.move.wall
    said = [reason.text.show() for reason in last.why]
    assert any("makes the other's way longer by" in sentence for sentence in said), said
    reason = next(reason for reason in last.why if "longer" in reason.text.show())
    assert cell_at(view.pawns[1], view.board) in reason.cells
    step = last.line(Move(4, 4))
    assert step is not None and step.why[1].cells[0] == cell_at(4 * 9 + 4, view.board)


def test_every_move_that_is_looked_at_has_a_line_best_first() -> None:
    last = answer("9x9 e4,e6 8,8 10 d4h,f6h,c5v,g4v -", 3)
    numbers = [line.value for line in last.lines]
    assert len(numbers) >= 20 and numbers == sorted(numbers, reverse=True)
    chances = [line.chance for line in last.lines]
    assert chances == sorted(chances, reverse=True)
    assert len(answer("9x9 e4,e6 8,8 10 - -", 3, Limit(lines=3)).lines) == 3


def test_limits_are_kept() -> None:
    line = "9x9 e4,e6 8,8 10 d4h,f6h,c5v,g4v -"
    for nodes in (0, 1, 100, 1000, 3000):
        first, again = (answer(line, 5, Limit(nodes=nodes)) for _ in range(2))
        assert first == again and first.nodes <= max(nodes, 30)
    assert answer(line, 5, Limit(depth=2)).depth == 2
    assert answer(line, 2, Limit(depth=9)).depth == 2
    began = time.perf_counter()
    wide = Document(0, 5, Switches(strategic=False))
    assert think(wide, parse(line), Limit(time=0.1)).move
    assert think(wide, parse(line), Limit(cpu=0.1)).move
    assert time.perf_counter() - began < 5


@pytest.mark.skipif(not hasattr(time, "pthread_getcpuclockid"), reason="others cannot read a thread's time")
def test_processor_time_ends_the_search_inside_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[bool] = []

    def busy(d: Any, *more: Any) -> int:
        until = time.monotonic() + 20
        while not d[STOP] and time.monotonic() < until:  # as the kernel does, without a look at any watch
            pass
        stopped.append(bool(d[STOP]))
        return 0

    monkeypatch.setattr(search, "search", busy)
    assert think(Document(1, 3), parse("9x9 e1,e9 10,10 0 - -"), Limit(cpu=0.05)).depth == 1
    assert stopped and all(stopped)


def test_asking_no_more_stops_it_and_it_speaks_often() -> None:
    wide = Document(0, 5, Switches(strategic=False))  # takes a minute
    thoughts: Iterator[Analysis[Move]] = wide.think(GAME.begin(), Limit())
    times = [time.process_time()]  # what others do on the machine is no silence of ours
    for _ in range(20):
        next(thoughts)
        times.append(time.process_time())
    thoughts.close()  # type: ignore[attr-defined]
    assert time.process_time() - times[-1] < 1
    assert sorted(b - a for a, b in pairwise(times[1:]))[-2] < 0.25


def test_expert_needs_no_more_than_a_few_seconds() -> None:
    """Counted in nodes, of which the kernel looks at some hundred thousand a second."""
    position: Position = GAME.begin()
    most = 0
    for ply in range(16):
        if position.outcome() is not None:
            break
        level = "expert" if ply % 4 < 2 else "easy"
        last = think(GAME.engines[level].make(ply), position, Limit(lines=1))
        most = max(most, last.nodes)
        position = position.play(last.move)
    assert 1000 < most < 1_000_000


def test_the_shortest_thought_prepares_the_kernel() -> None:
    """What ``damier warm`` asks: it must not be answered without what a game needs."""
    think(GAME.engines["easy"].make(0), GAME.begin(), Limit(depth=1, nodes=1))
    compiled: Any = search.search
    assert compiled.signatures


def test_who_is_behind_is_told_so_without_a_minus() -> None:
    lines = answer("9x9 e2,e4 0,0 6 - -", 2).lines
    words = {"en": " steps behind", "fr": " pas de retard", "es": " pasos por detrás"}
    for language, behind in words.items():
        said = [line.why[0].text.show(language) for line in lines]
        assert len(said) == 4 and all(behind in one and "-" not in one for one in said), said
    ahead = answer("9x9 e6,e8 0,0 6 - -", 2).lines[0].why[0].text
    assert "steps of lead" in ahead.show() and "+" in ahead.show()


def test_a_bound_below_zero_is_told_as_at_least_so_far_behind() -> None:
    view = parse("9x9 e2,e4 3,3 6 - -")
    opinion = ValuedMove(next(iter(view.moves())), -6, exact=False)
    said = Explainer(view, proves=False).line(opinion, 3).why[0].text
    assert said.show() == "looking 3 moves ahead, it is at least 0.6 steps behind"
    assert said.show("es") == "calculando 3 jugadas, queda al menos 0,6 pasos por detrás"
