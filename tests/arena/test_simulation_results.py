"""Results of a simulation in a file: whole after a kill anywhere, and never of two simulations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from damier.arena.simulation_results import SimulationResult, open_file
from damier.arena.statistics.elo import wilson
from damier.core.text import Refusal
from damier.core.tools.simulation import LEAST_IN_BATCH, MOST_BATCHES, Batch, Played, Simulation

SIMULATION = Simulation("minesweeper", "document", {"size": "9x9", "mines": 10}, 5, 34)


def played(batch: Batch) -> str:
    """Won where a seed divides by three."""
    return Played("".join(str(int(seed % 3 == 0)) for seed in batch.seeds), len(batch.seeds), 0.5).dump()


def run(path: Path, simulation: Simulation = SIMULATION) -> tuple[SimulationResult, int]:
    """The result, and how many batches had to be played."""
    batches, result = simulation.batches(), SimulationResult()
    with open_file(path, simulation, batches) as file:
        for before in file.played:
            result.add(before)
        missing = batches[len(file.played) :]
        for line in file.keep(map(played, missing)):
            result.add(Played.load(line))
    return result, len(missing)


def test_batches_hold_every_seed_once() -> None:
    assert [seed for batch in SIMULATION.batches() for seed in batch.seeds] == list(range(5, 39))
    assert {len(batch.seeds) for batch in SIMULATION.batches()} == {LEAST_IN_BATCH, 4}
    many = Simulation("minesweeper", "odds", {}, 0, 10 * MOST_BATCHES * LEAST_IN_BATCH + 1).batches()
    assert len(many) <= MOST_BATCHES and many[-1].seeds[-1] == 10 * MOST_BATCHES * LEAST_IN_BATCH
    lines = tuple(f"2 2 0 0 {number % 2}" for number in range(34))
    given = Simulation("minesweeper", "odds", {}, 0, 34, lines)
    assert [line for batch in given.batches() for line in batch.boards] == list(lines)


def test_what_was_played_is_counted() -> None:
    result = SimulationResult()
    assert (result.share, result.speed, result.guessed) == (0, 0, 0) and result.interval == (0, 1)
    for batch in SIMULATION.batches():
        result.add(Played.load(played(batch)))
    assert (result.games, result.won, result.guesses, result.seconds) == (34, 11, 34, 2.0)
    assert result.interval == wilson(11 / 34, 34) and result.speed == 17 and result.guessed == 1
    lines = result.lines().splitlines()
    assert lines[:3] == ["0 0", "1 1", "2 0"] and len(lines) == 34
    said = result.as_json(SIMULATION)
    assert json.loads(json.dumps(said)) == said and said["seed"] == "5" and said["won"] == 11


def test_a_kill_at_any_byte_costs_what_was_not_whole(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    whole, _ = run(path)
    content = path.read_bytes()
    head = content.index(b"\n") + 1
    for end in [0, *range(head, len(content) + 1)]:
        path.write_bytes(content[:end])
        result, batches = run(path)
        assert result == whole and path.read_bytes() == content
        assert batches == 4 - max(0, content[:end].count(b"\n") - 1)
    assert [file.name for file in tmp_path.iterdir()] == ["run.jsonl"]


@pytest.mark.parametrize(
    "other",
    [
        Simulation("minesweeper", "document", {"size": "9x9", "mines": 10}, 6, 34),
        Simulation("minesweeper", "document", {"size": "9x9", "mines": 10}, 5, 35),
        Simulation("minesweeper", "document", {"size": "9x9", "mines": 11}, 5, 34),
        Simulation("minesweeper", "counter", {"size": "9x9", "mines": 10}, 5, 34),
        Simulation("minesweeper", "document", {}, 5, 34, ("2 2 0 0 0",) * 34),
    ],
)
def test_a_file_of_another_simulation_is_left_alone(tmp_path: Path, other: Simulation) -> None:
    path = tmp_path / "run.jsonl"
    run(path)
    content = path.read_bytes()
    with pytest.raises(Refusal, match="holds another simulation: name another file with --out"):
        run(path, other)
    assert path.read_bytes() == content


def test_two_files_of_boards_are_two_simulations() -> None:
    one = Simulation("minesweeper", "odds", {}, 0, 2, ("2 2 0 0 0", "2 2 0 0 1"))
    other = Simulation("minesweeper", "odds", {}, 0, 2, ("2 2 0 0 1", "2 2 0 0 0"))
    assert one.describe() != other.describe()


@pytest.mark.parametrize("content", [b"hello", b"my notes\nmore", b"\xff\xfe\x00", b"{}\n", b"\n"])
def test_what_is_no_simulation_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(Refusal, match="not a file of a simulation"):
        run(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "line",
    [
        "rubbish",
        "[]",
        "3",
        '{"won": "01"}',
        '{"won": "0101010101", "guesses": 1.5, "seconds": 1}',
        '{"won": "0101010101", "guesses": true, "seconds": 1}',
        '{"won": "0101010101", "guesses": 1, "seconds": NaN}',
        '{"won": "010101010", "guesses": 1, "seconds": 1}',
        '{"won": "010101010x", "guesses": 1, "seconds": 1}',
        "[" * 100_000,
        "\ufffd",
    ],
)
def test_a_broken_line_is_told_with_its_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "run.jsonl"
    run(path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], lines[1], line, *lines[3:]]) + "\n")
    with pytest.raises(Refusal, match=r"line 3 of .*run.jsonl is broken: it is not a batch"):
        run(path)


def test_more_batches_than_there_are_games_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    run(path)
    path.write_text(path.read_text() + path.read_text().splitlines()[1] + "\n")
    with pytest.raises(Refusal, match="line 6 of"):
        run(path)


def test_one_at_a_time_writes_to_a_file(tmp_path: Path) -> None:
    path, batches = tmp_path / "run.jsonl", SIMULATION.batches()
    with (
        open_file(path, SIMULATION, batches),
        pytest.raises(Refusal, match="another simulation is writing to"),
        open_file(path, SIMULATION, batches),
    ):
        pass
    assert run(path)[1] == 4


def test_where_nothing_can_be_written_it_is_said(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "run.jsonl", tmp_path / "a\0b"):
        with pytest.raises(Refusal, match="cannot write"):
            run(path)
