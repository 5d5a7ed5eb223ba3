"""The document's search against brute force, its compiled twin against it, each optimisation on its own."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.sizes import COMPILED

from damier.games import game
from damier.games.quoridor import paths
from damier.games.quoridor.kernel import board, search
from damier.games.quoridor.levels import document
from damier.games.quoridor.levels import document_compiled as compiled
from damier.games.quoridor.levels.document import (
    INFINITY,
    WIN,
    ValuedMove,
    compare,
    evaluate,
    find_best_moves,
)
from damier.games.quoridor.notation import parse, read, text
from damier.games.quoridor.paths import ALL_ON, Switches
from damier.games.quoridor.rules import Move, Position

GAME = game("quoridor")
PERFT: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "data" / "quoridor" / "perft.json").read_text("utf-8")
)
only_compiled = pytest.mark.skipif(not COMPILED, reason="too slow in plain Python")
ALL_OFF = Switches(*[False] * len(Switches._fields))


def by_kernel(
    view: Position, depth: int, switches: Switches = ALL_ON, every: bool = True, bits: int = 14
) -> tuple[list[ValuedMove], int]:
    """The root of the search over the kernel, and how many nodes it took."""
    d, table = compiled.pack(view, switches), compiled.new_table(bits)

    def value(child: Position, alpha: int) -> int:
        compiled.pack(child, switches, d)
        return -compiled.value_of(d, table, child, depth - 1, -INFINITY, -alpha)

    moves = document.Minimax(view.turn, switches).moves(view)
    return compare(view, moves, value, every), int(d[board.NODES])


def values(opinions: list[ValuedMove]) -> dict[Move, int]:
    assert all(opinion.exact for opinion in opinions)
    return {opinion.move: opinion.value for opinion in opinions}


# -- the reference against brute force -------------------------------------------------------------------


def merit(naive: Any, seat: int) -> int:
    """The document's four criteria, for one seat, from the naive twin."""
    near = max(0, 4 - naive.distance(1 - seat))
    return int(
        -10 * naive.distance(seat)
        + min(6, naive.routes(seat))
        + (12 + near) * naive.left[seat]
        + len(naive.steps(seat))
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_evaluation_weighs_the_four_criteria(
    seed: int, naive: Callable[[Position], Any], arbitrary: Callable[..., Position]
) -> None:
    position = arbitrary(random.Random(seed), 3, 7)
    twin = naive(position)
    for seat in range(2):
        assert evaluate(position, seat) == merit(twin, seat) - merit(twin, 1 - seat)


@pytest.mark.kernel
def test_no_maze_is_worth_a_won_game() -> None:
    walls = [f"{column}{row}h" for row in range(1, 11) for column in ("bdfhj" if row % 2 else "acegi")]
    view = parse(f"11x11 a1,b2 0,20 120 {','.join(walls)} -")
    assert evaluate(view, 0) == 1 - WIN and evaluate(view, 1) == WIN - 1
    packed, table = compiled.pack(view), compiled.new_table(4)
    assert compiled.value_of(packed, table, view, 0, -INFINITY, INFINITY) == 1 - WIN


@pytest.mark.parametrize("seed", range(8))
def test_alpha_beta_finds_what_plain_minimax_finds(
    seed: int, naive: Callable[[Position], Any], arbitrary: Callable[..., Position]
) -> None:
    """No window, no table, no selection, no order; moves and evaluation from the naive twin."""
    view = replace(arbitrary(random.Random(seed), 3, 4), left=(1, 1))

    def minimax(position: Position, depth: int) -> int:
        twin = naive(position)
        winner = position.winner()
        if winner is not None:
            return WIN + depth if winner == view.turn else -WIN - depth
        if depth == 0:
            return merit(twin, view.turn) - merit(twin, 1 - view.turn)
        found = [minimax(position.play(move), depth - 1) for move in twin.legal()]
        return max(found) if position.turn == view.turn else min(found)

    for depth in (1, 2, 3):
        expected = {move: minimax(view.play(move), depth - 1) for move in naive(view).legal()}
        opinions, _ = find_best_moves(view, depth, Switches(strategic=False), every=True)
        assert values(opinions) == expected
        narrow, _ = find_best_moves(view, depth, Switches(strategic=False))
        best = max(expected.values())
        assert set(document.best_of(narrow)) == {move for move in expected if expected[move] == best}
        for opinion in narrow:
            exact = expected[opinion.move]
            assert opinion.value == exact if opinion.exact else exact <= opinion.value < best


@pytest.mark.kernel
@pytest.mark.parametrize("seed", [2, 5, 11, 16, 20, 27])  # some caught bugs that were planted
def test_what_is_expected_keeps_the_value_to_the_last_move(
    seed: int, arbitrary: Callable[..., Position]
) -> None:
    """The search in plain Python, which has no table to read from, gives the same value all the way."""
    view = replace(arbitrary(random.Random(seed), 3, 5), left=(1, 1))
    depth, seat = 3, view.turn
    d, table = compiled.pack(view), compiled.new_table(14)

    def value(child: Position, alpha: int) -> int:
        compiled.pack(child, ALL_ON, d)
        return -compiled.value_of(d, table, child, depth - 1, -INFINITY, -alpha)

    opinions = compare(view, document.Minimax(seat).moves(view), value, every=True)
    for opinion in opinions[:4]:
        then = compiled.expected(view, opinion, d, table, depth, ALL_ON, True)
        state, left = view.play(opinion.move), depth - 1
        for move in then:
            state, left = state.play(move), left - 1
            assert document.Minimax(seat).value(state, left, -INFINITY, INFINITY) == opinion.value
        assert len(then) == depth - 1 or state.winner() is not None


@pytest.mark.kernel
def test_a_forgetful_table_expects_less_but_nothing_wrong() -> None:
    view = parse("4x4 b2,c3 1,1 0 - -")
    depth = 4
    for bits in (2, 5, 7):
        d, table = compiled.pack(view), compiled.new_table(bits)

        def value(child: Position, alpha: int, d: Any = d, table: Any = table) -> int:
            compiled.pack(child, ALL_ON, d)
            return -compiled.value_of(d, table, child, depth - 1, -INFINITY, -alpha)

        opinion = compare(view, document.Minimax(0).moves(view), value, every=True)[0]
        state, left = view.play(opinion.move), depth - 1
        for move in compiled.expected(view, opinion, d, table, depth, ALL_ON, False):
            state, left = state.play(move), left - 1
            assert document.Minimax(0).value(state, left, -INFINITY, INFINITY) == opinion.value


# -- the optimisations -----------------------------------------------------------------------------------

SAVINGS = ["ordering", "table", "lazy", "inverse"]


@pytest.mark.parametrize("strategic", [True, False])
def test_four_optimisations_save_work_and_change_no_value(
    strategic: bool,
) -> None:
    nodes, floods = dict.fromkeys(SAVINGS, 0), dict.fromkeys(SAVINGS, 0)
    all_nodes = all_floods = 0
    for line in ("4x4 b2,c3 2,2 4 - -", "4x5 b2,c4 2,1 5 a2h,b4v -", "5x4 c2,d3 1,2 6 b2v -"):
        view = parse(line)
        usual = Switches(strategic=strategic)
        with_all, work = find_best_moves(view, 3, usual)
        exact = values(find_best_moves(view, 3, usual, every=True)[0])
        all_nodes, all_floods = all_nodes + work.nodes, all_floods + work.floods
        for name in SAVINGS:
            without = usual._replace(**{name: False})
            opinions, work = find_best_moves(view, 3, without)
            assert document.best_of(opinions) == document.best_of(with_all)
            if name != "inverse":  # the slowest, and the same tree
                assert values(find_best_moves(view, 3, without, every=True)[0]) == exact
            nodes[name], floods[name] = nodes[name] + work.nodes, floods[name] + work.floods
    assert nodes["ordering"] > all_nodes
    # So few moves ahead only the last positions come up twice, and a node is counted before it is looked up.
    assert nodes["table"] == all_nodes and floods["table"] > all_floods
    assert nodes["lazy"] == nodes["inverse"] == all_nodes, "these save work within a position"
    assert floods["lazy"] > all_floods and floods["inverse"] > 5 * all_floods


def test_the_selection_looks_at_about_20_walls_near_the_ways() -> None:
    view = GAME.begin()
    moves = document.Minimax(0).moves(view)
    walls = [move for move in moves if move.wall]
    assert len(walls) == 20 and {str(move) for move in moves} >= {"e2", "d1", "f1", "e8h", "d8h"}
    assert all(move.column in (3, 4) for move in walls)


# -- the kernel against the reference --------------------------------------------------------------------


def test_the_kernel_has_the_numbers_of_the_reference() -> None:
    assert (search.WIN, search.INFINITY) == (document.WIN, document.INFINITY)
    for name in ("DISTANCE", "ROUTES", "WALL", "MOBILITY", "NEAR"):
        assert getattr(search, name) == getattr(document, name)
    assert board.MOST_ROUTES == paths.MOST_ROUTES
    assert board.MOST_WALLS == document.STRATEGIC


def same(view: Position, depth: int, switches: Switches) -> None:
    opinions, work = find_best_moves(view, depth, switches, every=True)
    twins, nodes = by_kernel(view, depth, switches)
    assert values(twins) == values(opinions), text(view)
    if not switches.table:
        assert nodes == work.nodes, "the same tree"


@pytest.mark.kernel
@pytest.mark.parametrize("seed", range(12))
def test_kernel_and_reference_agree_on_any_position(seed: int, arbitrary: Callable[..., Position]) -> None:
    rng = random.Random(1000 + seed)
    view = arbitrary(rng, 3, 5, most_walls=8)
    switches = Switches(*(rng.random() < 0.7 for _ in Switches._fields))
    for depth in (1, 2):
        same(view, depth, ALL_ON)
        same(view, depth, switches)


@pytest.mark.kernel
@pytest.mark.parametrize("strategic", [True, False])
def test_kernel_and_reference_look_at_the_same_moves_in_the_same_order(
    strategic: bool, arbitrary: Callable[..., Position]
) -> None:
    switches = Switches(strategic=strategic)
    for seed in range(30):
        view = replace(arbitrary(random.Random(3000 + seed), 3, 11, most_walls=12), left=(2, 2))
        d = compiled.pack(view, switches)
        count = board.generate(d, 0, view.turn)
        search.order(d, 0, view.turn, count)
        codes = [divmod(int(d[board.MOVES + number]), board.ROOM) for number in range(count)]
        steps = view.board.steps
        moves = [steps[cell]._replace(wall=("", "h", "v")[kind]) for kind, cell in codes]
        assert moves == document.Minimax(view.turn, switches).moves(view)


@only_compiled
@pytest.mark.parametrize("seed", range(40))
def test_kernel_and_reference_agree_on_large_and_full_boards(
    seed: int, arbitrary: Callable[..., Position]
) -> None:
    rng = random.Random(2000 + seed)
    view = arbitrary(rng, 3, 11, most_walls=40)
    switches = Switches(*(rng.random() < 0.7 for _ in Switches._fields))
    same(view, 1, switches._replace(strategic=False))
    same(view, 2, ALL_ON)
    if view.board.width * view.board.height <= 20:
        same(view, 3, switches)


@only_compiled
def test_kernel_and_reference_agree_three_moves_ahead() -> None:
    for case in PERFT[:2]:
        view = GAME.begin()
        for word in case["moves"].split():
            view = view.play(read(word, view))
        opinions, _ = find_best_moves(view, 3)
        twins, _ = by_kernel(view, 3, every=False)
        assert document.best_of(twins) == document.best_of(opinions)
        assert twins[0].value == opinions[0].value


@only_compiled
def test_values_do_not_depend_on_the_table_or_its_size() -> None:
    view = parse("7x7 d4,d5 3,3 8 c3h,e5v -")
    large, few = by_kernel(view, 4, bits=18)
    for bits in (0, 3, 8):
        small, many = by_kernel(view, 4, bits=bits)
        assert values(small) == values(large) and many >= few
    without, most = by_kernel(view, 4, Switches(table=False))
    assert values(without) == values(large) and most > few


@only_compiled
def test_values_do_not_depend_on_any_of_the_four() -> None:
    view = parse("9x9 e4,e6 8,8 10 d4h,f6h,c5v,g4v -")
    expected = values(by_kernel(view, 3)[0])
    for name in SAVINGS:
        assert values(by_kernel(view, 3, ALL_ON._replace(**{name: False}))[0]) == expected
    assert values(by_kernel(view, 3, ALL_OFF._replace(strategic=True))[0]) == expected


@pytest.mark.kernel
@pytest.mark.parametrize("case", range(-1, len(PERFT)))
def test_the_kernel_counts_moves_as_the_rules_do(case: int) -> None:
    view = GAME.begin()
    for word in PERFT[case]["moves"].split() if case >= 0 else ():
        view = view.play(read(word, view))
    expected = PERFT[case]["perft"] if case >= 0 else [131, 16_677, 2_062_264]
    d = compiled.pack(view, Switches(strategic=False))
    before = d.copy()
    for depth in (1, 2, 3) if COMPILED else (1,):
        assert search.lines(d, depth, 0, view.turn) == expected[depth - 1]
    position = slice(board.WIDTH, board.FIELDS)
    assert np.array_equal(d[position], before[position]), "what was played was taken back"


@pytest.mark.kernel
def test_the_key_of_a_position_is_kept_up_to_date() -> None:
    view = parse("6x6 c3,c4 3,3 8 b2h,d4v -")
    d = compiled.pack(view)
    key = search.key_of(d, 0)
    count = board.generate(d, 0, 0)
    moves = [int(d[board.MOVES + number]) for number in range(count)]
    seen = set()
    for move in moves:
        pawn = int(d[board.PAWNS])
        changed = key ^ search.make(d, 0, move)
        assert changed == search.key_of(d, 1)
        seen.add(changed)
        search.undo(d, 0, move, pawn)
        assert search.key_of(d, 0) == key
    assert len(seen) == len(moves)


@pytest.mark.kernel
def test_a_set_flag_and_a_limit_on_nodes_end_the_search() -> None:
    view = parse("5x5 c2,c4 2,2 8 - -")
    d, table = compiled.pack(view), compiled.new_table(10)
    d[board.MOST_NODES] = 40
    compiled.value_of(d, table, view, 4, -INFINITY, INFINITY)
    assert d[board.STOP] == 1 and d[board.NODES] == 41
    expected = compiled.value_of(compiled.pack(view), compiled.new_table(10), view, 3, -INFINITY, INFINITY)
    for nodes in range(1, 120, 7):
        d, table = compiled.pack(view), compiled.new_table(10)
        d[board.MOST_NODES] = nodes
        compiled.value_of(d, table, view, 3, -INFINITY, INFINITY)
        again = compiled.value_of(compiled.pack(view), table, view, 3, -INFINITY, INFINITY)
        assert again == expected, "what was broken off is not remembered"
    d = compiled.pack(view)
    d[board.STOP] = 1
    compiled.value_of(d, table, view, 4, -INFINITY, INFINITY)
    assert d[board.NODES] == 1
