"""Tournaments when something is wrong: rubbish in a folder, Ctrl-C at an awkward moment."""

from __future__ import annotations

import json
import signal
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console
from tests.arena.test_tournament import TICTACTOE, a_plan

from damier.arena.executors import Executors, make_executors
from damier.arena.play_batch import prepare_plan
from damier.arena.players import Diluted, RandomPlayer
from damier.arena.read_plan import make_plan
from damier.arena.run_folder import TIMES, Run
from damier.arena.statistics.standings import Standings
from damier.arena.tournament import Tournament
from damier.cli.commands import cli
from damier.core.engine import tell
from damier.core.options import Options
from damier.core.record import Record
from damier.core.text import Refusal, Unreadable
from damier.games import game as find_game
from damier.terminal.arena import StandingsDisplay, prepared
from damier.terminal.screen import Screen


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("game", (None, 1, [])),
        ("options", (None, "x", [1], {"size": None}, {"size": [1]}, {}, {"size": "3x3", "more": 1})),
        ("seed", (None, 1, float("inf"), "x")),
        ("entrants", (None, "ab", [1, 2], [{"name": 1, "words": "easy"}, {"name": "b", "words": "easy"}])),
        ("alone", (None, 1, "x", True)),
        ("games", (None, True, 2.0, "2")),
        ("limit", (5, [])),
        ("plies", ("x", 1.5)),
        ("openings", (None, "b2", [1], [None])),
        ("reference", (True, "x", 0.0)),
        ("thinking", (None, "x", 0, -1, float("nan"), float("inf"))),
        ("most", (None, 0, -1, 2.0, "2", True)),
    ],
)
def test_a_field_that_is_rubbish_is_refused_with_a_sentence(field: str, values: tuple[object, ...]) -> None:
    for value in values:
        words = json.dumps({**json.loads(a_plan().dump()), field: value})
        with pytest.raises(Refusal):
            prepare_plan(words)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="/dev/full")
def test_a_full_disk_is_told_with_the_file_and_how_to_go_on(tmp_path: Path) -> None:
    run = Run.create(tmp_path / "run", a_plan())
    (run.folder / TIMES).symlink_to("/dev/full")
    with pytest.raises(
        Refusal, match=r"cannot write .*times.jsonl.* goes on with damier arena --resume .*run"
    ):
        Tournament(run, make_executors(1)).play(kept=0)


def test_what_would_be_ignored_is_refused(tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text("b2\n")
    wish = ["--openings", str(tmp_path / "openings.txt"), "--plies", "2", "--out", str(tmp_path / "run")]
    found = CliRunner().invoke(cli, ["arena", "tictactoe", "--engines", "easy,medium", *wish])
    assert isinstance(found.exception, Unreadable) and "--plies or --openings" in str(found.exception)
    wish = ["--mode", "ladder", "--out", str(tmp_path / "run")]
    found = CliRunner().invoke(cli, ["arena", "minesweeper", "--engines", "document,counter", *wish])
    assert isinstance(found.exception, Unreadable) and "no pairings" in str(found.exception)
    assert not (tmp_path / "run").exists()


def test_a_bot_cannot_have_no_number_of_seconds() -> None:
    with pytest.raises(Unreadable, match="thinking"):
        make_plan(
            TICTACTOE, ["easy,hard"], options=TICTACTOE.settle(), seed=1, games=2, thinking=float("nan")
        )


def test_a_diluted_player_is_told_how_the_game_went() -> None:
    told: list[list[str]] = []

    class Curious(RandomPlayer):
        def follow(self, options: Options, moves: Sequence[str]) -> None:
            told.append(list(moves))

    tell(Diluted(Curious(TICTACTOE, 1), RandomPlayer(TICTACTOE, 1), 0.5), TICTACTOE.settle(), ["b2"])
    assert told == [["b2"]]


def test_what_was_counted_is_kept_whenever_ctrl_c_comes(tmp_path: Path) -> None:
    run = Run.create(tmp_path, a_plan())
    heard: list[Record] = []

    def hear(record: Record, seconds: list[float]) -> bool:
        heard.append(record)
        if len(heard) == 6:
            raise KeyboardInterrupt
        return False

    with pytest.raises(KeyboardInterrupt):
        Tournament(run, make_executors(1), hear).play(kept=0)
    assert list(run.records()) == heard


def test_times_that_are_rubbish_are_passed_over(tmp_path: Path) -> None:
    run = Run.create(tmp_path, a_plan())
    rubbish = (
        "[]",
        "{}",
        "x",
        '{"game": 1e999, "seconds": []}',
        '{"game": 1, "seconds": [1' + "0" * 400 + "]}",
    )
    (tmp_path / TIMES).write_text("".join(f"{line}\n" for line in (*rubbish, '{"game": 2, "seconds": [1]}')))
    assert run.times() == {2: [1.0]}


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="the system has no masks of signals")
def test_ctrl_c_does_not_reach_a_worker_that_is_starting() -> None:
    executors = make_executors(2)
    assert signal.SIGINT in executors.current.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    executors.close()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_on_a_narrow_screen_no_number_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "48")
    words = [
        "arena",
        "tictactoe",
        "--engines",
        "easy@20nodes,hard~50@30nodes",
        "--games",
        "2",
        "--lang",
        "fr",
    ]
    words += ["--seed", "1", "--processes", "1", "--out", str(tmp_path / "run")]
    shown = CliRunner().invoke(cli, words, catch_exceptions=False).output
    assert "\u2026" not in shown
    assert [line.split()[1] for line in shown.splitlines()[1:3]] == ["Difficile~50@30nodes", "Facile@20nodes"]
    out = StringIO()
    console = Console(file=out, width=54, force_terminal=True, color_system=None, soft_wrap=True)
    screen = Screen("fr", console=console)
    plan = Run.open(tmp_path / "run").plan
    StandingsDisplay(screen, Standings(plan)).tell()
    assert "\u2026" not in out.getvalue() and out.getvalue().count("0,0\u202f%") == 2


