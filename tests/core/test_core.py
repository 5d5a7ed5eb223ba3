"""The small parts of the vocabulary."""

from __future__ import annotations

import json
import math
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import pytest

from damier.core import engine
from damier.core.engine import Clock, Limit, Stopwatch, dice
from damier.core.grid import cell_name, file_name, lines, read_cell
from damier.core.limit_text import read_limit
from damier.core.options import Choice, Size, Whole, read_size
from damier.core.text import Number, Refusal, Text, Unreadable, from_json, to_json
from damier.games import game


def test_a_text_is_frozen_and_says_the_same_after_pickling() -> None:
    text = Text(
        "'{word}' is not a cell: write {low} to {high}", word="z", low="a1", high=Text.literal("{c3}")
    )
    assert str(text) == "'z' is not a cell: write a1 to {c3}"
    assert text.show("fr") == "«\u00a0z\u00a0» n'est pas une case\u00a0: écrivez a1 à {c3}"
    assert pickle.loads(pickle.dumps(text)) == text and hash(pickle.loads(pickle.dumps(text))) == hash(text)
    assert pickle.loads(pickle.dumps(Text.literal("{x}"))).show("es") == "{x}"
    assert Text("a") != Text.literal("a")
    with pytest.raises(AttributeError):
        text.message = "other"  # type: ignore[misc]


def test_numbers_change_the_wording() -> None:
    text = "it overlooks what lies more than {n} moves ahead"
    assert Text(text, n=1).show("en") == "it overlooks what lies more than 1 move ahead"
    assert "2 moves" in Text(text, n=2).show("en")
    assert "0 moves" in Text(text, n=0).show("en")
    assert Text(text, n=0).show("fr").endswith("0 coup")
    assert Text(text, n=0).show("es").endswith("0 jugadas")


@pytest.mark.parametrize(
    ("value", "form", "english", "french", "spanish"),
    [
        (0.375, ".1%", "37.5%", "37,5\u202f%", "37,5\u00a0%"),
        (0.375, ".0%", "38%", "38\u202f%", "38\u00a0%"),
        (1234.5, ".2f", "1234.50", "1234,50", "1234,50"),
        (12.5, "+.1f", "+12.5", "+12,5", "+12,5"),
        (-3, "+.0f", "-3", "-3", "-3"),
        (0.5, "g", "0.5", "0,5", "0,5"),
        (2, "g", "2", "2", "2"),
        (-0.04, ".1f", "0.0", "0,0", "0,0"),
        (-0.0, "+g", "+0", "+0", "+0"),
        (3.2e40, ".1e", "3.2e+40", "3,2e+40", "3,2e+40"),
    ],
)
def test_a_number_is_written_as_its_language_does(
    value: float, form: str, english: str, french: str, spanish: str
) -> None:
    for text in (Text.number(value, form), Text("{seat} to move", seat=Number(value, form))):
        kept = from_json(json.loads(json.dumps(to_json(text))))
        assert kept == text and hash(kept) == hash(text) and pickle.loads(pickle.dumps(text)) == text
    for language, words in (("en", english), ("fr", french), ("es", spanish)):
        assert Text.number(value, form).show(language) == words
        assert Text("{seat} to move", seat=Text.number(value, form)).show(language).replace(words, "") in (
            " to move",
            "à  de jouer",
            "juega ",
        )


def test_a_number_decides_on_the_plural() -> None:
    message = "{n} points lost a move, on average"
    assert Text(message, n=Number(1, "g")).show() == "1 point lost a move, on average"
    assert Text(message, n=Number(0.5, "g")).show() == "0.5 points lost a move, on average"
    assert Text(message, n=Number(0.5, "g")).show("fr") == "0,5 point perdu par coup, en moyenne"
    assert Text(message, n=Number(2.5, "g")).show("es").startswith("2,5 puntos")


def test_a_text_kept_before_numbers_had_a_type_is_shown_as_it_stands() -> None:
    kept = {"message": "{n} points lost a move, on average", "params": {"n": 0.5}}
    assert from_json(kept).show("fr") == "0.5 point perdu par coup, en moyenne"
    assert from_json({"message": "wins {rate}", "params": {"rate": "37%"}}).show() == "wins 37%"


@pytest.mark.parametrize("form", ["", "d", ".10f", "99999999f", "{0}", ".1f "])
def test_a_form_that_writes_no_number_is_refused(form: str) -> None:
    with pytest.raises(ValueError, match=r"is not a form of a number: write for example \.1f"):
        Number(1.0, form)


@pytest.mark.parametrize(
    "number", [{"number": "1", "form": "g"}, {"number": 10**400, "form": "g"}, {"number": 1, "form": "s"}]
)
def test_what_is_no_number_in_a_file_is_refused(number: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="number"):
        from_json({"message": "{number}", "params": {"number": number}})


def test_accents_and_capitals_do_not_matter_in_names() -> None:
    dots = game("dots")
    for name in ("Très facile", "tres facile", "TRÈS FACILE", "muy facil", " Muy fácil "):
        assert dots.level(name) == "very-easy"
    assert game("demineur").key == game("Buscaminas").key == "minesweeper"


def test_levels_that_fit_are_told_weakest_first() -> None:
    tictactoe = game("tictactoe")
    small, big = tictactoe.begin(), tictactoe.begin("gomoku")
    assert tictactoe.fitting(small)[-1] == tictactoe.strongest(small) == "perfect"
    assert "hard" not in tictactoe.fitting(big) and tictactoe.fair(big) in tictactoe.fitting(big)
    nobody = replace(tictactoe, engines={"hard": tictactoe.engines["hard"]})
    with pytest.raises(Refusal, match="no level of Tic-tac-toe fits"):
        nobody.fair(big)


