"""Rules, spelling and drawing of Dots and Boxes, beside OpenSpiel's."""

from __future__ import annotations

import random

import pytest

from damier.core.text import IllegalMove, Refusal, Unreadable
from damier.engines.perft import perft
from damier.games import game
from damier.games.dots.notation import parse, read, text, write
from damier.games.dots.rules import Position, board, start
from damier.games.dots.scene import scene

GAME = game("dots")


def play(state: Position, words: str) -> Position:
    for word in words.split():
        state = state.play(read(word, state))
    return state


@pytest.mark.parametrize(
    ("rows", "columns"), [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (5, 5)]
)
def test_random_games_beside_openspiel(rows: int, columns: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    parameters = {"num_rows": rows, "num_cols": columns, "utility_margin": True}
    theirs_game = pyspiel.load_game("dots_and_boxes", parameters)
    rng = random.Random(rows * 13 + columns)
    for _ in range(30):
        ours, theirs = start(columns, rows, "empty"), theirs_game.new_initial_state()
        while not theirs.is_terminal():
            assert ours.outcome() is None
            assert ours.turn == theirs.current_player()
            number = {edge: i for i, edge in enumerate(ours.board.edges)}
            assert [number[edge] for edge in ours.moves()] == theirs.legal_actions()
            move = rng.choice(ours.moves())
            ours = ours.play(move)
            theirs.apply_action(number[move])
        outcome = ours.outcome()
        assert outcome is not None and outcome.score is not None and not ours.moves()
        assert outcome.score[0] - outcome.score[1] == theirs.returns()[0]
        assert sum(outcome.score) == rows * columns


def test_who_completes_a_box_moves_again() -> None:
    state = play(start(2, 2, "empty"), "a1l a1b a1t")
    assert state.turn == 1 and state.score == (0, 0)
    state = play(state, "a1r")
    assert state.turn == 1 and state.score == (0, 1)
    assert [state.owner(box) for box in range(4)] == [None, None, 1, None]
    assert play(state, "b2t").turn == 0


def test_one_edge_may_complete_two_boxes() -> None:
    state = play(start(2, 1, "swedish"), "a1r")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.score == (2, 0) and outcome.points == (1.0, 0.0) and outcome.winner == 0


def test_outcomes_are_told_in_words() -> None:
    done = parse("5x1 ffff 12121 1").outcome()
    assert done is not None and done.points == (1.0, 0.0) and str(done.reason) == "3 boxes to 2"
    lost = parse("1x1 f 2 1").outcome()
    assert lost is not None and lost.points == (0.0, 1.0) and lost.score == (0, 1)
    assert [lost.reason.show(language) for language in ("en", "fr", "es")] == [
        "1 box to 0",
        "1 carré à 0",
        "1 caja a 0",
    ]
    draw = parse("2x1 7f 12 1").outcome()
    assert draw is not None and draw.points == (0.5, 0.5) and str(draw.reason) == "1 box each"


@pytest.mark.parametrize(
    ("kind", "drawn"),
    [
        ("empty", ""),
        ("swedish", "a2t b2t c2t a1b b1b c1b a1l a2l c1r c2r"),
        ("icelandic", "a2t b2t c2t a1l a2l"),
    ],
)
def test_starts(kind: str, drawn: str) -> None:
    state = GAME.begin(size="3x2", start=kind)
    free = {write(edge) for edge in state.moves()}
    assert {write(edge) for edge in state.board.edges} - free == set(drawn.split())
    assert state.turn == 0 and state.score == (0, 0)


def test_every_size_and_start() -> None:
    for width in range(1, 13):
        for height in range(1, 13):
            for kind in ("empty", "swedish", "icelandic"):
                if (width, height, kind) == (1, 1, "swedish"):
                    continue
                state = GAME.begin(size=f"{width}x{height}", start=kind)
                assert len(state.board.edges) == width * (height + 1) + height * (width + 1)
                assert state.moves() and state.outcome() is None
                assert parse(text(state)) == state
    with pytest.raises(Unreadable, match="choose a bigger board or another start"):
        GAME.begin(size="1x1", start="swedish")
    for size, kind in (("13x5", "empty"), ("0x3", "empty"), ("5x5", "danish")):
        with pytest.raises(Unreadable):
            GAME.begin(size=size, start=kind)


def test_perft_of_tiny_boards() -> None:
    assert [perft(start(1, 1, "empty"), depth) for depth in range(1, 6)] == [4, 12, 24, 24, 0]
    assert [perft(start(2, 1, "empty"), depth) for depth in range(1, 4)] == [7, 42, 210]


def test_each_edge_has_one_canonical_spelling_and_both_are_read() -> None:
    state = start(12, 3, "empty")
    spellings: dict[object, set[str]] = {}
    for column in "abcdefghijkl":
        for row in "123":
            for side in "trbl":
                word = column + row + side
                spellings.setdefault(read(word, state), set()).add(word)
    assert set(spellings) == set(state.moves())
    for edge in state.moves():
        words = spellings[edge]
        assert write(edge) in words and len(words) <= 2
        if len(words) == 2:  # between two boxes: the one below, or the one to the left
            assert write(edge)[-1] in "tr"


@pytest.mark.parametrize(
    "words", ["b2t", " B2T ", "b2 top", "b2-top", "b 2 t", "b2haut", "b2 arriba", "b3b", "b3 bas", "b3 abajo"]
)
def test_sides_as_words(words: str) -> None:
    assert write(read(words, start(3, 3, "empty"))) == "b2t"


@pytest.mark.parametrize(
    "words",
    ["", "b2", "t", "b2x", "b2tt", "b4t", "d1r", "²2t", "b٣t", "b0t", "b99999999t", "b2t c2t", "9" * 5000],
)
def test_what_is_not_an_edge_is_refused(words: str) -> None:
    with pytest.raises(Unreadable):
        read(words, start(3, 3, "empty"))


def test_drawn_edges_are_refused_in_both_spellings() -> None:
    state = play(start(3, 3, "empty"), "b2t")
    for words in ("b2t", "b3b"):
        with pytest.raises(IllegalMove, match="b2t is drawn already"):
            read(words, state)
    for edge in ((3, 4), (0, 0), (99, 0), (1, 1)):
        with pytest.raises(IllegalMove):
            state.play(edge)
    with pytest.raises(IllegalMove, match="over"):
        read("a1t", parse("1x1 f 1 1"))


def test_positions_as_text() -> None:
    state = play(start(3, 2, "empty"), "a1l a1b a1t c2t a1r")
    assert (state.turn, state.owner(3)) == (0, 0)
    # Edges 13, 6, 3, 2 and 14 as drawn in rules.py.
    assert text(state) == "3x2 604c .../1.. 1"
    assert parse(text(state)) == state == parse("3X2 604C .../1.. 1")
    bare = parse("3x3 9bcecb")
    assert bare.turn == 0 and bare.score == (0, 0) and len(bare.moves()) == 9


@pytest.mark.parametrize(
    "words",
    [
        "",
        "3x3",
        "3x3 0 .../.../...",
        "3x3 g .../.../... 1",
        "3x3 0 .../... 1",
        "3x3 0 .../.../... 3",
        "3x3 0 .../.../... ²",
        "3x3 0 1../.../... 1",
        "3x3 0 ..../.../.. 1",
        "3x3 0 ..x/.../... 1",
        "3x3 1000000 .../.../... 1",
        "3x3 -1 .../.../... 1",
        "3x3 0x1 .../.../... 1",
        "13x3 0",
        "0x0 0",
        "٣x3 0",
        "3x3 " + "f" * 5000,
        "3x3 0 .../.../... 1 1",
    ],
)
def test_what_is_not_a_position_is_refused(words: str) -> None:
    with pytest.raises(Unreadable):
        parse(words)


def test_the_example_in_the_refusal_is_right() -> None:
    with pytest.raises(Refusal) as caught:
        parse("nonsense")
    example = str(caught.value).rsplit("as in ", 1)[1]
    assert text(parse(example)) == example


def test_the_scene_shows_edges_gaps_and_owners() -> None:
    state = play(start(2, 2, "empty"), "a1l a1b a1t a1r")
    drawn = scene(state)
    assert drawn.grid == "dots" and (drawn.width, drawn.height) == (2, 2)
    box = drawn.at((1, 3))
    assert box is not None and (box.kind, box.name, box.seat) == ("box", "a1", 1)
    bottom, right, gap = drawn.at((1, 4)), drawn.at((2, 3)), drawn.at((3, 0))
    assert bottom is not None and (bottom.kind, bottom.name, bottom.ascii) == ("edge", "a1b", "-")
    assert right is not None and (right.kind, right.name, right.ascii) == ("edge", "a1r", "|")
    assert gap is not None and gap.kind == "gap" and gap.moves == {"draw": read("b2t", state)}
    assert [(seat, count.show("en")) for seat, count in drawn.status] == [(0, "0 boxes"), (1, "1 box")]
    assert drawn.columns == ("a", "b") and drawn.rows == ("2", "1")


def test_one_board_per_size() -> None:
    assert board(4, 3) is board(4, 3) and board(4, 3) is not board(3, 4)
    assert "edges" not in repr(start(3, 3, "empty"))


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("très facile", "very-easy"),
        ("facile", "easy"),
        ("moyen", "medium"),
        ("difficile", "hard"),
        ("Medio", "medium"),
    ],
)
def test_the_documents_words_name_the_levels(word: str, key: str) -> None:
    assert GAME.level(word) == key