def test_of_those_who_won_as_many_boards_the_faster_is_first(tmp_path: Path) -> None:
    mines = find_game("minesweeper")
    options = mines.settle(None, {"size": "5x5", "mines": 1})
    plan = make_plan(mines, ["document,document"], options=options, seed=1, games=2, limit="50nodes")
    run = Run.create(tmp_path, plan)
    assert Tournament(run, make_executors(1)).play(kept=0)
    standings = Standings(plan)
    for number, record in enumerate(run.records()):
        standings.add(record, [1.0 if number % 2 else 2.0] * len(record.moves))
    first, second = standings.table()
    assert first.score == second.score > 0
    assert (first.name, second.name) == ("document#2", "document")


def test_a_game_without_levels_is_not_rated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("tictactoe")
    monkeypatch.setattr(
        "damier.cli.arena.find", lambda name: replace(game, engines={"random": game.engines["easy"]})
    )
    done = CliRunner().invoke(cli, ["rate", "x", "--out", str(tmp_path / "rate"), "--lang", "en"])
    assert done.exit_code == 0 and "no level to rate" in done.output and not list(tmp_path.iterdir())


def test_openings_are_prepared_again_when_a_worker_has_died(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice it dies; the third attempt finds what any other would have found."""
    died: list[int] = []

    def dying(*words: object) -> tuple[str, ...]:
        if len(died) < deaths:
            died.append(1)
            raise BrokenExecutor
        return ("4",)

    monkeypatch.setattr("damier.arena.openings.prepare", dying)
    game = find_game("connect4")
    plan = make_plan(game, ["random,child"], options=game.settle(), seed=1, games=2)
    deaths = 2
    assert prepared(Screen(), plan, make_executors(1)) == ("4",)
    deaths = 9
    with pytest.raises(Refusal, match="workers end again and again"):
        prepared(Screen(), plan, make_executors(1))


def test_what_is_planned_cannot_be_changed_by_resuming(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["arena", "--resume", str(tmp_path), "--games", "50"])
    assert done.exit_code != 0 and "is planned already" in str(done.exception)


def test_what_is_compiled_is_prepared_before_any_worker_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr("damier.terminal.warm.is_cold", lambda game, level, view: not done)
    monkeypatch.setattr(
        "damier.terminal.warm.prepare",
        lambda game, level, view: done.append(f"{game.key} {view.board.width}"),
    )

    def noted(*words: object) -> Executors:
        done.append("site")
        return make_executors(1)

    monkeypatch.setattr("damier.arena.executors.make_executors", noted)
    words = [
        "arena",
        "quoridor",
        "--engines",
        "random,random",
        "--games",
        "2",
        "--plies",
        "0",
        "--size",
        "3x3",
    ]
    ran = CliRunner().invoke(
        cli, [*words, "--walls", "0", "--out", str(tmp_path / "run")], catch_exceptions=False
    )
    assert ran.exit_code == 0 and done == ["quoridor 3", "site"]


@pytest.mark.parametrize(("language", "titles"), [("fr", "Facile Difficile"), ("es", "Fácil Difícil")])
def test_levels_are_called_by_their_titles_in_tables_and_reports(
    tmp_path: Path, language: str, titles: str
) -> None:
    out = str(tmp_path / "run")
    words = ["arena", "tictactoe", "--engines", "easy,hard", "--games", "2", "--out", out, "--lang", language]
    ran = CliRunner().invoke(cli, [*words, "--processes", "1"], catch_exceptions=False)
    told = CliRunner().invoke(cli, ["report", out, "--lang", language], catch_exceptions=False)
    assert ran.exit_code == told.exit_code == 0
    page = next((tmp_path / "run").rglob("*.html")).read_text("utf-8")
    for title in titles.split():
        assert title in ran.output and title in page
    assert "easy" not in ran.output.replace(out, "")
