"""The ten steps of the document, each on a board of its own, and every game that they lead to."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from damier.core.engine import Limit, think
from damier.core.text import LANGUAGES, Refusal, Text
from damier.games import game
from damier.games.tictactoe.levels.choice_index import choice_index
from damier.games.tictactoe.levels.document import Ideal, explain, ideal_cells
from damier.games.tictactoe.rules import Position
from damier.games.tictactoe.scene import at
from damier.games.tictactoe.tools.enumeration import tally

GAME = game("tictactoe")


def index(words: str, literal: bool = False) -> dict[str, int]:
    """The choice index by the name of the cell."""
    return {GAME.write(c): i.value for c, i in choice_index(GAME.parse(f"{words} 3"), literal).items()}


def steps(words: str, cell: str) -> list[int]:
    """The steps that spoke of *cell*."""
    view = GAME.parse(f"{words} 3")
    return [step.number for step in choice_index(view)[GAME.read(cell, view)].steps]


def board(*values: int) -> dict[str, int]:
    """Values as on the screen, from a3 to c1."""
    return dict(zip(("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"), values, strict=True))


def test_step_1_corners_and_center_of_an_empty_board() -> None:
    assert index(".../.../...") == board(1, 0, 1, 0, 1, 0, 1, 0, 1)


def test_step_2_occupied_cells_stay_out() -> None:
    found = index("xox/.../..o")
    assert [found[cell] for cell in ("a3", "b3", "c3", "c1")] == [-10] * 4
    assert steps(".../.x./...", "a1") == [7]


def test_step_2_is_permanent() -> None:
    # O has one corner and X the center: step 6 speaks of a3, which is taken.
    found = index("xo./oxx/.xo")
    assert all(found[cell] == -10 for cell in ("a3", "b3", "a2", "b2", "c2", "b1", "c1"))


def test_step_3_blocks() -> None:
    # O to move: X lacks c3.
    found = index("xx./.o./...")
    assert found["c3"] == 15 and steps("xx./.o./...", "c3")[0] == 3
    assert max(found.values()) == 15


def test_step_4_wins_before_blocking() -> None:
    # X to move: a1 b1 lack c1; O lacks c3.
    found = index("oo./.../xx.")
    assert found["c1"] >= 20 and found["c3"] == 15
    assert 4 in steps("oo./.../xx.", "c1")


def test_step_5_the_center_beside_a_rival() -> None:
    assert index("x../.../...")["b2"] == 3
    assert index(".x./.../...")["b2"] == 3
    assert steps(".x./.../...", "b2") == [5]
    assert index("o../x../...")["b2"] == 3  # X to move, O on a corner


def test_step_6_the_corner_opposite() -> None:
    # X to move has a1 only, O the center.
    found = index(".../.o./x..")
    assert found == board(1, 0, 4, 0, -10, 0, -10, 0, 1)
    assert steps(".../.o./x..", "c3") == [6, 7]


def test_step_6_needs_exactly_one_corner() -> None:
    assert 6 not in steps("x../oo./x..", "c1")
    assert 6 not in steps(".../.ox/...", "c3")


def test_step_7_a_corner_without_rivals_in_row_and_column() -> None:
    # O to move, X on b1: the upper corners gain, the lower ones do not; the center has step 5.
    assert index(".../.../.x.") == board(1, 0, 1, 0, 3, 0, 0, -10, 0)


def test_step_8_a_row_with_our_corner_and_an_open_edge() -> None:
    # X to move on a1, O on a2: b1 stands in an empty column, so c1 gains 3; step 7 adds 1.
    assert index(".../o../x..") == board(0, 0, 1, -10, 3, 0, -10, 0, 4)
    assert steps(".../o../x..", "c1") == [7, 8]
    assert index("..o/.../x..")["c1"] == 3  # no step 7: O is in its column
    assert index(".../.o./x..")["c1"] == 1  # the column of the edge is not empty


def test_step_9_a_column_with_our_corner_and_an_open_edge() -> None:
    assert index(".../.../xo.") == board(4, 0, 1, 0, 3, 0, -10, -10, 0)
    assert steps(".../.../xo.", "a3") == [7, 9]
    assert index("..o/.../x..")["a3"] == 3
    assert index(".../.o./x..")["a3"] == 1


def test_step_10_a_corner_that_makes_two_lines() -> None:
    # X on a3 and c1: c3 makes the upper row and the right column, a1 is spoilt by O.
    found = index("x../o../.ox")
    assert found["c3"] == 10 and steps("x../o../.ox", "c3")[-1] == 10
    assert found["a1"] < 10


def test_edges_have_no_step_of_their_own() -> None:
    assert steps(".../.x./...", "b1") == []


@pytest.mark.parametrize(
    ("words", "cell", "meant", "literal"),
    [
        ("x.o/.../o.x", "b2", 20, 3),  # step 5 on a center that wins
        ("x.o/.../..x", "b2", 15, 3),  # step 5 on a center that blocks
        (".x./xoo/x.o", "c3", 15, 3),  # step 6 on a corner that blocks
        ("o../ox./..x", "a1", 15, 10),  # step 10 on a corner that blocks
        ("xx./.o./..o", "c3", 20, 20),  # nothing speaks against it
    ],
)
def test_nothing_lowers_a_win_or_a_block(words: str, cell: str, meant: int, literal: int) -> None:
    assert index(words)[cell] == meant
    assert index(words, literal=True)[cell] == literal


def test_no_position_ranks_a_block_above_a_win() -> None:
    seen = set()

    def walk(state: Position) -> None:
        if state in seen or state.outcome() is not None:
            return
        seen.add(state)
        by_step: dict[int, list[int]] = {3: [], 4: []}
        for entry in choice_index(state).values():
            numbers = [step.number for step in entry.steps]
            for number in (4, 3):
                if number in numbers:
                    by_step[number].append(entry.value)
                    break
            else:
                assert entry.value < 15
        assert all(value >= 20 for value in by_step[4]) and all(15 <= value < 20 for value in by_step[3])
        for move in state.moves():
            walk(state.play(move))

    walk(GAME.begin())
    assert len(seen) == 4_520


def naive_index(flat: str, me: str, literal: bool = False) -> list[int]:
    """The document once more, on nine characters from the top left, sharing nothing with the package."""
    foe = "o" if me == "x" else "x"
    rows, cols = [(0, 1, 2), (3, 4, 5), (6, 7, 8)], [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
    wins = [*rows, *cols, (0, 4, 8), (2, 4, 6)]
    ci = [0] * 9
    if flat == "." * 9:
        ci = [1, 0, 1, 0, 1, 0, 1, 0, 1]
    for player, value in ((foe, 15), (me, 20)):
        for line in wins:
            if sorted(flat[i] for i in line) == sorted([".", player, player]):
                ci[next(i for i in line if flat[i] == ".")] = value
    least = 99 if literal else 15  # what reaches it is not lowered
    if ci[4] < least and foe in flat[:4] + flat[5:]:
        ci[4] = 3
    mine = [i for i in (0, 2, 6, 8) if flat[i] == me]
    if flat[4] == foe and len(mine) == 1 and ci[8 - mine[0]] < least:
        ci[8 - mine[0]] = 3
    for corner, row, col in ((0, 0, 0), (2, 0, 2), (6, 2, 0), (8, 2, 2)):
        cross = {*rows[row], *cols[col]}
        if foe in flat and all(flat[i] != foe for i in cross):
            ci[corner] += 1
        for line, across in ((rows[row], cols[1]), (cols[col], rows[1])):
            other = line[0] if line[2] == corner else line[2]
            if flat[other] == me and all(flat[i] == "." for i in across):
                ci[corner] += 3
        through = [[flat[i] for i in line if i != corner] for line in wins if corner in line]
        if sum(sorted(pair) == sorted([".", me]) for pair in through) >= 2 and ci[corner] < least:
            ci[corner] = 10
    return [-10 if flat[i] != "." else ci[i] for i in range(9)]


def test_the_choice_index_in_every_position() -> None:
    todo, seen = [GAME.begin()], set()
    while todo:
        state = todo.pop()
        if state in seen or state.outcome() is not None:
            continue
        seen.add(state)
        words = GAME.text(state)[:-2]
        for literal in (False, True):
            expected = naive_index(words.replace("/", ""), "xo"[state.turn], literal)
            assert index(words, literal) == board(*expected), words
        todo += [state.play(move) for move in state.moves()]
    assert len(seen) == 4_520


def every_game(flat: str, seat: int, literal: bool) -> Counter[str]:
    """Every game of the naive ten steps on *seat*, one by one: who wins them."""
    turn = (9 - flat.count(".")) % 2
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
    for a, b, c in lines:
        if flat[a] == flat[b] == flat[c] != ".":
            return Counter({"hard" if "xo"[seat] == flat[a] else "rival": 1})
    if "." not in flat:
        return Counter({"nobody": 1})
    found: Counter[str] = Counter()
    values = naive_index(flat, "xo"[turn], literal)
    for i in range(9):
        if flat[i] == "." and (turn != seat or values[i] == max(values)):
            found += every_game(flat[:i] + "xo"[turn] + flat[i + 1 :], seat, literal)
    return found


@pytest.mark.parametrize(
    ("seat", "literal", "wins", "draws", "losses"),
    [
        (0, False, 912, 80, 0),
        (1, False, 1696, 1424, 272),
        (0, True, 1008, 80, 48),
        (1, True, 1696, 1424, 272),
    ],
)
def test_every_game_of_hard(seat: int, literal: bool, wins: int, draws: int, losses: int) -> None:
    found = tally(seat, literal)
    assert (found.wins, found.draws, found.losses) == (wins, draws, losses)
    brute = every_game("." * 9, seat, literal)
    assert (brute["hard"], brute["nobody"], brute["rival"]) == (wins, draws, losses)


def test_hard_is_beaten_every_time_by_who_knows_how() -> None:
    assert tally(0).worst == 0.5 and tally(0).loss is None
    assert tally(1).worst == 0.0
    moves = tally(1).loss
    assert moves is not None
    state = GAME.begin()
    for move in moves:
        if state.turn == 1:
            assert move in ideal_cells(choice_index(state))
        state = state.play(move)
    outcome = state.outcome()
    assert outcome is not None and outcome.points == (1.0, 0.0)


def test_the_tool_prints_the_counts_and_takes_no_words() -> None:
    said: list[Text] = []
    tool = GAME.tools["enumerate"]
    tool.run([], said.append)
    for language in LANGUAGES:
        words = "\n".join(text.show(language) for text in said)
        assert all(number in words for number in ("3392", "272", "992", "48"))
    with pytest.raises(Refusal):
        tool.run(["more"], said.append)


def test_levels_answer_to_the_words_of_the_document() -> None:
    for key, words in {
        "easy": ("Fácil", "facile"),
        "normal": ("Normal",),
        "hard": ("Difícil", "difficile"),
        "perfect": ("Perfecto", "parfait"),
        "strategist": ("Estratega", "stratège"),
    }.items():
        assert all(GAME.level(word) == key for word in words)
    small, big = GAME.begin(), GAME.begin("5x5")
    assert [key for key, level in GAME.engines.items() if level.fits(small)] == [
        "easy",
        "normal",
        "hard",
        "perfect",
    ]
    assert [key for key, level in GAME.engines.items() if level.fits(big)] == [
        "easy",
        "apprentice",
        "strategist",
    ]
    assert GAME.strongest(small) == "perfect" and GAME.strongest(big) == "strategist"


@pytest.mark.parametrize(("level", "share"), [("easy", 1 / 8), ("normal", 0.7 + 0.3 / 8), ("hard", 1.0)])
def test_how_often_the_ideal_cell_is_played(level: str, share: float) -> None:
    view = GAME.parse("x../.../... 3")
    games = 1500
    ideal = sum(think(GAME.engines[level].make(seed), view, Limit()).move == (1, 1) for seed in range(games))
    assert ideal / games == pytest.approx(share, abs=0.04)


def test_ties_fall_on_every_cell() -> None:
    moves = {think(Ideal(seed, 1.0), GAME.begin(), Limit()).move for seed in range(200)}
    assert moves == {(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)}


def test_a_block_is_explained_with_its_cells() -> None:
    view = GAME.parse("xx./.o./... 3")
    analysis = think(GAME.engines["hard"].make(0), view, Limit())
    assert analysis.move == (2, 2)
    assert str(analysis.why[0].text) == "step 3: blocks X's line on a3, b3, c3: 15"
    assert analysis.why[0].cells == ((1, 1), (3, 1), (5, 1))
    assert "bloquea la línea de X" in analysis.why[0].text.show("es")


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_a_random_choice_points_at_its_cell(level: str) -> None:
    view = GAME.parse("x../.../... 3")
    for seed in range(20):
        analysis = think(GAME.engines[level].make(seed), view, Limit())
        assert at(analysis.move, 3) in [cell for reason in analysis.why for cell in reason.cells]


def test_every_step_has_its_sentence_in_every_language() -> None:
    spoken: set[int] = set()
    todo, seen = [GAME.begin()], set()
    while todo:
        state = todo.pop()
        if state in seen or state.outcome() is not None:
            continue
        seen.add(state)
        index = choice_index(state)
        for cell in state.moves():
            reasons = explain(state, cell, index[cell])
            spoken |= {step.number for step in index[cell].steps}
            for reason in reasons:
                assert reason.cells
                for language in LANGUAGES:
                    assert "{" not in reason.text.show(language)
        todo += [state.play(move) for move in state.moves()[:3]]
    assert spoken == {1, 3, 4, 5, 6, 7, 8, 9, 10}  # step 2 speaks of occupied cells


def test_the_docs_name_the_module_of_the_document_and_whose_the_levels_are() -> None:
    docs = Path(__file__).parents[3] / "docs"
    page = (docs / "games" / "tictactoe.md").read_text("utf-8")
    named = re.search(r"The document's AI module is `(\w+)\.py`", page)
    assert named is not None
    module = import_module(f"damier.{named[1]}")
    assert all(callable(getattr(module.Ai, name)) for name in ("init", "disconnect", "play_turn"))
    assert "`normal` and `hard` are the document's. `easy` is ours" in page
    python = (docs / "python.md").read_text("utf-8")
    assert "from damier.engine_at_table import Ai" in python and "from damier.table import Table" in python
