"""Small tournaments in folders, for the tests of what shows them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from damier.arena.executors import make_executors
from damier.arena.plan import Entrant, Plan
from damier.arena.read_plan import make_plan
from damier.arena.run_folder import GAMES, TIMES, Run
from damier.arena.statistics.sprt import Sprt
from damier.arena.tournament import Tournament
from damier.core.record import Record
from damier.core.text import Text, to_json
from damier.games import game as find_game

OPENINGS = {
    "tictactoe": ("b2", "a1 b2", "c3", "a2"),
    "connect4": ("4", "3 4", "2", "4 4"),
    "quoridor": ("e2", "e2 e8"),
    "dots": ("a1t", "a1l"),
    "nim": ("3", "2"),
}
"""Where pairs begin; to look for balanced ones would take longer than the games."""
BOARDS: dict[str, dict[str, int | str]] = {
    "minesweeper": {"size": "5x5", "mines": 4},
    "quoridor": {"size": "9x9", "walls": 2},
    "dots": {"size": "2x2"},
}


def planned(
    game: str = "tictactoe", engines: str = "easy,hard", games: int = 4, limit: str = "50nodes", **more: Any
) -> Plan:
    kind = find_game(game)
    options = kind.settle(None, BOARDS.get(game, {}))
    plan = make_plan(kind, [engines], options=options, seed=7, games=games, limit=limit, **more)
    return plan if plan.alone else replace(plan, openings=OPENINGS[game])


def play(folder: Path, plan: Plan | None = None, **wish: Any) -> Path:
    """Play a tournament to its end, in this process."""
    run = Run.create(folder, plan or planned(**wish))
    executors = make_executors(1)
    try:
        assert Tournament(run, executors).play(kept=0)
    finally:
        executors.close()
    return folder


def cut(folder: Path, games: int) -> list[bytes]:
    """Take away all but the first games; returns the lines of the others."""
    lines = (folder / GAMES).read_bytes().splitlines(keepends=True)
    (folder / GAMES).write_bytes(b"".join(lines[:games]))
    return lines[games:]


def append(folder: Path, lines: list[bytes]) -> None:
    """As an arena that goes on."""
    with (folder / GAMES).open("ab") as file:
        file.write(b"".join(lines))


def proven(folder: Path) -> Path:
    """One that a sequential test ended before all games were played."""
    play(folder, engines="hard,easy", games=80, sprt=Sprt(elo0=0, elo1=300, alpha=0.2, beta=0.2))
    cut(folder, 60)
    return folder


def copied(folder: Path, games: int = 10, **more: Any) -> Path:
    """Two players that leave nothing to chance, from two openings: after the second pair all are copies."""
    plan = planned("connect4", "searcher,evaluator", games, **more)
    return play(folder, replace(plan, openings=("4 4", "3 4")))


def written(folder: Path, plan: Plan, points: list[list[float]], **changes: Any) -> Path:
    """One whose games were never played: each the same short one, with these points."""
    Run.create(folder, plan)
    lines = []
    for number, given in enumerate(points):
        slot = plan.slot(number)
        more = {
            "arena": {"game": number, "pair": slot.pair, "opening": 1, "points": given},
            "opinions": [None],
        }
        record = Record(
            game=plan.game,
            options=plan.options,
            seed=1,
            moves=("b2",),
            ending="forfeited",
            loser=given.index(min(given)),
            players=tuple(plan.entrants[entry].name for entry in slot.seats),
            more={**more, "reason": to_json(Text("it is not among the legal moves")), **changes},
        )
        lines.append(f"{record.dump()}\n".encode())
    (folder / TIMES).write_bytes(b"")
    append(folder, lines)
    return folder


def hostile() -> tuple[Entrant, ...]:
    """Players whose names would be dangerous where somebody trusts them."""
    return (
        Entrant("<img src=x onerror=alert(1)>.py", "/home/secret/<img src=x onerror=alert(1)>.py"),
        Entrant("{0.__class__} %s \x1b[31m", "exec:/opt/secret/engine --key hush"),
    )
