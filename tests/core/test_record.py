"""Records: broken ones are refused with the reason, and a kill leaves the old or the new file whole."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from damier.core.record import FORMAT, Record, replay
from damier.core.record_files import open_record, save
from damier.core.text import Refusal, Unreadable
from damier.games import game

GOOD = Record(game="tictactoe", options={"size": "3x3", "line": 3}, seed=2**127, moves=("b2", "a1"))


def test_a_record_survives_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(path, GOOD)
    assert open_record(path) == GOOD
    assert os.listdir(tmp_path) == ["game.json"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"format": "other"}, FORMAT),
        ({"game": 3}, "'game'"),
        ({"options": []}, "'options'"),
        ({"options": {"size": [1]}}, "'options'"),
        ({"seed": 12}, "'seed'"),
        ({"seed": "-1"}, "'seed'"),
        ({"seed": "²"}, "'seed'"),
        ({"seed": "9" * 5000}, "'seed'"),
        ({"moves": ["b2"]}, "'moves'"),
        ({"ending": "won"}, "'ending'"),
        ({"ending": "resigned"}, "'loser'"),
        ({"loser": 1}, "'loser'"),
        ({"ending": "time", "loser": True}, "'loser'"),
        ({"ending": "agreed", "loser": 0}, "'loser'"),
        ({"players": "me"}, "'players'"),
        ({"practice": 1}, "'practice'"),
        ({"more": None}, "'more'"),
    ],
)
def test_what_is_wrong_is_named(change: dict[str, object], named: str) -> None:
    content = {**json.loads(GOOD.dump()), **change}
    with pytest.raises(Unreadable, match=named):
        Record.load(json.dumps(content))


def test_who_agrees_on_a_draw_shares_the_points() -> None:
    record = replace(GOOD, ending="agreed")
    assert Record.load(record.dump()) == record
    assert record.points(None, 2) == (0.5, 0.5)
    assert record.points(None, 4) == (0.25,) * 4
    assert record.points(None, 1) == (0.0,), "nobody wins alone by agreeing with themselves"
    assert GOOD.points(None, 2) is None
    assert replace(GOOD, ending="time", loser=1).points(None, 2) == (1.0, 0.0)


@pytest.mark.parametrize("words", ["", "[]", "null", "{", "\x00", "[" * 100_000, "1e999", '"x"'])
def test_what_is_no_record_is_refused(words: str) -> None:
    with pytest.raises(Unreadable, match="not a record"):
        Record.load(words)


@settings(max_examples=200, deadline=None)
@given(cut=st.integers(0, 400), put=st.text(max_size=4))
def test_a_damaged_record_is_read_or_refused(cut: int, put: str) -> None:
    line = GOOD.dump()
    cut %= len(line)
    damaged = line[:cut] + put + line[cut + 1 :]
    try:
        record = Record.load(damaged)
        list(replay(game("tictactoe"), record))
    except Refusal as problem:
        assert len(str(problem)) > 10


def test_a_move_that_does_not_fit_is_named() -> None:
    bad = Record(game="tictactoe", options=GOOD.options, seed=1, moves=("b2", "b2"))
    with pytest.raises(Unreadable, match="move 2 of this record, 'b2'"):
        list(replay(game("tictactoe"), bad))


def test_files_that_cannot_be_read_or_written_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="cannot read"):
        open_record(tmp_path / "nowhere.json")
    with pytest.raises(Refusal, match="cannot read"):
        open_record(tmp_path)
    with pytest.raises(Refusal, match="cannot write"):
        save(tmp_path / "no" / "folder.json", GOOD)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Unreadable, match="UTF-8"):
        open_record(tmp_path / "binary")
    (tmp_path / "long").write_bytes(b" " * 5_000_000)
    with pytest.raises(Unreadable, match="longer"):
        open_record(tmp_path / "long")


WRITER = """
import sys
from pathlib import Path
from damier.core.record_files import save
from damier.core.record import Record
path, size = Path(sys.argv[1]), int(sys.argv[2])
records = [Record(game="tictactoe", options={}, seed=1, moves=(word,) * size) for word in ("a1", "b2")]
print("go", flush=True)
while True:
    for record in records:
        save(path, record)
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a POSIX signal")
def test_a_kill_at_any_moment_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(path, GOOD)
    for delay in (0.0, 0.003, 0.007, 0.011, 0.019, 0.031):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), "50000"], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "go\n"
            time.sleep(delay)
            writer.send_signal(signal.SIGKILL)
        record = open_record(path)
        assert record == GOOD or len(record.moves) == 50_000