def test_cells_have_names() -> None:
    assert [file_name(i) for i in (0, 25, 26, 29, 51, 52)] == ["a", "z", "aa", "ad", "az", "ba"]
    for column in range(60):
        for row in range(12):
            assert read_cell(cell_name(column, row), 60, 12) == (column, row)
    for rubbish in (
        "",
        "a",
        "1",
        "a0",
        "d1",
        "a4",
        "a²",
        "a١",
        "é1",
        "a1b",
        "a 1 1",
        "a" * 99,
        "a" + "9" * 5000,
    ):
        with pytest.raises(Unreadable):
            read_cell(rubbish, 3, 3)


def test_lines_are_all_there() -> None:
    assert len(lines(3, 3, 3)) == 8
    assert len(lines(7, 6, 4)) == 69
    assert len(lines(15, 15, 5)) == 572
    assert lines(2, 2, 3) == ()


def test_sizes_are_read() -> None:
    assert read_size(" 7 X 6 ") == (7, 6)
    for rubbish in ("", "7", "7x", "x7", "7x6x5", "-7x6", "7.0x6", "²x3", "99999x1"):
        with pytest.raises(Unreadable):
            read_size(rubbish)
    with pytest.raises(Unreadable, match="from 4x4 to 12x12"):
        Size(Text("size"), (4, 4), (12, 12)).check("size", "3x4")
    with pytest.raises(Unreadable, match="square"):
        Size(Text("size"), (4, 4), (12, 12), square=True).check("size", "4x5")
    assert Whole(Text("w"), 1, 3).check("w", " 2 ") == 2
    for bad in ("", "0", "4", "1.5", "two", "9" * 10000):
        with pytest.raises(Unreadable, match="from 1 to 3"):
            Whole(Text("w"), 1, 3).check("w", bad)
    assert Choice(Text("c"), ("a", "b")).check("c", " B ") == "b"
    with pytest.raises(Unreadable, match="a, b"):
        Choice(Text("c"), ("a", "b")).check("c", "c")


def test_a_size_does_not_inherit_the_walls_of_another() -> None:
    quoridor = game("quoridor")
    usual = quoridor.settle()
    assert usual == {"size": "9x9", "walls": 10}
    assert quoridor.settle(None, {"size": "5x5"})["walls"] != 10
    assert quoridor.settle("9x9", {"walls": 3}) == {"size": "9x9", "walls": 3}
    assert quoridor.settle(None, {"walls": 3}) == {"size": "9x9", "walls": 3}


def test_limits_are_read() -> None:
    assert read_limit("50ms") == Limit(time=0.05)
    assert read_limit("2s,depth4") == Limit(time=2.0, depth=4)
    assert read_limit("50cpums") == Limit(cpu=0.05)
    assert read_limit("2000nodes") == Limit(nodes=2000)
    for rubbish in ("", "fast", "0s", "-1s", "1e9s", "depth", "nodes", "5", "5s,", "²s", "9" * 99 + "s"):
        with pytest.raises(Unreadable, match="write for example"):
            read_limit(rubbish)


def test_a_part_of_a_limit_is_one_of_everything_and_ends() -> None:
    limit = Limit(time=2.0, cpu=1.0, nodes=7, clock=Clock((60.0, 30.0), 1.0), depth=3, lines=2)
    half = Limit(time=1.0, cpu=0.5, nodes=3, clock=Clock((30.0, 15.0), 0.5), depth=3, lines=2)
    assert limit.part(0.5) == half and Limit().part(0.5) == Limit()
    assert Limit(nodes=3_000_000).part(0.6).nodes == 1_800_000 and Limit(nodes=1).part(0.1).nodes == 1
    endless = Limit(time=math.inf)
    assert endless.endless and not limit.endless and not Limit().endless
    assert not endless.part(0.5).endless and Stopwatch(endless.part(0.5)).bounded


def test_a_clock_leaves_time_for_the_next_move() -> None:
    watch = Stopwatch(Limit(clock=Clock((60.0, 0.0), 1.0)), 0)
    assert watch.bounded and not watch.spent()
    assert Stopwatch(Limit(clock=Clock((60.0, 0.0), 1.0)), 1).spent()
    assert not Stopwatch(Limit()).bounded
    assert Stopwatch(Limit(nodes=10)).spent(10) and not Stopwatch(Limit(nodes=10)).spent(9)


def test_dice_are_the_same_on_every_machine() -> None:
    rng = dice(7, "xo./...")
    assert [rng.randrange(1000) for _ in range(4)] == [150, 677, 15, 959]
    assert dice(8, "xo./...").random() != dice(7, "xo./...").random() != dice(7, "ox./...").random()


@pytest.mark.parametrize("readable", [False, True], ids=["own clock only", "clocks that others can read"])
def test_processor_time_is_that_of_all_threads_that_look(
    readable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: dict[int, float] = {}
    times = SimpleNamespace(
        perf_counter=lambda: 0.0, thread_time=lambda: used.get(threading.get_ident(), 0.0)
    )
    if readable:
        times.pthread_getcpuclockid = lambda thread: thread
        times.clock_gettime = lambda clock: used[clock]
    monkeypatch.setattr(engine, "_time", times)
    watch = Stopwatch(Limit(cpu=1.0))
    used[threading.get_ident()] = 5.0  # who asked an engine does other things while it thinks

    def look_after(seconds: float) -> bool:
        used[threading.get_ident()] = seconds
        return watch.spent()

    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
        assert not one.submit(look_after, 0.6).result()
        assert not other.submit(look_after, 0.3).result()
        used[one.submit(threading.get_ident).result()] = 0.8
        assert other.submit(watch.spent).result() == readable, "what the first has not told can only be read"
        assert one.submit(watch.spent).result()
    assert watch.spent(), "the maker counts too as soon as it looks"
