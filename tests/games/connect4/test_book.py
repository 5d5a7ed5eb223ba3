"""Books: made, written, read, and not believed when damaged."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.core.text import Refusal
from damier.engines.book import Book, Openings, read_book, write_book
from damier.games.connect4 import solve
from damier.games.connect4.book import key, known, score_in, shipped, wins_at_once
from damier.games.connect4.rules import Board, Position, board
from damier.games.connect4.solver import Solver
from damier.games.connect4.tools.solve import BOOK, OPENINGS, from_columns

SMALL = board(5, 4)

OLD = (
    b"damier-book 1 connect4 7x6 plies 1 entries 5 "
    b"sha256 32582d049198310a345c672bebaca29e7fce8a3d74ee63c8a8b483185bb088fb\n"
    b"x\xdac`\xaco`\x00\x02\xfb\x03 R\x9e\x01\x17ptrt\xb0\x07\x00VY\x03b"
)
"""What ``damier book connect4 --ply 1`` wrote in an earlier version, of made-up scores."""


def openings(size: Board) -> Openings[Position, int]:
    """Those of a board, with a solver of its own."""
    return replace(
        OPENINGS,
        size=f"{size.width}x{size.height}",
        begin=lambda: Position(size, (0, 0), 0),
        solver=lambda: Solver(size, 1),
    )


def positions(size: Board, ply: int) -> Iterator[Position]:
    return openings(size).positions(ply)


def whole(ply: int) -> bytes:
    """The book of a small board."""
    solver = Solver(SMALL, 1)
    last = {key(position): solver.score(position) for position in positions(SMALL, ply)}
    return write_book("connect4", "5x4", ply, openings(SMALL).earlier(ply, last))


@pytest.fixture(scope="module")
def made() -> bytes:
    return whole(4)


def test_positions_are_counted_as_they_are_known() -> None:
    """Mirror images once, without those that win at once: published numbers for 7x6 up to ply 6."""
    found = [sum(1 for _ in positions(board(7, 6), ply)) for ply in range(7)]
    assert found[0] == 1 and found[1] == 4 and found[6] == 7638


def test_a_key_is_that_of_the_mirror_image_and_of_nothing_else() -> None:
    seen: dict[int, Position] = {}
    for ply in range(5):
        for position in positions(board(7, 6), ply):
            assert key(position) not in seen
            seen[key(position)] = position
    assert key(from_columns("4453")) == key(from_columns("4435")) != key(from_columns("4454"))


def test_every_score_up_to_the_last_ply_is_in_it(made: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    path.write_bytes(made)
    book, solver = read_book(path, "connect4"), Solver(SMALL, 1)
    count = 0
    for ply in range(5):
        for position in positions(SMALL, ply):
            assert score_in(book, position) == solver.score(position)
            count += 1
    assert count == len(book.keys)
    state = Position(SMALL, (0, 0), 0)
    for move in (1, 2, 1, 2, 1, 3):
        assert score_in(book, state) == (solver.score(state) if _count(state) <= 4 else None)
        state = state.play(move)
    assert score_in(book, from_columns("44")) is None  # another size


def _count(state: Position) -> int:
    return (state.discs[0] | state.discs[1]).bit_count()


def test_the_book_that_ships_is_whole_and_agrees_with_itself() -> None:
    """Every position of the first plies is in it, and each score follows from those one ply later."""
    book = shipped()
    assert isinstance(book, Book) and (book.size, book.plies) == ("7x6", 8)
    assert len(book.keys) == 113_934
    for ply in range(7):
        for position in positions(board(7, 6), ply):
            after = [position.play(move) for move in position.moves()]
            scores = [score_in(book, one) for one in after]
            assert score_in(book, position) == max(-score for score in scores if score is not None)
            assert None not in scores
    assert score_in(book, from_columns("")) == 1


def test_the_last_ply_of_the_book_that_ships_is_what_a_search_finds() -> None:
    solver = Solver(board(7, 6))
    some = random.Random(8).sample(list(positions(board(7, 6), 8)), 40)
    assert [known(position) for position in some] == [solver.score(position) for position in some]
    assert known(from_columns("123412341")) is None  # a ply later


def test_a_win_at_once_needs_no_entry(tmp_path: Path, made: bytes) -> None:
    path = tmp_path / "a.book"
    path.write_bytes(whole(6))
    state = Position(SMALL, (0, 0), 0)
    for move in (1, 2, 1, 2, 1, 3):
        state = state.play(move)
    assert (
        wins_at_once(state)
        and score_in(read_book(path, "connect4"), state) == Solver(SMALL, 1).score(state) == 7
    )


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda raw: b"", "does not begin"),
        (lambda raw: raw[:40], "does not begin"),
        (lambda raw: raw.replace(b"damier-book 1", b"damier-book 2"), "does not begin"),
        (lambda raw: raw[:-1], "checksum"),
        (lambda raw: raw[:-3] + b"xyz", "checksum"),
        (lambda raw: raw + b"x", "checksum"),
        (lambda raw: raw.replace(b"entries ", b"entries 1", 1), "length"),
    ],
)
def test_a_damaged_book_is_refused(made: bytes, tmp_path: Path, damage: object, says: str) -> None:
    path = tmp_path / "a.book"
    path.write_bytes(damage(made))  # type: ignore[operator]
    with pytest.raises(Refusal, match=says):
        read_book(path, "connect4")
    with pytest.raises(Refusal, match="no such file"):
        read_book(tmp_path / "none", "connect4")


def test_a_book_of_another_game_is_refused(made: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    path.write_bytes(made)
    with pytest.raises(Refusal, match="does not begin"):
        read_book(path, "dots")


def test_a_book_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    """As ``damier book`` has written it since the first version, byte for byte."""
    path = tmp_path / "old.book"
    path.write_bytes(OLD)
    book = read_book(path, "connect4")
    assert (book.game, book.size, book.plies, len(book.keys)) == ("connect4", "7x6", 1, 5)
    assert [score_in(book, from_columns(columns)) for columns in ("", "1", "2", "3", "4")] == [1, 2, 1, 0, -1]
    assert write_book("connect4", "7x6", 1, dict(entries(book))) == OLD


def entries(book: Book) -> Iterator[tuple[int, int]]:
    for one in book.keys:
        value = book.value(one)
        assert value is not None
        yield one, value


@settings(deadline=None, max_examples=200)
@given(data=st.data())
def test_a_changed_byte_is_never_believed(
    made_bytes: bytes, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = data.draw(st.integers(0, len(made_bytes) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda value: value != made_bytes[place]))
    path = tmp_path_factory.getbasetemp() / "changed.book"
    path.write_bytes(made_bytes[:place] + bytes([byte]) + made_bytes[place + 1 :])
    head = made_bytes.index(b"\n")
    try:
        book = read_book(path, "connect4")
    except Refusal:
        return
    assert place < head  # only the line of text has room for a change: another size or ply, never a score
    assert (book.size, book.plies) != ("5x4", 4)


@pytest.fixture(scope="module")
def made_bytes(made: bytes) -> bytes:
    return made


def test_parts_of_a_book_are_joined_to_the_same_file() -> None:
    parts = list(BOOK.parts(1))
    assert len(parts) == 4
    known = {"1": 2, "2": 1, "4": 0, "8": -1}  # a disc in column 1, 2, 3, 4: bits of the bottom row
    results = [(part, str(known[part.split("-")[0]])) for part in parts]
    assert BOOK.join(1, results) == BOOK.join(1, results[::-1])


def test_solve_is_exact_with_and_without_the_book() -> None:
    late = "7422341735647741166133573473242566"
    assert solve(late) == solve(late, book=False) == 1
    assert solve("444441") == solve("444447")
    for words, says in (
        ("4444444", "disc 7 .* full"),
        ("48", "disc 2"),
        ("4x", "not a position"),
        ("4141414", "over"),
    ):
        with pytest.raises(Refusal, match=says):
            solve(words)


def test_a_user_chooses_the_size_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    late = "74223417356477411661335734"
    assert solve(late, megabytes=1) == solve(late, book=False, megabytes=16) == solve(late)
    monkeypatch.setenv("DAMIER_TABLE", "2")
    assert Solver(SMALL)._table.nbytes == 2 * 2**20 and Solver(SMALL, 8)._table.nbytes == 8 * 2**20
    for word in ("0", "-5", "64MB", "99999", "٦"):
        monkeypatch.setenv("DAMIER_TABLE", word)
        with pytest.raises(Refusal, match=r"DAMIER_TABLE.*choose from 1 to 8192 MB"):
            solve(late, book=False)
    for size in (0, -1, 8193):
        with pytest.raises(Refusal, match="choose from 1 to 8192 MB"):
            solve(late, megabytes=size)
    monkeypatch.delenv("DAMIER_TABLE")
    assert Solver(board(7, 6))._table.nbytes == 64 * 2**20


def test_a_table_that_does_not_fit_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*shape: object) -> None:
        raise MemoryError

    monkeypatch.setattr("numpy.zeros", full)
    with pytest.raises(Refusal, match="not enough memory for a table of 64 MB"):
        Solver(SMALL)
