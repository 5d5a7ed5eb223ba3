"""What the editor of each game does with a click, and what it says of boards that cannot be."""

from __future__ import annotations

import pytest

from damier.core.text import Refusal
from damier.games import game


def after(key: str, start: str, *clicks: str) -> str:
    """The draft after clicks such as ``yellow d1``."""
    editor = game(key).editor
    assert editor is not None
    draft = editor.read(start)
    for click in clicks:
        piece, place = click.split()
        draft = editor.with_piece(draft, piece, place)
    return editor.write(draft)


def complaint(key: str, draft: str) -> str:
    editor = game(key).editor
    assert editor is not None
    problem = editor.problem(editor.read(draft))
    if problem is None:
        with pytest.raises(Refusal) as caught:
            game(key).parse(draft)
        problem = caught.value.text
    return str(problem)


def test_discs_fall_change_their_colour_and_go() -> None:
    empty = "/".join(["...."] * 4)
    assert after("connect4", empty, "yellow b4") == "..../..../..../.x.."
    assert after("connect4", empty, "yellow b4", "red b4") == "..../..../.o../.x.."
    assert after("connect4", empty, "yellow b1", "red b2", "yellow b2") == "..../..../..../.x.."
    assert after("connect4", empty, "yellow b1", "red b2", "red b1") == "..../..../.o../.o.."
    assert after("connect4", empty, "yellow b1", "none b3") == empty
    with pytest.raises(Refusal, match="column 2 is empty"):
        after("connect4", empty, "none b3")


def test_what_keeps_a_board_of_connect_four_from_being_played() -> None:
    assert "yellow has 2 discs more" in complaint("connect4", "..../..../..../xx..")
    assert "red has 1 disc more" in complaint("connect4", "..../..../..../o...")
    assert "floats" in complaint_of_text("connect4", "..../..../x.../....")


def complaint_of_text(key: str, text: str) -> str:
    with pytest.raises(Refusal) as caught:
        game(key).parse(text)
    return str(caught.value.text)


def test_signs_of_tic_tac_toe() -> None:
    assert after("tictactoe", ".../.../... 3", "x b2", "o a1") == ".../.x./o.. 3"
    assert after("tictactoe", ".../.../... 3", "x b2", "x b2") == ".../.../... 3"
    assert after("tictactoe", ".../.../... 3", "x b2", "none b2") == ".../.../... 3"
    assert "not 2 and 0" in complaint("tictactoe", "xx./.../... 3")


def test_edges_and_owners() -> None:
    sides = ("a1b", "a1l", "a1r", "a1t")
    closed = after("dots", "2x2 0 ../.. 1", *(f"red {side}" for side in sides))
    assert closed.split()[2] == "../2."
    assert after("dots", closed, "yellow a1").split()[2] == "../1."
    assert after("dots", closed, "red a1").split()[2] == "../.."
    assert after("dots", closed, "yellow a1t").split()[2] == "../.."
    with pytest.raises(Refusal, match="b2 is not complete"):
        after("dots", closed, "yellow b2")


def test_pawns_and_walls() -> None:
    start = "5x5 c1,c5 5,5 0 - -"
    assert after("quoridor", start, "yellow b2", "red b3") == "5x5 b2,b3 5,5 0 - -"
    assert after("quoridor", start, "yellow b2h") == "5x5 c1,c5 4,5 2 b2h -"  # yellow stays to move
    assert after("quoridor", start, "yellow b2h", "red b2h") == start
    built = after("quoridor", start, "yellow b2h", "yellow a4h", "yellow d1v")
    assert built == "5x5 c1,c5 3,4 4 b2h,a4h,d1v -"  # from the side that has more left
    assert after("quoridor", built, "red d1v", "red a4h", "red b2h") == start
    assert after("quoridor", "5x5 c1,c5 0,0 0 - -", "yellow b2h") == "5x5 c1,c5 0,0 2 b2h -"
    with pytest.raises(Refusal, match="two pawns"):
        after("quoridor", start, "yellow c5")
    with pytest.raises(Refusal, match="crosses or overlaps"):
        after("quoridor", start, "yellow b2h", "yellow b2v")


def test_what_keeps_a_board_of_quoridor_from_being_played() -> None:
    assert "yellow is shut in" in complaint("quoridor", "5x5 a1,c5 5,5 2 a1h,b1v -")
    assert "both pawns have arrived" in complaint("quoridor", "5x5 a5,c1 5,5 0 - -")
    assert "yellow has arrived" in complaint("quoridor", "5x5 a5,c3 5,5 0 - -")


def test_numbers_and_flags() -> None:
    assert after("minesweeper", ".../.../... 1", "n3 b1", "flag a3") == ".3./.../F.. 1"
    assert after("minesweeper", ".3./.../F.. 1", "n3 b1", "cover a3") == ".../.../... 1"
    assert "the 3 at b1 has only 2 covered cells" in complaint("minesweeper", "131/.1./111 1")
    assert "2 covered cells" in complaint("minesweeper", "31/.. 2")
    assert "fits these numbers" in complaint("minesweeper", "1...../....../....../.....1 1")
